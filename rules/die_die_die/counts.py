"""How many dice of each colour must lie in the arena, and what no table of a match can show."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..core import colours
from ..news import piece
from ..table import Table
from .state import FALLEN, MONUMENTS, Match, at, owner_of


def due(s: Match, colour: str) -> int:
    """How many dice of a colour must lie in the arena."""
    return s.used.count(colour) - s.dead.count(colour)


def outside(s: Match) -> tuple[str, ...]:
    """The players with dice out of the arena that are to come back, in turn order."""
    return tuple(p for p in s.turn if any(s.table.count(c) < due(s, c) for c in colours(s.setup, p)))


def lost(s: Match, player: str = "") -> tuple[str, ...]:
    """One colour for each die out of the arena, of one player or of all."""
    found = [c for p in s.setup.players if player in ("", p.name) for c in p.colours]
    return tuple(c for c in found for _ in range(due(s, c) - s.table.count(c)))


def odd_counts(s: Match, seen: Table, flicked: str = "", waiting: Collection[str] = ()) -> Iterable[str]:
    """Where a table has other dice than those that were flicked, with one more of `flicked`, fewer of `waiting`."""
    for c in (c for p in s.setup.players for c in p.colours):
        want, there = due(s, c) + (c == flicked), seen.count(c)
        if there != want and not (c in waiting and there < want):
            yield f"{there} {c} {'die is' if there == 1 else 'dice are'} seen, {want} should lie there"
    yield from impossible(s, seen)


def impossible(s: Match, seen: Table) -> Iterator[str]:
    """What no table of this match can show, whatever was done."""
    for p in s.setup.players:
        for c, most in zip(p.colours, s.board.crew, strict=True):
            if (there := seen.count(c)) > most:
                yield f"{there} {c} dice are seen, {p.name} has {most}"
    known = [c for p in s.setup.players for c in p.colours]
    for c in dict.fromkeys(d.colour for d in seen.all() if d.colour not in (*known, *s.monuments)):
        yield f"the {c} has not been set" if c in MONUMENTS else f"nobody plays {c} dice"
    for d in (d for d in seen.all() if d.face > (FALLEN if d.colour in MONUMENTS else 6)):
        yield f"{piece(d.alone())} in {at(s, d.space)}: a die shows 1 to 6"
    yield from impossible_places(s, seen)


def impossible_places(s: Match, seen: Table) -> Iterator[str]:
    """Spaces that the board does not have, and towers that are too high."""
    spaces = {n for d in seen for n in d.spaces or d.nearest} - set(s.board.titles)
    yield from (f"{n!r} is no space of {s.board.title}" for n in sorted(spaces))
    for d in seen:
        own = all(owner_of(s, e) == owner_of(s, d) for e in d.under)
        if len(d.under) > 1 and own and "high-towers" not in s.setup.options:
            yield f"a tower of {len(d.under) + 1} dice in {at(s, d.space)}: two is the most"
