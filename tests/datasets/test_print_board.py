"""The World War board: the drawer wrote its file, its territories tile the field, its picture has its markers."""

from __future__ import annotations

import json
from itertools import combinations

import cv2
import numpy as np
import pytest

from datasets import board_file, print_board, world_war
from datasets.board_file import Board
from rules import sheet

PATH = world_war.BOARDS / "world-war.toml"


@pytest.fixture(scope="module")
def board() -> Board:
    return board_file.load(PATH)


def area(polygon: list[tuple[float, float]]) -> float:
    x, y = np.array(polygon).T
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def test_the_geometry_file_is_the_one_that_the_drawer_writes() -> None:
    written = json.loads(PATH.with_suffix(".geo.json").read_text(encoding="utf-8"))["spaces"]
    assert json.loads(json.dumps(world_war.geometry())) == written


def test_territories_tile_the_field_without_gap_or_overlap() -> None:
    field = 384 * 304 - 4 * (40 * 40 - 6 * 6 / 2)
    total = sum(area(shape) for shapes in world_war.geometry().values() for shape in shapes)
    # Equal sums alone could hide a gap as large as an overlap, so the shapes are also painted one over the other.
    canvas = np.zeros((640, 800), np.uint8)
    for shapes in world_war.geometry().values():
        layer = np.zeros_like(canvas)
        cv2.fillPoly(layer, [np.round(np.array(s) * 2).astype(np.int32) for s in shapes], 1)
        canvas += cv2.erode(layer, np.ones((5, 5), np.uint8))
    assert total == pytest.approx(field)
    assert canvas.max() == 1


def test_neighbours_are_the_territories_that_share_a_border() -> None:
    from rules.die_die_die import sheets

    told = {space.id: set(space.near) for space in sheets.parse(sheet.text("world-war")).spaces}
    shapes = {name: {tuple(p) for shape in shapes for p in shape} for name, shapes in world_war.geometry().items()}
    near: dict[str, set[str]] = {name: set() for name in shapes}
    for a, b in combinations(shapes, 2):
        if len(shapes[a] & shapes[b]) > 1:
            near[a].add(b)
            near[b].add(a)
    assert told == near


def test_the_rules_read_the_same_board(board: Board) -> None:
    read = sheet.shipped("world-war")
    assert (read.width, read.height, read.die, read.border) == (board.width, board.height, board.die, board.border)
    assert [m.id for m in read.markers] == [number for number, _, _ in board.markers]
    assert [s.id for s in read.spaces] == [t.id for t in board.territories]


def test_the_printed_board_shows_its_markers_where_the_file_says(board: Board) -> None:
    scale = 3
    picture = print_board.draw(board, scale)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(picture)
    found = {int(n): c.reshape(4, 2).mean(axis=0) / scale for n, c in zip(ids.ravel(), corners, strict=True)}
    assert picture.shape == (960, 1200, 3)
    assert set(found) == {0, 1, 2, 3}
    for number, x, y in board.markers:
        assert found[number] == pytest.approx((x, y), abs=0.5)


def test_the_board_is_muted_so_that_dice_stand_out(board: Board) -> None:
    saturation = cv2.cvtColor(print_board.draw(board, 2), cv2.COLOR_BGR2HSV)[..., 1]
    assert np.percentile(saturation, 99) < 130


def test_every_territory_has_room_for_its_label(board: Board) -> None:
    for territory in board.territories:
        x, y = print_board.middle(territory)
        inside = cv2.pointPolygonTest(territory.shapes[0].astype(np.float32), (x, y), True)
        assert inside > 30, territory.id
