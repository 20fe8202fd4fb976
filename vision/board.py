"""The camera's pose over a board: from its markers or four corners, and from pixels to millimetres and back.

Board coordinates are sheet millimetres: x right, y down, and heights count upwards from the board. A plain
homography would put the top of a die 300 mm off the axis 8 mm away from where it stands (camera 600 mm up), so
everything goes through the pose and the plane at the die's height.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from rules.sheet import Marker, Sheet
from vision.picture import Image

Points = NDArray[np.float64]
"""N x 2."""

FOCALS = np.geomspace(0.5, 3.0, 25)  # tried focal lengths, in longest picture sides (90 to 19 degrees wide)
USUAL_FOCAL = 0.85  # of the longest side: about 61 degrees, between a phone (65 to 75) and a webcam (55 to 78)
FEWEST_MARKERS = 3
NEAR = 0.5  # of a marker's size in the picture: how far round its last place it is searched first


class NoBoard(ValueError):
    """No pose can be had from this picture; tells what is missing and what to do."""


@dataclass(frozen=True)
class Pose:
    """Where the camera stands over a sheet.

    `camera` is 3 x 3 intrinsics (px), `turn` 3 x 3 and `shift` 3 map board mm (x right, y down, z into the table)
    to camera mm; `residual_mm` is the median error of the known points, measured on the board.
    """

    camera: Points
    turn: Points
    shift: Points
    size: tuple[int, int]
    residual_mm: float = 0.0
    markers: tuple[int, ...] = ()

    def to_px(self, mm: Sequence[Sequence[float]] | Points, height: float | Sequence[float] | Points = 0.0) -> Points:
        """Project N board points (mm), `height` mm above the board, to N x 2 pixels."""
        flat = np.atleast_2d(np.asarray(mm, np.float64))
        solid = np.column_stack([flat, -np.broadcast_to(np.asarray(height, np.float64), len(flat))])
        seen = (solid @ self.turn.T + self.shift) @ self.camera.T
        return np.asarray(seen[:, :2] / seen[:, 2:])

    def to_mm(self, px: Sequence[Sequence[float]] | Points, height: float | Sequence[float] | Points = 0.0) -> Points:
        """Meet the rays of N pixels with the plane `height` mm above the board (each with its own): N x 2 mm."""
        flat = np.atleast_2d(np.asarray(px, np.float64))
        rays = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self.camera).T @ self.turn
        eye = self.eye()
        along = (-np.asarray(height, np.float64) - eye[2]) / rays[:, 2]
        return np.asarray(eye[:2] + rays[:, :2] * along[:, None])

    def eye(self) -> Points:
        """The camera's place in board mm (its z is negative: above the table)."""
        return np.asarray(-self.turn.T @ self.shift)

    def elevations(self, mm: Sequence[Sequence[float]] | Points) -> Points:
        """Angles (N, degrees) between the board and the rays from N board points to the camera."""
        flat = np.atleast_2d(np.asarray(mm, np.float64))
        away = self.eye() - np.column_stack([flat, np.zeros(len(flat))])
        return np.asarray(np.degrees(np.arcsin(np.minimum(1.0, -away[:, 2] / np.linalg.norm(away, axis=1)))))


def outline(sheet: Sheet) -> Points:
    """The sheet's four corners in mm: upper left, upper right, lower right, lower left."""
    return np.array([(0, 0), (sheet.width, 0), (sheet.width, sheet.height), (0, sheet.height)], np.float64)


def pose_from_corners(corners: Sequence[Sequence[float]], sheet: Sheet, size: tuple[int, int]) -> Pose:
    """Return the pose from the sheet's corners in px (upper left, upper right, lower right, lower left of the sheet).

    `size` is the picture's width and height. Raises NoBoard for corners that no camera can see so.
    """
    px = np.asarray(corners, np.float64)
    if px.shape != (4, 2) or not np.isfinite(px).all():
        raise NoBoard("four corners are needed, each with x and y")
    if not cv2.isContourConvex(px.astype(np.float32)):
        raise NoBoard("the corners cross each other or bend inwards: name them round the board, upper left first")
    if _signed_area(px) < 0:
        raise NoBoard("the corners run the wrong way round: mirrored picture, or left and right exchanged?")
    return _solve(outline(sheet), px, size)


def pose_from_markers(image: Image, sheet: Sheet, last: Pose | None = None) -> Pose:
    """Find the sheet's markers in a picture and return the pose; raises NoBoard with what was found.

    `last` is the pose of an earlier picture: the markers are then searched near their places, and in the whole
    picture only where one of those is missing.
    """
    if not sheet.markers:
        raise NoBoard(f"{sheet.title} has no markers: show its four corners instead")
    size = (image.shape[1], image.shape[0])
    last = last if last and last.size == size else None
    found = _markers_near(image, sheet, last) if last else {}
    if not last or not found or not set(last.markers) <= set(found):
        found = find_markers(image, sheet)
    if len(found) < min(FEWEST_MARKERS, len(sheet.markers)):
        told = ", ".join(str(n) for n in sorted(found)) or "none"
        raise NoBoard(
            f"{len(found)} of the board's {len(sheet.markers)} markers in view ({told}), at least {FEWEST_MARKERS} "
            "are needed: show the whole board, or give it more light"
        )
    known = {m.id: m for m in sheet.markers}
    mm = np.concatenate([_marker_corners(known[n]) for n in sorted(found)])
    px = np.concatenate([found[n] for n in sorted(found)])
    return replace(_solve(mm, px, size, last), markers=tuple(sorted(found)))


