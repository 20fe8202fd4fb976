"""Setup, horizon and round die (DH-1 to 4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from siege import GAME, RULER, TOWER, at, does, forced, lies, names, only, run, setup, start

from rules.core import BadSetup, Move, Player, Setup, begin, play
from rules.dice_horde.horizon import landing
from rules.dice_horde.seen import odd_counts
from rules.dice_horde.sheets import Arrival
from rules.table import Table


@pytest.mark.rule("DH-1")
def test_twelve_dice_lie_in_the_pool_and_one_above_the_sheet() -> None:
    s = start()
    pool = "green? green? green? green? red? red? red? red? yellow? yellow? yellow? yellow?"
    assert str(s.table) == f"pool: {pool} | round-die: white?"
    assert list(odd_counts(s, s.table)) == []


@pytest.mark.rule("DH-1")
@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("pool: yellow1 yellow1 yellow1", "3 yellow dice on the table, not 4: 1 missing"),
        ("pool: yellow1 yellow1 yellow1 yellow1 yellow1", "5 yellow dice on the table, not 4: 1 too many"),
        ("pool: blue1", "no blue dice are played with"),
        ("pool: red1", "1 red die on the table, not 4: 3 missing"),
        ("pool: red1", "0 white dice on the table, not 1: 1 missing"),
    ],
)
def test_a_missing_or_extra_die_is_named(table: str, told: str) -> None:
    assert told in list(odd_counts(start(), Table.parse(table)))


@pytest.mark.rule("DH-1")
@pytest.mark.parametrize(
    ("players", "why"),
    [
        ((), "one player plays against the horde, not 0"),
        ((Player("A", ("red",)), Player("B", ("blue",))), "one player plays against the horde, not 2"),
        ((Player("A", ("red", "blue", "green")),), "needs four colours, for type A, type B, type C"),
        ((Player("A", ("red", "blue", "red", "white")),), "red can be of one type only"),
        ((Player(" ", ("red", "blue", "green", "white")),), "the player has no name"),
    ],
)
def test_a_setup_that_cannot_be_played_is_refused(players: tuple[Player, ...], why: str) -> None:
    with pytest.raises(BadSetup, match=why):
        begin(GAME, Setup("dice-horde", players, (TOWER, RULER)))


@pytest.mark.rule("DH-2")
def test_both_sheets_are_needed() -> None:
    with pytest.raises(BadSetup, match="needs a tower sheet and a ruler sheet, not 1 sheets"):
        begin(GAME, Setup("dice-horde", setup().players, (TOWER,)))
    with pytest.raises(BadSetup, match="sheet: is 'ruler', not 'tower'"):
        begin(GAME, Setup("dice-horde", setup().players, (RULER, RULER)))


@pytest.mark.rule("DH-3")
def test_round_one_brings_an_a_a_b_and_two_c() -> None:
    s = run(start(), "horizon")
    assert lies(s) == "horizon: green3 green3 red3 yellow2"
    assert s.table.at("pool").count("green") == 2 and s.phase == "round die"


@pytest.mark.rule("DH-3")
def test_a_die_that_the_pool_lacks_heals_all_of_its_type() -> None:
    """Two B are due, one is in the pool: it appears, then all B gain 1, itself too."""
    due = (Arrival("B", 4), Arrival("B", 4))
    s = at("1-1: red2 | 2-1: red5 | horizon: red1", "horizon", due=due)
    assert forced(s, "horizon") == ["red 4", "red 4", "1-1: red2", "2-1: red5", "horizon: red1", "horizon: red4"]
    s = run(s, "horizon")
    assert lies(s) == "1-1: red3 | 2-1: red6 | horizon: red2 red5"


@pytest.mark.rule("DH-3")
@pytest.mark.rule("DH-28")
def test_one_at_six_moves_a_segment_instead() -> None:
    s = at("1-1: red6 | 2-1: red6 | 3-1: red6 | horizon: red6", "horizon", due=(Arrival("B", 1),))
    assert only(s).move == Move("lacking", "", ("red", 1))
    s = run(s, "horizon")
    assert lies(s) == "1-1: red6 | 2-1: red6 | 3-1: red6 | 4-1: red6"


@pytest.mark.rule("DH-28")
def test_that_segment_is_a_movement_with_barricades_traps_and_gate() -> None:
    base = at("1-1: red6 | 2-1: red6 | 4-1: red6 | horizon: red6", "horizon", due=(Arrival("B", 1),))
    s = run(replace(base, built=(1, 0, 0, 0), traps=("3-1",)), "horizon")
    assert lies(s) == "1-1: red6 | 1-2: red6 | 3-1: red3"  # barred, from the horizon, trapped; one went through
    assert s.gate == 5 - 3


@pytest.mark.rule("DH-3")
def test_some_rounds_bring_nothing_and_dice_that_went_through_the_gate_can_come_back() -> None:
    due = (Arrival("B", 1), Arrival("B", 2))
    s = run(at("4-1: red6 | 1-1: red1 | 1-2: red1 | 1-3: red1", "horizon", due=due), "horizon")
    assert lies(s) == "1-1: red2 | 1-2: red2 | 1-3: red2 | horizon: red2"  # the 6 went through, and came back as a 2


@pytest.mark.rule("DH-4")
@pytest.mark.parametrize(("fields", "rolls", "chosen"), [(9, (2, 6, 3), (2, 8, 3)), (6, (2, 3, 3), (2, 5, 3))])
def test_the_round_die_counts_on_and_skips(fields: int, rolls: tuple[int, ...], chosen: tuple[int, ...]) -> None:
    s = start()
    sheet = replace(s.sheet, round_segments=s.sheet.round_segments[:1] * fields)
    for value, want in zip(rolls, chosen, strict=True):
        s = replace(s, sheet=sheet)
        assert landing(s, value) == want
        s = replace(s, used=(*s.used, want))


@pytest.mark.rule("DH-4")
def test_the_round_die_lies_on_the_segment_that_it_chose() -> None:
    s = run(start(), "horizon")
    assert names(s) == [("roll", n) for n in range(1, 7)]
    s = does(s, "roll", 5)
    assert str(s.table.of("white")) == "round-2: white5" and s.used == (2,)
    s = replace(s, phase="round die", round=2, table=s.table, queue=(), symbols=())
    s = play(GAME, s, Move("roll", "", (1,)))
    assert str(s.table.of("white")) == "round-3: white1" and s.used == (2, 3)
