"""One player against a legend: its turn, its grid, its powers, and what it changes (DC-30 to DC-35)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from clash import AI, ANN, BLANK, GAME, KHUTULUN, Rows, args, at, barred, does, names, sheet, step, wins

from rules.core import choices, offered
from rules.dice_clash.state import Clash, Ready, Rolled

GUARD: Rows = [["", "d+1"], ["", ""]]
FLAME: Rows = [["flame", ""], ["", ""]]


def solo(grid: Rows = BLANK, legend: str = "da-ji", warrior: str = "samurai", mine: Rows = BLANK, **more: Any) -> Clash:
    """The legend's turn against a warrior."""
    name = AI if legend == "da-ji" else KHUTULUN
    return at(sheet(warrior, mine), sheet(legend, grid), **({"turn": name} | more))


def red(warrior: str, skull: bool = False, **more: Any) -> Clash:
    """Ann's red 3 lies on a1 of her warrior's grid, against Da Ji."""
    s = solo(warrior=warrior, turn=ANN, adrenaline=(ANN,) if skull else (), **more)
    return does(s, "place", "1-a1", "red", 3)


@pytest.mark.rule("DC-30")
def test_a_legends_white_dice_stand_aside_and_both_roll_for_the_start() -> None:
    s = solo()
    assert s.pools[1] == ("black",) * 6 + ("red",) and s.spare == 2 and len(s.pools[0]) == 9
    assert s.rolls == (6, 1)
    s = does(does(s, "roll", "red", 3), "place")
    assert not s.asks and s.turn == ANN  # the red die is an ordinary one


@pytest.mark.rule("DC-31")
def test_the_first_space_in_reading_order_where_it_blocks_or_parries() -> None:
    s = does(solo(GUARD, attack=4), "roll", "black", 4)
    assert args(s, "place") == [("2-a2", "black", 4, "")]
    assert "(the first space where it blocks)" in step(s, "place", "2-a2").text
    assert barred(s)["2-a1", "black", 4, ""] == "defence 4 does not block attack 4"
    s = does(solo(GUARD, attack=3), "roll", "black", 4)
    assert args(s, "place") == [("2-a1", "black", 4, "")]
    assert barred(s)["2-b1", "black", 4, ""] == "a1 comes first, row by row"
    start = does(solo(GUARD), "roll", "black", 1)
    assert args(start, "place") == [("2-a1", "black", 1, "")]
    assert "the first free space, since it starts the round" in step(start, "place", "2-a1").text


@pytest.mark.rule("DC-31")
@pytest.mark.parametrize(
    ("words", "attack", "face", "option"),
    [
        ("a+1/d+1", 4, 4, "d+1"),  # only this defends
        ("a+1/d+1", 3, 4, "a+1"),  # both defend: the highest attack
        ("+-1", 3, 5, "+1"),
        ("+-1", 6, 2, "-1"),  # parries
        ("d+1/d+2", 3, 4, "d+1"),  # equal attack: the first printed
    ],
)
def test_modifiers_with_a_choice_go_to_the_legends_best(words: str, attack: int, face: int, option: str) -> None:
    s = does(solo([[words, ""], ["", ""]], attack=attack), "roll", "black", face)
    assert choices(GAME, s)[0].move.args == ("2-a1", "black", face, option)


@pytest.mark.rule("DC-31")
def test_the_player_may_overrule_and_the_reason_is_told() -> None:
    s = does(solo([["a+1/d+1", ""], ["", ""]], attack=3), "roll", "black", 4)
    assert [a[3] for a in args(s, "place")] == ["a+1", "d+1"]
    best, instead = choices(GAME, s)[:2]
    assert best.text.endswith("(the first space where it blocks; a+1 gives the highest attack)")
    assert instead.text.endswith("(instead: the player may overrule)")
    assert does(s, "place", "2-a1", "black", 4, "d+1").attack == 4
    s = does(solo([["d+1/d+2", ""], ["", ""]], attack=3), "roll", "black", 4)
    assert choices(GAME, s)[0].text.endswith("d+1 gives the highest attack, and is printed first)")


@pytest.mark.rule("DC-31")
def test_a_legend_moves_its_first_other_die_to_its_first_free_space() -> None:
    s = solo([["", "move"], ["", ""]], table="2-a1: black3 | 2-b2: black2", attack=3)
    s = does(does(s, "roll", "black", 5), "place", "2-a2")
    assert [c.move.args for c in choices(GAME, s)] == [("2-a1: black3", "2-b1")]
    s = does(s, "move")
    assert str(s.table) == "2-a2: black5 | 2-b1: black3 | 2-b2: black2" and s.turn == ANN


