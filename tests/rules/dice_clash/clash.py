"""Short ways into a match of Dice Clash: Ann sits first, Bob or a legend second; grids of two rows of two or more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core import Choice, Player, Setup, begin, choices, offered, play, settle
from rules.dice_clash import GAME
from rules.dice_clash.rounds import lose
from rules.dice_clash.shipped import grids
from rules.dice_clash.state import Clash, other
from rules.table import Table

ANN, BOB, AI, KHUTULUN = "Ann", "Bob", "Da Ji", "Khutulun"
COLOURS = ("black", "white", "red")
SHIPPED = {name: path.read_text("utf-8") for name, path in grids().items()}
Rows = list[list[str]]
BLANK: Rows = [["", ""], ["", ""]]


def sheet(warrior: str, green: Rows = BLANK, skull: Rows | None = None) -> str:
    """A grid's text."""
    rows = [f"{key} = {value!r}" for key, value in (("green", green), ("skull", skull or green))]
    head = [f'id = "{warrior}"', f'title = "{warrior}"', 'game = "dice-clash"', f'warrior = "{warrior}"']
    return "\n".join([*head, *rows]) + "\n"


def setup(a: str = "", b: str = "", second: str = "") -> Setup:
    """A setup of two grids' texts: without any a Samurai against a Knight on blank spaces."""
    texts = (a or sheet("samurai"), b or sheet("knight"))
    ids = [text.partition('id = "')[2].partition('"')[0] for text in texts]
    name = second or {"da-ji": AI, "khutulun": KHUTULUN}.get(ids[1], BOB)
    return Setup("dice-clash", (Player(ANN, COLOURS, ids[0]), Player(name, COLOURS, ids[1])), texts)


def at(a: str = "", b: str = "", table: str = "", turn: str = ANN, **more: Any) -> Clash:
    """Round 1 with full pools, this table, and whose turn it is."""
    state: Clash = begin(GAME, setup(a, b))
    for face in (6, 1):
        state = play(GAME, state, choices(GAME, state)[face - 1].move)
    return replace(state, **({"table": Table.parse(table), "turn": turn, "news": ()} | more))


def does(s: Clash, name: str, *args: str | int, anyway: bool = False) -> Clash:
    """Play a step by its name and the beginning of its arguments."""
    return play(GAME, s, step(s, name, *args).move, anyway)


def step(s: Clash, name: str, *args: str | int) -> Choice[Clash]:
    """The step of this name whose arguments begin so."""
    return next(c for c in offered(GAME, s) if c.move.name == name and c.move.args[: len(args)] == args)


def names(s: Clash) -> set[str]:
    """The names of the steps that may be done."""
    return {c.move.name for c in choices(GAME, s)}


def args(s: Clash, name: str) -> list[tuple[str | int, ...]]:
    """The arguments of each step of a name that may be done."""
    return [c.move.args for c in choices(GAME, s) if c.move.name == name]


def barred(s: Clash) -> dict[tuple[str | int, ...], str]:
    """The placements that fail, with the reason."""
    return {c.move.args: c.no for c in offered(GAME, s) if c.no and c.move.args}


def wins(s: Clash, winner: str) -> Clash:
    """The state after the other player lost the round, wherever it stood."""
    return settle(GAME, lose(replace(s, news=(), asks=(), rolled=None, attack=9), other(s, winner)))
