"""Tower attacks, whoever ordered one: targets, damage, abilities and the lower spell (DH-15 to 20, 29 to 31).

An attack is an interrupt: nothing else goes on before it is over. Each step changes a die or a mark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..news import piece
from ..table import Die
from .attack import damaged
from .horde import effect
from .state import Attack, Blow, Built, Siege, built, hurt, inside, me, open_scrolls, rebuilt, say

GREEN, YELLOW = 2, 2  # damage that a charge adds: at once, and for each heart given up


def reach(s: Siege, b: Built) -> Iterator[int]:
    """The segments in a tower's range: its own is range 1."""
    at = b.tower.segment
    return (n for n in range(1, s.sheet.length + 1) if abs(n - at) < b.blue)


def storms(s: Siege) -> tuple[str, ...]:
    """The open scrolls whose lower spell can be cast."""
    return tuple(n for n in open_scrolls(s) if s.ruler.scroll(n).lower == "storm")


def shots(s: Siege, towers: Iterable[Built], name: str) -> Iterator[Choice[Siege]]:
    """Every attack of these towers: on a segment in range that holds dice, or towers where a spell could be cast."""
    for b in towers:
        for n in reach(s, b):
            there = inside(s, n)
            if not there and not (storms(s) and any(t.stands and t.tower.segment == n for t in s.towers)):
                continue
            many = f"up to {b.green} of " if len(there) > b.green else ""
            dice = ", ".join(piece(d) for d in there) or "no dice, for a spell"
            text = f"{b.tower.title} attacks segment {n}: {b.red} damage to {many}{dice}"
            do = partial(aimed, name=b.tower.id, n=n)
            yield Choice(Move(name, me(s), (b.tower.id, n)), text, do, quiet=True)


def aimed(s: Siege, name: str, n: int) -> Siege:
    """A tower aims at a segment."""
    return replace(s, attack=Attack(name, n, built(s, name).green))


def now(s: Siege) -> Attack:
    """The attack that is being carried out."""
    assert s.attack is not None
    return s.attack


def attacking(s: Siege) -> Iterator[Choice[Siege]]:
    """The next steps of the attack, and its end."""
    a = now(s)
    if a.blows:
        yield from blows(s)
        return
    yield from steps(s)
    left = f", {a.spread} damage unspread" if a.spread else ""
    yield Choice(Move("over", me(s)), f"the attack is over{left}", over, quiet=not a.spread)


def steps(s: Siege) -> Iterator[Choice[Siege]]:
    """Targets, abilities and the spell, whichever the attack allows now."""
    a = now(s)
    if a.spread:
        yield from spreads(s)
        return
    b = built(s, a.tower)
    if a.left:
        yield from hits(s, b)
    if b.charges and not a.ability:
        yield from ABILITIES[b.tower.colour](s, b) if b.tower.colour in ABILITIES else ()
    if not a.chosen and not a.ability:
        yield from spells(s, b)


def step(
    s: Siege, name: str, args: tuple[str | int, ...], do: Callable[[Siege], Siege], lead: str = ""
) -> Choice[Siege]:
    """One step of the attack with its consequences in words; the attack ends by itself where nothing can follow."""
    return Choice(Move(name, me(s), args), lead + effect(s, do), partial(followed, do=do))


def followed(s: Siege, do: Callable[[Siege], Siege]) -> Siege:
    """After a step the attack goes on where there is something left to do."""
    s = do(s)
    if s.attack is None or s.attack.blows or next(steps(s), None):
        return s
    return over(s)


def over(s: Siege) -> Siege:
    """The attack is over."""
    return replace(s, attack=None)


def hits(s: Siege, b: Built) -> Iterator[Choice[Siege]]:
    """Each die of the segment that is not a target yet; green's charge adds 2 to the hit on one (DH-17)."""
    a = now(s)
    for d in inside(s, a.segment):
        if d not in a.hit:
            yield step(s, "hit", (str(d),), partial(hit, d=d, n=b.red))
            if b.tower.colour == "green" and b.charges and not a.ability:
                do = partial(charged_hit, d=d, n=b.red + GREEN)
                yield step(s, "hit", (str(d), "charge"), do, "with the charge: ")


def hit(s: Siege, d: Die, n: int) -> Siege:
    """A target takes the tower's damage."""
    a = now(s)
    fell = (*a.fallen, d) if n >= d.face else a.fallen
    s = replace(s, attack=replace(a, left=a.left - 1, hit=(*a.hit, d), fallen=fell, chosen=True))
    return hurt(s, d, n)


def charged_hit(s: Siege, d: Die, n: int) -> Siege:
    """A target takes green's greater damage, as one hit."""
    return hit(charged(s), d, n)


def charged(s: Siege) -> Siege:
    """The tower uses a charge, the one of this attack (DH-16)."""
    a = now(s)
    b = built(s, a.tower)
    return replace(rebuilt(s, replace(b, used=b.used + 1)), attack=replace(a, ability=True))


