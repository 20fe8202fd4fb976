"""Who can play Die die DIE!, and on which board."""

import pytest
from ddd import GAME, MINI, PLAYERS, setup

import rules
from rules import sheet
from rules.boardfile import BadSheet
from rules.core import BadSetup, Player, Setup, begin
from rules.die_die_die.sheets import parse


@pytest.mark.rule("DDD-1")
def test_two_to_five_armies() -> None:
    five = tuple(Player(c, (c,)) for c in ("red", "blue", "green", "yellow", "black"))
    assert begin(GAME, setup(players=five)).news[0] == "Mini is recommended for 2 to 4 players"  # a warning only
    assert len(begin(GAME, setup(players=five[:2])).queue) == 10
    for wrong in (five[:1], (*five, Player("pink", ("pink",)))):
        with pytest.raises(BadSetup, match="needs 2 to 5 players"):
            begin(GAME, setup(players=wrong))


@pytest.mark.rule("DDD-1")
@pytest.mark.parametrize("name", ["world-war", "pirate-ship", "krakatoa", "space"])
def test_shipped_boards(name: str) -> None:
    board = parse(sheet.text(name))
    assert board.id == name
    crew = (Player("Ann", ("red", "white")), Player("Bob", ("blue", "black")))
    players, dice = (crew, 14) if name == "pirate-ship" else (PLAYERS, 15)
    state = begin(GAME, GAME.complete(Setup("die-die-die", players, (sheet.text(name),))))
    assert state.board == board and len(state.queue) == dice


@pytest.mark.rule("DDD-1", "DDD-4")
def test_world_war() -> None:
    board = parse(sheet.text("world-war"))
    assert board.eras == 3 and board.players == (3, 5)
    assert all(t.points > 0 for t in board.territories)


@pytest.mark.parametrize(
    ("players", "options", "board", "reason"),
    [
        ((Player("Ann", ("red",)), Player("Ann", ("blue",))), (), MINI, "two players are called 'Ann'"),
        ((Player("Ann", ("red",)), Player("Bob", ("red",))), (), MINI, "two players have red dice"),
        ((Player("Ann", ("red", "blue")), Player("Bob", ("green",))), (), MINI, "Ann: needs one colour, not 2"),
        ((Player(" ", ("red",)), Player("Bob", ("green",))), (), MINI, "a player has no name"),
        ((Player("Ann", ("Red 1",)), Player("Bob", ("green",))), (), MINI, "'Red 1' is not a colour's name"),
        (PLAYERS, ("highest",), MINI, "unknown option 'highest'; known: high-towers"),
        (PLAYERS, ("execution-for-good",), MINI, "goes with 'summary-execution'"),
        (PLAYERS, (), "title = ", "board: cannot be read"),
        (PLAYERS, (), MINI.replace('near = ["north", "south"]', 'near = ["north"]'), "east.near: 'south' is missing"),
        (PLAYERS, (), MINI.replace("points = 3", "point = 3"), "mini.toml: space north.point: is unknown; known: id"),
        (PLAYERS, (), MINI.replace("points = 3", ""), "space north.points: is missing"),
        (PLAYERS, (), MINI.replace("points = 3", 'points = "3"'), "must be a whole number from 0 to 1000000, not '3'"),
        (PLAYERS, (), MINI.replace("points = 3", 'points = 3\nkind = "lake"'), "'lake' is unknown; known: territory"),
        (PLAYERS, (), MINI.replace("points = 3", 'kind = "hole"'), "no territory has the number 1, 2, 3, 4, 5"),
        (PLAYERS, (), MINI.replace("points = 3", 'kind = "caldera"'), "north.counts_in: must be a territory, not None"),
        (PLAYERS, (), MINI.replace("points = 3", 'kind = "rope"\ncounts_in = "east"'), "north.leads: must be the terr"),
        (PLAYERS, (), MINI.replace("eras = 3", 'eras = 3\neffects = ["rain"]'), "effect 'rain' is unknown"),
        (PLAYERS, ("monument-ties",), MINI, "option 'monument-ties' goes with 'monuments'"),
        (PLAYERS, ("guerilla-ties",), MINI, "option 'guerilla-ties' goes with 'guerilla'"),
        (PLAYERS, ("power-cards",), MINI, "cards are played: needs the deck as second sheet"),
        ((Player("Ann", ("castle",)), Player("Bob", ("red",))), (), MINI, "'castle' is a monument, no colour of dice"),
        (PLAYERS, (), sheet.text("pirate-ship"), "Ann: needs two colours, masters first, not 1"),
        (PLAYERS, (), sheet.text("pirate-ship"), "Pirate Ship is for 2 players, not 3"),
        (PLAYERS, (), MINI.replace("eras = 3", ""), "mini.toml: eras: is missing"),
        (PLAYERS, (), MINI.replace('game = "die-die-die"', 'game = "chess"'), "game: is 'chess', not 'die-die-die'"),
    ],
)  # fmt: skip
def test_a_bad_setup_says_why(players: tuple[Player, ...], options: tuple[str, ...], board: str, reason: str) -> None:
    with pytest.raises(BadSetup) as told:
        begin(GAME, setup(*options, players=players, board=board))
    assert reason in str(told.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadSetup) as told:
        begin(GAME, Setup("die-die-die", (Player("Ann", ()),), (), frozenset({"x"})))
    assert str(told.value).count(";") >= 3
    with pytest.raises(BadSheet) as bad:
        parse(MINI.replace("points = 3", "").replace("eras = 3", "era = 3"))
    assert {p.key for p in bad.value.problems} == {"era", "eras", "space north.points"}


def test_no_territory_at_all() -> None:
    with pytest.raises(BadSheet, match="there is no territory"):
        parse(MINI.replace("points = ", 'kind = "ground"\npoints = '))


def test_unknown_game() -> None:
    with pytest.raises(BadSetup, match="unknown game 'chess'; known: die-die-die"):
        rules.game("chess")
