"""A second opinion on a face, independent of the network: which of the six pip patterns fits the spots in a crop?

Spots are extrema of a difference of Gaussians at two scales, bright ones and dark ones apart, each taken from
the colour channel in which it stands out most; so white, black and coloured pips count alike. Any two spots of one
kind may be opposite corners of the pattern; the other diagonal may be longer, shorter and sheared, which covers any
turn and the usual views from the side. Nine places of that frame are looked up, and each pattern is judged by
what shows at its own places (the weakest and the mean), at the others (the strongest), by spots inside the frame
that it does not explain and by how far its middle is from that of the crop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.picture import Image

Numbers = NDArray[np.float32]
Indices = NDArray[np.int64]

SIDE = 64  # px of a crop
KEPT = 9  # spots of each kind that are looked at, strongest first
TRIED = 4  # frames a pattern and kind for which unexplained spots are counted
FAINT = 1.5  # grey levels below which a spot is noise
REACH = 25.0  # px round the middle of the crop in which spots are looked for
DIAGONAL = (4.5, 19.0)  # px from the middle of a pattern to its corners
OFF = 13.0  # px from the middle of the crop to that of the pattern at most
ALONE = 17.0  # px: another spot within about this distance speaks against a 1
LEAST_SCALE = 4.0  # grey levels that a full spot has at least
CLEAR = 0.35  # lead in probability from which the fit says a value

# Places of a frame, as multiples of its two half diagonals: corners, middle, middles of the sides.
PLACES = np.array(
    [(1, 0), (-1, 0), (0, 1), (0, -1), (0, 0), (0.5, 0.5), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5)], np.float32
)
PATTERNS = ((0, 1), (0, 1, 4), (0, 1, 2, 3), (0, 1, 2, 3, 4), (0, 1, 2, 3, 5, 6))  # of 2 to 6
FILLED = np.array([[n in pattern for n in range(9)] for pattern in PATTERNS])
# The other diagonal: its length beside the first, and how far it leans. 2 and 3 show one diagonal: theirs is square.
SHAPES = np.array([(k, s) for k in (0.7, 1.0, 1.4) for s in (-0.3, 0.0, 0.3)], np.float32)
SQUARE = 4
FIRST, SECOND = np.triu_indices(KEPT, 1)

# Softmax regression on 2,100 labelled faces of six training sets: weakest and mean at the pattern's own
# places, strongest elsewhere, strongest unexplained spot, squared distance to the middle; and a figure a value.
WEIGHTS = np.array([4.71, 9.98, -5.58, -1.1, -0.68], np.float32)
BIAS = np.array([-1.22, -1.94, 0.1, 0.41, 1.14, 1.5], np.float32)

_ROWS, _COLUMNS = np.mgrid[0:SIDE, 0:SIDE]
_DISC = (np.hypot(_ROWS - SIDE / 2 + 0.5, _COLUMNS - SIDE / 2 + 0.5) < REACH).astype(np.float32)
_THREE, _FIVE = np.ones((3, 3), np.uint8), np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the pip patterns say: probabilities of 1 to 6 (they add up to 1), and how well the best one fits at all.

    `fit` is a score without a unit: faces have 5 to 12, things without pips less.
    """

    chances: tuple[float, ...]
    fit: float = 0.0

    @property
    def value(self) -> int | None:
        """The pattern that fits best, or None where the fit cannot tell."""
        return int(np.argmax(self.chances)) + 1 if self.margin >= CLEAR else None

    @property
    def margin(self) -> float:
        """How far the best pattern is ahead of the second (0 to 1)."""
        second, first = sorted(self.chances)[-2:]
        return first - second


def opinions(crops: Sequence[Image]) -> list[Opinion]:
    """Fit the patterns to crops (64 x 64 x 3, BGR, 1.5 boxes across)."""
    if not len(crops):
        return []
    scores = judged(crops) @ WEIGHTS + BIAS  # N x 2 x 6
    best = scores.max(axis=(1, 2))
    scores -= best[:, None, None]
    shares = np.exp(scores.astype(np.float64)).sum(axis=1)  # either kind of spot may be the pips
    shares /= shares.sum(axis=1, keepdims=True)
    return [Opinion(tuple(float(s) for s in row), float(fit)) for row, fit in zip(shares, best, strict=True)]


