"""Dice that tests draw: any value, turn, size and colours, seen straight or askew."""

from __future__ import annotations

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.certainty import Evidence
from vision.face import FaceReading
from vision.pips import Opinion
from vision.quality import Quality

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (1, -1), (-1, 1)],
    5: [(-1, -1), (1, 1), (1, -1), (-1, 1), (0, 0)],
    6: [(-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0)],
}
WHITE, BLACK = (235, 235, 235), (25, 25, 25)
RED, BLUE = (40, 40, 200), (180, 80, 40)
FINE = 8  # drawn so many times larger


def top(
    value: int,
    turn: float = 20,
    edge: float = 34,
    body: tuple[int, int, int] = WHITE,
    ink: tuple[int, int, int] = BLACK,
    lean: float = 0.0,
    shine: bool = False,
    side: int = 64,
) -> np.ndarray:
    """A crop (side x side x 3) of a top face on grey ground, turned by degrees; `shine` puts a light into each pip."""
    wide = side * FINE
    picture = np.full((wide, wide, 3), 118, np.uint8)
    half = edge * FINE / 2
    angle = np.radians(turn)
    frame = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) @ [
        [1, lean],
        [0, 1 - abs(lean)],
    ]
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ frame.T * half + wide / 2
    cv2.fillPoly(picture, [np.rint(corners).astype(np.int32)], body)
    for place in PIPS[value]:
        x, y = (frame @ np.array(place) * half * 0.54 + wide / 2).round().astype(int).tolist()
        cv2.circle(picture, (x, y), round(half * 0.19), ink, -1, cv2.LINE_AA)
        if shine:
            cv2.circle(picture, (x, y), round(half * 0.07), (255, 255, 255), -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA))


GOOD = Quality(width=60, blur=0.02, glare=0.0, contrast=0.8, light=0.9, narrow=0.95, cut=False)


def reading(value: int, sure: float = 0.97, turns: tuple[int, ...] = ()) -> FaceReading:
    """A face reading in which the other answers share the rest."""
    return FaceReading(tuple(sure if n == value else (1 - sure) / 6 for n in range(7)), turns or (value,) * 4)


def opinion(value: int, sure: float = 0.9, fit: float = 9.0) -> Opinion:
    """What the pip patterns say."""
    return Opinion(tuple(sure if n == value else (1 - sure) / 5 for n in range(1, 7)), fit)


def known(value: int, sure: float = 0.97, score: float = 0.9, quality: Quality = GOOD) -> Evidence:
    """The evidence of a find that network and pip patterns agree on."""
    return Evidence(score, reading(value, sure), opinion(value) if value else None, quality)
