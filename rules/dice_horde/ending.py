"""How a match ends (DH-7, DH-24), and what a table told by people does to the dice that wait (`Correct`, overrides)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..core import Effect, InPlay, Move, Outcome
from ..table import Die
from .horde import next_die
from .state import Attack, Siege, horde, me

HORDE = "the horde"


def outcome(s: Siege) -> Outcome | None:
    """Lost at once when the gate has no durability left; won when the last round was survived."""
    if s.gate <= 0:
        return Outcome(((HORDE,), (me(s),)), f"the gate fell in round {s.round} of {s.sheet.rounds}")
    if s.survived:
        left = f"the gate has {s.gate} of {s.sheet.gate} left"
        return Outcome(((me(s),),), f"the kingdom stood through all {s.sheet.rounds} rounds; {left}")
    return None


def as_told(s: Siege, mine: InPlay, move: Move) -> Siege:
    """After a table that people told, the dice that wait for their turn or are targets are those that lie there now."""
    if move.table is None:
        return s
    first, queue = s.queue[:1], found(s, s.queue)
    s = replace(s, healing=found(s, s.healing), attack=s.attack and aimed_as_told(s, s.attack))
    if first and found(s, first) != queue[:1]:  # who was acting is gone
        return next_die(replace(s, queue=queue))
    return replace(s, queue=queue)


def aimed_as_told(s: Siege, a: Attack) -> Attack:
    """An attack with its dice as they lie now."""
    struck = found(s, [b.die for b in a.blows])
    blows = tuple(replace(b, die=d) for b in a.blows for d in found(s, [b.die]) if d in struck)
    return replace(a, hit=found(s, a.hit), blows=blows)


def found(s: Siege, dice: Iterable[Die]) -> tuple[Die, ...]:
    """Each of these dice as it lies now: the same, else one of its colour in its space, else one with its face."""
    left = list(horde(s))
    out: list[Die] = []
    for d in dice:
        same = [e for e in left if e.colour == d.colour]
        best = next((e for e in same if e == d), None)
        best = best or next((e for e in same if e.space == d.space), None)
        best = best or next((e for e in same if e.face == d.face), None)
        if best is not None:
            left.remove(best)
            out.append(best)
    return tuple(out)


EFFECTS = {"table": Effect("dice that wait are known again in a table that people told", after=as_told)}
