"""What the light of a room adds to all colours, and how to take it out: gains for blue, green and red.

Where the camera's pose is known the paper of the sheet is the white reference, for hue and for brightness. Elsewhere
the mean colour of the picture's edges stands for the light (grey-edge hypothesis: van de Weijer, Gevers and
Gijsenij, "Edge-based color constancy", IEEE Transactions on Image Processing 16(9), 2007); it is a guess, so only
a part of it is taken out, and brightness is left as it is.
"""

from __future__ import annotations

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.board import Points
from vision.picture import Image

Gains = NDArray[np.float64]

WIDE = 160  # px to which the picture is thinned out
POWER = 6  # of the Minkowski mean of the edges, as in the paper
FAITH = 0.6  # of the guessed cast that is taken out
CAST = 1.4  # a channel is changed by this factor at most on a guess
SHEET = 2.2  # and on the word of white paper
BRIGHTEST = 0.92  # share of the sheet's pixels that are darker than its paper
PAPER = 0.9  # brightness of paper (0 to 1) in a well exposed picture
BURNT = 250  # grey levels from which a pixel tells no colour


def gains(image: Image, sheet: Points | None = None) -> Gains:
    """Return the gains (blue, green, red) that take the light's colour out of a picture (H x W x 3, BGR).

    `sheet` is the outline of the printed sheet in the picture (N x 2 px), where it is known.
    """
    step = max(1, max(image.shape[:2]) // WIDE)
    small = image[step // 2 :: step, step // 2 :: step]
    paper = None if sheet is None else _paper(small, sheet / step)
    if paper is not None:
        return np.asarray(np.clip(255 * PAPER / paper, 1 / SHEET, SHEET))
    blurred = cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)
    told = blurred.max(axis=2) < BURNT
    if not told.any():
        return np.ones(3)
    edges = np.hypot(cv2.Sobel(blurred, cv2.CV_32F, 1, 0), cv2.Sobel(blurred, cv2.CV_32F, 0, 1))[told] / 255
    light = (edges.astype(np.float64) ** POWER).mean(axis=0) ** (1 / POWER)
    if light.min() < 1e-3:
        return np.ones(3)
    return np.asarray(np.clip((light.mean() / light) ** FAITH, 1 / CAST, CAST))


def _paper(small: Image, outline: Points) -> Gains | None:
    """The colour (BGR, 0 to 255) of the brightest part of the sheet that is not burnt out, or None without any."""
    mask = np.zeros(small.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.rint(np.clip(outline, -9999, 9999)).astype(np.int32)], 255)
    pixels = small[(mask > 0) & (small.max(axis=2) < BURNT)]
    if len(pixels) < 50:
        return None
    level = pixels.min(axis=1)  # paper is bright in every channel; a coloured area is dark in one
    white = pixels[level >= np.quantile(level, BRIGHTEST)]
    return np.asarray(np.maximum(np.median(white, axis=0), 1), np.float64)
