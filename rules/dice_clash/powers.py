"""What is settled after a die is placed: Move, forced discards, and the warriors' powers (DC-9, DC-20 to DC-28).

Each power is a function that offers its steps. What happens behind a screen is told and ticked off, never recorded.
`legends.py` holds the powers of the AI, and what changes in solo play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from ..core import Choice, Move
from ..table import Die
from .sheets import FACES, KINDS
from .state import (
    BARE,
    CLOSED,
    ROLL_FIRST,
    Ask,
    Clash,
    colour,
    decides,
    discard,
    free,
    give,
    in_pool,
    kind,
    on_grid,
    other,
    say,
    seat,
    start_effect,
    take,
)
from .words import ASIDE, short, space_id

Steps = Iterator[Choice[Clash]]
Offer = Callable[[Clash, Ask], Steps]


def settled(s: Clash, *more: Ask, **changed: Any) -> Clash:
    """The state with the first question answered and others in its place."""
    return replace(s, asks=(*more, *s.asks[1:]), **changed)


def done(s: Clash, *news: str) -> Clash:
    """The first question is answered by doing what it says."""
    return say(settled(s), *news)


def tick(ask: Ask, text: str, do: Callable[[Clash], Clash] = done) -> Choice[Clash]:
    """One step that says what happens now, to be ticked off."""
    return Choice(Move("done", ask.who, (ask.what,)), text, do)


def others(s: Clash, ask: Ask) -> tuple[Die, ...]:
    """The dice on the grid of who is asked, without the one that was just placed."""
    return tuple(d for d in on_grid(s, ask.who) if d.space != ask.space)


def move(s: Clash, ask: Ask) -> Steps:
    """Move: any other die on the grid to any other free space, whose modifiers do nothing."""
    for d in others(s, ask):
        for to in free(s, ask.who):
            text = f"{ask.who} moves {d.colour} {d.face or '?'} from {short(d.space)} to {short(to)}"
            yield Choice(Move("move", ask.who, (str(d), to)), text, partial(moved, d=d, to=to))


def moved(s: Clash, d: Die, to: str) -> Clash:
    """A die lies on another space."""
    return settled(s, table=s.table.swap(d, new=[d.to(to)]))


def forced_discard(s: Clash, ask: Ask) -> Steps:
    """A die of the pool goes out for the round; its owner chooses which (DC-27)."""
    for k in in_pool(s, ask.who):
        text = f"{ask.who} discards a {k} die"
        yield Choice(Move("discard", decides(s, ask.who), (k,)), text, partial(discarded, p=ask.who, k=k))


def discarded(s: Clash, p: str, k: str) -> Clash:
    """A die of the pool is out for the round."""
    return settled(say(discard(take(s, p, k), p, k), f"{p} discards a {k} die"))


def switch_stance(s: Clash, ask: Ask) -> Steps:
    """Knight, green: another die of the own grid is rolled and is back in the pool."""
    for d in others(s, ask):
        text = f"{ask.who} takes {d.colour} {d.face or '?'} from {short(d.space)}, rolls it and puts it in the pool"
        yield Choice(Move("take back", ask.who, (str(d),)), text, partial(taken_back, p=ask.who, d=d))


def taken_back(s: Clash, p: str, d: Die) -> Clash:
    """A die of the grid is in the pool."""
    return settled(give(s, p, kind(s, p, d) or KINDS[0]), table=s.table.swap(d))


def high_guard(s: Clash, ask: Ask) -> Steps:
    """Knight, skull: the opponent covers a space of their own grid with any die of their pool (DC-26)."""
    q = other(s, ask.who)
    for space in free(s, q):
        for k in in_pool(s, q):
            for face in FACES:
                text = f"{q} covers {short(space)} with a {k} {face}"
                do = partial(covered, q=q, space=space, k=k, face=face)
                yield Choice(Move("cover", decides(s, q), (space, k, face)), text, do)


def covered(s: Clash, q: str, space: str, k: str, face: int) -> Clash:
    """A die lies on a space without defence, attack or any effect."""
    return settled(take(s, q, k), table=s.table.put(Die(space, colour(s, q, k), face)))


def smoke_bomb(s: Clash, ask: Ask) -> Steps:
    """Ninja, green: any of the own pool are rolled, and all of the opponent's."""
    q = other(s, ask.who)
    yield tick(ask, f"{ask.who} rolls as many dice of the pool anew as they like, {q} rolls the whole pool anew")


