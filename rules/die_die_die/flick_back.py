"""Dice knocked out of the arena are flicked back at once, owners in turn order (DDD-14)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move, colours
from ..table import Table
from .bumps import bump
from .counts import due, lost, odd_counts, outside
from .state import Match, say
from .towers import standing


def out_of_arena(s: Match) -> bool:
    """Whether a die is to be flicked back, while the attack lasts."""
    return s.phase == "attack" and bool(outside(s))


def flick_back(s: Match) -> Iterator[Choice[Match]]:
    """Each owner flicks a die back; who cannot loses it for this era."""
    first = outside(s)[0]
    for p in outside(s):
        no = "" if p == first else f"{first} flicks back first"
        text = (
            f"{p}: flick {len(lost(s, p))} back into the arena" if len(lost(s, p)) > 1 else f"{p}: flick your die back"
        )
        yield Choice(Move("back", p), text, standing, partial(odd_back, s, p), no)
        yield Choice(
            Move("lost", p), f"{p}: the die cannot be found, it is out for this era", partial(left_out, player=p)
        )
    yield bump(s)


def odd_back(s: Match, player: str, seen: Table) -> Iterator[str]:
    """What is odd about a table after a die was flicked back: it must lie there, no other may be missing or new."""
    back = [c for c in colours(s.setup, player) if s.table.count(c) < seen.count(c) <= due(s, c)]
    if not back:
        yield f"{player}: no die more than before"
        yield from odd_counts(s, seen)
        return
    yield from odd_counts(s, seen, waiting=[c for p in outside(s) for c in colours(s.setup, p)])


def left_out(s: Match, player: str) -> Match:
    """A player's die stays out."""
    colour = lost(s, player)[0]
    return say(replace(s, dead=(*s.dead, colour)), f"{player}: a {colour} die is out for this era")
