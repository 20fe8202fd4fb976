"""Wooden grounds: planks, veneer, parquet, butcher's block, chipboard, cork (`surfaces` picks among them).

Every maker takes a generator and the picture's side in px, and returns a linear picture, its edge in mm, its roughness.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from datasets.grain import Plane, Rng, colour, flat, grid, lit, noise, ramp, scratched, speckle

Swatch = tuple[Plane, float, float]
Rgb = tuple[float, float, float]

# Dark and light tone of a wood as linear RGB.
SPECIES: tuple[tuple[Rgb, Rgb], ...] = (
    ((0.16, 0.075, 0.035), (0.42, 0.25, 0.13)),  # oak
    ((0.33, 0.20, 0.105), (0.62, 0.44, 0.26)),  # beech, pine
    ((0.48, 0.38, 0.27), (0.72, 0.60, 0.45)),  # birch, maple
    ((0.035, 0.016, 0.009), (0.15, 0.07, 0.035)),  # walnut
    ((0.10, 0.022, 0.010), (0.30, 0.085, 0.035)),  # mahogany, cherry
    ((0.008, 0.006, 0.005), (0.05, 0.04, 0.035)),  # wenge, stained black
    ((0.36, 0.33, 0.29), (0.60, 0.57, 0.52)),  # limed, greyed
    ((0.22, 0.10, 0.025), (0.55, 0.29, 0.09)),  # lacquered pine, honey
)


def species(rng: Rng) -> list[Rgb]:
    """Return the tones of one wood from dark to light, its own redness and depth."""
    dark, light = SPECIES[int(rng.integers(len(SPECIES)))]
    warm = float(rng.normal(0, 0.06))
    shift = float(rng.uniform(0.8, 1.2)) * np.array([1 + warm, 1.0, 1 - warm])
    tones = [np.array(dark), 0.6 * np.array(dark) + 0.4 * np.array(light), np.array(light)]
    mixed = [np.clip(t * shift, 0.003, 0.9) for t in tones]
    return [(float(m[0]), float(m[1]), float(m[2])) for m in mixed]


def figure(shape: tuple[int, int], rng: Rng, flow: float = 1.0) -> Plane:
    """Return the rings and the grain of one board, 0 to 1, its fibres along the rows."""
    across, _ = grid(shape)
    bend = noise(shape, rng, (1.4, 2 * flow), 2)
    rings = np.sin(
        (across * float(rng.uniform(1, 4)) + bend * float(rng.uniform(0.3, 1.6))) * float(rng.uniform(6, 16))
    )
    fibre = noise(shape, rng, (90, 3), 3, 0.8)
    share = float(rng.uniform(0.1, 0.28))
    return np.asarray(0.55 + share * rings + float(rng.uniform(0.15, 0.4)) * fibre, np.float32)


def veneer(rng: Rng, side: int) -> Swatch:
    """Make one wide board or a laminate print of one, sometimes knotty."""
    plane = figure((side, side), rng)
    for _ in range(int(rng.integers(0, 4))):
        knot(plane, rng)
    return ramp(plane, species(rng)), float(rng.uniform(350, 1100)), float(rng.uniform(0.08, 0.4))


def knot(plane: Plane, rng: Rng) -> None:
    """Set one dark knot with rings around it into a board's figure."""
    side = plane.shape[0]
    x, y = rng.uniform(0, side, 2)
    size = float(rng.uniform(0.012, 0.035)) * side
    reach = int(size * 4)
    top, left = max(0, int(y) - reach), max(0, int(x) - reach)
    part = plane[top : int(y) + reach, left : int(x) + reach]
    down, across = np.ogrid[: part.shape[0], : part.shape[1]]
    far = np.sqrt(((down + top - y) * 1.5) ** 2 + (across + left - x) ** 2).astype(np.float32) / np.float32(size)
    part -= np.float32(0.5) * np.exp(-far * far) + np.float32(0.15) * np.sin(far * 6) * np.exp(-far * 0.8)


def planks(rng: Rng, side: int) -> Swatch:
    """Make a floor or a table of boards side by side, staggered, with joints between."""
    rows = int(rng.integers(3, 12))
    plane = np.zeros((side, side), np.float32)
    joint = max(1, round(side * float(rng.uniform(0.001, 0.004))))
    for first, last in pairwise(np.linspace(0, side, rows + 1).astype(int)):
        cuts = np.sort(rng.uniform(0, side, int(rng.integers(0, 3)))).astype(int)
        for start, stop in pairwise([0, *cuts.tolist(), side]):
            if stop - start > 3:
                board = figure((int(last - first), stop - start), rng, (stop - start) / side)
                plane[first:last, start:stop] = board + np.float32(rng.normal(0, 0.13))
                plane[first:last, start : start + joint] *= 0.3
        plane[first : first + joint] *= np.float32(0.3)
    wood = ramp(plane, species(rng))
    return scratched(wood, rng, int(rng.integers(0, 20))), float(rng.uniform(500, 1300)), float(rng.uniform(0.1, 0.45))


