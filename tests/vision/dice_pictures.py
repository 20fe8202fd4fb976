"""Drawn dice whose pips the reader hardly sees as they are, and made-up readers of faces."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.face import FaceReading
from vision.picture import Image
from vision.profile import Taught

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}
BGR = tuple[int, int, int]


def draw(image: Image, at: tuple[int, int], value: int, body: BGR, pip: BGR, edge: int = 64) -> None:
    """Draw the top of a die with its middle at `at` (px)."""
    half = edge // 2
    x, y = at
    cv2.rectangle(image, (x - half, y - half), (x + half, y + half), body, -1, cv2.LINE_AA)
    for across, down in PIPS.get(value, []):
        spot = (round(x + across * 0.27 * edge), round(y + down * 0.27 * edge))
        cv2.circle(image, spot, max(2, round(0.1 * edge)), pip, -1, cv2.LINE_AA)


def cut(value: int, body: BGR = (40, 38, 40), pip: BGR = (30, 28, 150), ground: int = 200) -> Image:
    """A cut-out of 120 x 120 x 3 with a die of 50 px in it."""
    image = np.full((120, 120, 3), ground, np.uint8)
    draw(image, (60, 60), value, body, pip, 48)
    return np.asarray(cv2.GaussianBlur(image, (3, 3), 0), np.uint8)


def taught(picture: int, value: int, colour: str = "black", rgb: tuple[int, int, int] = (40, 38, 40)) -> Taught:
    """A taught die; a value of 0 is a find that people removed."""
    return Taught(picture, value, colour if value else "", colour, rgb, cut(value))


def reading(value: int, sure: float = 0.97) -> FaceReading:
    """What a reader says who is so sure of a value."""
    return FaceReading(tuple(sure if n == value else (1 - sure) / 6 for n in range(7)))


class RedSighted:
    """A face reader that sees pips by red light only: it is told what each cut-out shows, and tells it of grey ones."""

    bar = 0.9

    def __init__(self, blind: int = 2) -> None:
        """`blind` is what it reads of anything in colour."""
        self.blind = blind

    def read_crops(self, crops: Sequence[Image]) -> list[FaceReading]:
        """Count the bright spots of crops that are grey; of others it is not sure."""
        return [self._one(crop) for crop in crops]

    def _one(self, crop: Image) -> FaceReading:
        if np.abs(crop.astype(int) - crop[..., :1]).max() > 12:
            return reading(self.blind, 0.6)
        inner = crop[18:46, 18:46, 0]
        spots = cv2.connectedComponents(np.asarray(inner > 95, np.uint8))[0] - 1
        return reading(spots if 1 <= spots <= 6 else 0, 0.97)