def find_markers(image: Image, sheet: Sheet) -> dict[int, Points]:
    """Return the corners (4 x 2 px, upper left first) of each of the sheet's markers that is in view."""
    number = getattr(cv2.aruco, f"DICT_{sheet.dictionary}")
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(number), settings)
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) if image.ndim == 3 else image
    corners, ids, _ = detector.detectMarkers(grey)
    if ids is None:
        return {}
    ours = {m.id for m in sheet.markers}
    seen = [(int(n), np.asarray(c, np.float64).reshape(4, 2)) for n, c in zip(ids.ravel(), corners, strict=True)]
    return {n: px for n, px in seen if n in ours}


def _markers_near(image: Image, sheet: Sheet, last: Pose) -> dict[int, Points]:
    """Markers that lie where the last pose has them, to half their size."""
    found: dict[int, Points] = {}
    for marker in sheet.markers:
        px = last.to_px(_marker_corners(marker))
        room = NEAR * float(np.ptp(px, axis=0).max())
        left, top = np.maximum(np.floor(px.min(axis=0) - room), 0).astype(int).tolist()
        right, low = np.maximum(np.ceil(px.max(axis=0) + room), 0).astype(int).tolist()
        part = image[top:low, left:right]
        if min(part.shape[:2]) > 0:
            found |= {n: at + np.array([left, top]) for n, at in find_markers(part, sheet).items() if n == marker.id}
    return found


def _marker_corners(marker: Marker) -> Points:
    half = marker.size / 2
    offsets = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return np.asarray(offsets + np.array((marker.x, marker.y)))


def _signed_area(px: Points) -> float:
    x, y = px[:, 0], px[:, 1]
    return float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2)


def _solve(mm: Points, px: Points, size: tuple[int, int], last: Pose | None = None) -> Pose:
    """Try focal lengths and keep the pose with the least error, the usual focal length breaking near ties.

    Seen straight from above every focal length fits equally well, so a small cost keeps it near the usual one. A
    camera that moved keeps its focal length: with the last pose only its neighbours are tried.
    """
    tried = FOCALS
    if last:
        tried = FOCALS[[int(np.argmin(np.abs(np.log(FOCALS * max(size) / last.camera[0, 0]))))]]
    rough = _best(mm, px, size, tried)
    step = FOCALS[1] / FOCALS[0]
    fine = None if rough is None else _best(mm, px, size, rough[0] * np.geomspace(1 / step, step, 21))
    if fine is None:
        raise NoBoard("the points do not fit a flat board seen by a camera")
    return fine[1]


def _best(mm: Points, px: Points, size: tuple[int, int], shares: Points) -> tuple[float, Pose] | None:
    """The best of the focal lengths `shares` (in longest picture sides), with its pose."""
    found: list[tuple[float, float, Pose]] = []
    for share in shares.tolist():
        pose = _with_focal(mm, px, size, share * max(size))
        if pose is not None:
            error = float(np.sqrt(np.mean(np.sum((pose.to_px(mm) - px) ** 2, axis=1))))
            found.append((error + 0.15 * abs(float(np.log(share / USUAL_FOCAL))), share, pose))
    return min(found, key=lambda f: f[0])[1:] if found else None


def _with_focal(mm: Points, px: Points, size: tuple[int, int], focal: float) -> Pose | None:
    camera = np.array([[focal, 0, size[0] / 2], [0, focal, size[1] / 2], [0, 0, 1]], np.float64)
    solid = np.column_stack([mm, np.zeros(len(mm))])
    try:
        fine, turn, shift = cv2.solvePnP(solid, px, camera, None, flags=cv2.SOLVEPNP_IPPE)
        if fine:
            turn, shift = cv2.solvePnPRefineLM(solid, px, camera, None, turn, shift)
    except cv2.error:
        return None
    if not fine:
        return None
    pose = Pose(camera, np.asarray(cv2.Rodrigues(turn)[0]), np.asarray(shift, np.float64).ravel(), size)
    if not np.isfinite(pose.turn).all() or not np.isfinite(pose.shift).all() or pose.eye()[2] >= 0:
        return None  # the camera would look from under the table
    error = np.linalg.norm(pose.to_mm(px) - mm, axis=1)
    return Pose(camera, pose.turn, pose.shift, size, float(np.median(error)))
