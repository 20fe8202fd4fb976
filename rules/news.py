"""What changed between two tables, told die by die: a die that lies where it lay has neither left nor come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from .table import BESIDE, Die, Table

Titles = Mapping[str, str]


def shown(d: Die) -> str:
    """The face of a die in words."""
    return str(d.face) if d.face else "unclear"


def piece(d: Die) -> str:
    """A die or a tower in words: "red 4", "the red tower of 4"."""
    return f"the {d.colour} tower of {d.face or '?'}" if d.under else f"{d.colour} {d.face or '?'}"


def place(space: str, titles: Titles) -> str:
    """A space, a border or a spot beside all spaces, in words."""
    names = [titles.get(s, s) for s in space.removeprefix(BESIDE).split("/")]
    if space.startswith(BESIDE):
        return f"open ground near {' and '.join(names)}"
    return names[0] if len(names) == 1 else f"the border of {' and '.join(names)}"


@dataclass(frozen=True, slots=True)
class Lying:
    """One die, with those that it lies on, bottom first."""

    die: Die
    on: tuple[Die, ...]


Pair = tuple[Lying | None, Lying | None]


def lying(table: Table) -> list[Lying]:
    """Every die of a table, those under others too."""
    return [Lying(d, pile[:n]) for pile in (top.each() for top in table) for n, d in enumerate(pile)]


def fits(a: Die, b: Die) -> bool:
    """Whether two dice have one colour and may have one face."""
    return a.colour == b.colour and (a.face == b.face or not a.face or not b.face)


def same_pile(a: Sequence[Die], b: Sequence[Die]) -> bool:
    """Whether two piles may be the same, wherever they lie."""
    return len(a) == len(b) and all(map(fits, a, b))


CLOSER: tuple[Callable[[Lying, Lying], bool], ...] = (  # which two are the same die, most certain first
    lambda a, b: a.die.face == b.die.face and a.die.space == b.die.space and same_pile(a.on, b.on),
    lambda a, b: a.die.face == b.die.face and a.die.space == b.die.space,
    lambda a, b: fits(a.die, b.die) and a.die.space == b.die.space and same_pile(a.on, b.on),
    lambda a, b: fits(a.die, b.die) and a.die.space == b.die.space,
    lambda a, b: a.die.face == b.die.face and same_pile(a.on, b.on),
    lambda a, b: a.die.face == b.die.face,
    lambda a, b: a.die.space == b.die.space,
    lambda a, b: True,
)


def match(before: Table, after: Table) -> list[Pair]:
    """Each die before with what it most likely became, those that lay on others first."""
    a, b = sorted(lying(before), key=lambda x: -len(x.on)), lying(after)
    out: list[Pair] = []
    for same in CLOSER:
        for x in list(a):
            y = next((y for y in b if x.die.colour == y.die.colour and same(x, y)), None)
            if y is not None:
                a.remove(x)
                b.remove(y)
                out.append((x, y))
    out += [(x, None) for x in a]
    return sorted(out, key=lambda p: -len(p[0].on) if p[0] else 0) + [(None, y) for y in b]


def words(before: Table, after: Table, titles: Titles) -> Iterator[str]:
    """What changed, a line for each die; of a tower, one line with its lower die."""
    left = match(before, after)
    while left:
        was, now = left.pop(0)
        if was is None:
            yield from came(now, titles)
        elif not was.on or any(d.colour != was.die.colour for d in was.on):
            yield from single(was, now, titles)
        else:
            yield from tower(was, now, left, titles)


def came(now: Lying | None, titles: Titles) -> Iterator[str]:
    """A die that was not there before."""
    if now is not None:
        on = f", on {piece(now.on[-1])}" if now.on else ""
        yield f"{piece(now.die)} came to {place(now.die.space, titles)}{on}"


def single(was: Lying, now: Lying | None, titles: Titles) -> Iterator[str]:
    """A die that lay on the ground, or on another player's die."""
    here = place(was.die.space, titles)
    if now is None:
        yield f"{piece(was.die)} left {here}"
        return
    there = place(now.die.space, titles)
    if now.on and not same_pile(was.on, now.on):
        how = "stands" if now.on[-1].colour == now.die.colour else "rests"
        yield f"{piece(was.die)} of {here} {how} on {piece(now.on[-1])} in {there}{turned(was.die, now.die)}"
    elif was.die.space != now.die.space:
        yield f"{piece(was.die)} from {here} to {there}{turned(was.die, now.die)}"
    elif turned(was.die, now.die):
        yield f"{piece(was.die)} in {here} is {shown(now.die)} now"
    elif was.on and not now.on:
        yield f"{piece(was.die)} in {here} is off {piece(was.on[-1])}"


def turned(was: Die, now: Die) -> str:
    """A changed face in words."""
    return "" if fits(was, now) else f", now {shown(now)}"


def tower(was: Lying, now: Lying | None, left: list[Pair], titles: Titles) -> Iterator[str]:
    """The top of a tower: it stands, went with the tower, was set on another, or the tower fell."""
    if now is not None and now.on and not same_pile(was.on, now.on):
        yield from single(was, now, titles)
        return
    lower = next((p for p in left if p[0] == Lying(was.on[-1], was.on[:-1])), None)
    if now is None or not now.on:
        if lower is not None:
            left.remove(lower)
        under = lower[1].die if lower is not None and lower[1] is not None else None
        yield fall(was.die, None if now is None else now.die, under, titles)
        return
    if lower is not None and lower[1] is not None and lower[1].die.space == now.die.space:
        left.remove(lower)
    name = f"{was.die.colour}'s tower of {was.die.face or '?'}"
    if was.die.space != now.die.space:
        moved = f"from {place(was.die.space, titles)} to {place(now.die.space, titles)}"
        yield f"{name} {moved}{turned(was.die, now.die)}"
    elif turned(was.die, now.die):
        yield f"{name} in {place(was.die.space, titles)} is {shown(now.die)} now"


def fall(was: Die, top: Die | None, lower: Die | None, titles: Titles) -> str:
    """A tower's fall in words: what its lower die shows, and its top where that changed."""
    text = f"{was.colour}'s tower in {place(was.space, titles)} fell, its lower die {rest(was, lower, 'is a ', titles)}"
    if top is not None and top.space == was.space and fits(was, top):
        return text
    return f"{text}, its top {rest(was, top, 'a ', titles)}"


def rest(was: Die, now: Die | None, verb: str, titles: Titles) -> str:
    """Where a die of a fallen tower lies, and with which face."""
    if now is None:
        return "left the arena"
    return f"{verb}{shown(now)}" + (f" in {place(now.space, titles)}" if now.space != was.space else "")
