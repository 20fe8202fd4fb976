"""Towers: what is one, which of them still stand, and how one is built (DDD-13, DDD-17, DDD-18)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations

from ..changes import alike_under
from ..core import Choice, Move, colours
from ..news import piece
from ..table import Die, Table
from .state import Match, at, mine, owner_of, say


def is_tower(s: Match, d: Die) -> bool:
    """Whether this is a tower: one player's dice, two high or, by option, higher (DDD-18, DDD-26)."""
    own = all(owner_of(s, e) == owner_of(s, d) for e in d.under)
    return own and (len(d.under) == 1 or (bool(d.under) and "high-towers" in s.setup.options))


def towers(s: Match, player: str) -> tuple[Die, ...]:
    """A player's towers."""
    return tuple(d for d in mine(s, player) if is_tower(s, d))


def standing(s: Match) -> Match:
    """The state with those of the acting player's towers that still stand, as they lie now."""
    return replace(s, stood=tuple(now for _, now in upright(s, s.table)))


def upright(s: Match, seen: Table) -> list[tuple[Die, Die]]:
    """Which of the acting player's towers still stand in a table, and as what.

    A tower that was pushed or whose top was turned is the same one: of its place, its lower die and its top two stay.
    """
    left = [d for d in seen.of(*colours(s.setup, s.acting)) if is_tower(s, d)]
    found: list[tuple[Die, Die]] = []
    for was in s.stood:
        now = max(left, key=partial(likeness, was), default=was)
        if now in left and likeness(was, now) > 1:
            left.remove(now)
            found.append((was, now))
    return found


def likeness(was: Die, now: Die) -> int:
    """How much of a tower is as it was: its place, the dice under it, its top (one that cannot be seen fits any)."""
    top = was.face == now.face or not now.face
    return (was.space == now.space) + alike_under(was.to(now.space), now) + top


def builds(s: Match, player: str, then: Callable[[Match], Match]) -> Iterator[Choice[Match]]:
    """One own die onto another, its face kept; a tower's top may be taken, a covered die not (DDD-13)."""
    own = mine(s, player)
    high, stay = "high-towers" in s.setup.options, "tops-stay" in s.setup.options
    for top, base in permutations(own, 2):
        if (top.under and stay and is_tower(s, top)) or (base.under and not (high and is_tower(s, base))):
            continue
        text = f"{player}: put {piece(top.alone())} from {at(s, top.space)} on {piece(base)} in {at(s, base.space)}"
        do = partial(built, player=player, top=top, base=base, then=then)
        yield Choice(Move("tower", player, (str(top), str(base))), text, do)


def built(s: Match, player: str, top: Die, base: Die, then: Callable[[Match], Match]) -> Match:
    """A tower stands."""
    tower = replace(top.to(base.space), under=base.each())
    table = s.table.swap(top, base, new=[*left_under(top), tower])
    news = f"{player} builds a tower in {at(s, base.space)}: {piece(top.alone())} on {piece(base)}"
    return then(say(replace(s, table=table), news))


def left_under(d: Die) -> Iterable[Die]:
    """What lies there when a top die is taken away."""
    return [replace(d.under[-1], under=d.under[:-1])] if d.under else []
