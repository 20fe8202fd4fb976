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
from vision.face import FaceReader, FaceReading, crop, flat_crop
from vision.picture import Image
from vision.tower import Standing, belong, foot, standings, top_box
from vision.turn import top_corners, turn
from vision.view import DieView, View

ROOM = 0.06  # of the board's outline in the picture: how much further the view reaches, for dice on its edge
TINY = 14  # px: a die narrower than this is asked, whatever the reader says
SURE_FOUND = 0.45  # the detector's score from which a find needs no question
WEAK_FOUND = 0.3  # and from which it needs none where a face is read beyond doubt: then both stages agree
SURE_COCKED = 0.7  # and from which a find without a readable face is a cocked die, not something else on the table


class Reader:
    """Loads the shipped models once; `look` reads one picture."""

    def __init__(self) -> None:
        """Load detector and face reader; raises vision.models.BadModel."""
        self._detector = Detector()
        self._faces = FaceReader()
        self.parts: dict[str, float] = {}

    def look(
        self,
        image: Image,
        pose: Pose | None = None,
        sheet: Sheet | None = None,
        colours: Collection[str] | None = None,
        thorough: bool = False,
    ) -> View:
        """Read a picture (H x W x 3, BGR).

        With a pose and its sheet each die gets its place on the board, and finds off the sheet are left out.
        `colours` are those in play. A `thorough` look is for still pictures: it finds dice of any size and takes its
        time (vision.dice.Detector.find). `parts` tells afterwards how many seconds each step took.
        """
        start = time.perf_counter()
        if pose is None or sheet is None:
            found = self._detector.find(image, None, thorough)
            stands = [Standing()] * len(found)
            at = time.perf_counter()
            crops = [crop(image, f.box) for f in found]
        else:
            found = self._detector.find(image, _view(image, pose, sheet), thorough)
            ours = belong([f.box for f in found], pose, sheet)
            found = [f for f, here in zip(found, ours, strict=True) if here]
            at = time.perf_counter()
            stands = standings([f.box for f in found], pose, sheet.die)
            found = [_top(f, s, pose, sheet.die) for f, s in zip(found, stands, strict=True)]
            crops = [_flat(image, f, s, pose, sheet.die) for f, s in zip(found, stands, strict=True)]
        placed = time.perf_counter()
        faces = self._faces.read_crops(crops)
        read = time.perf_counter()
        dice = []
        for n, doubts in _tops(found, stands, faces, self._faces.bar).items():
            colour = body(image, found[n].box, colours or ())
            die = DieView(
                box=found[n].box,
                score=found[n].score,
                chances=faces[n].chances,
                bar=self._faces.bar,
                colour=colour.name,
                rgb=colour.rgb,
                level=stands[n].level,
                doubts=doubts,
            )
            dice.append(die if pose is None or sheet is None else _placed(image, die, pose, sheet))
        end = time.perf_counter()
        self.parts = {"find": at - start, "towers": placed - at, "faces": read - placed, "colour and place": end - read}
        return View(tuple(dice), (image.shape[1], image.shape[0]), end - start)


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


def _flat(image: Image, found: Found, stands: Standing, pose: Pose, die: float) -> Image:
    at = foot(found.box, pose, die, stands.level)
    return flat_crop(image, pose, at, (stands.level + 1) * die, die)


def _top(found: Found, stands: Standing, pose: Pose, die: float) -> Found:
    """A find whose box is that of the die to be read: of a tower found as one box, the upper part."""
    return replace(found, box=top_box(found.box, pose, die)) if stands.level and stands.below < 0 else found


def _tops(
    found: list[Found], stands: list[Standing], faces: list[FaceReading], bar: float
) -> dict[int, tuple[str, ...]]:
    """The dice seen from above, each with its doubts: not those under others, nor weak finds without a face."""
    under = {s.below for s in stands}
    tops = {}
    for n, (one, stand, face) in enumerate(zip(found, stands, faces, strict=True)):
        if n in under or (face.value is None and one.score < SURE_COCKED):
            continue
        doubts = _doubts(one, stand, face.value is not None and face.certainty >= bar)
        if stand.maybe >= 0 and not (faces[stand.maybe].value and faces[stand.maybe].certainty >= bar):
            doubts.append("on another die, or behind it?")
        tops[n] = tuple(doubts)
    return tops


def _doubts(found: Found, stands: Standing, read: bool) -> list[str]:
    small = max(found.box[2:])
    doubts = []
    if small < TINY:
        doubts.append(f"too small: {small:.0f} px")
    if found.score < (WEAK_FOUND if read else SURE_FOUND):
        doubts.append(f"is it a die? ({found.score:.0%})")
    if stands.tall:
        doubts.append("taller than one die: a tower?")
    return doubts


def _placed(image: Image, die: DieView, pose: Pose, sheet: Sheet) -> DieView:
    """Add the place on the board: foot, turn, top corners and space."""
    at = foot(die.box, pose, sheet.die, die.level)
    top = (die.level + 1) * sheet.die
    angle = turn(image, pose, at, top, sheet.die)
    corners = None
    if angle is not None:
        corners = tuple((float(x), float(y)) for x, y in top_corners(pose, at, top, sheet.die, angle))
    return replace(die, mm=at, angle=angle, top=corners, space=sheet.where(at[0], at[1], angle))
