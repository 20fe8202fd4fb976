"""Which dice cannot stay as they lie when the attack is over, and where each may go (DDD-20 to 26, DDD-63)."""

from __future__ import annotations

from ..table import Die
from .state import Match, mine
from .towers import is_tower


def duties(s: Match, player: str) -> list[Die]:
    """A player's dice that cannot stay as they lie."""
    return [d for d in mine(s, player) if not d.face or leans(s, d) or not settled(s, d)]


def leans(s: Match, d: Die) -> bool:
    """Whether a die rests on others without being a tower (DDD-26)."""
    return bool(d.under) and not is_tower(s, d)


def settled(s: Match, d: Die) -> bool:
    """Whether a die lies in one territory, or wholly in a caldera."""
    return bool(s.board.home(d)) or s.board.within(d, "caldera")


def free(s: Match, player: str) -> list[Die]:
    """A player's dice on a rope that may stay above the sea (DDD-63)."""
    held = duties(s, player)
    return [d for d in mine(s, player) if s.board.ropes(d) and d not in held]


def homes(s: Match, d: Die) -> tuple[str, ...]:
    """The territories that a die may be set into.

    Those that it touches (DDD-20), the ends of its rope (DDD-63), else the nearest (DDD-24).
    """
    if d.nearest:
        return () if "off-ground-out" in s.setup.options else d.nearest
    here = s.board.home(d)
    below = {x.id: x.counts_in for x in s.board.of_kind("rope")}
    touched = dict.fromkeys(below.get(n, n) for n in d.spaces)
    found = [n for n in touched if s.board.is_territory(n) and n != here]
    found += [n for n in s.board.ropes(d) if n not in touched]
    return tuple(found) or tuple(dict.fromkeys(m for n in d.spaces for m in s.board.near(n) if not here))
