from __future__ import annotations

import numpy as np
import pytest

from tests.vision.conftest import SIZE
from vision.board import Pose
from vision.turn import top_corners, turn

import cv2  # isort: skip


@pytest.mark.parametrize("angle", [0.05, 0.4, 0.785, 1.2, 1.5])
def test_the_turn_of_a_die_is_seen(pose: Pose, angle: float) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 130, np.uint8)
    cv2.fillPoly(picture, [np.rint(top_corners(pose, (150, 120), 16, 16, angle)).astype(np.int32)], (40, 40, 200))
    found = turn(cv2.GaussianBlur(picture, (3, 3), 0), pose, (150, 120), 16, 16)
    assert found is not None
    off = (found - angle + np.pi / 4) % (np.pi / 2) - np.pi / 4
    assert abs(off) < np.radians(5)


def test_a_round_thing_has_no_turn(pose: Pose) -> None:
    picture = np.full((SIZE[1], SIZE[0], 3), 130, np.uint8)
    ring = np.linspace(0, 2 * np.pi, 60)
    circle = pose.to_px(np.column_stack([np.cos(ring), np.sin(ring)]) * 8 + (150, 120), 16)
    cv2.fillPoly(picture, [np.rint(circle * 16).astype(np.int32)], (40, 40, 200), cv2.LINE_AA, 4)
    assert turn(cv2.GaussianBlur(picture, (3, 3), 0), pose, (150, 120), 16, 16) is None
