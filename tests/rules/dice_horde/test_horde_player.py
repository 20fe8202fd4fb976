"""Step 2 (DH-13), tower attacks and charges (DH-15 to 20, 29 to 31), step 3 (DH-21)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from siege import GAME, ME, at, barred, does, lies, marked, mv, names, shoot

from rules.core import IllegalMove, choices, play
from rules.dice_horde.state import Siege, built


def step2(table: str = "3-1: red2", todo: Any = None, **more: Any) -> Siege:
    side = "upper" if todo else ""
    return at(table, acting=True, side=side, todo=tuple((w,) if isinstance(w, str) else w for w in todo or ()), **more)


def kinds(s: Siege) -> set[str]:
    return {c.move.name for c in choices(GAME, s)}


@pytest.mark.rule("DH-13")
def test_one_of_two_sets_in_any_order_and_each_action_may_be_left_out() -> None:
    s = step2("1-1: red2")
    assert names(s) == [("set", "upper"), ("set", "lower"), ("done",)]
    s = does(s, "set", "upper")
    assert kinds(s) == {"attack green", "upgrade", "done"}
    first = does(s, "upgrade", "g1", "red")
    assert kinds(first) == {"attack green", "done"}
    other = does(does(s, "attack green", "g1", 1), "hit", "1-1: red2")
    assert kinds(other) == {"upgrade", "done"} and other.phase == "your actions"
    assert does(s, "done").phase in ("main tower", "ruler")


@pytest.mark.rule("DH-13")
def test_an_upgrade_is_one_level_of_any_standing_tower_of_the_path() -> None:
    s = marked(marked(step2(todo=["upgrade"]), "y1", lost=6), "g1", red=4)
    offered = {n[1:] for n in names(s) if n[0] == "upgrade"}
    assert ("main", "red") not in offered and ("y1", "red") not in offered
    assert ("g1", "red") not in offered  # at its top level
    assert built(does(s, "upgrade", "g1", "blue"), "g1").blue == 2


@pytest.mark.rule("DH-13")
def test_armour_by_one_as_long_as_a_shield_is_empty() -> None:
    s = marked(step2(todo=["armour"]), "g1", armour=2)
    assert ("armour", "g1") not in names(s) and ("armour", "main") not in names(s)
    assert built(does(s, "armour", "b1"), "b1").armour == 1


@pytest.mark.rule("DH-13")
def test_a_colour_whose_towers_are_all_destroyed_cannot_attack() -> None:
    """One of two red towers is destroyed: the other may be chosen; both: the attack is not possible."""
    table = "3-1: red2 | 4-1: red2"
    s = marked(step2(table, todo=["attack red"]), "r1", lost=4)
    assert names(s) == [("attack red", "r2", 4), ("done",)]
    assert names(marked(s, "r2", lost=3)) == [("done",)]


@pytest.mark.rule("DH-13")
def test_any_tower_is_one_of_the_path() -> None:
    s = step2("4-1: red2 | 1-1: red2", todo=["attack any"])
    assert names(s) == [("attack any", "g1", 1), ("attack any", "y1", 1), ("attack any", "r2", 4), ("done",)]


@pytest.mark.rule("DH-13")
@pytest.mark.rule("DH-25")
def test_of_two_flags_one_is_activated() -> None:
    s = step2("1-1: red2 | 2-1: red2", todo=["armour", ("attack yellow", "attack blue")])
    assert kinds(s) == {"armour", "attack yellow", "attack blue", "done"}
    s = does(does(s, "attack blue", "b1", 2), "hit", "2-1: red2")
    assert kinds(s) == {"armour", "done"}


@pytest.mark.rule("DH-13")
def test_an_action_that_fits_two_places_leaves_most_to_do() -> None:
    s = step2("1-1: red2", todo=[("attack yellow", "attack green"), "attack green"])
    s = does(does(s, "attack green", "g1", 1), "hit", "1-1: red2")
    assert s.todo == (("attack yellow", "attack green"),)


@pytest.mark.rule("DH-12")
@pytest.mark.rule("DH-13")
def test_a_trap_goes_on_a_free_space_once_a_game() -> None:
    s = step2("1-1: red2", todo=["trap", "trap"], traps=("2-1", "3-1"), sprung=("3-1",))
    offered = {n[1] for n in names(s) if n[0] == "trap"}
    assert len(offered) == 13 and not offered & {"1-1", "2-1", "3-1"}
    assert does(s, "trap", "1-2").traps == ("2-1", "3-1", "1-2")


@pytest.mark.rule("DH-13")
def test_a_barricade_goes_where_its_column_has_an_empty_mark() -> None:
    s = step2(todo=["barricade"], built=(0, 3, 1, 1), broken=(0, 0, 0, 1))
    assert {n[1] for n in names(s) if n[0] == "barricade"} == {1, 3}
    assert does(s, "barricade", 3).built == (0, 3, 2, 1)


@pytest.mark.rule("DH-15")
def test_range_counts_the_own_segment_as_one() -> None:
    table = "1-1: red2 | 2-1: red2 | 3-1: red2 | 4-1: red2 | horizon: red2"
    s = step2(table.replace("horizon: red2", "horizon: yellow2"), todo=["attack blue"])
    for blue, segments in ((1, [2]), (2, [1, 2, 3]), (3, [1, 2, 3, 4]), (4, [1, 2, 3, 4])):
        there = [n[2] for n in names(marked(s, "b1", blue=blue)) if n[0] == "attack blue"]
        assert there == segments  # never the horizon


@pytest.mark.rule("DH-15")
def test_up_to_green_targets_of_one_segment() -> None:
    """Two targets: the green three and the red three of four dice."""
    s = shoot(at("1-1: green3 | 1-2: red3 | 1-3: yellow2 | 1-4: red2"), "g1", 1, green=2, red=3)
    s = does(s, "hit", "1-1: green3")
    assert ("hit", "1-2: red3") in names(s) and ("over",) in names(s)
    s = does(s, "hit", "1-2: red3")
    assert s.attack is None and lies(s) == "1-3: yellow2 | 1-4: red2 | graveyard: green3 red3"


@pytest.mark.rule("DH-15")
def test_damage_below_the_value_lowers_it() -> None:
    """2 damage to a 3 and a 2: the 3 becomes 1, the 2 goes to the graveyard as a 2."""
    s = shoot(at("1-1: yellow3 | 1-2: green2"), "g1", 1, green=2, red=2)
    s = does(does(s, "hit", "1-1: yellow3"), "hit", "1-2: green2")
    assert lies(s) == "1-1: yellow1 | graveyard: green2"


@pytest.mark.rule("DH-15")
@pytest.mark.rule("DH-26")
def test_an_attack_can_end_early_and_each_step_tells_what_it_does() -> None:
    s = shoot(at("1-1: yellow3 | 1-2: green2"), "g1", 1, green=2, red=2)
    texts = [c.text for c in choices(GAME, s)]
    assert texts[0] == "yellow 3 in segment 1 space 1 takes 2: set it to 1"
    assert texts[1] == "green 2 in segment 1 space 2 takes 2: to the graveyard as a 2"
    assert does(s, "over").attack is None


@pytest.mark.rule("DH-16")
def test_one_charge_an_attack() -> None:
    s = shoot(at("1-1: yellow6 | 1-2: green6"), "g1", 1, green=2, lost=3)
    assert built(s, "g1").charges == 2
    s = does(s, "hit", "1-1: yellow6", "charge")
    assert [n for n in names(s) if "charge" in n] == [] and built(s, "g1").charges == 1


@pytest.mark.rule("DH-17")
def test_green_adds_two_as_one_hit() -> None:
    s = shoot(at("1-1: yellow4 | 1-2: red3"), "g1", 1, lost=1, green=2)
    s = does(does(s, "hit", "1-2: red3", "charge"), "hit", "1-1: yellow4")
    assert lies(s) == "1-1: yellow3 | graveyard: red3"


@pytest.mark.rule("DH-18")
@pytest.mark.rule("DH-30")
def test_yellow_gives_three_hearts_for_six_damage() -> None:
    """4, 3 and 5 take 2 each: 2, 1, 3; the 6 damage of 3 hearts defeats all, and readies another charge."""
    s = shoot(at("1-1: green4 | 1-2: yellow3 | 1-3: red5"), "y1", 1, red=2, green=3, lost=2)
    for d in ("1-1: green4", "1-2: yellow3", "1-3: red5"):
        s = does(s, "hit", d)
    assert lies(s) == "1-1: green2 | 1-2: yellow1 | 1-3: red3"
    s = does(s, "give", 3)
    assert s.attack is not None and s.attack.spread == 6
    for d, n in (("1-1: green2", 2), ("1-2: yellow1", 1), ("1-3: red3", 3)):
        s = does(s, "spread", d, n)
    assert lies(s) == "graveyard: green2 red3 yellow1" and s.attack is None
    assert built(s, "y1").charges == 1 and built(s, "y1").left == 1


@pytest.mark.rule("DH-18")
def test_yellow_may_give_its_last_heart() -> None:
    s = does(shoot(at("1-1: green4 | 1-2: red4"), "y1", 1, lost=4), "hit", "1-1: green4")
    assert {n for n in names(s) if n[0] == "give"} == {("give", 1), ("give", 2)}
    s = does(s, "give", 2)
    assert not built(s, "y1").stands and {n[1] for n in names(s) if n[0] == "spread"} == {"1-1: green3"}
    s = does(s, "spread", "1-1: green3", 3)
    assert lies(s) == "1-2: red4 | graveyard: green3" and s.attack is None


@pytest.mark.rule("DH-19")
def test_blue_pierces_all_on_its_way() -> None:
    """Range 3, damage 2: own segment 3 to 1, 2 defeated; next: 2 defeated, 4 to 2; targets 4 to 2 and 4 to 2."""
    way = "2-1: yellow3 | 2-2: green2 | 3-1: red2 | 3-2: green4"
    s = shoot(at(f"{way} | 4-1: yellow4 | 4-2: red4 | 4-3: green3"), "b1", 4, red=2, green=2, blue=3, lost=1)
    s = does(does(s, "pierce"), "blows")
    s = does(does(s, "hit", "4-1: yellow4"), "hit", "4-2: red4")
    assert lies(s) == "2-1: yellow1 | 3-2: green2 | 4-1: yellow2 | 4-2: red2 | 4-3: green3 | graveyard: green2 red2"
    assert s.attack is None


@pytest.mark.rule("DH-19")
def test_blue_pierces_towards_the_horizon_too_and_not_in_its_own_segment() -> None:
    s = shoot(at("1-1: red3 | 2-1: yellow3"), "b1", 1, blue=2, lost=1)
    s = does(does(s, "pierce"), "blow", "2-1: yellow3")
    assert lies(does(s, "hit", "1-1: red3")) == "1-1: red2 | 2-1: yellow2"
    s = shoot(at("2-1: yellow3 | 2-2: yellow4"), "b1", 2, lost=1)
    assert "pierce" not in kinds(s)


@pytest.mark.rule("DH-20")
@pytest.mark.rule("DH-30")
def test_red_lets_a_defeated_target_explode() -> None:
    """Yellow 4 to 1, red 3 defeated; 3 to all: graveyard red 3, red 2, green 3, yellow 1."""
    s = shoot(at("3-1: yellow4 | 3-2: red3 | 3-3: red2 | 3-4: green3"), "r1", 3, red=3, green=2, lost=1)
    s = does(does(s, "hit", "3-1: yellow4"), "hit", "3-2: red3")
    s = does(does(s, "explode", "3-2: red3"), "blows")
    assert lies(s) == "graveyard: green3 red2 red3 yellow1" and s.attack is None


@pytest.mark.rule("DH-20")
def test_of_two_defeated_targets_the_player_chooses_and_the_killed_do_not_explode() -> None:
    s = shoot(at("3-1: yellow1 | 3-2: red3 | 3-3: red4 | 3-4: green5"), "r1", 3, red=3, green=2, lost=1)
    s = does(does(s, "hit", "3-1: yellow1"), "hit", "3-2: red3")
    assert {n for n in names(s) if n[0] == "explode"} == {("explode", "3-1: yellow1"), ("explode", "3-2: red3")}
    weak = does(does(s, "explode", "3-1: yellow1"), "blows")
    assert lies(weak) == "3-3: red3 | 3-4: green4 | graveyard: red3 yellow1"
    assert "explode" not in kinds(does(does(s, "explode", "3-2: red3"), "blows"))


@pytest.mark.rule("DH-29")
def test_the_player_orders_an_effect_on_several_dice() -> None:
    s = shoot(at("3-1: yellow1 | 3-2: red3 | 3-3: red4"), "r1", 3, lost=1)
    s = does(does(s, "hit", "3-1: yellow1"), "explode", "3-1: yellow1")
    assert names(s) == [("blow", "3-2: red3"), ("blow", "3-3: red4"), ("blows",)]
    s = does(s, "blow", "3-3: red4")
    assert lies(s, "3-2", "3-3") == "3-2: red3 | 3-3: red3"
    assert lies(does(s, "blow", "3-2: red3"), "3-2", "3-3") == "3-2: red2 | 3-3: red3"


@pytest.mark.rule("DH-31")
def test_the_lower_spell_hits_all_dice_and_towers_of_the_segment() -> None:
    """In step 2, less armour, the attacking tower too, which readies its charge; instead of targets."""
    s = at("1-1: green4 | 1-2: yellow1", marked=(("A", "A", "B", "C"),))
    s = shoot(marked(s, "y1", armour=1), "g1", 1, red=2)
    assert ("spell", "dawn") in names(s)
    assert ("spell", "dawn") not in names(does(s, "hit", "1-1: green4"))
    s = does(does(s, "spell", "dawn"), "blows")
    assert lies(s) == "1-1: green2 | graveyard: yellow1" and s.attack is None
    assert built(s, "g1").lost == 2 and built(s, "g1").charges == 1 and built(s, "y1").lost == 1
    assert s.cast == (("dawn", "lower"),)


@pytest.mark.rule("DH-31")
def test_a_spell_can_be_cast_where_only_towers_stand_and_once() -> None:
    s = at("4-1: green4", marked=(("A", "A", "B", "C"),))
    s = replace(s, acting=True, side="upper", todo=(("attack green",),))
    s = does(does(s, "attack green", "g1", 1), "spell", "dawn")
    assert built(s, "g1").lost == 1 and built(s, "y1").lost == 1 and s.attack is None
    s = replace(s, acting=True, side="upper", todo=(("attack green",),), phase="your actions")
    assert [n for n in names(s) if n[0] == "attack green"] == []


@pytest.mark.rule("DH-21")
def test_the_main_tower_attacks_if_anything_is_in_range() -> None:
    s = does(at("4-1: red3 | 3-1: red1", acting=True), "done")
    assert s.phase == "main tower" and names(s) == [("main attack", "main", 4), ("done",)]
    s = does(does(s, "main attack", "main", 4), "hit", "4-1: red3")
    assert s.phase == "ruler" and lies(s) == "3-1: red1 | 4-1: red2"
    assert does(at("3-1: red1", acting=True), "done").phase == "ruler"


@pytest.mark.rule("DH-26")
def test_what_is_not_offered_is_refused_and_what_is_barred_says_why() -> None:
    s = step2("1-1: red2", todo=["attack green"])
    with pytest.raises(IllegalMove, match="not offered in your actions"):
        play(GAME, s, mv("attack green", "g1", 2))
    s = at("1-1: red2", "ruler", ruling=True)
    assert barred(s)[("buy armour", "g1")] == "it costs 2 skulls, 0 to spend"
    with pytest.raises(IllegalMove, match="Green 1: armour 1: it costs 2 skulls"):
        play(GAME, s, mv("buy armour", "g1"))
    assert {c.move.player for c in choices(GAME, s)} == {ME}
