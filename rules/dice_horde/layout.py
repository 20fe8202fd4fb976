"""Where everything lies on a printed tower sheet, in mm: drawn by program from what the sheet tells, one way for all.

Dice lie in regions: pool, horizon, the spaces of the path, graveyard, round segments, and the round die's place above
them. `board` makes the board of them that cameras and pages know; the other boxes are for what pens mark.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from ..sheet import Marker, Sheet, Space
from .sheets import GAME, Segment, TowerSheet
from .words import GRAVEYARD, HORIZON, POOL, ROUND_DIE, title

DIE = 16.0  # mm, edge of a die
CELL = 21.0  # of a space, with the gap to the next one
INSET = 0.5  # from a space's cell to its outline
COLUMN = 8.0  # for the barricades to a segment's right
MARGIN, GAP = 6.0, 3.0
MARKER, QUIET = 24.0, 4.0  # a marker's side, and the white around it
POOL_WIDE, HORIZON_WIDE, GATE_WIDE = 42.0, 38.0, 22.0
TOP, TOWER_HIGH, BOTTOM = 54.0, 46.0, 42.0  # heights of the round segments, a tower's card, the lowest strip
FIELD = 31.0  # least width of a round segment
NARROWEST = 360.0
DICTIONARY = "4X4_50"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the sheet: upper left corner, width and height in mm."""

    x: float
    y: float
    w: float
    h: float

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its corners, clockwise."""
        right, low = round(self.x + self.w, 2), round(self.y + self.h, 2)
        return (self.x, self.y), (right, self.y), (right, low), (self.x, low)

    def inner(self, by: float) -> Box:
        """The box with this much taken off on each side."""
        return Box(round(self.x + by, 2), round(self.y + by, 2), round(self.w - 2 * by, 2), round(self.h - 2 * by, 2))


@dataclass(frozen=True)
class Layout:
    """A tower sheet's boxes: `regions` hold dice, in the order of the board's spaces, the others print and marks."""

    width: float
    height: float
    regions: tuple[tuple[str, Box], ...]
    fields: tuple[Box, ...]  # round segments with what is printed below their die
    barricades: tuple[Box, ...]
    towers: tuple[Box, ...]
    segments: tuple[Box, ...]
    gate: Box
    flags: Box
    schedule: Box
    main: Box
    markers: tuple[tuple[int, float, float], ...]  # id and centre


def wide(segment: Segment) -> float:
    """The width of a segment's spaces: as many as the longer row holds, two at least."""
    return CELL * max(2, len(segment.upper), len(segment.lower))


def layout(sheet: TowerSheet) -> Layout:
    """Where everything lies on this tower sheet."""
    starts = [MARGIN + POOL_WIDE + GAP + HORIZON_WIDE + GAP]
    for segment in sheet.segments:
        starts.append(starts[-1] + wide(segment) + COLUMN)
    corner = MARGIN + MARKER + 2 * QUIET
    fields = len(sheet.round_segments) + 1
    width = max(starts[-1] + GATE_WIDE + MARGIN, 2 * corner + FIELD * fields, NARROWEST)
    top = MARGIN + TOP + GAP
    path = top + TOWER_HIGH + GAP
    end = (low := path + 2 * CELL + GAP) + TOWER_HIGH
    height = end + GAP + BOTTOM + MARGIN
    segments = tuple(Box(a, path, b - a - COLUMN, 2 * CELL) for a, b in pairwise(starts))
    above = tuple(_row(Box(corner, MARGIN, width - 2 * corner, TOP), [1] * fields))
    below = _row(Box(corner, end + GAP, width - 2 * corner, BOTTOM), [31, 27, 20, 22])
    grave, flags, schedule, main = (box.inner(1) for box in below)
    return Layout(
        width,
        height,
        tuple(_regions(sheet, segments, above, grave, top, end - top)),
        above[1:],
        tuple(Box(s.x + s.w, path, COLUMN, 2 * CELL) for s in segments),
        tuple(_card(sheet, n, segments, top, low) for n in range(len(sheet.towers))),
        segments,
        Box(starts[-1], top, GATE_WIDE, end - top),
        flags,
        schedule,
        main,
        _markers(width, height),
    )


