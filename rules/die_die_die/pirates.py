"""Pirate Ship: crews of masters and sailors, and what a territory is worth to them (DDD-61, DDD-62)."""

from __future__ import annotations

from ..core import Award, InPlay, colours
from .rule import Rule
from .spoils import sum_of, tower_points
from .state import Fight, Match, owner_of


def aboard(s: Match, f: Fight, player: str) -> bool:
    """Whether a player has a master in this fight; one under a sailor counts as being there."""
    master = colours(s.setup, player)[0]
    return any(e.colour == master for d in f.dice for e in d.each())


def ships(s: Match, mine: InPlay, f: Fight, found: list[Award]) -> list[Award]:
    """Who wins takes 2 points with a master and 1 with sailors only; who ties takes 1 with a master (DDD-62)."""
    if len(f.winners) == 1:
        given = [won(s, f, f.winners[0])]
    else:
        given = [tied(s, f, p) for p in f.winners if aboard(s, f, p)]
    return given if "no-ship-towers" in s.setup.options else [*given, *tower_points(s, f)]


def won(s: Match, f: Fight, player: str) -> Award:
    """What the winner of a territory gets, and why."""
    master = aboard(s, f, player)
    beaten = [n for p, n in f.strengths if p != player]
    against = f" to {beaten[0]}" if beaten else ", unopposed"
    how = "with a master" if master else "with sailors only"
    dice = sum_of(s, [d for d in f.dice if owner_of(s, d) == player])
    strength = dict(f.strengths)[player]
    why = f"won {f.space.title} {strength}{against} ({dice}) {how}"
    return Award(player, 2 if master else 1, why, f.space.id)


def tied(s: Match, f: Fight, player: str) -> Award:
    """What a player gets who ties with a master, and why."""
    others = " and ".join(p for p in f.winners if p != player)
    strength = dict(f.strengths)[player]
    return Award(player, 1, f"tied {f.space.title} at {strength} with {others}, with a master", f.space.id)


PIRATE_SHIP = Rule("crews fight for ships and sea", awards=ships)
