"""Draw what was seen into a picture: boxes, values, certainty, and the board's spaces. Nothing else draws."""

from __future__ import annotations

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from rules.sheet import Sheet
from vision.board import Points, Pose
from vision.picture import Image
from vision.view import DieView, View

FONT = cv2.FONT_HERSHEY_SIMPLEX
SURE = (60, 190, 60)  # BGR
ASKED = (0, 165, 255)
NONE = (60, 60, 230)
LINES = (255, 255, 255)


def overlay(image: Image, view: View, pose: Pose | None = None, sheet: Sheet | None = None) -> Image:
    """Return a copy of the picture (H x W x 3, BGR) with spaces and dice drawn in.

    Green: accepted; orange: would be asked; red: no readable face. A word beside each die tells value and certainty.
    """
    drawn = image.copy()
    thick = max(1, round(max(image.shape[:2]) / 700))
    if pose is not None and sheet is not None:
        for polygons in sheet.shapes.values():
            for polygon in polygons:
                _outline(drawn, pose.to_px([(x, y) for x, y in polygon]), thick)
    for die in view.dice:
        _die(drawn, die, thick)
    return drawn


def _outline(drawn: Image, px: Points, thick: int) -> None:
    points = [np.rint(px).astype(np.int32)]
    cv2.polylines(drawn, points, True, (40, 40, 40), thick + 2, cv2.LINE_AA)
    cv2.polylines(drawn, points, True, LINES, thick, cv2.LINE_AA)


def _die(drawn: Image, die: DieView, thick: int) -> None:
    x, y, w, h = (round(v) for v in die.box)
    ink = NONE if die.cocked else SURE if die.accepted else ASKED
    if die.top is None:
        cv2.rectangle(drawn, (x, y), (x + w, y + h), ink, thick + 1, cv2.LINE_AA)
    else:
        cv2.polylines(drawn, [np.rint(np.array(die.top)).astype(np.int32)], True, ink, thick + 1, cv2.LINE_AA)
    shown = "?" if die.value is None else str(die.value)
    tower = f" on {die.level}" if die.level else ""
    _label(drawn, f"{shown}{tower} {die.certainty:.0%}", (x, y), ink, max(0.4, w / 110))


def _label(drawn: Image, text: str, at: tuple[int, int], ink: tuple[int, int, int], scale: float) -> None:
    scale = min(scale, 1.2)
    thick = max(1, round(scale * 2))
    (wide, high), low = cv2.getTextSize(text, FONT, scale, thick)
    x = min(max(0, at[0]), max(0, drawn.shape[1] - wide - 4))
    y = max(high + low + 2, at[1] - 2)
    cv2.rectangle(drawn, (x, y - high - low), (x + wide + 4, y + 1), ink, -1)
    cv2.putText(drawn, text, (x + 2, y - low + 1), FONT, scale, (0, 0, 0), thick, cv2.LINE_AA)
