"""How sure a value may be: the network, the pip patterns and the quality of the picture, weighed together.

Evidence for each answer is added up in logarithms, the network's and the pip patterns', and divided by a temperature
that every flaw of the picture can only raise (small, blurred, glare, faint pips, cut off, half hidden, turns that
disagree, a weak find). A logistic regression beside it says how likely the find is a die at all. All weights are
fitted by `models.calibrate` on sources that neither network was shown; they lie in `models/manifest.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.face import FaceReading
from vision.pips import Opinion
from vision.quality import Quality

Numbers = NDArray[np.float64]

FLAWS = ("small", "blur", "glare", "faint", "cut", "hidden", "turns", "weak")
SIGNS = ("always", "score", "face", "asked", "fit", "lead", "size", "blur", "faint", "narrow")
LEAST = 1e-6  # probability below which the network's word is not taken literally
FAITH = 1e-3  # and that of the pip patterns
NOTHING = (1 / 6,) * 6


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of one find: the detector's score, what the network and the pip patterns say, the picture.

    `pips` is None where nobody asked for a second opinion, because one turn of the network was beyond doubt.
    """

    score: float
    face: FaceReading
    pips: Opinion | None
    quality: Quality

    @property
    def said(self) -> tuple[float, ...]:
        """What the pip patterns give each of 1 to 6: all alike where they were not asked."""
        return NOTHING if self.pips is None else self.pips.chances

    @property
    def flaws(self) -> tuple[float, ...]:
        """How strong each of `FLAWS` is: 0 for nothing to say, about 1 for plainly there."""
        q = self.quality
        return (
            float(np.clip(np.log2(48 / max(q.width, 1.0)), 0, 3)),
            float(np.clip(q.blur / 0.03 - 1, 0, 3)),
            float(np.clip(5 * q.glare, 0, 2)),
            float(np.clip(1 - q.contrast / 0.4, 0, 1)),
            float(q.cut),
            float(np.clip(4 * (0.75 - q.narrow), 0, 2) + np.clip(2 * q.covered - 0.3, 0, 2)),
            self.face.spread,
            1 - self.score,
        )

    @property
    def signs(self) -> tuple[float, ...]:
        """What tells a die from other things, in the order of `SIGNS`."""
        q, none = self.quality, float(np.clip(self.face.chances[0], LEAST, 1 - LEAST))
        score = float(np.clip(self.score, 0.01, 0.99))
        return (
            1.0,
            float(np.log(score / (1 - score))),
            float(np.clip(np.log((1 - none) / none), -6, 6)) / 3,
            0.0 if self.pips is None else 1.0,
            0.0 if self.pips is None else float(np.clip(self.pips.fit, -6, 14)) / 4,
            0.0 if self.pips is None else self.pips.margin,
            float(np.clip(np.log2(max(q.width, 1.0) / 32), -2, 3)),
            float(np.clip(q.blur / 0.03, 0, 4)),
            float(np.clip(1 - q.contrast / 0.4, 0, 1)),
            float(np.clip(4 * (0.75 - q.narrow), 0, 2)),
        )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the evidence comes to: probabilities of no face and of 1 to 6, and that of a die at all."""

    chances: tuple[float, ...]
    real: float

    @property
    def value(self) -> int | None:
        """The likeliest face; None where no readable face is likelier."""
        return max(range(7), key=self.chances.__getitem__) or None

    @property
    def readable(self) -> bool:
        """Whether some face is likelier than all else together."""
        return self.passes(0.5)

    def passes(self, bar: float) -> bool:
        """Whether it shows a face that is at least as certain as `bar`."""
        return self.value is not None and max(self.chances) >= bar


@dataclass(frozen=True)
class Certainty:
    """The fitted weights.

    `pips` is the weight of the pip patterns beside the network, `heat` the logarithm of the temperature without flaws
    and what each of `FLAWS` adds, `faced` and `bare` the weights of `SIGNS` for finds with and without a readable
    face. A find with a face likelier than all else is dropped where the probability that it is a die is below `drop`,
    and asked below `sure`; any other is dropped below `sure`.
    """

    pips: float
    heat: tuple[float, ...]
    faced: tuple[float, ...]
    bare: tuple[float, ...]
    drop: float
    sure: float
    bar: float

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Certainty:
        """Take the weights from a model's settings; raises KeyError for one that is missing, ValueError for length."""
        told = settings["certainty"]
        heat, faced, bare = (tuple(float(v) for v in told[name]) for name in ("heat", "faced", "bare"))
        if len(heat) != 1 + len(FLAWS) or len(faced) != len(SIGNS) or len(bare) != len(SIGNS):
            raise ValueError("certainty: another number of weights than this version knows; calibrate again")
        return cls(float(told["pips"]), heat, faced, bare, float(told["drop"]), float(told["sure"]), settings["bar"])

    def judge(self, evidence: Sequence[Evidence]) -> list[Verdict]:
        """Weigh the evidence of each find."""
        if not evidence:
            return []
        faces = np.array([e.face.chances for e in evidence])
        pips = np.array([e.said for e in evidence])
        flaws = np.array([e.flaws for e in evidence])
        signs = np.array([e.signs for e in evidence])
        shares = weighed(faces, pips, flaws, self.pips, np.array(self.heat))
        weights = np.where((faces.argmax(axis=1) > 0)[:, None], self.faced, self.bare)
        real = logistic((signs * weights).sum(axis=1))
        return [Verdict(tuple(float(v) for v in row), float(r)) for row, r in zip(shares, real, strict=True)]


def weighed(faces: Numbers, pips: Numbers, flaws: Numbers, trust: float, heat: Numbers) -> Numbers:
    """Weigh N x 7 probabilities of the network and N x 6 of the pip patterns at the temperature of N x 8 flaws.

    A pip pattern as likely as any other (1 in 6) changes nothing, and says nothing about "no face".
    """
    votes = np.log(np.clip(faces, LEAST, 1))
    votes[:, 1:] += trust * np.log(6 * np.clip(pips, FAITH, 1))
    votes /= np.exp(heat[0] + flaws @ heat[1:])[:, None]
    votes -= votes.max(axis=1, keepdims=True)
    shares = np.exp(votes)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def logistic(x: Numbers) -> Numbers:
    """1 / (1 + exp(-x)), without overflow."""
    return np.asarray(0.5 * (1 + np.tanh(x / 2)))
