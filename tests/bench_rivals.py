"""What `make bench` compares with: the pip counter of the tutorials, and ultralytics' own way to run a detector."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.picture import Image

PIP = (12.0, 900.0)  # px^2: the areas of blobs that count as pips
ROUND = 0.6  # how round a pip has to be (ratio of its moments of inertia)
NEAR = 2.3  # pips' diameters from one pip to the next of the same die


def blobs(image: Image) -> list[int]:
    """Count pips: round dark and light blobs, and those near each other are one die. Returns each die's count."""
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByArea, settings.minArea, settings.maxArea = True, *PIP
    settings.filterByInertia, settings.minInertiaRatio = True, ROUND
    settings.filterByColor = False
    grey = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 3)
    seen = cv2.SimpleBlobDetector.create(settings).detect(grey)
    if not seen:
        return []
    return clusters(np.array([k.pt for k in seen]), np.array([k.size for k in seen]))


def clusters(at: np.ndarray, sizes: np.ndarray) -> list[int]:
    """Sizes of the groups of points (N x 2) whose members lie within `NEAR` diameters of a neighbour, largest first."""
    apart = np.linalg.norm(at[:, None] - at, axis=2)
    linked = apart < NEAR * (sizes[:, None] + sizes) / 2 + 1
    group = np.arange(len(at))
    while True:
        least = np.where(linked, group, len(at)).min(axis=1)
        if (least == group).all():
            break
        group = least
    return sorted(np.bincount(group)[np.unique(group)].tolist(), reverse=True)


def yolo(weights: Path | None) -> Callable[[Image], object] | str:
    """Return `YOLO.predict` with these weights on two threads of the CPU, or why it is left out."""
    if importlib.util.find_spec("ultralytics") is None:
        return "ultralytics is not installed here"
    if weights is None:
        return "no weights were named (WEIGHTS=last.pt)"
    os.environ.update(YOLO_OFFLINE="1", YOLO_AUTOINSTALL="false")
    import torch
    from ultralytics import YOLO

    torch.set_num_threads(2)
    model = YOLO(str(weights))
    return lambda image: model.predict(image, imgsz=640, device="cpu", verbose=False)
