"""Towers are seen where two boxes cannot both lie on the table, and never where they can."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules.sheet import Sheet
from tests.vision.conftest import pose_from
from vision.board import Pose
from vision.dice import Box
from vision.tower import around, belong, expected, expected_all, feet, foot, standings, top_box

DIE = 16.0
angles = st.sampled_from([40, 50, 60, 70])


def above(elevation: float) -> Pose:
    away = np.radians(elevation)
    return pose_from((200, 160 + 650 * np.cos(away), 650 * np.sin(away)), (200, 160))


def box_of(pose: Pose, at: tuple[float, float], turn: float, level: int = 0) -> Box:
    """The exact box of a cube."""
    ring = turn + np.pi / 4 + np.arange(4) * np.pi / 2
    base = np.column_stack([np.cos(ring), np.sin(ring)]) * DIE / np.sqrt(2) + at
    px = np.vstack([pose.to_px(base, level * DIE), pose.to_px(base, (level + 1) * DIE)])
    left, top = px.min(axis=0)
    right, low = px.max(axis=0)
    return float(left), float(top), float(right - left), float(low - top)


@settings(max_examples=80, deadline=None)
@given(angles, st.floats(30, 370), st.floats(30, 290), st.floats(0, 1.57), st.integers(0, 2))
def test_the_foot_is_found_from_the_box(elevation: int, x: float, y: float, turn: float, level: int) -> None:
    """Within 2 mm, at every height, wherever the die lies."""
    pose = above(elevation)
    found = foot(box_of(pose, (x, y), turn, level), pose, DIE, level)
    assert np.hypot(found[0] - x, found[1] - y) < 2.0


@settings(max_examples=80, deadline=None)
@given(angles, st.floats(40, 360), st.floats(40, 280), st.floats(0, 1.57), st.floats(0, 1.57), st.floats(-2, 2))
def test_a_tower_is_found(elevation: int, x: float, y: float, low: float, high: float, shift: float) -> None:
    pose = above(elevation)
    boxes = [box_of(pose, (x + shift, y + shift), high, 1), box_of(pose, (x, y), low, 0)]
    told = standings(boxes, pose, DIE)
    if elevation >= 70:
        assert [(s.below, s.level) for s in told] == [(1, 1), (-1, 0)]
    elif elevation >= 50:  # lower down, and further off, it may lie behind as well: never silent
        assert told[0].below == 1 or told[0].maybe == 1


@settings(max_examples=80, deadline=None)
@given(angles, st.lists(st.tuples(st.floats(20, 380), st.floats(20, 300), st.floats(0, 1.57)), max_size=8))
def test_no_tower_is_invented_among_dice_on_the_table(elevation: int, places: list[tuple[float, float, float]]) -> None:
    for n, one in enumerate(places):
        for other in places[:n]:  # a corner against a side: nearer than this two dice cannot lie, whatever their turns
            assume(np.hypot(one[0] - other[0], one[1] - other[1]) >= DIE * (0.5 + np.sqrt(0.5)))
    pose = above(elevation)
    boxes = [box_of(pose, (x, y), turn) for x, y, turn in places]
    assert all(s.level == 0 for s in standings(boxes, pose, DIE))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([50, 60, 70]), st.floats(40, 360), st.floats(40, 280), st.floats(0, 1.57), st.integers(0, 3))
def test_dice_side_by_side_are_no_tower(elevation: int, x: float, y: float, turn: float, side: int) -> None:
    """They touch along a whole side; where one might stand on the other it is asked."""
    pose, way = above(elevation), turn + side * np.pi / 2
    boxes = [box_of(pose, (x, y), turn), box_of(pose, (x + 16.2 * np.cos(way), y + 16.2 * np.sin(way)), turn)]
    assert all(s.level == 0 for s in standings(boxes, pose, DIE))


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([40, 50]), st.floats(40, 360), st.floats(40, 280), st.floats(0, 1.57), st.floats(0, 1.57))
def test_a_tower_in_one_box_is_found_with_its_top(elevation: int, x: float, y: float, low: float, high: float) -> None:
    """Detectors often draw one box round both dice."""
    pose = above(elevation)
    lower, upper = box_of(pose, (x, y), low), box_of(pose, (x, y), high, 1)
    (told,) = standings([around(lower, upper)], pose, DIE)
    assert told.level == 1 or told.tall
    assert told.below == -1
    top = top_box(around(lower, upper), pose, DIE)
    assert abs(top[0] + top[2] / 2 - upper[0] - upper[2] / 2) < 4
    assert abs(top[1] + top[3] / 2 - upper[1] - upper[3] / 2) < 4


@settings(max_examples=80, deadline=None)
@given(angles, st.floats(40, 360), st.floats(40, 280), st.floats(0, 1.57), st.floats(0.97, 1.04))
def test_a_single_die_in_a_loose_box_is_no_tower(elevation: int, x: float, y: float, turn: float, loose: float) -> None:
    pose = above(elevation)
    box = box_of(pose, (x, y), turn)
    w, h = box[2] * loose, box[3] * loose
    (told,) = standings([(box[0] + (box[2] - w) / 2, box[1] + (box[3] - h) / 2, w, h)], pose, DIE)
    assert told.level == 0


@pytest.mark.parametrize("elevation", [40, 60, 85])
def test_the_expected_box_is_as_large_as_a_die(elevation: float) -> None:
    pose = above(elevation)
    true = box_of(pose, (120, 90), 0.4)
    guessed = expected((120, 90), pose, DIE)
    assert abs(guessed[2] / true[2] - 1) < 0.15
    assert abs(guessed[3] / true[3] - 1) < 0.15


def test_many_dice_are_measured_as_each_alone() -> None:
    pose = above(55)
    boxes = [box_of(pose, (40 + 30 * n, 60 + 20 * n), 0.2 * n) for n in range(9)]
    together = feet(boxes, pose, DIE, 1)
    assert np.allclose(together, [foot(box, pose, DIE, 1) for box in boxes])
    assert np.allclose(expected_all(together, pose, DIE), [expected(at, pose, DIE) for at in together])
    assert standings([], pose, DIE) == []


def test_only_what_stands_on_the_sheet_with_the_size_of_its_dice_belongs_to_it(sheet: Sheet) -> None:
    pose = above(60)
    die, off = box_of(pose, (120, 90), 0.4), box_of(pose, (-12, 90), 0.4)
    x, y, w, h = die
    boxes = [die, off, (x - w, y - h, 3 * w, 3 * h), (x + w / 3, y + h / 3, w / 3, h / 3)]
    assert belong(boxes, pose, sheet) == [True, False, False, False]
    assert belong([], pose, sheet) == []
