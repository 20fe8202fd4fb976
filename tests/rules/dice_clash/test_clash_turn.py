"""A turn: what a space makes of a die, defence, attack, why a placement fails (DC-4 to DC-13, DC-16, DC-17)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from clash import ANN, BOB, GAME, Rows, args, at, barred, does, names, sheet, step

from rules.core import IllegalMove, Move, choices, dump, offered, phase, play
from rules.dice_clash.modifiers import ways
from rules.dice_clash.placement import fails
from rules.dice_clash.state import free, in_pool
from rules.table import Table


def one(words: str, first: str = "") -> str:
    """A Samurai's grid with these modifiers on the first space."""
    return sheet("samurai", [[words, first], ["", ""]])


def made(words: str, face: int, near: tuple[int, ...] = ()) -> list[tuple[str, int, int, int]]:
    """Option, face, defence and attack of each way."""
    space = tuple(tuple(w.split("/")) for w in words.split())
    return [(w.option, w.face, w.defence, w.attack) for w in ways(space, face, near)]


@pytest.mark.rule("DC-4")
def test_one_die_of_the_pool_on_an_open_space_with_its_modifiers() -> None:
    s = at(one("a+2 d+1"), table="1-b2: black1")
    assert free(s, ANN) == ("1-a1", "1-a2", "1-b1")
    assert ("1-a1", "black", 3, "") in args(s, "place")
    assert all(a[0] != "1-b2" for a in args(s, "place"))
    s = does(s, "place", "1-a1", "black", 3)
    assert str(s.table) == "1-a1: black3 | 1-b2: black1"
    assert (s.turn, s.attack) == (BOB, 5)
    assert s.pools[0] == ("black",) * 5 + ("white",) * 2 + ("red",)


@pytest.mark.rule("DC-4")
def test_modifiers_are_not_optional() -> None:
    s = at(one("-2"))
    assert [a for a in args(s, "place") if a[0] == "1-a1" and a[1:3] == ("black", 5)] == [("1-a1", "black", 5, "")]
    assert str(does(s, "place", "1-a1", "black", 5).table) == "1-a1: black3"


@pytest.mark.rule("DC-5")
def test_a_block_is_strictly_higher_and_leaves_the_face() -> None:
    assert made("d+2", 6) == [("", 6, 8, 6)]
    assert made("d-3", 2) == [("", 2, -1, 2)]
    assert fails(4, 5) == "" and fails(4, 4) == "defence 4 does not block attack 4"
    assert fails(7, 8) == ""
    s = does(at(one("d+2"), attack=7), "place", "1-a1", "black", 6)
    assert str(s.table) == "1-a1: black6" and s.attack == 6


@pytest.mark.rule("DC-6")
def test_exactly_1_parries_from_6_on() -> None:
    assert fails(6, 1) == fails(9, 1) == "" and fails(5, 1)
    assert fails(6, 0) == "defence 0 does not block attack 6, and only 1 parries"
    assert made("d-1", 2)[0][2] == 1


@pytest.mark.rule("DC-7")
def test_the_first_die_of_a_round_need_not_defend() -> None:
    s = at(one("d-9"))
    assert s.attack is None and barred(s) == {}
    assert ("1-a1", "black", 1, "") in args(s, "place")
    assert not any(c.move.name == "no play" for c in choices(GAME, s))
    assert step(s, "no play").no == "the black die can be placed, whatever it shows"


@pytest.mark.rule("DC-8")
def test_attack_is_the_face_with_its_modifier() -> None:
    assert made("a+1", 6) == [("", 6, 6, 7)]
    assert made("a-2", 1) == [("", 1, 1, -1)]
    assert does(at(one("+2 a+1")), "place", "1-a1", "black", 3).attack == 6


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize(
    ("words", "face", "expected"),
    [
        ("+2", 3, [("", 5, 5, 5)]),
        ("+2", 5, [("", 6, 6, 6)]),
        ("-3", 2, [("", 1, 1, 1)]),
        ("flip", 2, [("", 5, 5, 5)]),
        ("+-1", 6, [("+1", 6, 6, 6), ("-1", 5, 5, 5)]),
        ("+-1", 1, [("+1", 2, 2, 2), ("-1", 1, 1, 1)]),
        ("flip d+1", 6, [("", 1, 2, 1)]),
        ("+-1 a+1", 3, [("+1", 4, 4, 5), ("-1", 2, 2, 3)]),
        ("a+1/d+1", 3, [("a+1", 3, 3, 4), ("d+1", 3, 4, 3)]),
        ("swap", 3, [("", 3, 3, 3)]),
        ("eye", 3, [("", 3, 3, 3)]),
        ("", 3, [("", 3, 3, 3)]),
    ],
)
def test_what_a_space_makes_of_a_face(words: str, face: int, expected: list[tuple[str, int, int, int]]) -> None:
    assert made(words, face) == expected


@pytest.mark.rule("DC-9")
def test_swap_takes_the_value_of_an_orthogonal_neighbour() -> None:
    grid = sheet("samurai", [["", "", ""], ["", "swap", ""], ["", "", ""]])
    s = at(grid, table="1-a1: black6 | 1-a2: black2 | 1-b1: black5 | 2-a2: black3")
    assert [a[3] for a in args(s, "place") if a[:3] == ("1-b2", "black", 1)] == ["=2", "=5"]
    s = does(s, "place", "1-b2", "black", 1, "=5")
    assert Table.parse("1-b2: black5").dice[0] in s.table.dice and s.attack == 5


