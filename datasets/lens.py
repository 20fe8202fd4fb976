"""What lens and shutter do to linear light (h, w, 3): glow, defocus, movement, colour fringes, vignette, flicker."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Rng = np.random.Generator


def glow(light: Plane, strength: float, reach: float) -> Plane:
    """Return light with a share of what is brighter than white spread over `reach` px."""
    spill = np.clip(light - 1, 0, 8)
    if strength <= 0 or not spill.any():
        return light
    return np.asarray(light + np.float32(strength) * cv2.GaussianBlur(spill, (0, 0), reach), np.float32)


def veiled(light: Plane, share: float) -> Plane:
    """Return light with `share` of its mean spread over everything, as a dirty or backlit lens does."""
    return np.asarray(light * np.float32(1 - share) + np.float32(share) * light.mean((0, 1)), np.float32)


def defocused(light: Plane, radius: float) -> Plane:
    """Return light blurred by a disc of `radius` px; under half a pixel nothing happens."""
    if radius < 0.5:
        return light
    reach = math.ceil(radius)
    down, across = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(radius + 0.5 - np.hypot(down, across), 0, 1).astype(np.float32)
    return np.asarray(cv2.filter2D(light, -1, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE), np.float32)


def moved(light: Plane, length: float, angle: float) -> Plane:
    """Return light smeared along a line of `length` px at an angle in rad; its middle stays in place."""
    if length < 1:
        return light
    reach = math.ceil(length / 2) + 1
    line = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    for share in np.linspace(-0.5, 0.5, 4 * math.ceil(length) + 1):
        x, y = reach + share * length * math.cos(angle), reach + share * length * math.sin(angle)
        left, top = int(x), int(y)
        for row, column, part in ((0, 0, (1 - x % 1) * (1 - y % 1)), (0, 1, (x % 1) * (1 - y % 1)),
                                  (1, 0, (1 - x % 1) * (y % 1)), (1, 1, (x % 1) * (y % 1))):  # fmt: skip
            line[top + row, left + column] += np.float32(part)
    return np.asarray(cv2.filter2D(light, -1, line / line.sum(), borderType=cv2.BORDER_REPLICATE), np.float32)


def fringed(light: Plane, most: float) -> Plane:
    """Return light whose red is scaled up and blue down around the middle, by `most` px at the picture's corner."""
    high, wide = light.shape[:2]
    planes = []
    for k, sign in enumerate((1.0, 0.0, -1.0)):
        plane: NDArray[Any] = np.ascontiguousarray(light[..., k])
        if sign:
            scale = 1 + sign * most / math.hypot(high / 2, wide / 2)
            move = np.array([[scale, 0, (1 - scale) * wide / 2], [0, scale, (1 - scale) * high / 2]])
            plane = cv2.warpAffine(plane, move, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        planes.append(plane)
    return np.asarray(cv2.merge(planes), np.float32)


def vignetted(light: Plane, strength: float, middle: tuple[float, float] = (0.0, 0.0)) -> Plane:
    """Return light darkened by `strength` at the corners, around a middle given from -1 to 1 each way."""
    high, wide = light.shape[:2]
    down = np.linspace(-1, 1, high, dtype=np.float32)[:, None] - np.float32(middle[1])
    across = np.linspace(-1, 1, wide, dtype=np.float32)[None, :] - np.float32(middle[0])
    tone = np.clip(1 - np.float32(strength / 2) * (down**2 + across**2), 0.02, 1)
    return np.asarray(light * tone[..., None], np.float32)


def flickering(light: Plane, rng: Rng, strength: float) -> Plane:
    """Return light with the bands that a rolling shutter makes of a lamp's flicker: brighter rows, tinted rows."""
    rows = np.arange(light.shape[0], dtype=np.float32) / np.float32(light.shape[0])
    wave = np.sin(rows * np.float32(rng.uniform(6, 40)) + np.float32(rng.uniform(0, 6.3)))
    tinge = rng.uniform(0.3, 1, 3).astype(np.float32)
    return np.asarray(light * (1 + np.float32(strength) * wave[:, None, None] * tinge), np.float32)
