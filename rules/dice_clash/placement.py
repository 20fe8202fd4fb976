"""Placing a die: every way to do it, with defence, attack and why it fails, and what follows (DC-4 to DC-13, DC-16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..table import Die
from .modifiers import Way, ways
from .sheets import FACES
from .state import (
    BARE,
    CLOSED,
    ROLL_FIRST,
    Ask,
    Clash,
    aside,
    colour,
    end_effects,
    free,
    in_pool,
    kind,
    legend,
    modifiers,
    neighbours,
    other,
    power,
    say,
    seat,
    take,
    victim,
)
from .words import held, short

PARRIED = 6  # an attack from here on can be parried
SHIELD_WALL, BERSERKER = 8, 7  # the Viking's red die


@dataclass(frozen=True, slots=True)
class Thrown:
    """A die that could be placed: its kind, its face, and whether it was set aside before."""

    kind: str
    face: int
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A die on a space, with what the modifiers make of it, and why it may not lie there; "" where it may."""

    player: str
    space: str
    die: Thrown
    way: Way
    defence: int
    attack: int
    no: str

    @property
    def args(self) -> tuple[str | int, ...]:
        """What names it in a move."""
        return (self.space, self.die.kind, self.die.face, self.way.option)

    @property
    def text(self) -> str:
        """The placement in words."""
        words = held(self.way.words)
        chosen = f", choosing {self.way.option}" if self.way.option else ""
        turned = f"becomes {self.way.face}, " if self.way.face != self.die.face else ""
        name = f"{self.die.kind} {self.die.face}{' from aside' if self.die.aside else ''}"
        return f"{name} on {short(self.space)} ({words}{chosen}): {turned}defence {self.defence}, attack {self.attack}"


def hand(s: Clash, p: str) -> Iterator[Thrown]:
    """The dice that a player may place: the one in the hand, else each face of each kind of the pool; those aside."""
    if s.rolled is not None and s.rolled.face:
        yield Thrown(s.rolled.kind, s.rolled.face)
    elif s.rolled is None and not victim(s, ROLL_FIRST, p):
        yield from (Thrown(k, face) for k in in_pool(s, p) for face in FACES)
    if s.rolled is None:  # a die that was rolled to be placed must be placed
        yield from (Thrown(kind(s, p, d) or "black", d.face, aside=True) for d in aside(s, p))


def placements(s: Clash, p: str, dice: Iterable[Thrown]) -> Iterator[Placed]:
    """Every way to place these dice on the free spaces, in reading order."""
    every = tuple(dice)
    bare, closed = victim(s, BARE, p), {str(mine.args[0]) for mine in victim(s, CLOSED, p)}
    able = power(s, p)
    for space in free(s, p):
        printed, near = () if bare else modifiers(s, p, space), neighbours(s, p, space)
        known = {face: ways(printed, face, near) for face in {d.face for d in every}}
        for die in every:
            for way in known[die.face]:
                defence, attack = figures(able, die, way)
                no = "the Spartan has closed this space" if space in closed else fails(s.attack, defence)
                yield Placed(p, space, die, way, defence, attack, no)


def figures(able: str, die: Thrown, way: Way) -> tuple[int, int]:
    """Defence and attack of a die with a power; the Viking's red die has one of them fixed (DC-20)."""
    red = die.kind == "red"
    defence = SHIELD_WALL if red and able == "shield-wall" else way.defence
    return defence, BERSERKER if red and able == "berserker" else way.attack


def fails(attack: int | None, defence: int) -> str:
    """Why a defence does not stop an attack; "" where it blocks or parries (DC-5, DC-6, DC-7)."""
    if attack is None or defence > attack or (attack >= PARRIED and defence == 1):
        return ""
    parry = ", and only 1 parries" if attack >= PARRIED else ""
    return f"defence {defence} does not block attack {attack}{parry}"


def set_down(s: Clash, put: Placed) -> Clash:
    """A die is placed: face, defence and attack, then Eye, then what its colour does (DC-16)."""
    p = put.player
    lies = Die(put.space, colour(s, p, put.die.kind), put.way.face)
    s = lifted(s, put)
    s = end_effects(replace(s, table=s.table.put(lies)), p, BARE, CLOSED, ROLL_FIRST)
    asks = (
        *([Ask("move", p, put.space)] if "move" in put.way.words else []),
        *([Ask("ahead", p)] * ahead(s, put)),
        *special(s, put),
    )
    s = replace(s, attack=put.attack, turn=other(s, p), rolled=None, asks=(*s.asks, *asks), looks="")
    s = say(s, f"{p}: {put.text}{answer(s, put)}")
    if "eye" in put.way.words and not legend(s):
        s = say(replace(s, looks=p), f"{p} may look at {other(s, p)}'s pool now")
    if put.die.kind == "white" and p != legend(s):
        s = say(s, f"{p} rolls the rest of the pool anew")
    return s


def answer(s: Clash, put: Placed) -> str:
    """How the die that is placed is turned, in words."""
    return f"; turn it to {put.way.face}" if put.way.face != put.die.face else ""


def lifted(s: Clash, put: Placed) -> Clash:
    """The state without the die where it was: in the hand, aside or in the pool."""
    if put.die.aside:
        mine = (d for d in aside(s, put.player) if d.face == put.die.face)
        gone = next((d for d in mine if (kind(s, put.player, d) or "black") == put.die.kind), None)
        return replace(s, table=s.table.swap(gone)) if gone else s
    return take(s, put.player, put.die.kind) if s.rolled is None else s


def ahead(s: Clash, put: Placed) -> int:
    """How many of a legend's next two dice an Eye rolls now: those that are neither set nor rolled yet (DC-35)."""
    ai = legend(s)
    if "eye" not in put.way.words or not ai:
        return 0
    return max(0, min(2, len(s.pools[1 - seat(s, put.player)]) + s.spare) - len(s.ready))


def special(s: Clash, put: Placed) -> list[Ask]:
    """What a red die, or a legend's flame, sets off; the Viking's power is in the figures already (DC-12, DC-33)."""
    p = put.player
    sets_off = "flame" in put.way.words if p == legend(s) else put.die.kind == "red"
    fixed = power(s, p) in ("shield-wall", "berserker")
    return [Ask(power(s, p), p, put.space)] if sets_off and not fixed else []
