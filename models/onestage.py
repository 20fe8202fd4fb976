"""Read pictures with a plain one-stage detector of six classes, to show what two stages give.

It looks at each picture as ultralytics' own `predict` does: shrunk to its side, the best class of each box, boxes from
a score of 0.25 on, and of boxes that share more than 0.45 the best one, whatever its class, as a die has one face.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.photos import Box
from models.runs import Unusable
from vision.picture import Image

LEAST, OVERLAP = 0.25, 0.45
STEP = 32  # px: sides that the network can halve five times
ACCEPT = 0.5  # a plain detector has no calibrated bar; this one is what its users set most


@dataclass(frozen=True)
class Marked:
    """A box with its class and score."""

    box: Box
    value: int | None
    certainty: float
    accepted: bool = field(init=False)
    why: str = field(init=False)

    def __post_init__(self) -> None:
        """Judge by the score alone."""
        object.__setattr__(self, "accepted", self.certainty >= ACCEPT)
        object.__setattr__(self, "why", "" if self.accepted else f"score {self.certainty:.0%}")


@dataclass(frozen=True)
class _View:
    dice: tuple[Marked, ...]


class OneStage:
    """An exported detector of six classes; `look` reads a picture."""

    def __init__(self, file: Path, side: int = 640) -> None:
        """Open the network `file`; raises Unusable where it is not one of six classes."""
        import onnxruntime
        from onnxruntime.capi.onnxruntime_pybind11_state import Fail, InvalidGraph, InvalidProtobuf, NoSuchFile

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        self._side = side
        try:
            self._session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
            rows = self._session.get_outputs()[0].shape[1]
        except (Fail, InvalidGraph, InvalidProtobuf, NoSuchFile) as why:
            raise Unusable(f"{file}: not a network that onnxruntime opens ({type(why).__name__})") from None
        if rows != 10:
            raise Unusable(f"{file}: tells {rows} rows a box, not 4 and six classes; export it with `onestage`")

    def look(self, image: Image) -> _View:
        """Find and read the dice of a picture (H x W x 3, BGR)."""
        scale = self._side / max(image.shape[:2])
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        shrunk = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)[: self._side, : self._side]
        high, wide = (-(-side // STEP) * STEP for side in shrunk.shape[:2])
        padded = np.full((1, high, wide, 3), 114, np.uint8)
        padded[0, : shrunk.shape[0], : shrunk.shape[1]] = shrunk
        name = self._session.get_inputs()[0].name
        told = np.asarray(self._session.run(None, {name: padded})[0], np.float32)[0]
        return _View(tuple(marked(told, scale)))


def marked(told: NDArray[np.float32], scale: float) -> list[Marked]:
    """Turn 10 x N (centre x, y, w, h at the network's scale, six scores) into dice of the picture, best first."""
    scores = told[4:].max(axis=0)
    sure = scores >= LEAST
    told, scores = told[:, sure], scores[sure]
    size = told[2:4] / scale
    corner = told[:2] / scale - size / 2
    boxes = np.vstack([corner, size]).T
    if not len(boxes):
        return []
    kept = cv2.dnn.NMSBoxes(boxes.tolist(), scores.tolist(), 0.0, OVERLAP)
    values = told[4:].argmax(axis=0) + 1
    return [
        Marked((*map(float, boxes[n]),), int(values[n]), float(scores[n]))  # type: ignore[arg-type]
        for n in np.asarray(kept).ravel().tolist()
    ]
