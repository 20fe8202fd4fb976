"""Brushes of all procedural pictures: fast noise, colours, scratches and dirt, ink in 8 bit (`surfaces` uses them).

Pictures are linear RGB, float32, 0 to 1; every choice comes from the generator that is handed in.
"""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Image = NDArray[np.uint8]
Rng = np.random.Generator
Tint = tuple[int, int, int]

# IEC 61966-2-1: the display's curve undone.
_STEPS = np.arange(256, dtype=np.float32) / 255
LINEAR = np.where(_STEPS <= 0.04045, _STEPS / 12.92, ((_STEPS + 0.055) / 1.055) ** 2.4).astype(np.float32)


def noise(shape: tuple[int, int], rng: Rng, cells: tuple[float, float], octaves: int = 4, fade: float = 0.55) -> Plane:
    """Return soft noise around 0, about -1 to 1, with `cells` blobs down and across in its coarsest octave."""
    total = np.zeros(shape, np.float32)
    for k in range(octaves):
        rows, columns = (max(2, min(side, round(c * 2**k))) for c, side in zip(cells, shape, strict=True))
        grid = rng.random((rows, columns), dtype=np.float32) * np.float32(fade**k)
        total += cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC if k < 3 else cv2.INTER_LINEAR)
    total -= np.float32(total.mean())
    return np.asarray(total * np.float32(1.6), np.float32)


