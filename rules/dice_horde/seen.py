"""What a seen table has to do with what the rules made of it: words, differences and counts (DH-1, 26, 34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..changes import difference
from ..core import Game, choices, explain
from ..news import words
from ..table import Table
from .sheets import DICE, TYPES
from .state import Siege, round_colour
from .words import ELSEWHERE, plural, title


def titles(s: Siege) -> dict[str, str]:
    """The words for every space of the sheet."""
    path = [f"{n}-{k}" for n in range(1, s.sheet.length + 1) for k in range(1, 5)]
    rounds = [f"round-{n}" for n in range(1, len(s.sheet.round_segments) + 1)]
    return {space: title(space) for space in (*ELSEWHERE, *path, *rounds)}


def odd_counts(s: Siege, seen: Table) -> Iterator[str]:
    """Where a table does not hold four dice of each type and one for the rounds (DH-1)."""
    wanted = {c: DICE for c in s.setup.players[0].colours[: len(TYPES)]} | {round_colour(s): 1}
    for c, want in wanted.items():
        there = seen.count(c)
        if there != want:
            what = f"{want - there} missing" if there < want else f"{there - want} too many"
            yield f"{plural(there, f'{c} die').replace('dies', 'dice')} on the table, not {want}: {what}"
    for c in dict.fromkeys(d.colour for d in seen.all() if d.colour not in wanted):
        yield f"no {c} dice are played with"


def told(s: Siege, seen: Table) -> Iterable[str]:
    """What a reading changes, and which dice are missing or too many."""
    yield from words(s.table, seen, titles(s))
    yield from odd_counts(s, seen)


def differs(game: Game[Siege], s: Siege, seen: Table) -> tuple[str, ...]:
    """What lies otherwise than after the one step that is due, or than now where people choose (DH-34).

    Where dice lie as after several due steps, nothing differs.
    """
    found = explain(game, s, seen)
    if not difference(s.table, seen) or (found and not found[0].cost):
        return ()
    may = choices(game, s)
    expected = may[0].do(s).table if len(may) == 1 else s.table
    best = found[0].left if found and found[0].left else difference(expected, seen)
    return tuple(change.text(titles(s)) for change in best)
