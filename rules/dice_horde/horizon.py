"""The round begins: dice appear on the horizon, and the thirteenth die chooses a round segment (DH-3, DH-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..table import Die
from .horde import effect
from .movement import heal
from .sheets import Arrival, RoundSegment
from .state import Siege, become, colour, in_order, round_colour, say
from .words import HORIZON, POOL


def new_round(s: Siege) -> Siege:
    """The next round and the dice that it brings; there is none after the last, which was survived (DH-24)."""
    if s.round == s.sheet.rounds:
        return replace(s, survived=True)
    s = replace(s, round=s.round + 1, due=s.sheet.horizon[s.round])
    return say(s, f"Round {s.round} of {s.sheet.rounds}")


def arriving(s: Siege) -> bool:
    """Whether a die has still to appear, or to gain from one that the pool lacks."""
    return bool(s.due or s.healing)


def arrivals(s: Siege) -> Iterator[Choice[Siege]]:
    """Always exactly one: the next die appears, or the next of those that gain 1 for a missing one does."""
    if s.healing:
        d = s.healing[0]
        yield Choice(Move("gain", "", (str(d),)), effect(s, partial(heal, d=d)), partial(gained, d=d))
        return
    due = s.due[0]
    name = colour(s, due.type)
    if s.table.at(POOL).of(name):
        text = f"take a {name} die from the pool, set it to {due.value} and put it on the horizon"
        yield Choice(Move("appear", "", (name, due.value)), text, partial(appeared, due=due))
    else:
        text = f"no {name} die is left in the pool: every {name} die gains 1"
        yield Choice(Move("lacking", "", (name, due.value)), text, partial(lacked, due=due))


def appeared(s: Siege, due: Arrival) -> Siege:
    """A die of the pool stands on the horizon."""
    d = s.table.at(POOL).of(colour(s, due.type)).dice[0]
    new = Die(HORIZON, d.colour, due.value)
    return say(become(replace(s, due=s.due[1:]), d, new), f"{d.colour} {due.value} appears on the horizon")


def lacked(s: Siege, due: Arrival) -> Siege:
    """The pool has no die of the type: all of them gain 1, in the order in which they would act (DH-28)."""
    return replace(s, due=s.due[1:], healing=in_order(s, colour(s, due.type)))


def gained(s: Siege, d: Die) -> Siege:
    """One die has gained from the missing one."""
    waiting = len(s.healing)
    s = heal(s, d)
    return s if len(s.healing) < waiting else replace(s, healing=s.healing[1:])


def landing(s: Siege, value: int) -> int:
    """The round segment that a roll selects: counted on from the last one, round and round, skipping used ones."""
    at, n = s.used[-1] if s.used else 0, value
    while n:
        at = at % len(s.sheet.round_segments) + 1
        n -= at not in s.used
    return at


def unrolled(s: Siege) -> bool:
    """Whether this round has no round segment yet."""
    return len(s.used) < s.round


def rolls(s: Siege) -> Iterator[Choice[Siege]]:
    """The six ways that the thirteenth die can fall, with the segment that each leads to."""
    for value in range(1, 7):
        n = landing(s, value)
        text = f"a {value}: round segment {n} ({in_words(s, s.sheet.round_segments[n - 1])})"
        yield Choice(Move("roll", "", (value,)), text, partial(rolled, n=n, value=value))


def in_words(s: Siege, segment: RoundSegment) -> str:
    """What a round segment lets the types do."""
    return ", ".join(f"{colour(s, k)}: {' '.join(symbols) or 'rests'}" for k, symbols in segment.horde)


def rolled(s: Siege, n: int, value: int) -> Siege:
    """The die lies on the segment that it chose."""
    name = round_colour(s)
    table = s.table.swap(*s.table.of(name), new=[Die(f"round-{n}", name, value)])
    s = replace(s, table=table, used=(*s.used, n))
    return say(s, f"round {s.round}: round segment {n} ({in_words(s, s.sheet.round_segments[n - 1])})")
