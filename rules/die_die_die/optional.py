"""Rules that are not always there: the rulebook's optional rules (DDD-16, DDD-38), and the hooks that modules use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..core import Award, Effect, InPlay, Move
from .state import Fight, Match, lost, owner_of, say


@dataclass(frozen=True)
class Rule(Effect[Match]):
    """An effect with the two questions that Die die DIE! adds.

    `awards`: what does a fight bring? `moves`: does it let this player do something in the movement phase?
    """

    awards: Callable[[Match, InPlay, Fight, list[Award]], list[Award]] = lambda s, mine, f, found: found
    moves: Callable[[Match, InPlay, str], bool] = lambda s, mine, player: False


def execute(s: Match, mine: InPlay, move: Move) -> Match:
    """Summary Execution: what a flick leaves off the map is out, for the era or by option for the match."""
    out = lost(s) if s.phase == "attack" else ()
    if not out:
        return s
    for_good = "execution-for-good" in s.setup.options
    s = replace(s, dead=(*s.dead, *out), gone=(*s.gone, *out) if for_good else s.gone)
    return say(s, *(f"a {c} die is out for this {'match' if for_good else 'era'}" for c in out))


def guerilla(s: Match, mine: InPlay, f: Fight, found: list[Award]) -> list[Award]:
    """Guerilla: the sole winner scores the values of their own visible dice of 1 or 2."""
    if len(f.winners) != 1:
        return found
    small = [d for d in f.dice if owner_of(s, d) == f.winners[0] and d.face in (1, 2)]
    return found + [
        Award(f.winners[0], d.face, f"guerilla in {f.space.title} ({d.colour} {d.face})", f.space.id) for d in small
    ]


EFFECTS: dict[str, Rule] = {
    "summary-execution": Rule("dice off the map are out", after=execute),
    "guerilla": Rule("small dice of the winner score", awards=guerilla),
}
