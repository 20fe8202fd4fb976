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

FITS = 0.45  # of the edge: how far the upper die's foot may be from the lower one's
ROOM = 0.94  # of the edge: two dice on the table cannot be nearer than this
BESIDE = 1.5  # of the edge: up to here a die that would fit on top may as well lie behind
TALL = 1.32  # a box so much taller than a die at its place shows more than one die
HIGHEST = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a found die stands: the index of the die under it (-1: the board) and its level.

    `maybe` is the index of a die that it may stand on or lie behind (-1: none): whoever sees the top face of that one
    knows. `tall`: the box is taller than a die at its place.
    """

    below: int = -1
    level: int = 0
    maybe: int = -1
    tall: bool = False


def foot(box: Box, pose: Pose, die: float, level: int = 0) -> tuple[float, float]:
    """Return the foot (mm) of a die with edge `die` mm whose box (px) is given, on `level` other dice.

    The centre of the box is the projection of the die's centre, half an edge above what it stands on.
    """
    x, y, w, h = box
    centre = pose.to_mm([(x + w / 2, y + h / 2)], (level + 0.5) * die)[0]
    return float(centre[0]), float(centre[1])


def expected(at: Sequence[float] | Points, pose: Pose, die: float, level: int = 0) -> Box:
    """Return the box (px) that a die at `at` (mm) would fill, whatever its turn: the mean over turns."""
    boxes = []
    for turn in np.linspace(0, np.pi / 2, 4, endpoint=False):
        ring = turn + np.array([0, 1, 2, 3]) * np.pi / 2
        base = np.column_stack([np.cos(ring), np.sin(ring)]) * die / np.sqrt(2) + at
        corners = np.vstack([pose.to_px(base, level * die), pose.to_px(base, (level + 1) * die)])
        boxes.append(np.concatenate([corners.min(axis=0), corners.max(axis=0)]))
    left, top, right, low = np.mean(boxes, axis=0)
    return float(left), float(top), float(right - left), float(low - top)


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
    return [
        replace(s, tall=not s.level and all(t.below != n for t in found) and _tall(box, at, pose, die))
        for n, (s, box, at) in enumerate(zip(found, boxes, feet, strict=True))
    ]


def _fits(boxes: Sequence[Box], feet: list[Points], pose: Pose, die: float, upper: int, lower: int, level: int) -> bool:
    """Whether the upper die, seen further away, would stand right on top of the lower one."""
    eye, base = pose.eye()[:2], feet[lower]
    raised = np.array(foot(boxes[upper], pose, die, level))
    behind = np.linalg.norm(feet[upper] - eye) > np.linalg.norm(base - eye)
    return bool(behind and np.linalg.norm(raised - base) < FITS * die)


def _tall(box: Box, at: Points, pose: Pose, die: float) -> bool:
    return box[3] > TALL * expected(at, pose, die)[3]
