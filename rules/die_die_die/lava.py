"""Krakatoa: what the lava does, from a board and a table alone, with no match running (DDD-67 to 71, DDD-73)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..table import Die, Table
from .sheets import AREAS, Board

ANY = AREAS.stop  # the value from which on the owner chooses
Owner = Callable[[Die], str]


@dataclass(frozen=True, slots=True)
class Flow:
    """What lava over some areas does: the dice that go, and those that stay in its way, each with the reason."""

    areas: tuple[int, ...]
    go: tuple[Die, ...]
    stay: tuple[tuple[Die, str], ...]


def in_caldera(board: Board, table: Table) -> list[Die]:
    """The dice and towers in the caldera."""
    return [d for d in table if board.within(d, "caldera")]


def spilling(dice: Iterable[Die], highest: bool) -> list[Die]:
    """Whose lava flows: of every die in the caldera, or by option only of the first that is highest (DDD-71)."""
    found = list(dice)
    best = max((d.value for d in found), default=0)
    return [d for d in found if d.value == best][:1] if highest else found


def area_of(d: Die) -> int:
    """The area that a caldera die names by its value, a Fusion bonus counted; 0 where its owner chooses (DDD-68)."""
    return 0 if d.value >= ANY else d.value


def flow(board: Board, table: Table, areas: Iterable[int], owner: Owner) -> Flow:
    """The lava over these areas: all dice there go, but for those whose owner has a die in the caldera."""
    over = tuple(dict.fromkeys(areas))
    hot = {t.id for t in board.numbered(*over)}
    safe = {owner(d) for d in in_caldera(board, table)}
    there = [d for d in table if owner(d) and hot & set(d.spaces)]
    go = tuple(d for d in there if board.home(d) in hot and owner(d) not in safe)
    stay = tuple((d, reason(board, d, safe, owner)) for d in there if d not in go)
    return Flow(over, go, stay)


def reason(board: Board, d: Die, safe: set[str], owner: Owner) -> str:
    """Why a die stays in the lava's way."""
    if owner(d) in safe:
        return f"{owner(d)} has a die in the caldera"
    return "it lies on a border: where its owner sets it decides"
