"""A hand that pinches a die: bones as round cones, melted into one skin, and a sleeve over the forearm.

Its own frame: the pinched point is the origin, the arm comes from -x, z is up; mm. Other hands are in `limbs`.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets.die import Mesh, unit

Floats = NDArray[np.float64]
Bone = tuple[tuple[float, float, float], tuple[float, float, float], float, float]

WRIST = (-158.0, 4.0, 74.0)
ELBOW = (-420.0, 20.0, 150.0)
MELT = 7.0  # mm over which two bones flow into each other
GRAIN = 2.6  # mm, edge of the skin's triangles


def chain(points: list[tuple[float, float, float]], radii: list[float]) -> list[Bone]:
    """Return the bones along a line of joints with a radius in mm at each."""
    return [(a, b, r, s) for a, b, r, s in zip(points, points[1:], radii, radii[1:], strict=False)]


INDEX = [(-62.0, 23.0, 70.0), (-6.0, 17.0, 68.0), (17.0, 11.0, 40.0), (14.5, 5.0, 13.0)]
MIDDLE = [(-60.0, 3.0, 75.0), (-3.0, -3.0, 73.0), (20.0, -6.0, 43.0), (14.5, -9.0, 14.0)]
RING = [(-66.0, -16.0, 71.0), (-17.0, -21.0, 66.0), (2.0, -22.0, 38.0), (-10.0, -20.0, 20.0)]
LITTLE = [(-76.0, -33.0, 62.0), (-39.0, -38.0, 55.0), (-24.0, -37.0, 34.0), (-33.0, -33.0, 20.0)]
THUMB = [(-126.0, 28.0, 62.0), (-78.0, 42.0, 44.0), (-42.0, 28.0, 27.0), (-15.5, 3.0, 11.0)]

BONES: list[Bone] = [
    *chain(INDEX, [11.5, 9.6, 8.2, 6.6]),
    *chain(MIDDLE, [11.8, 9.8, 8.4, 6.8]),
    *chain(RING, [11.2, 9.4, 8.0, 6.6]),
    *chain(LITTLE, [10.2, 8.4, 7.2, 6.0]),
    *chain(THUMB, [16.0, 12.6, 10.4, 7.4]),
    *((WRIST, finger[0], 20.0, 13.5) for finger in (INDEX, MIDDLE, RING, LITTLE)),
    (WRIST, (-100.0, 22.0, 60.0), 20.0, 17.0),
    (WRIST, ELBOW, 24.0, 38.0),
]


def distance(points: Floats, bones: Sequence[Bone] = BONES) -> Floats:
    """Return how far points (n, 3) lie outside the skin over these bones, in mm; negative inside."""
    total = np.zeros(len(points))
    for start, end, first, last in bones:
        a, along = np.array(start), np.array(end) - np.array(start)
        share = np.clip(((points - a) @ along) / (along @ along), 0, 1)
        reach = np.linalg.norm(points - a - share[:, None] * along, axis=1)
        total += np.exp(-(reach - first - share * (last - first)) / MELT * 2.5)
    return np.asarray(-np.log(total + 1e-300) * MELT / 2.5)


def slope(points: Floats, bones: Sequence[Bone] = BONES) -> Floats:
    """Return the outward unit normals (n, 3) of the skin at its points."""
    steps = np.eye(3) * 0.2
    return unit(np.stack([distance(points + s, bones) - distance(points - s, bones) for s in steps], 1))


@cache
def skin() -> Mesh:
    """Return the hand up to half the forearm.

    Raises ImportError without manifold3d.
    """
    import manifold3d as solid

    low, high = np.array([-262.0, -62.0, 0.0]), np.array([34.0, 66.0, 142.0])
    axes = [np.arange(a, b, GRAIN) for a, b in zip(low - 4, high + 4, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    field = distance(grid.reshape(-1, 3)).reshape(grid.shape[:3])

    def value(x: float, y: float, z: float) -> float:
        i, j, k = (np.array([x, y, z]) - (low - 4)) / GRAIN
        return -float(between(field, i, j, k))

    shell = solid.Manifold.level_set(value, [*low, *high], GRAIN, 0.0).to_mesh()
    points = np.asarray(shell.vert_properties)[:, :3].astype(float)
    return Mesh(points, np.asarray(shell.tri_verts).astype(np.int64), slope(points))


def between(field: Floats, i: float, j: float, k: float) -> float:
    """Return the grid's value at fractional indices."""
    a, b, c = (min(max(int(v), 0), n - 2) for v, n in zip((i, j, k), field.shape, strict=True))
    wx, wy, wz = (np.array([1 - v, v]) for v in (i - a, j - b, k - c))
    return float(np.einsum("i,j,k,ijk", wx, wy, wz, field[a : a + 2, b : b + 2, c : c + 2]))


@cache
def sleeve() -> Mesh:
    """Return the sleeve: a wavy tube from the forearm's middle past the elbow."""
    start, end = np.array((-222.0, 9.0, 92.5)), np.array(ELBOW) + np.array((-260.0, 15.0, 75.0))
    along = (end - start) / np.linalg.norm(end - start)
    side = unit(np.cross(along, [[0.0, 0.0, 1.0]]))[0]
    rows, around = 60, 48
    t, phi = np.meshgrid(np.linspace(0, 1, rows), np.linspace(0, 2 * np.pi, around, endpoint=False), indexing="ij")
    folds = 1.2 * np.sin(t * 55 + 1.5 * np.sin(phi * 2)) * np.exp(-t * 2) + 0.8 * np.sin(phi * 5 + t * 9)
    radius = 37 + 20 * t + folds
    ring = np.cos(phi)[..., None] * side + np.sin(phi)[..., None] * np.cross(side, along)
    points = (start + t[..., None] * (end - start) + radius[..., None] * ring).reshape(-1, 3)
    corner = np.arange((rows - 1) * around).reshape(rows - 1, around)
    right = np.roll(corner, -1, axis=1)
    quads = np.stack([corner, right, right + around, corner + around], -1).reshape(-1, 4)
    return Mesh(points, np.concatenate([quads[:, :3], quads[:, [0, 2, 3]]]), unit(ring.reshape(-1, 3)))
