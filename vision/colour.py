"""The colour of a die's body, apart from its pips, highlights and the ground round it.

Pixels of the box are weighed: the middle counts more, what looks like the ground round the die or like a
highlight counts less, and what stands out by its hue counts more, since pips are mostly white or black. The densest
group of CIE Lab colours is the body. What the light adds is taken out before: by the white of the sheet where there is
one, else by the picture's own edges (grey-edge: van de Weijer, Gevers and Gijsenij 2007), as far as that goes. The name
is that of the nearest of some shades; where the colours in play are known, the nearest of those, as long as it is near.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

from vision.dice import Box
from vision.picture import Image

Lab = NDArray[np.float64]
Pixels = NDArray[np.float32]

# Bodies of ordinary dice in CIE Lab (L 0 to 100). Several per name: a shade in shadow is the same colour.
SHADES: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "red": ((42, 62, 42), (28, 46, 30), (52, 66, 40), (30, 28, 9), (40, 46, 16)),
    "orange": ((62, 42, 62), (52, 40, 52), (70, 34, 62)),
    "yellow": ((82, 4, 70), (70, 4, 60), (60, 2, 48), (72, -16, 66)),
    "green": ((46, -38, 28), (30, -26, 18), (58, -48, 40), (38, -30, 8), (62, -30, 50), (54, -36, -4)),
    "blue": ((36, 8, -46), (24, 24, -48), (16, 2, -22), (50, -8, -40), (58, -14, -34), (40, -2, -24), (66, -24, -16)),
    "purple": ((36, 40, -36), (26, 30, -28), (48, 44, -40), (20, 20, -18), (30, 48, -30)),
    "pink": ((68, 42, 2), (58, 52, -2), (76, 28, 4), (58, 60, -24)),
    "brown": ((36, 18, 26), (26, 12, 16), (46, 20, 32), (40, 8, 32), (32, 6, 20)),
    "white": ((92, 0, 3), (82, 0, 4), (80, 1, 10), (71, -1, 4)),
    "grey": ((52, 0, 0), (44, 0, 1), (58, 0, 2)),
    "black": ((14, 0, 0), (22, 0, 0), (26, 0, -2)),
}
NEAR = 38.0  # Lab distance (lightness counting half) up to which a colour in play is believed
DARK = 45.0  # lightness below which hues are stretched: the same paint in shadow has less chroma
VIVID = 50.0  # chroma up to which they are
KEEN = 4.5  # Lab distance by which a name must be nearer to be e times as likely
CLEAR = 0.75  # probability from which a name needs no second
LIKELY = 0.15  # and from which a second one is worth telling
SIDE = 32  # px to which a die is shrunk
ROUND = 1.3  # boxes that are looked at: what is beyond the box is the ground
GROUND = 11.0  # Lab distance at which a pixel is no longer taken for the ground
HIGHLIGHT = 90.0  # lightness from which a colourless pixel may be a highlight
GROUP = 17.0  # Lab distance within which pixels are one group
STARTS = 40  # pixels whose groups are compared
HALVED = np.array([0.5, 1, 1], np.float32)


@dataclass(frozen=True, slots=True)
class Colour:
    """A die's body: its name, its RGB (0 to 255), how much nearer it is than the second name (0 to 1).

    `likely` holds the names with their probabilities, likeliest first.
    """

    name: str
    rgb: tuple[int, int, int]
    margin: float
    likely: tuple[tuple[str, float], ...] = ()


def body(image: Image, box: Box, among: Collection[str] = (), light: Lab | None = None) -> Colour:
    """Return the body colour of the die in a box (px) of a picture (H x W x 3, BGR).

    `among` are the colours in play; a body that is far from all of them keeps its own name. `light` is what
    `vision.light.gains` tells of the picture.
    """
    pixels, reach = _around(image, box)
    if not len(pixels):
        return Colour("grey", (128, 128, 128), 0.0)
    shown = pixels.astype(np.float32) / 255
    if light is not None:
        shown = np.minimum(shown * light.astype(np.float32), 1)
    centre = _body(cv2.cvtColor(shown[None], cv2.COLOR_BGR2LAB)[0], reach)
    far = _distances(centre, among)
    names = _likely(far)
    bgr = cv2.cvtColor(centre[None, None].astype(np.float32), cv2.COLOR_LAB2BGR)[0, 0]
    b, g, r = (int(v) for v in np.clip(np.rint(bgr * 255), 0, 255))
    return Colour(names[0][0], (r, g, b), _margin(far), names)


def nearest(lab: Lab, among: Collection[str] = ()) -> tuple[str, float]:
    """Name a Lab colour; the second figure is the margin to the runner-up, from 0 (a tie) to 1."""
    far = _distances(lab, among)
    return min(far, key=far.__getitem__), _margin(far)


def _margin(far: Mapping[str, float]) -> float:
    """How much nearer the nearest name is than the second."""
    first, second = [*sorted(far.values()), NEAR][:2]
    return max(0.0, second - first) / max(second, 1e-6)


def _likely(far: Mapping[str, float]) -> tuple[tuple[str, float], ...]:
    """The names with their probabilities, likeliest first."""
    best = min(far.values())
    votes = {name: math.exp((best - away) / KEEN) for name, away in far.items()}
    total = sum(votes.values())
    return tuple(sorted(((name, vote / total) for name, vote in votes.items()), key=lambda pair: -pair[1]))


def _distances(lab: Lab, among: Collection[str]) -> dict[str, float]:
    """How far each name is: of the colours in play where one of them is near, else of all."""
    away = _stretched(lab) - _ROWS
    each = (away * away) @ (0.25, 1, 1)  # lightness counts half: shadow changes it, and owners differ by hue
    distances = dict(zip(SHADES, np.sqrt(np.minimum.reduceat(each, _STARTS)).tolist(), strict=True))
    wanted = {name: distances[name] for name in among if name in distances}
    return wanted if wanted and min(wanted.values()) < NEAR else distances


def _stretched(lab: Lab) -> Lab:
    """The colours (... x 3) with the chroma that dark ones would have in more light."""
    chroma = np.hypot(lab[..., 1], lab[..., 2])
    more = np.maximum(1, np.minimum(DARK / (lab[..., 0] + 15), VIVID / np.maximum(chroma, 1)))
    return np.asarray(lab * np.stack([np.ones_like(more), more, more], axis=-1))


_ROWS = _stretched(np.array([shade for shades in SHADES.values() for shade in shades], np.float64))
_STARTS = np.cumsum([0, *[len(shades) for shades in SHADES.values()]])[:-1]


def _around(image: Image, box: Box) -> tuple[NDArray[np.uint8], Pixels]:
    """Pixels (N x 3, BGR) of a box and its surroundings, and how far each is from the middle (1: the box's edge)."""
    x, y, w, h = box
    left, top = max(0, int(x - w * (ROUND - 1) / 2)), max(0, int(y - h * (ROUND - 1) / 2))
    part = image[top : max(0, int(y + h * (ROUND + 1) / 2) + 1), left : max(0, int(x + w * (ROUND + 1) / 2) + 1)]
    if not part.size or w <= 0 or h <= 0:
        return np.zeros((0, 3), np.uint8), np.zeros(0, np.float32)
    scale = min(1.0, SIDE / max(part.shape[:2]))
    high, wide = (max(1, round(s * scale)) for s in part.shape[:2])
    if scale < 1:
        step = max(1, int(0.5 / scale))  # two pixels are left for each that is averaged
        part = np.asarray(cv2.resize(part[::step, ::step], (wide, high), interpolation=cv2.INTER_AREA), np.uint8)
    across = (left - x + (np.arange(wide) + 0.5) / scale - w / 2) / (w / 2)
    down = (top - y + (np.arange(high) + 0.5) / scale - h / 2) / (h / 2)
    return part.reshape(-1, 3), np.hypot(across, down[:, None]).ravel().astype(np.float32)


def _body(seen: Pixels, reach: Pixels) -> Lab:
    """The colour of the densest group of N x 3 Lab pixels that are neither ground nor highlight."""
    inside = reach < 0.9
    if not inside.any():
        return np.asarray(seen.mean(axis=0), np.float64)
    scaled = seen * HALVED
    die = scaled[inside]
    chroma = np.sqrt(die[:, 1] ** 2 + die[:, 2] ** 2)
    weight = np.exp(-((reach[inside] / 0.75) ** 2)) * (1 + np.minimum(chroma, 60) / 60)
    beyond = scaled[reach > 1.15]
    if len(beyond):
        ground = np.partition(beyond, len(beyond) // 2, axis=0)[len(beyond) // 2]
        weight *= 1 - 0.8 * np.exp(-_apart(die, ground) / GROUND**2)
    bright = (die[:, 0] > HIGHLIGHT / 2) & (chroma < 12)
    if bright.mean() < 0.45:
        weight[bright] *= 0.2
    return np.asarray(_densest(die, weight) / HALVED, np.float64)


def _densest(die: Pixels, weight: Pixels) -> Pixels:
    """The middle of the group of colours (N x 3, lightness halved) that weighs most."""
    starts = die[:: max(1, len(die) // STARTS)]
    square = np.einsum("ij,ij->i", die, die)
    away = square - 2 * (starts @ die.T) + np.einsum("ij,ij->i", starts, starts)[:, None]
    best = starts[np.argmax((away < GROUP**2) @ weight)]
    for _ in range(2):  # the mean of a group is nearer to its middle than the pixel that it was found from
        near = weight * (_apart(die, best) < GROUP**2)
        best = near @ die / max(float(near.sum()), 1e-9) if near.any() else best
    return np.asarray(best)


def _apart(seen: Pixels, one: Pixels) -> Pixels:
    """Squared distances of N colours (lightness halved) from one."""
    away = seen - one.astype(np.float32)
    return np.asarray(np.einsum("ij,ij->i", away, away))
