"""Paste things that are no dice into pictures: markers, numbers, dots, coins.

Our boards carry ArUco markers and printed numbers, and none of the photographs does; without them in
training a detector takes a marker for a die with many pips.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[Any]
Box = tuple[float, float, float, float]

_MARKERS = (cv2.aruco.DICT_4X4_50, cv2.aruco.DICT_5X5_50, cv2.aruco.DICT_6X6_50)


def distract(image: Image, boxes: list[Box], rng: np.random.Generator, most: int = 5) -> Image:
    """Return a copy of `image` (H x W x 3, BGR) with up to `most` patches pasted clear of `boxes` (x, y, w, h px)."""
    out = image.copy()
    height, width = image.shape[:2]
    typical = float(np.median([max(b[2], b[3]) for b in boxes])) if boxes else 0.1 * max(width, height)
    for _ in range(int(rng.integers(1, most + 1))):
        size = int(np.clip(typical * math.exp(rng.normal(0.2, 0.5)), 14, 0.4 * min(width, height)))
        x, y = int(rng.integers(0, max(1, width - size))), int(rng.integers(0, max(1, height - size)))
        if any(_meets((x, y, size, size), box) for box in boxes):
            continue
        _paste(out, _patch(rng), (x, y, min(size, width - x, height - y)), rng)
    return out


def _meets(a: Box, b: Box) -> bool:
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def _patch(rng: np.random.Generator) -> tuple[Image, NDArray[np.float32]]:
    """A square patch and its mask (0 to 1)."""
    kind = rng.choice(["marker", "token", "token", "number", "coin", "dots"])
    side = 96
    patch = np.full((side, side, 3), rng.integers(120, 256, 3), np.uint8)
    mask: NDArray[Any] = np.ones((side, side), np.float32)
    dark = tuple(int(v) for v in rng.integers(0, 90, 3))
    if kind == "marker":
        dictionary = cv2.aruco.getPredefinedDictionary(int(rng.choice(_MARKERS)))
        drawn = cv2.aruco.generateImageMarker(dictionary, int(rng.integers(0, 50)), side - 16)
        patch[:] = 255
        patch[8:-8, 8:-8] = drawn[..., None]
        patch = np.clip(patch, rng.integers(0, 50), rng.integers(190, 256)).astype(np.uint8)
    elif kind == "number":
        mask[:] = 0
        canvas = np.zeros((side, side), np.uint8)
        text = str(rng.integers(0, 21)) if rng.random() < 0.7 else chr(int(rng.integers(65, 91)))
        cv2.putText(canvas, text, (12, 72), int(rng.integers(0, 8)), 2.0, 255, int(rng.integers(3, 12)), cv2.LINE_AA)
        mask = canvas.astype(np.float32) / 255
        patch[:] = dark if rng.random() < 0.6 else (245, 245, 245)
    elif kind == "token":
        mask[:] = 0
        _token(patch, mask, dark, rng)
    elif kind == "coin":
        mask[:] = 0
        cv2.circle(mask, (side // 2, side // 2), side // 2 - 4, 1.0, -1, cv2.LINE_AA)
        cv2.circle(patch, (side // 2, side // 2), side // 2 - 12, dark, 3, cv2.LINE_AA)
    else:
        _dots(patch, dark, rng)
    return patch, mask


def _token(patch: Image, mask: NDArray[Any], dark: tuple[int, ...], rng: np.random.Generator) -> None:
    """A shield, tile or disc with an outline and a number, as boards print them."""
    side = patch.shape[0]
    corners = int(rng.choice([4, 4, 5, 6, 8, 40]))
    ring = rng.uniform(0, 1) + np.arange(corners) * 2 * math.pi / corners
    shape = np.rint(side / 2 + (side / 2 - 8) * np.column_stack([np.cos(ring), np.sin(ring)])).astype(np.int32)
    cv2.fillPoly(mask, [shape], 1.0, cv2.LINE_AA)
    cv2.polylines(patch, [shape], True, dark, int(rng.integers(2, 9)), cv2.LINE_AA)
    text = str(rng.integers(0, 13)) if rng.random() < 0.8 else chr(int(rng.integers(65, 91)))
    size = 1.2 if len(text) > 1 else 1.7
    at = (side // 2 - 13 * len(text), side // 2 + 17)
    cv2.putText(patch, text, at, int(rng.integers(0, 8)), size, dark, int(rng.integers(3, 9)), cv2.LINE_AA)


def _dots(patch: Image, dark: tuple[int, ...], rng: np.random.Generator) -> None:
    """A row or a heap of dots that is no face of a die."""
    side = patch.shape[0]
    for n in range(int(rng.integers(7, 14))):
        at = (int(12 + 24 * (n % 4)), int(14 + 24 * (n // 4)))
        cv2.circle(patch, at, side // 14, dark, -1, cv2.LINE_AA)


def _paste(
    image: Image,
    drawn: tuple[Image, NDArray[np.float32]],
    where: tuple[int, int, int],
    rng: np.random.Generator,
) -> None:
    """Turn, shear and blur the patch, and blend it into the square `where` (x, y, side px) of `image`."""
    patch, mask = drawn
    x, y, size = where
    side = patch.shape[0]
    half = 0.36 * size
    turn = rng.uniform(0, 2 * math.pi)
    squeeze = rng.uniform(0.5, 1.0)
    corners = [
        (
            size / 2 + half * 1.2 * math.cos(turn + quarter * math.pi / 2),
            size / 2 + half * 1.2 * squeeze * math.sin(turn + quarter * math.pi / 2),
        )
        for quarter in range(4)
    ]
    source = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    move = cv2.getPerspectiveTransform(source, np.array(corners, np.float32))
    warped = cv2.warpPerspective(patch, move, (size, size), flags=cv2.INTER_AREA)
    alpha = cv2.warpPerspective(mask, move, (size, size), flags=cv2.INTER_AREA)[..., None]
    soft = rng.uniform(0.4, 1.6)
    alpha = cv2.GaussianBlur(alpha, (0, 0), soft)[..., None]
    warped = cv2.GaussianBlur(warped, (0, 0), soft)
    light = rng.uniform(0.5, 1.1)
    part = image[y : y + size, x : x + size].astype(np.float32)
    image[y : y + size, x : x + size] = np.clip(part * (1 - alpha) + warped * light * alpha, 0, 255).astype(np.uint8)
