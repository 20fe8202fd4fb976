"""A match as it is played: its log on disk, each step with what it led to, undo, redo and corrections.

No camera here and no threads; live.py holds the lock. Every change goes through `add`, `undo`, `redo` or `correct`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules import game
from rules.core import Award, Choice, Game, IllegalMove, Move, State, begin, choices, offered, play, score
from rules.log import Broken, Correct, Entry, Undo, append, live
from rules.table import Table

from .store import LogFile


class Breaks(ValueError):
    """A correction or undo after which a later step is no longer possible: `broken` tells which and why."""

    def __init__(self, broken: Broken, text: str) -> None:
        """The step that breaks, and its words."""
        super().__init__(f"“{text}” would no longer be possible: {broken.why}")
        self.broken = broken


@dataclass(frozen=True, slots=True)
class Step:
    """A move that counts: the entry that made it, its words, and the states around it."""

    entry: int
    move: Move
    text: str
    before: State
    state: State

    @property
    def table(self) -> Table:
        """How the dice lay after it: as seen, else as computed."""
        return self.state.table if self.move.table is None else self.move.table


@dataclass(frozen=True, slots=True)
class Fold:
    """A log as it reads today: the steps that count, where they lead, and what no longer fits."""

    first: State
    steps: tuple[Step, ...]
    broken: Broken | None = None

    @property
    def state(self) -> State:
        """Where the steps lead."""
        return self.steps[-1].state if self.steps else self.first


def words(rules: Game[Any], state: State, move: Move) -> str:
    """What a move does, as it is offered in this state."""
    return _words(offered(rules, state), move)


def _words(found: Sequence[Choice[Any]], move: Move) -> str:
    plain = " ".join([move.player, move.name, *map(str, move.args)]).strip()
    return next((choice.text for choice in found if choice.move == move.bare), plain)


def fold(rules: Game[Any], entries: Sequence[Entry], first: State, known: Sequence[Step] = ()) -> Fold:
    """The steps that the entries tell; those of `known` that still hold are not played again."""
    told = live(entries)
    same = 0
    while same < min(len(told), len(known)) and (known[same].entry, known[same].move) == told[same]:
        same += 1
    steps = list(known[:same])
    state = steps[-1].state if steps else first
    for entry, move in told[same:]:
        text = words(rules, state, move)
        try:
            then = play(rules, state, move, anyway=True)
        except IllegalMove as no:
            return Fold(first, tuple(steps), Broken(entry, str(no)))
        steps.append(Step(entry, move, text, state, then))
        state = then
    return Fold(first, tuple(steps))


@dataclass(frozen=True, slots=True)
class Cursor:
    """Places in a log that undo and redo go through: entries counted from its start."""

    here: int = 0
    past: tuple[int, ...] = ()
    future: tuple[int, ...] = ()


def cursor(entries: Sequence[Entry]) -> Cursor:
    """Where undo and redo lead, told from the undos in the log alone."""
    at = Cursor()
    canon = [0]  # an Undo's place is the place that it went to
    for n, entry in enumerate(entries, 1):
        at = _went(at, canon[entry.to]) if isinstance(entry, Undo) else Cursor(n, (*at.past, at.here))
        canon.append(at.here)
    return at


def _went(at: Cursor, to: int) -> Cursor:
    if to == at.here:
        return at
    if to in at.past:
        n = at.past.index(to)
        return Cursor(to, at.past[:n], (*at.future, at.here, *reversed(at.past[n + 1 :])))
    if to in at.future:
        n = at.future.index(to)
        return Cursor(to, (*at.past, at.here, *reversed(at.future[n + 1 :])), at.future[:n])
    return Cursor(to, (*at.past, at.here))


class Match:
    """One match and its log."""

    def __init__(self, log: LogFile) -> None:
        """The match that a log tells; raises BadSetup."""
        self.log = log
        self.rules: Game[Any] = game(log.setup.game)
        self.folded = fold(self.rules, log.entries, begin(self.rules, log.setup))
        self._said = {step.entry: step.text for step in self.folded.steps}

    @property
    def state(self) -> State:
        """Where the match stands."""
        return self.folded.state

    @property
    def steps(self) -> tuple[Step, ...]:
        """The moves that count, oldest first."""
        return self.folded.steps

    @property
    def broken(self) -> Broken | None:
        """The first step that the rules no longer know, and why."""
        return self.folded.broken

    @property
    def cursor(self) -> Cursor:
        """Where undo and redo lead."""
        return cursor(self.log.entries)

    def choices(self) -> tuple[Choice[Any], ...]:
        """What may happen next."""
        return choices(self.rules, self.state)

    def offered(self) -> tuple[Choice[Any], ...]:
        """What may happen next, and what the rules bar now."""
        return offered(self.rules, self.state)

    def awards(self) -> tuple[Award, ...]:
        """Every point given so far."""
        return tuple(self.rules.awards(self.state))

    def totals(self) -> dict[str, int]:
        """The points of each player."""
        return score(self.awards(), [player.name for player in self.log.setup.players])

    def add(self, moves: Sequence[Move], after: int, anyway: bool = False) -> None:
        """Play moves and write them to the log; raises IllegalMove, Stale and BadStore, and then nothing is written."""
        self.fresh(after)
        if self.broken:
            raise IllegalMove(f"the log is broken: {self.broken.why}; undo to there first")
        state = self.state
        for move in moves:
            state = play(self.rules, state, move, anyway=anyway)
        self._write(moves)

    def undo(self, after: int) -> None:
        """Take the last thing back; raises IllegalMove where there is none, Stale and BadStore."""
        self.fresh(after)
        if not self.cursor.past:
            raise IllegalMove("nothing to undo")
        self.go_to(self.cursor.past[-1], after)

    def redo(self, after: int) -> None:
        """Do again what was undone last; raises IllegalMove where there is none, Stale and BadStore."""
        self.fresh(after)
        if not self.cursor.future:
            raise IllegalMove("nothing to do again")
        self.go_to(self.cursor.future[-1], after)

    def go_to(self, to: int, after: int) -> None:
        """Back (or on) to how things stood after so many entries; raises IllegalMove, Stale and BadStore."""
        self.fresh(after)
        if not 0 <= to <= len(self.log.entries):
            raise IllegalMove(f"the log has {len(self.log.entries)} entries, not {to}")
        self._write([Undo(to)])

    def corrected(self, entry: int, table: Table, reason: str = "") -> tuple[Correct, Fold]:
        """The correction of a step to the table as it was, and what it would lead to; raises IllegalMove."""
        step = next((s for s in self.steps if s.entry == entry), None)
        if step is None:
            raise IllegalMove(f"entry {entry} is not a step that counts")
        correct = Correct(entry, replace(step.move, table=table, reason=reason))
        return correct, fold(self.rules, [*self.log.entries, correct], self.folded.first, self.steps)

    def correct(self, entry: int, table: Table, after: int, back: bool = False, reason: str = "") -> None:
        """Write a correction; with `back`, what it makes impossible is undone.

        Raises Breaks without `back`, IllegalMove, Stale and BadStore.
        """
        self.fresh(after)
        correct, then = self.corrected(entry, table, reason)
        if then.broken is None:
            self._write([correct])
        elif back:
            self._write(self._back_to(then.broken, correct))
        else:
            raise Breaks(then.broken, self.text_of(then.broken.entry))

    def mend(self, after: int) -> None:
        """Undo to before the step that no longer fits; raises IllegalMove, Stale and BadStore."""
        self.fresh(after)
        if self.broken is None:
            raise IllegalMove("nothing is broken")
        self._write(self._back_to(self.broken))

    def text_of(self, entry: int) -> str:
        """The words of an entry, also of one that was undone."""
        match self.log.entries[entry]:
            case Correct(which):
                return f"correction of “{self.text_of(which)}”"
            case Undo(to):
                return f"back to entry {to}"
            case said:
                return self._said.get(entry) or _words((), said)

    def fresh(self, after: int) -> None:
        """Raises Stale where the log has grown since the page that asks was drawn."""
        append(list(self.log.entries), Undo(0), after)

    def _back_to(self, broken: Broken, *last: Correct) -> list[Entry]:
        """An Undo to before the broken step, with the corrections that came later said again."""
        so_far: list[Entry] = [*self.log.entries, *last]
        told = dict(live(so_far))
        stood = [(n, move) for n, move in live([*self.log.entries, Undo(broken.entry)]) if n != broken.entry]
        again = [Correct(n, told[n]) for n, move in stood if n in told and told[n] != move]
        return [Undo(broken.entry), *again]

    def _write(self, entries: Sequence[Entry]) -> None:
        self.log.append(entries)
        self.folded = fold(self.rules, self.log.entries, self.folded.first, self.steps)
        self._said |= {step.entry: step.text for step in self.steps}
