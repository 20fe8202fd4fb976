"""One list of dice from several looks at one picture, at several scales.

Each look is trusted for the widths that it sees best. What two looks see alike becomes one tighter box; what lies
inside a die of another size is a face or a pip of it, unless it is so much surer that the large box must be a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SAME = 0.45  # boxes that share more than this of their union are one die
ALIKE = 0.7  # and from here on they tell the same box: the mean is tighter than either
INSIDE = 0.85  # of the smaller box: it lies in the larger one
SURER = 2.0  # where a box inside is so many times surer, it is the die: of 1,283 pairs on training pictures the large
# box was right in 1,260, and of the 23 others this tells 11

Boxes = NDArray[np.float64]

Box = tuple[float, float, float, float]
"""x, y, w, h in px."""


@dataclass(frozen=True, slots=True)
class Found:
    """A die's box in px and the detector's score (0 to 1)."""

    box: Box
    score: float


def merge(looks: Sequence[Sequence[Found]]) -> list[Found]:
    """Merge the finds of several looks, best first; each die is told once."""
    every = sorted(((f, n) for n, look in enumerate(looks) for f in look), key=lambda seen: -seen[0].score)
    if not every:
        return []
    boxes = np.array([f.box for f, _ in every], np.float64)
    scores = np.array([f.score for f, _ in every])
    look = np.array([n for _, n in every])
    kept = []
    free = np.ones(len(every), bool)
    shares = union_shares(boxes)
    for best in range(len(every)):
        if free[best]:
            kept.append(_mean(boxes, scores, _alike(best, shares[best], free, look)))
            free &= shares[best] < SAME
    return _outermost(kept)


def union_shares(boxes: Boxes) -> Boxes:
    """Intersection over union of N boxes with each other: N x N."""
    areas = boxes[:, 2] * boxes[:, 3]
    shared = _shared(boxes)
    return np.asarray(shared / np.maximum(areas[:, None] + areas - shared, 1e-9))


def _shared(boxes: Boxes) -> Boxes:
    """Areas (px^2) that N boxes share with each other: N x N."""
    least, most = boxes[:, :2], boxes[:, :2] + boxes[:, 2:]
    sides = np.minimum(most[:, None], most) - np.maximum(least[:, None], least)
    return np.asarray(np.maximum(sides, 0).prod(axis=2))


def _alike(best: int, shares: Boxes, free: NDArray[np.bool_], look: NDArray[np.int_]) -> list[int]:
    """The box `best` and, of each other look, the best free box that tells the same."""
    chosen = {int(look[best]): best}
    for n in np.flatnonzero(free & (shares >= ALIKE)).tolist():
        chosen.setdefault(int(look[n]), n)
    return list(chosen.values())


def _mean(boxes: Boxes, scores: Boxes, chosen: list[int]) -> Found:
    """The mean of boxes, weighted by score, with the best score."""
    x, y, w, h = np.average(boxes[chosen], axis=0, weights=scores[chosen]).tolist()
    return Found((x, y, w, h), float(scores[chosen].max()))


def _outermost(found: list[Found]) -> list[Found]:
    """Take out what lies inside a die, and groups of dice taken for one."""
    boxes = np.array([f.box for f in found])
    areas = boxes[:, 2] * boxes[:, 3]
    inside = (_shared(boxes) >= INSIDE * areas) & (areas < areas[:, None])  # [outer, inner]
    kept = np.ones(len(found), bool)
    for outer in np.argsort(-areas, kind="stable").tolist():
        inner = np.flatnonzero(inside[outer] & kept).tolist()
        if not kept[outer] or not inner:
            continue
        if max(found[n].score for n in inner) > SURER * found[outer].score:
            kept[outer] = False
        else:
            kept[inner] = False
    return [f for f, stays in zip(found, kept.tolist(), strict=True) if stays]
