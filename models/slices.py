"""Which dice are hard, and why: measured on the picture, or told by the labels of rendered pictures.

A die may be in several slices. The bars were set on the training sets, from the percentiles of each measure; no
test picture was looked at.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.photos import Box, Label
from vision.picture import Image

WIDTHS = ((0.0, 12.0), (12.0, 24.0), (24.0, 48.0), (48.0, float("inf")))
BURNT, GLARE = 250, 0.03  # level of all three channels; share of the box
LIGHT, ALIKE, PALE = 150, 40, 60  # level of body and ground; how far they differ at most; spread of channels of a body
TOUCHING = 0.06  # of the smaller die: gap between two boxes
BLUR = 0.06  # variance of the Laplacian in parts of that of the levels, at 64 px at most
COCKED = 3.0  # degrees
SEE_THROUGH = ("translucent", "transparent", "clear", "glass")

BANDS = tuple(f"{low:.0f} to {high:.0f} px" if high < 1e9 else f"over {low:.0f} px" for low, high in WIDTHS)
NAMED = {
    "glare": f"more than {100 * GLARE:.0f} % of the box burnt out (all channels from {BURNT} on)",
    "white on white": f"pale body and ground, both lighter than {LIGHT}, less than {ALIKE} apart",
    "touching": f"gap to the next box under {100 * TOUCHING:.0f} % of a die",
    "under 24 px": "longer side of the box",
    "blur": f"variance of the Laplacian under {BLUR} of that of the levels, at 64 px at most",
    "translucent": "as the label says (rendered)",
    "cocked": f"tilted by {COCKED:.0f} degrees or more, as the label says (rendered); has no readable face",
    "on another die": "as the label says (rendered)",
}


def width(box: Box) -> float:
    """Longer side of a box in px: what "too small" is measured by."""
    return max(box[2], box[3])


def band(box: Box) -> str:
    """Name of the band of `WIDTHS` that a die belongs to."""
    return next(name for name, (low, high) in zip(BANDS, WIDTHS, strict=True) if low <= width(box) < high)


def slices(image: Image, label: Label, others: Sequence[Box]) -> frozenset[str]:
    """Names of the slices of a labelled die in its picture (H x W x 3, BGR); `others` are the other dice's boxes."""
    found = {band(label.box)} | _told(label)
    if width(label.box) < 24:
        found.add("under 24 px")
    if any(gap(label.box, box) < TOUCHING * min(width(label.box), width(box)) for box in others):
        found.add("touching")
    part = _cut(image, label.box)
    if min(part.shape[:2]) >= 3:
        found |= _seen(image, label.box, part)
    return frozenset(found)


def _told(label: Label) -> set[str]:
    found = {"translucent"} if label.finish in SEE_THROUGH else set()
    if label.tilt >= COCKED:
        found.add("cocked")
    if label.stands:
        found.add("on another die")
    return found


def _seen(image: Image, box: Box, part: Image) -> set[str]:
    found = set()
    if burnt(part) > GLARE:
        found.add("glare")
    if pale_on_pale(image, box):
        found.add("white on white")
    if sharpness(part) < BLUR:
        found.add("blur")
    return found


def gap(a: Box, b: Box) -> float:
    """Space between two boxes in px: the larger of the gaps across and down; negative where they overlap."""
    across = max(a[0] - b[0] - b[2], b[0] - a[0] - a[2])
    down = max(a[1] - b[1] - b[3], b[1] - a[1] - a[3])
    return max(across, down)


def burnt(part: Image) -> float:
    """Share of burnt-out pixels of H x W x 3."""
    return float((part.min(axis=2) >= BURNT).mean())


def sharpness(part: Image) -> float:
    """Variance of the Laplacian of H x W x 3, shrunk to 64 px at most, in parts of the variance of its levels."""
    scale = min(1.0, 64 / max(part.shape[:2]))
    side = (max(3, round(part.shape[1] * scale)), max(3, round(part.shape[0] * scale)))
    grey = cv2.cvtColor(cv2.resize(part, side, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    spread = float(grey.var())
    return float(cv2.Laplacian(grey, cv2.CV_64F).var()) / max(spread, 1.0) if spread >= 1 else 0.0


def pale_on_pale(image: Image, box: Box) -> bool:
    """Whether a pale die lies on pale ground: the light half of its pixels against a rim of a quarter die round it."""
    body = _median_of_light_half(_cut(image, box, -0.15))
    x, y, w, h = box
    rim = 0.25 * max(w, h)
    wide = (x - rim, y - rim, w + 2 * rim, h + 2 * rim)
    outside = np.ones(_cut(image, wide).shape[:2], bool)
    left, top = int(max(0, wide[0])), int(max(0, wide[1]))
    outside[max(0, int(y) - top) : int(y + h) - top, max(0, int(x) - left) : int(x + w) - left] = False
    ring = _cut(image, wide)[outside]
    if body is None or not len(ring):
        return False
    ground = np.median(ring, axis=0)
    light = min(float(body.mean()), float(ground.mean())) > LIGHT
    return bool(light and abs(float(body.mean() - ground.mean())) < ALIKE and np.ptp(body) < PALE)


def _median_of_light_half(part: Image) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    pixels = part.reshape(-1, 3).astype(np.float64)
    if not len(pixels):
        return None
    level = pixels.mean(axis=1)
    return np.asarray(np.median(pixels[level >= np.median(level)], axis=0))


def _cut(image: Image, box: Box, room: float = 0.0) -> Image:
    """The part of the picture in a box that is grown by `room` of its sides on each side."""
    x, y, w, h = box
    left, top = int(max(0, x - room * w)), int(max(0, y - room * h))
    return image[top : int(max(0, y + h + room * h)), left : int(max(0, x + w + room * w))]
