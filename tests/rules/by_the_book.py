"""Helps tests that play by the rulebook through the public API alone: a match, small boards, an era in one call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import rules
from rules import core, sheet
from rules.core import Choice, Move, Player, Setup
from rules.table import Die, Table

GAME = rules.game("die-die-die")
SEATS = (("Ann", "red"), ("Ben", "blue"), ("Cat", "green"), ("Dan", "yellow"), ("Eve", "black"))
OTHERS = "c: blue1 blue1 blue1 green1 green1 green2"
WORLD_WAR = {
    "frozen-sea": 1,
    "north-coast": 2,
    "iron-hills": 2,
    "westmark": 1,
    "heartland": 3,
    "amber-gulf": 1,
    "south-reach": 2,
    "dust-plains": 2,
}


def small_board(points: dict[str, int], eras: int = 3) -> str:
    """A board's text with these territories, all of them neighbours."""
    head = f"""
id = "small"
title = "Small"
game = "die-die-die"
eras = {eras}
players = [2, 5]
width = 300.0
height = 200.0
die = 16.0
border = 0.5

[markers]
dictionary = "4X4_50"
size = 20.0
places = [[0, 15.0, 15.0], [1, 285.0, 15.0], [2, 285.0, 185.0], [3, 15.0, 185.0]]
"""
    spaces = []
    for name, worth in points.items():
        near = ", ".join(f'"{n}"' for n in points if n != name)
        spaces.append(f"""
[[space]]
id = "{name}"
title = "{name.title()}"
kind = "territory"
points = {worth}
near = [{near}]
""")
    return head + "".join(spaces)


ABC = small_board({"a": 2, "b": 1, "c": 3})


class Match:
    """A match that is played move by move; every move is kept for the log."""

    def __init__(self, players: int = 3, board: str = "", options: Iterable[str] = ()) -> None:
        seats = tuple(Player(name, (colour,)) for name, colour in SEATS[:players])
        self.setup = Setup("die-die-die", seats, (board or sheet.text("world-war"),), frozenset(options))
        self.state: Any = core.begin(GAME, self.setup)
        self.entries: list[Move] = []

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(p.name for p in self.setup.players)

    @property
    def phase(self) -> str:
        return core.phase(GAME, self.state).name

    @property
    def order(self) -> tuple[str, ...]:
        return GAME.order(self.state)

    @property
    def table(self) -> str:
        return str(self.state.table)

    @property
    def score(self) -> dict[str, int]:
        return core.score(GAME.awards(self.state), self.names)

    def offered(self, name: str, player: str | None = None) -> list[Choice[Any]]:
        """What is offered by this name, the barred ones too."""
        found = core.offered(GAME, self.state)
        return [c for c in found if c.move.name == name and player in (None, c.move.player)]

    def may(self, name: str, player: str | None = None) -> list[Choice[Any]]:
        """What may be done by this name."""
        return [c for c in self.offered(name, player) if not c.no]

    def args(self, name: str, player: str | None = None) -> set[tuple[str | int, ...]]:
        """With what this may be done."""
        return {c.move.args for c in self.may(name, player)}

    def do(self, name: str, player: str | None = None, *args: str | int, table: str | None = None) -> Match:
        """Does the one thing of this name that may be done (with these arguments, where some are given)."""
        found = [c for c in self.may(name, player) if not args or c.move.args == args]
        assert len(found) == 1, f"{name} {player} {args}: {len(found)} of {[c.text for c in self.offered(name)]}"
        return self.play(replace(found[0].move, table=None if table is None else Table.parse(table)))

    def play(self, move: Move, anyway: bool = False) -> Match:
        self.state = core.play(GAME, self.state, move, anyway=anyway)
        self.entries.append(move)
        return self

    def flicks(self, *tables: str) -> Match:
        """One attack after another by whose turn it is; each table is how all dice lie after it."""
        for t in tables:
            self.do("flick", table=t)
        return self

    def who(self, name: str) -> str:
        """Whose turn it is to do this."""
        (player,) = {c.move.player for c in self.may(name)}
        return player

    def battle(self, final: str) -> Match:
        """A whole attack phase that ends with this table; dice that it does not show are lost on the way."""
        self.attack(final)
        while self.may("lost"):
            self.play(self.may("lost")[0].move)
        return self.finish()

    def attack(self, final: str) -> Match:
        """All attacks; the last one leaves this table."""
        left = len(self.names) * 5
        while left > 1:
            (flick,) = self.may("flick")
            new = Die(
                "heartland" if "heartland" in self.table else next(iter(self.spaces())), str(flick.move.args[0]), 1
            )
            self.play(replace(flick.move, table=self.state.table.put(new)))
            left -= 1
        return self.do("flick", table=final)

    def spaces(self) -> list[str]:
        return [line.split('"')[1] for line in self.setup.sheets[0].splitlines() if line.startswith("id = ")][1:]

    def finish(self) -> Match:
        """Nobody builds any more."""
        if self.may("over"):
            self.do("over")
        return self

    def era(self, final: str) -> Match:
        """A battle, its count, and the dice back to the sheets where an era follows."""
        self.battle(final)
        assert self.phase == "era end" or not self.table, self.phase
        if self.may("clear"):
            self.do("clear")
        return self


