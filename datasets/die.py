"""A die's form: which face lies where, how it is turned, where its surface is (next: `cubes`, then `scene`)."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

# Value: outward normal and the face's own x and y. Opposite faces add up to 7; 1, 2, 3 run anticlockwise (Western).
FACES: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
    2: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    5: ((0, 1, 0), (-1, 0, 0), (0, 0, 1)),
    3: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    4: ((-1, 0, 0), (0, -1, 0), (0, 0, 1)),
}


@dataclass(frozen=True)
class DieShape:
    """A die's form: edge and corner radius in mm; the pips' radius, offset and depth as shares of half the edge.

    `ball`, where not 0, cuts the corners by a sphere of this radius (share of half the edge). `ace` is how many times
    larger the pip of the 1 is. `turned` says whether 2, 3 and 6 are turned by a quarter, `left` whether 1, 2, 3 run
    clockwise. `painted` pips are flush, drawn in the surface. `accents` are the values with pips of a second colour.
    `emblem` is the number of the picture that stands for the pip of the 1, 0 for none.
    """

    edge: float = 16.0
    corner: float = 2.2
    pip: float = 0.185
    offset: float = 0.46
    depth: float = 0.07
    ball: float = 0.0
    ace: float = 1.0
    turned: tuple[bool, bool, bool] = (False, False, False)
    left: bool = False
    painted: bool = False
    accents: tuple[int, ...] = ()
    emblem: int = 0

    @property
    def half(self) -> float:
        """Half the edge, in mm."""
        return self.edge / 2


@dataclass(frozen=True)
class Mesh:
    """Triangles: vertices (n, 3), indices (m, 3), unit normals (n, 3) that point outwards, uv (n, 2) for a texture."""

    vertices: Floats
    triangles: Ints
    normals: Floats
    uv: Floats | None = None

    def moved(self, turn: Floats, place: Floats) -> "Mesh":
        """Return the mesh turned by a 3x3 rotation and then shifted by `place`."""
        return Mesh(self.vertices @ turn.T + place, self.triangles, self.normals @ turn.T, self.uv)


WESTERN = DieShape()


@lru_cache(maxsize=256)
def faces(shape: DieShape) -> dict[int, tuple[Floats, Floats, Floats]]:
    """Return for each value of this die the outward normal and the face's own x and y, unit vectors (3,)."""
    told = {}
    for value in PIPS:
        place = 7 - value if shape.left and value in (3, 4) else value
        normal, right, up = (np.array(axis, float) for axis in FACES[place])
        if value in (2, 3, 6) and shape.turned[(2, 3, 6).index(value)]:
            right, up = up, -right
        told[value] = (normal, right, up)
    return told


def spin(axis: Floats, angle: float) -> Floats:
    """Return the 3x3 rotation about a unit axis by an angle in rad."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def lying(value: int, yaw: float, shape: DieShape = WESTERN) -> Floats:
    """Return the rotation of a die that lies flat with `value` up, turned by `yaw` rad about the vertical."""
    normal, right, up = faces(shape)[value]
    return np.asarray(spin(np.array([0.0, 0.0, 1.0]), yaw) @ np.stack([right, up, normal]))


def top(turn: Floats, shape: DieShape = WESTERN) -> tuple[int, float]:
    """Return the value of the uppermost face and how far it is tilted, in degrees."""
    heights = {value: float((turn @ axes[0])[2]) for value, axes in faces(shape).items()}
    value = max(heights, key=lambda v: heights[v])
    return value, math.degrees(math.acos(min(1.0, heights[value])))


def height(shape: DieShape, turn: Floats) -> float:
    """Return how high the centre of a die turned like this is above the ground that it touches, in mm."""
    if shape.ball:
        return float(-(surface(shape)[0] @ turn[2]).min())
    return float(np.abs(turn[2]).sum() * (shape.half - shape.corner) + shape.corner)


@lru_cache(maxsize=64)
def surface(shape: DieShape, steps: int = 7) -> tuple[Floats, Floats]:
    """Return points (6, n, n, 3) as (6 n n, 3) of the surface without pips and its normals there, a grid a face.

    The faces come in the order of their values; n is 3 `steps` + 1, a third of the steps in each rounded margin.
    """
    half, flat = shape.half, shape.half - shape.corner
    margin, inner = np.linspace(flat, half, steps + 1), np.linspace(-flat, flat, steps + 1)
    line = np.concatenate([-margin[::-1], inner[1:-1], margin])
    across, along = np.meshgrid(line, line, indexing="xy")
    points = np.concatenate(
        [(half * n + across[..., None] * r + along[..., None] * u).reshape(-1, 3) for n, r, u in faces(shape).values()]
    )
    core = np.clip(points, -flat, flat)
    normals = unit(points - core)
    points = core + shape.corner * normals
    far = np.linalg.norm(points, axis=1)
    if shape.ball:
        reach = shape.ball * half
        # The rim where the ball cuts a face is worn round: its normals go over from one to the other.
        share = np.clip((far / reach - 0.985) / 0.03, 0, 1)[:, None]
        points *= np.minimum(1.0, reach / far)[:, None]
        normals = unit(normals * (1 - share) + unit(points) * share)
    return points, normals


def drills(shape: DieShape) -> tuple[Floats, Floats, Ints]:
    """Return the centres (n, 3) and radii (n,) in mm of the balls that drill the pips, and each one's value."""
    depth, told = shape.depth * shape.half, []
    for value, (normal, right, up) in faces(shape).items():
        radius = shape.pip * shape.half * (shape.ace if value == 1 else 1.0)
        ball = (radius**2 + depth**2) / (2 * depth)
        if value == 1 and shape.emblem:
            continue
        for x, y in PIPS[value]:
            centre = normal * (shape.half + ball - depth) + (right * x + up * y) * shape.offset * shape.half
            told.append((*centre, ball, value))
    table = np.array(told)
    return table[:, :3], table[:, 3], table[:, 4].astype(np.int64)


def unit(vectors: Floats) -> Floats:
    """Return (n, 3) vectors at length 1."""
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-12))
