"""The boards that pages and commands can name, and what a match's log says about its own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import rules
from rules import sheet
from rules.boardfile import BadSheet, Problem, toml
from rules.core import BadSetup, Player, Setup
from rules.dice_horde.sheets import GAME as HORDE
from rules.sheet import Sheet

from . import horde_sheets

COLOURS = ("red", "orange", "yellow", "green", "blue", "purple", "pink", "brown", "white", "grey", "black")


def board_file(setup: Setup) -> dict[str, Any]:
    """The board that a match's log holds as text; raises BadSetup."""
    if not setup.sheets:
        raise BadSetup("the match has no board")
    try:
        return toml(setup.sheets[0])
    except ValueError as why:
        raise BadSetup(f"the board in the log: {why}") from None


def sheet_of(setup: Setup) -> Sheet:
    """The board of a match with its shapes; raises BadSetup and BadSheet."""
    if setup.game == HORDE:
        return horde_sheets.board_of(setup)
    return sheet.shipped(str(board_file(setup).get("id", "")))


def boards() -> list[dict[str, Any]]:
    """The boards that ship: id, title, game, and how many players it is made for."""
    return [_told(path) for _, path in sorted(sheet.boards().items())]


def _told(path: Path) -> dict[str, Any]:
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    told = {key: said.get(key) for key in ("id", "title", "game", "players")}
    return told | {"colours": len(said.get("crew", [0]))}  # of each player's dice


def setup_of(
    game: str,
    board: str,
    players: list[tuple[str, tuple[str, ...]]],
    options: list[str],
    home: Path | None = None,
) -> Setup:
    """A match to be begun, also with sheets that a table keeps in its data folder `home`.

    Raises BadSetup where two share a name or a colour, and BadSheet for an unknown board.
    """
    names = [name for name, _ in players]
    for name in names:
        if not name.strip() or names.count(name) > 1:
            raise BadSetup(f"player {name!r}: every player needs a name of their own")
    _colours(players)
    there = tuple(Player(name, colours) for name, colours in players)
    return rules.game(game).complete(Setup(game, there, sheets_of(game, board, home), frozenset(options)))


def sheets_of(game: str, board: str, home: Path | None) -> tuple[str, ...]:
    """The sheets that a match is played on, as text; raises BadSetup for an unknown game, BadSheet for a board."""
    rules.game(game)
    if game == HORDE:
        return horde_sheets.sheets(board, home)
    known = [str(one["id"]) for one in boards() if one["game"] == game]
    if board not in known:
        raise BadSheet((Problem("boards", board, f"no such board; known: {', '.join(known)}"),))
    return (sheet.text(board),)


def _colours(players: list[tuple[str, tuple[str, ...]]]) -> None:
    owner: dict[str, str] = {}
    for name, colours in players:
        for colour in colours:
            if colour not in COLOURS:
                raise BadSetup(f"{name}: no dice are {colour!r}; known colours: {', '.join(COLOURS)}")
            if colour in owner:
                raise BadSetup(f"{name}: {owner[colour]} has the {colour} dice already")
            owner[colour] = name
