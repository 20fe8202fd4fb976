"""Space: a die in the black hole goes to the planet that its value names, with a new value (DDD-72, DDD-77)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..changes import difference
from ..core import Choice, Move
from ..news import piece
from ..table import Die, Table
from .bumps import bump
from .counts import odd_counts
from .movement import judged, taken
from .sheets import AREAS, Board, Space
from .state import Match, at, owner_of
from .towers import standing

ANY = AREAS.stop  # the value from which on the owner chooses


def planets(board: Board, value: int) -> tuple[Space, ...]:
    """The planets to which a die of this value goes: the one it names, or any from 6 up; all while it is unclear."""
    return board.numbered(*AREAS) if value >= ANY or not value else board.numbered(value)


def in_hole(board: Board, table: Table) -> list[Die]:
    """The dice that lie in the black hole."""
    return [d for d in table if board.within(d, "hole")]


def fallen(s: Match) -> list[Die]:
    """The dice in the black hole, their owners in turn order."""
    there = in_hole(s.board, s.table)
    return [d for p in s.turn for d in there if owner_of(s, d) == p]


def fell_in(s: Match) -> bool:
    """Whether a die is to leave the black hole, while the attack lasts."""
    return s.phase == "attack" and bool(fallen(s))


def teleport(s: Match) -> Iterator[Choice[Match]]:
    """The first owner rolls their die anew and sets it on its planet; one that cannot be read is read by people."""
    d = fallen(s)[0]
    p = owner_of(s, d)
    if not d.face:
        for face in range(1, 7):
            text = f"{p}: {piece(d)} in {at(s, d.space)} clearly shows {face}"
            yield Choice(Move("shows", p, (str(d), face)), text, partial(judged, d=d, face=face))
    for planet in planets(s.board, d.value) if d.face else ():
        text = f"{p}: roll {piece(d.alone())} of {at(s, d.space)} anew and set it on {planet.title}"
        reads = partial(odd_landing, s, d, planet)
        yield Choice(Move("teleport", p, (str(d), planet.id)), text, standing, reads)
    yield Choice(Move("lost", p), f"{p}: {piece(d.alone())} is out for this era", partial(taken, d=d))
    yield bump(s)


def odd_landing(s: Match, d: Die, planet: Space, seen: Table) -> Iterator[str]:
    """What is odd about a table after a landing: only this die left the hole, and it touches its planet."""
    yield from odd_counts(s, seen)
    left = s.table.swap(d, new=[Die(d.space, e.colour, e.face, e.bonus) for e in d.under])
    changed = difference(left, seen)
    came = [c.now for c in changed if c.was is None and c.now is not None and c.now.colour == d.colour]
    if len(came) != 1 or len(changed) != 1 or came[0].space == d.space:
        yield from wrong_landing(s, d, planet, seen)
    elif planet.id not in came[0].spaces:
        yield f"{piece(came[0])} lies in {at(s, came[0].space)}: its value in the hole, {d.value}, names {planet.title}"


def wrong_landing(s: Match, d: Die, planet: Space, seen: Table) -> Iterator[str]:
    """Why a table shows no landing: the die is still there, or others moved."""
    if not difference(s.table, seen):
        yield f"{piece(d.alone())} still lies in the hole"
    else:
        yield f"only {piece(d.alone())} goes to {planet.title}; other dice lie otherwise than before"
