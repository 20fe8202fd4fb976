"""Paints a die's skin: veins, flecks, painted pips and emblems, six charts in one texture (see `cubes.charted`)."""

import math
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.cubes import FILL
from datasets.die import PIPS, DieShape, faces
from datasets.scene import Look, Plane

EMBLEMS = 12
LETTERS = "ABCDEFGHKMPRSTXZ&?%@"


def textured(shape: DieShape, look: Look) -> bool:
    """Tell whether one colour is not enough to show this die's body."""
    drawn = shape.painted or shape.emblem > 0 or look.disc is not None
    return drawn or look.finish in ("marbled", "speckled", "pearl")


@lru_cache(maxsize=48)
def atlas(shape: DieShape, look: Look, side: int = 160) -> Plane:
    """Return the body's texture, (2 side, 3 side, 3) linear RGB, values 1 to 6 row by row."""
    charts = [chart(shape, look, value, side) for value in PIPS]
    return np.concatenate([np.concatenate(charts[:3], axis=1), np.concatenate(charts[3:], axis=1)])


def chart(shape: DieShape, look: Look, value: int, side: int) -> Plane:
    """Return the texture of one face, first row at its upper edge."""
    rng = np.random.default_rng((look.seed, value))
    x, y = plane(side)
    skin = ground(shape, look, value, x, y)
    if look.finish == "speckled":
        skin = mixed(skin, look.second or look.pips, speckles(side, rng))
    if look.disc is not None:
        skin = mixed(skin, look.disc, edge(np.hypot(x, y) - 0.78, side))
    ink = look.accent if look.accent is not None and value in shape.accents else look.pips
    if value == 1 and shape.emblem:
        return mixed(skin, ink, emblem(shape.emblem, side))
    if shape.painted:
        radius = shape.pip * (shape.ace if value == 1 else 1.0)
        for a, b in PIPS[value]:
            skin = mixed(skin, ink, edge(np.hypot(x - a * shape.offset, y - b * shape.offset) - radius, side))
    return skin


def plane(side: int) -> tuple[Plane, Plane]:
    """Return the face's own coordinates of a chart's pixels, -1 to 1 from edge to edge."""
    line = ((np.arange(side, dtype=np.float32) + 0.5) / side * 2 - 1) / FILL
    return np.broadcast_to(line, (side, side)), np.broadcast_to(-line[:, None], (side, side))


def edge(far: NDArray[np.floating[Any]], side: int) -> Plane:
    """Return how much of each pixel is covered, from its signed distance to an outline in half edges."""
    return np.asarray(np.clip(0.5 - far * side * FILL / 2, 0, 1), np.float32)


def mixed(under: Plane, over: tuple[float, ...], share: Plane) -> Plane:
    """Return a picture with a colour laid over it by shares (h, w)."""
    return np.asarray(under + share[..., None] * (np.array(over, np.float32) - under), np.float32)


def ground(shape: DieShape, look: Look, value: int, x: Plane, y: Plane) -> Plane:
    """Return the body's own colours on a face: even, in veins (marbled), or in soft clouds (pearl)."""
    body = np.broadcast_to(np.array(look.body, np.float32), (*x.shape, 3))
    if look.finish not in ("marbled", "pearl"):
        return body
    normal, right, up = faces(shape)[value]
    points = normal + x[..., None] * right + y[..., None] * up
    rng = np.random.default_rng(look.seed)
    warp = np.stack([waves(points, rng, 1.6) for _ in range(3)], axis=-1)
    clouds = waves(points + 0.55 * warp, rng, float(rng.uniform(1.2, 3.5)))
    sharp = float(rng.uniform(1.5, 7)) if look.finish == "marbled" else 0.8
    share = 0.5 + 0.5 * np.tanh(sharp * (clouds + float(rng.uniform(-0.3, 0.3))))
    return mixed(body, look.second or look.body, np.asarray(share, np.float32))


def waves(points: NDArray[np.float64], rng: np.random.Generator, pitch: float) -> NDArray[np.float64]:
    """Return soft noise about 0 at points (..., 3): a dozen waves of random directions, `pitch` turns a half edge."""
    total = np.zeros(points.shape[:-1])
    for _ in range(12):
        way = rng.normal(size=3) * pitch * 1.4
        total += np.sin(points @ way + rng.uniform(0, 2 * math.pi))
    return total / math.sqrt(12 / 2)


