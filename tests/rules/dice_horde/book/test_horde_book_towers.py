"""By the rulebook: whom dice attack, armour, tower attacks, abilities, ruler actions and spells."""

from __future__ import annotations

import pytest
from horde_by_the_book import FLAGS, Match, field, flag, sheet, tower

from rules.core import IllegalMove, Move, play


def ready(towers: tuple[str, ...], table: str, upper: str = '["attack any"]', horde: str = "") -> Match:
    """Step 2 of round 1 on this table, after an attack of the horde that is told."""
    m = Match(sheet((field(horde or '[["A"], ["B"], ["C"]]', upper),) * 9, towers=towers))
    m.roll(1, table)
    m.horde()
    m.do("set upper")
    return m


@pytest.mark.rule("DH-8")
def test_most_developed_example_one_the_closest_of_equals() -> None:
    """Blue, yellow and red are equally developed: one of its own segment, and there the closer one."""
    towers = (tower("blue", 2, "upper"), tower("yellow", 2, "lower"), tower("red", 3, "lower"))
    m = Match(sheet((field('[["A", "attack"], ["B"], ["C"]]'),) * 9, towers=towers))
    m.roll(1, "2-1: yellow1")
    assert "blue loses" in m.horde()[0]


@pytest.mark.rule("DH-8")
def test_most_developed_example_two_neither_in_its_segment() -> None:
    """Red and green in the next segment are the most developed: green, in the row of the die."""
    towers = (tower("blue", 2, "upper"), tower("red", 3, "lower", red=2), tower("green", 3, "upper", blue=2))
    m = Match(sheet((field('[["A", "attack"], ["B"], ["C"]]'),) * 9, towers=towers))
    m.roll(1, "2-1: yellow1 | 2-3: yellow1")
    assert ["green loses" in t or "red loses" in t for t in m.horde()] == [True, True]
    m.skip("horizon")
    m.roll(1, "2-1: yellow1")
    assert "green loses" in m.horde()[0]


@pytest.mark.rule("DH-8")
def test_armour_piercing_and_dual() -> None:
    pair = (tower("blue", 2, "upper"), tower("yellow", 2, "lower"))
    m = Match(sheet((field('[["B", "attack"], ["C", "attack"], ["A"]]'),) * 9, towers=pair))
    m.roll(1, "2-3: red2 | 2-1: green3")
    told = m.horde()
    assert "yellow loses 2 hearts" in told[0] and "blue" not in told[0]
    assert "blue loses 2 hearts" in told[1] and "yellow loses 2 hearts" in told[1]


@pytest.mark.rule("DH-14")
def test_two_yellow_dice_against_armour_one_deal_one() -> None:
    flags = (flag("A", (1,) * 6, (1, 1, 2, 2, 3, 3), "most-developed"), *FLAGS[1:])
    calm, fight = field(lower='["armour"]'), field('[["A", "attack"], ["B"], ["C"]]')
    m = Match(sheet((calm, fight, *[field()] * 7), towers=(tower("green", 1, "upper"),), flags=flags))
    m.roll(1)
    m.do("set lower")
    m.do("armour green")
    m.skip("round die")
    m.roll(1, "1-1: yellow2 | 1-2: yellow3")
    told = m.horde()
    assert "loses 0 hearts (armour 1)" in told[0] and "loses 1 heart (armour 1): 4 of 5 left" in told[1]


@pytest.mark.rule("DH-13")
def test_a_destroyed_tower_cannot_be_chosen() -> None:
    towers = (tower("red-1", 1, "upper", hearts=1, charges=()), tower("red-2", 2, "upper"), tower("red-3", 3, "lower"))
    m = ready(towers, "1-1: green1 | 2-1: red1 | 3-1: red1", '["attack red"]', '[["C", "attack"], ["A"], ["B"]]')
    assert m.find("attack red red-1") is None and m.find("attack red red-2") and m.find("attack red red-3")


@pytest.mark.rule("DH-15")
def test_range_two_gives_two_more_segments() -> None:
    m = ready((tower("red", 3, "upper", blue=2),), "1-1: red1 | 2-1: red1 | 3-1: red1 | 4-1: red1 | 5-1: green1")
    assert [n for n in range(1, 6) if m.find(f"attack any red {n}")] == [2, 3, 4]


