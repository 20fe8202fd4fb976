"""What evidence comes to, what becomes of a find, and the words for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn import GOOD, known, opinion, reading
from vision.certainty import FLAWS, NOTHING, SIGNS, Certainty, Evidence, Verdict, logistic, weighed
from vision.colour import Colour
from vision.doubts import colours, doubts, either, reasons
from vision.reader import _tops
from vision.tower import Standing

ALONE = Standing()
HEAT = (0.1, *[0.4] * len(FLAWS))
FACED = (-1.0, 1.0, 1.0, *[0.0] * (len(SIGNS) - 3))
BARE = (-4.0, 2.0, *[0.0] * (len(SIGNS) - 2))
RULE = Certainty(pips=0.5, heat=HEAT, faced=FACED, bare=BARE, drop=0.2, sure=0.7, bar=0.9)
SETTINGS = {
    "bar": 0.9,
    "certainty": {"pips": 0.5, "heat": HEAT, "faced": FACED, "bare": BARE, "drop": 0.2, "sure": 0.7},
}


def sure_of(evidence: Evidence) -> float:
    return max(RULE.judge([evidence])[0].chances)


shares = st.lists(st.floats(0.001, 1), min_size=7, max_size=7).map(lambda v: np.array([v]) / sum(v))
flaws = st.lists(st.floats(0, 3), min_size=len(FLAWS), max_size=len(FLAWS)).map(lambda v: np.array([v]))


@settings(max_examples=60, deadline=None)
@given(shares, shares, flaws, st.integers(0, len(FLAWS) - 1), st.floats(0, 2))
def test_no_flaw_makes_anything_surer(
    faces: np.ndarray, pips: np.ndarray, seen: np.ndarray, which: int, more: float
) -> None:
    worse = seen.copy()
    worse[0, which] += more
    patterns = pips[:, 1:] / pips[:, 1:].sum()
    before, after = (weighed(faces, patterns, f, 0.7, np.array(HEAT)) for f in (seen, worse))
    assert before.sum() == pytest.approx(1)
    assert after.max() <= before.max() + 1e-9
    assert after.argmax() == before.argmax() or after.max() == pytest.approx(before.max())


@settings(max_examples=30, deadline=None)
@given(shares)
def test_a_pip_pattern_that_cannot_tell_changes_nothing(faces: np.ndarray) -> None:
    none = np.zeros((1, len(FLAWS)))
    assert weighed(faces, np.array([NOTHING]), none, 0.9, np.zeros(1 + len(FLAWS))) == pytest.approx(faces)


def test_the_second_opinion_lifts_what_it_agrees_with_and_lowers_the_rest() -> None:
    alone = sure_of(Evidence(0.9, reading(4, 0.8), None, GOOD))
    agreed = sure_of(Evidence(0.9, reading(4, 0.8), opinion(4), GOOD))
    denied = sure_of(Evidence(0.9, reading(4, 0.8), opinion(5), GOOD))
    assert denied < alone < agreed


@pytest.mark.parametrize(
    "worse",
    [
        {"width": 14.0},
        {"blur": 0.09},
        {"glare": 0.2},
        {"contrast": 0.1},
        {"cut": True},
        {"narrow": 0.4},
        {"covered": 0.5},
    ],
    ids=str,
)
def test_every_flaw_of_the_picture_lowers_the_certainty_and_is_named(worse: dict[str, float]) -> None:
    quality = replace(GOOD, **worse)
    assert sure_of(known(4, 0.9, quality=quality)) < sure_of(known(4, 0.9))
    assert len(reasons(known(4, quality=quality), 4)) == 1


def test_a_weak_find_and_turns_that_disagree_lower_it_too() -> None:
    assert sure_of(known(4, 0.9, score=0.3)) < sure_of(known(4, 0.9))
    torn = replace(known(4, 0.9), face=replace(reading(4, 0.9), turns=(4, 6, 4, 4), spread=0.5))
    assert sure_of(torn) < sure_of(known(4, 0.9))
    assert reasons(torn, 4) == ("the turns disagree: 4 or 6",)


def test_a_pip_count_that_says_otherwise_is_named() -> None:
    other = replace(known(4), pips=opinion(5))
    assert reasons(other, 4) == ("the pip count says 5",)
    assert reasons(other, None) == (), "where no face is read there is nothing that it could contradict"
    assert reasons(replace(known(4), pips=opinion(5, 0.3)), 4) == (), "a fit that cannot tell says nothing"


def test_settings_of_another_version_are_refused() -> None:
    assert Certainty.of(SETTINGS) == RULE
    short = {"bar": 0.9, "certainty": {**SETTINGS["certainty"], "heat": HEAT[:-1]}}
    with pytest.raises(ValueError, match="calibrate again"):
        Certainty.of(short)
    with pytest.raises(KeyError, match="certainty"):
        Certainty.of({"bar": 0.9})


def test_nothing_found_is_nothing_to_judge() -> None:
    assert RULE.judge([]) == []


def test_a_logistic_does_not_overflow() -> None:
    assert logistic(np.array([-1e6, 0, 1e6])) == pytest.approx([0, 0.5, 1])


def asked(evidence: Evidence, stand: Standing = ALONE) -> tuple[str, ...] | None:
    """The doubts about a single find, or None where it is dropped."""
    return _tops([stand], [evidence], RULE.judge([evidence]), RULE).get(0)


def test_finds_are_told_asked_or_dropped() -> None:
    assert asked(known(4, score=0.8)) == ()
    weak = asked(known(4, score=0.4))
    assert weak is not None and weak[0].startswith("is it a die? (")
    assert asked(known(4, 0.3, score=0.05)) is None
    assert asked(known(0, score=0.95)) == ()
    assert asked(known(0, score=0.5)) is None
    torn = Evidence(0.4, reading(4, 0.4), None, GOOD)
    assert asked(torn) is None, "a weak find in which no face is likelier than the rest"


def test_a_die_of_a_few_pixels_is_asked_whatever_it_shows() -> None:
    told = asked(known(6, 0.999, quality=replace(GOOD, width=11)))
    assert told is not None and told[0].startswith("too small: 11 px")


def test_a_box_as_tall_as_two_dice_is_asked() -> None:
    assert asked(known(6), Standing(tall=True)) == ("taller than one die: a tower?",)


def test_a_die_under_another_is_not_told_and_one_that_may_be_is_asked() -> None:
    def tops(stands: list[Standing], lower: Evidence) -> dict[int, tuple[str, ...]]:
        evidence = [known(3), lower]
        return _tops(stands, evidence, RULE.judge(evidence), RULE)

    assert list(tops([Standing(1, 1), Standing()], known(0))) == [0]
    assert tops([Standing(maybe=1), Standing()], known(0))[0] == ("on another die, or behind it?",)
    assert tops([Standing(maybe=1), Standing()], known(5)) == {0: (), 1: ()}


def test_a_verdict_passes_with_a_face_at_the_bar_only() -> None:
    assert Verdict(reading(3, 0.95).chances, 1).passes(0.95)
    assert not Verdict(reading(3, 0.94).chances, 1).passes(0.95)
    assert not Verdict(reading(0, 0.99).chances, 1).passes(0.95)


def test_reasons_come_in_words() -> None:
    assert either([4, 6]) == "4 or 6"
    assert either(["red", "orange", "brown"]) == "red, orange or brown"
    clear = Colour("red", (200, 30, 30), 0.5, (("red", 0.9), ("orange", 0.1)))
    assert colours(clear) == ""
    assert colours(replace(clear, likely=(("red", 0.55), ("orange", 0.4), ("pink", 0.05)))) == "red or orange"
    assert doubts(known(4), Verdict(reading(4).chances, 0.35), ALONE, 0.7) == ("is it a die? (35%)",)
