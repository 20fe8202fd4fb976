"""Combat phase: who wins which territory, and the players count their points (DDD-30 to 37)."""

from __future__ import annotations

from dataclasses import replace

from ..core import Award
from .effects import EFFECTS
from .fight import fight
from .spoils import awards
from .state import Match, say


def combat(s: Match) -> Match:
    """Every territory is fought for; the players count in the turn order that held before (DDD-34)."""
    given: list[Award] = []
    for space in s.board.territories:
        f = fight(s, space)
        found = awards(s, f)
        for mine in s.effects:
            found = EFFECTS[mine.effect].awards(s, mine, f, found)
        given += found
    given += [award for mine in s.effects for award in EFFECTS[mine.effect].also(s, mine)]
    if "zero-restacks" in s.setup.options:
        given += [Award(p, 0, "no points: the marker goes on top") for p in s.turn if all(a.player != p for a in given)]
    given.sort(key=lambda a: s.turn.index(a.player))
    s = replace(s, awards=(*s.awards, *given), movers=())
    return say(s, *(f"{a.player} +{a.points}: {a.why}" for a in given))