@pytest.mark.rule("DH-15")
def test_two_targets_three_damage_each() -> None:
    m = ready((tower("red", 3, "upper", green=2, red=3),), "3-1: green3 | 3-2: red3 | 3-3: yellow2 | 3-4: red1")
    m.do("attack any red 3")
    m.do("hit", "green 3")
    m.do("hit", "red 3")
    assert m.lies() == "3-3: yellow2 | 3-4: red1 | graveyard: green3 red3"


@pytest.mark.rule("DH-15")
def test_two_damage_to_a_three_and_a_two() -> None:
    m = ready((tower("red", 3, "upper", green=2, red=2),), "3-1: yellow3 | 3-2: green2")
    m.do("attack any red 3")
    m.do("hit", "yellow 3")
    m.do("hit", "green 2")
    assert m.lies() == "3-1: yellow1 | graveyard: green2"


@pytest.mark.rule("DH-16")
def test_a_charge_is_there_only_after_the_damage_that_readies_it() -> None:
    green = (tower("green", 1, "upper"),)
    assert ready(green, "1-1: yellow4").find("attack any") is not None
    m = ready(green, "1-1: yellow4")
    m.do("attack any")
    assert m.find("charge") is None
    m = ready(green, "1-1: yellow4", horde='[["A", "attack"], ["B"], ["C"]]')
    m.do("attack any")
    assert m.find("charge") is not None


@pytest.mark.rule("DH-17")
def test_green_one_and_two_is_three_in_one_hit() -> None:
    m = ready((tower("green", 1, "upper"),), "1-1: yellow3", horde='[["A", "attack"], ["B"], ["C"]]')
    m.do("attack any")
    m.do("hit", "charge")
    assert m.lies() == "graveyard: yellow3"


@pytest.mark.rule("DH-18")
@pytest.mark.rule("DH-30")
def test_yellow_sacrifices_three_hearts() -> None:
    towers = (tower("yellow", 1, "lower", hearts=7, charges=(2, 5), red=2, green=3),)
    m = ready(towers, "1-1: green4 | 1-2: yellow3 | 1-3: red5", horde='[["C", "attack"], ["A"], ["B"]]')
    m.do("attack any")
    for die in ("green 4", "yellow 3", "red 5"):
        m.do("hit", die)
    assert m.lies() == "1-1: green2 | 1-2: yellow1 | 1-3: red3"
    told = m.do("give 3")
    assert "2 of 7 left, 1 charge readied" in told[0] and "6 damage" in told[1]
    m.do("spread", "green2 2")
    m.do("spread", "yellow1 1")
    m.do("spread", "red3 3")
    assert m.lies() == "graveyard: green2 red3 yellow1"


@pytest.mark.rule("DH-19")
def test_blue_clears_the_way() -> None:
    towers = (tower("blue", 2, "upper", red=2, green=2, blue=3),)
    way = "2-1: yellow3 | 2-2: green2 | 3-1: red2 | 3-2: green4 | 4-1: yellow4 | 4-2: red4 | 4-3: green3"
    m = Match(sheet((field('[["C", "attack"], ["A"], ["B"]]'), *[field()] * 8), towers=towers))
    m.roll(1, "2-1: green1")
    m.horde()  # the damage readies the charge
    m.skip("horizon")
    m.roll(1, way)
    m.do("set upper")
    m.do("attack any blue 4")
    m.do("pierce")
    m.do("all by space number")
    m.do("hit", "red 4")
    m.do("hit", "yellow 4")
    left = "2-1: yellow1 | 3-2: green2 | 4-1: yellow2 | 4-2: red2 | 4-3: green3"
    assert m.lies() == f"{left} | graveyard: green2 red2"


@pytest.mark.rule("DH-20")
@pytest.mark.rule("DH-30")
def test_red_makes_a_defeated_three_explode() -> None:
    towers = (tower("red", 3, "lower", red=3, green=2),)
    m = ready(towers, "3-1: yellow4 | 3-3: red3 | 3-2: red2 | 3-4: green3", horde='[["C", "attack"], ["A"], ["B"]]')
    m.do("attack any")
    m.do("hit", "yellow 4")
    m.do("hit", "red 3")
    m.do("explode")
    m.do("all by space number")
    assert m.lies() == "graveyard: green3 red2 red3 yellow1"


