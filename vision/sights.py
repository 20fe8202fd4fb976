"""Other ways to look at a crop, and which of them to trust for a die: what a taught profile adapts.

The face reader takes a crop as it is. Red pips on a black die are plain to an eye and hardly lighter than the die to
the reader; seen by red light alone they are white on black. So a profile learns by which light the player's own dice
are read best. On a set of 15 kinds of dice that a reader had never seen, four pictures of it lifted the share read
right from 0.89 to 0.96 and the share accepted from 0.74 to 0.84; fitting the network's last layer anew to the same
pictures lost 0.01 instead, and neighbours in its feature space gained nothing (`python -m models.teach_gain` measures).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.colour import body
from vision.face import CROP, SIDE, FaceReading
from vision.picture import Image

Numbers = NDArray[np.float64]
See = Callable[[Sequence[Image]], list[FaceReading]]

SIGHTS: dict[str, Callable[[Image], Image]] = {  # the first is the crop as it is
    "as it is": lambda crop: crop,
    "red light": lambda crop: crop[..., 2],
    "green light": lambda crop: crop[..., 1],
    "blue light": lambda crop: crop[..., 0],
    "brightest light": lambda crop: crop.max(axis=-1),
}
WIDTH = 8.0  # Lab distance (lightness counting half) over which one die's evidence tells about another die
CAUTION = 1.0  # what another sight has to be better by (natural logarithm of the chance of the truth)
WORTH = 2.0  # how many dice's evidence a taught die is worth: it is seen spoiled in several ways
BEST = 2  # sights that are read for a die at most
LEAST = 1e-4  # a chance below counts as this: no sight may veto alone
SETTLED = 0.95  # weight of the crop as it is from which it is read alone


def seen_by(crops: Sequence[Image], sight: str) -> list[Image]:
    """Return crops (each H x W x 3, BGR) as a sight shows them; grey ones have three equal channels."""
    turned = [SIGHTS[sight](crop) for crop in crops]
    return [t if t.ndim == 3 else np.asarray(cv2.cvtColor(t, cv2.COLOR_GRAY2BGR), np.uint8) for t in turned]


def body_of(crop: Image) -> Numbers:
    """Return the Lab colour (L 0 to 100) of the body of the die in the middle of a crop of 64 x 64 x 3."""
    edge = SIDE / CROP
    corner = (SIDE - edge) / 2
    red, green, blue = body(crop, (corner, corner, edge, edge)).rgb
    return lab((red, green, blue))


def lab(rgb: tuple[int, int, int]) -> Numbers:
    """Return the Lab colour of an RGB (0 to 255)."""
    one = np.array([[rgb]], np.float32) / 255
    return np.asarray(cv2.cvtColor(one, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def distances(bodies: Numbers, taught: Numbers) -> Numbers:
    """Return M x N Lab distances in which lightness counts half, as shadow changes it."""
    apart = bodies[:, None] - taught[None]
    apart[..., 0] /= 2
    return np.asarray(np.sqrt(np.sum(apart**2, axis=-1)))


def weights(bodies: Numbers, taught: Numbers, evidence: Numbers) -> Numbers:
    """Return how far each sight is to be trusted for dice with these bodies: M x J, rows add up to 1.

    `evidence` (N x J) is the logarithm of the chance that each sight gave to the truth of each taught die; it counts
    by how near the taught die's body is. Far from every taught die the crop as it is has the most weight.
    """
    near = np.exp(-((distances(bodies, taught) / WIDTH) ** 2) / 2)
    score: Numbers = WORTH * near @ (evidence - evidence[:, :1])
    score[:, 1:] -= CAUTION
    score[near.max(axis=1, initial=0.0) < np.exp(-2), 1:] = -np.inf  # no taught die within two widths
    score[np.argsort(np.argsort(-score, axis=1), axis=1) >= BEST] = -np.inf
    shares: Numbers = np.exp(score - score.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[shares[:, 0] >= SETTLED] = np.eye(len(SIGHTS))[0]
    return shares


def pooled(chances: Numbers, shares: Numbers) -> Numbers:
    """Join J x M x 7 chances by M x J shares into M x 7: geometric means, and never less "no face" than at first.

    A crop that shows no face as it is stays one, so what a profile learns can only change which face is read; and it
    changes that only where it is surer than before: where two looks disagree otherwise, the chances are averaged.
    """
    plain = chances[0]
    mean = np.exp(np.einsum("mj,jmc->mc", shares, np.log(np.maximum(chances, LEAST))))
    mean /= mean.sum(axis=1, keepdims=True)
    none = np.maximum(mean[:, 0], plain[:, 0])
    mean[:, 1:] *= ((1 - none) / np.maximum(mean[:, 1:].sum(axis=1), 1e-12))[:, None]
    mean[:, 0] = none
    torn = (mean.argmax(axis=1) != plain.argmax(axis=1)) & (mean.max(axis=1) < plain.max(axis=1))
    mean[torn] = (mean[torn] + plain[torn]) / 2
    alone = (plain.argmax(axis=1) == 0) | (shares[:, 0] == 1)
    return np.asarray(np.where(alone[:, None], plain, mean))


def looked_at(crops: Sequence[Image], plain: list[FaceReading], shares: Numbers, see: See) -> list[list[FaceReading]]:
    """Return J x M readings of crops by every sight that has a share in them; the others repeat the plain ones."""
    found = [list(plain) for _ in SIGHTS]
    for n, sight in enumerate(SIGHTS):
        wanted = np.flatnonzero(shares[:, n] > 0).tolist() if n else []
        for i, one in zip(wanted, see(seen_by([crops[i] for i in wanted], sight)) if wanted else [], strict=True):
            found[n][i] = one
    return found


def chances_of(read: Sequence[Sequence[FaceReading]]) -> Numbers:
    """Return the J x M x 7 chances of readings."""
    return np.array([[one.chances for one in row] for row in read], np.float64)
