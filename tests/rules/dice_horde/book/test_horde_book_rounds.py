"""By the rulebook: setup, horizon, round die, order, movement, barricades, traps and the gate."""

from __future__ import annotations

import pytest
from horde_by_the_book import DICE, FLAGS, FOUR, Match, field, flag, sheet, tower


@pytest.mark.rule("DH-1")
def test_green_yellow_and_red_dice_are_assigned_to_types_by_the_table() -> None:
    m = Match(sheet(horizon='[["A1", "B1", "C1", "C1"], [], [], [], [], [], [], [], []]'))
    assert m.state.table.count(DICE[0]) == m.state.table.count(DICE[1]) == m.state.table.count(DICE[2]) == 4
    assert m.state.table.count(DICE[3]) == 1
    for colour in ("yellow", "red", "green", "green"):
        assert f"a {colour} die from the pool, set it to 1" in m.only()
        m.do("")
    assert m.lies() == "horizon: green1 green1 red1 yellow1"


@pytest.mark.rule("DH-3")
def test_for_a_missing_b_all_b_gain_one_the_new_one_too() -> None:
    m = Match(sheet(horizon='[[], ["B2", "B2"], [], [], [], [], [], [], []]'))
    m.roll(1, "1-1: red1 | 2-1: red2 | horizon: red5")
    m.skip("horizon")
    m.do("take a red die")
    assert m.lies("horizon") == "horizon: red2 red5"
    while m.state.phase == "horizon":
        m.do("")
    assert m.lies() == "1-1: red2 | 2-1: red3 | horizon: red3 red6"


@pytest.mark.rule("DH-3")
@pytest.mark.rule("DH-28")
def test_a_die_at_six_moves_a_segment_instead() -> None:
    m = Match(sheet(horizon='[[], ["B2"], [], [], [], [], [], [], []]'))
    m.roll(1, "1-1: red6 | 2-1: red2 | horizon: red6 red1")
    m.skip("round die")
    assert m.lies() == "1-1: red6 | 2-1: red3 | 2-2: red6 | horizon: red2"


@pytest.mark.rule("DH-4")
@pytest.mark.parametrize(
    ("fields", "rolls", "segments"), [(9, (2, 6, 3), (2, 8, 3)), (6, (2, 3, 3), (2, 5, 3)), (6, (6, 1, 1), (6, 1, 2))]
)
def test_the_thirteenth_die_counts_on_from_the_last_segment(
    fields: int, rolls: tuple[int, ...], segments: tuple[int, ...]
) -> None:
    m = Match(sheet((field(),) * fields))
    for value, segment in zip(rolls, segments, strict=True):
        m.roll(value)
        assert str(m.state.table.of(DICE[3])) == f"round-{segment}: {DICE[3]}{value}"
        m.skip("round die")


@pytest.mark.rule("DH-5")
def test_the_activation_example() -> None:
    """A 1, the A 3 on space 1, the other A 3, on the horizon A 3 and A 4; B 4, horizon B 3; C 2, C 3."""
    horde = '[["A", "move"], ["B", "move"], ["C", "move"]]'
    m = Match(sheet((field(horde),) * 9, length=9))
    m.roll(
        1, "1-1: yellow3 | 1-2: yellow3 | 2-1: yellow1 | 2-2: red4 | 1-3: green3 | 3-1: green2 | horizon: yellow4 red3"
    )
    starts = [step.split(" from ")[0] + " " + step.split(" from ")[1].split(" to ")[0] for step in m.horde()]
    assert starts == [
        "yellow 1 segment 2 space 1",
        "yellow 3 segment 1 space 1",
        "yellow 3 segment 1 space 2",
        "yellow 4 the horizon",
        "red 4 segment 2 space 2",
        "red 3 the horizon",
        "green 2 segment 3 space 1",
        "green 3 segment 1 space 3",
    ]


@pytest.mark.rule("DH-5")
def test_of_two_b_of_value_two_the_one_nearer_the_gate_moves_first() -> None:
    m = Match(sheet((field('[["B", "move"], ["A"], ["C"]]'),) * 9))
    m.roll(1, "1-1: red2 | 2-4: red2 | 2-3: red4 | horizon: red1")
    assert [s.split(" to ")[0] for s in m.horde()] == [
        "red 2 from segment 2 space 4",
        "red 2 from segment 1 space 1",
        "red 4 from segment 2 space 3",
        "red 1 from the horizon",
    ]


@pytest.mark.rule("DH-6")
@pytest.mark.parametrize(
    ("others", "value", "ends"),
    [
        ("2-1: red1 | 2-2: red1 | 2-3: red1 | 2-4: red1", 3, "3-1"),  # a full one is jumped
        ("3-1: red1 | 3-2: red1 | 3-3: red1 | 3-4: red1", 3, "2-1"),  # stops on the one before
        ("3-1: red1 | 3-2: red1 | 3-3: red1 | 3-4: red1", 5, "4-1"),  # one point more jumps it
        ("2-1: red1 | 2-2: red1 | 2-3: red1 | 2-4: red1", 1, "1-1"),  # at worst it stays
        ("2-1: red1 | 2-2: red1", 1, "2-3"),
    ],
)
def test_where_a_movement_ends(others: str, value: int, ends: str) -> None:
    m = Match(sheet((field('[["A", "move"], ["B"], ["C"]]'),) * 9))
    m.roll(1, f"1-1: yellow{value} | {others}")
    m.horde()
    assert m.lies(ends).endswith(f"yellow{value}")