class Stack:
    """The score track as cardboard: a pile of markers on each number, the top one first."""

    def __init__(self, names: Sequence[str]) -> None:
        self.piles: dict[int, list[str]] = {0: list(names)}

    def order(self) -> tuple[str, ...]:
        return tuple(n for at in sorted(self.piles, reverse=True) for n in self.piles[at])

    def count(self, gains: dict[str, int]) -> None:
        for name in self.order():
            if gains.get(name, 0):
                at = next(k for k, pile in self.piles.items() if name in pile)
                self.piles[at].remove(name)
                self.piles.setdefault(at + gains[name], []).insert(0, name)


def by_hand(table: Table, points: dict[str, int], owners: dict[str, str]) -> Counter[str]:
    """What everyone gains by a table without border dice, reckoned slowly from the rulebook."""
    gains: Counter[str] = Counter()
    for territory, worth in points.items():
        armies: dict[str, int] = {}
        for piece in table.dice:
            if piece.space != territory:
                continue
            who = owners[piece.colour]
            armies.setdefault(who, 0)
            armies[who] += piece.face
            if piece.under:
                armies[who] += 1
                gains[who] += 1
        if not armies:
            continue
        winners = [who for who in armies if armies[who] == max(armies.values())]
        share = worth // len(winners)
        if worth % len(winners):
            share += 1
        for who in winners:
            gains[who] += share
    return gains


def abc(*tables: str, players: int = 3, options: Iterable[str] = ()) -> Match:
    """A match on three territories after these attacks."""
    return Match(players, ABC, options).flicks(*tables)


def told(m: Match, seen: str) -> list[tuple[str, str]]:
    """The moves, with their players, that a table leaves no doubt about; none where the engine asks."""
    sure = core.certain(GAME, m.state, core.explain(GAME, m.state, Table.parse(seen)))
    return [(x.name, x.player) for x in sure.moves] if sure else []


STOOD = "a: red1^red2"


def towers(last: str = "a: red1^red2 | b: red5 red6", options: Iterable[str] = (), start: str = STOOD) -> Match:
    """Ann's fourth attack, which leaves this table with what lies in c; her tower `start` is from her second turn."""
    m = abc("a: red1", "a: red1 | b: blue1", "a: red1 | b: blue1 | c: green1", options=options)
    m.flicks("a: red1 red2 | b: blue1 | c: green1").do("tower", "Ann", "a: red2", "a: red1")
    m.flicks(f"{start} | c: blue1 blue1 green1", f"{start} | c: blue1 blue1 green1 green2")
    m.flicks(f"{start} | b: red5 | c: blue1 blue1 green1 green2")
    m.flicks(f"{start} | b: red5 | c: blue1 blue1 blue1 green1 green2")
    return m.flicks(f"{start} | b: red5 | {OTHERS}", f"{last} | {OTHERS}")