def _regions(
    sheet: TowerSheet, segments: tuple[Box, ...], above: tuple[Box, ...], grave: Box, top: float, high: float
) -> Iterator[tuple[str, Box]]:
    """The regions for dice, in the order of the board's spaces."""
    yield POOL, Box(MARGIN, top, POOL_WIDE, high)
    yield HORIZON, Box(MARGIN + POOL_WIDE + GAP, top, HORIZON_WIDE, high)
    yield from _spaces(sheet, segments)
    yield GRAVEYARD, grave
    yield ROUND_DIE, _spot(above[0])
    yield from ((f"round-{n}", _spot(box)) for n, box in enumerate(above[1:], 1))


def _row(box: Box, shares: list[int]) -> Iterator[Box]:
    """A box cut into columns."""
    x = box.x
    for share in shares:
        w = round(box.w * share / sum(shares), 2)
        yield Box(round(x, 2), box.y, w, box.h)
        x += w


def _spot(field: Box) -> Box:
    """Where the die lies on a round segment."""
    side = DIE + 6
    return Box(round(field.x + (field.w - side) / 2, 2), field.y + 1, side, side)


def _spaces(sheet: TowerSheet, segments: tuple[Box, ...]) -> Iterator[tuple[str, Box]]:
    """The spaces of the path: each row of a segment from left to right."""
    for n, (segment, box) in enumerate(zip(sheet.segments, segments, strict=True), 1):
        found: dict[int, Box] = {}
        for y, row in ((box.y, segment.upper), (box.y + CELL, segment.lower)):
            found |= {k: Box(box.x + CELL * i, y, CELL, CELL).inner(INSET) for i, k in enumerate(row)}
        yield from ((f"{n}-{k}", found[k]) for k in sorted(found))


def _card(sheet: TowerSheet, n: int, segments: tuple[Box, ...], top: float, low: float) -> Box:
    """A tower's card above or below its segment."""
    tower = sheet.towers[n]
    segment = segments[tower.segment - 1]
    y = top if tower.row == "upper" else low
    return Box(segment.x, y, segment.w + COLUMN, TOWER_HIGH).inner(1)


def _markers(width: float, height: float) -> tuple[tuple[int, float, float], ...]:
    """The four markers in the corners, clockwise from the upper left one."""
    near = MARGIN + QUIET + MARKER / 2
    right, low = round(width - near, 2), round(height - near, 2)
    return (0, near, near), (1, right, near), (2, right, low), (3, near, low)


def kind(region: str) -> str:
    """What a region is to readings: in the pool and above the sheet a die's face is of no matter."""
    return "pool" if region in (POOL, ROUND_DIE) else "territory"


def board(sheet: TowerSheet) -> Sheet:
    """The board of a tower sheet, as cameras and pages know it."""
    lay = layout(sheet)
    return Sheet(
        sheet.id,
        sheet.title,
        GAME,
        lay.width,
        lay.height,
        DIE,
        DIE,  # a die is always in the one space that holds most of it
        tuple(Marker(n, x, y, MARKER) for n, x, y in lay.markers),
        DICTIONARY,
        tuple(Space(name, title(name), kind(name)) for name, _ in lay.regions),
        {name: (box.corners,) for name, box in lay.regions},
        flat=True,
    )


def board_toml(sheet: TowerSheet) -> str:
    """The words of the board as a board file."""
    lay = layout(sheet)
    places = ", ".join(f"[{n}, {x}, {y}]" for n, x, y in lay.markers)
    head = [
        f"# The board of {sheet.title}, written by program from the tower sheet of the same name.",
        "",
        f"id = {json.dumps(sheet.id)}",
        f"title = {json.dumps(sheet.title, ensure_ascii=False)}",
        f'game = "{GAME}"',
        "players = [1, 1]",
        f"width = {lay.width}",
        f"height = {lay.height}",
        f"die = {DIE}",
        f"border = {DIE}",
        "flat = true",
        "",
        "[markers]",
        f'dictionary = "{DICTIONARY}"',
        f"size = {MARKER}",
        f"places = [{places}]",
    ]
    spaces = [f'\n[[space]]\nid = "{n}"\ntitle = "{title(n)}"\nkind = "{kind(n)}"' for n, _ in lay.regions]
    return "\n".join([*head, *spaces]) + "\n"


def board_geo(sheet: TowerSheet) -> str:
    """The shapes of the board as the file beside it."""
    shapes = ",\n  ".join(f"{json.dumps(name)}: {json.dumps([box.corners])}" for name, box in layout(sheet).regions)
    return f'{{"version": 1, "sheet": {json.dumps(sheet.id)}, "unit": "mm", "spaces": {{\n  {shapes}\n}}}}\n'
