"""What a reader of a scene's picture should find, exact from the scene itself: no pixel is looked at."""

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera
from datasets.die import faces, surface, top
from datasets.scene import Die, Scene

Floats = NDArray[np.float64]

COCKED = 3.0  # degrees of tilt from which a die has no clear value
HIDDEN, LEAST, CUT = 0.7, 4, 0.2  # more hidden, fewer px seen, or less in the picture: a die that is not asked for


def tell(scene: Scene) -> list[dict[str, Any]]:
    """Return one JSON-ready dict a die.

    Its keys: value, colour, rgb, mm, angle, box, top, tilt, level, support and covered.
    """
    carried = {die.support for die in scene.dice}
    told = []
    for index, die in enumerate(scene.dice):
        value, tilt = top(die.turn, die.shape)
        told.append(
            {
                "value": value if tilt < COCKED else None,
                "colour": die.look.colour,
                "rgb": [round(c, 4) for c in die.look.body],
                "mm": [round(die.centre[0], 2), round(-die.centre[1], 2)],
                "angle": round(angle(die), 4),
                "box": [round(v, 1) for v in box(scene.camera, die)],
                "top": np.round(outline(scene.camera, die), 1).tolist(),
                "tilt": round(tilt, 2),
                "level": level(scene, index),
                "support": die.support,
                "covered": index in carried,
            }
        )
    return told


def judged(scene: Scene, ids: NDArray[np.int32]) -> list[dict[str, Any]]:
    """Return `tell` of all dice that the picture holds any part of, and how much of each can be seen.

    `ids` (h, w) are the dice's indices as `render.ids` sees them. Besides `tell`'s keys: size (mm), finish; inside
    (share of the whole outline that lies in the picture); blocked (share of that which other things hide); face (share
    of the top face that is seen); and ignore, true for what nobody should be asked to find. Supports that are out of
    the picture are told as -2.
    """
    kept, shown = [], np.bincount(ids[ids >= 0], minlength=len(scene.dice))
    for index, (die, told) in enumerate(zip(scene.dice, tell(scene), strict=True)):
        whole, within = cover(outer(scene.camera, die), ids.shape)
        if within == 0:
            continue
        blocked = max(0.0, 1 - int(shown[index]) / within)
        upper = filled(outline(scene.camera, die), ids.shape)
        told |= {
            "size": round(die.shape.edge, 2),
            "finish": die.look.finish,
            "inside": round(within / whole, 3),
            "blocked": round(blocked, 3),
            "face": round(float((ids[upper] == index).sum() / max(1, upper.sum())), 3),
            "ignore": bool(blocked > HIDDEN or shown[index] < LEAST or within / whole < CUT),
        }
        kept.append((index, told))
    numbers = {-1: -1} | {index: n for n, (index, _told) in enumerate(kept)}
    return [told | {"support": numbers.get(told["support"], -2)} for _index, told in kept]


def cover(polygon: Floats, shape: tuple[int, ...]) -> tuple[float, int]:
    """Return the area of a convex outline in px, and how many pixels of a picture (h, w) it covers."""
    area = float(cv2.contourArea(polygon.astype(np.float32)))
    return max(area, 1e-6), int(filled(polygon, shape).sum())


def filled(polygon: Floats, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return the mask (h, w) of those pixels whose middle lies in a convex outline (n, 2)."""
    mask = np.zeros(shape, bool)
    middle = polygon.mean(axis=0)
    low = np.clip(np.floor(polygon.min(axis=0)), 0, shape[::-1]).astype(int)
    high = np.clip(np.ceil(polygon.max(axis=0)), 0, shape[::-1]).astype(int)
    across, down = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
    inside = np.ones(across.shape, bool)
    for a, b in zip(polygon, np.roll(polygon, -1, axis=0), strict=True):
        edge = b - a
        side = edge[0] * (down - a[1]) - edge[1] * (across - a[0])
        inside &= side * (edge[0] * (middle[1] - a[1]) - edge[1] * (middle[0] - a[0])) >= 0
    mask[low[1] : high[1], low[0] : high[0]] = inside
    return mask


def angle(die: Die) -> float:
    """Return how the die's foot is turned on the sheet (x right, y down), in rad from 0 to a quarter turn."""
    side = die.turn @ faces(die.shape)[top(die.turn, die.shape)[0]][1]
    return math.atan2(-side[1], side[0]) % (math.pi / 2)


def level(scene: Scene, index: int) -> int:
    """Return how many dice lie under this one."""
    support = scene.dice[index].support
    return 0 if support < 0 else 1 + level(scene, support)


def outline(camera: Camera, die: Die) -> Floats:
    """Return the corners (4, 2) of the top face in px, drawn in by a little where the edges are rounded."""
    normal, right, up = (die.turn @ axis for axis in faces(die.shape)[top(die.turn, die.shape)[0]])
    reach = die.shape.half - 0.3 * die.shape.corner
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    corners = [np.array(die.centre) + normal * die.shape.half + reach * (x * right + y * up) for x, y in signs]
    return camera.seen(np.array(corners))[0]


def outer(camera: Camera, die: Die) -> Floats:
    """Return the outline (n, 2) of the whole die in px, convex, also of its hidden parts and beyond the picture."""
    pixels, _depth = camera.seen(np.array(die.centre) + surface(die.shape)[0] @ die.turn.T)
    return np.asarray(cv2.convexHull(pixels.astype(np.float32))[:, 0], np.float64)


def box(camera: Camera, die: Die) -> tuple[float, float, float, float]:
    """Return x, y, w, h in px of the whole die, also of its hidden parts, cut at the picture's edge."""
    pixels = outer(camera, die)
    low = np.clip(pixels.min(axis=0), 0, [camera.width, camera.height])
    high = np.clip(pixels.max(axis=0), 0, [camera.width, camera.height])
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])
