"""The roll for the first turn, rounds, who lost them and why, and the end of the match (DC-1, DC-13 to DC-15)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Award, Choice, Move, Outcome
from ..table import Table
from .sheets import DICE, FACES
from .state import Clash, Lost, aside, free, full_pool, in_pool, legend, other, say, seat


def roll_off(s: Clash) -> Iterator[Choice[Clash]]:
    """Each rolls a white die, one after the other."""
    p = s.setup.players[len(s.rolls)].name
    for face in FACES:
        yield Choice(Move("roll off", p, (face,)), f"{p} rolls a white {face}", partial(rolled_off, face=face))


def rolled_off(s: Clash, face: int) -> Clash:
    """One more roll; the higher goes first, equal ones are rolled again."""
    rolls = (*s.rolls, face)
    if len(rolls) < 2:
        return replace(s, rolls=rolls)
    if rolls[0] == rolls[1]:
        return say(replace(s, rolls=()), f"both rolled {face}: again")
    first = s.setup.players[rolls.index(max(rolls))].name
    return say(replace(s, rolls=rolls, first=first), f"{first} goes first, {max(rolls)} to {min(rolls)}")


def new_round(s: Clash) -> Clash:
    """All dice are back and rolled behind the screens; whoever went second last time goes first (DC-3, DC-14)."""
    a, b = (p.name for p in s.setup.players)
    first = other(s, s.first) if s.lost else s.first
    s = replace(
        s,
        table=Table(),
        effects=(),
        first=first,
        turn=first,
        attack=None,
        pools=(full_pool(s, a), full_pool(s, b)),
        out=((), ()),
        asks=(),
        rolled=None,
        spare=DICE["white"] if legend(s) else 0,
        ready=(),
        looks="",
    )
    return say(s, f"round {len(s.lost) + 1}: {first} goes first")


def lose(s: Clash, p: str) -> Clash:
    """A player loses the round and turns to the adrenaline side; who was there already loses the match."""
    why, final = reason(s, p), p in s.adrenaline
    lost = (*s.lost, Lost(p, why, final))
    s = say(replace(s, lost=lost, turn="", asks=()), f"{p} loses round {len(lost)}: {why}")
    if final:
        return s
    return say(replace(s, adrenaline=(*s.adrenaline, p)), f"{p} turns warrior and grid to the adrenaline side")


def reason(s: Clash, p: str) -> str:
    """Why a player cannot make a play, as far as the table knows."""
    if not free(s, p):
        return "no space of the grid is left"
    spare = s.spare if p == legend(s) else 0
    if s.rolled is None and not in_pool(s, p) and not aside(s, p) and not spare:
        return "no die of the pool is left"
    if s.attack is None:
        return "gave it up"
    if s.rolled is not None and s.rolled.face:
        return f"the {s.rolled.face} that was rolled does not stop attack {s.attack} on any space"
    return f"no die stops attack {s.attack}"


def awards(s: Clash) -> tuple[Award, ...]:
    """A point for each round won, with why it was lost."""
    return tuple(
        Award(other(s, lost.loser), 1, f"round {n}: {lost.loser} lost it, {lost.why}")
        for n, lost in enumerate(s.lost, 1)
    )


def outcome(s: Clash) -> Outcome | None:
    """Who beats an opponent that is on the adrenaline side wins (DC-15)."""
    if not s.lost or not s.lost[-1].final:
        return None
    last, n = s.lost[-1], len(s.lost)
    winner = other(s, last.loser)
    why = f"{winner} beats {last.loser} on the adrenaline side in round {n}: {last.why}"
    return Outcome(((winner,), (last.loser,)), why)


def order(s: Clash) -> tuple[str, ...]:
    """Whose turn it is first, then the other."""
    names = tuple(p.name for p in s.setup.players)
    now = s.turn or s.first or names[0]
    return names if seat(s, now) == 0 else names[::-1]
