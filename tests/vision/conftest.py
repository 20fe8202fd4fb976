"""Small pictures and poses that are made, not stored."""

from __future__ import annotations

import numpy as np
import pytest

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from rules.sheet import Sheet, shipped
from vision.board import Pose

SIZE = (1280, 720)


def pose_from(eye: tuple[float, float, float], at: tuple[float, float], focal: float = 1088.0) -> Pose:
    """A camera at `eye` (mm; z upwards) looking at a board point, upright for the reader of the board."""
    place = np.array([eye[0], eye[1], -eye[2]])
    ahead = np.array([*at, 0.0]) - place
    ahead /= np.linalg.norm(ahead)
    across = np.cross(np.array([0.0, 1.0, 0.0]) if abs(ahead[2]) > 0.999 else np.array([0.0, 0.0, 1.0]), ahead)
    across /= np.linalg.norm(across)
    turn = np.stack([across, np.cross(ahead, across), ahead])
    camera = np.array([[focal, 0, SIZE[0] / 2], [0, focal, SIZE[1] / 2], [0, 0, 1]])
    return Pose(camera, turn, -turn @ place, SIZE)


@pytest.fixture(scope="session")
def sheet() -> Sheet:
    return shipped("world-war")


@pytest.fixture(scope="session")
def pose(sheet: Sheet) -> Pose:
    """About 60 degrees above the middle of the board."""
    return pose_from((sheet.width / 2, sheet.height / 2 + 330, 560), (sheet.width / 2, sheet.height / 2))


def photograph(sheet: Sheet, pose: Pose) -> np.ndarray:
    """The printed markers of a sheet as a camera would see them, on grey."""
    scale = 4
    paper = np.full((int(sheet.height * scale), int(sheet.width * scale)), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{sheet.dictionary}"))
    for marker in sheet.markers:
        side = int(marker.size * scale)
        left, top = int((marker.x - marker.size / 2) * scale), int((marker.y - marker.size / 2) * scale)
        paper[top : top + side, left : left + side] = cv2.aruco.generateImageMarker(dictionary, marker.id, side)
    corners = np.array([(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)])
    move = cv2.getPerspectiveTransform((corners * scale).astype(np.float32), pose.to_px(corners).astype(np.float32))
    seen = cv2.warpPerspective(paper, move, SIZE, flags=cv2.INTER_AREA, borderValue=120)
    return cv2.cvtColor(cv2.GaussianBlur(seen, (3, 3), 0), cv2.COLOR_GRAY2BGR)
