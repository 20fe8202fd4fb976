"""Battle grids as files: the example grids use every modifier, and what is wrong with a file is told at once (DC-2)."""

from __future__ import annotations

import pytest
from clash import BLANK, SHIPPED, Rows, setup, sheet

from rules.boardfile import BadSheet
from rules.core import BadSetup, Player, Setup, begin
from rules.dice_clash import GAME
from rules.dice_clash.checks import grid
from rules.dice_clash.sheets import WARRIORS, Grid


def test_the_grid_knows_its_spaces() -> None:
    g = grid(sheet("ninja", [["", "", ""], ["", "", ""]]))
    assert g.names == ("a1", "a2", "a3", "b1", "b2", "b3")
    assert g.corners == {"a1", "a3", "b1", "b3"}
    assert g.beside("a2") == {"a1", "a3", "b2"} and g.beside("b1") == {"a1", "b2"}


def kinds(g: Grid) -> set[str]:
    """The kinds of modifiers on both sides of a grid."""
    words = [w for side in (g.green, g.skull) for space in side for either in space for w in either]
    found = {w.rstrip("0123456789") if w != "+-1" else w for w in words}
    return found | {"/" for side in (g.green, g.skull) for space in side for either in space if len(either) > 1}


@pytest.mark.rule("DC-2")
def test_each_modifier_occurs_on_the_example_grids() -> None:
    found = set().union(*(kinds(grid(text)) for text in SHIPPED.values()))
    plain = {"a+", "a-", "d+", "d-", "+", "-", "+-1", "swap", "move", "flip", "eye", "/"}
    assert found == plain | {"set", "flame"}
    people = set().union(*(kinds(grid(t)) for n, t in SHIPPED.items() if not WARRIORS[n].legend))
    assert people == plain


@pytest.mark.rule("DC-2")
def test_there_is_an_example_grid_for_every_warrior_and_both_legends() -> None:
    assert {grid(text).warrior.id for text in SHIPPED.values()} == set(WARRIORS)
    assert sum(w.legend for w in WARRIORS.values()) == 2 and len(WARRIORS) == 8
    assert all(g.id == name and g.green != g.skull for name, text in SHIPPED.items() for g in [grid(text)])


BAD: list[tuple[str, str]] = [
    (sheet("ninja", [["a+1", "zap"], ["", ""]]), "ninja.toml: green row 1 space 2: 'zap' is unknown; known: a+N"),
    (sheet("ninja", [["a+0", ""], ["", ""]]), "'a+0' is unknown"),
    (sheet("ninja", [["+6", ""], ["", ""]]), "'+6' is unknown"),
    (sheet("ninja", [["flip flip", ""], ["", ""]]), "'flip' stands twice"),
    (sheet("ninja", [["a+1/", ""], ["", ""]]), "'' is unknown"),
    (sheet("ninja", [["set4", ""], ["", ""]]), "'set4' stands on grids of legends only"),
    (sheet("ninja", BLANK, [["", "flame"], ["", ""]]), "skull row 1 space 2: 'flame' stands on grids of legends only"),
    (sheet("da-ji", [["eye", ""], ["", ""]]), "'eye' is of no use to a legend"),
    (sheet("da-ji", [["set7", ""], ["", ""]]), "'set7' is unknown"),
    (sheet("ninja", [["", ""], [""]]), "ninja.toml: green: must be rows of spaces"),
    (sheet("ninja", [[""]]), "has 1 space; 2 is the least"),
    (sheet("ninja", [["", ""]], [[""], [""]]), "skull: has 2 rows of 1 spaces, the green side 1 rows of 2"),
    (sheet("ninja", [[""] * 7]), "at most 6"),
    (sheet("monk"), "warrior: must be one of viking, knight"),
    (sheet("ninja") + "colour = 1", "colour: is unknown"),
    (sheet("ninja").replace('game = "dice-clash"', 'game = "chess"'), "game: must be one of dice-clash"),
    ("id = ", "battle grid: cannot be read"),
    ("x" * 20_001, "is longer than 20000 characters"),
    ("", "id: is missing"),
]


@pytest.mark.rule("DC-2")
@pytest.mark.parametrize(("text", "complaint"), BAD, ids=[why[:40] for _, why in BAD])
def test_what_is_wrong_with_a_grid_is_told(text: str, complaint: str) -> None:
    with pytest.raises(BadSheet) as bad:
        grid(text)
    assert complaint in str(bad.value)


def test_everything_wrong_is_told_at_once() -> None:
    wrong: Rows = [["zap", "pow"], ["", ""]]
    with pytest.raises(BadSheet) as bad:
        grid(sheet("ninja", wrong, wrong) + "more = 1")
    assert len(bad.value.problems) == 5


COLOURS = ("black", "white", "red")
ODD: list[tuple[Setup, str]] = [
    (setup(SHIPPED["ninja"], SHIPPED["ninja"]), "both play the Ninja; there is one card of each"),
    (setup(SHIPPED["da-ji"], SHIPPED["khutulun"]), "are both legends; a person must play"),
    (setup(SHIPPED["ninja"], sheet("knight", [["zap", ""]])), "'zap' is unknown"),
    (setup(second="Ann"), "'Ann' is the name of both players"),
    (setup(second=" "), "a player has no name"),
    (setup(second="B\nob"), "holds characters that cannot be shown"),
    (Setup("dice-clash", (Player("Ann", COLOURS, "ninja"),), (SHIPPED["ninja"],)), "two play"),
    (Setup("dice-clash", setup().players, ()), "needs a battle grid for each of two players, not 0 sheets"),
    (
        Setup("dice-clash", setup().players, (SHIPPED["samurai"], SHIPPED["ninja"])),
        "the sheet in their place is 'ninja'",
    ),
    (Setup("dice-clash", setup().players, setup().sheets, frozenset({"fast"})), "unknown option 'fast'"),
    (
        Setup("dice-clash", (Player("Ann", ("black", "black", "red"), "samurai"), setup().players[1]), setup().sheets),
        "Ann needs three colours, for black, white, red dice, not black, black, red",
    ),
    (
        Setup("dice-clash", (Player("Ann", ("Black", "white", "red"), "samurai"), setup().players[1]), setup().sheets),
        "'Black' is not a colour's name",
    ),
]


@pytest.mark.rule("DC-1")
@pytest.mark.parametrize(("odd", "complaint"), ODD, ids=[why[:40] for _, why in ODD])
def test_what_cannot_be_played_together_is_told(odd: Setup, complaint: str) -> None:
    with pytest.raises(BadSetup) as bad:
        begin(GAME, odd)
    assert complaint in str(bad.value)


def test_shipped_grids_are_added_by_name() -> None:
    players = (Player("Ann", COLOURS, "viking"), Player("Khutulun", COLOURS, "khutulun"))
    whole = GAME.complete(Setup("dice-clash", players, ()))
    assert whole.sheets == (SHIPPED["viking"], SHIPPED["khutulun"])
    assert GAME.complete(whole) == whole
    odd = Setup("dice-clash", (players[0], Player("Bob", COLOURS, "monk")), ())
    assert GAME.complete(odd).sheets == ()
