"""Attack phase: players flick, shoot from towers and build them, in turn, until all dice are used (DDD-10 to 13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move, colours
from ..news import piece
from ..table import Die, Table
from .bumps import bump
from .counts import due, lost, odd_counts
from .effects import EFFECTS
from .state import Match, at, eras, order, say
from .towers import builds, standing, towers, upright


def new_era(s: Match) -> Match:
    """An era begins: the order is taken, and every die that is left is on its sheet (DDD-6)."""
    turn, most = order(s), sum(s.board.crew)
    queue = tuple(p for n in range(most) for p in turn if n < most - len(gone(s, p)))
    s = replace(s, era=s.era + 1, turn=turn, queue=queue, used=(), dead=(), absent=s.gone, acting="", may=(), stood=())
    s = say(s, f"Era {s.era} of {eras(s)}: {', '.join(turn)}")
    for mine in s.effects:
        s = EFFECTS[mine.effect].begins(s, mine)
    return s


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
        for c, most in zip(colours(s.setup, p), s.board.crew, strict=True):
            do = partial(flicked, player=p, colour=c, stood=towers(s, p))
            none = "" if s.used.count(c) + s.absent.count(c) < most else f"no {c} die is left on the sheet"
            yield Choice(Move("flick", p, (c,)), flick_words(s, p, c), do, partial(odd_flick, s, c), no or none)
    if not s.queue:
        yield Choice(Move("over", s.acting), f"{s.acting}: no more, the attack is over", over, quiet=True)
    yield bump(s)


def flick_words(s: Match, player: str, colour: str) -> str:
    """What a flick is called; crews flick from their own side of the box (DDD-61)."""
    if not s.board.rigid:
        return f"{player}: flick a {colour} die"
    rank = "master" if colour == colours(s.setup, player)[0] else "sailor"
    return f"{player}: flick a {colour} die, a {rank}, from a platform on your side"


def optional(s: Match) -> Iterator[Choice[Match]]:
    """What the acting player may do after the flick: first a shot, then a tower."""
    if "shot" in s.may:
        yield from shots(s)
    if "tower" in s.may:
        yield from builds(s, s.acting, over)


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


def over(s: Match) -> Match:
    """Nobody shoots or builds any more."""
    return replace(s, may=())
