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
from numpy.typing import NDArray

from rules.sheet import Sheet
from vision.board import Points, Pose
from vision.dice import Box

BUILD = (0.55, 2.21)  # of the expected width: what is further off is no die of this table
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
TURNS = np.linspace(0, np.pi / 2, 4, endpoint=False)  # of a die, for which its box is worked out
QUARTERS = np.arange(4) * np.pi / 2

Boxes = NDArray[np.float64]
"""... x 4: x, y, w, h in px."""


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


def feet(boxes: Sequence[Box], pose: Pose, die: float, level: float = 0) -> Points:
    """Return the feet (N x 2 mm) of dice with edge `die` mm whose boxes (px) are given, on `level` other dice.

    The centre of a box is the projection of the die's centre, half an edge above what it stands on.
    """
    sides = np.asarray(boxes, np.float64).reshape(-1, 4)
    return pose.to_mm(sides[:, :2] + sides[:, 2:] / 2, (level + 0.5) * die)


def foot(box: Box, pose: Pose, die: float, level: float = 0) -> tuple[float, float]:
    """Return the foot (mm) of one die, see `feet`."""
    x, y = feet([box], pose, die, level)[0].tolist()
    return x, y


def boxes_of(at: Points, pose: Pose, die: float, level: int = 0) -> Boxes:
    """Return the boxes (px) that dice at N x 2 mm would fill in each of four turns: N x 4 boxes."""
    places = np.asarray(at, np.float64).reshape(-1, 2)
    ring = (TURNS[:, None] + QUARTERS).ravel()
    base = places[:, None] + np.column_stack([np.cos(ring), np.sin(ring)]) * die / np.sqrt(2)
    heights = np.repeat(np.array([level, level + 1]) * die, base.size // 2)
    corners = pose.to_px(np.tile(base.reshape(-1, 2), (2, 1)), heights)
    corners = corners.reshape(2, len(places), len(TURNS), len(QUARTERS), 2)
    least, most = corners.min(axis=(0, 3)), corners.max(axis=(0, 3))
    return np.concatenate([least, most - least], axis=-1)


def expected_all(at: Points, pose: Pose, die: float, level: int = 0) -> Boxes:
    """Return the boxes (N x 4 px) that dice at N x 2 mm would fill, whatever their turns: the means over turns."""
    return np.asarray(boxes_of(at, pose, die, level).mean(axis=1))


def expected(at: Sequence[float] | Points, pose: Pose, die: float, level: int = 0) -> Box:
    """Return the box (px) that one die at `at` (mm) would fill, see `expected_all`."""
    x, y, w, h = expected_all(np.asarray(at), pose, die, level)[0].tolist()
    return x, y, w, h


def belong(boxes: Sequence[Box], pose: Pose, sheet: Sheet) -> list[bool]:
    """Say for each find (px) whether it stands on the sheet and has about the size of its dice."""
    if not boxes:
        return []
    at, sides = feet(boxes, pose, sheet.die), np.asarray(boxes, np.float64)[:, 2:]
    size = sides.max(axis=1) / np.maximum(expected_all(at, pose, sheet.die)[:, 2:].max(axis=1), 1e-6)
    inside = ((at >= 0) & (at <= (sheet.width, sheet.height))).all(axis=1)
    fine: list[bool] = (inside & (BUILD[0] < size) & (size < BUILD[1])).tolist()
    return fine


def standings(boxes: Sequence[Box], pose: Pose, die: float) -> list[Standing]:
    """Say for each found die whether it stands on another one."""
    if not boxes:
        return []
    low = feet(boxes, pose, die)
    far = np.linalg.norm(low - pose.eye()[:2], axis=1)
    apart = _apart(low, low) / die
    fits = [
        (_apart(feet(boxes, pose, die, level), low) < FITS * die) & (far[:, None] > far)
        for level in range(1, HIGHEST + 1)
    ]
    found = [Standing() for _ in boxes]
    order = np.argsort(far, kind="stable").tolist()
    for upper in order:
        for lower in order:
            if found[upper].level or found[lower].level >= HIGHEST or not fits[found[lower].level][upper, lower]:
                continue
            if any(s.below == lower for s in found):
                continue
            if apart[upper, lower] < ROOM:
                found[upper] = Standing(lower, found[lower].level + 1)
            elif apart[upper, lower] < BESIDE:
                found[upper] = Standing(maybe=lower)
    under = {s.below for s in found}
    towers = _as_towers(np.asarray(boxes, np.float64), low, pose, die)
    return [
        s if s.level or n in under else _raised(s, tower)
        for n, (s, tower) in enumerate(zip(found, towers, strict=True))
    ]


def _apart(some: Points, others: Points) -> Points:
    """Distances of N points from M points: N x M."""
    return np.asarray(np.linalg.norm(some[:, None] - others, axis=2))


def looseness(boxes: Sequence[Box] | Boxes, alone: Boxes) -> float:
    """How much larger than dice the found boxes are by habit: the median over the picture, at least 1, 1 for a few.

    `alone` are the boxes that dice would fill there.
    """
    if len(boxes) < ENOUGH:
        return 1.0
    sides = np.asarray(boxes, np.float64)
    return max(1.0, float(np.median(np.sqrt(sides[:, 2:].prod(axis=1) / alone[:, 2:].prod(axis=1)))))


def top_box(box: Box, pose: Pose, die: float) -> Box:
    """The box of the top die of a tower that was found as one box."""
    return expected(foot(box, pose, die, 0.5), pose, die, 1)


def _as_towers(boxes: Boxes, low: Points, pose: Pose, die: float) -> list[float]:
    """The elevation (degrees) of each box that holds a tower, else 90.

    It then fits the box round two dice, in some turns, better than that of one.
    """
    base = feet(boxes.tolist(), pose, die, 0.5)  # the middle of a tower lies a whole edge above the board
    one = boxes_of(low, pose, die)
    loose = looseness(boxes, one.mean(axis=1))
    two = _around(boxes_of(base, pose, die)[:, :, None], boxes_of(base, pose, die, 1)[:, None])
    better = _fits(boxes, two.reshape(len(boxes), -1, 4), loose) - _fits(boxes, one, loose)
    return [
        steep if more > CLEARLY and steep < FROM_ABOVE else 90.0
        for more, steep in zip(better.tolist(), pose.elevations(base).tolist(), strict=True)
    ]


def _raised(alone: Standing, elevation: float) -> Standing:
    """The standing of a box that holds a tower seen from an elevation: 90 is no tower."""
    if elevation >= FROM_ABOVE:
        return alone
    return replace(alone, level=1) if elevation < STEEP else replace(alone, tall=True)


def around(a: Box, b: Box) -> Box:
    """The box round two boxes."""
    x, y, w, h = _around(np.asarray(a), np.asarray(b)).tolist()
    return x, y, w, h


def _around(some: Boxes, others: Boxes) -> Boxes:
    """The boxes (... x 4) round pairs of boxes."""
    least = np.minimum(some[..., :2], others[..., :2])
    most = np.maximum(some[..., :2] + some[..., 2:], others[..., :2] + others[..., 2:])
    return np.concatenate([least, most - least], axis=-1)


def _fits(boxes: Boxes, wanted: Boxes, loose: float) -> Points:
    """The best intersection over union of each of N boxes with N x M wanted ones, made larger by `loose`.

    All are thought to have one middle.
    """
    sides, sizes = boxes[:, None, 2:], wanted[..., 2:] * loose
    shared = np.minimum(sides, sizes).prod(axis=-1)
    return np.asarray((shared / (sides.prod(axis=-1) + sizes.prod(axis=-1) - shared)).max(axis=1))
