"""What a seen table has to do with what the rules made of it: words, what no table can show, what to turn (DC-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..changes import difference
from ..news import words
from ..table import Die, Table
from .sheets import DICE, KINDS
from .state import Clash, colour, spaces
from .words import ASIDE, short, some, space_id


def titles(s: Clash) -> dict[str, str]:
    """The words for every space of both grids and the places beside them."""
    found = {space: f"{p.name}'s {short(space)}" for p in s.setup.players for space in spaces(s, p.name)}
    return found | {space_id(n, ASIDE): f"beside {p.name}'s grid" for n, p in enumerate(s.setup.players)}


def told(s: Clash, seen: Table) -> Iterable[str]:
    """What a reading changes, and what no table can show."""
    yield from words(s.table, seen, titles(s))
    yield from odd(s, seen)


def odd(s: Clash, seen: Table) -> Iterator[str]:
    """What no table of this match can show: dice in one place, beside every space, too many, of no one's."""
    names = titles(s)
    for space, n in sorted(Counter(space for d in seen for space in d.spaces).items()):
        if n > 1 and not space.endswith(ASIDE):
            yield f"{n} dice lie on {names.get(space, space)}: a space holds one"
    for d in seen:
        yield from odd_die(s, d, names)
    for n, p in enumerate(s.setup.players):
        yield from odd_counts(s, p.name, [d for d in seen if d.space.startswith(space_id(n, ""))])


def odd_die(s: Clash, d: Die, names: dict[str, str]) -> Iterator[str]:
    """What is odd about how one die lies."""
    name = f"{d.colour} {d.face or '?'}"
    if d.under:
        yield f"{name} stands on another die"
    if d.face > 6:
        yield f"{name}: a die shows 1 to 6"
    if len(d.spaces) > 1:
        yield f"{name} lies on {' and '.join(names.get(n, n) for n in d.spaces)}: it is to lie on one space"
    if not d.spaces:
        yield f"{name} lies on no space, nearest to {' and '.join(names.get(n, n) for n in d.nearest)}"
    yield from (f"{name} lies on {n}, which is no space of this match" for n in d.spaces if n not in names)


def odd_counts(s: Clash, p: str, dice: list[Die]) -> Iterator[str]:
    """More dice of a kind than a player has, and colours that they do not play."""
    mine = {colour(s, p, k): k for k in KINDS}
    there = Counter(d.colour for d in dice)
    for c, n in sorted(there.items()):
        if c not in mine:
            yield f"{p} plays no {c} dice"
        elif n > DICE[mine[c]]:
            yield f"{some(n, c)} of {p}: there {'is' if DICE[mine[c]] == 1 else 'are'} {DICE[mine[c]]}"


def wrong(s: Clash, seen: Table) -> tuple[str, ...]:
    """What lies otherwise than the rules have it: the die to turn, or what moved without an action."""
    out = []
    for change in difference(s.table, seen):
        was, now = change.was, change.now
        if was and now and was.space == now.space and now.face:
            out.append(f"{was.colour} {now.face} on {short(was.space)}: turn it to {was.face}")
        elif was and now:
            out.append(f"{was.colour} {was.face} moved without an action: {change.text(titles(s))}")
        else:
            out.append(change.text(titles(s)))
    return tuple(out)
