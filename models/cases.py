"""Finds on pictures that a reader was not trained on: what calibration learns from.

Every find of the detector on a held-back source is one case: a die whose value is known, a cocked die, or no die at
all. Beside them stand the same dice seen smaller (12 to 24 px), and finds on pictures with things pasted in that are no
dice. A set with incomplete labels gives no case of "no die".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.distract import distract
from datasets.faces import COCKED, HALF_SEEN, face
from datasets.hard import FAR, meets
from datasets.photos import Label, Picture
from vision.certainty import Evidence
from vision.dice import Box, Detector
from vision.face import CLASSES, CROP, TURNS, batch, crop, settle
from vision.picture import Image, load
from vision.pips import Opinion, opinions
from vision.quality import Quality, covered, measure

MEETS = 0.5  # share of their union from which a find shows a labelled die
NO_DIE = -1
SHRUNK = 0.35  # of the dice are shown smaller as well
SMALL = (12.0, 24.0)  # px
SHRINKS_FROM = 30.0  # px
DISTRACTED = 4  # one picture in so many is looked at again with things pasted in

Logits = NDArray[np.float32]
Look = Callable[[NDArray[np.float32]], Logits]
"""The held-back network: N x 3 x 64 x 64 to N x 7 logits."""


@dataclass(frozen=True)
class Cases:
    """N finds: logits 4 x N x 7, the truth (`NO_DIE`, 0 without a face, 1 to 6), and what else is known of each.

    `pips` holds probabilities of 1 to 6 and the fit, `quality` the fields of vision.quality.Quality, `shrunk` tells
    the dice that were made smaller, `pictures` the number of pictures with complete labels that were searched.
    """

    logits: Logits
    truth: NDArray[np.int64]
    scores: NDArray[np.float64]
    pips: NDArray[np.float64]
    quality: NDArray[np.float64]
    shrunk: NDArray[np.bool_]
    sources: NDArray[np.str_]
    pictures: int = 0

    def __len__(self) -> int:
        """The number of finds."""
        return len(self.truth)

    def only(self, keep: NDArray[Any]) -> Cases:
        """The cases where `keep` is true, or with these indices."""
        told = {f.name: getattr(self, f.name) for f in fields(self)}
        chosen = {n: v[:, keep] if n == "logits" else v[keep] for n, v in told.items() if n != "pictures"}
        return _cases_of({**chosen, "pictures": self.pictures})

    def evidence(self, temperature: float) -> list[Evidence]:
        """What the program would know of each find, with the network's logits at a temperature."""
        return [
            Evidence(
                float(self.scores[n]),
                read,
                None if len(read.turns) == 1 else _opinion(self.pips[n]),
                _quality(self.quality[n]),
            )
            for n, read in enumerate(settle(self.logits, temperature))
        ]

    def save(self, file: Path) -> None:
        """Write them down."""
        np.savez_compressed(file, **{f.name: getattr(self, f.name) for f in fields(self)})

    @classmethod
    def load(cls, file: Path) -> Cases:
        """Read what `save` wrote."""
        with np.load(file) as told:
            return _cases_of({n: told[n] for n in told.files})


def _opinion(row: NDArray[np.float64]) -> Opinion:
    return Opinion(tuple(float(v) for v in row[:6]), float(row[6]))


def _quality(row: NDArray[np.float64]) -> Quality:
    width, blur, glare, contrast, light, narrow, cut, hidden = (float(v) for v in row)
    return Quality(width, blur, glare, contrast, light, narrow, bool(cut), hidden)


def joined(parts: Sequence[Cases]) -> Cases:
    """Put cases together; raises ValueError for none."""
    if not parts:
        raise ValueError("no cases: a held-back reader is needed")
    told: dict[str, Any] = {}
    for f in fields(Cases):
        every = [getattr(p, f.name) for p in parts]
        told[f.name] = sum(every) if f.name == "pictures" else np.concatenate(every, axis=int(f.name == "logits"))
    return _cases_of(told)


def _cases_of(told: dict[str, Any]) -> Cases:
    return Cases(**(told | {"pictures": int(told["pictures"])}))


