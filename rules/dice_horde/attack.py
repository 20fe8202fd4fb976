"""How a die of the horde attacks: whom, with what strength, and what that leaves (DH-8, 9, 14, 16, 27)."""

from __future__ import annotations

from dataclasses import replace

from ..table import Die
from .movement import walk
from .state import Built, Siege, by_value, flag, rebuilt, row, say, segment, standing
from .words import named, plural


def targets(s: Siege, d: Die) -> tuple[Built, ...]:
    """The standing towers that a die attacks by its flag; none: it moves 1 segment instead."""
    at, mine = segment(d), row(s, d)
    here = [b for b in s.towers if b.stands and b.tower.segment == at]
    match flag(s, d).target:
        case "dual":
            return tuple(here)
        case "armour-piercing":
            return tuple(b for b in here if b.tower.row == mine)
    reach = [b for b in s.towers if b.stands and b.tower.segment in (at, at + 1)]
    return tuple(sorted(reach, key=lambda b: (-b.levels, *closeness(b, at, mine)))[:1])


def closeness(b: Built, at: int, mine: str) -> tuple[bool, bool, bool]:
    """How close a tower is: its own segment first, then its own row; the upper one first for a die without a row."""
    return b.tower.segment != at, b.tower.row != (mine or "upper"), b.tower.row != "upper"


def attack(s: Siege, d: Die) -> Siege:
    """A die attacks a barricade of its segment, else the towers of its flag; without any it moves 1 segment."""
    at, flag_ = segment(d), flag(s, d)
    power = by_value(flag_.attack, d)
    if (there := standing(s, at)) > 0:
        gone = min(power, there)
        s = replace(s, broken=tuple(n + gone * (i == at) for i, n in enumerate(s.broken, 1)))
        return say(s, f"{named(d)} attacks: {gone} of {plural(there, 'barricade')} after segment {at} destroyed")
    found = targets(s, d)
    if not found:
        return walk(say(s, "no tower in reach stands"), d, 1)
    s = say(s, f"{named(d)} attacks with {power}")
    for b in found:
        s = damaged(s, b, power, 0 if flag_.target == "armour-piercing" else b.armour)
    return s


def damaged(s: Siege, b: Built, power: int, armour: int) -> Siege:
    """A tower takes damage less its armour: hearts marked, charges readied, destroyed without hearts."""
    through = max(0, power - armour)
    now = replace(b, lost=min(b.tower.hearts, b.lost + through))
    told = f"{b.tower.title} loses {plural(now.lost - b.lost, 'heart')}" + (f" (armour {armour})" if armour else "")
    if not now.stands:
        return say(rebuilt(s, now), f"{told} and is destroyed")
    fresh = now.readied - b.readied
    charge = f", {plural(fresh, 'charge')} readied" if fresh else ""
    return say(rebuilt(s, now), f"{told}: {now.left} of {now.tower.hearts} left{charge}")
