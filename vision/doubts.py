"""Why a value is asked: each reason in plain words, with the figure that it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from vision.certainty import Evidence, Verdict
from vision.colour import CLEAR, LIKELY, Colour
from vision.tower import Standing

TINY = 12  # px: a die narrower than this is asked, whatever the reader says


def reasons(known: Evidence, value: int | None) -> tuple[str, ...]:
    """What lowered the certainty of a value (None: no face to be read), whether or not that made it a question."""
    told = list(known.quality.flaws)
    turns = [t for t in dict.fromkeys(known.face.turns) if t]
    if len(turns) > 1:
        told.append(f"the turns disagree: {either(turns)}")
    second = known.pips.value if known.pips else None
    if value and second and second != value:
        told.append(f"the pip count says {second}")
    return tuple(told)


def doubts(known: Evidence, verdict: Verdict, stands: Standing, sure: float) -> tuple[str, ...]:
    """What by itself makes a question of a die; `sure` is the probability of being a die from which none is asked."""
    told = []
    if known.quality.width < TINY:
        told.append(known.quality.too_small)
    if verdict.real < sure:
        told.append(f"is it a die? ({verdict.real:.0%})")
    if stands.tall:
        told.append("taller than one die: a tower?")
    return tuple(told)


def colours(seen: Colour) -> str:
    """The names that a body may have, as in "red or orange"; empty where one of them is clear."""
    close = [name for name, chance in seen.likely if chance >= LIKELY]
    if len(close) < 2 or seen.likely[0][1] >= CLEAR:
        return ""
    return either(close)


def either(answers: Sequence[object]) -> str:
    """Two or more answers as in "4 or 6" and "red, orange or brown"."""
    return " or ".join([", ".join(str(a) for a in answers[:-1]), str(answers[-1])])