@pytest.mark.rule("DH-7")
def test_each_die_through_the_gate_deals_its_attack_and_returns_to_the_pool() -> None:
    weak = (flag("A", (1,) * 6, (0, 0, 1, 1, 2, 2), "most-developed"), *FLAGS[1:])
    m = Match(sheet((field('[["A", "move", "attack"], ["B"], ["C"]]'),) * 9, flags=weak, gate=4))
    m.roll(1, "5-1: yellow1 | 5-2: yellow5")
    told = m.horde()
    assert len(told) == 2 and "1 damage, 3 of 4 left" in told[0] and "2 damage, 1 of 4 left" in told[1]
    assert m.lies() == "" and m.state.table.at("pool").count("yellow") == 4


@pytest.mark.rule("DH-7")
def test_the_kingdom_falls_at_once_with_the_gate() -> None:
    m = Match(sheet((field('[["A", "move"], ["B"], ["C"]]'),) * 9, gate=1))
    m.roll(1, "5-1: yellow1 | 5-2: yellow5")
    m.do("")
    end = m.over()
    assert end is not None and end.ranking[-1] == ("Ann",) and m.may() == []


def fenced(walls: int, flags: tuple[str, ...] = FLAGS) -> Match:
    """Round 1 builds barricades after segment 2; in round 2 the A dice move and attack."""
    calm = field(lower=str(["barricade"] * walls).replace("'", '"'))
    m = Match(sheet((calm, field('[["A", "move", "attack"], ["B"], ["C"]]'), *[field()] * 7), flags=flags))
    m.roll(1)
    m.do("set lower")
    for _ in range(walls):
        m.do("barricade 2")
    m.skip("round die")
    return m


@pytest.mark.rule("DH-11")
def test_an_a_3_jumps_one_barricade_and_ends_just_behind_it() -> None:
    m = fenced(1)
    m.roll(1, "2-1: yellow3")
    m.do("")
    assert m.lies() == "3-1: yellow3"


@pytest.mark.rule("DH-9")
@pytest.mark.rule("DH-11")
def test_a_double_barricade_stops_it_and_it_destroys_one() -> None:
    m = fenced(2)
    m.roll(1, "2-1: yellow3 | 1-1: yellow5")
    told = m.horde()
    assert "stays" in told[0] and "1 of 2 barricades" in told[1]
    assert m.lies() == "2-1: yellow3 | 3-1: yellow5"  # three points: one segment, then one barricade that is left


@pytest.mark.rule("DH-9")
def test_two_damage_destroys_both_barricades_at_once() -> None:
    strong = (flag("A", (1, 1, 2, 2, 3, 3), (2,) * 6, "most-developed"), *FLAGS[1:])
    m = fenced(2, strong)
    m.roll(1, "2-4: yellow3")
    assert "2 of 2 barricades" in m.horde()[1]


def trapped(table: str) -> Match:
    """Round 1 sets a trap on segment 3 space 1; in round 2 the A dice move and attack."""
    calm = field(lower='["trap"]')
    m = Match(sheet((calm, field('[["A", "move", "attack"], ["B"], ["C"]]'), *[field()] * 7)))
    m.roll(1)
    m.do("set lower")
    m.do("trap 3-1")
    m.skip("round die")
    m.roll(1, table)
    return m


@pytest.mark.rule("DH-12")
def test_a_5_on_a_trap_becomes_a_2_and_attacks_as_one() -> None:
    m = trapped("horizon: yellow5 | 1-1: yellow2")
    told = m.horde()
    assert "attacks with 1" in told[1]  # the 2 first
    assert "the trap there takes 3: set it to 2" in told[2] and "attacks with 1" in told[3]  # a 5 has strength 2
    assert m.lies() == "2-1: yellow2 | 3-1: yellow2"


@pytest.mark.rule("DH-12")
def test_a_3_on_a_trap_is_defeated_with_its_value_unchanged() -> None:
    m = trapped("1-1: yellow3")
    assert len(m.horde()) == 1 and m.lies() == "graveyard: yellow3"


@pytest.mark.rule("DH-10")
def test_healing_reaches_path_and_horizon_and_moves_a_six() -> None:
    m = Match(sheet((field('[["C", "heal"], ["A"], ["B"]]'),) * 9))
    m.roll(1, "1-1: green1 | 2-1: green6 | horizon: green5 green6")
    m.horde()
    assert m.lies() == "1-1: green2 | 1-2: green6 | 3-1: green6 | horizon: green6"


@pytest.mark.rule("DH-24")
@pytest.mark.rule("DH-25")
@pytest.mark.parametrize("rounds", [6, 9])
def test_surviving_all_rounds_wins(rounds: int) -> None:
    m = Match(sheet((field(),) * rounds))
    for n in range(rounds):
        assert m.over() is None, n
        m.roll(1)
        while m.over() is None and not m.rolling():
            m.do("done") if m.find("done") else m.do("")
    end = m.over()
    assert end is not None and end.ranking == (("Ann",),)


@pytest.mark.rule("DH-25")
def test_in_the_demo_one_of_two_flags_is_activated() -> None:
    two = field(lower='["trap", ["attack green", "attack red"]]')
    m = Match(sheet((two,) * 6, towers=FOUR))
    m.roll(1, "1-1: red2 | 4-1: red2")
    m.do("set lower")
    assert m.find("attack green", "segment 1") and m.find("attack red", "segment 4")
    m.do("attack green")
    m.do("hit")
    assert m.find("attack red") is None and m.find("trap") is not None


@pytest.mark.rule("DH-27")
def test_from_the_horizon_a_die_reaches_the_towers_of_segment_1() -> None:
    m = Match(sheet((field('[["A", "attack"], ["B", "attack"], ["C"]]'),) * 9, towers=(tower("green", 1, "lower"),)))
    m.roll(1, "horizon: yellow1 red1")
    told = m.horde()
    assert "green loses 1 heart" in told[0] and m.lies() == "1-1: red1 | horizon: yellow1"
