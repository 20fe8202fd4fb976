"""Where on the sheet to draw a die of which only the space is known: typed by hand, or restored from a log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from math import hypot

from rules.changes import pairs
from rules.polygon import box
from rules.reading import Reading, Spot
from rules.sheet import Sheet
from rules.table import Table

GRID = 10.0  # mm between the points that are tried
ROOM = 1.15  # edges of a die that it takes in a row

Point = tuple[float, float]


class Places:
    """The points of a sheet by the space or border that a die there lies in."""

    def __init__(self, sheet: Sheet) -> None:
        """The points of this sheet; they are tried when first asked for, which takes a quarter of a second."""
        self.sheet = sheet

    @cached_property
    def _found(self) -> dict[str, list[Point]]:
        if self.sheet.border >= self.sheet.die:
            return {space.id: list(grid(self.sheet, space.id)) for space in self.sheet.spaces}
        found: dict[str, list[Point]] = {}
        for row in range(1, int(self.sheet.height / GRID)):
            for column in range(1, int(self.sheet.width / GRID)):
                x, y = column * GRID, row * GRID
                found.setdefault(self.sheet.where(x, y, 0.0), []).append((x, y))
        return found

    def spaces(self) -> list[str]:
        """Every space and every border that a die can lie in."""
        return sorted(space for space in self._found if space)

    def label(self, space: str, wide: float) -> Point:
        """Where a name of this width (mm) stands in a space: as far up as it has room, else where most is."""
        rows: dict[float, list[float]] = {}
        for x, y in self._found.get(space, [self.free(space, [])]):
            rows.setdefault(y, []).append(x)
        room = {y: max(xs) - min(xs) for y, xs in sorted(rows.items())}
        edge = min(room) + GRID
        y = next((y for y, free in room.items() if free >= wide and y >= edge), max(room, key=lambda y: room[y]))
        return (max(rows[y]) + min(rows[y])) / 2, y

    def free(self, space: str, others: list[Point]) -> Point:
        """A point in that space away from the other dice, near the middle; the sheet's middle for an unknown space."""
        found = self._found.get(space)
        if not found:
            return self.sheet.width / 2, self.sheet.height / 2
        middle = (sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found))
        apart = (1.1 if self.sheet.border >= self.sheet.die else 1.5) * self.sheet.die
        open_here = [p for p in found if all(hypot(p[0] - x, p[1] - y) >= apart for x, y in others)]
        return min(open_here or found, key=lambda p: hypot(p[0] - middle[0], p[1] - middle[1]))


def grid(sheet: Sheet, space: str) -> Iterator[Point]:
    """Points in rows that fill a space of a sheet on which a die is always in one space: none lies over its edge."""
    for shape in sheet.shapes[space]:
        left, top, right, low = box(shape)
        across, down = (max(1, int(side / (ROOM * sheet.die))) for side in (right - left, low - top))
        for n in range(down):
            y = top + (low - top) * (n + 0.5) / down
            yield from (((left + (right - left) * (k + 0.5) / across), y) for k in range(across))


def follow(reading: Reading, table: Table, places: Places) -> Reading:
    """The reading made to say what the table says; dice that stay in their space stay where they are drawn."""
    left = list(reading.spots)
    spots: list[Spot] = []
    homeless = []
    for was, now in pairs(reading.table, table):
        spot = next((s for s in left if was is not None and s.die == was), None)
        if spot is not None:
            left.remove(spot)
        if now is None:
            continue
        if spot is not None and spot.die.space == now.space:
            spots.append(Spot(now, spot.x, spot.y, spot.said))
        else:
            homeless.append(now)
    for die in homeless:
        x, y = places.free(die.space, [(s.x, s.y) for s in spots])
        spots.append(Spot(die, x, y))
    return replace(reading, spots=tuple(spots), doubts=())
