"""Who is how strong in a territory (DDD-30, DDD-31)."""

from __future__ import annotations

from ..table import Die
from .sheets import Space
from .state import Fight, Match, owner_of
from .towers import is_tower


def fight(s: Match, space: Space) -> Fight:
    """The fight for a territory as the dice lie, those of its caldera or above its sea among them."""
    dice = tuple(d for d in s.table if owner_of(s, d) and s.board.arena(d) == space.id)
    power = {p: sum(worth(s, d) for d in dice if owner_of(s, d) == p) for p in s.turn}
    there = tuple((p, n) for p, n in power.items() if any(owner_of(s, d) == p for d in dice))
    best = max((n for _, n in there), default=0)
    return Fight(space, dice, there, tuple(p for p, n in there if n == best))


def worth(s: Match, d: Die) -> int:
    """What a die or tower brings into a fight: its top die, and 1 for a tower; the die below does not count."""
    return d.value + is_tower(s, d)
