"""Step 1, order and movement (DH-5 to 7, 10 to 12)."""

from __future__ import annotations

import pytest
from siege import GAME, at, forced, horde, lies, marked, only, run

from rules.core import play
from rules.dice_horde.movement import walk
from rules.dice_horde.state import in_order
from rules.table import Die

FULL = "2-1: red1 | 2-2: red1 | 2-3: red1 | 2-4: red1"
THIRD = "3-1: green1 | 3-2: green1 | 3-3: green1 | 3-4: green1"


def order(table: str, colour: str) -> list[str]:
    return [str(d) for d in in_order(at(table), colour)]


@pytest.mark.rule("DH-5")
def test_weakest_first_and_the_horizon_last() -> None:
    assert order("1-1: red4 | 2-1: red2 | horizon: red3", "red") == ["2-1: red2", "1-1: red4", "horizon: red3"]


@pytest.mark.rule("DH-5")
def test_of_equal_dice_the_one_nearer_the_gate_then_the_lower_space() -> None:
    assert order("1-1: red2 | 3-2: red2", "red") == ["3-2: red2", "1-1: red2"]
    assert order("2-3: red2 | 2-1: red2", "red") == ["2-1: red2", "2-3: red2"]


@pytest.mark.rule("DH-5")
def test_the_long_example_of_the_rulebook() -> None:
    """A 1, A 3 on space 1, A 3, horizon A 3, A 4; B 4, horizon B 3; C 2, C 3."""
    table = "2-1: yellow3 | 2-2: yellow3 | 1-1: yellow1 | 3-1: red4 | 1-2: green3 | 1-3: green2 | horizon: red3"
    s = horde(f"{table} yellow4", ("A", "move"), ("B", "move"), ("C", "move"))
    acted = [step.removesuffix(" move") for step in forced(s)]
    assert acted == [
        "1-1: yellow1",
        "2-1: yellow3",
        "2-2: yellow3",
        "horizon: yellow4",
        "3-1: red4",
        "horizon: red3",
        "1-3: green2",
        "1-2: green3",
    ]
    assert order("horizon: yellow4 yellow3", "yellow") == ["horizon: yellow3", "horizon: yellow4"]


@pytest.mark.rule("DH-5")
def test_each_die_does_all_its_actions_before_the_next_and_a_type_without_symbols_rests() -> None:
    s = horde("1-1: yellow1 | 1-2: yellow3 | 1-3: red1 | 1-4: green1", ("A", "move", "attack"), ("B",), ("C", "move"))
    assert forced(s) == [
        "1-1: yellow1 move",
        "2-1: yellow1 attack",
        "1-2: yellow3 move",
        "3-1: yellow3 attack",
        "1-4: green1 move",
    ]


@pytest.mark.rule("DH-5")
def test_the_order_is_fixed_when_the_type_begins() -> None:
    """The 5 loses 3 to a trap and is a 2 then; the 3 that waits behind it is not overtaken."""
    s = horde("1-1: yellow3 | 1-2: yellow5 | 4-4: yellow6", ("A", "move"), traps=("3-1", "4-1"))
    assert forced(s) == ["1-1: yellow3 move", "1-2: yellow5 move", "4-4: yellow6 move"]
    assert lies(run(s)) == "4-1: yellow2 | graveyard: yellow3"


@pytest.mark.rule("DH-6")
@pytest.mark.parametrize(("value", "ends"), [(1, "1"), (2, "1"), (3, "2"), (4, "2"), (5, "3"), (6, "3")])
def test_a_dice_move_one_two_or_three_segments_by_value(value: int, ends: str) -> None:
    s = run(horde(f"horizon: yellow{value}", ("A", "move")))
    assert lies(s) == f"{ends}-1: yellow{value}"


@pytest.mark.rule("DH-6")
@pytest.mark.parametrize(
    ("table", "points", "ends"),
    [
        (FULL, 2, "3-1"),  # next full, the one after free: there
        (THIRD, 2, "2-1"),  # the one after full: the next one
        (THIRD, 3, "4-1"),  # with one point more: behind it
        (FULL, 1, "1-1"),  # the next one full: at worst it stays
        (f"{FULL} | {THIRD}", 2, "1-1"),
        (f"{FULL} | {THIRD}", 3, "4-1"),
        ("2-1: red1 | 2-3: red1", 1, "2-2"),  # the lowest free space
    ],
)
def test_full_segments_are_jumped_or_stopped_at(table: str, points: int, ends: str) -> None:
    s = walk(at(f"1-1: yellow3 | {table}"), Die("1-1", "yellow", 3), points)
    assert lies(s, ends).endswith("yellow3")


