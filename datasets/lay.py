"""Lay a cut-out on a ground: turned, seen from a side, in other light, with a shadow; never on top of another."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photos import Box

Image = NDArray[Any]

SHARED = 0.03  # share of the smaller outline's pixels that two dice may share: touching, not stacked


@dataclass(frozen=True)
class Laid:
    """A cut-out (BGRA) with its value and, once it lies, its box (x, y, w, h px) and its outline in the picture."""

    picture: Image
    value: int
    box: Box = (0.0, 0.0, 0.0, 0.0)


def turned(cutout: Image, value: int, wide: float, flat: float, rng: np.random.Generator) -> Laid:
    """Return a cut-out `wide` px wide, turned by any angle, squeezed to `flat` of its height, in other colours."""
    high, broad = cutout.shape[:2]
    scale = wide / max(high, broad)
    angle, mirror = rng.uniform(0, 2 * math.pi), 1 if rng.random() < 0.5 else -1
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    move = np.array([[cos * mirror, -sin], [sin * flat * mirror, cos * flat]])
    corners = np.array([[0, 0], [broad, 0], [broad, high], [0, high]], float) @ move.T
    low = corners.min(axis=0) - 1
    side = np.ceil(corners.max(axis=0) - low + 1).astype(int)
    if scale < 0.5:  # shrink by area first: a plain warp would skip pixels
        cutout = cv2.resize(cutout, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        move = move / scale
    warp = np.column_stack([move, -low])
    moved = cv2.warpAffine(cutout, warp, (int(side[0]), int(side[1])), flags=cv2.INTER_LINEAR)
    return Laid(_recoloured(moved, rng), value)


def _recoloured(picture: Image, rng: np.random.Generator) -> Image:
    hsv = cv2.cvtColor(picture[..., :3], cv2.COLOR_BGR2HSV).astype(np.float32)
    if rng.random() < 0.5:
        hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 180)) % 180
    hsv[..., 1] *= math.exp(rng.normal(0, 0.25))
    hsv[..., 2] *= math.exp(rng.normal(0, 0.25))
    colour = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR)
    if rng.random() < 0.08:
        colour = 255 - colour
    return np.dstack([colour, picture[..., 3]])


def lay(image: Image, die: Laid, laid: list[Laid], beside: Box | None, rng: np.random.Generator) -> bool:
    """Blend a die into `image` in place, clear of those in `laid`, and add it there; tell whether there was room."""
    height, width = image.shape[:2]
    high, wide = die.picture.shape[:2]
    for _ in range(8):
        x, y = _place((width, height), (wide, high), beside, rng)
        box, clear = _fits(die, (x, y), (width, height), laid)
        if not clear:
            continue
        _shadow(image, die.picture[..., 3], (x, y), rng)
        _blend(image, die.picture, (x, y), rng)
        laid.append(Laid(die.picture, die.value, box))
        return True
    return False


def _place(
    size: tuple[int, int], die: tuple[int, int], beside: Box | None, rng: np.random.Generator
) -> tuple[int, int]:
    if beside is None:
        low = [-side // 5 for side in die]
        high = [max(place - side * 4 // 5, start + 1) for place, side, start in zip(size, die, low, strict=True)]
        return int(rng.integers(low[0], high[0])), int(rng.integers(low[1], high[1]))
    turn = rng.uniform(0, 2 * math.pi)
    far = 0.5 * (beside[2] + die[0]) * rng.uniform(0.8, 1.15)
    x = beside[0] + beside[2] / 2 + far * math.cos(turn) - die[0] / 2
    y = beside[1] + beside[3] / 2 + far * math.sin(turn) * die[1] / max(1, die[0]) - die[1] / 2
    return int(x), int(y)


def _fits(die: Laid, at: tuple[int, int], size: tuple[int, int], laid: list[Laid]) -> tuple[Box, bool]:
    """The box of the visible outline, and whether most of it is in the picture and no other die under it."""
    seen = die.picture[..., 3] > 127
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if not len(rows):
        return (0.0, 0.0, 0.0, 0.0), False
    left, top = max(0, at[0] + int(columns[0])), max(0, at[1] + int(rows[0]))
    right, low = min(size[0], at[0] + int(columns[-1]) + 1), min(size[1], at[1] + int(rows[-1]) + 1)
    whole = len(rows) * len(columns)
    if right <= left or low <= top or (right - left) * (low - top) < 0.6 * whole:
        return (0.0, 0.0, 0.0, 0.0), False
    box = (float(left), float(top), float(right - left), float(low - top))
    return box, not any(
        _shared(box, other.box) > SHARED * min(box[2] * box[3], other.box[2] * other.box[3]) for other in laid
    )


def _shared(a: Box, b: Box) -> float:
    """Square px that two boxes share; 0 where their ellipses are apart: turned dice touch with boxes that overlap."""
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if wide <= 0 or high <= 0:
        return 0.0
    away = math.hypot(
        (a[0] + a[2] / 2 - b[0] - b[2] / 2) * 2 / (a[2] + b[2]), (a[1] + a[3] / 2 - b[1] - b[3] / 2) * 2 / (a[3] + b[3])
    )
    return 0.0 if away > 0.97 else wide * high


def _shadow(image: Image, alpha: Image, at: tuple[int, int], rng: np.random.Generator) -> None:
    wide = alpha.shape[1]
    soft, dark = rng.uniform(0.02, 0.2) * wide + 0.5, rng.uniform(0.1, 0.75)
    turn, far = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.22) * wide
    room = int(2 * soft + 1)
    padded = cv2.copyMakeBorder(alpha, room, room, room, room, cv2.BORDER_CONSTANT)
    shade = cv2.GaussianBlur(padded, (0, 0), float(soft))[..., None].astype(np.float32) / 255 * dark
    place = (at[0] - room + int(far * math.cos(turn)), at[1] - room + int(far * math.sin(turn)))
    part, piece = _window(image, shade, place)
    part[:] = (part * (1 - piece)).astype(np.uint8)


def _blend(image: Image, picture: Image, at: tuple[int, int], rng: np.random.Generator) -> None:
    part, piece = _window(image, picture, at)
    alpha = piece[..., 3:].astype(np.float32) / 255
    ambient = part.reshape(-1, 3).mean(axis=0) if part.size else np.zeros(3)
    tint = (0.6 + 0.8 * ambient / 255) ** rng.uniform(0, 1)
    part[:] = np.clip(part * (1 - alpha) + piece[..., :3] * tint * alpha, 0, 255).astype(np.uint8)


def _window(image: Image, piece: Image, at: tuple[int, int]) -> tuple[Image, Image]:
    """The part of `image` that `piece` at (x, y) covers, and the part of `piece` that lies in the picture."""
    height, width = image.shape[:2]
    high, wide = piece.shape[:2]
    left, top, right, low = max(0, at[0]), max(0, at[1]), min(width, at[0] + wide), min(height, at[1] + high)
    if right <= left or low <= top:
        return image[:0, :0], piece[:0, :0]
    return image[top:low, left:right], piece[top - at[1] : low - at[1], left - at[0] : right - at[0]]
