"""Monuments, a module: where each is set, how they fall and rise, and what they bring (DDD-80 to 84)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from ..changes import difference
from ..core import Award, Choice, Choices, InPlay, Move, in_play, same
from ..table import Die, Table
from .counts import impossible
from .fight import fight
from .rule import Rule
from .state import MONUMENTS, STANDS, Fight, Match, at, say


def due(s: Match) -> Match:
    """Before the combat of ages I to III the age's monument is to be set (DDD-80)."""
    age = s.era - 1
    wanted = bool(in_play(s, "monuments")) and age < len(MONUMENTS)
    return replace(s, placing=MONUMENTS[age] if wanted else "")


def bloodiest(s: Match) -> list[str]:
    """The territories in which the strengths of all players add up highest."""
    total = {t.id: sum(n for _, n in fight(s, t).strengths) for t in s.board.territories}
    return [t for t, n in total.items() if n == max(total.values())]


def monument(s: Match) -> Iterator[Choice[Match]]:
    """The bloodiest territory gets it; of several the lowest score chooses, on one score the last in turn order."""
    found = bloodiest(s)
    player = s.turn[-1] if len(found) > 1 else ""
    for name in found:
        who = f"{player}: set the {s.placing} on" if player else f"Set the {s.placing} on the bloodiest territory,"
        yield Choice(Move("set", player, (s.placing, name)), f"{who} {at(s, name)}", partial(placed, space=name))


def placed(s: Match, space: str) -> Match:
    """The monument stands there."""
    table = s.table.put(Die(space, s.placing, STANDS))
    news = f"the {s.placing} stands in {at(s, space)}"
    return say(replace(s, placing="", table=table, monuments=(*s.monuments, s.placing)), news)


def moved(s: Match, mine: InPlay, found: Choices[Match]) -> Iterable[Choice[Match]]:
    """At any time people tell how the monuments lie now: standing, fallen, where, or out of the arena (DDD-81)."""
    yield from found
    if any(d.colour in MONUMENTS for d in s.table):
        yield Choice(Move("monuments"), "Monuments fell, rose or moved", same, partial(odd_monuments, s))


def odd_monuments(s: Match, seen: Table) -> Iterator[str]:
    """What is odd about monuments that moved: no die may, and none of them may come back into the arena."""
    if difference(bare(s.table), bare(seen)):
        yield "dice lie otherwise than before"
    for m in MONUMENTS:
        if seen.count(m) > s.table.count(m):
            yield f"the {m} is out of the arena for good" if m in s.monuments else f"the {m} has not been set"
    yield from impossible(s, seen)


def bare(table: Table) -> Table:
    """A table without its monuments."""
    return table.where(lambda d: d.colour not in MONUMENTS)


def points(s: Match, mine: InPlay, f: Fight, found: list[Award]) -> list[Award]:
    """A point for each standing monument to who alone wins there; with Archeology also for fallen ones and ties."""
    given = list(found)
    for d in s.table.touching(f.space.id):
        if d.colour in MONUMENTS:
            given += [Award(p, 1, why(d, f, p, s), f.space.id) for p in f.winners if scores(s, f, d, p)]
    return given


def scores(s: Match, f: Fight, d: Die, player: str) -> bool:
    """Whether a monument in a fight counts for one of its winners (DDD-82, DDD-83)."""
    if any(e.player == player for e in in_play(s, "archeology")):
        return True
    alone = len(f.winners) == 1 or "monument-ties" in s.setup.options
    return alone and d.face == STANDS


def why(d: Die, f: Fight, player: str, s: Match) -> str:
    """A monument's point in words."""
    stands = "stands" if d.face == STANDS else "lies fallen"
    dug = any(e.player == player for e in in_play(s, "archeology"))
    return f"the {d.colour} {stands} in {f.space.title}" + (" (Archeology)" if dug else "")


MONUMENTS_RULE = Rule("monuments on the bloodiest territories", offer=moved, awards=points)
