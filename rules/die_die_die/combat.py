"""Combat phase: who wins which territory, and every point with its reason (DDD-30 to 37, DDD-39)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..core import Award
from ..news import piece
from ..table import Die
from .optional import EFFECTS
from .sheets import Space
from .state import Fight, Match, is_tower, owner_of, say


def combat(s: Match) -> Match:
    """Every territory is fought for; the players count in the turn order that held before (DDD-34)."""
    given: list[Award] = []
    for space in s.board.territories:
        found = awards(s, fight(s, space))
        for mine in s.effects:
            found = EFFECTS[mine.effect].awards(s, mine, fight(s, space), found)
        given += found
    if "zero-restacks" in s.setup.options:
        given += [Award(p, 0, "no points: the marker goes on top") for p in s.turn if all(a.player != p for a in given)]
    given.sort(key=lambda a: s.turn.index(a.player))
    s = replace(s, awards=(*s.awards, *given), movers=())
    return say(s, *(f"{a.player} +{a.points}: {a.why}" for a in given))


def fight(s: Match, space: Space) -> Fight:
    """The fight for a territory as the dice lie."""
    dice = tuple(d for d in s.table.at(space.id) if owner_of(s, d))
    power = {p: sum(worth(s, d) for d in dice if owner_of(s, d) == p) for p in s.turn}
    there = tuple((p, n) for p, n in power.items() if any(owner_of(s, d) == p for d in dice))
    best = max((n for _, n in there), default=0)
    return Fight(space, dice, there, tuple(p for p, n in there if n == best))


def worth(s: Match, d: Die) -> int:
    """What a die or tower brings into a fight: its top die, and 1 for a tower; the die below does not count."""
    return d.value + is_tower(s, d)


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
    """A player's dice in a fight as a sum, like "red 4 + 3 + tower 5+1"."""
    parts = [f"tower {d.value}+1" if is_tower(s, d) else str(d.value) for d in dice]
    return f"{dice[0].colour} {' + '.join(parts)}"