@pytest.mark.rule("DH-21")
def test_the_main_tower_reaches_its_segment_only_at_first() -> None:
    m = Match(sheet())
    m.roll(1, "5-1: red3 | 4-1: red3")
    m.do("done")
    assert m.state.phase == "main tower" and m.find("segment 5") and m.find("segment 4") is None


def ruler(table: str) -> Match:
    m = Match(sheet())
    m.roll(1, table)
    m.skip("ruler")
    return m


@pytest.mark.rule("DH-22")
def test_levels_two_and_three_cost_five_skulls() -> None:
    m = ruler("graveyard: yellow5")
    m.do("skulls")
    m.do("buy upgrade green red", "level 2")
    m.do("buy upgrade green red", "level 3")
    with pytest.raises(IllegalMove, match="it costs 2 skulls, 0 to spend"):
        play(rules_game(), m.state, Move("buy upgrade", "Ann", ("green", "blue")))


def rules_game() -> object:
    from rules import game

    return game("dice-horde")


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-33")
def test_green_becomes_essence_and_yellow_skulls_and_both_return_to_the_pool() -> None:
    m = ruler("graveyard: green4 yellow3")
    m.do("essence", "green 4", "main")
    assert "3 skulls" in m.do("skulls", "yellow 3")[0]
    assert m.lies() == "" and m.state.table.at("pool").count("green") == 4


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-23")
def test_three_different_essences_raise_the_main_tower_and_no_skull_does() -> None:
    m = ruler("graveyard: green1 yellow1 red1 red6")
    m.do("skulls", "red 6")
    assert m.find("buy upgrade main") is None
    for colour in ("green", "yellow"):
        m.do("essence", f"{colour} 1", "main")
        assert m.find("upgrade main") is None
    m.do("essence", "red 1", "main")
    m.do("upgrade main blue", "range 2")
    assert m.find("upgrade main") is None


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-32")
def test_a_flag_skull_lets_the_main_tower_attack_in_a_later_round() -> None:
    m = ruler("graveyard: yellow4")
    m.do("skulls")
    assert m.find("flag attack") is None  # nothing is in range
    m.skip("horizon")
    m.roll(1, "5-1: red1")
    m.skip("ruler")
    m.do("flag attack main 5")
    m.do("hit")
    assert m.lies() == "graveyard: red1" and m.find("flag attack") is None


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-31")
@pytest.mark.parametrize("upper", [True, False])
def test_a_scroll_is_used_once_for_one_of_its_spells(upper: bool) -> None:
    m = ruler("graveyard: yellow1 yellow2 red1 green1")
    for die in ("yellow 1", "yellow 2", "red 1", "green 1"):
        m.do("essence", die, "storm")
    if upper:
        assert "green: armour 1" in m.do("shield storm green")[0]
    m.skip("horizon")
    m.roll(1, "1-1: red2 | 1-2: green1")
    m.do("set upper")
    m.do("attack any green 1")
    if upper:
        assert m.find("spell") is None
        return
    told = m.do("spell")
    assert "green loses 1 heart" in told[0]
    m.do("all by space number")
    assert m.lies() == "1-1: red1 | graveyard: green1"


@pytest.mark.rule("DH-32")
def test_the_graveyard_is_cleared_at_the_rounds_end() -> None:
    m = ruler("graveyard: yellow1 red2")
    m.skip("horizon")
    assert m.lies() == "" and len(m.state.table.at("pool")) == 12


@pytest.mark.rule("DH-26")
@pytest.mark.rule("DH-34")
def test_instructions_say_from_where_to_where_and_with_what_value() -> None:
    m = Match(sheet((field('[["A", "move", "heal"], ["B"], ["C"]]'),) * 9))
    m.roll(1, "2-1: yellow3")
    assert m.horde() == [
        "yellow 3 from segment 2 space 1 to segment 4 space 1",
        "yellow 3 in segment 4 space 1 heals: set it to 4",
    ]
