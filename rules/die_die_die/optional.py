"""The rulebook's optional rules: Summary Execution (DDD-16) and Guerilla (DDD-38)."""

from __future__ import annotations

from dataclasses import replace

from ..core import Award, InPlay, Move
from .counts import lost
from .rule import Rule
from .state import Fight, Match, owner_of, say


def execute(s: Match, mine: InPlay, move: Move) -> Match:
    """Summary Execution: what a flick leaves off the map is out, for the era or by option for the match."""
    out = lost(s) if s.phase == "attack" else ()
    if not out:
        return s
    for_good = "execution-for-good" in s.setup.options
    s = replace(s, dead=(*s.dead, *out), gone=(*s.gone, *out) if for_good else s.gone)
    return say(s, *(f"a {c} die is out for this {'match' if for_good else 'era'}" for c in out))


def guerilla(s: Match, mine: InPlay, f: Fight, found: list[Award]) -> list[Award]:
    """Guerilla: the sole winner scores the values of their own visible dice of 1 or 2; by option those who tie too."""
    if len(f.winners) != 1 and "guerilla-ties" not in s.setup.options:
        return found
    small = [d for d in f.dice if owner_of(s, d) in f.winners and d.value in (1, 2)]
    return found + [
        Award(owner_of(s, d), d.value, f"guerilla in {f.space.title} ({d.colour} {d.value})", f.space.id) for d in small
    ]


SUMMARY_EXECUTION = Rule("dice off the map are out", after=execute)
GUERILLA = Rule("small dice of the winner score", awards=guerilla)
