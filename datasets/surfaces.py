"""Procedural surroundings: a table of planks and a room that lights and mirrors, the same for the same seed."""

import math
from functools import cache
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

OAK = np.array([0.30, 0.165, 0.085], np.float32)  # linear RGB


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
