"""Which dice stand on others: two boxes that cannot both lie on the table are a tower.

Seen at an angle, a die of edge a at height a projects to a foot about a / tan(elevation) behind its true one. Where
two dice found near each other would overlap if both lay on the board, and the further one fits exactly on top of
the nearer one, it stands on it. Straight from above the picture cannot tell; then the ledger of the match does
(rules.reading), or the people are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.board import Points, Pose
from vision.dice import Box

FITS = 0.36  # of the edge: how far the upper die's foot may be from the lower one's
ROOM = 0.9  # of the edge: two dice on the table cannot be nearer than this
BESIDE = 1.5  # of the edge: up to here a die that would fit on top may as well lie behind
CLEARLY = (
    0.035  # by so much more of its union must a box fit a tower than a die; of 1,800 exact boxes of dice none does
)
STEEP = 65.0  # degrees of elevation from which a tower in one box is only asked: of 600 single dice at 70, 7 look so
FROM_ABOVE = 75.0  # and from which boxes tell nothing
ENOUGH = 3  # dice in view from which the detector's habit of loose boxes is known
HIGHEST = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a found die stands: the index of the die under it (-1: the board) and its level.

    `maybe` is the index of a die that it may stand on or lie behind (-1: none): whoever sees the top face of that one
    knows. `tall`: the box fits a die and a tower about equally well. A tower found as one box has level 1 and nothing
    below it: `top_box` is where its top die is.
    """

    below: int = -1
    level: int = 0
    maybe: int = -1
    tall: bool = False


def foot(box: Box, pose: Pose, die: float, level: float = 0) -> tuple[float, float]:
    """Return the foot (mm) of a die with edge `die` mm whose box (px) is given, on `level` other dice.

    The centre of the box is the projection of the die's centre, half an edge above what it stands on.
    """
    x, y, w, h = box
    centre = pose.to_mm([(x + w / 2, y + h / 2)], (level + 0.5) * die)[0]
    return float(centre[0]), float(centre[1])


def expected(at: Sequence[float] | Points, pose: Pose, die: float, level: int = 0) -> Box:
    """Return the box (px) that a die at `at` (mm) would fill, whatever its turn: the mean over turns."""
    x, y, w, h = np.mean(boxes_of(at, pose, die, level), axis=0)
    return float(x), float(y), float(w), float(h)


def boxes_of(at: Sequence[float] | Points, pose: Pose, die: float, level: int = 0) -> list[Box]:
    """Return the boxes (px) that a die at `at` (mm) would fill in each of four turns."""
    found = []
    for turn in np.linspace(0, np.pi / 2, 4, endpoint=False):
        ring = turn + np.array([0, 1, 2, 3]) * np.pi / 2
        base = np.column_stack([np.cos(ring), np.sin(ring)]) * die / np.sqrt(2) + at
        corners = np.vstack([pose.to_px(base, level * die), pose.to_px(base, (level + 1) * die)])
        (left, top), (right, low) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
        found.append((left, top, right - left, low - top))
    return found


def standings(boxes: Sequence[Box], pose: Pose, die: float) -> list[Standing]:
    """Say for each found die whether it stands on another one."""
    feet = [np.array(foot(box, pose, die)) for box in boxes]
    eye = pose.eye()[:2]
    found = [Standing() for _ in boxes]
    order = sorted(range(len(boxes)), key=lambda n: float(np.linalg.norm(feet[n] - eye)))
    for upper in order:
        for lower in order:
            if lower == upper or found[upper].level or any(s.below == lower for s in found):
                continue
            level = found[lower].level + 1
            if level > HIGHEST or not _fits(boxes, feet, pose, die, upper, lower, level):
                continue
            away = float(np.linalg.norm(feet[upper] - feet[lower])) / die
            if away < ROOM:
                found[upper] = Standing(lower, level)
            elif away < BESIDE:
                found[upper] = Standing(maybe=lower)
    under = {s.below for s in found}
    loose = looseness(boxes, pose, die)
    return [
        s if s.level or n in under else _as_tower(s, box, pose, die, loose)
        for n, (s, box) in enumerate(zip(found, boxes, strict=True))
    ]


def looseness(boxes: Sequence[Box], pose: Pose, die: float) -> float:
    """How much larger than dice the found boxes are by habit: the median over the picture, at least 1, 1 for a few."""
    if len(boxes) < ENOUGH:
        return 1.0
    alone = [expected(foot(box, pose, die), pose, die) for box in boxes]
    return max(1.0, float(np.median([np.sqrt(b[2] * b[3] / (a[2] * a[3])) for a, b in zip(alone, boxes, strict=True)])))


def top_box(box: Box, pose: Pose, die: float) -> Box:
    """The box of the top die of a tower that was found as one box."""
    return expected(foot(box, pose, die, 0.5), pose, die, 1)


def _as_tower(alone: Standing, box: Box, pose: Pose, die: float, loose: float) -> Standing:
    """Whether one box holds a tower: it then fits the box round two dice, in some turns, better than that of one."""
    base = foot(box, pose, die, 0.5)  # the middle of a tower lies a whole edge above the board
    steep = pose.elevation(base)
    if steep >= FROM_ABOVE:
        return alone
    one = boxes_of(foot(box, pose, die), pose, die)
    low, high = boxes_of(base, pose, die), boxes_of(base, pose, die, 1)
    two = max(_fit(box, around(a, b), loose) for a in low for b in high)
    if two - max(_fit(box, w, loose) for w in one) <= CLEARLY:
        return alone
    return replace(alone, level=1) if steep < STEEP else replace(alone, tall=True)


def around(a: Box, b: Box) -> Box:
    """The box round two boxes."""
    left, top = min(a[0], b[0]), min(a[1], b[1])
    return left, top, max(a[0] + a[2], b[0] + b[2]) - left, max(a[1] + a[3], b[1] + b[3]) - top


def _fit(box: Box, wanted: Box, loose: float) -> float:
    """Intersection over union of two boxes with one middle, the wanted one made larger by `loose`."""
    w, h = wanted[2] * loose, wanted[3] * loose
    shared = min(box[2], w) * min(box[3], h)
    return shared / (box[2] * box[3] + w * h - shared)


def _fits(boxes: Sequence[Box], feet: list[Points], pose: Pose, die: float, upper: int, lower: int, level: int) -> bool:
    """Whether the upper die, seen further away, would stand right on top of the lower one."""
    eye, base = pose.eye()[:2], feet[lower]
    raised = np.array(foot(boxes[upper], pose, die, level))
    behind = np.linalg.norm(feet[upper] - eye) > np.linalg.norm(base - eye)
    return bool(behind and np.linalg.norm(raised - base) < FITS * die)
