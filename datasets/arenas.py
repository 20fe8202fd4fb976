"""What dice are thrown into: boxes with walls, round, six- and eight-sided trays with rims and felt, cups."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from datasets.cloths import CLOTHS
from datasets.die import Floats, Mesh, spin
from datasets.finish import Finish
from datasets.grain import Plane, Rng, colour, grey
from datasets.scene import Part, Thing
from datasets.solids import above, circle, joined, lathe, prism, quads, rectangle, stood
from datasets.stones import STONES
from datasets.woods import WOODS

FLOOR = 0.05  # mm by which a tray's floor is above the table, on which the dice are taken to stand
LINED = 640  # px of a floor's picture
UP = np.array([0.0, 0.0, 1.0])
Profile = Sequence[tuple[float, float]]
Circle = tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Tray:
    """A tray, the circle (x, y, radius) that it needs, and the rectangle x0, y0, x1, y1 that is free in it; mm."""

    thing: Thing
    circle: Circle
    inside: tuple[float, float, float, float]


def moulding(outline: Floats, profile: Profile, smooth: bool) -> Mesh:
    """Return a closed frame around an outline (n, 2, anticlockwise): the profile's (outwards, z) steps in mm, mitred.

    The profile runs from inside over the top to the outside.
    """
    ahead = np.roll(outline, -1, 0) - outline
    edge = np.stack([ahead[:, 1], -ahead[:, 0]], -1) / np.linalg.norm(ahead, axis=1, keepdims=True)
    bisector = edge + np.roll(edge, 1, 0)
    mitre = 2 * bisector / (bisector**2).sum(1, keepdims=True)
    rings = [np.column_stack([outline + mitre * out, np.full(len(outline), z)]) for out, z in profile]
    parts = []
    for (below, over), ((a, b), (c, d)) in zip(pairwise(rings), pairwise(profile), strict=True):
        length = math.hypot(c - a, d - b)
        outward, rise = -(d - b) / length, (c - a) / length
        first = mitre / np.linalg.norm(mitre, axis=1, keepdims=True) if smooth else edge
        second = np.roll(first, -1, 0) if smooth else edge
        corners = [over, np.roll(over, -1, 0), np.roll(below, -1, 0), below]
        told = [np.column_stack([n * outward, np.full(len(n), rise)]) for n in (first, second, second, first)]
        parts.append(quads(corners, told))
    mesh = joined(parts)
    return Mesh(mesh.vertices, mesh.triangles, mesh.normals, above(mesh.vertices))


def lining(rng: Rng) -> tuple[Plane, float]:
    """Return the picture of a tray's floor and its roughness: felt mostly, else any cloth, wood or plastic."""
    draw = rng.random()
    if draw < 0.5:
        maker = CLOTHS["felt"]
    else:
        table = CLOTHS if draw < 0.65 else WOODS if draw < 0.85 else STONES
        maker = list(table.values())[int(rng.integers(len(table)))]
    picture, _, rough = maker(rng, LINED)
    return picture, rough


def stuff(rng: Rng) -> Finish:
    """Return what a rim is made of: leather, wood, card or plastic."""
    draw = rng.random()
    if draw < 0.4:
        maker = list(WOODS.values())[int(rng.integers(len(WOODS)))] if draw < 0.25 else CLOTHS["leather"]
        picture, _, rough = maker(rng, 256)
        return Finish("opaque", rough=rough, texture=picture)
    told = grey(rng, 0.03, 0.97) if rng.random() < 0.5 else colour(rng, (0.3, 1), (0.1, 0.9))
    return Finish("opaque", told, rough=float(rng.uniform(0.08, 0.5)))


def outline(rng: Rng, half: tuple[float, float]) -> tuple[Floats, bool, str]:
    """Return an outline (n, 2) around a rectangle of half sizes, whether it is round, and its name."""
    kind = int(rng.choice(5, p=(0.35, 0.2, 0.2, 0.1, 0.15)))
    far = math.hypot(*half)
    if kind == 0:
        return rectangle(2 * half[0], 2 * half[1]), False, "box"
    if kind == 1:
        corner = 0.25 * min(half)
        # A rounded corner cuts 0.29 radii off each side.
        return rectangle(2 * half[0] + 0.6 * corner, 2 * half[1] + 0.6 * corner, corner), False, "tray"
    if kind == 2:
        return circle(far / math.cos(math.pi / 6), 6, float(rng.uniform(0, 1))), False, "hexagonal tray"
    if kind == 3:
        return circle(far / math.cos(math.pi / 8), 8, float(rng.uniform(0, 1))), False, "octagonal tray"
    return circle(far, 64), True, "round tray"


def arena(rng: Rng, x: float, y: float, half: tuple[float, float], high: float | None = None) -> Thing:
    """Return a tray around world (x, y): in it the rectangle of half sizes (mm) is free; its walls are `high` mm."""
    shape, smooth, name = outline(rng, half)
    tall = float(rng.uniform(8, 30) if rng.random() < 0.6 else rng.uniform(30, 80)) if high is None else high
    thick, lean = float(rng.uniform(1.2, 14)), float(rng.choice([0.0, 0.0, 0.15, 0.4])) * tall
    rim = min(thick * 0.45, 2.5)
    profile = [
        (0.0, FLOOR), (lean, tall - rim), (lean + rim * 0.4, tall), (lean + thick - rim * 0.4, tall),
        (lean + thick, tall - rim), (lean * 0.4 + thick, 0.0),
    ]  # fmt: skip
    floor = prism(shape, FLOOR)
    picture, rough = lining(rng)
    parts = [Part(floor, Finish("opaque", rough=rough, texture=picture))]
    parts.append(Part(moulding(shape, profile, smooth), stuff(rng)))
    if rng.random() < 0.35:
        # Where the wall is lined as well, its inner side shows a strip of the floor's colour.
        strip = moulding(shape, [(-0.4, FLOOR), (lean - 0.4, tall - rim - 1.5), (lean, tall - rim - 1.5)], smooth)
        mean = picture.mean((0, 1))
        parts.append(Part(strip, Finish("matte", (float(mean[0]), float(mean[1]), float(mean[2])))))
    return Thing(tuple(Part(p.mesh.moved(np.eye(3), np.array([x, y, 0.0])), p.finish) for p in parts), name)


def around(rng: Rng, clear: Sequence[Circle], loose: float) -> Tray:
    """Return a tray around all circles (x, y, radius) with `loose` mm to spare."""
    x0, y0 = (min(c[k] - c[2] for c in clear) - loose for k in (0, 1))
    x1, y1 = (max(c[k] + c[2] for c in clear) + loose for k in (0, 1))
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    thing = arena(rng, x, y, ((x1 - x0) / 2, (y1 - y0) / 2))
    far = max(float(np.hypot(*(p.mesh.vertices[:, :2] - (x, y)).T).max()) for p in thing.parts)
    return Tray(thing, (x, y, far), (x0, y0, x1, y1))


def cup(rng: Rng) -> list[Part]:
    """Return a dice cup around the z axis: upside down, upright or lying."""
    size, high = float(rng.uniform(32, 44)), float(rng.uniform(80, 115))
    wide = size * float(rng.uniform(1.0, 1.15))
    wall = lathe(
        [(0, 0), (size, 0), (wide, high), (wide + 1.5, high + 1), (wide - 3, high + 1), (size - 3, 4), (0, 4)], 44
    )
    way = int(rng.integers(3))
    turn = (np.eye(3), spin(np.array([1.0, 0, 0]), math.pi), spin(np.array([0, 1.0, 0]), math.pi / 2))[way]
    return [Part(stood(wall, turn), stuff(rng))]