def gives(s: Siege, b: Built) -> Iterator[Choice[Siege]]:
    """Yellow gives up hearts, the last too, for damage to be spread over its targets (DH-18)."""
    if now(s).hit:
        for n in range(1, b.left + 1):
            yield step(s, "give", (n,), partial(gave, n=n), "with the charge: ")


def gave(s: Siege, n: int) -> Siege:
    """Hearts are given up; no further target is chosen."""
    s = charged(s)
    b = built(s, now(s).tower)
    s = replace(s, attack=replace(now(s), left=0, spread=YELLOW * n))
    return say(damaged(s, b, n, 0), f"{YELLOW * n} damage to spread over {', '.join(piece(d) for d in now(s).hit)}")


def spreads(s: Siege) -> Iterator[Choice[Siege]]:
    """How much of yellow's damage each target takes, once each, since it is one hit (DH-30)."""
    a = now(s)
    for d in a.hit:
        for n in range(1, min(a.spread, max(1, d.face)) + 1):
            yield step(s, "spread", (str(d), n), partial(spread, d=d, n=n))


def spread(s: Siege, d: Die, n: int) -> Siege:
    """A target takes some of yellow's damage."""
    a = now(s)
    rest = tuple(e for e in a.hit if e != d)
    return hurt(replace(s, attack=replace(a, spread=a.spread - n if rest else 0, hit=rest)), d, n)


def pierces(s: Siege, b: Built) -> Iterator[Choice[Siege]]:
    """Blue's damage to every die between the tower and its target, its own segment included (DH-19)."""
    way = between(s, b)
    if way:
        dice = ", ".join(piece(d) for d in way)
        lead = f"with the charge: {b.red} damage to all on the way, {dice}"
        yield step(s, "pierce", (), pierced, lead)


def between(s: Siege, b: Built) -> tuple[Die, ...]:
    """The dice from a tower's own segment up to the one before its target's."""
    at, goal = b.tower.segment, now(s).segment
    return inside(s, *range(at, goal, 1 if goal > at else -1))


def pierced(s: Siege) -> Siege:
    """Every die on the way is about to take the tower's damage."""
    b = built(s, now(s).tower)
    s = charged(s)
    way = tuple(Blow(d, b.red) for d in between(s, b))
    return replace(s, attack=replace(now(s), blows=way))


def explosions(s: Siege, b: Built) -> Iterator[Choice[Siege]]:
    """Red lets one of its defeated targets explode: the value it had, to all others of the segment (DH-20)."""
    for d in now(s).fallen:
        others = inside(s, now(s).segment)
        if others:
            lead = f"with the charge: {piece(d)} explodes, {d.face} damage to {', '.join(piece(e) for e in others)}"
            yield step(s, "explode", (str(d),), partial(exploded, d=d), lead)


def exploded(s: Siege, d: Die) -> Siege:
    """All other dice of the segment are about to take the defeated one's value; dice that this kills do not explode."""
    s = charged(s)
    around = tuple(Blow(e, d.face) for e in inside(s, now(s).segment))
    return replace(s, attack=replace(now(s), blows=around))


def spells(s: Siege, b: Built) -> Iterator[Choice[Siege]]:
    """A scroll's lower spell instead of targets: damage to all dice and towers of the segment (DH-31)."""
    for name in storms(s):
        scroll = s.ruler.scroll(name)
        lead = f"{scroll.title}, lower spell: {b.red} damage to all dice and towers of segment {now(s).segment}. "
        yield step(s, "spell", (name,), partial(stormed, name=name, n=b.red), lead)


def stormed(s: Siege, name: str, n: int) -> Siege:
    """The towers of the segment take the damage less their armour; its dice are about to."""
    a = now(s)
    s = replace(s, cast=(*s.cast, (name, "lower")))
    for b in s.towers:
        if b.stands and b.tower.segment == a.segment:
            s = damaged(s, b, n, b.armour)
    struck = tuple(Blow(d, n) for d in inside(s, a.segment))
    return replace(s, attack=replace(a, left=0, chosen=True, ability=True, blows=struck))


def blows(s: Siege) -> Iterator[Choice[Siege]]:
    """An effect on several dice: the player orders it, or takes them by space number (DH-29)."""
    waiting = now(s).blows
    for b in waiting:
        yield step(s, "blow", (str(b.die),), partial(struck, d=b.die))
    if len(waiting) > 1:
        yield step(s, "blows", (), all_struck, "all by space number: ")


def struck(s: Siege, d: Die) -> Siege:
    """One die takes its part of the effect."""
    a = now(s)
    blow = next(b for b in a.blows if b.die == d)
    s = replace(s, attack=replace(a, blows=tuple(b for b in a.blows if b != blow)))
    return hurt(s, d, blow.damage)


def all_struck(s: Siege) -> Siege:
    """All of them take it, by segment and space number."""
    while now(s).blows:
        s = struck(s, now(s).blows[0].die)
    return s


ABILITIES: dict[str, Callable[[Siege, Built], Iterator[Choice[Siege]]]] = {
    "yellow": gives,
    "blue": pierces,
    "red": explosions,
}
