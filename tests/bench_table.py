"""The table of `make bench`: a picture of a board full of dice, made from one of the demo clip."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from rules.sheet import Sheet
from vision.board import Pose, pose_from_markers
from vision.picture import Image, load
from vision.reader import Reader
from vision.tower import expected
from vision.view import DieView

FULL = (1920, 1080)
APART = 27.0  # mm between the middles of dice


def crowded(reader: Reader, sheet: Sheet, dice: int) -> Image:
    """A picture of 1920 x 1080 on which the reader sees at least so many dice; raises SystemExit where none can be."""
    still = load(Path(__file__).parent / "data" / "still.jpg")
    image = np.asarray(cv2.resize(still, FULL, interpolation=cv2.INTER_CUBIC), np.uint8)
    pose = pose_from_markers(image, sheet)
    known = [d for d in reader.look(image, pose, sheet).dice if d.mm and not d.level and d.accepted]
    places = [(*d.mm, APART) for d in known if d.mm] + [(m.x, m.y, APART + m.size / 2) for m in sheet.markers]
    for x, y in np.random.default_rng(7).uniform((24, 24), (sheet.width - 24, sheet.height - 24), (400, 2)).tolist():
        if any(np.hypot(x - a, y - b) < room for a, b, room in places):
            continue
        copy(image, min(known, key=lambda d: abs((d.mm or (0, 0))[1] - y)), pose, sheet, (x, y))
        places.append((x, y, APART))
        if len(places) >= dice + len(sheet.markers) and len(reader.look(image, pose, sheet).dice) >= dice:
            return image
    raise SystemExit(f"the board has no room for {dice} dice")


def copy(image: Image, die: DieView, pose: Pose, sheet: Sheet, to: tuple[float, float]) -> None:
    """Draw a die of the picture a second time at another place of the board, as large as it would be there."""
    assert die.mm
    x, y, w, h = (round(v) for v in die.box)
    room = round(0.15 * max(w, h))
    part = image[max(0, y - room) : y + h + room, max(0, x - room) : x + w + room]
    there = expected(to, pose, sheet.die)
    grown = there[2] / expected(die.mm, pose, sheet.die)[2]
    part = cv2.resize(part, None, fx=grown, fy=grown, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    high, wide = part.shape[:2]
    left, top = round(there[0] + there[2] / 2 - wide / 2), round(there[1] + there[3] / 2 - high / 2)
    shown = np.zeros((high, wide), np.float32)
    cv2.rectangle(shown, (room // 2, room // 2), (wide - room // 2, high - room // 2), 1.0, -1)
    shown = cv2.GaussianBlur(shown, (0, 0), room / 4)[..., None]
    ground = image[top : top + high, left : left + wide]
    ground[:] = np.rint(part * shown + ground * (1 - shown)).astype(np.uint8)
