"""Make a profile of a player's dice from a few pictures, and tell what it changes before it is kept.

Each taught die is seen as it is and spoiled in several ways (turned, relit, blurred, from nearer and further off), by
every sight. What the profile would change is measured by leaving out one picture at a time: its dice are read by what
the other pictures taught. Where that does not help it is not used, and a profile that helps with nothing is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.dice import Box
from vision.face import CROP, SIDE, FaceReader, FaceReading, crop
from vision.models import manifest
from vision.picture import Image
from vision.profile import Gain, Profile, Taught, called, shades
from vision.sights import SIGHTS, Numbers, body_of, chances_of, lab, pooled, seen_by, weights

CUT = 120  # px of a cut-out, as in the training of the face reader
CONTEXT = 2.4  # boxes that it shows, so that it can be turned and shifted without running out of picture
LEAST_PICTURES = 3
MOST_PICTURES = 8
LEAST_DICE = 6
MOST_DICE = 160
SPOILED = 5  # ways in which each taught die is seen beside its own, fewer where there are many dice
MOST_SPOILED = 180  # crops: so that teaching takes seconds
BATCH = 64  # crops that are read at once
FLOOR = 0.02  # a chance below counts as this: one odd picture of a die is no proof against a sight


class CannotTeach(ValueError):
    """Pictures that teach nothing; tells why."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the pictures show by every sight: `bodies` (N x 3), `evidence` (N x J), `chances` (J x N x 7)."""

    bodies: Numbers
    evidence: Numbers
    chances: Numbers


def network() -> str:
    """Return the hash of the face reader that ships: what was measured with one does not hold for another."""
    return str(manifest()["face.onnx"]["sha256"])


def cut_of(image: Image, box: Box) -> Image:
    """Cut a die (x, y, w, h px) with its surroundings out of a picture: 120 x 120 x 3."""
    return crop(image, box, CUT, CONTEXT)


