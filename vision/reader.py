"""The whole path from a picture to its dice: find, stand, read, name the colour, doubt."""

from __future__ import annotations

import copy
import time
from collections.abc import Collection
from dataclasses import replace
from functools import cache

from rules.sheet import Sheet
from vision.board import Points, Pose, outline
from vision.certainty import Certainty, Evidence, Verdict
from vision.colour import Colour, body
from vision.dice import Box, Detector, Found
from vision.doubts import colours as either_colour
from vision.doubts import doubts, reasons
from vision.face import CROP, FLAT, FaceReader, FaceReading, crop, flat_crop
from vision.light import Gains, gains
from vision.picture import Image
from vision.pips import opinions
from vision.profile import Profile
from vision.quality import covered, measure
from vision.tower import Standing, belong, foot, standings, top_box
from vision.turn import top_corners, turn
from vision.view import DieView, View

ROOM = 0.06  # of the board's outline in the picture: how much further the view reaches, for dice on its edge

On = tuple[Pose, Sheet] | None
"""The camera's pose and the sheet on which dice are looked for; None for a picture without a board."""


class Reader:
    """Loads the shipped models once; `look` reads one picture."""

    def __init__(self) -> None:
        """Load detector and face reader; raises vision.models.BadModel."""
        self._detector = Detector()
        self.faces = FaceReader()
        self.certainty = Certainty.of(self.faces.settings)
        self.profile: Profile | None = None
        self.parts: dict[str, float] = {}

    def taught(self, profile: Profile | None) -> Reader:
        """Return a reader that knows a player's dice; the networks are shared with this one."""
        other = copy.copy(self)
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
        """Read a picture (H x W x 3, BGR).

        With a pose and its sheet each die gets its place on the board, and finds off the sheet are left out.
        `colours` are those in play. A `thorough` look is for still pictures: it finds dice of any size and takes its
        time (vision.dice.Detector.find). `parts` tells afterwards how many seconds each step took.
        """
        start = time.perf_counter()
        on = None if pose is None or sheet is None else (pose, sheet)
        found = self._found(image, on, thorough)
        at = time.perf_counter()
        found, stands, crops = _cut(image, found, on)
        placed = time.perf_counter()
        known = self._known(image, found, crops, CROP if on is None else FLAT)
        verdicts = self.certainty.judge(known)
        read = time.perf_counter()
        light = gains(image, None if on is None else on[0].to_px(outline(on[1])))
        dice = []
        for n, doubted in _tops(stands, known, verdicts, self.certainty).items():
            colour = self._colour(image, found[n].box, colours or (), light)
            die = self._die(known[n], verdicts[n], found[n].box, colour)
            die = replace(die, level=stands[n].level, doubts=doubted)
            if unclear := either_colour(colour):
                die = die.doubted(unclear) if colours else replace(die, reasons=(*die.reasons, unclear))
            dice.append(die if on is None else _placed(image, die, *on))
        end = time.perf_counter()
        self.parts = {"find": at - start, "towers": placed - at, "faces": read - placed, "colour and place": end - read}
        return View(tuple(dice), (image.shape[1], image.shape[0]), end - start)

    def _found(self, image: Image, on: On, thorough: bool) -> list[Found]:
        """The finds in the picture, or on the sheet where there is one."""
        if on is None:
            return self._detector.find(image, None, thorough)
        found = self._detector.find(image, _view(image, *on), thorough)
        return [f for f, ours in zip(found, belong([f.box for f in found], *on), strict=True) if ours]

    def _known(self, image: Image, found: list[Found], crops: list[Image], across: float) -> list[Evidence]:
        """All that is known of each find; crops are `across` dice wide."""
        faces = self._read(crops)
        unsure = [n for n, face in enumerate(faces) if len(face.turns) > 1]
        second = dict(zip(unsure, opinions([crops[n] for n in unsure]), strict=True))
        size, hidden = (image.shape[1], image.shape[0]), covered([f.box for f in found])
        return [
            Evidence(f.score, faces[n], second.get(n), measure(crops[n], f.box, size, across, hidden[n]))
            for n, f in enumerate(found)
        ]

    def _die(self, known: Evidence, verdict: Verdict, box: Box, colour: Colour) -> DieView:
        return DieView(
            box=box,
            score=known.score,
            chances=verdict.chances,
            bar=self.certainty.bar,
            colour=colour.name,
            rgb=colour.rgb,
            reasons=reasons(known, verdict.value),
            colours=colour.likely,
            real=verdict.real,
        )

    def _read(self, crops: list[Image]) -> list[FaceReading]:
        plain = self.faces.read_crops(crops)
        return plain if self.profile is None else self.profile.read(crops, plain, self.faces.read_crops)

    def _colour(self, image: Image, box: Box, among: Collection[str], light: Gains) -> Colour:
        plain = body(image, box, among, light)
        if self.profile is None:
            return plain
        called = self.profile.called(plain, among)
        return called if called.name == plain.name else replace(called, likely=((called.name, 1.0),))


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


def _cut(image: Image, found: list[Found], on: On) -> tuple[list[Found], list[Standing], list[Image]]:
    """The finds with boxes of the dice to be read, where each stands, and its crop: flat where there is a pose."""
    if on is None:
        return found, [Standing()] * len(found), [crop(image, f.box) for f in found]
    pose, sheet = on
    stands = standings([f.box for f in found], pose, sheet.die)
    found = [_top(f, s, pose, sheet.die) for f, s in zip(found, stands, strict=True)]
    return found, stands, [_flat(image, f, s, pose, sheet.die) for f, s in zip(found, stands, strict=True)]


def _flat(image: Image, found: Found, stands: Standing, pose: Pose, die: float) -> Image:
    at = foot(found.box, pose, die, stands.level)
    return flat_crop(image, pose, at, (stands.level + 1) * die, die)


def _top(found: Found, stands: Standing, pose: Pose, die: float) -> Found:
    """A find whose box is that of the die to be read: of a tower found as one box, the upper part."""
    return replace(found, box=top_box(found.box, pose, die)) if stands.level and stands.below < 0 else found


def _tops(
    stands: list[Standing], known: list[Evidence], verdicts: list[Verdict], certainty: Certainty
) -> dict[int, tuple[str, ...]]:
    """The dice seen from above, each with its doubts: not those under others, nor finds that are hardly dice.

    A find without a readable face is a cocked die where it surely is a die, and else something else on the table.
    """
    under = {s.below for s in stands}
    tops = {}
    for n, (stand, verdict) in enumerate(zip(stands, verdicts, strict=True)):
        if n in under or verdict.real < (certainty.drop if verdict.readable else certainty.sure):
            continue
        told = doubts(known[n], verdict, stand, certainty.sure)
        if stand.maybe >= 0 and not verdicts[stand.maybe].passes(certainty.bar):
            told = (*told, "on another die, or behind it?")
        tops[n] = told
    return tops


def _placed(image: Image, die: DieView, pose: Pose, sheet: Sheet) -> DieView:
    """Add the place on the board: foot, turn, top corners and space."""
    at = foot(die.box, pose, sheet.die, die.level)
    top = (die.level + 1) * sheet.die
    angle = turn(image, pose, at, top, sheet.die)
    corners = None
    if angle is not None:
        corners = tuple((float(x), float(y)) for x, y in top_corners(pose, at, top, sheet.die, angle))
    return replace(die, mm=at, angle=angle, top=corners, space=sheet.where(at[0], at[1], angle))