def judged(crops: Sequence[Image]) -> Numbers:
    """The five figures of the best frame of each pattern: N x 2 (bright, dark spots) x 6 (values) x 5."""
    maps = [m for crop in crops for m in spots(crop)]
    found = [_strongest(m) for m in maps]
    places, strengths = np.stack([p for p, _ in found]), np.stack([s for _, s in found])
    full = np.maximum(strengths[:, :3].mean(axis=1), LEAST_SCALE)
    strengths = np.minimum(strengths / full[:, None], 1.2)
    wide = np.minimum(np.stack([cv2.dilate(m, _THREE) for m in maps]) / full[:, None, None], 1.2)
    told = np.empty((len(maps), 6, len(WEIGHTS)), np.float32)
    told[:] = (0, 0, 1, 1, 4)
    told[:, 0] = _ones(places, strengths)
    _frames(told, places, strengths, wide)
    return told.reshape(len(crops), 2, 6, len(WEIGHTS))


def spots(crop: Image) -> tuple[Numbers, Numbers]:
    """How much each pixel is a bright spot, and a dark one, in grey levels: two maps of 64 x 64."""
    fine = cv2.GaussianBlur(crop.astype(np.float32), (5, 5), 1.2)
    middle = cv2.GaussianBlur(fine, (9, 9), 1.9)
    coarse = cv2.GaussianBlur(middle, (17, 17), 2.8)
    layers = [*cv2.split(cv2.subtract(fine, middle)), *cv2.split(cv2.subtract(middle, coarse))]
    bright = dark = layers[0]
    for layer in layers[1:]:
        bright, dark = cv2.max(bright, layer), cv2.min(dark, layer)
    zero = np.zeros((SIDE, SIDE), np.float32)
    return np.asarray(cv2.max(bright, zero)), np.asarray(cv2.max(-dark, zero))


def _strongest(spotted: Numbers) -> tuple[Numbers, Numbers]:
    """The strongest spots of a map: their places (x, y px; far away where there are fewer) and strengths."""
    inside = spotted * _DISC
    peaks = np.flatnonzero((inside >= cv2.dilate(inside, _FIVE)) & (inside > FAINT))
    strengths = inside.ravel()[peaks]
    order = np.argsort(-strengths)[:KEPT]
    places, kept = np.full((KEPT, 2), -999, np.float32), np.zeros(KEPT, np.float32)
    places[: len(order), 1], places[: len(order), 0] = np.divmod(peaks[order], SIDE)
    kept[: len(order)] = strengths[order]
    return places, kept


def _ones(places: Numbers, strengths: Numbers) -> Numbers:
    """The figures of the spot that is most like the only one of a face: B x 5."""
    apart = ((places[:, :, None] - places[:, None]) ** 2).sum(axis=-1) / ALONE**2
    others = np.exp(-np.minimum(apart**2, 50)) * strengths[:, None]
    others[:, np.arange(KEPT), np.arange(KEPT)] = 0
    other = others.max(axis=2)
    off = ((places - (SIDE - 1) / 2) ** 2).sum(axis=-1) / 36
    told = np.stack([strengths, strengths, other, other, off], axis=-1)
    best = np.argmax(told @ WEIGHTS, axis=1)
    return np.asarray(told[np.arange(len(told)), best])


