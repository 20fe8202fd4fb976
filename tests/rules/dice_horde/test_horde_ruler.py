"""Step 4 and the end (DH-22 to 24, 32, 33)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from siege import GAME, at, barred, does, forced, lies, marked, mv, names, run

from rules.core import IllegalMove, choices, play
from rules.dice_horde.state import Siege, built, free_flags, open_scrolls, purse


def step4(table: str = "1-1: red2", **more: Any) -> Siege:
    return at(table, "ruler", ruling=True, **more)


@pytest.mark.rule("DH-22")
def test_a_die_becomes_skulls_or_an_essence_of_its_colour() -> None:
    """The rulebook's green one becomes essence, its yellow one skulls."""
    s = step4("graveyard: green4 yellow3")
    s = does(does(s, "essence", "graveyard: green4", "main"), "skulls", "graveyard: yellow3")
    assert s.essence == (0, 0, 1) and s.skulls == 3 and lies(s) == ""
    assert s.table.at("pool").count("green") == 4 and s.table.at("pool").count("yellow") == 4


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-32")
@pytest.mark.rule("DH-33")
@pytest.mark.rule("DH-23")
def test_the_example_of_the_list() -> None:
    """A 5 to skulls: upgrades to levels 2 and 3, another refused. B and C to essence: the main tower wants an A."""
    s = step4("graveyard: yellow5 red2 green4")
    before = s.table.at("pool")
    s = does(s, "skulls", "graveyard: yellow5")
    s = does(does(s, "buy upgrade", "g1", "red"), "buy upgrade", "g1", "red")
    assert built(s, "g1").red == 3 and purse(s) == 0
    with pytest.raises(IllegalMove, match="it costs 4 skulls, 0 to spend"):
        play(GAME, s, mv("buy upgrade", "g1", "red"))
    s = does(does(s, "essence", "graveyard: red2", "main"), "essence", "graveyard: green4", "main")
    with pytest.raises(IllegalMove, match="an essence is missing: yellow"):
        play(GAME, s, mv("upgrade main", "red"))
    assert len(s.table.at("pool")) == len(before) + 3
    s = replace(s, essence=(1, 1, 1))
    assert does(s, "upgrade main", "red").chief.red == 2
    assert barred(step4())[("upgrade main", "red")] == "an essence is missing: yellow, red, green"


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-23")
def test_three_essences_of_different_colours_upgrade_the_main_tower_the_only_way() -> None:
    s = step4("1-1: red2", essence=(1, 1, 1), skulls=12)
    assert not [n for n in names(s) if n[0] == "buy upgrade" and n[1] == "main"]
    s = does(s, "upgrade main", "blue")
    assert s.chief.blue == 2 and s.raised == 1 and purse(s) == 12
    assert barred(s)[("upgrade main", "blue")].startswith("an essence is missing")


@pytest.mark.rule("DH-22")
def test_fixed_prices_for_armour_traps_and_barricades() -> None:
    s = step4(skulls=6)
    s = does(does(does(s, "buy armour", "g1"), "buy trap", "2-1"), "buy barricade", 1)
    assert purse(s) == 0 and built(s, "g1").armour == 1 and s.traps == ("2-1",) and s.built == (1, 0, 0, 0)


@pytest.mark.rule("DH-22")
@pytest.mark.rule("DH-32")
def test_a_flag_skull_is_an_attack_with_any_tower_the_main_one_too() -> None:
    s = step4("4-1: red5 | graveyard: yellow2 yellow1", skulls=1)
    assert free_flags(s) == 0
    s = does(s, "skulls", "graveyard: yellow2")
    assert free_flags(s) == 1 and ("flag attack", "main", 4) in names(s) and ("flag attack", "r2", 4) in names(s)
    s = does(does(s, "flag attack", "main", 4), "hit", "4-1: red5")
    assert free_flags(s) == 0 and lies(s, "4-1") == "4-1: red4" and s.phase == "ruler"
    kept = at("4-1: red5", "ruler", ruling=True, round=2, used=(1, 2), skulls=3)
    assert ("flag attack", "main", 4) in names(kept)  # in any round
    assert not [n for n in names(at("4-1: red5", acting=True, skulls=3)) if n[0] == "flag attack"]  # in step 4 only