@pytest.mark.rule("DH-7")
def test_a_die_through_the_gate_costs_its_attack_and_returns_to_the_pool() -> None:
    s = horde("4-1: yellow5 | 4-2: red1 | 1-1: yellow6", ("A", "move", "attack"), ("B", "move"))
    assert forced(s)[:2] == ["4-1: yellow5 move", "1-1: yellow6 move"]  # it attacks no more
    after = play(GAME, s, only(s).move)
    assert after.gate == 5 - 3 and after.table.at("pool").count("yellow") == 3
    assert "passes the gate: 3 damage, 2 of 5 left; return it to the pool" in only(s).text
    assert run(s).gate == 2 - 1  # a B 1 has strength 0, and still takes 1


@pytest.mark.rule("DH-7")
def test_a_gate_without_durability_loses_the_game_at_once() -> None:
    s = horde("4-1: yellow5 | 4-2: yellow6", ("A", "move"))
    s = run(s)
    end = GAME.outcome(s)
    assert s.gate == 0 and end is not None and end.ranking == (("the horde",), ("Ann",))
    assert end.why == "the gate fell in round 1 of 3"


@pytest.mark.rule("DH-10")
def test_healing_gains_one_each_in_its_own_turn() -> None:
    s = horde("1-1: green2 | 2-1: green5 | horizon: green1", ("C", "heal"))
    assert forced(s) == ["1-1: green2 heal", "2-1: green5 heal", "horizon: green1 heal"]
    assert lies(run(s)) == "1-1: green3 | 2-1: green6 | horizon: green2"


@pytest.mark.rule("DH-10")
def test_a_six_moves_a_segment_instead_of_healing() -> None:
    assert lies(run(horde("1-1: green6 | 4-2: green6", ("C", "heal")))) == "2-1: green6"


@pytest.mark.rule("DH-11")
@pytest.mark.parametrize(("barricades", "points", "ends"), [(1, 2, "2-1"), (2, 2, "1-1"), (2, 3, "2-1"), (3, 3, "1-1")])
def test_each_barricade_costs_a_point(barricades: int, points: int, ends: str) -> None:
    s = walk(at("1-1: yellow3", built=(barricades, 0, 0, 0)), Die("1-1", "yellow", 3), points)
    assert lies(s) == f"{ends}: yellow3"


@pytest.mark.rule("DH-11")
def test_a_die_goes_on_behind_a_barricade_while_it_has_points() -> None:
    s = at("1-1: yellow5", built=(1, 0, 0, 0))
    assert lies(walk(s, Die("1-1", "yellow", 5), 3)) == "3-1: yellow5"
    s = at("4-1: yellow5", built=(0, 0, 0, 1))
    assert walk(s, Die("4-1", "yellow", 5), 1).gate == 5 and walk(s, Die("4-1", "yellow", 5), 2).gate == 2


@pytest.mark.rule("DH-12")
def test_a_trap_takes_three_and_weakens_the_attack_that_follows() -> None:
    """A 5 becomes a 2, and attacks as one: strength 1 instead of 3."""
    s = run(horde("1-1: yellow5", ("A", "move", "attack"), traps=("4-1",)))
    assert lies(s) == "4-1: yellow2" and s.sprung == ("4-1",)
    assert [b.lost for b in s.towers] == [0, 0, 0, 0, 1]


@pytest.mark.rule("DH-12")
def test_a_trap_defeats_a_three_with_its_value_unchanged() -> None:
    s = run(horde("1-1: yellow3", ("A", "move", "attack"), traps=("3-1",)))
    assert lies(s) == "graveyard: yellow3" and s.sprung == ("3-1",) and all(not b.lost for b in s.towers)


@pytest.mark.rule("DH-12")
def test_only_the_die_that_ends_there_is_trapped_and_only_once() -> None:
    s = run(horde("1-1: yellow4 | 1-2: yellow4", ("A", "move"), traps=("2-1", "3-1")))
    assert lies(s) == "3-1: yellow1 | 3-2: yellow4" and s.sprung == ("3-1",)


@pytest.mark.rule("DH-27")
def test_the_horizon_is_segment_zero() -> None:
    s = run(horde("horizon: yellow3", ("A", "attack")))
    assert [b.lost for b in s.towers] == [2, 0, 0, 0, 0] and lies(s) == "horizon: yellow3"
    s = run(horde("horizon: red3 green3", ("B", "attack"), ("C", "attack")))
    assert lies(s) == "1-1: red3 | 1-2: green3"  # their flags reach no tower from there


@pytest.mark.rule("DH-27")
def test_without_a_tower_in_reach_a_die_moves_one_segment() -> None:
    s = marked(horde("4-2: red4", ("B", "attack")), "r2", lost=3)
    assert run(s).gate == 3 and lies(run(s)) == ""
    s = run(horde("2-3: red4", ("B", "attack")))  # no tower in the lower row of segment 2 at all
    assert lies(s) == "3-1: red4"
