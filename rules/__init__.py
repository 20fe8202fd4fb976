"""Rules of dice games that are played on a real table: what the score is and why, and what may happen next.

Start with `table.py` (how dice lie), then `core.py` (the engine), then a game's folder, whose `__init__` reads like the
rulebook's sequence of play. `log.py` writes a match down, `sheet.py` and `reading.py` turn what a camera sees into a
table. Nothing here rolls a die, reads a clock or knows of pictures.
"""

from __future__ import annotations

from typing import Any

from .core import BadSetup, Game
from .dice_horde import GAME as DICE_HORDE
from .die_die_die import GAME as DIE_DIE_DIE

GAMES: dict[str, Game[Any]] = {"die-die-die": DIE_DIE_DIE, "dice-horde": DICE_HORDE}


def game(name: str) -> Game[Any]:
    """The rules of a game by its id.

    Raises:
        BadSetup: There is no such game; the message names those that there are.
    """
    if name not in GAMES:
        raise BadSetup(f"unknown game {name!r}; known: {', '.join(GAMES)}")
    return GAMES[name]
