"""Find dice in a picture: boxes from a one-class detector on a shrunk view. What they show is read elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.models import Model
from vision.picture import Image

OVERLAP = 0.45  # boxes that share more than this of their union are one die
SMALL = 26.0  # px at the detector's input: dice below are looked for again in a closer view
CLOSER = 2  # the closer view is cut into so many tiles along the longer side
SHARED = 0.25  # how far tiles overlap, in tile sides
STEP = 64  # px: the network's input has sides of whole steps, so that few shapes occur
PADDING = 114  # grey of what fills the last step, as in training


Box = tuple[float, float, float, float]
"""x, y, w, h in px."""


@dataclass(frozen=True, slots=True)
class Found:
    """A die's box in px and the detector's score (0 to 1)."""

    box: Box
    score: float


class Detector:
    """The shipped detector; `find` is its one use."""

    def __init__(self) -> None:
        """Load the network; raises vision.models.BadModel."""
        self._model = Model("detector.onnx")
        self._side = int(self._model.settings["side"])
        self.bar = float(self._model.settings["bar"])

    def find(self, image: Image, view: Box | None = None) -> list[Found]:
        """Return the dice in the part `view` (x, y, w, h px; the whole picture where None), best first.

        Where they turn out small, the view is looked at again in overlapping tiles at twice the scale.
        """
        whole = view or (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
        found = self._look(image, whole)
        scale = self._side / max(whole[2], whole[3])
        if found and scale < 1 and np.median([max(f.box[2:]) for f in found]) * scale < SMALL:
            for tile in _tiles(whole):
                found += [f for f in self._look(image, tile) if not _cut(f.box, tile, whole)]
        return _apart(found)

    def _look(self, image: Image, view: Box, longest: int = 0) -> list[Found]:
        """Find dice in one view that is scaled to `longest` px (0: the detector's own side)."""
        left, top = max(0, int(view[0])), max(0, int(view[1]))
        part = image[top : int(view[1] + view[3]), left : int(view[0] + view[2])]
        scale = (longest or self._side) / max(1, *part.shape[:2])
        high, wide = (round(length * scale) for length in part.shape[:2])
        if min(high, wide) < 1:  # nothing, or a strip in which no die can be seen
            return []
        padded = np.full((1, _whole(high), _whole(wide), 3), PADDING, np.uint8)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        padded[0, :high, :wide] = cv2.resize(part, (wide, high), interpolation=how)
        return self._boxes(self._model(padded)[0], scale, left, top)

    def _boxes(self, output: NDArray[np.float32], scale: float, left: int, top: int) -> list[Found]:
        """Turn 5 x N (centre x, y, w, h, score at the network's scale) into boxes of the picture."""
        sure = output[:, output[4] >= self.bar]
        centre, size = sure[:2], sure[2:4]
        corner = (centre - size / 2) / scale
        return [
            Found((float(x) + left, float(y) + top, float(w), float(h)), float(score))
            for x, y, w, h, score in np.vstack([corner, size / scale, sure[4:5]]).T
        ]


def _whole(length: int) -> int:
    return -(-length // STEP) * STEP


def _tiles(whole: Box) -> list[Box]:
    x, y, w, h = whole
    side = max(w, h) / (CLOSER - (CLOSER - 1) * SHARED)
    return [(left, top, min(side, w), min(side, h)) for left in _starts(x, w, side) for top in _starts(y, h, side)]


def _starts(start: float, length: float, side: float) -> list[float]:
    if side >= length:
        return [start]
    steps = int(np.ceil((length - side) / (side * (1 - SHARED))))
    return [start + (length - side) * n / steps for n in range(steps + 1)]


def _cut(box: Box, tile: Box, whole: Box) -> bool:
    """Tell whether a box touches an edge of its tile that is no edge of the view: the die is whole in another tile."""
    near = 2.0
    left, top = box[0] <= tile[0] + near, box[1] <= tile[1] + near
    right = box[0] + box[2] >= tile[0] + tile[2] - near
    low = box[1] + box[3] >= tile[1] + tile[3] - near
    return (
        (left and tile[0] > whole[0] + near)
        or (top and tile[1] > whole[1] + near)
        or (right and tile[0] + tile[2] < whole[0] + whole[2] - near)
        or (low and tile[1] + tile[3] < whole[1] + whole[3] - near)
    )


def _apart(found: list[Found]) -> list[Found]:
    """Keep the best of boxes that show the same die."""
    if not found:
        return []
    boxes = [[round(v) for v in f.box] for f in found]
    kept = cv2.dnn.NMSBoxes(boxes, [f.score for f in found], 0.0, OVERLAP)
    return [found[int(n)] for n in np.asarray(kept).ravel()]