@pytest.mark.rule("DC-32")
def test_a_white_die_is_rolled_where_the_first_fits_nowhere() -> None:
    s = does(solo(attack=5), "roll", "black", 3)
    assert names(s) == {"back"}
    s = does(s, "back")
    assert s.pools[1].count("black") == 6 and s.spare == 1
    failed = does(does(s, "roll", "white", 4), "back")  # joins the pool as an ordinary die
    assert failed.pools[1].count("white") == 1 and failed.spare == 0
    lost = does(failed, "roll", "white", 2)
    assert names(lost) == {"no play"}
    lost = does(lost, "no play")
    assert lost.adrenaline == (AI,) and lost.spare == 2
    assert lost.lost[-1].why == "the 2 that was rolled does not stop attack 5 on any space"
    good = does(does(s, "roll", "white", 6), "place", "2-a1")
    assert good.turn == ANN and not any("anew" in line for line in good.news)


@pytest.mark.rule("DC-32")
def test_an_empty_pool_rolls_a_white_die_and_loses_without_one() -> None:
    s = solo(attack=3, pools=(("black",), ()), spare=1)
    assert args(s, "roll") == [("white", f) for f in range(1, 7)]
    s = does(s, "roll", "white", 4)
    assert s.spare == 0 and names(s) == {"place"}
    s = solo(attack=3, pools=(("black",), ()), spare=0)
    assert names(s) == {"no play"}
    assert does(s, "no play").lost[-1].why == "no die of the pool is left"


@pytest.mark.rule("DC-37")
def test_the_example_of_a_legends_turn() -> None:
    second = does(does(solo(GUARD, attack=4), "roll", "black", 4), "place")
    assert "2-a2: black4" in str(second.table)
    s = does(solo(GUARD, attack=4), "roll", "black", 3)
    assert names(s) == {"back"}
    s = does(s, "back")
    assert s.rolled == Rolled("white")
    parry = does(solo(GUARD, attack=6), "roll", "black", 1)
    assert args(parry, "place") == [("2-a1", "black", 1, "")]
    assert "parries" in step(parry, "place", "2-a1").text


@pytest.mark.rule("DC-33")
def test_a_set_die_shows_the_value_and_a_flame_sets_off_the_power() -> None:
    s = does(does(solo([["set5", ""], ["", ""]], attack=4), "roll", "black", 2), "place", "2-a1")
    assert str(s.table) == "2-a1: black5" and s.attack == 5
    s = does(does(solo(FLAME), "roll", "black", 2), "place", "2-a1")
    assert [a.what for a in s.asks] == ["mirage"]
    s = does(does(solo(FLAME, adrenaline=(AI,)), "roll", "black", 2), "place", "2-a1")
    assert [a.what for a in s.asks] == ["malevolent-spirit"]


@pytest.mark.rule("DC-34")
def test_da_ji_mirage() -> None:
    s = solo(FLAME, mine=[["+3", "d+4"], ["", ""]])
    s = does(does(does(s, "roll", "black", 4), "place"), "done")
    assert {a[2] for a in args(s, "place") if a[1] == "black"} == {5, 6}
    s = does(s, "place", "1-a1", "black", 5)
    assert "1-a1: black5" in str(s.table) and not s.effects


@pytest.mark.rule("DC-34")
def test_da_ji_malevolent_spirit() -> None:
    s = solo(FLAME, adrenaline=(AI,), ready=(Ready(2, True), Ready(3, True), Ready(4, True)))
    s = does(does(does(s, "ready", "black", 2), "place"), "done")
    assert s.ready == (Ready(6, False), Ready(6, False))
    s = replace(s, turn=AI, attack=3)
    assert args(s, "ready") == [("black", 6), ("red", 6)]
    s = does(s, "ready", "red", 6)
    assert s.rolled == Rolled("red", 6, free=False) and s.ready == (Ready(6, False),)


@pytest.mark.rule("DC-34")
def test_khutulun_pre_emptive_strike() -> None:
    s = does(does(does(solo(FLAME, "khutulun"), "roll", "black", 4), "place"), "done")
    assert s.pools[0].count("white") == 1 and s.out[0] == ("white",)
    s = solo(FLAME, "khutulun", pools=(("black",), ("black",)))
    s = does(does(s, "roll", "black", 4), "place")
    assert not s.asks and "Khutulun: there is no white die in the player's pool" in s.news


@pytest.mark.rule("DC-34")
def test_khutulun_enrage() -> None:
    grid: Rows = [["flame", "", ""], ["", "", ""]]
    s = solo(grid, "khutulun", adrenaline=(KHUTULUN,), table="2-a2: black1 | 2-b3: red2 | 1-a1: black5", attack=3)
    s = does(does(s, "roll", "black", 4), "place", "2-a1")
    assert [c.text for c in choices(GAME, s)] == ["Khutulun discards the dice on a1, b3"]
    s = does(s, "done")
    assert str(s.table) == "1-a1: black5 | 2-a2: black1" and s.out[1] == ("black", "red")
    assert s.attack == 4 and s.turn == ANN
    middle = solo([["", "flame", ""], ["", "", ""]], "khutulun", adrenaline=(KHUTULUN,), table="2-a1: black1", attack=3)
    middle = does(does(middle, "roll", "black", 4), "place", "2-a2", anyway=True)
    assert [c.text for c in choices(GAME, middle)] == ["Khutulun discards the dice on a1"]
    middle = replace(middle, table=middle.table.swap(*middle.table.at("2-a1")))
    assert [c.text for c in choices(GAME, middle)] == ["Khutulun: no die lies on a corner"]


