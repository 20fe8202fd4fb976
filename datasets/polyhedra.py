"""Dice that are not read: D4, D8, D10, D12, D20 with numerals, six-sided ones with numerals or symbols, never pips."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from datasets.die import Floats, Ints, Mesh, unit
from datasets.finish import Finish
from datasets.grain import LINEAR, Image, Rng, Tint, colour, grey
from datasets.papers import FONTS
from datasets.scene import Part
from datasets.solids import faces, stood

CELL = 72  # px of a face's square in the texture
GOLD = (1 + math.sqrt(5)) / 2


def corners(sides: int) -> Floats:
    """Return the corners (n, 3) of the usual body with so many sides, the furthest at distance 1.

    Raises KeyError where there is none.
    """
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    if sides == 10:
        # Kites that are flat: the tips' height follows from the zigzag's.
        zig = [(math.cos(k * math.pi / 5), math.sin(k * math.pi / 5), 0.105 * (-1) ** k) for k in range(10)]
        body = np.array([*zig, (0, 0, 1.0), (0, 0, -1.0)])
        rise = 0.105 * (1 + math.cos(math.pi / 5)) / (1 - math.cos(math.pi / 5))
        body[10:, 2] *= rise
        return np.asarray(body / np.linalg.norm(body, axis=1).max())
    wings = [(0.0, a, b * GOLD) for a in (-1, 1) for b in (-1, 1)]
    inner = [(0.0, a / GOLD, b * GOLD) for a in (-1, 1) for b in (-1, 1)]
    bodies = {
        4: [s for s in signs if s[0] * s[1] * s[2] > 0],
        6: signs,
        8: [tuple(float(s) * (k == axis) for k in range(3)) for axis in range(3) for s in (-1, 1)],
        12: [*signs, *(p[k:] + p[:k] for p in inner for k in range(3))],
        20: [p[k:] + p[:k] for p in wings for k in range(3)],
    }
    return unit(np.array(bodies[sides], float))


@cache
def body(sides: int, soft: float) -> tuple[Mesh, tuple[tuple[float, float, float], ...]]:
    """Return a body with bevelled edges (`soft`: share of a face that they take) and its faces' normals.

    Every face has its own square in a texture of `side(sides)` squares each way; all bevels share the last square.
    """
    points = corners(sides)
    flat = faces(points)
    normals = [unit(np.cross(points[f[1]] - points[f[0]], points[f[2]] - points[f[0]])[None])[0] for f in flat]
    inner = {
        (k, int(c)): points[f].mean(0) + (1 - soft) * (points[c] - points[f].mean(0))
        for k, f in enumerate(flat)
        for c in f
    }
    parts = [(np.array([inner[k, int(c)] for c in f]), np.tile(normals[k], (len(f), 1)), k) for k, f in enumerate(flat)]
    parts += bevels(flat, inner, normals)
    return assembled(parts, sides), tuple((float(n[0]), float(n[1]), float(n[2])) for n in normals)


def bevels(
    flat: list[Ints], inner: dict[tuple[int, int], Floats], normals: list[Floats]
) -> list[tuple[Floats, Floats, int]]:
    """Return the bevels along the edges and at the corners, shaded from face to face, as (corners, normals, -1)."""
    edges: dict[tuple[int, int], int] = {
        (int(a), int(b)): k for k, f in enumerate(flat) for a, b in zip(f, np.roll(f, -1), strict=True)
    }
    parts = []
    for (a, b), k in edges.items():
        other = edges[b, a]
        if k < other:
            ring = [(k, b), (k, a), (other, a), (other, b)]
            parts.append((np.array([inner[key] for key in ring]), np.array([normals[key[0]] for key in ring]), -1))
    for corner in {c for _, c in inner}:
        ring = [(k, c) for k, c in inner if c == corner]
        spots = np.array([inner[key] for key in ring])
        out = unit(spots.mean(0)[None])[0]
        right = unit(np.cross(out, spots[0] - spots.mean(0))[None])[0]
        angle = np.arctan2((spots - spots.mean(0)) @ right, (spots - spots.mean(0)) @ np.cross(right, out))
        turn = np.argsort(angle)
        parts.append((spots[turn], np.array([normals[ring[t][0]] for t in turn]), -1))
    return parts


def side(sides: int) -> int:
    """Return how many squares a texture of a body has each way."""
    return math.ceil(math.sqrt(sides + 1))


def assembled(parts: list[tuple[Floats, Floats, int]], sides: int) -> Mesh:
    """Return polygons as one mesh whose faces are mapped into their squares of the texture."""
    points, normals, triangles, places = [], [], [], []
    start, across = 0, side(sides)
    for spots, shade, cell in parts:
        count = len(spots)
        points.append(spots)
        normals.append(shade)
        triangles += [[start, start + k, start + k + 1] for k in range(1, count - 1)]
        local = inside(spots, shade[0]) if cell >= 0 else np.full((count, 2), 0.5)
        number = cell if cell >= 0 else across**2 - 1
        places.append((local + np.array([number % across, across - 1 - number // across])) / across)
        start += count
    return Mesh(np.concatenate(points), np.array(triangles, np.int64), np.concatenate(normals), np.concatenate(places))


def inside(spots: Floats, normal: Floats) -> Floats:
    """Return a face's corners (n, 2) in its own square, 0 to 1, its first corner up."""
    spokes = spots - spots.mean(0)
    up = unit(spokes[0][None])[0]
    flat = np.stack([spokes @ np.cross(up, normal), spokes @ up], -1)
    return np.asarray(0.5 + 0.48 * flat / np.linalg.norm(flat, axis=1).max())


