"""Who begins, how rounds are lost, and how a match ends (DC-1, DC-3, DC-7, DC-14, DC-15, DC-18)."""

from __future__ import annotations

import pytest
from clash import ANN, BOB, GAME, at, does, names, setup, sheet, wins

from rules.core import begin, choices, phase, score
from rules.dice_clash.state import Clash
from rules.table import EMPTY


def rolled(*faces: int) -> Clash:
    s: Clash = begin(GAME, setup())
    for n, face in enumerate(faces):
        s = does(s, "roll off", face)
        assert s.rolls == faces[: n + 1] or n % 2
    return s


@pytest.mark.rule("DC-1")
def test_each_rolls_a_white_die_and_the_higher_goes_first() -> None:
    s = begin(GAME, setup())
    assert phase(GAME, s).name == "roll-off" and names(s) == {"roll off"} and len(choices(GAME, s)) == 6
    assert rolled(3, 5).turn == BOB and rolled(5, 3).turn == ANN
    assert rolled(3, 5).news == ("Bob goes first, 5 to 3", "round 1: Bob goes first")
    assert GAME.order(rolled(3, 5)) == (BOB, ANN)


@pytest.mark.rule("DC-1")
def test_equal_rolls_are_rolled_again() -> None:
    s = rolled(4, 4)
    assert s.rolls == () and s.news == ("both rolled 4: again",) and names(s) == {"roll off"}
    assert does(does(s, "roll off", 1), "roll off", 2).turn == BOB


@pytest.mark.rule("DC-1")
@pytest.mark.rule("DC-3")
def test_a_round_starts_with_all_dice_behind_the_screens_and_the_green_side() -> None:
    s = rolled(6, 1)
    pool = ("black",) * 6 + ("white",) * 2 + ("red",)
    assert s.pools == (pool, pool) and s.table == EMPTY and s.adrenaline == () and s.attack is None


@pytest.mark.rule("DC-14")
def test_the_loser_turns_to_adrenaline_and_every_die_returns() -> None:
    s = at(sheet("knight"), sheet("samurai"), table="1-a1: black1 | 2-a1: red2", turn=BOB, attack=6,
           out=(("black",), ()), pools=(("black",), ("white",)))  # fmt: skip
    s = does(s, "no play")
    pool = ("black",) * 6 + ("white",) * 2 + ("red",)
    assert s.adrenaline == (BOB,) and s.pools == (pool, pool) and s.table == EMPTY and s.out == ((), ())
    assert s.attack is None and not s.effects
    assert "Bob loses round 1: no die stops attack 6" in s.news
    assert "Bob turns warrior and grid to the adrenaline side" in s.news
    s = wins(s, BOB)
    assert s.adrenaline == (BOB, ANN)  # once there they stay


@pytest.mark.rule("DC-14")
def test_who_went_second_goes_first_whoever_lost() -> None:
    for loser in (ANN, BOB):
        s = wins(at(), BOB if loser == ANN else ANN)
        assert s.turn == BOB and s.first == BOB


@pytest.mark.rule("DC-15")
@pytest.mark.rule("DC-18")
def test_the_example_of_three_rounds() -> None:
    s = at()
    starts = [s.turn]
    for winner in (BOB, ANN):
        s = wins(s, winner)
        starts.append(s.turn)
        assert GAME.outcome(s) is None
    s = wins(s, BOB)
    assert starts == [ANN, BOB, ANN]
    outcome = GAME.outcome(s)
    assert outcome is not None and outcome.ranking == ((BOB,), (ANN,))
    assert outcome.why == "Bob beats Ann on the adrenaline side in round 3: no die stops attack 9"
    assert choices(GAME, s) == ()


@pytest.mark.rule("DC-15")
def test_two_rounds_are_enough_and_each_is_awarded_with_its_reason() -> None:
    s = wins(wins(at(), ANN), ANN)
    assert GAME.outcome(s) is not None
    assert score(GAME.awards(s), (ANN, BOB)) == {ANN: 2, BOB: 0}
    assert [a.why for a in GAME.awards(s)] == [f"round {n}: Bob lost it, no die stops attack 9" for n in (1, 2)]


def test_a_person_may_give_a_round_up_where_people_insist() -> None:
    s = does(at(), "no play", anyway=True)
    assert s.lost[-1].why == "gave it up"
