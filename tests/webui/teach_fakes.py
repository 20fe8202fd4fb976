"""A made-up profile, and pictures of drawn dice with a reader that finds them by their ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from rules.sheet import Sheet
from vision.board import Pose
from vision.face import FaceReading
from vision.picture import Image
from vision.profile import Gain, Profile, Taught
from vision.sights import SIGHTS
from vision.teaching import network
from vision.view import DieView, View

GROUND = (90, 120, 90)
EDGE = 60


def profile_of(name: str, colour: str = "purple") -> Profile:
    """A profile of two dice that read by red light and have a colour of their own."""
    cut = np.full((120, 120, 3), 60, np.uint8)
    dice = tuple(Taught(n, 3, colour, "blue", (80, 60, 160), cut) for n in range(2))
    gain = Gain(3, 2, (0, 2), (0, 1), (0, 0), (0.2, 0.9), (0, 2))
    evidence = np.full((2, len(SIGHTS)), -2.0)
    evidence[:, 1] = -0.1
    return Profile(name, "2026-12-01", network(), dice, np.full((2, 3), 25.0), evidence, True, True, gain)


def picture(values: Sequence[int], body: tuple[int, int, int] = (160, 60, 80)) -> bytes:
    """A PNG of dice in a row; each shows its value as so many bright spots in its red channel's lowest bits."""
    image = np.full((200, 40 + 90 * max(1, len(values)), 3), GROUND, np.uint8)
    for n, value in enumerate(values):
        left = 40 + 90 * n
        image[70 : 70 + EDGE, left : left + EDGE] = body
        image[100, left + 30] = (body[0], body[1], body[2] // 8 * 8 + value)
    return cv2.imencode(".png", image)[1].tobytes()


class Faces:
    """A face reader that says 2 of whatever is in colour, and 4 of what is grey."""

    bar = 0.9

    def read_crops(self, crops: Sequence[Image]) -> list[FaceReading]:
        """Read crops, sure of grey ones only."""
        return [_said(4, 0.97) if np.ptp(crop[32, 32].astype(int)) < 5 else _said(2, 0.6) for crop in crops]


def _said(value: int, sure: float) -> FaceReading:
    return FaceReading(tuple(sure if n == value else (1 - sure) / 6 for n in range(7)))


class Eyes:
    """A reader that finds the dice of `picture`, and reads every one as a 2 of which it is not sure."""

    def __init__(self) -> None:
        self.faces = Faces()
        self.profile: Profile | None = None

    def taught(self, profile: Profile | None) -> Eyes:
        """The same with a profile."""
        other = Eyes()
        other.profile = profile
        return other

    def look(
        self,
        image: Image,
        pose: Pose | None = None,
        sheet: Sheet | None = None,
        colours: Collection[str] | None = None,
        thorough: bool = False,
    ) -> View:
        """The dice in a picture."""
        high, wide = image.shape[:2]
        differs = np.abs(image.astype(int) - np.array(GROUND)).max(axis=-1) > 20
        count, _, found, _ = cv2.connectedComponentsWithStats(differs.astype(np.uint8))
        dice = []
        for x, y, w, h in sorted(tuple(float(v) for v in row[:4]) for row in found[1:count]):
            blue, green, red = (int(v) for v in image[int(y) + 5, int(x) + 5])
            chances = _said(2, 0.6).chances
            dice.append(DieView((x, y, w, h), 0.9, chances, 0.9, "blue", (red, green, blue)))
        return View(tuple(dice), (wide, high))
