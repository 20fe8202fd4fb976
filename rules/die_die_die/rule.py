"""A rule that is not always there: the core's effect with the questions that Die die DIE! adds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..core import Award, Effect, InPlay
from .state import Fight, Match


@dataclass(frozen=True)
class Rule(Effect[Match]):
    """An effect with the questions that Die die DIE! adds.

    `awards`: what does a fight bring? `also`: what does the combat bring besides its fights? `moves`: does it let this
    player do something in the movement phase? `begins`: what becomes of it when an era begins?
    """

    awards: Callable[[Match, InPlay, Fight, list[Award]], list[Award]] = lambda s, mine, f, found: found
    also: Callable[[Match, InPlay], list[Award]] = lambda s, mine: []
    moves: Callable[[Match, InPlay, str], bool] = lambda s, mine, player: False
    begins: Callable[[Match, InPlay], Match] = lambda s, mine: s
