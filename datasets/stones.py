"""Hard grounds: granite, marble, terrazzo, tiles, concrete, painted desks, plastic, metal, glass (see `surfaces`).

Every maker takes a generator and the picture's side in px, and returns a linear picture, its edge in mm, its roughness.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.grain import Rng, blend, colour, embossed, flat, grey, lit, noise, ramp, scratched, soiled, speckle
from datasets.woods import Rgb, Swatch


def granite(rng: Rng, side: int) -> Swatch:
    """Make granite or a speckled laminate: grains of two or three tones."""
    base = grey(rng, 0.15, 0.85, 0.12)
    stone = flat((side, side), base)
    for _ in range(int(rng.integers(2, 5))):
        cells = side / float(rng.uniform(3, 14))
        spots = noise((side, side), rng, (cells, cells), 2, 0.7)
        shade = grey(rng, 0.02, 0.95, 0.15)
        stone = blend(stone, shade, np.clip((spots - float(rng.uniform(0.25, 0.7))) * 4, 0, 1))
    return stone, float(rng.uniform(250, 800)), float(rng.uniform(0.03, 0.3))


def sprinkled(rng: Rng, side: int) -> Swatch:
    """Make a pale office desk: one tone with tiny dark or bright specks."""
    specks: NDArray[Any] = np.zeros((side, side), np.float32)
    count = int(rng.integers(600, 6000))
    y, x = rng.integers(0, side, (2, count))
    specks[y, x] = rng.uniform(0.3, 1, count)
    specks = cv2.GaussianBlur(specks, (0, 0), float(rng.uniform(0.6, 1.3))) * 3
    base = grey(rng, 0.35, 0.95, 0.1)
    desk = blend(flat((side, side), base), grey(rng, 0.05, 0.9), np.clip(specks, 0, 0.8))
    return soiled(desk, rng, 0.03), float(rng.uniform(300, 900)), float(rng.uniform(0.15, 0.4))


def marble(rng: Rng, side: int) -> Swatch:
    """Make marble: veins in a pale, black or green stone."""
    warp = noise((side, side), rng, (3, 3), 4, 0.6)
    veins = np.abs(noise((side, side), rng, (2.5, 2.5), 5, 0.6) + np.float32(0.4) * warp)
    plane = np.clip(1 - np.exp(-veins * float(rng.uniform(4, 12))) + 0.12 * warp, 0, 1)
    base = grey(rng, 0.75, 0.97) if rng.random() < 0.65 else colour(rng, (0.1, 0.6), (0.08, 0.3))
    vein = grey(rng, 0.3, 0.65) if base[1] > 0.3 else grey(rng, 0.5, 0.95)
    return (
        ramp(plane, [vein, mixed(vein, base, 0.75), base]),
        float(rng.uniform(350, 1000)),
        float(rng.uniform(0.02, 0.15)),
    )


def mixed(a: Rgb, b: Rgb, share: float) -> Rgb:
    """Return the colour `share` of the way from a to b."""
    r, g, c = ((1 - share) * x + share * y for x, y in zip(a, b, strict=True))
    return r, g, c


def terrazzo(rng: Rng, side: int) -> Swatch:
    """Make terrazzo: chips of stone of many tones in cement."""
    ground = flat((side, side), grey(rng, 0.55, 0.95))
    shades = [colour(rng, (0.05, 0.6), (0.1, 0.95)) for _ in range(int(rng.integers(2, 6)))]
    size = side * float(rng.uniform(0.004, 0.02))
    for _ in range(int(rng.integers(250, 900))):
        corners = int(rng.integers(4, 8))
        turn = np.sort(rng.uniform(0, 6.283, corners))
        reach = size * rng.uniform(0.4, 1.4, corners)
        chip = rng.uniform(0, side, 2) + np.stack([np.cos(turn) * reach, np.sin(turn) * reach], -1)
        cv2.fillPoly(ground, [np.rint(chip).astype(np.int32)], shades[int(rng.integers(len(shades)))], cv2.LINE_AA)
    return soiled(ground, rng, 0.05), float(rng.uniform(300, 900)), float(rng.uniform(0.05, 0.25))


def tiles(rng: Rng, side: int) -> Swatch:
    """Make tiles with joints: large on a floor, small as mosaic, each a little different."""
    count = int(rng.integers(2, 13))
    base = colour(rng, (0, 0.5), (0.2, 0.97))
    cells = np.clip(1 + rng.normal(0, float(rng.uniform(0.01, 0.12)), (count, count)), 0.5, 1.4).astype(np.float32)
    tone = cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)
    tone = tone * (1 + np.float32(rng.uniform(0.01, 0.15)) * noise((side, side), rng, (9, 9), 3))
    stone = lit(flat((side, side), base), np.asarray(tone, np.float32))
    pitch = side / count
    joint = max(1.5, pitch * float(rng.uniform(0.012, 0.05)))
    gap = (np.arange(side) % pitch < joint).astype(np.float32)
    stone = blend(stone, grey(rng, 0.1, 0.8), np.maximum(gap[None, :], gap[:, None]))
    return stone, float(rng.uniform(300, 1200)), float(rng.uniform(0.03, 0.3))


def concrete(rng: Rng, side: int) -> Swatch:
    """Make concrete, plaster or slate: clouds and pores."""
    base = grey(rng, 0.15, 0.75, 0.05)
    pores = noise((side, side), rng, (90, 90), 1)
    tone = (
        1 + 0.2 * noise((side, side), rng, (4, 4), 5, 0.65) - 0.4 * (pores > 0.78) + 0.04 * speckle((side, side), rng)
    )
    return lit(flat((side, side), base), np.asarray(tone, np.float32)), float(rng.uniform(300, 1000)), 0.7


def desk(rng: Rng, side: int) -> Swatch:
    """Make a plain painted desk: white, black, grey or coloured, clean or used."""
    draw = rng.random()
    if draw < 0.5:
        base = grey(rng, 0.8, 0.98, 0.03)
    elif draw < 0.65:
        base = grey(rng, 0.03, 0.2, 0.05)
    else:
        base = grey(rng, 0.2, 0.85) if draw < 0.85 else colour(rng, (0.2, 0.9), (0.2, 0.9))
    top = flat((side, side), base, np.asarray(1 + 0.008 * speckle((side, side), rng), np.float32))
    if rng.random() < 0.5:
        top = scratched(soiled(top, rng, float(rng.uniform(0.01, 0.1))), rng, int(rng.integers(0, 30)), 0.15)
    return top, float(rng.uniform(300, 1200)), float(rng.uniform(0.04, 0.5))


def moulded(rng: Rng, side: int) -> Swatch:
    """Make a plastic tray's floor: one colour, hammered, ribbed or smooth."""
    kind, shape = int(rng.integers(3)), (side, side)
    tray = flat(shape, colour(rng, (0, 0.95), (0.1, 0.95)))
    if kind == 0:
        tray = embossed(tray, noise(shape, rng, (side / 16, side / 16), 1), rng, float(rng.uniform(0.05, 0.2)))
    elif kind == 1:
        ribs = np.sin(np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / float(rng.uniform(8, 60))))
        tray = lit(tray, np.asarray(np.broadcast_to(1 + 0.15 * ribs * np.abs(ribs), shape), np.float32))
    tray = soiled(tray, rng, 0.02)
    return (
        scratched(tray, rng, int(rng.integers(0, 40)), 0.15),
        float(rng.uniform(200, 500)),
        float(rng.uniform(0.08, 0.4)),
    )


def metal(rng: Rng, side: int) -> Swatch:
    """Make brushed metal or a baking tray."""
    strokes = noise((side, side), rng, (side / 2, 6), 2, 0.7)
    tone = np.asarray(1 + float(rng.uniform(0.05, 0.2)) * strokes, np.float32)
    sheet = lit(flat((side, side), grey(rng, 0.3, 0.8, 0.08)), tone)
    return (
        scratched(sheet, rng, int(rng.integers(0, 60)), 0.3),
        float(rng.uniform(250, 700)),
        float(rng.uniform(0.08, 0.25)),
    )


STONES = {
    "granite": granite, "sprinkled": sprinkled, "marble": marble, "terrazzo": terrazzo, "tiles": tiles,
    "concrete": concrete, "desk": desk, "moulded": moulded, "metal": metal,
}  # fmt: skip
