"""Space: the black hole."""

import pytest
from ddd import GAME, Move, Table, barred, do, names, odd, on, phase, play, replace, see, taken

from rules import sheet
from rules.core import explain
from rules.die_die_die.black_hole import planets
from rules.die_die_die.sheets import parse
from rules.die_die_die.state import Match

BOARD = parse(sheet.text("space"))
REST = "ember: blue2 | verdant: green1"


def in_hole(word: str) -> Match:
    """An attack in which a die has just come to rest in the hole."""
    s = replace(on("space", ""), table=Table(), phase="attack", queue=("Ann", "Bob", "Cy"), used=("blue", "green"))
    s = replace(s, table=Table.parse(REST))
    return play(GAME, s, Move("flick", "Ann", ("red",), Table.parse(f"{REST} | black-hole: {word}")))


@pytest.mark.rule("DDD-60", "DDD-72")
def test_five_planets_and_a_hole() -> None:
    assert [t.number for t in BOARD.territories] == [1, 2, 3, 4, 5]
    assert (BOARD.eras, BOARD.players) == (3, (3, 5))
    assert [p.id for p in planets(BOARD, 4)] == ["ring-world"] and len(planets(BOARD, 7)) == 5


@pytest.mark.rule("DDD-72", "DDD-77")
def test_the_value_in_the_hole_names_the_planet() -> None:
    s = in_hole("red4")
    assert phase(GAME, s).name == "black hole"
    assert names(s) == [("teleport", "black-hole: red4", "ring-world"), ("lost",), ("bump",)]
    s = see(s, f"{REST} | ring-world/deep-blue: red2")  # over a frontier, with a new value
    assert phase(GAME, s).name == "attack" and s.queue[0] == "Bob"
    assert s.news == ("red 4 from Black Hole to the border of Ring World and Deep Blue, now 2",)


@pytest.mark.rule("DDD-72", "DDD-77")
def test_another_planet_is_refused_with_the_reason() -> None:
    s = in_hole("red4")
    seen = f"{REST} | deep-blue: red2"
    assert taken(s, seen) is None
    why = "red 2 lies in Deep Blue: its value in the hole, 4, names Ring World"
    assert odd(s, "teleport", seen) == [why]
    assert explain(GAME, s, Table.parse(seen))[0].odd in ((why,), ("dice moved without a step of the rules",))
    assert odd(s, "teleport", f"{REST} | black-hole: red4") == ["red 4 still lies in the hole"]
    assert odd(s, "teleport", "ember: blue3 | verdant: green1 | ring-world: red2") == [
        "only red 4 goes to Ring World; other dice lie otherwise than before"
    ]
    assert odd(s, "teleport", REST)[0] == "0 red dice are seen, 1 should lie there"


@pytest.mark.rule("DDD-72", "DDD-77")
def test_a_six_goes_anywhere() -> None:
    s = in_hole("red6")
    assert [n[2] for n in names(s) if n[0] == "teleport"] == [t.id for t in BOARD.territories]
    s = see(s, f"{REST} | glass-moon/verdant: red1")
    assert str(s.table.of("red")) == "glass-moon/verdant: red1"
    assert len([n for n in names(in_hole("red6")) if n[0] == "teleport"]) == 5


@pytest.mark.rule("DDD-72")
def test_a_die_that_cannot_be_read_in_the_hole_is_read_by_people() -> None:
    s = in_hole("red?")
    assert [n[0] for n in names(s)] == ["shows"] * 6 + ["lost", "bump"]
    s = do(s, "shows", "Ann", "black-hole: red?", 2)
    assert names(s)[0] == ("teleport", "black-hole: red2", "glass-moon")


@pytest.mark.rule("DDD-72")
def test_several_in_turn_order_and_towers_one_by_one() -> None:
    s = replace(
        in_hole("red4"),
        table=Table.parse("black-hole: red4 blue1^blue2 | verdant: green1"),
        used=("red", "blue", "blue", "green"),
    )
    assert names(s)[0][1] == "black-hole: red4"
    s = do(s, "teleport", table="ring-world: red4 | black-hole: blue1^blue2 | verdant: green1")
    assert names(s)[0] == ("teleport", "black-hole: blue1^blue2", "glass-moon")
    s = do(s, "teleport", table="ring-world: red4 | black-hole: blue1 | glass-moon: blue6 | verdant: green1")
    assert names(s)[0] == ("teleport", "black-hole: blue1", "ember")
    s = do(s, "teleport", table="ring-world: red4 | ember: blue5 | glass-moon: blue6 | verdant: green1")
    assert phase(GAME, s).name == "attack"


@pytest.mark.rule("DDD-72")
def test_there_is_a_way_out() -> None:
    s = do(in_hole("red4"), "lost")
    assert phase(GAME, s).name == "attack" and s.dead == ("red",)


@pytest.mark.rule("DDD-72", "DDD-74")
def test_a_die_left_over_a_frontier_is_settled_in_the_movement_phase() -> None:
    s = on("space", "ring-world/deep-blue: red2 | ember: blue2 | verdant: green1")
    assert phase(GAME, s).name == "movement"
    assert [n[2] for n in names(s) if n[0] == "adjust"] == ["ring-world", "deep-blue"]
    board = sheet.shipped("space")
    assert board.place(200, 184, 0.0) == "black-hole" and "black-hole" not in board.place(200, 187, 0.0)


@pytest.mark.rule("DDD-14", "DDD-72")
def test_dice_come_back_before_the_hole_is_settled() -> None:
    s = replace(
        on("space", ""), phase="attack", queue=("Ann", "Bob", "Cy"), used=("blue", "green"), table=Table.parse(REST)
    )
    s = play(GAME, s, Move("flick", "Ann", ("red",), Table.parse("ember: blue2 | black-hole: red4")))
    assert phase(GAME, s).name == "flick back"
    s = do(s, "back", table="ember: blue2 | black-hole: red4 green5")
    assert phase(GAME, s).name == "black hole" and names(s)[0][1] == "black-hole: red4"
    assert ("teleport", "Cy", "black-hole: green5", "deep-blue") not in barred(s)
