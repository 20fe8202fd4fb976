"""Attack phase: players flick, shoot from towers and build them, in turn, until all dice are used (DDD-10 to 13)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations

from ..core import Choice, Move, colours
from ..news import piece
from ..table import Die, Table
from .bumps import bump
from .state import DICE, Match, at, due, is_tower, lost, mine, odd_counts, order, say, standing, towers, upright


def new_era(s: Match) -> Match:
    """An era begins: the order is taken, and every die that is left is on its sheet (DDD-6)."""
    turn = order(s)
    queue = tuple(p for n in range(DICE) for p in turn if n < DICE - len(gone(s, p)))
    s = replace(s, era=s.era + 1, turn=turn, queue=queue, used=(), dead=(), acting="", may=(), stood=())
    return say(s, f"Era {s.era} of {s.board.eras}: {', '.join(turn)}")


def gone(s: Match, player: str) -> list[str]:
    """A player's dice that are out for the match."""
    return [c for c in s.gone if c in colours(s.setup, player)]


def attacking(s: Match) -> bool:
    """Whether someone has a die to flick, or may still shoot or build (an optional step keeps the phase open)."""
    return bool(s.queue) or bool(next(iter(optional(s)), None))


def attack(s: Match) -> Iterator[Choice[Match]]:
    """The acting player's shot and tower, and at once the next player's flick: no turn is ended by hand."""
    yield from optional(s)
    for p in dict.fromkeys(s.queue):
        no = "" if p == s.queue[0] else f"it is {s.queue[0]}'s turn"
        for c in colours(s.setup, p):
            do = partial(flicked, player=p, colour=c, stood=towers(s, p))
            yield Choice(Move("flick", p, (c,)), f"{p}: flick a {c} die", do, partial(odd_flick, s, c), no)
    if not s.queue:
        yield Choice(Move("over", s.acting), f"{s.acting}: no more, the attack is over", over, quiet=True)
    yield bump(s)


def optional(s: Match) -> Iterator[Choice[Match]]:
    """What the acting player may do after the flick: first a shot, then a tower."""
    if "shot" in s.may:
        yield from shots(s)
    if "tower" in s.may:
        yield from builds(s)


def flicked(s: Match, player: str, colour: str, stood: tuple[Die, ...]) -> Match:
    """A die was flicked and everything has come to rest; a turn begins with it."""
    n = s.queue.index(player)
    s = replace(s, queue=s.queue[:n] + s.queue[n + 1 :], used=(*s.used, colour))
    third = sum(c in colours(s.setup, player) for c in s.used) > 2  # no shot in the first and second turns of an era
    may = ("shot", "tower") if third else ("tower",)
    return standing(replace(s, acting=player, may=may, stood=stood))


def odd_flick(s: Match, colour: str, seen: Table) -> Iterator[str]:
    """What is odd about a table after this flick: others may have moved, turned and fallen, none may be missing."""
    if seen.count(colour) <= due(s, colour):
        yield f"no new {colour} die lies in the arena"
    yield from odd_counts(s, seen, colour)


def shots(s: Match) -> Iterator[Choice[Match]]:
    """A shot off an own tower that stood when the turn began and still stands (DDD-12)."""
    for d in s.stood:
        text = f"{s.acting}: shoot {piece(d.alone())} off the tower in {at(s, d.space)}"
        move = Move("shot", s.acting, (str(d),))
        yield Choice(move, text, shot, partial(odd_shot, s, d))


def shot(s: Match) -> Match:
    """The top die was flicked; by option it is lost when it left the arena."""
    s = replace(s, may=("tower",))
    out = lost(s, s.acting) if "shot-lost" in s.setup.options else ()
    return say(replace(s, dead=(*s.dead, *out)), *(f"{c}: the shot die is out for this era" for c in out))


def odd_shot(s: Match, d: Die, seen: Table) -> Iterator[str]:
    """What is odd about a table after a shot: the tower must be gone, and no die may be missing or new."""
    if d in [was for was, _ in upright(s, seen)]:
        yield f"the tower in {at(s, d.space)} still stands"
    yield from odd_counts(s, seen)


def builds(s: Match) -> Iterator[Choice[Match]]:
    """One own die onto another, its face kept; a tower's top may be taken, a covered die not (DDD-13)."""
    own = mine(s, s.acting)
    high, stay = "high-towers" in s.setup.options, "tops-stay" in s.setup.options
    for top, base in permutations(own, 2):
        if (top.under and stay and is_tower(s, top)) or (base.under and not (high and is_tower(s, base))):
            continue
        text = f"{s.acting}: put {piece(top.alone())} from {at(s, top.space)} on {piece(base)} in {at(s, base.space)}"
        yield Choice(Move("tower", s.acting, (str(top), str(base))), text, partial(built, top=top, base=base))


def built(s: Match, top: Die, base: Die) -> Match:
    """A tower stands; the turn has nothing more to do."""
    tower = replace(top.to(base.space), under=base.each())
    table = s.table.swap(top, base, new=[*left_under(top), tower])
    news = f"{s.acting} builds a tower in {at(s, base.space)}: {piece(top.alone())} on {piece(base)}"
    return say(replace(s, table=table, may=()), news)


def left_under(d: Die) -> Iterable[Die]:
    """What lies there when a top die is taken away."""
    return [replace(d.under[-1], under=d.under[:-1])] if d.under else []


def over(s: Match) -> Match:
    """Nobody shoots or builds any more."""
    return replace(s, may=())
