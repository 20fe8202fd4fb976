"""Small charts, drawn by OpenCV: lines, bars and a diagonal to compare with. No window, no further library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Bgr = tuple[int, int, int]

PAPER, INK, RULE = (255, 255, 255), (40, 40, 40), (225, 225, 225)
TINTS: tuple[Bgr, ...] = ((180, 105, 31), (14, 127, 255), (44, 160, 44), (40, 39, 214), (189, 103, 148), (75, 86, 140))
LEFT, RIGHT, TOP, LOW = 62, 16, 34, 46
FONT = cv2.FONT_HERSHEY_SIMPLEX


@dataclass(frozen=True)
class Series:
    """A named row of points (x, y)."""

    name: str
    points: Sequence[tuple[float, float]]


class Chart:
    """A sheet of paper with axes; `image` (height x width x 3, BGR) is what was drawn so far."""

    def __init__(
        self, title: str, across: str, up: str, x: tuple[float, float], y: tuple[float, float], size: tuple[int, int]
    ) -> None:
        """Draw title, frame and axes; `x` and `y` are their ranges, `size` is width and height in px."""
        self.image: Image = np.full((size[1], size[0], 3), PAPER, np.uint8)
        self._x, self._y = (x[0], max(x[1], x[0] + 1e-9)), (y[0], max(y[1], y[0] + 1e-9))
        self._write(title, (LEFT, 20), 0.5)
        self._write(across, (LEFT, size[1] - 8), 0.4)
        self._write(up, (4, TOP - 6), 0.4)
        for n in range(6):
            self._tick(self._x[0] + (self._x[1] - self._x[0]) * n / 5, self._y[0] + (self._y[1] - self._y[0]) * n / 5)
        low, high = self.at(self._x[0], self._y[0]), self.at(self._x[1], self._y[1])
        cv2.rectangle(self.image, (low[0], high[1]), (high[0], low[1]), INK, 1, cv2.LINE_AA)

    def at(self, x: float, y: float) -> tuple[int, int]:
        """Place of a point in px."""
        height, width = self.image.shape[:2]
        across = LEFT + (x - self._x[0]) / (self._x[1] - self._x[0]) * (width - LEFT - RIGHT)
        down = height - LOW - (y - self._y[0]) / (self._y[1] - self._y[0]) * (height - LOW - TOP)
        return round(across), round(down)

    def line(self, series: Series, number: int, dots: bool = False) -> None:
        """Draw a row of points in the tint of its number, and its name at the right."""
        tint = TINTS[number % len(TINTS)]
        places = [self.at(*point) for point in series.points]
        for one, two in pairwise(places):
            cv2.line(self.image, one, two, tint, 2, cv2.LINE_AA)
        for place in places if dots else ():
            cv2.circle(self.image, place, 4, tint, -1, cv2.LINE_AA)
        self._write(series.name, (self.image.shape[1] - 170, TOP + 18 + 16 * number), 0.4, tint)

    def bars(self, heights: Sequence[float], number: int = 0) -> None:
        """Fill the x range with bars of these heights."""
        step = (self._x[1] - self._x[0]) / max(1, len(heights))
        for n, height in enumerate(heights):
            low, high = self.at(self._x[0] + n * step, self._y[0]), self.at(self._x[0] + (n + 1) * step, height)
            cv2.rectangle(self.image, (low[0] + 1, high[1]), (high[0] - 1, low[1] - 1), TINTS[number % len(TINTS)], -1)

    def diagonal(self) -> None:
        """Draw the line on which both axes say the same."""
        cv2.line(self.image, self.at(self._x[0], self._y[0]), self.at(self._x[1], self._y[1]), (170, 170, 170), 1)

    def _tick(self, x: float, y: float) -> None:
        foot, side = self.at(x, self._y[0]), self.at(self._x[0], y)
        cv2.line(self.image, foot, self.at(x, self._y[1]), RULE, 1)
        cv2.line(self.image, side, self.at(self._x[1], y), RULE, 1)
        self._write(f"{x:.3g}", (foot[0] - 10, foot[1] + 16), 0.38)
        self._write(f"{y:.3g}", (8, side[1] + 4), 0.38)

    def _write(self, text: str, at: tuple[int, int], size: float, tint: Bgr = INK) -> None:
        cv2.putText(self.image, text, at, FONT, size, tint, 1, cv2.LINE_AA)


def below(charts: Sequence[Image]) -> Image:
    """Put pictures of one width under each other."""
    return np.asarray(np.vstack(charts), np.uint8)
