"""Find dice in a picture: boxes from a one-class detector on shrunk views. What they show is read elsewhere.

A detector sees dice best that are some 25 to 150 px wide at its input. So where dice are small, parts of the picture
are looked at from closer by, and a thorough look at a still picture also steps back for dice that fill it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.merge import SAME, Box, Found, merge
from vision.models import Model
from vision.picture import Image

SMALL = 26.0  # px at the detector's input: dice below are seen better from nearer
TINY = 20.0  # and below this a quick look takes the time to look again
LARGE = 40.0  # px at the input of a look from further off: smaller dice are seen better from nearer
BACK = (0.5, 0.25)  # how far a thorough look steps back: for dice of 400 px and more at the detector's own side
LEAST = 11.0  # px in the picture: nobody reads a smaller die, and print is full of such squares
CLOSER = 1.75  # so many times nearer a quick second look is: then two tiles cover a side
CLOSEST = 2.0  # times the picture's own size: more shows nothing new
SHARED = 0.25  # how far tiles overlap, in tile sides
HINT = 0.1  # score from which a find is worth a closer look
PLAIN = 24  # grey levels: a tile in which no two places near each other differ by more holds no die
STEP = 64  # px: the network's input has sides of whole steps, so that few shapes occur
PADDING = 114  # grey of what fills the last step, as in training

__all__ = ["Box", "Detector", "Found"]


class Detector:
    """The shipped detector; `find` is its one use."""

    def __init__(self) -> None:
        """Load the network; raises vision.models.BadModel."""
        self._model = Model("detector.onnx")
        self._side = int(self._model.settings["side"])
        self.bar = float(self._model.settings["bar"])

    def find(self, image: Image, view: Box | None = None, thorough: bool = False) -> list[Found]:
        """Return the dice in the part `view` (x, y, w, h px; the whole picture where None), best first.

        Where some turn out small, that part is looked at again from twice as near. A `thorough` look takes every
        scale, as for a still picture: it finds dice of 12 px and such as fill the picture, and takes 3 to 60 times
        as long.
        """
        whole = view or (0.0, 0.0, float(image.shape[1]), float(image.shape[0]))
        scale = self._side / max(1.0, whole[2], whole[3])
        looks = [self._look(image, whole)]
        if thorough:
            looks += [_wider(self._look(image, whole, self._side * back), LARGE / scale / back) for back in BACK]
            looks += self._closer(image, whole, scale, looks[0])
        elif scale < 1:
            looks.append(self._again(image, whole, scale, looks[0]))
        return merge([[f for f in look if f.score >= self.bar and max(f.box[2:]) >= LEAST] for look in looks])

    def _again(self, image: Image, whole: Box, scale: float, seen: list[Found]) -> list[Found]:
        """Look from nearer, once, where small dice were seen."""
        small = [f for f in seen if f.score >= self.bar and max(f.box[2:]) * scale < TINY]
        tiles = [t for t in _tiles(whole, self._side / scale / CLOSER) if any(_holds(t, f.box) for f in small)]
        return self._parts(image, whole, tiles, SMALL / scale)

    def _closer(self, image: Image, whole: Box, scale: float, seen: list[Found]) -> Iterator[list[Found]]:
        """Look from nearer and nearer everywhere, in even steps, and in the end where something small shows."""
        for nearer in _steps(scale):
            widest = SMALL / scale
            scale *= nearer
            tiles = [t for t in _tiles(whole, self._side / scale) if not _plain(_part(image, t))]
            seen = self._parts(image, whole, tiles, widest)
            yield seen
        if scale < CLOSEST:
            small = [f for f in seen if max(f.box[2:]) * scale < SMALL]
            yield self._parts(image, whole, _round(small, whole, self._side / CLOSEST), SMALL / scale)

    def _parts(self, image: Image, whole: Box, tiles: list[Box], widest: float) -> list[Found]:
        """Find dice up to `widest` px that lie whole in a tile."""
        each = ((f, tile) for tile in tiles for f in self._look(image, tile))
        return [f for f, tile in each if max(f.box[2:]) <= widest and not _cut(f.box, tile, whole)]

    def _look(self, image: Image, view: Box, longest: float = 0) -> list[Found]:
        """Find dice in one view that is scaled to `longest` px (0: the detector's own side)."""
        part = _part(image, view)
        scale = (longest or self._side) / max(1, *part.shape[:2])
        high, wide = (round(length * scale) for length in part.shape[:2])
        if min(high, wide) < 1:  # nothing, or a strip in which no die can be seen
            return []
        padded = np.full((1, _whole(high), _whole(wide), 3), PADDING, np.uint8)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        padded[0, :high, :wide] = cv2.resize(part, (wide, high), interpolation=how)
        return _boxes(self._model(padded)[0], scale, max(0, int(view[0])), max(0, int(view[1])))


def _boxes(output: NDArray[np.float32], scale: float, left: int, top: int) -> list[Found]:
    """Turn 5 x N (centre x, y, w, h, score at the network's scale) into boxes of the picture, the best of each die."""
    sure = output[:, output[4] >= HINT].astype(np.float64)
    corner = (sure[:2] - sure[2:4] / 2) / scale + np.array([[left], [top]])
    boxes, scores = np.vstack([corner, sure[2:4] / scale]).T.tolist(), sure[4].tolist()
    kept = cv2.dnn.NMSBoxes(boxes, scores, 0.0, SAME) if boxes else []
    return [Found(tuple(boxes[n]), scores[n]) for n in np.asarray(kept, np.int64).ravel().tolist()]


def _steps(scale: float) -> list[float]:
    """Factors, each about 2, that lead from a scale to the picture's own."""
    count = max(0, math.ceil(math.log2(1 / scale) - 0.1))
    return [(1 / scale) ** (1 / count)] * count if count else []


def _part(image: Image, view: Box) -> Image:
    left, top = max(0, int(view[0])), max(0, int(view[1]))
    return image[top : int(view[1] + view[3]), left : int(view[0] + view[2])]


def _whole(length: int) -> int:
    return -(-length // STEP) * STEP


def _wider(found: list[Found], least: float) -> list[Found]:
    return [f for f in found if max(f.box[2:]) >= least]


def _holds(tile: Box, box: Box) -> bool:
    """Whether the middle of a box lies in a tile."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return tile[0] <= x <= tile[0] + tile[2] and tile[1] <= y <= tile[1] + tile[3]


def _plain(part: Image) -> bool:
    """Whether nothing stands out in a part of a picture: within 9 px, grey changes little."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    ring = np.ones((9, 9), np.uint8)
    return int(cv2.subtract(cv2.dilate(grey, ring), cv2.erode(grey, ring)).max()) < PLAIN


def _tiles(whole: Box, side: float) -> list[Box]:
    """Overlapping squares of `side` px that cover a view."""
    x, y, w, h = whole
    return [(left, top, min(side, w), min(side, h)) for left in _starts(x, w, side) for top in _starts(y, h, side)]


def _round(found: list[Found], whole: Box, side: float) -> list[Box]:
    """Few squares of `side` px, inside a view, in which the found boxes lie well away from the edge."""
    tiles: list[Box] = []
    for x, y, w, h in (f.box for f in found):
        room = side * SHARED / 2
        if any(_holds((t[0] + room, t[1] + room, t[2] - 2 * room, t[3] - 2 * room), (x, y, w, h)) for t in tiles):
            continue
        wide, high = min(side, whole[2]), min(side, whole[3])
        left = min(max(whole[0], x + w / 2 - wide / 2), whole[0] + whole[2] - wide)
        top = min(max(whole[1], y + h / 2 - high / 2), whole[1] + whole[3] - high)
        tiles.append((left, top, wide, high))
    return tiles


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
