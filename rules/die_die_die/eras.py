"""The end of an era and of the match (DDD-4 to 6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..core import Choice, Move, Outcome, score
from .state import Match, eras, order, owner_of


def dice_lie(s: Match) -> bool:
    """Whether dice are still in the arena."""
    return any(owner_of(s, d) for d in s.table)


def clearing(s: Match) -> Iterator[Choice[Match]]:
    """Everyone takes their dice back: the bare table that the camera then sees ends the era."""
    yield Choice(Move("clear"), f"Era {s.era} is over: everyone takes their dice back", clear)


def clear(s: Match) -> Match:
    """The arena without dice."""
    return replace(s, table=s.table.where(lambda d: not owner_of(s, d)))


def outcome(s: Match) -> Outcome | None:
    """Who has won, once the last era's combat is counted: the most points, then the marker on top (DDD-5)."""
    if s.era < eras(s) or s.phase != "era end":
        return None
    ranking = order(s)
    total = score(s.awards, ranking)
    first, best = ranking[0], total[ranking[0]]
    level = [p for p in ranking[1:] if total[p] == best]
    why = f"{first} wins with {best} points after {s.era} eras"
    if level:
        why = f"{first} and {' and '.join(level)} have {best} points; {first}'s marker lies on top"
    return Outcome(tuple((p,) for p in ranking), why)