@pytest.mark.rule("DC-9")
def test_move_takes_any_other_die_to_any_free_space_whose_modifiers_do_nothing() -> None:
    s = at(one("move", "+5"), table="1-b1: white2 | 1-b2: black4")
    s = does(s, "place", "1-a1", "black", 3)
    assert phase(GAME, s).name == "settle" and s.turn == BOB
    assert args(s, "move") == [("1-b1: white2", "1-a2"), ("1-b2: black4", "1-a2")]
    s = does(s, "move", "1-b1: white2", "1-a2")
    assert str(s.table) == "1-a1: black3 | 1-a2: white2 | 1-b2: black4" and s.attack == 3


@pytest.mark.rule("DC-9")
@pytest.mark.parametrize("table", ["", "1-a2: black2 | 1-b1: black2 | 1-b2: black2"])
def test_move_without_another_die_or_space_does_nothing(table: str) -> None:
    s = does(at(one("move"), table=table), "place", "1-a1", "black", 3)
    assert not s.asks and names(s) >= {"place"}
    assert any("there is no other die to move" in line for line in s.news)


@pytest.mark.rule("DC-11")
def test_after_a_white_die_the_rest_of_the_pool_is_rolled() -> None:
    s = does(at(), "place", "1-a1", "white", 3)
    assert f"{ANN} rolls the rest of the pool anew" in s.news and in_pool(s, ANN) == ("black", "white", "red")
    assert not any("anew" in line for line in does(at(), "place", "1-a1", "black", 3).news)


@pytest.mark.rule("DC-12")
def test_a_red_die_sets_off_the_power_of_the_side() -> None:
    s = does(at(sheet("ninja")), "place", "1-a1", "red", 3)
    assert [a.what for a in s.asks] == ["smoke-bomb"]
    s = does(at(sheet("ninja"), adrenaline=(ANN,)), "place", "1-a1", "red", 3)
    assert [a.what for a in s.asks] == ["genjutsu"]
    assert not does(at(sheet("ninja")), "place", "1-a1", "black", 3).asks


@pytest.mark.rule("DC-13")
def test_every_placement_is_listed_for_each_face_with_why_it_fails() -> None:
    s = at(one("d+2"), attack=6)
    every = {c.move.args for c in offered(GAME, s) if c.move.name == "place"}
    assert every == {(f"1-{n}", k, f, "") for n in ("a1", "a2", "b1", "b2") for k in ("black", "white", "red")
                     for f in range(1, 7)}  # fmt: skip
    assert {a[2] for a in args(s, "place") if a[0] == "1-a1"} == {5, 6}
    assert {a[2] for a in args(s, "place") if a[0] == "1-a2"} == {1}
    assert barred(s)["1-a1", "black", 4, ""] == "defence 6 does not block attack 6, and only 1 parries"
    text = step(s, "place", "1-a1", "black", 5).text
    assert text == "black 5 on a1 (defence +2): defence 7, attack 5"
    assert step(s, "no play").no == ""  # only the owner knows
    with pytest.raises(IllegalMove, match="defence 6 does not block"):
        does(s, "place", "1-a1", "black", 4)


@pytest.mark.rule("DC-13")
def test_who_cannot_make_a_play_loses_the_round() -> None:
    cannot = does(at(attack=5), "no play")
    assert cannot.lost[-1].why == "no die stops attack 5" and cannot.adrenaline == (ANN,)
    full = at(table="1-a1: black1 | 1-a2: black1 | 1-b1: black1 | 1-b2: black1", attack=1)
    assert [c.move.name for c in choices(GAME, full)] == ["no play"]
    assert does(full, "no play").lost[-1].why == "no space of the grid is left"
    empty = at(attack=1, pools=((), ("black",)))
    assert [c.move.name for c in choices(GAME, empty)] == ["no play"]
    assert does(empty, "no play").lost[-1].why == "no die of the pool is left"


@pytest.mark.rule("DC-16")
def test_the_order_in_a_turn() -> None:
    """A red die on Move and Eye: the other die moves, the owner may look, and the power comes last."""
    grid = sheet("spartan", [["move eye a+1", ""], ["", ""]])
    s = does(at(grid, table="1-b1: black2"), "place", "1-a1", "red", 3)
    assert s.attack == 4 and s.looks == ANN
    assert [a.what for a in s.asks] == ["move", "phalanx"]
    s = does(s, "move", "1-b1: black2", "1-b2")
    assert [a.what for a in s.asks] == ["phalanx"]
    s = does(s, "done")
    assert not s.asks and s.turn == BOB


TABLE: Rows = [["d-1", "d+2"], ["", ""]]


@pytest.mark.rule("DC-17")
def test_the_example_of_attacks_6_and_5() -> None:
    s = at(sheet("samurai", TABLE), attack=6)
    ok = args(s, "place")
    assert ("1-a1", "black", 2, "") in ok  # on -1: parries
    assert ("1-a1", "black", 1, "") not in ok  # on -1: 0 fails
    assert ("1-a2", "black", 6, "") in ok  # on +2: 8 blocks
    s = replace(s, attack=5)
    assert {a[2] for a in args(s, "place") if a[:2] == ("1-b1", "black")} == {6}


@pytest.mark.rule("DC-3")
def test_state_and_moves_hold_no_face_of_a_pool() -> None:
    s = does(at(), "place", "1-a1", "black", 3)
    told = json.loads(dump(s))
    assert told["pools"] == [["black"] * 5 + ["white"] * 2 + ["red"], ["black"] * 6 + ["white"] * 2 + ["red"]]
    assert told["table"] == "1-a1: black3"
    assert not {k for k in told if "face" in k}


def test_a_placement_that_is_not_there_is_refused() -> None:
    with pytest.raises(IllegalMove, match="not offered"):
        play(GAME, at(), Move("place", ANN, ("1-z9", "black", 3, "")))
