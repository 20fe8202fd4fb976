"""What became of which die between two tables: for people, for cameras, and for what no camera sees.

`difference` is for people and cameras: it knows of no bonus, and a ``?`` fits every face. Rules compare tables exactly.
`news.py` tells a whole picture in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .news import words
from .table import EMPTY, Die, Table


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one die: nothing before means that it came, nothing now that it went."""

    was: Die | None
    now: Die | None

    @property
    def size(self) -> int:
        """How much became of it: 1 each for another space, face and height, 3 for coming or going."""
        if self.was is None or self.now is None:
            return 3
        turned = self.was.face != self.now.face and bool(self.was.face and self.now.face)
        return (self.was.space != self.now.space) + turned + (not alike_under(self.was.to(self.now.space), self.now))

    def text(self, titles: Mapping[str, str]) -> str:
        """The change in words, with the titles of the spaces where there are some."""
        was, now = (Table((d,)) if d else EMPTY for d in (self.was, self.now))
        return "; ".join(words(was, now, titles))

    def __str__(self) -> str:
        """The change in words, with the ids of the spaces."""
        return self.text({})


def alike(a: Die, b: Die) -> bool:
    """Equal as far as a camera can tell."""
    return (
        a.space == b.space
        and a.colour == b.colour
        and (a.face == b.face or not a.face or not b.face)
        and alike_under(a, b)
    )


def alike_under(a: Die, b: Die) -> bool:
    """Whether two dice stand on dice that are equal as far as a camera can tell."""
    return len(a.under) == len(b.under) and all(map(alike, a.under, b.under))


CLOSER: tuple[Callable[[Die, Die], bool], ...] = (  # which two are the same die, most certain first
    lambda a, b: a.word() == b.word() and a.space == b.space,
    alike,
    lambda a, b: a.colour == b.colour and a.space == b.space and alike_under(a, b),
    lambda a, b: a.colour == b.colour and a.face == b.face and a.space == b.space,
    lambda a, b: a.colour == b.colour and a.face == b.face,
    lambda a, b: a.colour == b.colour,
)


def pairs(before: Table, after: Table) -> list[tuple[Die | None, Die | None]]:
    """Each die or tower before, with what it most likely became."""
    a, b = list(before), list(after)
    out: list[tuple[Die | None, Die | None]] = []
    for same in CLOSER:
        for d in list(a):
            e = next((e for e in b if same(d, e)), None)
            if e is not None:
                a.remove(d)
                b.remove(e)
                out.append((d, e))
    return [*out, *((d, None) for d in a), *((None, e) for e in b)]


def difference(before: Table, after: Table) -> tuple[Change, ...]:
    """What changed, as far as a camera can tell."""
    return tuple(Change(d, e) for d, e in pairs(before, after) if d is None or e is None or not alike(d, e))


def carry(before: Table, seen: Table) -> Table:
    """A reading with what no camera sees: bonuses, and faces that are covered."""
    return Table(tuple(e if d is None else kept(d, e) for d, e in pairs(before, seen) if e is not None))


def kept(was: Die, now: Die) -> Die:
    """One die as read, with its bonus and the faces of the dice under it."""
    if len(was.under) != len(now.under):
        return replace(now, bonus=was.bonus)
    covered = tuple(replace(kept(w, n), face=n.face or w.face) for w, n in zip(was.under, now.under, strict=True))
    return replace(now, bonus=was.bonus, under=covered)