def _frames(told: Numbers, places: Numbers, strengths: Numbers, wide: Numbers) -> None:
    """Fill in the figures of the best frame of 2 to 6 for each map."""
    two = np.float32(2)
    middle, half = (places[:, FIRST] + places[:, SECOND]) / two, (places[:, SECOND] - places[:, FIRST]) / two
    length, off = (half**2).sum(axis=-1), ((middle - (SIDE - 1) / 2) ** 2).sum(axis=-1)
    at, pair = np.nonzero((length > DIAGONAL[0] ** 2) & (length < DIAGONAL[1] ** 2) & (off < OFF**2))
    middle, half, off = middle[at, pair], half[at, pair], off[at, pair] / np.float32(36)
    across = np.stack([-half[:, 1], half[:, 0]], axis=1)
    other = SHAPES[:, None, :1] * across + SHAPES[:, None, 1:] * half  # shapes x M x 2
    figures = _looked_up(at, middle, half, other, wide)  # 3 x 5 x shapes x M
    rough = np.tensordot(WEIGHTS[:3], figures, 1) + WEIGHTS[4] * off
    rough[:2, np.arange(len(SHAPES)) != SQUARE] = -99
    ends = np.searchsorted(at, np.arange(len(wide) + 1))
    for n, (start, end) in enumerate(pairwise(ends)):
        if start == end:
            continue
        best = _best(rough[:, :, start:end].reshape(5, -1), end - start)
        shape, one = best[0], best[1] + start
        loose = _unexplained(middle[one], half[one], other[shape, one], places[n], strengths[n])
        value = np.arange(5)[:, None]
        chosen = np.argmax(rough[value, shape, one] + WEIGHTS[3] * loose, axis=1)
        value = np.arange(5)
        shape, one = shape[value, chosen], one[value, chosen]
        told[n, 1:, :3] = figures[:, value, shape, one].T
        told[n, 1:, 3], told[n, 1:, 4] = loose[value, chosen], off[one]


def _looked_up(at: Indices, middle: Numbers, half: Numbers, other: Numbers, wide: Numbers) -> Numbers:
    """Weakest and mean at the places of each pattern, strongest at the others: 3 x 5 x shapes x M."""
    seen = []
    for a, b in PLACES:
        spot = np.clip(middle + a * half + b * other + 0.5, 0, SIDE - 1).astype(np.int32)
        seen.append(wide.ravel()[at * (SIDE * SIDE) + spot[..., 1] * SIDE + spot[..., 0]])
    one, two, low = np.minimum(seen[0], seen[1]), np.minimum(seen[2], seen[3]), np.minimum(seen[5], seen[6])
    beside, across = np.maximum(seen[5], seen[6]), np.maximum(seen[7], seen[8])
    corners, sides, core = np.maximum(seen[2], seen[3]), np.maximum(beside, across), seen[4]
    four = np.minimum(one, two)
    pair = seen[0] + seen[1]
    square = pair + seen[2] + seen[3]
    weakest = [one, np.minimum(one, core), four, np.minimum(four, core), np.minimum(four, low)]
    mean = [pair / 2, (pair + core) / 3, square / 4, (square + core) / 5, (square + seen[5] + seen[6]) / 6]
    elsewhere = np.maximum(corners, sides)
    strongest = [np.maximum(elsewhere, core), elsewhere, np.maximum(sides, core), sides, np.maximum(across, core)]
    return np.stack([np.stack(weakest), np.stack(mean), np.stack(strongest)])


def _best(rough: Numbers, pairs: int) -> tuple[Indices, Indices]:
    """The `TRIED` likeliest frames of each pattern: shape and pair, each 5 x TRIED."""
    count = min(TRIED, rough.shape[1])
    best = np.argpartition(-rough, count - 1, axis=1)[:, :count]
    return best // pairs, best % pairs


def _unexplained(middle: Numbers, half: Numbers, other: Numbers, places: Numbers, strengths: Numbers) -> Numbers:
    """Strength of the strongest spot inside each frame that its pattern does not explain: 5 x frames."""
    area = half[..., 0] * other[..., 1] - half[..., 1] * other[..., 0]
    away = places - middle[:, :, None]
    a = (away[..., 0] * other[..., None, 1] - away[..., 1] * other[..., None, 0]) / area[..., None]
    b = (half[..., None, 0] * away[..., 1] - half[..., None, 1] * away[..., 0]) / area[..., None]
    inside = (np.abs(a + b) < 1.6) & (np.abs(a - b) < 1.6)
    near = (a[..., None] - PLACES[:, 0]) ** 2 + (b[..., None] - PLACES[:, 1]) ** 2 < 0.07
    explained = (near & FILLED[:, None, None]).any(axis=-1)
    return np.asarray(np.where(inside & ~explained, strengths, 0).max(axis=-1))
