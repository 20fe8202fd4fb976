"""Plays by the rulebook through the public API alone: real flicks to a final table, then step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import rules
from rules import core, sheet
from rules.core import Choice, Move, Player, Setup
from rules.table import Table

GAME = rules.game("die-die-die")
SEATS = (("Ann", ("red",)), ("Ben", ("blue",)), ("Cat", ("green",)), ("Dan", ("yellow",)))
CAPTAINS = (("Ann", ("red", "white")), ("Ben", ("blue", "black")))


class Game:
    """A match of some players on a map."""

    def __init__(self, board: str, players: int = 3, *options: str) -> None:
        seats = CAPTAINS if board == "pirate-ship" else SEATS[:players]
        there = tuple(Player(name, colours) for name, colours in seats)
        self.setup = GAME.complete(Setup("die-die-die", there, (sheet.text(board),), frozenset(options)))
        self.state: Any = core.begin(GAME, self.setup)

    @property
    def phase(self) -> str:
        return core.phase(GAME, self.state).name

    @property
    def table(self) -> str:
        return str(self.state.table)

    @property
    def points(self) -> dict[str, int]:
        return core.score(GAME.awards(self.state), [p.name for p in self.setup.players])

    @property
    def whys(self) -> list[str]:
        return [a.why for a in GAME.awards(self.state)]

    def offered(self, name: str, player: str = "") -> list[Choice[Any]]:
        return [c for c in core.offered(GAME, self.state) if c.move.name == name and player in ("", c.move.player)]

    def may(self, name: str, player: str = "") -> list[Move]:
        return [c.move for c in self.offered(name, player) if not c.no]

    def do(self, name: str, player: str = "", *args: str | int, table: str | None = None) -> Game:
        found = [m for m in self.may(name, player) if not args or m.args == args]
        assert len(found) == 1, (name, args, [c.text for c in core.offered(GAME, self.state)])
        move = replace(found[0], table=None if table is None else Table.parse(table))
        self.state = core.play(GAME, self.state, move)
        return self

    def see(self, table: str) -> Game:
        """What the camera sees is taken where the rules leave no doubt."""
        sure = core.certain(GAME, self.state, core.explain(GAME, self.state, Table.parse(table)))
        assert sure is not None, core.explain(GAME, self.state, Table.parse(table))[:3]
        for move in sure.moves:
            self.state = core.play(GAME, self.state, move)
        return self

    def attack(self, final: str) -> Game:
        """Everyone flicks all their dice; the last flick leaves this table, and what it lacks cannot be found again."""
        first = next(
            line.split('"')[1] for line in self.setup.sheets[0].split("[[space]]")[1].splitlines() if "id" in line
        )
        while len(self.state.queue) > 1:
            flick = self.may("flick")[0]
            self.state = core.play(
                GAME, self.state, replace(flick, table=self.state.table.put(*Table.parse(f"{first}: {flick.args[0]}1")))
            )
        self.state = core.play(GAME, self.state, replace(self.may("flick")[0], table=Table.parse(final)))
        while self.phase == "flick back":
            self.state = core.play(GAME, self.state, self.may("lost")[0])
        return self.do("over") if self.may("over") else self

    def moved(self) -> Game:
        """Nobody has anything more to do in the movement phase."""
        while self.phase == "movement":
            self.state = core.play(GAME, self.state, self.may("done")[0])
        return self