def middle(cut: Image) -> Image:
    """Return the crop (64 x 64 x 3) of a cut-out as the reader would see it."""
    edge = round(CUT * (1 - CROP / CONTEXT) / 2)
    return np.asarray(cv2.resize(cut[edge:-edge, edge:-edge], (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def spoiled(cut: Image, rng: np.random.Generator) -> Image:
    """Return a crop (64 x 64 x 3) of a cut-out in another turn, size, light and sharpness, with noise."""
    turn, size = rng.uniform(0, 2 * math.pi), SIDE / (CUT * CROP / CONTEXT) * math.exp(rng.normal(0, 0.05))
    move = size * np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    offset = SIDE / 2 - move @ (CUT / 2 + rng.normal(0, 0.015, 2) * CUT)
    moved = cv2.warpAffine(
        cut, np.column_stack([move, offset]), (SIDE, SIDE), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    if rng.random() < 0.4:
        moved = cv2.GaussianBlur(moved, (0, 0), rng.uniform(0.4, 1.1))
    light = np.power(np.maximum(moved, 1) / 255.0, math.exp(rng.normal(0, 0.15))) * np.exp(rng.normal(0, 0.1, 3))
    noisy = light + rng.normal(0, 0.01, light.shape)
    return np.asarray(np.clip(noisy * 255, 0, 255), np.uint8)


def look(taught: Sequence[Taught], faces: FaceReader) -> Lesson:
    """Read taught dice by every sight, as they are and spoiled."""
    rng, ways = np.random.default_rng(7), min(SPOILED, max(1, MOST_SPOILED // len(taught)))
    shown = [middle(one.cut) for one in taught]
    crops = [*shown, *(spoiled(one.cut, rng) for _ in range(ways) for one in taught)]
    chances = chances_of([_read(seen_by(crops, sight), faces) for sight in SIGHTS])
    truth = np.tile([one.value for one in taught], 1 + ways)
    given = np.log(np.maximum(chances[:, np.arange(len(crops)), truth], FLOOR))
    evidence = given.reshape(len(SIGHTS), 1 + ways, len(taught)).mean(axis=1).T
    return Lesson(np.array([body_of(one) for one in shown]), evidence, chances[:, : len(taught)])


def _read(crops: list[Image], faces: FaceReader) -> list[FaceReading]:
    return [one for n in range(0, len(crops), BATCH) for one in faces.read_crops(crops[n : n + BATCH])]


def teach(name: str, taught: Sequence[Taught], faces: FaceReader, made: str = "") -> Profile:
    """Make a profile from corrected finds; raises CannotTeach where they are too few or nothing is gained."""
    check(taught)
    profile = _fitted(name, taught, faces, made)
    if not (profile.reads or profile.names):
        raise CannotTeach(refusal(profile.gain))
    return profile


def renewed(profile: Profile, faces: FaceReader) -> Profile:
    """Return the profile fitted to the face reader of today: the taught dice are looked at again where it is new."""
    if profile.model == network():
        return profile
    return _fitted(profile.name, profile.taught, faces, profile.made)


def check(taught: Sequence[Taught]) -> None:
    """Raise CannotTeach, with the reason, where these finds are too few or too many to learn from."""
    pictures = len({one.picture for one in taught if one.value})
    dice = sum(one.value > 0 for one in taught)
    if pictures < LEAST_PICTURES:
        raise CannotTeach(f"{pictures} pictures with dice; at least {LEAST_PICTURES} are needed")
    if dice < LEAST_DICE:
        raise CannotTeach(f"{dice} dice; at least {LEAST_DICE} are needed over all pictures")
    if len(taught) > MOST_DICE:
        raise CannotTeach(f"{len(taught)} finds; at most {MOST_DICE} can be kept")


def missing(taught: Sequence[Taught]) -> dict[str, tuple[int, ...]]:
    """Return, by colour, the faces 1 to 6 that no taught picture shows; colours that are complete are left out."""
    shown: dict[str, set[int]] = {}
    for one in taught:
        if one.value:
            shown.setdefault(one.colour, set()).add(one.value)
    gaps = {colour: tuple(n for n in range(1, 7) if n not in faces) for colour, faces in sorted(shown.items())}
    return {colour: gap for colour, gap in gaps.items() if gap}


def refusal(gain: Gain) -> str:
    """Tell why a profile with this gain is not kept."""
    before = f"{gain.right[0]} of {gain.dice} are read right without it, {gain.accepted[0]} without a question"
    if gain.right[1] < gain.right[0]:
        return f"it would read fewer right ({gain.right[1]} instead of {gain.right[0]} of {gain.dice})"
    if gain.sure_wrong[1] > gain.sure_wrong[0]:
        return f"it would be sure of wrong values ({gain.sure_wrong[1]} instead of {gain.sure_wrong[0]})"
    return f"it would change nothing for the better: {before}, and {gain.named[0]} colours are named as you do"


def _fitted(name: str, taught: Sequence[Taught], faces: FaceReader, made: str) -> Profile:
    lesson = look(taught, faces)
    gain = measured(taught, lesson, faces.bar)
    return Profile(
        name=name,
        made=made,
        model=network(),
        taught=tuple(taught),
        bodies=lesson.bodies,
        evidence=lesson.evidence,
        reads=_reads(gain),
        names=gain.named[1] > gain.named[0],
        gain=gain,
    )


def _reads(gain: Gain) -> bool:
    """Whether to read by the profile: never with fewer right or more sure and wrong, and only where something gains."""
    if gain.right[1] < gain.right[0] or gain.sure_wrong[1] > gain.sure_wrong[0]:
        return False
    return gain.right[1] > gain.right[0] or gain.accepted[1] > gain.accepted[0]


def measured(taught: Sequence[Taught], lesson: Lesson, bar: float) -> Gain:
    """Tell what the others teach about each picture; `bar` is the certainty from which a value is accepted."""
    of = np.array([one.picture for one in taught])
    after = lesson.chances[0].copy()
    named = [0, 0]
    for picture in np.unique(of):
        mine, rest = np.flatnonzero(of == picture).tolist(), np.flatnonzero(of != picture).tolist()
        shares = weights(lesson.bodies[mine], lesson.bodies[rest], lesson.evidence[rest])
        after[mine] = pooled(lesson.chances[:, mine], shares)
        for n, gained in enumerate(_named([taught[i] for i in mine], [taught[i] for i in rest])):
            named[n] += gained
    return _gain(taught, (lesson.chances[0], after), bar, (named[0], named[1]))


def _named(mine: Sequence[Taught], rest: Sequence[Taught]) -> tuple[int, int]:
    """How many dice have their owner's colour: as the reader names them, and as the others teach."""
    dice, known = [one for one in mine if one.value], shades(rest)
    before = [one.seen for one in dice]
    after = [called(lab(one.rgb), known)[0] or seen for one, seen in zip(dice, before, strict=True)]
    right = [sum(name == one.colour for name, one in zip(names, dice, strict=True)) for names in (before, after)]
    return right[0], right[1]


def _gain(taught: Sequence[Taught], read: tuple[Numbers, Numbers], bar: float, named: tuple[int, int]) -> Gain:
    truth = np.array([one.value for one in taught])
    die = truth > 0
    value = [chances.argmax(axis=1) for chances in read]
    sure = [chances.max(axis=1) >= bar for chances in read]
    right = [v == truth for v in value]
    given = [float(chances[np.arange(len(truth)), truth][die].mean()) for chances in read]
    return Gain(
        pictures=len({one.picture for one in taught}),
        dice=int(die.sum()),
        right=_pair(r[die] for r in right),
        accepted=_pair((r & s)[die] for r, s in zip(right, sure, strict=True)),
        sure_wrong=_pair(s & (v > 0) & ~r for v, s, r in zip(value, sure, right, strict=True)),
        certainty=(given[0], given[1]),
        named=named,
    )


def _pair(marks: Iterable[NDArray[np.bool_]]) -> tuple[int, int]:
    before, after = (int(one.sum()) for one in marks)
    return before, after
