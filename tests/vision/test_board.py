from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from rules.sheet import Sheet, shipped
from tests.vision.conftest import SIZE, photograph, pose_from
from vision import board
from vision.board import NoBoard, Pose, outline, pose_from_corners, pose_from_markers

eyes = st.tuples(st.floats(-100, 500), st.floats(250, 700), st.floats(350, 900))


@settings(max_examples=40, deadline=None)
@given(eyes, st.floats(0, 400), st.floats(0, 300), st.floats(0, 48))
def test_pixels_and_millimetres_are_inverse_at_every_height(
    eye: tuple[float, float, float], x: float, y: float, height: float
) -> None:
    pose = pose_from(eye, (200, 160))
    assert np.allclose(pose.to_mm(pose.to_px([(x, y)], height), height), [(x, y)], atol=1e-6)


def test_the_top_of_a_die_is_not_where_it_stands(pose: Pose) -> None:
    """The trap that this module exists for: 16 mm up, 60 degrees above: about 9 mm."""
    away = pose.to_mm(pose.to_px([(200, 60)], 16.0), 0.0)[0] - (200, 60)
    assert 7 < np.linalg.norm(away) < 16


@settings(max_examples=25, deadline=None)
@given(eyes, st.floats(700, 1500))
def test_corners_give_the_pose_back(eye: tuple[float, float, float], focal: float) -> None:
    sheet = shipped("world-war")
    true = pose_from(eye, (200, 160), focal)
    px = true.to_px(outline(sheet)) + np.random.default_rng(1).normal(0, 0.3, (4, 2))
    found = pose_from_corners(px.tolist(), sheet, SIZE)
    inside = np.random.default_rng(2).uniform((20, 20), (380, 300), (40, 2))
    assert np.abs(found.to_mm(true.to_px(inside)) - inside).max() < 1.5
    raised = found.to_mm(true.to_px(inside, 16.0), 16.0) - inside
    assert np.linalg.norm(raised, axis=1).max() < 5


def test_markers_give_the_pose_back(sheet: Sheet, pose: Pose) -> None:
    found = pose_from_markers(photograph(sheet, pose), sheet)
    assert found.markers == (0, 1, 2, 3)
    assert found.residual_mm < 0.5
    inside = np.random.default_rng(2).uniform((20, 20), (380, 300), (40, 2))
    assert np.linalg.norm(found.to_mm(pose.to_px(inside, 16.0), 16.0) - inside, axis=1).max() < 2.5


def test_one_covered_marker_is_survived(sheet: Sheet, pose: Pose) -> None:
    picture = photograph(sheet, pose)
    marker = sheet.markers[1]
    x, y = pose.to_px([(marker.x, marker.y)])[0].astype(int)
    picture[y - 40 : y + 40, x - 40 : x + 40] = 120
    assert len(pose_from_markers(picture, sheet).markers) == 3


def test_a_picture_without_the_board_says_what_to_do(sheet: Sheet) -> None:
    with pytest.raises(NoBoard, match=r"0 of the board's 4 markers in view \(none\)"):
        pose_from_markers(np.full((720, 1280, 3), 120, np.uint8), sheet)


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        ([(0, 0), (100, 0), (100, 100)], "four corners"),
        ([(0, 0), (100, 100), (100, 0), (0, 100)], "cross"),
        ([(100, 0), (0, 0), (0, 100), (100, 100)], "wrong way round"),
        ([(0, 0), (float("nan"), 0), (100, 100), (0, 100)], "four corners"),
    ],
)
def test_corners_that_no_camera_sees_are_refused(sheet: Sheet, corners: list[tuple[float, float]], why: str) -> None:
    with pytest.raises(NoBoard, match=why):
        pose_from_corners(corners, sheet, SIZE)


def test_pixels_of_several_heights_are_met_at_once(pose: Pose) -> None:
    mm, heights = np.array([(40.0, 50.0), (200.0, 90.0), (310.0, 220.0)]), np.array([0.0, 16.0, 32.0])
    assert np.allclose(pose.to_mm(pose.to_px(mm, heights), heights), mm)


def test_the_board_is_seen_lower_the_further_off(pose: Pose, sheet: Sheet) -> None:
    near, far = pose.elevations([(200, sheet.height), (200, 0)])
    assert 40 < far < 60 < near < 90


def test_a_pose_is_found_again_near_the_last_one_and_is_the_same(
    sheet: Sheet, pose: Pose, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture = photograph(sheet, pose)
    last = pose_from_markers(picture, sheet)
    pushed = cv2.warpAffine(picture, np.array([(1.0, 0.01, 12), (-0.01, 1.0, -7)]), SIZE, borderValue=(120, 120, 120))
    whole = pose_from_markers(pushed, sheet)
    searched: list[tuple[int, ...]] = []
    find = board.find_markers
    monkeypatch.setattr(board, "find_markers", lambda i, s: searched.append(i.shape[:2]) or find(i, s))
    near = pose_from_markers(pushed, sheet, last)
    assert len(near.markers) == len(sheet.markers) == len(searched), "one look at each marker, none at the picture"
    assert sum(high * wide for high, wide in searched) < 0.6 * picture.shape[0] * picture.shape[1]
    assert np.abs(near.to_px(outline(sheet)) - whole.to_px(outline(sheet))).max() < 0.2
    assert np.abs(near.to_px(outline(sheet)) - last.to_px(outline(sheet))).max() > 5


def test_a_board_that_went_elsewhere_is_searched_in_the_whole_picture(sheet: Sheet, pose: Pose) -> None:
    picture = photograph(sheet, pose)
    last = pose_from_markers(picture, sheet)
    turned = np.ascontiguousarray(picture[::-1, ::-1])
    again = pose_from_markers(turned, sheet, last)
    assert again.markers == last.markers
    assert np.abs(again.to_px(outline(sheet)) - (np.array(SIZE) - last.to_px(outline(sheet)))).max() < 2
    other = pose_from_markers(cv2.resize(picture, (960, 540), interpolation=cv2.INTER_AREA), sheet, last)
    assert other.size == (960, 540), "a pose in another size of picture is no help"


def test_a_covered_marker_is_not_invented_near_its_last_place(sheet: Sheet, pose: Pose) -> None:
    picture = photograph(sheet, pose)
    last = pose_from_markers(picture, sheet)
    x, y = last.to_px([(sheet.markers[0].x, sheet.markers[0].y)])[0]
    cv2.circle(picture, (int(x), int(y)), 40, (200, 150, 110), -1)
    assert pose_from_markers(picture, sheet, last).markers == tuple(sorted(m.id for m in sheet.markers[1:]))
