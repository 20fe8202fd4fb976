"""Hidden pools and what is seen: who may see what, what a pool allows, what is odd, what to turn (DC-3, 10, 13, 36)."""

from __future__ import annotations

import pytest
from clash import ANN, BOB, GAME, at, does, sheet

from rules.core import certain, choices, explain, offered, play
from rules.dice_clash.pool import left, may_see, mine, odd_pool, plays, stuck
from rules.dice_clash.seen import wrong
from rules.table import Table

POOL = (("black", 2), ("black", 4), ("red", 6))


@pytest.mark.rule("DC-10")
def test_eye_lets_the_owner_look_until_the_opponents_next_die() -> None:
    s = at(sheet("samurai", [["eye", ""], ["", ""]]))
    assert may_see(s, ANN, ANN) and not may_see(s, ANN, BOB)
    s = does(s, "place", "1-a1", "black", 3)
    assert "Ann may look at Bob's pool now" in s.news
    assert may_see(s, ANN, BOB) and not may_see(s, BOB, ANN) and not may_see(s, "", BOB)
    s = does(s, "place", "2-a1", "black", 6)
    assert not may_see(s, ANN, BOB)


@pytest.mark.rule("DC-3")
def test_a_pool_as_told_is_checked_against_what_is_left() -> None:
    s = at(pools=(("black", "black", "red"), ("black",)))
    assert left(s, ANN) == {"black": 2, "white": 0, "red": 1}
    assert list(odd_pool(s, ANN, POOL)) == []
    assert list(odd_pool(s, ANN, (("black", 7), ("blue", 1)))) == [
        "black 7: a die shows 1 to 6",
        "1 black die in the pool, not 2",
        "0 red dice in the pool, not 1",
        "1 blue die in the pool, not 0",
    ]


@pytest.mark.rule("DC-3")
@pytest.mark.rule("DC-13")
def test_an_owners_page_shows_what_their_pool_allows_and_whether_there_is_no_play() -> None:
    s = at(sheet("samurai", [["d+1", ""], ["", ""]]), attack=4)
    shown = mine(s, choices(GAME, s), ANN, POOL)
    assert {c.move.args[:3] for c in shown if c.move.args} == {
        ("1-a1", "black", 4), *((f"1-{n}", "red", 6) for n in ("a1", "a2", "b1", "b2")),
    }  # fmt: skip
    assert not any(c.move.name == "no play" for c in shown) and not stuck(s, ANN, POOL)
    assert {put.no for put in plays(s, ANN, POOL) if put.die.face == 2} == {
        "defence 3 does not block attack 4", "defence 2 does not block attack 4",
    }  # fmt: skip
    low = (("black", 2), ("black", 3))
    assert stuck(s, ANN, low) and [c.move.name for c in mine(s, choices(GAME, s), ANN, low)] == ["no play"]
    assert mine(s, choices(GAME, s), BOB, POOL) == ()
    assert stuck(s, ANN, ())


@pytest.mark.rule("DC-3")
def test_a_pool_told_changes_neither_state_nor_offers() -> None:
    s = at(attack=4)
    before = offered(GAME, s)
    mine(s, before, ANN, POOL)
    assert offered(GAME, s) == before and s == at(attack=4)


def test_a_covering_die_comes_from_the_owners_pool() -> None:
    s = at(sheet("knight"), sheet("samurai"), adrenaline=(ANN,))
    s = does(s, "place", "1-a1", "red", 3)
    shown = mine(s, choices(GAME, s), BOB, (("black", 2),))
    assert {c.move.args[1:] for c in shown} == {("black", 2)} and len(shown) == 4


@pytest.mark.rule("DC-36")
def test_a_die_that_its_space_turns_is_asked_for_and_checked() -> None:
    s = does(at(sheet("samurai", [["+2", ""], ["", ""]])), "place", "1-a1", "black", 3)
    assert s.news[0].endswith("turn it to 5")
    assert wrong(s, Table.parse("1-a1: black5")) == ()
    assert wrong(s, Table.parse("1-a1: black3")) == ("black 3 on a1: turn it to 5",)


@pytest.mark.rule("DC-36")
def test_a_placement_seen_is_explained_as_the_one_play_that_leaves_the_table_so() -> None:
    s = at(sheet("samurai", [["+2", ""], ["", ""]]), attack=4)
    seen = Table.parse("1-a1: black5")
    guesses = explain(GAME, s, seen)
    best = certain(GAME, s, guesses)
    assert best is not None and best.moves[0].args == ("1-a1", "black", 3, "")
    assert play(GAME, s, best.moves[0]).table == seen
    low = explain(GAME, s, Table.parse("1-a2: black2"))
    assert low[0].cost and any("defence 2 does not block attack 4" in g.odd for g in low)  # none; and why


@pytest.mark.rule("DC-36")
@pytest.mark.parametrize(
    ("seen", "complaint"),
    [
        ("1-a1: black1 black2", "2 dice lie on Ann's a1: a space holds one"),
        ("1-a1/1-a2: black1", "black 1 lies on Ann's a1 and Ann's a2: it is to lie on one space"),
        ("~1-a1: black1", "black 1 lies on no space, nearest to Ann's a1"),
        ("1-z9: black1", "black 1 lies on 1-z9, which is no space of this match"),
        ("1-a1: black1^black2", "black 2 stands on another die"),
        ("1-a1: black7", "black 7: a die shows 1 to 6"),
        ("1-a1: red1 | 1-a2: red2", "2 red dice of Ann: there is 1"),
        ("2-a1: white1 | 2-a2: white2 | 2-b1: white2", "3 white dice of Bob: there are 2"),
        ("1-a1: green1", "Ann plays no green dice"),
    ],
)
def test_what_no_table_can_show_is_named(seen: str, complaint: str) -> None:
    assert complaint in list(GAME.odd(at(), Table.parse(seen)))


def test_nothing_is_odd_about_dice_in_their_places() -> None:
    seen = Table.parse("1-a1: black1 | 1-aside: white2 | 2-b2: red?")
    assert list(GAME.odd(at(), seen)) == []


def test_a_die_that_moved_without_an_action_is_named() -> None:
    s = at(table="1-a1: black3 | 2-a1: black4")
    assert wrong(s, Table.parse("1-a2: black3 | 2-a1: black4"))[0].startswith("black 3 moved without an action: ")
    assert wrong(s, Table.parse("2-a1: black4")) != ()
    told = list(GAME.told(s, Table.parse("1-a2: black3 | 2-a1: black4")))
    assert told and "Ann's a2" in told[0]
