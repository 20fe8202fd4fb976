"""How well a die is to be seen: size, blur, glare, contrast, light, and whether the picture cuts it off.

Measured on the crop that the face reader gets, which is made from the full picture, and told in figures that people
can check. Lengths are in widths of the die, so that a sharp small die and a sharp large one measure alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.dice import Box
from vision.picture import Image

PIP = 0.16  # of the box's longest side: a pip of 3 mm on a die of 16 mm, whose box is 1.2 edges wide on average
BURNT = 250  # grey levels from which all three channels count as burnt out
STEP = 2.507  # a step of height H blurred by sigma has the slope H / (sigma * sqrt(2 pi))

# From where a figure is worth telling. Chosen on pictures of the training sets: nine of ten dice lie beyond none.
SMALL = 24.0  # px
BLURRED = 0.055  # sigma of the blur in widths of the die: a pip is then as wide as its blurred edge
GLARE = 0.06  # share of the middle of the die that is burnt out, while the rest is not
FLAT = 0.22  # range of the strongest channel over the middle of the die (0 to 1)
DARK = 0.16  # brightest ordinary spot of the middle of the die (0 to 1)
NARROW = 0.6  # shorter side of the box beside the longer: a whole die is never seen so narrow
COVERED = 0.3  # share of the box that boxes of dice nearer to the camera cover


@dataclass(frozen=True, slots=True)
class Quality:
    """How one die is seen.

    `width` is the longest side of its box in px, `blur` the sigma of its edges in widths, `glare` the share burnt out,
    `contrast` the range from pips to body (0 to 1), `light` its brightest ordinary spot (0 to 1), `narrow` the shorter
    side beside the longer, `cut` whether it touches the picture's edge, `covered` the share covered by other dice.
    """

    width: float
    blur: float
    glare: float
    contrast: float
    light: float
    narrow: float
    cut: bool
    covered: float = 0.0

    @property
    def pip(self) -> float:
        """About how many px wide a pip is."""
        return PIP * self.width

    @property
    def flaws(self) -> tuple[str, ...]:
        """What makes it hard to read, in words with the figure; empty where nothing does."""
        told = (
            (self.width < SMALL, self.too_small),
            (self.cut, "cut off at the edge of the picture"),
            (self.narrow < NARROW or self.covered > COVERED, self._hidden()),
            (self.blur > BLURRED, f"blurred: its edges are {self.blur * self.width * 2:.0f} px soft"),
            (self.glare > GLARE, f"glare on the face: {self.glare:.0%} of it is burnt out"),
            (self.light < DARK, f"too dark: {self.light:.0%} of full brightness"),
            (self.contrast < FLAT <= self.light + FLAT, f"pips hardly stand out: {self.contrast:.0%} contrast"),
        )
        return tuple(words for holds, words in told if holds)

    @property
    def too_small(self) -> str:
        """The words for a die of few pixels."""
        return f"too small: {self.width:.0f} px, a pip about {self.pip:.1f} px"

    def _hidden(self) -> str:
        if self.covered > COVERED:
            return f"half hidden: another die covers {self.covered:.0%} of it"
        return f"half hidden? it is only {self.narrow:.0%} as wide as it is long"


def measure(crop: Image, box: Box, size: tuple[int, int], across: float, covered: float = 0.0) -> Quality:
    """Measure the die of a box (px) in a picture of `size` (width, height px).

    `crop` (H x W x 3, BGR) shows it in the middle, `across` boxes wide; `covered` is what others cover of it.
    """
    x, y, w, h = box
    cut = x <= 1 or y <= 1 or x + w >= size[0] - 1 or y + h >= size[1] - 1
    edge = crop.shape[0] / across
    face = _middle(crop, edge)
    blur = _blur(face) / edge
    pixels = _middle(face, 0.6 * edge).reshape(-1, 3)
    low, half, top = _ranked(pixels, (0.02, 0.5, 0.97))
    glare = 0.0  # a white die in bright light is burnt out all over: that is no glare
    if half.min() < BURNT:
        glare = float((pixels.min(axis=1) >= BURNT).mean())
    contrast, light = float((top - low).max()) / 255, float(top.max()) / 255
    return Quality(max(w, h), blur, glare, contrast, light, min(w, h) / max(w, h, 1e-6), cut, covered)


def _middle(picture: Image, side: float) -> Image:
    """The middle square of a picture, about `side` px wide."""
    off = max(0, round((picture.shape[0] - side) / 2))
    return picture[off : picture.shape[0] - off, off : picture.shape[1] - off]


def _ranked(values: NDArray[Any], shares: tuple[float, ...]) -> NDArray[np.float64]:
    """The values at some shares of the order along the first axis."""
    places = [int(share * (len(values) - 1)) for share in shares]
    return np.asarray(np.partition(values, places, axis=0)[places], np.float64)


def _blur(part: Image) -> float:
    """Sigma (px) of the sharpest edges, their height over their slope, in the direction in which it is worst.

    Pips are round and have edges every way, so that a picture shaken one way is told as well.
    """
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    across, down = cv2.Sobel(grey, cv2.CV_16S, 1, 0), cv2.Sobel(grey, cv2.CV_16S, 0, 1)
    ways = np.abs(np.stack([across, down, (across + down) * 0.7071, (across - down) * 0.7071], axis=-1).reshape(-1, 4))
    steepest = float(_ranked(ways, (0.99,)).min()) / 8
    low, top = _ranked(grey.ravel(), (0.04, 0.96))
    return float((top - low) / (STEP * max(1.0, steepest)))


def covered(boxes: Sequence[Box]) -> list[float]:
    """Of each box the share that boxes of dice nearer to the camera, lower in the picture, cover at most."""
    if not boxes:
        return []
    all_boxes = np.array(boxes, np.float64)
    near, far = all_boxes[:, :2], all_boxes[:, :2] + all_boxes[:, 2:]
    shared = np.minimum(far[:, None], far) - np.maximum(near[:, None], near)
    area = np.clip(shared, 0, None).prod(axis=-1) / np.maximum(all_boxes[:, 2:].prod(axis=1), 1e-6)[:, None]
    area[far[:, None, 1] >= far[None, :, 1]] = 0
    return [float(a) for a in area.max(axis=1)]
