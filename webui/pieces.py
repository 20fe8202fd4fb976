"""What stands on the table and is no die: no camera reads it, so it lies as people told, whatever is seen."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rules.changes import difference
from rules.reading import Reading, Spot
from rules.table import Table

from .places import Places


def without(reading: Reading, pieces: Collection[str]) -> Reading:
    """The reading of the dice alone."""
    for n in reversed(range(len(reading.spots))):
        if reading.spots[n].die.colour in pieces:
            reading = reading.say(n, None)
    return reading


def with_spots(reading: Reading, before: Reading, pieces: Collection[str]) -> Reading:
    """The reading of the dice with the pieces as they stood before."""
    stood = tuple(spot for spot in before.spots if spot.die.colour in pieces)
    return replace(reading, spots=(*reading.spots, *stood))


def as_played(reading: Reading, table: Table, pieces: Collection[str], places: Places) -> Reading:
    """The reading with the pieces as a table says; those that stay are drawn where they were."""
    if not pieces:
        return reading
    there = [spot for spot in reading.spots if spot.die.colour in pieces]
    bare = without(reading, pieces)
    for d in table.of(*pieces):
        known = next((spot for spot in there if spot.die.colour == d.colour and spot.die.space == d.space), None)
        x, y = (known.x, known.y) if known else places.free(d.space, [(s.x, s.y) for s in bare.spots])
        bare = replace(bare, spots=(*bare.spots, Spot(d, x, y)))
    return bare


def far(a: Table, b: Table) -> int:
    """How far two tables are from each other."""
    return sum(change.size for change in difference(a, b))
