"""The six warriors' powers, green side and skull side (DC-20 to DC-28)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from clash import ANN, BOB, GAME, Rows, args, at, barred, does, names, sheet, step

from rules.core import choices, phase
from rules.dice_clash.state import Clash, in_pool

MODS: Rows = [["a+2", "d+2"], ["+2", "flip"]]


def red(warrior: str, skull: bool = False, table: str = "", grid: Rows | None = None, **more: Any) -> Clash:
    """Ann's red 3 lies on a1 of a warrior's grid; against a Samurai, or a Viking where Ann is the Samurai."""
    foe = sheet("viking" if warrior == "samurai" else "samurai", MODS)
    s = at(sheet(warrior, grid or [["", ""], ["", ""]]), foe, table, adrenaline=(ANN,) if skull else (), **more)
    return does(s, "place", "1-a1", "red", 3)


@pytest.mark.rule("DC-20")
def test_viking_shield_wall() -> None:
    s = at(sheet("viking", [["d-3", "a+2"], ["", ""]]), attack=7)
    assert args(s, "place") and {a[1] for a in args(s, "place") if a[0] == "1-a2" and a[2] != 1} == {"red"}
    assert ("1-a1", "red", 1, "") in args(s, "place")
    assert ("1-a1", "red", 1, "") not in args(replace(s, attack=8), "place")
    assert does(s, "place", "1-a2", "red", 4).attack == 6 and not does(s, "place", "1-a2", "red", 4).asks


@pytest.mark.rule("DC-20")
def test_viking_berserker() -> None:
    s = at(sheet("viking", [["a-3", "d+2"], ["", ""]]), attack=4, adrenaline=(ANN,))
    assert does(s, "place", "1-a2", "red", 3).attack == 7
    assert barred(s)["1-b1", "red", 4, ""]  # its defence is an ordinary one
    assert does(replace(s, attack=None), "place", "1-a1", "red", 1).attack == 7


@pytest.mark.rule("DC-21")
def test_knight_switch_stance() -> None:
    s = red("knight", table="1-b1: white2")
    assert args(s, "take back") == [("1-b1: white2",)] and names(s) == {"take back"}
    s = does(s, "take back", "1-b1: white2")
    assert str(s.table) == "1-a1: red3" and s.pools[0].count("white") == 3 and not s.asks
    alone = red("knight")
    assert not alone.asks and "Ann: there is no other die on the grid to take" in alone.news


@pytest.mark.rule("DC-21")
@pytest.mark.rule("DC-26")
def test_knight_high_guard() -> None:
    s = red("knight", skull=True, table="2-a1: black2")
    covers = args(s, "cover")
    assert all(c.move.player == BOB for c in choices(GAME, s))
    assert {a[0] for a in covers} == {"2-a2", "2-b1", "2-b2"} and len(covers) == 3 * 3 * 6
    s = does(s, "cover", "2-b1", "red", 4)
    assert "2-b1: red4" in str(s.table)  # no modifier: +2 does nothing
    assert (s.attack, s.turn, s.asks) == (3, BOB, ()) and "red" not in in_pool(s, BOB)
    white = does(red("knight", skull=True), "cover", "2-b1", "white", 4)
    assert not any("anew" in line for line in white.news)


@pytest.mark.rule("DC-21")
@pytest.mark.parametrize("more", [{"pools": (("red",), ())}, {"table": "2-a1: black1 | 2-a2: black1 | 2-b1: black1 | "
                                                                       "2-b2: black1"}])  # fmt: skip
def test_high_guard_needs_a_die_and_a_space(more: dict[str, Any]) -> None:
    s = red("knight", skull=True, **more)
    assert not s.asks and "Ann: there is no die in the pool, or no space to cover" in s.news


@pytest.mark.rule("DC-22")
def test_ninja_smoke_bomb() -> None:
    s = red("ninja")
    assert [c.text for c in choices(GAME, s)] == [
        "Ann rolls as many dice of the pool anew as they like, Bob rolls the whole pool anew"
    ]
    assert not does(s, "done").asks


@pytest.mark.rule("DC-22")
def test_ninja_genjutsu_holds_for_one_die() -> None:
    s = does(red("ninja", skull=True), "done")
    assert {a[2] for a in args(s, "place") if a[1] == "black"} == {4, 5, 6}  # against 3, without modifiers
    assert does(s, "place", "2-a1", "black", 4).attack == 4
    s = does(s, "place", "2-a2", "black", 4)
    assert not s.effects


@pytest.mark.rule("DC-23")
def test_spartan_phalanx() -> None:
    s = red("spartan")
    assert [c.text for c in choices(GAME, s)] == ["Ann may turn up to two dice of the pool by 1, up or down"]
    assert does(s, "done").turn == BOB


@pytest.mark.rule("DC-23")
def test_spartan_dory_closes_a_space_for_one_die() -> None:
    s = red("spartan", skull=True, table="2-a1: black2")
    assert args(s, "close") == [("2-a2",), ("2-b1",), ("2-b2",)]
    s = does(s, "close", "2-a2")
    assert barred(s)["2-a2", "black", 6, ""] == "the Spartan has closed this space"
    assert {a[0] for a in args(s, "place")} == {"2-b1", "2-b2"}
    assert not does(s, "place", "2-b1", "black", 4).effects


@pytest.mark.rule("DC-23")
def test_dory_never_closes_the_only_space() -> None:
    s = red("spartan", skull=True, table="2-a1: black2 | 2-a2: black2 | 2-b1: black2")
    assert not s.asks and not s.effects and "Ann: only one space is left, which cannot be closed" in s.news


@pytest.mark.rule("DC-24")
@pytest.mark.rule("DC-28")
def test_samurai_rashomon() -> None:
    s = red("samurai", grid=[["", "a+1"], ["", ""]])
    assert {a for a in args(s, "set aside")} == {(k, f) for k in ("black", "white") for f in range(1, 7)}
    s = does(s, "set aside", "white", 5)
    assert "1-aside: white5" in str(s.table) and s.pools[0].count("white") == 1
    s = replace(s, turn=ANN, attack=4, pools=((), s.pools[1]))  # an empty pool is none while a die is aside
    assert step(s, "no play").no == "the white die can be placed"
    assert args(s, "place aside") == [(f"1-{n}", "white", 5, "") for n in ("a2", "b1", "b2")]
    s = does(s, "place aside", "1-a2", "white", 5)
    assert "1-a2: white5" in str(s.table) and "aside" not in str(s.table) and s.attack == 6
    assert "Ann rolls the rest of the pool anew" in s.news  # it keeps its colour's effect


@pytest.mark.rule("DC-24")
def test_the_die_aside_is_safe_from_rolls_and_powers() -> None:
    s = at(sheet("samurai"), sheet("highlander"), "1-aside: black6", attack=5, pools=(("black",), ("black",)))
    rolls = replace(s, effects=does(quick(s), "roll", "black", "5-6").effects, turn=ANN)
    assert names(rolls) == {"pick", "place aside"}
    forced = does(quick(s), "roll", "black", "1-4")
    assert [c.move.args for c in choices(GAME, forced)] == [("black",)]
    forced = does(forced, "discard", "black")
    assert "1-aside: black6" in str(forced.table) and forced.pools[0] == ()


def quick(s: Clash) -> Clash:
    """Bob's red die on the Highlander's skull side."""
    s = replace(s, turn=BOB, attack=None, adrenaline=(BOB,), pools=(s.pools[0], ("black", "red")))
    return does(s, "place", "2-a1", "red", 5)


@pytest.mark.rule("DC-28")
def test_the_die_aside_returns_with_the_others() -> None:
    s = does(at(table="1-aside: black6", attack=9, pools=(("black",) * 5, ())), "no play")
    assert len(s.table) == 0 and len(s.pools[0]) == 9


@pytest.mark.rule("DC-24")
def test_samurai_nigiri() -> None:
    s = red("samurai", skull=True)
    assert [c.text for c in choices(GAME, s)] == ["Bob rolls every 1 and 6 of the pool anew"]
    assert not does(s, "done").asks


@pytest.mark.rule("DC-25")
@pytest.mark.rule("DC-27")
def test_highlander_donnybrook() -> None:
    s = red("highlander")
    assert args(s, "roll") == [(k, r) for k in ("black", "white") for r in ("1-2", "3-6")]
    low = does(s, "roll", "white", "1-2")
    assert low.out[0] == ("white",) and low.pools[0].count("white") == 1 and not low.asks
    high = does(s, "roll", "black", "3-6")
    assert len(high.pools[0]) == 8 and {c.move.player for c in choices(GAME, high)} == {BOB}
    assert args(high, "discard") == [("black",), ("white",), ("red",)]
    high = does(high, "discard", "red")
    assert high.out[1] == ("red",) and "red" not in high.pools[1] and high.turn == BOB


@pytest.mark.rule("DC-25")
@pytest.mark.rule("DC-27")
def test_highlander_quickening() -> None:
    s = red("highlander", skull=True)
    assert args(s, "roll") == [(k, r) for k in ("black", "white") for r in ("1-4", "5-6")]
    assert {a.who for a in does(s, "roll", "black", "1-4").asks} == {BOB}
    s = does(s, "roll", "white", "5-6")
    assert names(s) == {"pick"} and step(s, "no play").no == "a die is to be rolled first"
    s = does(s, "pick", "black")
    assert names(s) == {"roll"} and len(choices(GAME, s)) == 6
    four = does(s, "roll", "black", 4)
    assert {a[1:3] for a in args(four, "place")} == {("black", 4)}
    assert step(four, "no play").no == "the black die can be placed"
    four = does(four, "place", "2-a1", "black", 4)
    assert not four.effects and four.rolled is None and len(four.pools[1]) == 8
    three = replace(does(s, "roll", "black", 3), attack=5)
    assert names(three) == {"no play"}
    assert does(three, "no play").lost[-1].why == "the 3 that was rolled does not stop attack 5 on any space"


@pytest.mark.rule("DC-27")
def test_who_has_no_die_discards_none() -> None:
    s = at(sheet("highlander"), pools=(("black", "red"), ()))
    s = does(does(s, "place", "1-a1", "red", 3), "roll", "black", "3-6")
    assert not s.asks and "Bob: there is no die in the pool to discard" in s.news
    last = does(at(sheet("highlander"), pools=(("red",), ())), "place", "1-a1", "red", 3)
    assert not last.asks and "Ann: there is no die in the pool to roll" in last.news


def test_a_question_that_a_told_table_leaves_without_an_answer_has_a_way_out() -> None:
    s = red("knight", table="1-b1: white2")
    s = replace(s, table=s.table.swap(*s.table.at("1-b1")))
    assert names(s) == {"done"} and phase(GAME, does(s, "done")).name == "round"
