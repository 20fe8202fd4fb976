"""From a box round the pips to a box round the whole die, for sets whose authors labelled pips.

GrabCut (C. Rother and others, 2004) grows the die's body from the pips' box; where what it finds cannot be a die
(too small, too large, far from square), the pips' box is widened instead and the box told as estimated.
"""

from __future__ import annotations

from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from datasets.photos import Box
from vision.picture import Image

Mask = np.ndarray[tuple[int, ...], np.dtype[np.uint8]]

WIDE = {1: 5.0, 2: 2.1, 3: 1.8, 4: 1.8, 5: 1.7, 6: 1.75}
"""Side of a die in longer sides of its pips' box, with pips where most dice have them."""
ROOM = 0.9  # dice of ground that GrabCut sees on each side
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Whole:
    """The box of a whole die, and whether it is only an estimate."""

    box: Box
    estimated: bool


def whole(image: Image, pips: Box, value: int) -> Whole:
    """Find the die (H x W x 3, BGR) whose pips lie in a box; `value` tells how wide pips stand on it."""
    x, y, w, h = pips
    centre = (x + w / 2, y + h / 2)
    side = max(w, h) * WIDE[value]
    guess: Box = (centre[0] - side / 2, centre[1] - side / 2, side, side)
    left, top = (int(max(0, v - (0.5 + ROOM) * side)) for v in centre)
    right = int(min(image.shape[1], centre[0] + (0.5 + ROOM) * side))
    low = int(min(image.shape[0], centre[1] + (0.5 + ROOM) * side))
    grown = _grow(image[top:low, left:right], centre[0] - left, centre[1] - top, side, pips[2:])
    if grown is None or not _plausible(grown, side, max(w, h)):
        return Whole(_inside(guess, image), True)
    return Whole((grown[0] + left, grown[1] + top, grown[2], grown[3]), False)


def _plausible(grown: Box, side: float, pips: float) -> bool:
    """Whether what was grown can be a die: about as large as expected, larger than its pips, nearly square."""
    return 0.55 < max(grown[2:]) / side < 1.7 and min(grown[2:]) > 0.6 * max(grown[2:]) and min(grown[2:]) > 1.1 * pips


def _grow(part: Image, x: float, y: float, side: float, pips: tuple[float, float]) -> Box | None:
    """The box of what GrabCut takes for the body round (x, y), in px of `part`."""
    if min(part.shape[:2]) < 8:
        return None
    mask = np.full(part.shape[:2], cv2.GC_BGD, np.uint8)
    _fill(mask, x, y, 1.5 * side, 1.5 * side, cv2.GC_PR_BGD)
    _fill(mask, x, y, side, side, cv2.GC_PR_FGD)
    _fill(mask, x, y, max(pips[0], 0.3 * side), max(pips[1], 0.3 * side), cv2.GC_FGD)
    if (mask == cv2.GC_BGD).sum() < 16:
        return None
    cv2.setRNGSeed(1)
    one, two = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.grabCut(part, mask, (0, 0, 1, 1), one, two, ROUNDS, cv2.GC_INIT_WITH_MASK)
    body = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    opened = cv2.morphologyEx(body, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _count, places, stats, _middles = cv2.connectedComponentsWithStats(opened)
    at = places[min(int(y), places.shape[0] - 1), min(int(x), places.shape[1] - 1)]
    return None if at == 0 else tuple(float(v) for v in stats[at][:4])  # type: ignore[return-value]


def _fill(mask: Mask, x: float, y: float, w: float, h: float, what: int) -> None:
    left, top = int(max(0, x - w / 2)), int(max(0, y - h / 2))
    mask[top : int(y + h / 2) + 1, left : int(x + w / 2) + 1] = what


def _inside(box: Box, image: Image) -> Box:
    x, y = max(0.0, box[0]), max(0.0, box[1])
    return x, y, min(image.shape[1] - x, box[0] + box[2] - x), min(image.shape[0] - y, box[1] + box[3] - y)
