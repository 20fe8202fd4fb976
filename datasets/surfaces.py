"""What dice lie on: `ground` draws one of many surfaces; below, the demo's own table of planks and its room.

The surfaces themselves are in `woods`, `cloths` and `stones`; what is printed and lies on them in `papers`, `boards`
and `devices`. All pictures are linear RGB and come out the same from the same generator.
"""

import math
from functools import cache
from itertools import pairwise
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import grain
from datasets.boards import BOARDS
from datasets.cloths import CLOTHS
from datasets.devices import DEVICES
from datasets.papers import PAPERS, Print
from datasets.plain_boards import plain
from datasets.scene import Ground
from datasets.stones import STONES
from datasets.woods import WOODS

Plane = NDArray[np.float32]

NATURAL = {**WOODS, **CLOTHS, **STONES}
GAMES = {**BOARDS, "plain board": plain}
PRINTED = {**PAPERS, **GAMES, **DEVICES}
KINDS = (*NATURAL, *PRINTED)
# How often a picture is drawn of: wood, cloth, stone and the like, paper, game boards, devices.
SHARES = (0.2, 0.22, 0.24, 0.1, 0.17, 0.07)
# Photographs are mostly taken on pale desks, boards and felt: how much more often than others of their family.
OFTEN = {"desk": 4.0, "sprinkled": 2.0, "veneer": 2.0, "planks": 1.5, "felt": 2.0, "weave": 1.5, "ours": 1.5}
SIDE = 1024  # px
SEAM = 48  # px in which a picture's left edge fades into its right, and its upper into its lower
OAK = np.array([0.30, 0.165, 0.085], np.float32)  # linear RGB


def ground(rng: np.random.Generator, kind: str = "") -> Ground:
    """Draw a surface of a kind (one of KINDS, or any): what it shows at what size in mm, without a seam if repeated.

    Raises KeyError on an unknown kind.
    """
    if not kind:
        families = (WOODS, CLOTHS, STONES, PAPERS, GAMES, DEVICES)
        names = list(families[int(rng.choice(len(families), p=SHARES))])
        often = np.array([OFTEN.get(name, 1.0) for name in names])
        kind = names[int(rng.choice(len(names), p=often / often.sum()))]
    if kind in NATURAL:
        picture, width, rough = NATURAL[kind](rng, SIDE + SEAM)
        return Ground(seamless(picture), width, width, rough, kind)
    return laid([PRINTED[kind](rng)], rng, kind)


def seamless(picture: Plane) -> Plane:
    """Return a picture less its last SEAM rows and columns, which are faded into the first ones."""
    fade = np.linspace(0, 1, SEAM, dtype=np.float32)
    for _ in range(2):
        picture = np.ascontiguousarray(picture.transpose(1, 0, 2))
        head = picture[-SEAM:] + (picture[:SEAM] - picture[-SEAM:]) * fade[:, None, None]
        picture = np.concatenate([head, picture[SEAM:-SEAM]])
    return picture


def laid(prints: list[Print], rng: np.random.Generator, name: str) -> Ground:
    """Lay printed sheets on a plain surface, each turned and with its shadow; or let one fill the picture."""
    widest = max(max(wide, high) for _, wide, high in prints)
    if name not in ("phone", "buttons", "calculator") and rng.random() < 0.3:
        ink, wide, high = prints[0]
        return Ground(grain.printed(ink), wide, high, float(rng.uniform(0.1, 0.6)), name)
    under = list({**WOODS, **STONES, **CLOTHS})
    table = ground(rng, under[int(rng.integers(len(under)))])
    side = SIDE * 3 // 2
    picture: NDArray[Any] = cv2.resize(table.picture, (side, side))
    edge = widest * float(rng.uniform(1.15, 1.9))
    for ink, wide, high in prints:
        picture = put(picture, ink, (wide / edge * side, high / edge * side), rng)
    return Ground(np.asarray(picture, np.float32), edge, edge, float(rng.uniform(0.1, 0.6)), name)


