"""How a die of the horde moves, heals, and passes the gate (DH-6, 7, 10, 11, 12, 28)."""

from __future__ import annotations

from dataclasses import replace

from ..table import Die
from .state import Siege, armed, become, by_value, flag, say, segment, standing
from .words import GRAVEYARD, POOL, named, plural, title

TRAP = 3  # damage of a trap


def free(s: Siege, at: int, mover: Die) -> str:
    """The lowest free space of a segment, "" where it is full; the mover's own space is free to it."""
    there = {space for d in s.table if d != mover for space in (*d.spaces, *d.nearest)}
    return next((f"{at}-{k}" for k in range(1, 5) if f"{at}-{k}" not in there), "")


def walk(s: Siege, d: Die, points: int) -> Siege:
    """A die moves so many points towards the gate.

    Barricades to a segment's right cost one point more each, and a die without them stops there. It ends on the lowest
    free space of the furthest segment that it reaches and that has one, at worst where it is.
    """
    at, spot, why = segment(d), d.space, "no space ahead is free"
    while points > 0:
        cost = 1 + standing(s, at)
        if points < cost:
            why = f"{plural(cost - 1, 'barricade')} after segment {at}"
            break
        points, at = points - cost, at + 1
        if at > s.sheet.length:
            return through(s, d)
        spot = free(s, at, d) or spot
    if spot == d.space:
        return say(s, f"{named(d)} stays" + (f": {why}" if points else ""))
    return arrive(s, d, spot)


def arrive(s: Siege, d: Die, spot: str) -> Siege:
    """A die ends its movement on a space, and triggers the trap there (DH-12)."""
    moved = d.to(spot)
    where = "the horizon" if segment(d) == 0 else title(d.space)
    s = say(become(s, d, moved), f"{d.colour} {d.face or '?'} from {where} to {title(spot)}")
    if not armed(s, spot):
        return s
    s = replace(s, sprung=(*s.sprung, spot))
    if d.face <= TRAP:
        return say(
            become(s, moved, moved.to(GRAVEYARD)), f"the trap there takes {TRAP}: to the graveyard as a {d.face}"
        )
    lower = replace(moved, face=d.face - TRAP)
    return say(become(s, moved, lower), f"the trap there takes {TRAP}: set it to {lower.face}")


def through(s: Siege, d: Die) -> Siege:
    """A die passes the gate: damage of its attack, at least 1, and back to the pool (DH-7)."""
    damage = max(1, by_value(flag(s, d).attack, d))
    s = replace(s, gate=max(0, s.gate - damage))
    s = become(s, d, Die(POOL, d.colour, 0))
    return say(
        s, f"{named(d)} passes the gate: {damage} damage, {s.gate} of {s.sheet.gate} left; return it to the pool"
    )


def move(s: Siege, d: Die) -> Siege:
    """A movement of as many segments as the die's flag says at its value."""
    return walk(s, d, by_value(flag(s, d).move, d))


def heal(s: Siege, d: Die) -> Siege:
    """A die gains 1; one at 6 moves 1 segment instead (DH-10)."""
    if d.face >= 6:
        return walk(s, d, 1)
    better = replace(d, face=d.face + 1)
    return say(become(s, d, better), f"{named(d)} heals: set it to {better.face}")
