"""What became of which die between two tables: for people, for cameras, and for what no camera sees.

`difference` is for people and cameras: it knows of no bonus, and a ``?`` fits every face. Rules compare tables exactly.
`news.py` tells a whole picture in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from .table import Die, Table


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
        if self.was is None and self.now is None:
            return ""
        if self.was is None:
            assert self.now is not None
            return f"{piece(self.now)} came to {place(self.now.space, titles)}"
        if self.now is None:
            return f"{piece(self.was)} left {place(self.was.space, titles)}"
        return moved(self.was, self.now, titles)

    def __str__(self) -> str:
        """The change in words, with the ids of the spaces."""
        return self.text({})


def moved(was: Die, now: Die, titles: Mapping[str, str]) -> str:
    """How one die or tower moved, turned or changed its height, in words."""
    here, there = place(was.space, titles), place(now.space, titles)
    if was.under and not now.under:
        return f"{was.colour}'s tower in {here} fell, its top {turned(was, now, there if here != there else '')}"
    if now.under and not alike_under(was.to(now.space), now):
        return f"{piece(was)} of {here} stands on {' on '.join(map(piece, reversed(now.under)))} in {there}"
    if here == there:
        return f"{piece(was)} in {here} is {shown(now)} now"
    return f"{piece(was)} from {here} to {there}" + ("" if was.face == now.face else f", now {shown(now)}")


def turned(was: Die, now: Die, there: str) -> str:
    """What a die that fell off a tower shows, and where it lies when not beside it."""
    says = f"still {shown(now)}" if was.face == now.face else f"now {shown(now)}"
    return f"is {says}" + (f" in {there}" if there else "")


def shown(d: Die) -> str:
    """The face of a die in words."""
    return str(d.face) if d.face else "unclear"


def piece(d: Die) -> str:
    """A die or a tower in words: "red 4", "the red tower on 4"."""
    return f"the {d.colour} tower of {d.face or '?'}" if d.under else f"{d.colour} {d.face or '?'}"


def place(space: str, titles: Mapping[str, str]) -> str:
    """A space, a border or a spot beside all spaces, in words."""
    names = [titles.get(s, s) for s in space.lstrip("~").split("/")]
    if space.startswith("~"):
        return f"open ground near {' and '.join(names)}"
    return names[0] if len(names) == 1 else f"the border of {' and '.join(names)}"


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
