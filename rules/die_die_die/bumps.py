"""Dice that are bumped or set down by mistake stay as they came to rest (DDD-19)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..core import Choice, Move
from ..table import Table
from .counts import odd_counts
from .state import Match
from .towers import standing


def bump(s: Match) -> Choice[Match]:
    """The table is taken as it lies; always odd, so that it is asked and never put before a step of the rules."""
    return Choice(Move("bump"), "A die was bumped: it counts as it lies", standing, partial(odd_bump, s))


def odd_bump(s: Match, seen: Table) -> Iterator[str]:
    """What is odd about dice that nobody's step moved."""
    yield "dice moved without a step of the rules"
    yield from odd_counts(s, seen)