@pytest.mark.rule("DH-22")
def test_defeat_convert_attack_again() -> None:
    s = step4("4-1: red1 | 3-1: green1 | graveyard: yellow3")
    s = does(s, "skulls", "graveyard: yellow3")
    s = does(does(s, "flag attack", "r2", 4), "hit", "4-1: red1")
    assert lies(s) == "3-1: green1 | graveyard: red1"
    assert does(s, "skulls", "graveyard: red1").skulls == 4


@pytest.mark.rule("DH-22")
def test_four_essences_in_the_right_combination_open_a_scroll_that_is_used_once() -> None:
    s = step4("1-1: red2 | graveyard: yellow1 yellow2 yellow3", marked=(("B", "C"),))
    s = does(does(s, "essence", "graveyard: yellow1", "dawn"), "essence", "graveyard: yellow2", "dawn")
    assert open_scrolls(s) == ("dawn",)
    assert ("essence", "graveyard: yellow3", "dawn") not in names(s)  # no empty mark of its colour
    shields = [n for n in names(s) if n[0] == "shield"]
    assert ("shield", "dawn", "g1") in shields and ("shield", "dawn", "main") not in shields
    s = does(s, "shield", "dawn", "g1")
    assert built(s, "g1").armour == 1 and open_scrolls(s) == () and s.cast == (("dawn", "upper"),)
    assert not [n for n in names(s) if n[0] == "shield"]


@pytest.mark.rule("DH-31")
@pytest.mark.rule("DH-32")
def test_an_open_scroll_can_be_the_lower_spell_of_a_flag_attack() -> None:
    s = step4("4-1: red3 | 4-2: red1", skulls=3, marked=(("A", "A", "B", "C"),))
    s = does(does(does(s, "flag attack", "main", 4), "spell", "dawn"), "blows")
    assert lies(s) == "4-1: red2 | graveyard: red1" and built(s, "r2").lost == 1


@pytest.mark.rule("DH-32")
def test_no_empty_mark_no_gain() -> None:
    s = step4("graveyard: yellow5 red2", skulls=10, essence=(2, 2, 2), marked=(("A", "A", "B", "C"),))
    assert not [n for n in names(s) if n[0] == "essence"]
    s = does(s, "skulls", "graveyard: yellow5")
    assert s.skulls == 12  # two marks were left
    assert barred(s)[("skulls", "graveyard: red2")] == "every skull of the track is marked"


@pytest.mark.rule("DH-32")
def test_what_is_not_converted_returns_to_the_pool_for_nothing() -> None:
    s = does(step4("1-1: red1 | graveyard: yellow5 red2"), "done")
    assert s.phase == "round end" and forced(s, "round end") == ["graveyard: red2", "graveyard: yellow5"]
    s = run(s, "round end")
    assert s.round == 2 and s.skulls == 0 and lies(s) == "1-1: red1" and s.phase == "horizon"


@pytest.mark.rule("DH-32")
def test_an_essence_stays_in_the_set_in_which_it_was_marked() -> None:
    s = does(step4("graveyard: yellow1"), "essence", "graveyard: yellow1", "main")
    assert s.essence == (1, 0, 0) and s.marked == ((),)


@pytest.mark.rule("DH-24")
def test_surviving_the_last_round_wins() -> None:
    s = does(at("1-1: red1", "ruler", ruling=True, round=3, used=(1, 2, 3)), "done")
    end = GAME.outcome(s)
    assert end is not None and end.ranking == (("Ann",),) and choices(GAME, s) == ()
    assert end.why == "the kingdom stood through all 3 rounds; the gate has 5 of 5 left"


@pytest.mark.rule("DH-24")
def test_the_last_graveyard_is_cleared_before_the_game_is_won() -> None:
    s = does(at("graveyard: red1", "ruler", ruling=True, round=3, used=(1, 2, 3)), "done")
    assert GAME.outcome(s) is None and s.phase == "round end"
    assert GAME.outcome(run(s, "round end")) is not None


@pytest.mark.rule("DH-8")
@pytest.mark.rule("DH-22")
def test_the_main_tower_has_no_shield_and_is_never_upgraded_with_skulls() -> None:
    s = marked(step4(skulls=12), "g1", armour=2)
    bought = {n[1] for n in names(s) if n[0] in ("buy armour", "buy upgrade")}
    assert "main" not in bought and ("buy armour", "g1") not in names(s)
