"""A pinhole camera over the table: where it stands and where a point of the world falls in its picture.

World: mm, x right and z up as on the sheet's top side, y away from the reader; the sheet's (x, y) is (x, -y, 0).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def world(x: float, y: float, z: float = 0.0) -> Floats:
    """Return the world point above sheet (x, y), all in mm."""
    return np.array([x, -y, z])


@dataclass(frozen=True)
class Camera:
    """A camera at `eye` looking at `at` (world mm), its vertical field of view in degrees, its picture in px.

    `roll` turns it about its own axis, in degrees; at 0 the picture's upper edge is level.
    """

    eye: tuple[float, float, float]
    at: tuple[float, float, float]
    fovy: float
    width: int
    height: int
    roll: float = 0.0

    @property
    def focal(self) -> float:
        """The focal length in px."""
        return self.height / 2 / math.tan(math.radians(self.fovy) / 2)

    @property
    def axes(self) -> Floats:
        """The picture's right, down and forward directions as rows."""
        forward = np.subtract(self.at, self.eye, dtype=float)
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, [0.0, 0.0, 1.0])
        right /= np.linalg.norm(right)
        down, turn = -np.cross(right, forward), math.radians(self.roll)
        over = math.cos(turn) * right + math.sin(turn) * down
        return np.stack([over, math.cos(turn) * down - math.sin(turn) * right, forward])

    def seen(self, points: Floats) -> tuple[Floats, Floats]:
        """Return the pixels (..., 2) and the depths (...) in mm of world points (..., 3)."""
        local = (points - np.array(self.eye)) @ self.axes.T
        flat = local[..., :2] / local[..., 2:] * self.focal
        return flat + np.array([self.width / 2, self.height / 2]), local[..., 2]


def watching(
    corners: Floats, elevation: float, fovy: float, size: tuple[int, int], margin: float, turn: float = 0.0
) -> Camera:
    """Return the nearest camera that has all corners (n, 3) in view with `margin` px around, looking at their middle.

    Elevation and `turn` about the vertical (0: from the reader's side) are in degrees, size is width and height in px.
    """
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    up, side = math.radians(elevation), math.radians(turn)
    towards = np.array([math.sin(side) * math.cos(up), -math.cos(side) * math.cos(up), math.sin(up)])
    near, far = 0.0, 1e4
    for _ in range(50):
        tried = (near + far) / 2
        camera = aimed(middle, towards, tried, fovy, size, corners)
        pixels, depth = camera.seen(corners)
        inside = (pixels > margin).all() and (pixels < np.array(size) - margin).all() and (depth > 0).all()
        near, far = (near, tried) if inside else (tried, far)
    return aimed(middle, towards, far, fovy, size, corners)


def aimed(
    middle: Floats, towards: Floats, distance: float, fovy: float, size: tuple[int, int], corners: Floats
) -> Camera:
    """Return a camera `distance` mm from the middle, aimed so that the corners sit in the picture's middle."""
    eye = middle + towards * distance
    at = middle
    for _ in range(8):
        camera = Camera(point(eye), point(at), fovy, *size)
        pixels, depth = camera.seen(corners)
        if (depth <= 1).any():
            break
        off = (pixels.min(axis=0) + pixels.max(axis=0)) / 2 - np.array(size) / 2
        right, down, _forward = camera.axes
        at = at + (right * off[0] + down * off[1]) * distance / camera.focal
    return Camera(point(eye), point(at), fovy, *size)


def point(p: Floats) -> tuple[float, float, float]:
    """Return a (3,) array as a tuple of floats."""
    return float(p[0]), float(p[1]), float(p[2])
