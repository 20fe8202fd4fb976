"""Step 1: the dice act, one instruction at a time, in the order that the round segment and their values give (DH-5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..table import Die
from .attack import attack
from .movement import heal, move
from .state import Siege, colour, in_order, now

Does = Callable[[Siege, Die], Siege]
DOES: dict[str, Does] = {"move": move, "attack": attack, "heal": heal}


def effect(s: Siege, do: Callable[[Siege], Siege]) -> str:
    """What a step does, in words: the news that it makes."""
    return "; ".join(do(replace(s, news=())).news)


def begin_step(s: Siege) -> Siege:
    """The types of the round segment in their order, the first of them now."""
    return next_type(replace(s, acts=now(s).horde))


def next_type(s: Siege) -> Siege:
    """The first type of those to act that has symbols and dice; their order is fixed now."""
    while s.acts:
        kind, symbols = s.acts[0]
        queue = in_order(s, colour(s, kind)) if symbols else ()
        if queue:
            return replace(s, queue=queue, symbols=symbols)
        s = replace(s, acts=s.acts[1:])
    return replace(s, queue=(), symbols=())


def next_die(s: Siege) -> Siege:
    """The next die of the type takes up all its symbols; after the last one comes the next type."""
    if s.queue:
        return replace(s, symbols=s.acts[0][1])
    return next_type(replace(s, acts=s.acts[1:]))


def acting(s: Siege) -> bool:
    """Whether a die has still something to do."""
    return bool(s.queue)


def instructions(s: Siege) -> Iterator[Choice[Siege]]:
    """Always exactly one: what the first die of the queue does next."""
    d, symbol = s.queue[0], s.symbols[0]
    do = partial(acted, d=d, symbol=symbol)
    yield Choice(Move("horde", "", (str(d), symbol)), effect(s, lambda t: DOES[symbol](t, d)), do)


def acted(s: Siege, d: Die, symbol: str) -> Siege:
    """A die has done one of its actions; one that left the path does no more."""
    waiting = len(s.queue)
    s = DOES[symbol](replace(s, symbols=s.symbols[1:]), d)
    if len(s.queue) < waiting:
        return next_die(s)
    return s if s.symbols else next_die(replace(s, queue=s.queue[1:]))
