"""Step 4: the ruler turns the graveyard into skulls and essences, and spends them (DH-22, 23, 32); the round's end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..news import piece
from ..table import Die
from .actions import level, raises, works
from .horde import effect
from .sheets import PRICED, TYPES
from .shots import shots
from .state import Siege, built, colour, free_flags, kind, me, open_scrolls, purse, say
from .words import GRAVEYARD, POOL, plural


def begin_step(s: Siege) -> Siege:
    """Step 4 begins."""
    return replace(s, ruling=True)


def ruling(s: Siege) -> bool:
    """Whether step 4 still goes on."""
    return s.ruling


def ruler(s: Siege) -> Iterator[Choice[Siege]]:
    """Everything that the ruler may do, in any number and order; what cannot be paid is barred with its price."""
    yield from conversions(s)
    yield from main_upgrades(s)
    if free_flags(s) > 0:
        for c in shots(s, [*(b for b in s.towers if b.stands), s.chief], "flag attack"):
            yield replace(c, do=partial(flag_spent, do=c.do), text=f"a flag skull: {c.text}")
    yield from shields(s)
    yield from purchases(s)
    lost = s.table.at(GRAVEYARD)
    left = f"; {', '.join(piece(d) for d in lost)} in the graveyard go to waste" if lost.dice else ""
    yield Choice(Move("done", me(s)), f"the ruler is done{left}", done, quiet=True)


def done(s: Siege) -> Siege:
    """Step 4 is over."""
    return replace(s, ruling=False)


def conversions(s: Siege) -> Iterator[Choice[Siege]]:
    """Each die of the graveyard as skulls, or as an essence of its colour in a set with an empty mark."""
    for d in s.table.at(GRAVEYARD):
        k = kind(s, d)
        if not k:
            continue
        no = "" if s.skulls < s.ruler.skulls else "every skull of the track is marked"
        do = partial(to_skulls, d=d)
        yield Choice(Move("skulls", me(s), (str(d),)), f"{piece(d)}: {effect(s, do)}", do, no=no)
        if s.essence[TYPES.index(k)] < s.ruler.main:
            do = partial(to_main, d=d)
            yield Choice(Move("essence", me(s), (str(d), "main")), f"{piece(d)}: {effect(s, do)}", do)
        for n, scroll in enumerate(s.ruler.scrolls):
            if s.marked[n].count(k) < scroll.essence.count(k):
                do = partial(to_scroll, d=d, n=n)
                yield Choice(Move("essence", me(s), (str(d), scroll.id)), f"{piece(d)}: {effect(s, do)}", do)


def buried(s: Siege, d: Die) -> Siege:
    """A die of the graveyard returns to the pool."""
    return replace(s, table=s.table.swap(d, new=[Die(POOL, d.colour, 0)]))


def to_skulls(s: Siege, d: Die) -> Siege:
    """As many skulls as its value, as far as the track has marks; each flag passed is an extra attack."""
    marked = min(s.ruler.skulls, s.skulls + d.face)
    flags = sum(s.skulls < at <= marked for at in s.ruler.flags)
    extra = f", {plural(flags, 'flag skull')}" if flags else ""
    s, gained = buried(replace(s, skulls=marked), d), marked - s.skulls
    return say(s, f"{plural(gained, 'skull')}{extra}, {purse(s)} to spend; the die back to the pool")


def to_main(s: Siege, d: Die) -> Siege:
    """An essence of its colour for the main tower."""
    at = TYPES.index(kind(s, d))
    s = buried(replace(s, essence=tuple(v + (i == at) for i, v in enumerate(s.essence))), d)
    return say(s, f"{d.colour} essence for the main tower ({in_hand(s)}); the die back to the pool")


def in_hand(s: Siege) -> str:
    """The essences marked for the main tower that no upgrade has used, in words."""
    left = [(colour(s, k), v - s.raised) for k, v in zip(TYPES, s.essence, strict=True)]
    return ", ".join(f"{n} {name}" for name, n in left)


def to_scroll(s: Siege, d: Die, n: int) -> Siege:
    """An essence of its colour on a scroll."""
    scroll = s.ruler.scrolls[n]
    marks = tuple(sorted((*s.marked[n], kind(s, d))))
    s = buried(replace(s, marked=(*s.marked[:n], marks, *s.marked[n + 1 :])), d)
    opened = ", which opens it" if len(marks) == len(scroll.essence) else f" ({len(marks)} of {len(scroll.essence)})"
    return say(s, f"{d.colour} essence on {scroll.title}{opened}; the die back to the pool")


def main_upgrades(s: Siege) -> Iterator[Choice[Siege]]:
    """One level of the main tower for three essences of different colours, the only way (DH-23)."""
    lacking = [colour(s, k) for k, v in zip(TYPES, s.essence, strict=True) if v <= s.raised]
    no = f"an essence is missing: {', '.join(lacking)}" if lacking else ""
    for (_, stat), do in raises(s.chief):
        paid = partial(main_raised, do=do)
        yield Choice(Move("upgrade main", me(s), (stat,)), f"three essences: {effect(s, do)}", paid, no=no)


def main_raised(s: Siege, do: Callable[[Siege], Siege]) -> Siege:
    """A set of three essences is used."""
    return do(replace(s, raised=s.raised + 1))


def flag_spent(s: Siege, do: Callable[[Siege], Siege]) -> Siege:
    """A flag skull is used for an attack."""
    return do(replace(s, flags=s.flags + 1))


def shields(s: Siege) -> Iterator[Choice[Siege]]:
    """A scroll's upper spell: a shield to any tower of the path that stands and has an empty one."""
    for name in open_scrolls(s):
        if s.ruler.scroll(name).upper == "shield":
            for (tower,), do in works(s, "armour"):
                text = f"{s.ruler.scroll(name).title}, upper spell: {effect(s, do)}"
                yield Choice(Move("shield", me(s), (name, tower)), text, partial(shielded, name=name, do=do))


def shielded(s: Siege, name: str, do: Callable[[Siege], Siege]) -> Siege:
    """A scroll is used for its upper spell."""
    return do(replace(s, cast=(*s.cast, (name, "upper"))))


def purchases(s: Siege) -> Iterator[Choice[Siege]]:
    """Armour, traps and barricades at their prices, a tower's upgrade at the number of its new level."""
    for what in (*PRICED, "upgrade"):
        for args, do in works(s, what):
            price = s.ruler.price(what) if what != "upgrade" else level(built(s, str(args[0])), str(args[1])) + 1
            lacks = f"it costs {plural(price, 'skull')}, {purse(s)} to spend"
            no = lacks if price > purse(s) else ""
            text = f"{plural(price, 'skull')}: {effect(s, do)}"
            yield Choice(Move(f"buy {what}", me(s), args), text, partial(bought, price=price, do=do), no=no)


def bought(s: Siege, price: int, do: Callable[[Siege], Siege]) -> Siege:
    """Skulls are spent."""
    return do(replace(s, spent=s.spent + price))


def unburied(s: Siege) -> bool:
    """Whether dice lie in the graveyard at the round's end."""
    return bool(s.table.at(GRAVEYARD).dice)


def clearing(s: Siege) -> Iterator[Choice[Siege]]:
    """Always exactly one: the next die of the graveyard returns to the pool for nothing."""
    d = s.table.at(GRAVEYARD).dice[0]
    text = f"the round is over: {piece(d)} from the graveyard to the pool"
    yield Choice(Move("clear", "", (str(d),)), text, partial(buried, d=d))
