"""Soft grounds: weave, felt, velvet, checks, prints, carpet, leather, mousemats (`surfaces` picks among them).

Every maker takes a generator and the picture's side in px, and returns a linear picture, its edge in mm, its roughness.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.grain import (
    Plane,
    Rng,
    blend,
    colour,
    embossed,
    flat,
    grey,
    grid,
    linear,
    lit,
    noise,
    printed,
    speckle,
    tint,
)
from datasets.woods import Rgb, Swatch


def anyhow(rng: Rng) -> Rgb:
    """Return a cloth's colour: any hue, or white to black, or a casino's green."""
    draw = rng.random()
    if draw < 0.35:
        return grey(rng, *((0.75, 0.97) if rng.random() < 0.5 else (0.05, 0.45)))
    if draw < 0.5:
        return colour(rng, (0.4, 0.95), (0.15, 0.55), float(rng.uniform(0.3, 0.45)))
    return colour(rng, (0.1, 0.95), (0.12, 0.9))


def wrinkled(picture: Plane, rng: Rng, strength: float) -> Plane:
    """Return a cloth with the light and shade of soft folds across it."""
    side = picture.shape[0]
    bend = noise((side, side), rng, (2, 2), 3)
    _, across = grid((side, side))
    waves = np.sin(bend * float(rng.uniform(4, 12)) + across * float(rng.uniform(2, 25)))
    sharp = np.asarray(np.float32(strength) * waves * np.abs(waves), np.float32)
    if rng.random() < 0.5:
        sharp *= np.clip(noise((side, side), rng, (2, 2), 2) + 0.3, 0, 1)
    return lit(picture, np.asarray(1 - 0.4 * strength + sharp, np.float32))


def threads(side: int, rng: Rng) -> Plane:
    """Return the tone of a plain or twill weave, around 1."""
    pitch = float(rng.uniform(3, 9))
    rows, columns = (np.arange(side, dtype=np.float32) * np.float32(2 * np.pi / pitch) for _ in range(2))
    slant = float(rng.choice([0.0, 0.0, 1.0]))
    over = np.sin(rows)[:, None] * np.sin(columns)[None, :]
    if slant:
        over = np.sin(rows[:, None] + columns[None, :])
    return np.asarray(1 + float(rng.uniform(0.04, 0.2)) * over + 0.05 * speckle((side, side), rng), np.float32)


def weave(rng: Rng, side: int) -> Swatch:
    """Make a plain woven cloth, more or less wrinkled."""
    cloth = lit(flat((side, side), anyhow(rng)), threads(side, rng))
    return wrinkled(cloth, rng, float(rng.uniform(0, 0.35))), float(rng.uniform(200, 700)), 0.8


def felt(rng: Rng, side: int) -> Swatch:
    """Make felt: short fibres, no thread, clouds where it was brushed."""
    fuzz = float(rng.uniform(0.03, 0.14)) * speckle((side, side), rng, float(rng.uniform(0.5, 1.2)))
    tone = 1 + fuzz + float(rng.uniform(0.02, 0.12)) * noise((side, side), rng, (5, 5), 3)
    cloth = lit(flat((side, side), anyhow(rng)), np.asarray(tone, np.float32))
    return (wrinkled(cloth, rng, 0.2) if rng.random() < 0.3 else cloth), float(rng.uniform(250, 800)), 0.9


def velvet(rng: Rng, side: int) -> Swatch:
    """Make velvet: strong strokes of light and shade."""
    cloth = lit(flat((side, side), anyhow(rng)), np.asarray(1 + 0.04 * speckle((side, side), rng), np.float32))
    return wrinkled(cloth, rng, float(rng.uniform(0.3, 0.6))), float(rng.uniform(300, 900)), 0.6


def checks(rng: Rng, side: int) -> Swatch:
    """Make a tablecloth of checks, tartan or stripes."""
    pitch = int(rng.integers(side // 40, side // 6))
    steps = np.arange(side)
    bands = np.sin(steps[:, None] * 0.0 + steps[None, :] * (2 * np.pi / pitch))
    duty = float(rng.uniform(-0.5, 0.5))
    across = (bands[0] > duty).astype(np.float32)
    down = across if rng.random() < 0.75 else np.zeros(side, np.float32)
    cloth = flat((side, side), anyhow(rng))
    shade = colour(rng, (0.3, 1), (0.1, 0.9)) if rng.random() < 0.7 else grey(rng, 0.02, 0.9)
    share = np.asarray((across[None, :] + down[:, None]) * 0.48, np.float32)
    cloth = blend(cloth, shade, share)
    if rng.random() < 0.4:
        line = (steps % pitch < max(1, pitch // 12)).astype(np.float32)
        cloth = blend(cloth, anyhow(rng), np.maximum(line[None, :], line[:, None]) * np.float32(0.8))
    return wrinkled(lit(cloth, threads(side, rng)), rng, float(rng.uniform(0, 0.3))), float(rng.uniform(300, 900)), 0.8


def print_(rng: Rng, side: int) -> Swatch:
    """Make a cloth or an oilcloth with one motif all over: spots, flowers, leaves, stars, rings."""
    tile = motif(rng, side // int(rng.integers(4, 14)))
    times = -(-side // tile.shape[0]) + 1
    sheet = np.tile(tile, (times, times, 1))[:side, :side]
    cloth = printed(np.ascontiguousarray(sheet))
    if rng.random() < 0.6:
        cloth = wrinkled(lit(cloth, threads(side, rng)), rng, float(rng.uniform(0, 0.25)))
    return cloth, float(rng.uniform(250, 800)), float(rng.uniform(0.15, 0.8))


def motif(rng: Rng, side: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """Return the 8-bit RGB tile of a print, drawn four times finer than it is returned."""
    fine = side * 4
    tile = np.full((fine, fine, 3), tint(rng, (0, 0.6), (0.2, 1)), np.uint8)
    kind, ink = int(rng.integers(5)), tint(rng, (0.2, 1), (0.05, 1))
    places = [(0.25, 0.25), (0.75, 0.75)] if rng.random() < 0.6 else [(0.5, 0.5)]
    size = fine * float(rng.uniform(0.06, 0.2))
    for x, y in places:
        middle = np.array([x, y]) * fine
        petals = int(rng.integers(4, 9)) if kind in (1, 2) else 1
        for k in range(petals):
            turn = 2 * np.pi * k / petals
            at = middle + size * 0.8 * np.array([np.cos(turn), np.sin(turn)]) * (petals > 1)
            axes = (int(size * 0.7), int(size * (0.25 if kind == 2 else 0.5))) if petals > 1 else (int(size), int(size))
            cv2.ellipse(
                tile, at.astype(int).tolist(), axes, float(np.degrees(turn)), 0, 360, ink, -1 if kind < 4 else 9
            )
        if kind in (1, 2, 3):
            cv2.circle(tile, middle.astype(int).tolist(), int(size * 0.35), tint(rng, (0.3, 1), (0.3, 1)), -1)
    return np.asarray(cv2.resize(tile, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def carpet(rng: Rng, side: int) -> Swatch:
    """Make a carpet: loops or tufts in one colour or mottled, sometimes banded."""
    tufts = noise((side, side), rng, (side / 6, side / 6), 2, 0.9)
    base, other = anyhow(rng), anyhow(rng)
    pile = flat((side, side), base)
    mottle = float(rng.choice([0.0, 0.35, 0.8]))
    if mottle:
        spots = np.clip(noise((side, side), rng, (side / 9, side / 9), 1) * 2, 0, 1)
        pile = blend(pile, other, np.asarray(spots * mottle, np.float32))
    if rng.random() < 0.25:
        _, across = grid((side, side))
        bands = np.sin(across * float(rng.uniform(15, 60))) > 0.3
        pile = blend(pile, other, np.asarray(np.broadcast_to(bands, (side, side)) * 0.7, np.float32))
    pile = lit(pile, np.asarray(1 + float(rng.uniform(0.15, 0.4)) * tufts, np.float32))
    pile = embossed(pile, tufts, rng, float(rng.uniform(0.1, 0.3)))
    return pile, float(rng.uniform(250, 700)), 1.0


def leather(rng: Rng, side: int) -> Swatch:
    """Make leather or its imitation: a net of creases, a soft shine."""
    cells = float(rng.uniform(40, 120))
    net = np.abs(noise((side, side), rng, (cells, cells), 2, 0.6))
    creases = np.clip(net * 5, 0, 1)
    base = colour(rng, (0.4, 0.8), (0.15, 0.6), float(rng.uniform(0.02, 0.09))) if rng.random() < 0.6 else anyhow(rng)
    hide = lit(flat((side, side), base), np.asarray(0.75 + 0.25 * creases, np.float32))
    hide = embossed(hide, np.asarray(creases, np.float32), rng, float(rng.uniform(0.05, 0.2)))
    return hide, float(rng.uniform(200, 500)), float(rng.uniform(0.2, 0.45))


def mousemat(rng: Rng, side: int) -> Swatch:
    """Make a desk or mouse mat: dark fine fabric, or a bright print of stripes and glow."""
    mat = flat((side, side), grey(rng, 0.03, 0.2))
    if rng.random() < 0.6:
        glow = noise((side, side), rng, (3, 3), 3)
        mat = blend(mat, colour(rng, (0.6, 1), (0.4, 1)), np.clip(glow * 1.6, 0, 1))
        bars = np.clip(np.sin(noise((side, side), rng, (2, 2), 1) * 14) * 9 - 7.6, 0, 1)
        mat = blend(mat, linear((0.9, 0.9, 0.95)), np.asarray(bars, np.float32))
    mat = lit(mat, np.asarray(1 + 0.1 * speckle((side, side), rng, 0.6), np.float32))
    return mat, float(rng.uniform(250, 900)), 0.7


CLOTHS = {
    "weave": weave, "felt": felt, "velvet": velvet, "checks": checks, "print": print_, "carpet": carpet,
    "leather": leather, "mousemat": mousemat,
}  # fmt: skip