def speckle(shape: tuple[int, int], rng: Rng, blur: float = 0.0) -> Plane:
    """Return noise from pixel to pixel with mean 0 and deviation 1, softened by a Gaussian of `blur` px."""
    small = (max(2, shape[0] // 2), max(2, shape[1] // 2))
    grid = rng.standard_normal(small, dtype=np.float32)
    # One quarter of the random numbers, laid out twice each way and mirrored: the eye sees no repetition, time does.
    tile = np.block([[grid, grid[::-1]], [grid[:, ::-1], grid[::-1, ::-1]]])
    plane = cv2.resize(tile, shape[::-1]) if tile.shape != shape else tile
    if blur:
        plane = cv2.GaussianBlur(plane, (0, 0), blur)
        plane = plane / np.float32(plane.std() + 1e-9)
    return np.asarray(plane, np.float32)


def grid(shape: tuple[int, int]) -> tuple[Plane, Plane]:
    """Return the rows' (h, 1) and the columns' (1, w) places from 0 to 1."""
    down = (np.arange(shape[0], dtype=np.float32) + np.float32(0.5)) / np.float32(shape[0])
    across = (np.arange(shape[1], dtype=np.float32) + np.float32(0.5)) / np.float32(shape[1])
    return down[:, None], across[None, :]


def ramp(plane: Plane, colours: list[tuple[float, float, float]]) -> Plane:
    """Return (h, w, 3) colours that a plane from 0 to 1 picks from evenly spaced linear `colours`."""
    steps = np.linspace(0, 1, len(colours))
    table = np.stack([np.interp(np.linspace(0, 1, 256), steps, [c[k] for c in colours]) for k in range(3)], -1)
    levels = np.clip(plane * 255, 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(cv2.merge([levels] * 3), table[None].astype(np.float32)), np.float32)


def colour(
    rng: Rng, full: tuple[float, float] = (0.2, 0.9), light: tuple[float, float] = (0.1, 0.9), hue: float | None = None
) -> tuple[float, float, float]:
    """Return a linear RGB colour of any hue (or of `hue`, 0 to 1), its display saturation and value in ranges."""
    tone = float(rng.random()) if hue is None else hue % 1.0
    told = colorsys.hsv_to_rgb(tone, float(rng.uniform(*full)), float(rng.uniform(*light)))
    return linear(told)


def linear(told: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return a display colour (0 to 1) as linear light."""
    r, g, b = (float(LINEAR[round(min(max(c, 0.0), 1.0) * 255)]) for c in told)
    return r, g, b


def grey(rng: Rng, low: float, high: float, tinge: float = 0.035) -> tuple[float, float, float]:
    """Return a linear grey between two display levels, tinged a little."""
    level = float(rng.uniform(low, high))
    r, g, b = (min(1.0, max(0.0, level * (1 + float(rng.uniform(-tinge, tinge))))) for _ in range(3))
    return linear((r, g, b))


def flat(shape: tuple[int, int], told: tuple[float, float, float], tone: Plane | float = 1.0) -> Plane:
    """Return one colour over a picture, times a tone for each pixel."""
    plane = np.broadcast_to(np.asarray(tone, np.float32), shape)
    return np.asarray(cv2.merge([plane * np.float32(c) for c in told]), np.float32)


def blend(below: Plane, above: Plane | tuple[float, float, float], share: Plane | float) -> Plane:
    """Return `above` over `below`, `share` (0 to 1, a number or (h, w)) of it."""
    over = np.asarray(above, np.float32)
    part = np.asarray(share, np.float32)
    return np.asarray(below + (over - below) * (part[..., None] if part.ndim else part), np.float32)


def lit(picture: Plane, tone: Plane) -> Plane:
    """Return a picture times a tone (h, w), kept within what paint can reflect."""
    return np.asarray(np.clip(picture * tone[..., None], 0.002, 0.92), np.float32)


def printed(ink: Image) -> Plane:
    """Return an 8-bit RGB picture (display curve) as linear light."""
    return np.asarray(cv2.LUT(ink, np.repeat(LINEAR[None, :, None], 3, 2)), np.float32)


def tint(rng: Rng, full: tuple[float, float] = (0.2, 0.9), light: tuple[float, float] = (0.1, 0.95)) -> Tint:
    """Return an 8-bit RGB colour of any hue, to draw with."""
    told = colorsys.hsv_to_rgb(float(rng.random()), float(rng.uniform(*full)), float(rng.uniform(*light)))
    return round(told[0] * 255), round(told[1] * 255), round(told[2] * 255)


def embossed(picture: Plane, relief: Plane, rng: Rng, strength: float) -> Plane:
    """Return a picture shaded as if its relief (h, w) stood up in light that falls along the table."""
    turn = float(rng.uniform(0, 6.283))
    slope = cv2.Scharr(relief, cv2.CV_32F, 1, 0) * np.float32(np.cos(turn))
    slope = slope + cv2.Scharr(relief, cv2.CV_32F, 0, 1) * np.float32(np.sin(turn))
    steep = np.float32(strength) * slope / np.float32(slope.std() + 1e-9)
    return lit(picture, np.asarray(1 + np.clip(steep, -0.6, 0.6), np.float32))


def scratched(picture: Plane, rng: Rng, count: int, strength: float = 0.25) -> Plane:
    """Return a picture with thin scratches, lighter or darker."""
    side = max(picture.shape)
    marks = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(count):
        start, turn = rng.uniform(0, side, 2), rng.uniform(0, 6.28)
        way = start + rng.exponential(side * 0.12) * np.array([np.cos(turn), np.sin(turn)])
        bend = (start + way) / 2 + rng.normal(0, side * 0.01, 2)
        line = np.rint(np.stack([start, bend, way])).astype(np.int32)
        cv2.polylines(marks, [line], False, int(rng.integers(60, 255)), 1, cv2.LINE_AA)
    tone = marks.astype(np.float32) * np.float32(strength / 255 * rng.choice([-1, 1]))
    return lit(picture, np.asarray(1 + tone, np.float32))


def soiled(picture: Plane, rng: Rng, strength: float) -> Plane:
    """Return a picture with soft stains and uneven wear."""
    tone = np.float32(1) + np.float32(strength) * noise((picture.shape[0], picture.shape[1]), rng, (3, 3), 4)
    return lit(picture, np.asarray(tone, np.float32))


def word(rng: Rng, least: int = 2, most: int = 9) -> str:
    """Return letters that look like a word."""
    vowels, others = "aeiou", "bcdfghklmnprstvw"
    length = int(rng.integers(least, most + 1))
    return "".join(
        (vowels if k % 2 else others)[int(rng.integers(len(vowels if k % 2 else others)))] for k in range(length)
    )
