"""When to read: hands in, dice rolling, settling, still; and how several still pictures vote.

Two thresholds (hysteresis): motion begins at the high one and ends only after everything stayed under the low one
for `REST` seconds. Differences are taken on a small grey picture inside the board's outline, so this costs little
at the camera's own rate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from vision.board import Points
from vision.doubts import either
from vision.picture import Image
from vision.view import DieView, View

Moment = Literal["motion", "settling", "still"]

WIDE = 320  # px of the small picture
HIGHEST = 4 * WIDE  # px: a narrow strip, scaled to that width, would fill the memory
BEGIN = 0.001  # share of changed pixels from which something moves: a 16 mm die on a 400 mm board fills 0.002
END = 0.0004  # share under which it has come to rest
CHANGED = 14  # grey levels beyond the noise
REST = 0.45  # s without motion before a picture is read
NEAR = 0.5  # of a die's box: how far its centre may wander between still pictures


class Steady:
    """Feed it every picture; it says whether the table moves, settles or lies still."""

    def __init__(self, outline_px: Points | None = None) -> None:
        """Watch the inside of `outline_px` (N x 2 px of the full picture), or all of it."""
        self._outline = outline_px
        self._before: np.ndarray | None = None
        self._mask: np.ndarray | None = None
        self._moving = True
        self._last_motion = -np.inf
        self.share = 0.0

    def feed(self, image: Image, seconds: float) -> Moment:
        """Take the next picture (H x W x 3) and its time; return "motion", "settling" or "still"."""
        small = self._shrink(image)
        if self._before is None or self._before.shape != small.shape:
            self._before, self._moving, self._last_motion = small, True, seconds
            return "settling"
        self.share = self._changed(small)
        self._before = small
        if self.share > (END if self._moving else BEGIN):
            self._moving, self._last_motion = True, seconds
            return "motion"
        if seconds - self._last_motion < REST:
            return "settling"
        self._moving = False
        return "still"

    def _shrink(self, image: Image) -> np.ndarray:
        scale = WIDE / image.shape[1]
        high = min(max(1, round(image.shape[0] * scale)), HIGHEST)
        small = cv2.resize(image, (WIDE, high), interpolation=cv2.INTER_AREA)
        grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
        if self._mask is None or self._mask.shape != grey.shape:
            self._mask = np.full(grey.shape, 255, np.uint8)
            if self._outline is not None:
                self._mask[:] = 0
                cv2.fillPoly(self._mask, [np.rint(self._outline * scale).astype(np.int32)], 255)
        return cv2.GaussianBlur(grey, (3, 3), 0)

    def _changed(self, small: np.ndarray) -> float:
        assert self._before is not None and self._mask is not None
        difference = cv2.absdiff(small, self._before)
        noise = float(np.median(difference[self._mask > 0])) if self._mask.any() else 0.0
        moved = (difference > CHANGED + 3 * noise) & (self._mask > 0)
        return float(moved.sum() / max(1, int((self._mask > 0).sum())))


@dataclass(frozen=True)
class _Track:
    """One die over several pictures."""

    dice: tuple[DieView, ...]

    def near(self, die: DieView) -> bool:
        one, other = self.dice[-1].box, die.box
        away = np.hypot(one[0] + one[2] / 2 - other[0] - other[2] / 2, one[1] + one[3] / 2 - other[1] - other[3] / 2)
        return bool(away < NEAR * max(one[2], one[3]))


def vote(views: Sequence[View]) -> View:
    """Join the views of several still pictures: a die counts when most of them show it, its chances are averaged.

    The result belongs to the last picture. Raises ValueError for no views.
    """
    if not views:
        raise ValueError("no view to vote")
    tracks: list[_Track] = []
    for view in views:
        for die in view.dice:
            n = next((i for i, t in enumerate(tracks) if t.near(die)), None)
            if n is None:
                tracks.append(_Track((die,)))
            else:
                tracks[n] = _Track((*tracks[n].dice, die))
    agreed = [_agree(t.dice) for t in tracks if len(t.dice) * 2 > len(views)]
    return replace(views[-1], dice=tuple(agreed))


def _agree(dice: tuple[DieView, ...]) -> DieView:
    """One die from its views: mean chances, middle place, and the commonest colour and level."""
    last = dice[-1]
    colours = [d.colour for d in dice]
    levels = [d.level for d in dice]
    places = [d.mm for d in dice if d.mm is not None]
    common = max(dice, key=lambda d: (colours.count(d.colour) + levels.count(d.level), d is last))
    middle = None
    if places:
        middle = float(np.median([p[0] for p in places])), float(np.median([p[1] for p in places]))
    values = list(dict.fromkeys(d.value for d in dice if d.value))
    differ = (f"the pictures disagree: {either(values)}",) if len(values) > 1 else ()
    joined = replace(
        common,
        box=last.box,
        top=last.top,
        mm=middle,
        chances=tuple(float(c) for c in np.mean([d.chances for d in dice], axis=0)),
        real=float(np.mean([d.real for d in dice])),
        reasons=(*differ, *common.reasons),
    )
    if len(set(levels)) > 1:
        joined = joined.doubted("the pictures do not agree on what it stands on")
    if colours.count(common.colour) <= len(dice) / 2:
        joined = joined.doubted(f"the pictures do not agree on its colour: {either(list(dict.fromkeys(colours)))}")
    return joined