def block(rng: Rng, side: int) -> Swatch:
    """Make a butcher's block or parquet: many short strips, each cut from another place of one board."""
    rows, columns = int(rng.integers(12, 26)), int(rng.integers(2, 7))
    stock = figure((side + 64, side), rng)
    plane = np.zeros((side, side), np.float32)
    for first, last in pairwise(np.linspace(0, side, rows + 1).astype(int)):
        cuts = np.linspace(0, side, columns + 1) + float(rng.uniform(-0.5, 0.5)) * side / columns
        for start, stop in pairwise([0, *np.clip(cuts[1:-1], 1, side - 1).astype(int).tolist(), side]):
            y, x = int(rng.integers(0, side + 64 - (last - first))), int(rng.integers(0, side - (stop - start) + 1))
            piece = stock[y : y + last - first, x : x + stop - start]
            plane[first:last, start:stop] = piece + np.float32(rng.normal(0, 0.16))
            plane[first:last, start : start + 1] *= np.float32(0.75)
    return ramp(plane, species(rng)), float(rng.uniform(350, 800)), float(rng.uniform(0.12, 0.4))


def parquet(rng: Rng, side: int) -> Swatch:
    """Make parquet: bundles of strips that meet at right angles, staggered."""
    plane, strip = np.zeros((side, side), np.float32), side // int(rng.integers(10, 18))
    long = strip * 4
    stock = figure((side, side), rng)
    for row in range(-6, side // strip + 6):
        for k in range(-2, side // (2 * strip) + 2):
            x, y = k * 2 * long // 1 + (row % 8) * strip, row * strip
            for left, top, wide, high in ((x, y, long, strip), (x + long, y, strip, long)):
                piece(plane, stock, (left, top, wide, high), rng)
    return ramp(plane, species(rng)), float(rng.uniform(500, 1200)), float(rng.uniform(0.1, 0.35))


def piece(plane: Plane, stock: Plane, where: tuple[int, int, int, int], rng: Rng) -> None:
    """Lay one strip (left, top, width, height in px) cut anywhere from the stock, a dark joint around it."""
    left, top, wide, high = where
    x0, y0, x1, y1 = max(0, left), max(0, top), min(plane.shape[1], left + wide), min(plane.shape[0], top + high)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    a, b = int(rng.integers(0, stock.shape[0] // 2)), int(rng.integers(0, stock.shape[1] // 2))
    cut = stock[a : a + (y1 - y0), b : b + (x1 - x0)]
    if high > wide:
        cut = stock[b : b + (x1 - x0), a : a + (y1 - y0)].T
    plane[y0:y1, x0:x1] = cut + np.float32(rng.normal(0, 0.14))
    plane[y0:y1, x0] *= np.float32(0.5)
    plane[y0, x0:x1] *= np.float32(0.5)


def chipboard(rng: Rng, side: int) -> Swatch:
    """Make pressed chips: many little flakes of different tone, as on OSB or hardboard."""
    plane = np.full((side, side), 0.5, np.float32)
    size = side * float(rng.uniform(0.008, 0.03))
    for _ in range(900):
        at, turn = rng.uniform(0, side, 2), float(rng.uniform(0, 180))
        axes = (size * float(rng.uniform(0.5, 2.2)), size * float(rng.uniform(0.2, 0.6)))
        flake = cv2.boxPoints((at.tolist(), (axes[0] * 2, axes[1] * 2), turn)).astype(np.int32)
        cv2.fillConvexPoly(plane, flake, float(rng.uniform(0.2, 0.95)))
    plane += np.float32(0.08) * speckle((side, side), rng, 0.7)
    return ramp(plane, species(rng)), float(rng.uniform(300, 700)), float(rng.uniform(0.3, 0.6))


def cork(rng: Rng, side: int) -> Swatch:
    """Make cork: grains in browns, dark pores."""
    grains = noise((side, side), rng, (side / 14, side / 14), 2, 0.8)
    pores = noise((side, side), rng, (side / 22, side / 22), 1)
    tone = np.asarray(1 + 0.32 * grains - 0.55 * (pores > 0.62), np.float32)
    base = colour(rng, (0.4, 0.6), (0.55, 0.8), 0.075)
    return lit(flat((side, side), base), tone), float(rng.uniform(250, 500)), 0.6


WOODS = {
    "veneer": veneer, "planks": planks, "block": block, "parquet": parquet, "chipboard": chipboard, "cork": cork,
}  # fmt: skip
