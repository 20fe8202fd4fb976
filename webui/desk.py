"""One match at one table: what was last read of it, what that means by the rules, and what people say about it.

No threads and no pictures: live.py calls this under its lock. The reading is what lies on the table; the match's state
is what was counted; where they differ, the rules' `explain` tells what may have been done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.changes import Change, difference
from rules.core import Guess, IllegalMove, Move, certain, explain
from rules.reading import Reading, Sighting, read
from rules.sheet import Sheet
from rules.table import Die, Table

from .backlog import Backlog
from .guesses import Told, distinct
from .match import Match
from .pieces import as_played, far, with_spots, without
from .places import Places, follow

MODES = ("automatic", "ask", "always")  # never ask; ask when unsure; ask each time
SHOWN = 5  # guesses on the page at most


class Desk:
    """The reading, and what is to be done about it."""

    def __init__(self, match: Match, sheet: Sheet, mode: str = "ask") -> None:
        """A desk whose table lies as the match says."""
        self.match = match
        self.sheet = sheet
        self.pieces = match.rules.pieces
        self.mode = mode
        self.dice = ""  # the profile of dice that the camera's pictures are read with
        self.places = Places(sheet)
        self.blind = True  # no camera sees the table now: the reading follows what is played
        self.reading = Reading(())
        self.serial = 0  # one up with each reading, so that an answer to an older one is refused
        self.guesses: tuple[Told, ...] = ()
        self._backlog = Backlog()
        self.moved: tuple[Change, ...] = ()  # from what was counted to what lies there
        self.due = False  # a step was tapped and people still have to set it on the table
        self.note = ""
        self.reason = ""  # what people said of a table that cannot be by the rules
        self.held: Table | None = None  # people took this table back: not to be taken again by itself
        self._left: Table | None = None  # people said that this table is not to be counted: not to be asked again
        self.follow()

    @property
    def colours(self) -> frozenset[str]:
        """The colours of dice in play."""
        return frozenset(c for player in self.match.log.setup.players for c in player.colours)

    def expects(self) -> bool:
        """Do the rules wait for dice to be thrown?"""
        return any(choice.reads for choice in self.match.choices())

    def asking(self) -> bool:
        """Is there a question to the people?"""
        return bool(self.reading.doubts or self.guesses or self.match.broken)

    # what the camera and people say about the table

    def see(self, sighting: Sighting) -> None:
        """Take a sighting in, and what it means where that is beyond doubt."""
        before, dice = self.reading, without(self.reading, self.pieces)
        fresh = with_spots(read(self.sheet, sighting, dice, self.colours), before, self.pieces)
        if before.doubts and fresh.doubts and fresh.table != before.table:
            self._backlog = self._backlog.keep(before)
        self._read(fresh)
        if self.mode == "automatic":
            self._believe()
        self._catch_up()

    def say(self, n: int, die: Die | None, after: int, back: bool = False) -> None:
        """A person's word on one die (None: there is none).

        What was counted already is corrected; raises Breaks where a later step would not fit and `back` is not set,
        IllegalMove for a die that is not there, Stale and BadStore.
        """
        self.match.fresh(after)
        if not 0 <= n < len(self.reading.spots):
            raise IllegalMove(f"there is no die {n}")
        if self.reading.doubts or self._difference() or not self.match.steps:
            return self._say(n, die)
        fresh = self.reading.say(n, die)
        if fresh.table == self.reading.table:
            return self._read(fresh)
        found = explain(self.match.rules, self.match.state, fresh.table)
        if found and not found[0].cost:  # a step of the rules, or a correction? where a camera looks on, people say
            self._read(fresh)
            return self.consider(auto=self.blind)
        self._correct(fresh, after, back)

    def add(self, die: Die, at: tuple[float, float] | None, after: int) -> None:
        """A person puts a die on the table, at a point of the sheet (mm) or anywhere in its space; raises Stale."""
        self.match.fresh(after)
        x, y = at or self.places.free(die.space, [(s.x, s.y) for s in self.reading.spots])
        self._read(self.reading.add(die, x, y))
        self.consider()

    def answer(self, doubt: int, likely: int | None, after: int) -> None:
        """Settle a doubt by one of its likely dice; None: there is no die. Raises IllegalMove and Stale."""
        self.match.fresh(after)
        if not 0 <= doubt < len(self.reading.doubts):
            raise IllegalMove(f"there is no question {doubt}")
        asked = self.reading.doubts[doubt]
        if likely is not None and not 0 <= likely < len(asked.likely):
            raise IllegalMove(f"question {doubt} has no answer {likely}")
        self._say(asked.spot, None if likely is None else asked.likely[likely])

    # what was done

    def tell(self, table: Table, after: int, reason: str = "") -> None:
        """People type how everything lies, and why where that cannot be by the rules; raises Stale."""
        self.match.fresh(after)
        told = follow(self.reading, table, self.places)
        self._read(replace(told, spots=tuple(replace(spot, said=True) for spot in told.spots)))
        self.reason = reason
        self.consider()

    def take(self, n: int, after: int, reason: str = "") -> None:
        """People say that guess `n` is what was done; raises IllegalMove, Stale and BadStore."""
        self.match.fresh(after)
        if not 0 <= n < len(self.guesses):
            raise IllegalMove(f"there is no guess {n}")
        self.reason = reason or self.reason
        self._take(self.guesses[n].guess)
        self.consider()

    def play(self, move: Move, after: int, anyway: bool = False) -> None:
        """A step by tap; one that needs the dice seen takes the table as it lies, and is refused where that is odd.

        Raises IllegalMove, Stale and BadStore.
        """
        self.match.fresh(after)
        offer = next((c for c in self.match.offered() if c.move == move.bare), None)
        if offer is not None and offer.reads:
            if self.reading.doubts:
                raise IllegalMove("first answer what is asked about the dice")
            move = replace(move, table=self.reading.table)
            if (odd := list(offer.reads(self.reading.table))) and not (offer.no or anyway):
                raise IllegalMove(f"{offer.text}: {'; '.join(odd)}")
        self.match.add([replace(move, reason=move.reason or self.reason)], after, anyway)
        self._went(due=offer is not None and not offer.reads)

    def undo(self, after: int) -> None:
        """Take the last entry back; raises IllegalMove, Stale and BadStore."""
        self.match.undo(after)
        self._took_back()

    def redo(self, after: int) -> None:
        """Do again what was undone; raises IllegalMove, Stale and BadStore."""
        self.match.redo(after)
        self._took_back()

    def go_back(self, entry: int, after: int) -> None:
        """Undo to before the step that an entry made; raises IllegalMove, Stale and BadStore."""
        self.match.go_to(entry, after)
        self._took_back()

    def mend(self, after: int) -> None:
        """Undo a step that no longer fits; raises IllegalMove, Stale and BadStore."""
        self.match.mend(after)
        self._took_back()

    def correct(self, entry: int, table: Table, after: int, back: bool = False, reason: str = "") -> None:
        """What the table showed at an earlier step; raises Breaks, IllegalMove, Stale and BadStore."""
        self.match.correct(entry, table, after, back, reason)
        self._took_back()

    def count(self, after: int, back: bool = False) -> None:
        """The table as it lies is the one that the last step left; raises Breaks, IllegalMove, Stale and BadStore."""
        self.match.fresh(after)
        if not self.match.steps or self.reading.doubts:
            raise IllegalMove(
                "there is no step yet whose table this could be"
                if not self.match.steps
                else "first answer what is asked about the dice"
            )
        self._correct(self.reading, after, back)

    def leave(self) -> None:
        """What moved is not to be counted."""
        self.held = self._left = self.reading.table
        self.guesses, self.due = (), False
        self.note = "left as it is, not counted"

    # how it goes on

    def consider(self, auto: bool = True) -> None:
        """What the reading means; it is taken at once where the rules leave no doubt and `auto` allows it."""
        self.guesses, self.moved = (), self._difference()
        self.due = self.due and bool(self.moved)
        if not self.moved or self.reading.doubts or self.match.broken:
            return
        found = explain(self.match.rules, self.match.state, self.reading.table)
        sure = certain(self.match.rules, self.match.state, found)
        if self.mode == "automatic" and sure is None and found and not found[0].cost:
            sure = found[0]
        if sure is not None and auto and self.mode != "always" and self.held != self.reading.table:
            self._take(sure)
            self.moved = self._difference()
        elif not self.due and self._left != self.reading.table:
            self._ask(found)

    def lay(self, reading: Reading, held: Table | None) -> None:
        """Begin with what was kept of an earlier session; the match's table decides what lies there."""
        self.reading = reading
        self._follow()
        self.held = held
        self.consider(auto=False)

    def follow(self) -> None:
        """Without a camera the table lies as the match says."""
        self._follow()
        self.consider(auto=False)

    def _say(self, n: int, die: Die | None) -> None:
        self._backlog = self._backlog.said(self.reading.spots[n], die)
        self._read(self.reading.say(n, die))
        self._catch_up()

    def _catch_up(self) -> None:
        """What went by while something was asked, then what lies there now."""
        if not self.reading.doubts:
            latest = self.reading
            for earlier in self._backlog.clear():
                self._read(earlier)
                self.consider()
            self._backlog = Backlog()
            self._read(latest)
        self.consider()

    def _follow(self) -> None:
        table = self.match.state.table
        if self.blind:
            self._read(follow(self.reading, table, self.places))
        else:
            self.reading = as_played(self.reading, table, self.pieces, self.places)

    def _read(self, reading: Reading) -> None:
        table = self.match.state.table
        if reading.table != self.reading.table and not (
            self.due and far(table, reading.table) <= far(table, self.reading.table)
        ):
            self._clear()  # what is still to be set stays so while the table comes nearer to it
        self.reading = reading
        self.serial += 1

    def _believe(self) -> None:
        """The likeliest is what counts; a later picture may still tell otherwise."""
        self.reading = replace(self.reading, doubts=tuple(d for d in self.reading.doubts if not d.likely))

    def _difference(self) -> tuple[Change, ...]:
        return difference(self.match.state.table, self.reading.table)

    def _ask(self, found: Sequence[Guess]) -> None:
        if found and (not found[0].cost or self.expects()):
            self.guesses = distinct(self.match, found)[:SHOWN]
        else:
            self.note = "dice moved, not counted"

    def _take(self, guess: Guess) -> None:
        *first, last = guess.moves
        if guess.left:  # what the rules cannot explain counts as people see it
            last = replace(last, table=self.reading.table)
        last = replace(last, reason=self.reason)
        self.match.add([*first, last], len(self.match.log.entries), anyway=True)
        self._clear()
        self._follow()

    def _clear(self) -> None:
        self.held, self._left, self.due, self.note, self.reason = None, None, False, "", ""

    def _went(self, due: bool) -> None:
        self._clear()
        self.due = due
        self._follow()
        if self._difference():
            self.held = self.reading.table
        self.consider()

    def _took_back(self) -> None:
        self._clear()
        self._backlog = Backlog()
        self._follow()
        self.held = self.reading.table
        self.consider()

    def _correct(self, fresh: Reading, after: int, back: bool) -> None:
        self.match.correct(self.match.steps[-1].entry, fresh.table, after, back)
        self._read(fresh)
        self._took_back()
