"""The colour of a die's body, apart from its pips, highlights and the ground round it.

Pixels of the middle of the box are grouped in CIE Lab; the largest group that is no highlight is the body.
Names follow hue and lightness bands; where the colours in play are known, the nearest of those is taken, as long
as it is near enough.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.dice import Box
from vision.picture import Image

Lab = NDArray[np.float64]

# Bodies of ordinary dice in CIE Lab (L 0 to 100). Several per name: a shade in shadow is the same colour.
SHADES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "red": ((42, 62, 42), (28, 46, 30), (52, 66, 40)),
    "orange": ((62, 42, 62), (52, 40, 52), (70, 34, 62)),
    "yellow": ((82, 4, 70), (70, 4, 60), (60, 2, 48)),
    "green": ((46, -38, 28), (30, -26, 18), (58, -48, 40), (38, -30, 8)),
    "blue": ((36, 8, -46), (24, 12, -38), (50, -8, -40), (58, -14, -34)),
    "purple": ((36, 40, -36), (26, 30, -28), (48, 44, -40)),
    "pink": ((68, 42, 2), (58, 52, -2), (76, 28, 4)),
    "brown": ((36, 18, 26), (26, 12, 16), (46, 20, 32)),
    "white": ((92, 0, 3), (82, 0, 4), (80, 1, 10)),
    "grey": ((56, 0, 0), (48, 0, 1), (62, 0, 2)),
    "black": ((14, 0, 0), (22, 0, 0), (26, 0, -2)),
}
NEAR = 38.0  # Lab distance (lightness counting half) up to which a colour in play is believed
GROUPS = 3
INNER = 0.66  # of the box: beyond it the ground shows
MOST = 900  # pixels grouped for one die


@dataclass(frozen=True, slots=True)
class Colour:
    """A die's body: its name, its RGB (0 to 255), and how much nearer it is than the second name (0 to 1)."""

    name: str
    rgb: tuple[int, int, int]
    margin: float


def body(image: Image, box: Box, among: Collection[str] = ()) -> Colour:
    """Return the body colour of the die in a box (px) of a picture (H x W x 3, BGR).

    `among` are the colours in play; a body that is far from all of them keeps its own name.
    """
    pixels = _middle(image, box)
    if not len(pixels):
        return Colour("grey", (128, 128, 128), 0.0)
    lab = cv2.cvtColor(pixels[None].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[0].astype(np.float64)
    centre = _body_group(lab)
    name, margin = nearest(centre, among)
    bgr = cv2.cvtColor(centre[None, None].astype(np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    b, g, r = (int(v) for v in np.clip(np.rint(bgr * 255), 0, 255))
    return Colour(name, (r, g, b), margin)


def nearest(lab: Lab, among: Collection[str] = ()) -> tuple[str, float]:
    """Name a Lab colour; the second figure is the margin to the runner-up, from 0 (a tie) to 1."""
    distances = {name: min(_distance(lab, np.array(s)) for s in shades) for name, shades in SHADES.items()}
    free = min(distances, key=distances.__getitem__)
    wanted = {name: distances[name] for name in among if name in distances}
    if wanted and min(wanted.values()) < NEAR:
        distances, free = wanted, min(wanted, key=wanted.__getitem__)
    if len(distances) == 1:
        return free, max(0.0, 1 - distances[free] / NEAR)
    first, second = sorted(distances.values())[:2]
    return free, (second - first) / max(second, 1e-6)


def _distance(a: Lab, b: Lab) -> float:
    """Lab distance in which lightness counts half: shadow changes it, and owners differ by hue."""
    light, rest = (a[0] - b[0]) / 2, a[1:] - b[1:]
    return float(np.sqrt(light**2 + np.sum(rest**2)))


def _middle(image: Image, box: Box) -> NDArray[np.uint8]:
    """Pixels (N x 3, BGR) of the ellipse in the middle of a box, at most `MOST` of them."""
    x, y, w, h = box
    left, top = int(max(0, x + w * (1 - INNER) / 2)), int(max(0, y + h * (1 - INNER) / 2))
    part = image[top : int(y + h * (1 + INNER) / 2) + 1, left : int(x + w * (1 + INNER) / 2) + 1]
    if not part.size:
        return np.zeros((0, 3), np.uint8)
    high, wide = part.shape[:2]
    down, across = np.mgrid[0:high, 0:wide]
    inside = ((across - (wide - 1) / 2) / max(1, wide / 2)) ** 2 + (
        (down - (high - 1) / 2) / max(1, high / 2)
    ) ** 2 <= 1
    pixels = part[inside]
    return np.asarray(pixels[:: max(1, len(pixels) // MOST)], np.uint8)


def _body_group(lab: Lab) -> Lab:
    """Centre of the group of pixels that is the body.

    Pips and highlights are smaller groups than the body; of two groups of one hue (a lit and a shaded side) the
    larger is taken.
    """
    if len(lab) == 1:  # OpenCV would take one pixel's three figures for three pixels
        return np.asarray(lab[0])
    count = min(GROUPS, len(lab))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
    cv2.setRNGSeed(7)
    _, labels, centres = cv2.kmeans(
        lab.astype(np.float32), count, np.zeros((len(lab), 1), np.int32), stop, 1, cv2.KMEANS_PP_CENTERS
    )
    shares = np.bincount(labels.ravel(), minlength=count) / len(lab)
    centres = centres.astype(np.float64)
    chroma = np.hypot(centres[:, 1], centres[:, 2])
    weight = shares * (1 + np.minimum(chroma, 60) / 60)  # pips are white or black; a coloured group is the body
    highlight = (centres[:, 0] > 90) & (shares < 0.45)
    return np.asarray(centres[int(np.argmax(np.where(highlight, weight * 0.3, weight)))])
