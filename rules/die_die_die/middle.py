"""What lava or black hole do, told from a table alone, with no match running (DDD-73, DDD-76, DDD-77)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..news import piece, place
from ..table import Die, Table
from .black_hole import in_hole, planets
from .lava import ANY, Owner, area_of, flow, in_caldera, spilling
from .sheets import AREAS, Board


@dataclass(frozen=True, slots=True)
class Named:
    """A die in the middle, the areas or planets that it names, and that in words."""

    die: Die
    numbers: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What happens: the dice in the middle, the dice that go and those that stay, each with the reason in words."""

    named: tuple[Named, ...]
    go: tuple[tuple[Die, str], ...] = ()
    stay: tuple[tuple[Die, str], ...] = ()

    def lines(self) -> list[str]:
        """The whole answer in sentences."""
        return [*(n.text for n in self.named), *(why for _, why in self.go), *(why for _, why in self.stay)]


def erupts(board: Board, table: Table, owner: Owner, highest: bool = False, chosen: Iterable[int] = ()) -> Answer:
    """What the lava does: `chosen` are the areas that owners of dice of 6 and more have chosen, in turn order.

    With `highest` only the highest die spills, else each its own area (DDD-71).
    """
    there = in_caldera(board, table)
    spills, areas = spilling(there, highest), list(chosen)
    named = [caldera_words(board, d, spills, areas) for d in there]
    over = {n for one in named if len(one.numbers) == 1 for n in one.numbers}
    found = flow(board, table, sorted(over), owner)
    go = tuple((d, f"{told(board, d)} goes: area {number(board, d)} lies under the lava") for d in found.go)
    stay = tuple((d, f"{told(board, d)} stays: {why}") for d, why in found.stay)
    known = [*there, *found.go, *(d for d, _ in found.stay)]
    dry = [d for d in table if owner(d) and d not in known]
    rest = tuple((d, f"{told(board, d)} stays: {away(board, d)}") for d in dry)
    return Answer(tuple(named) or (nobody("caldera"),), go, (*stay, *rest))


def caldera_words(board: Board, d: Die, spills: list[Die], chosen: list[int]) -> Named:
    """What a die in the caldera does, in words; a choice is used up by the first that may choose."""
    here = f"{worth(d)} lies in the caldera"
    if d not in spills:
        return Named(d, (), f"{here}, and a higher one spills")
    area = area_of(d) if d.face else -1
    if area < 0:
        return Named(d, (), f"{here}, and its value is not clear")
    if not area and chosen:
        area = chosen.pop(0)
        return Named(d, (area,), f"{here}: its owner has chosen {lands(board, area)}")
    if not area:
        return Named(d, tuple(AREAS), f"{here}: {ANY} or more, so its owner chooses the area, 1 to {AREAS.stop - 1}")
    return Named(d, (area,), f"{here}: lava over {lands(board, area)}")


def swallows(board: Board, table: Table) -> Answer:
    """What the black hole does: where each die in it goes, and that all others stay."""
    there = in_hole(board, table)
    named = tuple(hole_words(board, d) for d in there)
    go = tuple((d, f"{worth(d)} goes: rolled anew outside, then set on {targets(board, d)}") for d in there if d.face)
    rest = [d for d in table if d not in there]
    stay = tuple((d, f"{told(board, d)} stays: it is not in the hole") for d in rest)
    return Answer(named or (nobody("black hole"),), go, stay)


def hole_words(board: Board, d: Die) -> Named:
    """What a die in the hole names, in words."""
    here = f"{worth(d)} lies in the black hole"
    if not d.face:
        return Named(d, (), f"{here}, and its value is not clear")
    numbers = tuple(t.number for t in planets(board, d.value))
    what = f"{ANY} or more, so any planet" if d.value >= ANY else f"planet {d.value}"
    return Named(d, numbers, f"{here}: {what}, {targets(board, d)}")


def targets(board: Board, d: Die) -> str:
    """The planets that a die goes to, in words."""
    return " or ".join(t.title for t in planets(board, d.value))


def away(board: Board, d: Die) -> str:
    """Why the lava does not reach a die."""
    n = number(board, d)
    if n:
        return f"area {n} stays dry"
    return "its territory belongs to no area" if board.home(d) else "it lies in no territory"


def number(board: Board, d: Die) -> int:
    """The area of a die's territory; 0 for none."""
    return next((t.number for t in board.territories if t.id == board.home(d)), 0)


def lands(board: Board, area: int) -> str:
    """An area with its territories."""
    return f"area {area} ({' and '.join(t.title for t in board.numbered(area))})"


def worth(d: Die) -> str:
    """A die with its Fusion bonus, in words."""
    return f"{piece(d)} with a bonus of {d.bonus}" if d.bonus else piece(d)


def told(board: Board, d: Die) -> str:
    """A die and its place, in words."""
    return f"{piece(d)} of {place(d.space, board.titles)}"


def nobody(where: str) -> Named:
    """Nothing lies in the middle."""
    return Named(Die("", "", 0), (), f"No die lies in the {where}: nothing happens")