def put(picture: NDArray[Any], ink: NDArray[np.uint8], size: tuple[float, float], rng: np.random.Generator) -> Plane:
    """Lay one printed sheet of `size` px (width, height) anywhere into a square picture, turned anyhow."""
    side = picture.shape[0]
    small = cv2.resize(ink, (max(2, round(size[0])), max(2, round(size[1]))), interpolation=cv2.INTER_AREA)
    turn = float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 12))
    move = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), turn, 1.0)
    slack = max(0.0, side - max(size)) / 2
    move[:, 2] += side / 2 - np.array(size) / 2 + rng.uniform(-slack, slack, 2)
    over = cv2.warpAffine(grain.printed(np.asarray(small, np.uint8)), move, (side, side), flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.ones(small.shape[:2], np.float32), move, (side, side), flags=cv2.INTER_LINEAR)
    shade = cv2.blur(mask, (9, 9))
    below = picture * (1 - np.float32(0.45) * shade)[..., None]
    return np.asarray(below * (1 - mask)[..., None] + over, np.float32)


def noise(shape: tuple[int, int], rng: np.random.Generator, cells: tuple[int, int], octaves: int, fade: float) -> Plane:
    """Return soft noise from 0 to 1 with about `cells` blobs down and across, finer by octaves."""
    total = np.zeros(shape, np.float32)
    for k in range(octaves):
        grid = rng.random((max(2, cells[0] << k), max(2, cells[1] << k)), dtype=np.float32)
        total += fade**k * cv2.resize(grid, shape[::-1], interpolation=cv2.INTER_CUBIC)
    total -= total.min()
    return np.asarray(total / total.max(), np.float32)


@cache
def planks(side: int, seed: int, rows: int = 9) -> Plane:
    """Return a (side, side, 3) picture of oak planks, linear RGB."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((side, side, 3), np.float32)
    edges = np.linspace(0, side, rows + 1).astype(int)
    for first, last in pairwise(edges):
        picture[first:last] = plank((int(last - first), side), rng)
    return picture


def plank(shape: tuple[int, int], rng: np.random.Generator) -> Plane:
    """Return one plank: rings bent by slow noise, fine grain along it, a dark joint at its upper edge."""
    across = np.linspace(0, 1, shape[0], dtype=np.float32)[:, None]
    bend = noise(shape, rng, (1, 3), 3, 0.5)
    rings = 0.5 + 0.5 * np.sin((across * 2.2 + bend * 2.6 + float(rng.random()) * 9) * 11)
    grain = noise(shape, rng, (24, 4), 4, 0.7)
    tone = (0.62 + 0.16 * rings + 0.5 * (grain - 0.4)) * float(rng.uniform(0.85, 1.15))
    tone[:2] *= 0.35
    return np.clip(OAK * tone[..., None], 0.004, 0.9)


@cache
def room(rows: int, seed: int) -> Plane:
    """Return a (rows, 2 rows, 3) panorama, zenith first: warm walls, a pale ceiling, two windows."""
    rng = np.random.default_rng(seed)
    rise = (math.pi / 2 - (np.arange(rows) + 0.5) / rows * math.pi)[:, None, None]
    wall = np.array([0.52, 0.48, 0.43]) * np.clip(0.35 + 0.6 * rise, 0.12, 1.1)
    picture = np.repeat(wall, 2 * rows, axis=1) * (0.75 + 0.5 * noise((rows, 2 * rows), rng, (3, 6), 3, 0.5))[..., None]
    start = float(rng.random())
    for share in (start, start + 0.13):
        window(picture, share, (0.15, 0.75), 0.09, np.array([3.2, 3.6, 4.2]))
    return np.asarray(picture, np.float32)


def window(
    picture: NDArray[np.float64], share: float, rise: tuple[float, float], wide: float, light: NDArray[np.float64]
) -> None:
    """Set a bright rectangle at a share of the round, between two elevations in rad, `wide` as a share of the round."""
    rows, columns = picture.shape[:2]
    first, last = (int((math.pi / 2 - e) / math.pi * rows) for e in rise[::-1])
    across = np.arange(int(share * columns), int((share + wide) * columns)) % columns
    picture[first:last, across] = light
