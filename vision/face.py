"""Read the top face of a die from the full picture: 1 to 6, or no readable face, with a calibrated certainty.

Without a board the crop is 1.5 boxes wide. With the camera's pose the top face is laid flat first: on the demo's 148
dice, seen from 62 degrees, that lifts the least certainty from 0.83 to 0.97. Four quarter turns are read and averaged,
and where they disagree the certainty falls.
"""

from __future__ import annotations

from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.board import Pose
from vision.dice import Box
from vision.models import Model
from vision.picture import Image

CROP = 1.5  # boxes across a crop, as in training
FLAT = 1.65  # edges of the die across a flattened crop: about as much ground round the top face as in training
SIDE = 64


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What one crop shows: probabilities of "no face" and of 1 to 6 (they add up to 1)."""

    chances: tuple[float, ...]

    @property
    def value(self) -> int | None:
        """The likeliest face; None where no readable face is likelier."""
        best = int(np.argmax(self.chances))
        return best or None

    @property
    def certainty(self) -> float:
        """The probability of `value`."""
        return max(self.chances)

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """The faces 1 to 6 with their probabilities, likeliest first."""
        faces = [(face, self.chances[face]) for face in range(1, 7)]
        return tuple(sorted(faces, key=lambda f: -f[1]))


class FaceReader:
    """The shipped face reader."""

    def __init__(self) -> None:
        """Load the network; raises vision.models.BadModel."""
        self._model = Model("face.onnx")
        self._temperature = float(self._model.settings["temperature"])
        self.bar = float(self._model.settings["bar"])

    def read_crops(self, shown: list[Image]) -> list[FaceReading]:
        """Read crops (64 x 64 x 3, BGR), one die each."""
        if not shown:
            return []
        crops = np.stack(shown)
        turned = np.concatenate([np.rot90(crops, quarter, (1, 2)) for quarter in range(4)])
        batch = np.ascontiguousarray(turned[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / np.float32(255)
        logits = self._model(batch).reshape(4, len(shown), -1)
        return [FaceReading(tuple(float(v) for v in row)) for row in chances(logits, self._temperature)]


def chances(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Average 4 x N x 7 logits of four turns into N x 7 probabilities at a temperature.

    Probabilities are averaged, not logits: one turn that reads something else then lowers the certainty.
    """
    scaled = logits.astype(np.float64) / temperature
    scaled -= scaled.max(axis=-1, keepdims=True)
    each = np.exp(scaled)
    each /= each.sum(axis=-1, keepdims=True)
    return np.asarray(each.mean(axis=0))


def flat_crop(image: Image, pose: Pose, at: tuple[float, float], top: float, die: float) -> Image:
    """Lay flat the top face, `top` mm high, of a die with edge `die` mm at `at` mm: a crop of 64 x 64 x 3."""
    half = FLAT * die / 2
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)]) + np.array(at)
    source = pose.to_px(square, top).astype(np.float32)
    target = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    move = cv2.getPerspectiveTransform(source, target)
    size = float(np.linalg.norm(source[0] - source[2]) / np.sqrt(2))
    if size > 1.5 * SIDE:  # a plain warp would skip pixels and invent pips: shrink by area first
        shrink = SIDE / size
        left, low = np.floor(source.min(axis=0)).astype(int), np.ceil(source.max(axis=0)).astype(int) + 1
        left = np.maximum(left, 0)
        part = image[left[1] : max(low[1], left[1] + 2), left[0] : max(low[0], left[0] + 2)]
        if part.size:
            image = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
            move = cv2.getPerspectiveTransform(((source - left) * shrink).astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(image, move, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def crop(image: Image, box: Box, side: int = SIDE, boxes: float = CROP) -> Image:
    """Cut the square of `boxes` longest sides round a box and scale it to side x side x 3."""
    x, y, w, h = box
    half = max(w, h) * boxes / 2
    left, top = int(np.floor(x + w / 2 - half)), int(np.floor(y + h / 2 - half))
    edge = max(2, int(np.ceil(2 * half)))
    high, wide = image.shape[:2]
    part = image[max(0, top) : min(high, top + edge), max(0, left) : min(wide, left + edge)]
    if not part.size:
        return np.zeros((side, side, 3), np.uint8)
    over = (max(0, -top), max(0, top + edge - high), max(0, -left), max(0, left + edge - wide))
    if any(over):
        part = np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), np.uint8)
    how = cv2.INTER_AREA if edge > side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(part, (side, side), interpolation=how), np.uint8)
