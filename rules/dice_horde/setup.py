"""Game setup: the player, the dice, both sheets, and the state before the first round (DH-1, DH-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from ..boardfile import BadSheet
from ..core import BadSetup, InPlay, Setup
from ..table import Die, Table
from ..values import showable
from .checks import ruler_sheet, tower_sheet
from .sheets import DICE, TYPES, RulerSheet, Tower, TowerSheet
from .state import Built, Siege
from .words import POOL, ROUND_DIE

Sheet = TypeVar("Sheet", TowerSheet, RulerSheet)


def start(setup: Setup) -> Siege:
    """The match before its first round: twelve dice in the pool, the thirteenth above the sheet, no mark but the first.

    Raises:
        BadSetup: With all that is wrong with the player, the dice or the sheets.
    """
    wrong = [*odd_player(setup), *(f"unknown option {o!r}; this game has none" for o in sorted(setup.options))]
    if len(setup.sheets) != 2:
        wrong.append(f"needs a tower sheet and a ruler sheet, not {len(setup.sheets)} sheets")
    if wrong:
        raise BadSetup("; ".join(wrong))
    sheet, ruler = both(setup)
    *dice, thirteenth = setup.players[0].colours
    table = Table((*(Die(POOL, c, 0) for c in dice for _ in range(DICE)), Die(ROUND_DIE, thirteenth, 0)))
    nothing = (0,) * sheet.length
    return Siege(
        setup=setup,
        table=table,
        effects=(InPlay("table"),),
        sheet=sheet,
        ruler=ruler,
        gate=sheet.gate,
        towers=tuple(map(unmarked, sheet.towers)),
        chief=unmarked(sheet.main),
        built=nothing,
        broken=nothing,
        marked=((),) * len(ruler.scrolls),
    )


def both(setup: Setup) -> tuple[TowerSheet, RulerSheet]:
    """The tower sheet and the ruler sheet of a setup; raises BadSetup with all that is wrong with both."""
    wrong: list[str] = []

    def told(read: Callable[[str], Sheet], text: str) -> Sheet | None:
        try:
            return read(text)
        except BadSheet as bad:
            wrong.append(str(bad))
            return None

    sheet, ruler = told(tower_sheet, setup.sheets[0]), told(ruler_sheet, setup.sheets[1])
    if sheet is None or ruler is None:
        raise BadSetup("\n".join(wrong))
    return sheet, ruler


def unmarked(tower: Tower) -> Built:
    """A tower at the first level of each statistic."""
    return Built(tower, tower.red[0], tower.green[0], tower.blue[0])


def odd_player(setup: Setup) -> Iterator[str]:
    """What is wrong with the player: one plays, with four colours, one a type and one for the thirteenth die."""
    if len(setup.players) != 1:
        yield f"one player plays against the horde, not {len(setup.players)}"
        return
    player = setup.players[0]
    if not player.name.strip():
        yield "the player has no name"
    if not showable(player.name):
        yield f"{player.name!r} holds characters that cannot be shown"
    what = ", ".join([*(f"type {t}" for t in TYPES), "the thirteenth die"])
    if len(player.colours) != len(TYPES) + 1:
        yield f"needs four colours, for {what}, not {len(player.colours)}"
    if twice := [c for c in dict.fromkeys(player.colours) if player.colours.count(c) > 1]:
        yield f"{' and '.join(twice)} can be of one type only; four colours are needed, for {what}"
    yield from (
        f"{c!r} is not a colour's name" for c in player.colours if not (c.isascii() and c.isalpha() and c.islower())
    )