def genjutsu(s: Clash, ask: Ask) -> Steps:
    """Ninja, skull: the opponent's next die has no modifiers."""
    yield tick(ask, f"no modifiers hold for {other(s, ask.who)}'s next die", partial(bared, q=other(s, ask.who)))


def bared(s: Clash, q: str) -> Clash:
    """No modifiers hold for a player's next die."""
    return settled(start_effect(s, BARE, q))


def phalanx(s: Clash, ask: Ask) -> Steps:
    """Spartan, green: up to two dice of the pool change by 1."""
    yield tick(ask, f"{ask.who} may turn up to two dice of the pool by 1, up or down")


def dory(s: Clash, ask: Ask) -> Steps:
    """Spartan, skull: a space of the opponent's grid is closed for their next die, not when it is their only one."""
    q = other(s, ask.who)
    left = free(s, q)
    for space in left if len(left) > 1 else ():
        text = f"{q} may not place the next die on {short(space)}"
        yield Choice(Move("close", ask.who, (space,)), text, partial(closed, q=q, space=space))


def closed(s: Clash, q: str, space: str) -> Clash:
    """A space is closed for a player's next die."""
    return settled(start_effect(s, CLOSED, q, space))


def rashomon(s: Clash, ask: Ask) -> Steps:
    """Samurai, green: a die of the pool is set to any value and kept aside (DC-24, DC-28)."""
    for k in in_pool(s, ask.who):
        for face in FACES:
            text = f"{ask.who} sets a {k} die of the pool to {face} and keeps it aside"
            yield Choice(Move("set aside", ask.who, (k, face)), text, partial(set_aside, p=ask.who, k=k, face=face))


def set_aside(s: Clash, p: str, k: str, face: int) -> Clash:
    """A die of the pool lies beside the grid, safe from rolls and powers."""
    lies = Die(space_id(seat(s, p), ASIDE), colour(s, p, k), face)
    return settled(take(s, p, k), table=s.table.put(lies))


def nigiri(s: Clash, ask: Ask) -> Steps:
    """Samurai, skull: the opponent rolls all ones and sixes anew."""
    yield tick(ask, f"{other(s, ask.who)} rolls every 1 and 6 of the pool anew")


def donnybrook(s: Clash, ask: Ask) -> Steps:
    """Highlander, green: a pool die is rolled; 1 or 2 and it is out, else the opponent discards one."""
    p, q = ask.who, other(s, ask.who)
    for k in in_pool(s, p):
        text = f"{p} rolls a {k} die of the pool: "
        yield Choice(Move("roll", p, (k, "1-2")), text + "1 or 2, it is discarded", partial(discarded, p=p, k=k))
        yield Choice(Move("roll", p, (k, "3-6")), text + f"3 to 6, {q} discards one", partial(let_discard, q=q))


def let_discard(s: Clash, q: str) -> Clash:
    """A player must discard a die of the pool."""
    return settled(s, Ask("discard", q))


def quickening(s: Clash, ask: Ask) -> Steps:
    """Highlander, skull: a pool die is rolled; up to 4 the opponent discards one, else they roll their next die."""
    p, q = ask.who, other(s, ask.who)
    for k in in_pool(s, p):
        text = f"{p} rolls a {k} die of the pool and returns it: "
        yield Choice(Move("roll", p, (k, "1-4")), text + f"1 to 4, {q} discards one", partial(let_discard, q=q))
        last = f"5 or 6, {q} rolls the next die before placing it"
        yield Choice(Move("roll", p, (k, "5-6")), text + last, partial(rolls_first, q=q))


def rolls_first(s: Clash, q: str) -> Clash:
    """A player rolls the next die and must place that one (DC-27)."""
    return settled(start_effect(s, ROLL_FIRST, q))


POWERS: dict[str, Offer] = {
    "move": move,
    "discard": forced_discard,
    "switch-stance": switch_stance,
    "high-guard": high_guard,
    "smoke-bomb": smoke_bomb,
    "genjutsu": genjutsu,
    "phalanx": phalanx,
    "dory": dory,
    "rashomon": rashomon,
    "nigiri": nigiri,
    "donnybrook": donnybrook,
    "quickening": quickening,
}
NOTHING = {  # why a question needs no answer
    "move": "there is no other die to move, or no space to move it to",
    "discard": "there is no die in the pool to discard",
    "switch-stance": "there is no other die on the grid to take",
    "high-guard": "there is no die in the pool, or no space to cover",
    "dory": "only one space is left, which cannot be closed",
    "rashomon": "there is no die in the pool to set aside",
    "donnybrook": "there is no die in the pool to roll",
    "quickening": "there is no die in the pool to roll",
}
