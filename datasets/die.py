"""A die as a solid: which face lies where, how it is turned, and its drilled, rounded mesh (read `scene` next)."""

import math
from dataclasses import dataclass
from functools import cache

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
    """A die's form: edge and corner radius in mm; the pips' radius, offset and depth as shares of half the edge."""

    edge: float = 16.0
    corner: float = 2.2
    pip: float = 0.185
    offset: float = 0.46
    depth: float = 0.07

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


def spin(axis: Floats, angle: float) -> Floats:
    """Return the 3x3 rotation about a unit axis by an angle in rad."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross)


def lying(value: int, yaw: float) -> Floats:
    """Return the rotation of a die that lies flat with `value` up, turned by `yaw` rad about the vertical."""
    normal, right, up = (np.array(v, float) for v in FACES[value])
    return np.asarray(spin(np.array([0.0, 0.0, 1.0]), yaw) @ np.stack([right, up, normal]))


def top(turn: Floats) -> tuple[int, float]:
    """Return the value of the uppermost face and how far it is tilted, in degrees."""
    heights = {value: float((turn @ np.array(face[0], float))[2]) for value, face in FACES.items()}
    value = max(heights, key=lambda v: heights[v])
    return value, math.degrees(math.acos(min(1.0, heights[value])))


def height(shape: DieShape, turn: Floats) -> float:
    """Return how high the centre of a die turned like this is above the ground that it touches, in mm."""
    return float(np.abs(turn[2]).sum() * (shape.half - shape.corner) + shape.corner)


def drills(shape: DieShape) -> tuple[Floats, float]:
    """Return the centres (21, 3) and the radius of the balls that drill the pips, in mm."""
    radius, depth = shape.pip * shape.half, shape.depth * shape.half
    ball = (radius**2 + depth**2) / (2 * depth)
    centres = []
    for value, (normal, right, up) in FACES.items():
        n, u, v = (np.array(axis, float) for axis in (normal, right, up))
        for x, y in PIPS[value]:
            centres.append(n * (shape.half + ball - depth) + (u * x + v * y) * shape.offset * shape.half)
    return np.array(centres), ball


@cache
def meshes(shape: DieShape) -> tuple[Mesh, Mesh]:
    """Return the body and the pips of a die around the origin, 1 up.

    Raises ImportError without manifold3d.
    """
    import manifold3d as solid

    flat = shape.half - shape.corner
    ball = solid.Manifold.sphere(shape.corner, 48)
    signs = (-1, 1)
    corners = [ball.translate((flat * x, flat * y, flat * z)) for x in signs for y in signs for z in signs]
    block = solid.Manifold.batch_hull(corners).as_original()
    centres, radius = drills(shape)
    drill = solid.Manifold.sphere(radius, max(48, int(28 * radius / (shape.pip * shape.half)))).as_original()
    holes = solid.Manifold.batch_boolean([drill.translate(tuple(c)) for c in centres], solid.OpType.Add)
    cut = (block - holes).to_mesh()
    points = np.asarray(cut.vert_properties)[:, :3].astype(float)
    triangles = np.asarray(cut.tri_verts).astype(np.int64)
    drilled = np.zeros(len(triangles), bool)
    runs = [index // 3 for index in cut.run_index]
    for first, last, origin in zip(runs, runs[1:], cut.run_original_id, strict=False):
        drilled[first:last] = origin == drill.original_id()
    body, pips = part(points, triangles[~drilled]), part(points, triangles[drilled])
    nearest = ((pips[0][:, None] - centres[None]) ** 2).sum(-1).argmin(1)
    outward = body[0] - np.clip(body[0], -flat, flat)
    return Mesh(*body, unit(outward)), Mesh(*pips, unit(centres[nearest] - pips[0]))


def part(points: Floats, triangles: Ints) -> tuple[Floats, Ints]:
    """Return only the points that these triangles use, and the triangles renumbered."""
    used, inverse = np.unique(triangles, return_inverse=True)
    return points[used], inverse.reshape(-1, 3)


def unit(vectors: Floats) -> Floats:
    """Return (n, 3) vectors at length 1."""
    return np.asarray(vectors / (np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-12))
