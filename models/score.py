"""Compare what was read with what is labelled, picture by picture, and count.

A find is a labelled die where their boxes share at least `MEETS` of their union. That is the usual bar: a box that is
10 % too large on each side still meets its die (0.69), one of half the size does not (0.25), nor does one of two dice
together. A tighter bar would measure the labels, which stand 3 to 8 % off the die in three sets.
Not scored are dice that nobody is asked to find (`ignore`; less than half in the picture; with another die on top): a
find there is neither right nor false. Of dice without a readable face (`value` null) only finding counts. Where labels
are `incomplete`, false finds are not counted.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from datasets.hard import meets
from datasets.photos import Box, Label, Picture

MEETS = 0.5
ELSEWHERE = 0.2  # share of their union from which a find is about a die that nobody is asked to find
SHOWN = 0.5  # share of a die's box in the picture from which it is asked for
SURE = 1.96  # standard deviations: intervals that hold in 19 of 20 cases


class Find(Protocol):
    """What a reader says of one die; vision.view.DieView is one."""

    @property
    def box(self) -> Box:
        """x, y, w, h in px."""

    @property
    def value(self) -> int | None:
        """1 to 6, None for no readable face."""

    @property
    def certainty(self) -> float:
        """Probability of what `value` says, 0 to 1."""

    @property
    def accepted(self) -> bool:
        """Whether the value is taken without asking."""

    @property
    def why(self) -> str:
        """Why it is not accepted."""


@dataclass(frozen=True)
class Case:
    """A labelled die with its find (None: missed) and the names of the slices that it belongs to."""

    label: Label
    find: Find | None
    slices: frozenset[str] = frozenset()

    @property
    def right(self) -> bool:
        """Whether the labelled value was read."""
        return self.find is not None and self.find.value == self.label.value


@dataclass(frozen=True)
class Shot:
    """One picture judged: its labelled dice, and the finds that no label explains."""

    picture: Picture
    cases: tuple[Case, ...]
    spare: tuple[Find, ...] = ()

    @property
    def scored(self) -> list[Case]:
        """The dice with a labelled value."""
        return [case for case in self.cases if case.label.value is not None]

    @property
    def whole(self) -> bool:
        """Whether every value is right and nothing else was found."""
        return all(case.right for case in self.scored) and (self.picture.incomplete or not self.spare)


@dataclass
class Count:
    """Sums over dice: labelled with a value, found, read right, accepted, accepted and right."""

    dice: int = 0
    found: int = 0
    right: int = 0
    accepted: int = 0
    accepted_right: int = 0
    table: Counter[tuple[int, int]] = field(default_factory=Counter)
    """(value, what was read): 0 no readable face, -1 missed."""


@dataclass
class Total(Count):
    """Sums over pictures beside those over dice.

    `judged` are the pictures in which false finds count. `faceless` dice have no readable face: `faceless_found` of
    them were found, `faceless_taken` got a value without a question.
    """

    pictures: int = 0
    whole: int = 0
    judged: int = 0
    false: int = 0
    false_accepted: int = 0
    faceless: int = 0
    faceless_found: int = 0
    faceless_taken: int = 0


def asked(picture: Picture) -> tuple[list[Label], list[Box]]:
    """Split the labels into dice that are to be found and boxes in which nothing is scored."""
    wanted = [d for d in picture.dice if picture.shown(d) > SHOWN and not d.covered]
    return wanted, [*picture.ignored, *(d.box for d in picture.dice if d not in wanted)]


def judge(picture: Picture, finds: Sequence[Find]) -> Shot:
    """Pair labels with finds, best overlap first, each at most once."""
    wanted, elsewhere = asked(picture)
    pairs, spare = match(wanted, finds)
    false = [f for f in spare if all(meets(f.box, box) < ELSEWHERE and not _inside(f.box, box) for box in elsewhere)]
    return Shot(picture, tuple(Case(label, find) for label, find in pairs), tuple(false))


def _inside(a: Box, b: Box) -> bool:
    """Whether the middle of `a` lies in `b`: a hand that holds a die is larger than what is found of it."""
    x, y = a[0] + a[2] / 2, a[1] + a[3] / 2
    return b[0] <= x <= b[0] + b[2] and b[1] <= y <= b[1] + b[3]


def match(labels: Sequence[Label], finds: Sequence[Find]) -> tuple[list[tuple[Label, Find | None]], list[Find]]:
    """Pair labels with finds, best overlap first; the second list holds finds that no label explains."""
    by_share = sorted(
        ((meets(label.box, find.box), n, m) for n, label in enumerate(labels) for m, find in enumerate(finds)),
        reverse=True,
    )
    of: dict[int, int] = {}
    for shared, n, m in by_share:
        if shared >= MEETS and n not in of and m not in of.values():
            of[n] = m
    pairs = [(label, finds[of[n]] if n in of else None) for n, label in enumerate(labels)]
    return pairs, [find for m, find in enumerate(finds) if m not in of.values()]


def count(cases: Iterable[Case]) -> Count:
    """Add up dice that have a labelled value; others are left out."""
    total = Count()
    _add(total, cases)
    return total


def _add(total: Count, cases: Iterable[Case]) -> None:
    for case in cases:
        if case.label.value is None:
            continue
        total.dice += 1
        total.table[case.label.value, -1 if case.find is None else case.find.value or 0] += 1
        if case.find is not None:
            total.found += 1
            total.right += case.right
            total.accepted += case.find.accepted
            total.accepted_right += case.find.accepted and case.right


def add_up(shots: Iterable[Shot]) -> Total:
    """Add up pictures and their dice."""
    total = Total()
    for shot in shots:
        _add(total, shot.cases)
        total.pictures += 1
        total.whole += shot.whole
        if not shot.picture.incomplete:
            total.judged += 1
            total.false += len(shot.spare)
            total.false_accepted += sum(find.accepted for find in shot.spare)
        finds = [case.find for case in shot.cases if case.label.value is None]
        total.faceless += len(finds)
        total.faceless_found += sum(find is not None for find in finds)
        total.faceless_taken += sum(find is not None and find.accepted for find in finds)
    return total


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's interval of a share: where it may lie (19 of 20 cases), seen `part` of `whole`; (0, 1) without any.

    E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    if not whole:
        return 0.0, 1.0
    p, z = part / whole, SURE**2 / whole
    middle, reach = p + z / 2, SURE * math.sqrt(p * (1 - p) / whole + z / (4 * whole))
    return max(0.0, (middle - reach) / (1 + z)), min(1.0, (middle + reach) / (1 + z))


def certainties(shots: Iterable[Shot]) -> list[tuple[float, bool]]:
    """How sure each found die with a labelled value was read, and whether rightly."""
    return [(case.find.certainty, case.right) for shot in shots for case in shot.scored if case.find is not None]


def calibration_error(told: Sequence[tuple[float, bool]], bins: int = 15) -> float:
    """Expected calibration error: mean gap between certainty and share of right values over bins of certainty.

    M. P. Naeini and others, Obtaining well calibrated probabilities using Bayesian binning, 2015.
    """
    return sum(abs(sure - right) * size for sure, right, size in reliability(told, bins)) / max(1, len(told))


def reliability(told: Sequence[tuple[float, bool]], bins: int = 15) -> list[tuple[float, float, int]]:
    """Bins of certainty that are not empty: mean certainty, share of right values, number."""
    found = []
    for n in range(bins):
        part = [(sure, right) for sure, right in told if min(int(sure * bins), bins - 1) == n]
        if part:
            found.append((sum(s for s, _ in part) / len(part), sum(r for _, r in part) / len(part), len(part)))
    return found
