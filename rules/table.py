"""The dice as they lie on the sheets: an exact value, written and read as one line of text.

>>> t = Table.parse("north: red6^red2 | north/south: blue4 | south: red2+3")
>>> str(t)
'north: red6^red2 | north/south: blue4 | south: red2+3'
>>> [str(d) for d in t.touching("south")]
['north/south: blue4', 'south: red2+3']

A tower is told from the bottom up: ``red6^red2`` is a red 2 on a red 6. ``?`` is a face that is not known or of
no matter. A border is its spaces, ``north/south``. ``~north`` is a place on no space, with north the nearest.
Read ``changes.py`` next for what became of which die, ``news.py`` for words, ``core.py`` for what uses them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

WORD = re.compile(r"(?P<colour>[a-z]+)(?P<face>[1-9]\d{0,8}|\?)(\+(?P<bonus>[1-9]\d{0,8}))?", re.ASCII)
PLACE = re.compile(r"~?[a-z0-9_-]+( [a-z0-9_-]+)*(/[a-z0-9_-]+( [a-z0-9_-]+)*)*", re.ASCII)
BESIDE = "~"  # before the nearest spaces of a die that touches none


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """A die, or a tower by its top die with those under it, bottom first."""

    space: str
    colour: str
    face: int
    bonus: int = 0
    under: tuple[Die, ...] = ()

    @property
    def value(self) -> int:
        """What the die is worth: its face and the bonus that no camera sees."""
        return self.face + self.bonus

    @property
    def spaces(self) -> tuple[str, ...]:
        """The spaces that the die touches: none, one, or on a border several."""
        return () if self.space.startswith(BESIDE) else tuple(self.space.split("/"))

    @property
    def nearest(self) -> tuple[str, ...]:
        """The spaces nearest to a die that touches none."""
        return tuple(self.space[1:].split("/")) if self.space.startswith(BESIDE) else ()

    def to(self, space: str) -> Die:
        """The same die or tower in another space."""
        return replace(self, space=space, under=tuple(d.to(space) for d in self.under))

    def alone(self) -> Die:
        """The top die without those under it."""
        return replace(self, under=()) if self.under else self

    def each(self) -> tuple[Die, ...]:
        """Every die of a tower as a die of its own, bottom first."""
        return (*self.under, self.alone())

    def word(self) -> str:
        """The die without its space, like ``red6^red2+3``."""
        own = f"{self.colour}{self.face or '?'}" + (f"+{self.bonus}" if self.bonus else "")
        return "^".join([*(d.word() for d in self.under), own])

    def __str__(self) -> str:
        """The die as text that `Die.parse` reads."""
        return f"{self.space}: {self.word()}"

    @classmethod
    def parse(cls, text: str) -> Die:
        """The die that a text like ``north: red6^red2`` tells.

        Raises:
            ValueError: The text is no die; the message quotes it.
        """
        space, colon, rest = text.partition(":")
        if not colon:
            raise ValueError(f"no space in {text!r}")
        return die(space.strip(), rest.strip())


def die(space: str, word: str) -> Die:
    """The die or tower that a word like ``red6^red2+3`` tells.

    Raises:
        ValueError: The space or the word is none; the message quotes it.
    """
    if not PLACE.fullmatch(space):
        raise ValueError(f"not a space: {space!r}")
    stack: list[Die] = []
    for part in word.split("^"):
        m = WORD.fullmatch(part)
        if not m:
            raise ValueError(f"not a die: {part!r} in {space}: {word}")
        stack.append(Die(space, m["colour"], int(m["face"].replace("?", "0")), int(m["bonus"] or 0)))
    return replace(stack[-1], under=tuple(stack[:-1]))


@dataclass(frozen=True, slots=True)
class Table:
    """All dice as they lie, sorted: two tables are equal when the same dice lie in the same spaces."""

    dice: tuple[Die, ...] = ()

    def __post_init__(self) -> None:
        """Sorts the dice."""
        object.__setattr__(self, "dice", tuple(sorted(self.dice)))

    def __iter__(self) -> Iterator[Die]:
        """What is seen from above: single dice and the tops of towers."""
        return iter(self.dice)

    def __len__(self) -> int:
        """How many single dice and towers lie here."""
        return len(self.dice)

    def all(self) -> Iterator[Die]:
        """Every die, those under others too."""
        for d in self.dice:
            yield from d.each()

    def where(self, test: Callable[[Die], bool]) -> Table:
        """The dice and towers that pass a test."""
        kept = tuple(d for d in self.dice if test(d))
        return self if len(kept) == len(self.dice) else Table(kept)

    def at(self, space: str) -> Table:
        """The dice and towers in exactly this place."""
        return self.where(lambda d: d.space == space)

    def touching(self, space: str) -> Table:
        """The dice and towers in this space, those on its borders too."""
        return self.where(lambda d: space in d.spaces)

    def of(self, *colours: str) -> Table:
        """The dice and towers whose top has one of these colours."""
        return self.where(lambda d: d.colour in colours)

    def count(self, colour: str) -> int:
        """How many dice of a colour lie here, covered ones too."""
        return sum((d.colour == colour) + sum(e.colour == colour for e in d.under) for d in self.dice)

    def swap(self, *old: Die, new: Iterable[Die] = ()) -> Table:
        """The table with these dice taken and those put.

        Raises:
            ValueError: One of the old dice does not lie here.
        """
        left = list(self.dice)
        for d in old:
            left.remove(d)
        return Table((*left, *new))

    def put(self, *new: Die) -> Table:
        """The table with these dice put too."""
        return Table((*self.dice, *new))

    @classmethod
    def parse(cls, text: str) -> Table:
        """The table that a line like ``north: red6^red2 blue1 | south: red2`` tells.

        Raises:
            ValueError: Some part is no die; the message quotes it.
        """
        found: list[Die] = []
        for part in text.split("|") if text.strip() else ():
            space, colon, rest = part.partition(":")
            if not colon or not rest.split():
                raise ValueError(f"no dice in {part.strip()!r}")
            found += [die(space.strip(), word) for word in rest.split()]
        return cls(tuple(found))

    def __str__(self) -> str:
        """The table as text that `Table.parse` reads."""
        spaces = dict.fromkeys(d.space for d in self.dice)
        return " | ".join(f"{s}: " + " ".join(d.word() for d in self.dice if d.space == s) for s in spaces)


EMPTY = Table()
