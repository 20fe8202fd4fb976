"""What a fight brings, each point with its reason (DDD-31 to 33, DDD-39)."""

from __future__ import annotations

from collections.abc import Iterator

from ..core import Award
from ..news import piece
from ..table import Die
from .state import Fight, Match, owner_of
from .towers import is_tower


def awards(s: Match, f: Fight) -> list[Award]:
    """What a fight brings: its points, shared and rounded up by those who tie, and a point for each tower."""
    share = -(-f.space.points // max(1, len(f.winners)))
    won = [Award(p, share, why(s, f, p), f.space.id) for p in f.winners] if share else []
    return [*won, *tower_points(s, f)]


def tower_points(s: Match, f: Fight) -> Iterator[Award]:
    """A point for each standing tower, also where its owner loses (DDD-33)."""
    for d in f.dice:
        if is_tower(s, d):
            what = " on ".join(piece(e) for e in reversed(d.each()))
            yield Award(owner_of(s, d), 1, f"tower in {f.space.title} ({what})", f.space.id)


def why(s: Match, f: Fight, player: str) -> str:
    """How a player came to a territory's points, in words."""
    strength = dict(f.strengths)[player]
    dice = sum_of(s, [d for d in f.dice if owner_of(s, d) == player])
    if len(f.winners) > 1:
        others = " and ".join(p for p in f.winners if p != player)
        shared = f"{f.space.points} shared by {len(f.winners)}, rounded up"
        return f"tied {f.space.title} at {strength} ({dice}) with {others}: {shared}"
    second = max((n for p, n in f.strengths if p != player), default=None)
    if second is None:
        return f"won {f.space.title} with {strength} ({dice}), unopposed"
    return f"won {f.space.title} {strength} to {second} ({dice})"


def sum_of(s: Match, dice: list[Die]) -> str:
    """A player's dice in a fight as a sum, like "red 4 + 3 + tower 5+1"; where there are two colours, each with its."""
    parts = []
    for c in dict.fromkeys(d.colour for d in dice):
        mine = [d for d in dice if d.colour == c]
        parts.append(f"{c} " + " + ".join(f"tower {d.value}+1" if is_tower(s, d) else str(d.value) for d in mine))
    return ", ".join(parts)