@dataclass(frozen=True)
class _Case:
    """One find in the picture in which it is to be read."""

    image: Image
    box: Box
    score: float
    truth: int
    covered: float = 0.0
    shrunk: bool = False


def gather(pictures: Sequence[Picture], detector: Detector, look: Look, seed: int = 1) -> Cases:
    """Find, crop, measure and read every die of pictures that `look` was not trained on."""
    rng = np.random.default_rng(seed)
    parts = []
    searched = 0
    for n, picture in enumerate(pictures):
        image = load(picture.path)
        found = list(_cases(picture, image, detector))
        found += [_smaller(c, rng) for c in found if _shrinks(c) and rng.random() < SHRUNK]
        if complete(picture):
            searched += 1
            if n % DISTRACTED == 0:
                strewn = distract(image, [d.box for d in picture.dice], rng, most=6)
                found += [c for c in _cases(picture, strewn, detector) if c.truth == NO_DIE]
        if found:
            parts.append(_read(found, look, picture.source))
    return replace(joined(parts), pictures=searched)


def complete(picture: Picture) -> bool:
    """Whether a find beside the labels is no die: all are labelled, and none is left out as unreadable."""
    return not picture.incomplete and all(d.value is not None or d.tilt >= COCKED for d in picture.dice)


def _cases(picture: Picture, image: Image, detector: Detector) -> Iterator[_Case]:
    """The finds whose truth is known: those that show one labelled die, or nothing that is labelled."""
    found = detector.find(image)
    hidden = covered([f.box for f in found])
    for find, under in zip(found, hidden, strict=True):
        shares = [meets(find.box, die.box) for die in picture.dice]
        best = int(np.argmax(shares)) if shares else -1
        if best >= 0 and shares[best] >= MEETS:
            if (truth := _truth(picture.dice[best])) is not None:
                yield _Case(image, find.box, find.score, truth, under)
        elif (
            complete(picture) and max([*shares, *(meets(find.box, box) for box in picture.ignored)], default=0.0) < FAR
        ):
            yield _Case(image, find.box, find.score, NO_DIE, under)


def _truth(die: Label) -> int | None:
    """What should be read: 0 where the face is hidden or the die is cocked, None where nobody can say."""
    if die.value is None:
        return 0 if die.tilt >= COCKED else None
    return None if HALF_SEEN[0] < die.seen < HALF_SEEN[1] else face(die)


def _shrinks(case: _Case) -> bool:
    return case.truth > 0 and max(case.box[2:]) >= SHRINKS_FROM


def _smaller(case: _Case, rng: np.random.Generator) -> _Case:
    """The same die and its surroundings as a small part of a picture, with a box that is a little off."""
    w, h = case.box[2:]
    width = max(w, h)
    scale = rng.uniform(*SMALL) / width
    side = max(8, round(4 * width * scale))
    image = crop(case.image, case.box, side, 4.0)
    if rng.random() < 0.5:
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 95))])
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    w, h = (s * scale * np.exp(rng.normal(0, 0.05)) for s in (w, h))
    across, down = side / 2 + rng.normal(0, 0.03, 2) * width * scale
    return _Case(image, (across - w / 2, down - h / 2, w, h), case.score, case.truth, case.covered, True)


def _read(found: list[_Case], look: Look, source: str) -> Cases:
    crops = np.stack([crop(c.image, c.box) for c in found])
    logits = np.stack([look(batch(np.rot90(crops, quarter, (1, 2)))) for quarter in range(TURNS)])
    pips = [[*o.chances, o.fit] for o in opinions(list(crops))]
    quality = [
        list(asdict(measure(cut, c.box, (c.image.shape[1], c.image.shape[0]), CROP, c.covered)).values())
        for c, cut in zip(found, crops, strict=True)
    ]
    return Cases(
        logits.reshape(TURNS, len(found), CLASSES),
        np.array([c.truth for c in found], np.int64),
        np.array([c.score for c in found]),
        np.array(pips),
        np.array(quality, np.float64),
        np.array([c.shrunk for c in found]),
        np.array([source] * len(found), np.str_),
    )
