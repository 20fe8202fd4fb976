"""The boards drawn by rule: the files are what the drawer writes, spaces tile, neighbours share a border."""

from __future__ import annotations

from itertools import combinations

import pytest

from datasets import maps
from rules import sheet
from rules.die_die_die import sheets
from rules.polygon import area

NAMES = list(maps.BOARDS_DRAWN)


@pytest.mark.parametrize("name", NAMES)
def test_the_geometry_file_is_the_one_that_the_drawer_writes(name: str) -> None:
    assert (maps.BOARDS / f"{name}.geo.json").read_text(encoding="utf-8") == maps.text(name)


@pytest.mark.parametrize("name", NAMES)
def test_spaces_tile_the_field(name: str) -> None:
    board = sheet.shipped(name)  # which checks that no two overlap
    field = 384 * 304 - 4 * 40 * 40
    assert sum(area(shape) for shapes in board.shapes.values() for shape in shapes) == pytest.approx(field, rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_neighbours_are_the_territories_that_share_a_border(name: str) -> None:
    told = {s.id: set(s.near) for s in sheets.parse(sheet.text(name)).territories}
    drawn = {n: {p for shape in maps.BOARDS_DRAWN[name]()[n] for p in shape} for n in told}
    near: dict[str, set[str]] = {n: set() for n in told}
    for a, b in combinations(told, 2):
        if len(drawn[a] & drawn[b]) > 1:
            near[a].add(b)
            near[b].add(a)
    assert told == near


@pytest.mark.parametrize(("name", "x", "y", "place"), [
    ("krakatoa", 200.0, 160.0, "caldera"),
    ("krakatoa", 200.0, 183.0, "caldera"),
    ("krakatoa", 200.0, 186.0, "summit"),
    ("space", 200.0, 160.0, "black-hole"),
    ("space", 200.0, 60.0, "ember/deep-blue"),
    ("pirate-ship", 200.0, 50.0, "gull"),
    ("pirate-ship", 128.0, 160.0, "sea/west-rope"),
    ("pirate-ship", 200.0, 160.0, "sea"),
])  # fmt: skip
def test_where_dice_lie(name: str, x: float, y: float, place: str) -> None:
    assert sheet.shipped(name).place(x, y, 0.0) == place
