"""The whole path from a picture to its dice: find, stand, read, name the colour, doubt."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace
from functools import cache

from rules.sheet import Sheet
from vision.board import Points, Pose, outline
from vision.colour import body
from vision.dice import Box, Detector, Found
from vision.face import FaceReader, FaceReading
from vision.picture import Image
from vision.tower import Standing, expected, foot, standings
from vision.turn import top_corners, turn
from vision.view import DieView, View

ROOM = 0.06  # of the board's outline in the picture: how much further the view reaches, for dice on its edge
TINY = 14  # px: a die narrower than this is asked, whatever the reader says
BUILD = (0.55, 1.7)  # of the expected width: what is further off is no die of this table
SURE_FOUND = 0.45  # the detector's score from which a find needs no question


class Reader:
    """Loads the shipped models once; `look` reads one picture."""

    def __init__(self) -> None:
        """Load detector and face reader; raises vision.models.BadModel."""
        self._detector = Detector()
        self._faces = FaceReader()
        self.parts: dict[str, float] = {}

    def look(
        self, image: Image, pose: Pose | None = None, sheet: Sheet | None = None, colours: Collection[str] | None = None
    ) -> View:
        """Read a picture (H x W x 3, BGR).

        With a pose and its sheet each die gets its place on the board, and finds off the sheet are left out.
        `colours` are those in play. `parts` tells afterwards how many seconds each step took.
        """
        start = time.perf_counter()
        view = None if pose is None or sheet is None else _view(image, pose, sheet)
        found = self._detector.find(image, view)
        if pose is not None and sheet is not None:
            found = [f for f in found if _on_sheet(f.box, pose, sheet)]
        at = time.perf_counter()
        stands = [Standing(-1, 0)] * len(found)
        if pose is not None and sheet is not None:
            stands = standings([f.box for f in found], pose, sheet.die)
        under = {s.below for s in stands}
        tops = [n for n in range(len(found)) if n not in under]
        placed = time.perf_counter()
        faces = self._faces.read(image, [found[n].box for n in tops])
        read = time.perf_counter()
        dice = [
            self._die(image, found[n], face, stands[n], pose, sheet, colours or ())
            for n, face in zip(tops, faces, strict=True)
        ]
        end = time.perf_counter()
        self.parts = {"find": at - start, "towers": placed - at, "faces": read - placed, "colour and place": end - read}
        dice = [d for d in dice if not _no_die(d)]
        return View(tuple(dice), (image.shape[1], image.shape[0]), end - start)

    def _die(
        self,
        image: Image,
        found: Found,
        face: FaceReading,
        stands: Standing,
        pose: Pose | None,
        sheet: Sheet | None,
        among: Collection[str],
    ) -> DieView:
        colour = body(image, found.box, among)
        bar = self._faces.bar
        die = DieView(found.box, found.score, face.chances, bar, colour.name, colour.rgb, level=stands.level)
        for reason in _doubts(found, stands):
            die = die.doubted(reason)
        if pose is None or sheet is None:
            return die
        return _placed(image, die, pose, sheet)


@cache
def shared() -> Reader:
    """The one reader of this process."""
    return Reader()


def _view(image: Image, pose: Pose, sheet: Sheet) -> Box:
    """The part of the picture that holds the board and dice that stand on its edge."""
    px: Points = pose.to_px(outline(sheet))
    left, top = px.min(axis=0)
    right, low = px.max(axis=0)
    room = ROOM * max(right - left, low - top)
    left, top = max(0.0, left - room), max(0.0, top - room)
    right, low = min(float(image.shape[1]), right + room), min(float(image.shape[0]), low + room)
    return float(left), float(top), float(right - left), float(low - top)


def _on_sheet(box: Box, pose: Pose, sheet: Sheet) -> bool:
    """Whether a find stands on the sheet and has about the size of its dice."""
    x, y = foot(box, pose, sheet.die)
    if not (0 <= x <= sheet.width and 0 <= y <= sheet.height):
        return False
    size = max(box[2:]) / max(1e-6, max(expected((x, y), pose, sheet.die)[2:]))
    return BUILD[0] < size < BUILD[1] * 1.3


def _doubts(found: Found, stands: Standing) -> list[str]:
    small = max(found.box[2:])
    doubts = []
    if small < TINY:
        doubts.append(f"too small: {small:.0f} px")
    if found.score < SURE_FOUND:
        doubts.append(f"is it a die? ({found.score:.0%})")
    if stands.odd == "tall":
        doubts.append("taller than one die: a tower?")
    return doubts


def _no_die(die: DieView) -> bool:
    """A weak find in which no face can be read is something else on the table."""
    return die.cocked and die.score < SURE_FOUND


def _placed(image: Image, die: DieView, pose: Pose, sheet: Sheet) -> DieView:
    """Add the place on the board: foot, turn, top corners and space."""
    at = foot(die.box, pose, sheet.die, die.level)
    top = (die.level + 1) * sheet.die
    angle = turn(image, pose, at, top, sheet.die)
    corners = None
    if angle is not None:
        corners = tuple((float(x), float(y)) for x, y in top_corners(pose, at, top, sheet.die, angle))
    return replace(die, mm=at, angle=angle, top=corners, space=sheet.where(at[0], at[1], angle))