def speckles(side: int, rng: np.random.Generator) -> Plane:
    """Return the cover of a chart by random flecks, fine or coarse."""
    cover = np.zeros((side, side), np.uint8)
    coarse = float(np.exp(rng.uniform(math.log(0.008), math.log(0.03))))
    for _ in range(int(rng.uniform(0.06, 0.3) / (math.pi * coarse**2))):
        at = rng.uniform(0, side * 16, 2).astype(int)
        axes = np.maximum(rng.gamma(4, coarse * side * 4, 2).astype(int), 4)
        corners = cv2.ellipse2Poly((0, 0), (int(axes[0]), int(axes[1])), int(rng.uniform(0, 180)), 0, 360, 60)
        cv2.fillConvexPoly(cover, (corners + at).astype(np.int32), 255, cv2.LINE_AA, 4)
    return np.asarray(cover / 255, np.float32)


def emblem(number: int, side: int) -> Plane:
    """Return the cover of a chart by emblem number 1, 2, ...: stars, rings, letters, a heart, a skull, waves."""
    rng = np.random.default_rng((991, number))
    big = np.zeros((side * 4, side * 4), np.uint8)
    size = side * 4 * FILL / 2 * float(rng.uniform(0.4, 0.72))
    DRAWERS[number % len(DRAWERS)](big, size, rng)
    return np.asarray(cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA) / 255, np.float32)


def star(big: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Draw a star or a rosette of 3 to 12 points."""
    points, inner = int(rng.integers(3, 13)), float(rng.uniform(0.3, 0.75))
    turn = np.arange(2 * points) * math.pi / points
    reach = np.where(np.arange(2 * points) % 2, inner, 1.0) * size
    corners = np.stack([np.sin(turn) * reach, -np.cos(turn) * reach], -1) + len(big) / 2
    cv2.fillPoly(big, [corners.astype(np.int32)], 255)
    if rng.random() < 0.5:
        cv2.circle(big, (len(big) // 2, len(big) // 2), int(size * inner * 0.5), 0, -1)


def rings(big: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Draw rings around each other, or a cross in a ring."""
    middle = (len(big) // 2, len(big) // 2)
    for share in np.linspace(1, 0.25, int(rng.integers(2, 4))):
        cv2.circle(big, middle, int(size * share), 255, max(2, int(size * rng.uniform(0.06, 0.16))))
    if rng.random() < 0.6:
        angle, reach = float(rng.uniform(0, math.pi)), np.array([size, size])
        for k in range(int(rng.integers(1, 4))):
            way = reach * [math.cos(angle + k), math.sin(angle + k)]
            ends = [(np.array(middle) + s * way).astype(int).tolist() for s in (-1, 1)]
            cv2.line(big, ends[0], ends[1], 255, max(2, int(size * 0.12)))


def letters(big: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Draw one to three letters."""
    text = "".join(rng.choice(list(LETTERS), int(rng.integers(1, 4))))
    font, thick = int(rng.integers(0, 8)), max(2, int(size * rng.uniform(0.1, 0.22)))
    (wide, high), _base = cv2.getTextSize(text, font, 1.0, 1)
    scale = 1.7 * size / max(wide, high)
    corner = (int(len(big) / 2 - wide * scale / 2), int(len(big) / 2 + high * scale / 2))
    cv2.putText(big, text, corner, font, scale, 255, thick, cv2.LINE_AA)


def beast(big: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Draw a face: a round head with ears or a jaw, two eyes and teeth."""
    x = y = len(big) // 2
    cv2.ellipse(big, (x, y - int(size * 0.1)), (int(size * 0.8), int(size * 0.75)), 0, 0, 360, 255, -1)
    for side in (-1, 1):
        if rng.random() < 0.7:
            cv2.circle(big, (x + side * int(size * 0.65), y - int(size * 0.7)), int(size * 0.3), 255, -1)
        cv2.circle(big, (x + side * int(size * 0.32), y - int(size * 0.15)), int(size * rng.uniform(0.12, 0.24)), 0, -1)
    cv2.rectangle(big, (x - int(size * 0.4), y + int(size * 0.4)), (x + int(size * 0.4), y + int(size * 0.95)), 255, -1)
    for k in (-0.2, 0.0, 0.2):
        cv2.line(
            big, (x + int(size * k), y + int(size * 0.55)), (x + int(size * k), y + int(size)), 0, int(size * 0.05)
        )


def swirl(big: NDArray[np.uint8], size: float, rng: np.random.Generator) -> None:
    """Draw a spiral, an eight or another curve of two waves."""
    t = np.linspace(0, 2 * math.pi, 200)
    a, b = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    grow = t / t[-1] if rng.random() < 0.5 else np.ones_like(t)
    curve = np.stack([np.sin(a * t) * grow, np.cos(b * t + rng.uniform(0, 1)) * grow], -1) * size + len(big) / 2
    cv2.polylines(big, [curve.astype(np.int32)], False, 255, max(3, int(size * rng.uniform(0.1, 0.25))))


DRAWERS = (star, rings, letters, beast, swirl)