def numerals(rng: Rng, sides: int, told: Tint, ink: Tint) -> Image:
    """Return a texture with a number on every face, 6 and 9 underlined."""
    across = side(sides)
    sheet = np.full((across * CELL, across * CELL, 3), told, np.uint8)
    numbers = rng.permutation(sides) + (0 if sides == 10 else 1)
    font, size = int(rng.choice(FONTS[:4])), float(rng.uniform(0.85, 1.15)) * (1.0 if sides < 20 else 0.75)
    size *= 1.7 if sides == 6 else 1.0
    thick = max(1, round(size * 2.2))
    for k, number in enumerate(numbers):
        text = f"{number}"
        (wide, high), _ = cv2.getTextSize(text, font, size, thick)
        x, y = (k % across) * CELL + (CELL - wide) // 2, (k // across) * CELL + (CELL + high) // 2
        cv2.putText(sheet, text, (x, y), font, size, ink, thick, cv2.LINE_AA)
        if number in (6, 9) and sides > 6:
            cv2.line(sheet, (x, y + 5), (x + wide, y + 5), ink, 2)
    return sheet


def symbols(rng: Rng, sides: int, told: Tint, ink: Tint) -> Image:
    """Return a texture of signs that are not pips: stars, hearts, crosses, arrows, bolts, letters, empty faces."""
    across = side(sides)
    sheet = np.full((across * CELL, across * CELL, 3), told, np.uint8)
    for k in range(sides):
        middle = ((k % across + 0.5) * CELL, (k // across + 0.5) * CELL)
        sign = SIGNS[int(rng.integers(len(SIGNS)))]
        for stroke in sign:
            spots = np.array(stroke, float) * CELL * 0.3 + np.array(middle)
            cv2.fillPoly(sheet, [np.rint(spots * 16).astype(np.int32)], ink, cv2.LINE_AA, 4)
    return sheet


STAR = [
    (math.sin(k * math.pi / 5) * (1, 0.42)[k % 2], -math.cos(k * math.pi / 5) * (1, 0.42)[k % 2]) for k in range(10)
]
HEART = [(0, 0.95), (-0.9, 0.0), (-0.85, -0.6), (-0.45, -0.8), (0, -0.45), (0.45, -0.8), (0.85, -0.6), (0.9, 0.0)]
BAR = [(-0.9, -0.22), (0.9, -0.22), (0.9, 0.22), (-0.9, 0.22)]
POST = [(y, x) for x, y in BAR]
ARROW = [(0, -1), (0.75, -0.1), (0.28, -0.1), (0.28, 0.95), (-0.28, 0.95), (-0.28, -0.1), (-0.75, -0.1)]
BOLT = [(0.2, -1), (-0.6, 0.15), (-0.05, 0.15), (-0.25, 1), (0.6, -0.25), (0.05, -0.25)]
SHIELD = [(-0.8, -0.8), (0.8, -0.8), (0.75, 0.1), (0, 1), (-0.75, 0.1)]
SWORD = [
    (-0.1, -1),
    (0.1, -1),
    (0.12, 0.35),
    (0.5, 0.35),
    (0.5, 0.55),
    (0.12, 0.55),
    (0.12, 1),
    (-0.12, 1),
    (-0.12, 0.55),
    (-0.5, 0.55),
    (-0.5, 0.35),
    (-0.12, 0.35),
]
SIGNS: tuple[list[list[tuple[float, float]]], ...] = (
    [STAR], [HEART], [BAR, POST], [BAR], [ARROW], [BOLT], [SHIELD], [SWORD], [],
)  # fmt: skip

DRAWN: dict[str, Callable[[Rng, int, Tint, Tint], Image]] = {"numerals": numerals, "symbols": symbols}


def die(rng: Rng, sides: int, drawn: str = "numerals") -> list[Part]:
    """Return a die with so many sides that lies on one of them, in any plastic, with numerals or symbols."""
    mesh, normals = body(sides, float(rng.choice([0.04, 0.09, 0.16])))
    down = np.array(normals[int(rng.integers(len(normals)))])
    size = float(rng.uniform(9, 14)) * (1.15 if sides == 6 else 1.0)
    lying = stood(Mesh(mesh.vertices * size, mesh.triangles, mesh.normals, mesh.uv), downwards(down))
    base = grey(rng, 0.03, 0.97) if rng.random() < 0.3 else colour(rng, (0.4, 1), (0.15, 0.95))
    told = eight(base)
    pale = sum(told) < 330
    ink: Tint = (240, 240, 235) if pale else (20, 20, 25)
    if rng.random() < 0.2:
        ink = (225, 180, 60) if pale else (160, 20, 20)
    sheet = DRAWN[drawn](rng, sides, told, ink)
    rough = float(rng.uniform(0.04, 0.3))
    return [Part(lying, Finish("opaque", base, rough=rough, texture=linear(sheet)))]


def downwards(normal: Floats) -> Floats:
    """Return a rotation that takes a unit normal to straight down."""
    side_ = np.array([1.0, 0, 0]) if abs(normal[0]) < 0.9 else np.array([0, 1.0, 0])
    right = unit(np.cross(side_, -normal)[None])[0]
    return np.stack([right, np.cross(-normal, right), -normal])


def eight(told: tuple[float, float, float]) -> Tint:
    """Return a linear colour as 8-bit RGB in the display's curve."""
    r, g, b = (int(np.searchsorted(LINEAR, c)) for c in told)
    return min(r, 255), min(g, 255), min(b, 255)


def linear(sheet: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """Return an 8-bit RGB picture as linear light for a finish."""
    return np.asarray(LINEAR[sheet], np.float32)
