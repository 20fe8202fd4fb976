"""What every game shares: the values that travel. `core.py` runs them, and is where they are imported from.

A match is its setup and its moves; a state is what they lead to. A game is an ordered list of phases that reads like
the rulebook's sequence of play, interrupts before them, and effects for the rules that are not always there. A phase
offers choices, and a choice carries what it does: what is offered is the only authority on what may happen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from .changes import Change
from .news import words
from .table import EMPTY, Table

UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # breaks lines, moves cursors, is half a letter


def showable(text: str) -> bool:
    """Whether a page and a terminal can show a text in its line, as it stands."""
    return UNSHOWN.search(text) is None


class BadSetup(ValueError):
    """These players, sheets and options cannot be played together; the message says why."""


class IllegalMove(ValueError):
    """The move is not one of the choices now, or lacks its reading; the message says why."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who plays, with which dice and, in some games, with which sheet of their own."""

    name: str
    colours: tuple[str, ...]
    sheet: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """All that decides a match: the log's first line. Players in seating order, sheets as their whole text."""

    game: str
    players: tuple[Player, ...]
    sheets: tuple[str, ...]
    options: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Option:
    """A house ruling that a match may be played with: off unless the setup names it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Move:
    """One thing done, told by ids; with a table, the dice were seen to lie so afterwards.

    `reason` is what the people said when they insisted on something that the rules bar or find odd.
    """

    name: str
    player: str = ""
    args: tuple[str | int, ...] = ()
    table: Table | None = None
    reason: str = ""

    @property
    def bare(self) -> Move:
        """The move as it is offered: without what was seen or said."""
        return replace(self, table=None, reason="")


@dataclass(frozen=True, slots=True)
class Award:
    """Points given, to whom, why, and in which space."""

    player: str
    points: int
    why: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the players from first to last (several on one rank where they share it), and why."""

    ranking: tuple[tuple[str, ...], ...]
    why: str


@dataclass(frozen=True, slots=True)
class InPlay:
    """An effect in play: whose, and on what."""

    effect: str
    player: str = ""
    args: tuple[str | int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class State:
    """Where the match stands; each game adds fields. Hashable: no list or dict in it."""

    setup: Setup
    phase: str = ""
    table: Table = EMPTY
    effects: tuple[InPlay, ...] = ()
    news: tuple[str, ...] = ()


S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Choice(Generic[S]):
    """One next step.

    `move` names it in the log, `text` offers it, `do` is what it does. With `reads` it needs the table as seen, and
    `reads` says what is odd about one. `no` says why the rules bar it now. `quiet` is a step that only marks paper and
    that the next thing seen implies, such as "the attack is over".
    """

    move: Move
    text: str
    do: Callable[[S], S] = field(compare=False)
    reads: Callable[[Table], Iterable[str]] | None = field(default=None, compare=False)
    no: str = ""
    quiet: bool = field(default=False, compare=False)


Choices = tuple[Choice[S], ...]


def same(state: S) -> S:
    """The state as it is."""
    return state


def nothing_odd(state: State, seen: Table) -> Iterable[str]:
    """No complaint about any table."""
    return ()


def as_it_is(setup: Setup) -> Setup:
    """The setup as it is."""
    return setup


def plain_words(state: State, seen: Table) -> Iterable[str]:
    """What a reading changes, with the ids of the spaces."""
    return words(state.table, seen, {})


@dataclass(frozen=True)
class Phase(Generic[S]):
    """A step of the rulebook's sequence of play, or an interrupt: open while it has something to ask."""

    name: str
    offer: Callable[[S], Iterable[Choice[S]]]
    open: Callable[[S], bool]
    enter: Callable[[S], S] = same


@dataclass(frozen=True)
class Effect(Generic[S]):
    """A rule that is not always there. Each game adds the hooks that its own rules ask.

    `offer` adds, bars or changes choices; `after` follows a move; `until` is the phase whose end takes it out of play.
    """

    text: str
    offer: Callable[[S, InPlay, Choices[S]], Iterable[Choice[S]]] = lambda state, mine, found: found
    after: Callable[[S, InPlay, Move], S] = lambda state, mine, move: state
    until: str = ""


@dataclass(frozen=True)
class Game(Generic[S]):
    """The rules of one game.

    `interrupts` must be settled before play goes on, the first open one first; `phases` is the sequence of play, round
    and round; `order` is the turn order now; `told` puts into words what a reading changes; `odd` names what no table
    of this match can show; `complete` adds to a setup the sheets that it leaves to the game's own files; `pieces` are
    the colours of what stands on the table and is no die, which no camera reads.
    """

    title: str
    start: Callable[[Setup], S]
    interrupts: tuple[Phase[S], ...]
    phases: tuple[Phase[S], ...]
    effects: Mapping[str, Effect[S]]
    awards: Callable[[S], tuple[Award, ...]]
    outcome: Callable[[S], Outcome | None]
    order: Callable[[S], tuple[str, ...]]
    told: Callable[[S, Table], Iterable[str]] = plain_words
    options: tuple[Option, ...] = ()
    odd: Callable[[S, Table], Iterable[str]] = nothing_odd
    complete: Callable[[Setup], Setup] = as_it_is
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Guess:
    """Moves that may have led to the table as seen, what they leave unexplained, and what is odd about them.

    `told` counts the moves that are more than marks on paper: of two guesses that explain the same, the one that tells
    less is the simpler.
    """

    moves: tuple[Move, ...] = ()
    left: tuple[Change, ...] = ()
    odd: tuple[str, ...] = ()
    told: int = 0

    @property
    def cost(self) -> int:
        """How much of what is seen the moves do not explain; 0 explains it all."""
        return len(self.left) + len(self.odd)

    @property
    def far(self) -> int:
        """How far the dice are from what is seen, whatever is odd."""
        return sum(c.size for c in self.left)


def score(awards: Iterable[Award], players: Iterable[str]) -> dict[str, int]:
    """The points of each player."""
    given = list(awards)
    return {p: sum(a.points for a in given if a.player == p) for p in players}


def colours(setup: Setup, player: str) -> tuple[str, ...]:
    """The colours of a player's dice; none for a name that does not play."""
    return next((p.colours for p in setup.players if p.name == player), ())


def owner(setup: Setup, colour: str) -> str:
    """Whose dice have this colour; "" for nobody's."""
    return next((p.name for p in setup.players if colour in p.colours), "")


def in_play(state: State, effect: str) -> tuple[InPlay, ...]:
    """Each time that an effect is in play."""
    return tuple(mine for mine in state.effects if mine.effect == effect)
