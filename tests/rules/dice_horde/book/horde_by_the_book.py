"""Plays Dice Horde by the rulebook through the public API alone: sheets as text, steps by their words, dice as seen.

Nothing here looks into a state: only the table, what is offered, what is told, and how a match ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import rules
from rules import core
from rules.core import Choice, Move, Player, Setup
from rules.table import Die, Table

GAME = rules.game("dice-horde")
DICE = ("yellow", "red", "green", "black")  # A, B, C and the thirteenth
REST = '[["A"], ["B"], ["C"]]'


def flag(kind: str, move: Sequence[int], attack: Sequence[int], target: str) -> str:
    return f'[flag.{kind}]\nmove = {list(move)}\nattack = {list(attack)}\ntarget = "{target}"\n'


FLAGS = (
    flag("A", (1, 1, 2, 2, 3, 3), (1, 1, 1, 2, 2, 3), "most-developed"),
    flag("B", (1, 1, 1, 2, 2, 2), (1, 2, 2, 3, 3, 4), "armour-piercing"),
    flag("C", (1, 1, 1, 2, 2, 2), (1, 1, 2, 2, 3, 3), "dual"),
)


def tower(
    name: str,
    segment: int,
    row: str,
    *,
    colour: str = "",
    hearts: int = 5,
    charges: Sequence[int] = (1, 3),
    red: int = 1,
    green: int = 1,
    blue: int = 1,
) -> str:
    """A tower called by its colour, like "green" or "green-2", with its first levels."""
    paint = colour or name.split("-")[0]
    return (
        f'[[tower]]\nid = "{name}"\ntitle = "{name}"\ncolour = "{paint}"\nsegment = {segment}\nrow = "{row}"\n'
        f"hearts = {hearts}\ncharges = {list(charges)}\nred = [{red}, 6]\ngreen = [{green}, 6]\nblue = [{blue}, 6]\n"
        "armour = 3\n"
    )


FOUR = (
    tower("green", 1, "upper"),
    tower("yellow", 2, "lower", hearts=7),
    tower("blue", 3, "upper"),
    tower("red", 4, "lower"),
)


def field(horde: str = REST, upper: str = '["attack any"]', lower: str = '["trap", "barricade"]') -> str:
    return f"[[round]]\nhorde = {horde}\nupper = {upper}\nlower = {lower}\n"


def sheet(
    fields: Iterable[str] = (field(),) * 9,
    *,
    towers: Iterable[str] = FOUR,
    flags: Iterable[str] = FLAGS,
    rounds: int = 0,
    gate: int = 9,
    length: int = 5,
    horizon: str = "",
    main: str = "red = [1, 4]\ngreen = [1, 4]\nblue = [1, 5]",
) -> str:
    """A tower sheet's text; every round brings nothing unless told."""
    found = list(fields)
    count = rounds or len(found)
    due = horizon or str([[]] * count)
    head = f'id = "book"\ntitle = "Book"\ngame = "dice-horde"\nsheet = "tower"\nrounds = {count}\ngate = {gate}\n'
    segments = "[[segment]]\nupper = [1, 2]\nlower = [3, 4]\nbarricades = 4\n" * length
    return f'{head}ruler = "ruler"\nhorizon = {due}\n' + "\n".join(
        [*flags, segments, *towers, f"[main]\n{main}", *found]
    )


RULER = """
id = "ruler"
title = "Ruler"
game = "dice-horde"
sheet = "ruler"
main = 4
[prices]
armour = 2
trap = 2
barricade = 1
[skulls]
marks = 30
flags = [4, 9]
[[scroll]]
id = "storm"
title = "Storm scroll"
essence = ["A", "A", "B", "C"]
upper = "shield"
lower = "storm"
"""


class Match:
    """A match as the people at the table see it."""

    def __init__(self, tower_sheet: str, ruler_sheet: str = RULER) -> None:
        self.state: Any = core.begin(GAME, Setup("dice-horde", (Player("Ann", DICE),), (tower_sheet, ruler_sheet)))

    def may(self) -> list[Choice[Any]]:
        return list(core.choices(GAME, self.state))

    def texts(self) -> list[str]:
        return [c.text for c in self.may()]

    def do(self, *words: str, table: str | None = None) -> list[str]:
        """The first step whose name, arguments and text hold all these words; its news."""
        choice = self.find(*words)
        assert choice is not None, (words, self.texts())
        return self.play(choice.move, table)

    def find(self, *words: str) -> Choice[Any] | None:
        def told(c: Choice[Any]) -> str:
            return f"{c.move.name} {' '.join(map(str, c.move.args))} | {c.text}"

        return next((c for c in self.may() if all(w in told(c) for w in words)), None)

    def play(self, move: Move, table: str | None = None) -> list[str]:
        seen = None if table is None else whole(table, self.state.table)
        self.state = core.play(GAME, self.state, replace(move, table=seen))
        return list(self.state.news)

    def only(self) -> str:
        (choice,) = self.may()
        return choice.text

    def roll(self, value: int, table: str | None = None) -> None:
        """The thirteenth die falls; with a table, the dice lie so when the round segment begins."""
        while not self.rolling():
            self.do("")
        self.play(Move("roll", "", (value,)), table)

    def rolling(self) -> bool:
        return any(c.move.name == "roll" for c in self.may())

    def horde(self) -> list[str]:
        """All instructions of step 1."""
        out = []
        while self.state.phase == "horde" and self.over() is None:
            out.append(self.only())
            self.do("")
        return out

    def skip(self, phase: str) -> None:
        """Leave out everything until a phase begins; where a round brings nothing, its horizon is the roll."""
        while self.state.phase != phase and self.over() is None:
            if phase == "horizon" and self.rolling():
                return
            self.do("done") if self.find("done") else self.do("")

    def over(self) -> core.Outcome | None:
        return GAME.outcome(self.state)

    def lies(self, *spaces: str) -> str:
        """What lies outside the pool, without the thirteenth die; or what lies in these spaces."""
        there = self.state.table.where(lambda d: d.space in spaces if spaces else d.space != "pool")
        return str(there.where(lambda d: d.colour != DICE[3]))


def whole(text: str, before: Table) -> Table:
    """A table with the thirteenth die where it lies, and every die that is not told in the pool."""
    told = Table.parse(text)
    pool = [Die("pool", c, 0) for c in DICE[:3] for _ in range(4 - told.count(c))]
    return Table((*told, *before.of(DICE[3]), *pool))
