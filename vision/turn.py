"""How a die is turned on the board, and so where the corners of its top face are.

Edges of a die's top and foot run in two directions at right angles; seen on the plane of the top face, the mean
of the gradients' directions taken modulo 90 degrees (weighted by strength) is the turn. Pips are round and
favour no direction.
"""

from __future__ import annotations

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from vision.board import Points, Pose
from vision.picture import Image

FINE = 3.0  # px/mm of the rectified view
CLEAR = 0.16  # strength of the common direction (0 to 1) from which the turn is believed


def turn(image: Image, pose: Pose, at: tuple[float, float], top: float, die: float) -> float | None:
    """Return the turn (radians, 0 to pi/2) of a die with edge `die` mm at `at` mm whose top lies `top` mm high.

    None where the picture shows no clear direction.
    """
    half = 0.72 * die
    side = int(2 * half * FINE)
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) + at
    source = pose.to_px(square, top).astype(np.float32)
    target = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    flat = cv2.warpPerspective(image, cv2.getPerspectiveTransform(source, target), (side, side))
    blue, green, red = cv2.split(cv2.GaussianBlur(flat, (0, 0), 1.0))
    grey = cv2.max(cv2.max(blue, green), red).astype(np.float32)
    gradient = cv2.Sobel(grey, cv2.CV_32F, 1, 0) + 1j * cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    strength = np.abs(gradient)
    total = float(strength.sum())
    if total < 1:
        return None
    squared = gradient * gradient
    mean = complex((squared * squared / np.maximum(strength * strength * strength, 1e-9)).sum() / total)
    if abs(mean) < CLEAR:
        return None
    return float((np.angle(mean) / 4) % (np.pi / 2))


def top_corners(pose: Pose, at: tuple[float, float], top: float, die: float, angle: float) -> Points:
    """Project the four corners of the top face: 4 x 2 px."""
    ring = angle + np.pi / 4 + np.arange(4) * np.pi / 2
    return pose.to_px(np.column_stack([np.cos(ring), np.sin(ring)]) * die / np.sqrt(2) + at, top)
