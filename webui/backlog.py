"""Readings that went by while a question was open, so that the match catches up when it is answered.

People flick on although a die is still asked about. Each later reading holds that doubt too; once answered, all of them
are gone through in their order, as if the answer had been there at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from rules.reading import STILL, Reading, Spot
from rules.table import Die

MOST = 60  # readings that are remembered


@dataclass(frozen=True)
class Backlog:
    """Earlier readings with an open question, oldest first."""

    readings: tuple[Reading, ...] = ()

    def keep(self, reading: Reading) -> Backlog:
        """With one more reading that another has taken the place of."""
        return Backlog((*self.readings, reading)[-MOST:])

    def said(self, spot: Spot, die: Die | None) -> Backlog:
        """With a person's word about a die wherever it lay at that place and was asked about."""
        return Backlog(tuple(_said(reading, spot, die) for reading in self.readings))

    def clear(self) -> tuple[Reading, ...]:
        """The readings about which nothing is left to ask."""
        return tuple(reading for reading in self.readings if not reading.doubts)


def _said(reading: Reading, spot: Spot, die: Die | None) -> Reading:
    for n, other in enumerate(reading.spots):
        near = hypot(other.x - spot.x, other.y - spot.y) < STILL and other.shown == spot.shown
        if near and reading.doubted(n):
            return reading.say(n, die)
    return reading