@pytest.mark.rule("DC-35")
def test_eye_rolls_the_legends_next_two_dice_now() -> None:
    s = solo(turn=ANN, mine=[["eye", ""], ["", ""]])
    s = does(s, "place", "1-a1", "black", 3)
    assert s.looks == "" and args(s, "ahead") == [(f,) for f in range(1, 7)]
    s = does(does(s, "ahead", 5), "ahead", 2)
    assert s.ready == (Ready(5, True), Ready(2, True)) and not s.asks
    assert args(s, "ready") == [("black", 5), ("red", 5)] and names(s) == {"ready"}
    s = does(does(s, "ready", "black", 5), "place")
    assert s.ready == (Ready(2, True),)
    only = solo(turn=ANN, mine=[["eye", ""], ["", ""]], pools=(("black",), ("black",)), spare=0)
    assert len(does(only, "place", "1-a1", "black", 3).asks) == 1
    known = solo(turn=ANN, mine=[["eye", ""], ["", ""]], ready=(Ready(6, False), Ready(6, False)))
    assert not does(known, "place", "1-a1", "black", 3).asks


@pytest.mark.rule("DC-35")
def test_smoke_bomb_makes_the_legend_roll_again_once_this_round() -> None:
    s = does(red("ninja"), "done")
    s = does(s, "roll", "black", 6)
    assert names(s) == {"place", "again"}
    s = does(s, "again")
    assert s.rolled == Rolled("black") and not s.effects
    s = does(s, "roll", "black", 4)
    assert names(s) == {"place"}
    ready = replace(does(red("ninja"), "done"), ready=(Ready(6, False),))
    assert names(does(ready, "ready", "black", 6)) == {"place"}  # a set die was not rolled
    assert not wins(does(red("ninja"), "done"), ANN).effects


@pytest.mark.rule("DC-35")
def test_nigiri_makes_the_legend_roll_its_next_1_or_6_again() -> None:
    s = does(red("samurai", skull=True), "done")
    s = does(s, "roll", "black", 4)
    assert s.rolled == Rolled("black", 4) and s.effects
    s = does(does(replace(s, attack=6), "back"), "roll", "white", 6)
    assert s.rolled == Rolled("white") and not s.effects and f"{AI} must roll the 6 again" in s.news
    assert does(s, "roll", "white", 6).rolled == Rolled("white", 6)
    held = does(red("samurai", skull=True), "done").effects
    eye = solo(turn=ANN, mine=[["eye", ""], ["", ""]], effects=held)
    eye = does(does(eye, "place", "1-a1", "black", 3), "ahead", 1)
    assert eye.ready == () and not eye.effects
    assert does(eye, "ahead", 1).ready == (Ready(1, True),)


@pytest.mark.rule("DC-35")
def test_quickening_sets_the_legends_next_die() -> None:
    s = red("highlander", skull=True)
    assert args(s, "set next") == [(f,) for f in range(1, 7)]
    s = does(s, "set next", 1)
    assert s.ready == (Ready(1, False),) and args(s, "ready") == [("black", 1), ("red", 1)]


@pytest.mark.rule("DC-35")
def test_the_players_powers_leave_the_legends_choices_to_the_player() -> None:
    guard = red("knight", skull=True)
    assert {c.move.player for c in offered(GAME, guard)} == {ANN} and names(guard) == {"cover"}
    assert "2-b2: black1" in str(does(guard, "cover", "2-b2", "black", 1).table)
    brook = does(red("highlander"), "roll", "black", "3-6")
    assert {c.move.player for c in choices(GAME, brook)} == {ANN}
    assert does(brook, "discard", "red").out[1] == ("red",)


@pytest.mark.rule("DC-35")
def test_genjutsu_and_dory_work_on_a_legend_as_on_anybody() -> None:
    s = does(red("ninja", skull=True, grid=[["set6 flame", ""], ["", ""]]), "done")
    s = does(does(s, "roll", "black", 4), "place")
    assert "2-a1: black4" in str(s.table) and not s.asks
    s = does(red("spartan", skull=True), "close", "2-a1")
    s = does(s, "roll", "black", 5)
    assert args(s, "place") == [("2-a2", "black", 5, "")]


@pytest.mark.rule("DC-15")
def test_a_match_against_a_legend_ends_as_any_other() -> None:
    s = wins(wins(solo(), AI), AI)
    outcome = GAME.outcome(s)
    assert outcome is not None and outcome.ranking == ((AI,), (ANN,))
