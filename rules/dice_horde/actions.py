"""What a player does with towers and path: barricades, traps, upgrades, armour, attacks (DH-13). Steps 2 and 3.

The same works are bought with skulls in step 4 (`ruler.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from .horde import effect
from .sheets import STATS
from .shots import shots
from .state import Built, Siege, built, me, now, rebuilt, say, standing
from .words import title

Work = tuple[tuple[str | int, ...], Callable[[Siege], Siege]]  # its arguments, and what it does


def works(s: Siege, what: str) -> Iterator[Work]:
    """Every way to do one of the works that mark paper: where, on which tower, which statistic."""
    match what:
        case "barricade":
            yield from (
                ((n,), partial(barricaded, n=n))
                for n, segment in enumerate(s.sheet.segments, 1)
                if s.built[n - 1] < segment.barricades
            )
        case "trap":
            yield from (((space,), partial(trapped, space=space)) for space in free_spaces(s))
        case "armour":
            yield from (
                ((b.tower.id,), partial(armoured, name=b.tower.id))
                for b in s.towers
                if b.stands and b.armour < b.tower.armour
            )
        case "upgrade":
            for b in s.towers:
                yield from raises(b) if b.stands else ()


def raises(b: Built) -> Iterator[Work]:
    """The statistics of a tower that are below their top level."""
    for stat in STATS:
        if level(b, stat) < getattr(b.tower, stat)[1]:
            yield (b.tower.id, stat), partial(raised, name=b.tower.id, stat=stat)


def level(b: Built, stat: str) -> int:
    """The level of a statistic now."""
    found: int = getattr(b, stat)
    return found


def free_spaces(s: Siege) -> Iterator[str]:
    """The spaces that can be trapped: no die lies there, and their trap symbol is not used up (DH-12)."""
    taken = {space for d in s.table for space in (*d.spaces, *d.nearest)}
    for n in range(1, s.sheet.length + 1):
        for k in range(1, 5):
            if (space := f"{n}-{k}") not in taken and space not in s.traps:
                yield space


def barricaded(s: Siege, n: int) -> Siege:
    """One more barricade to the right of a segment."""
    s = replace(s, built=tuple(v + (i == n) for i, v in enumerate(s.built, 1)))
    k = standing(s, n)
    return say(s, f"a barricade after segment {n}: passing costs {1 + k} points there")


def trapped(s: Siege, space: str) -> Siege:
    """A trap on a space."""
    return say(replace(s, traps=(*s.traps, space)), f"a trap on {title(space)}")


def armoured(s: Siege, name: str) -> Siege:
    """One more shield for a tower."""
    b = built(s, name)
    return say(rebuilt(s, replace(b, armour=b.armour + 1)), f"{b.tower.title}: armour {b.armour + 1}")


def raised(s: Siege, name: str, stat: str) -> Siege:
    """One level more of a tower's statistic."""
    b = built(s, name)
    new = level(b, stat) + 1
    what = {"red": "damage", "green": "targets", "blue": "range"}[stat]
    marks = {"red": b.red, "green": b.green, "blue": b.blue} | {stat: new}
    b = replace(b, red=marks["red"], green=marks["green"], blue=marks["blue"])
    return say(rebuilt(s, b), f"{b.tower.title}: {stat} level {new} ({what} {new})")


def begin_step(s: Siege) -> Siege:
    """Step 2 begins."""
    return replace(s, acting=True, side="", todo=())


def acting(s: Siege) -> bool:
    """Whether step 2 still goes on."""
    return s.acting


def actions(s: Siege) -> Iterator[Choice[Siege]]:
    """One of the two sets first, then its actions in any order; each may be left out."""
    if not s.side:
        for side, todo in (("upper", now(s).upper), ("lower", now(s).lower)):
            text = f"the {side} set: {', '.join(' or '.join(one) for one in todo)}"
            yield Choice(Move("set", me(s), (side,)), text, partial(chose, side=side, todo=todo), quiet=True)
    for what in dict.fromkeys(what for one in s.todo for what in one):
        yield from action(s, what)
    left = f", leaving out {', '.join(' or '.join(one) for one in s.todo)}" if s.todo else ""
    yield Choice(Move("done", me(s)), f"your actions are over{left}", done, quiet=True)


def action(s: Siege, what: str) -> Iterator[Choice[Siege]]:
    """Every way to do one action of the set."""
    if what.startswith("attack"):
        for c in shots(s, attackers(s, what), what):
            yield replace(c, do=partial(ticked, what=what, do=c.do))
        return
    for args, do in works(s, what):
        yield Choice(Move(what, me(s), args), effect(s, do), partial(ticked, what=what, do=do))


def attackers(s: Siege, what: str) -> list[Built]:
    """The towers that an attack of this name may use: standing ones of the path, never the main tower."""
    return [b for b in s.towers if b.stands and what in (f"attack {b.tower.colour}", "attack any")]


def chose(s: Siege, side: str, todo: tuple[tuple[str, ...], ...]) -> Siege:
    """The player chose one of the sets."""
    return replace(s, side=side, todo=todo)


def ticked(s: Siege, what: str, do: Callable[[Siege], Siege]) -> Siege:
    """An action is done; of those that it fits, it takes the place that leaves most to do."""
    one = min((one for one in s.todo if what in one), key=len)
    n = s.todo.index(one)
    s = do(replace(s, todo=s.todo[:n] + s.todo[n + 1 :]))
    return s if s.todo else done(s)


def done(s: Siege) -> Siege:
    """Step 2 is over."""
    return replace(s, acting=False, todo=())


def begin_main(s: Siege) -> Siege:
    """Step 3 begins."""
    return replace(s, main=True)


def main_reaches(s: Siege) -> bool:
    """Whether the main tower has not attacked and something is in its range (DH-21)."""
    return s.main and bool(next(shots(s, [s.chief], "main attack"), None))


def main_attacks(s: Siege) -> Iterator[Choice[Siege]]:
    """The main tower's attacks."""
    for c in shots(s, [s.chief], "main attack"):
        yield replace(c, do=partial(main_done, do=c.do))
    yield Choice(Move("done", me(s)), "no attack of the main tower", main_over, quiet=True)


def main_done(s: Siege, do: Callable[[Siege], Siege]) -> Siege:
    """The main tower attacks, once in this step."""
    return do(replace(s, main=False))


def main_over(s: Siege) -> Siege:
    """The main tower does not attack."""
    return replace(s, main=False)
