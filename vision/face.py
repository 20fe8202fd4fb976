"""Read the top face of a die from the full picture: 1 to 6, or no readable face, with a calibrated certainty.

Without a board the crop is 1.5 boxes wide. With the camera's pose the top face is laid flat first: on the demo's 148
dice, seen from 62 degrees, that lifts the least certainty from 0.83 to 0.97. A face that is beyond doubt is read once;
any other is read in four quarter turns that are averaged, and where they disagree the certainty falls.
"""

from __future__ import annotations

from collections.abc import Sequence
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
TURNS = 4
CLASSES = 7
ENOUGH = 0.99  # probability from which one turn is enough


@dataclass(frozen=True, slots=True)
class FaceReading:
    """What one crop shows: probabilities of "no face" and of 1 to 6 (they add up to 1).

    `turns` holds what each turn that was read shows (0: no face), `spread` how far the turns are apart in the
    probability of the value (0 to 1).
    """

    chances: tuple[float, ...]
    turns: tuple[int, ...] = ()
    spread: float = 0.0

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
        self.settings = self._model.settings
        self.temperature = float(self.settings["temperature"])
        self.bar = float(self.settings["bar"])

    def read_crops(self, shown: Sequence[Image]) -> list[FaceReading]:
        """Read crops (64 x 64 x 3, BGR), one die each."""
        if not len(shown):
            return []
        crops = np.stack(list(shown))
        logits = np.full((TURNS, len(crops), CLASSES), np.nan, np.float32)
        logits[0] = self._model(batch(crops))
        again = np.flatnonzero(chances(logits[:1], self.temperature).max(axis=1) < ENOUGH)
        if len(again):
            turned = np.concatenate([np.rot90(crops[again], quarter, (1, 2)) for quarter in range(1, TURNS)])
            logits[1:, again] = self._model(batch(turned)).reshape(TURNS - 1, len(again), CLASSES)
        return settle(logits, self.temperature)

    def features(self, shown: Sequence[Image]) -> NDArray[np.float32]:
        """What the network makes of crops (64 x 64 x 3, BGR) before it decides: N x D, one turn.

        D is 128 where the network's file gives its output "features"; its 7 logits take their place elsewhere.
        """
        wanted = "features" if "features" in self._model.outputs else self._model.outputs[0]
        if not len(shown):
            return np.zeros((0, 0), np.float32)
        return self._model(batch(np.stack(list(shown))), wanted)


def batch(crops: NDArray[np.uint8]) -> NDArray[np.float32]:
    """N x 64 x 64 x 3 (BGR, 0 to 255) as the network takes it: N x 3 x 64 x 64 (RGB, 0 to 1)."""
    return np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / np.float32(255)


def settle(logits: NDArray[np.float32], temperature: float) -> list[FaceReading]:
    """Join 4 x N x 7 logits of four turns; turns after the first do not count where that one is beyond doubt."""
    each = _shares(logits, temperature)
    once = each[0].max(axis=1) >= ENOUGH
    joined = np.where(once[:, None], each[0], each.mean(axis=0))
    best = joined.argmax(axis=1)
    told = []
    for n, row in enumerate(joined):
        read = each[: 1 if once[n] else None, n]
        turns = tuple(int(v) for v in read.argmax(axis=1))
        told.append(FaceReading(tuple(float(v) for v in row), turns, float(np.ptp(read[:, best[n]]))))
    return told


def chances(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Average T x N x 7 logits of T turns into N x 7 probabilities at a temperature.

    Probabilities are averaged, not logits: one turn that reads something else then lowers the certainty.
    """
    return np.asarray(_shares(logits, temperature).mean(axis=0))


def _shares(logits: NDArray[np.float32], temperature: float) -> NDArray[np.float64]:
    """Probabilities of the last axis at a temperature."""
    scaled = logits.astype(np.float64) / temperature
    scaled -= scaled.max(axis=-1, keepdims=True)
    each = np.exp(scaled)
    return np.asarray(each / each.sum(axis=-1, keepdims=True))


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
