"""Meshes of dice: the rounded body, drilled by manifold3d or with its pips painted on, and its parts by colour."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from datasets.die import DieShape, Floats, Ints, Mesh, drills, faces, surface, unit

FILL = 0.94  # share of a chart's width that a face takes in the texture; around it is room for the filter


@dataclass(frozen=True)
class Cube:
    """A die around the origin: its body, its drilled pips, and those pips that have a second colour."""

    body: Mesh
    pips: Mesh | None = None
    accent: Mesh | None = None


@lru_cache(maxsize=48)
def cube(shape: DieShape) -> Cube:
    """Return the meshes of a die; raises ImportError without manifold3d where its pips are drilled."""
    return Cube(gridded(shape)) if shape.painted else drilled(shape)


def gridded(shape: DieShape) -> Mesh:
    """Return a smooth body, six grids with a chart of the texture each."""
    points, normals = surface(shape, 16 if shape.ball else 8)
    side = round((len(points) / 6) ** 0.5)
    corner = np.arange(side * side).reshape(side, side)[:-1, :-1].ravel()
    square = np.stack([corner, corner + 1, corner + side + 1, corner, corner + side + 1, corner + side], -1)
    triangles = (square[None] + (np.arange(6) * side * side)[:, None, None]).reshape(-1, 3)
    uv = np.concatenate([charted(shape, p, k) for k, p in enumerate(np.split(points, 6))])
    return Mesh(points, triangles, normals, uv)


def charted(shape: DieShape, points: Floats, chart: int) -> Floats:
    """Return the texture's coordinates of points on the face of value `chart` + 1: three charts across, two down."""
    _normal, right, up = faces(shape)[chart + 1]
    u, v = (0.5 + 0.5 * FILL * (points @ axis) / shape.half for axis in (right, up))
    return np.stack([(chart % 3 + u) / 3, (1 - chart // 3 + v) / 2], -1)


def unwrapped(mesh: Mesh, shape: DieShape) -> Mesh:
    """Return the mesh with coordinates for a texture: every triangle by itself, on the face that it belongs to."""
    loose = mesh.vertices[mesh.triangles]
    normals = np.stack([faces(shape)[value][0] for value in range(1, 7)])
    chart = (loose.mean(axis=1) @ normals.T).argmax(axis=1)
    uv = np.zeros((len(loose), 3, 2))
    for k in range(6):
        mine = chart == k
        uv[mine] = charted(shape, loose[mine].reshape(-1, 3), k).reshape(-1, 3, 2)
    order = np.arange(loose.shape[0] * 3).reshape(-1, 3)
    return Mesh(loose.reshape(-1, 3), order, mesh.normals[mesh.triangles].reshape(-1, 3), uv.reshape(-1, 2))


def drilled(shape: DieShape) -> Cube:
    """Return a body with drilled pips, by manifold3d."""
    import manifold3d as cad

    block = rounded(shape)
    centres, radii, values = drills(shape)
    balls = [
        cad.Manifold.sphere(r, segments(shape, r)).translate(tuple(c)) for c, r in zip(centres, radii, strict=True)
    ]
    drill = cad.Manifold.batch_boolean(balls, cad.OpType.Add).as_original()
    cut = (block - drill).to_mesh()
    points = np.asarray(cut.vert_properties)[:, :3].astype(float)
    triangles = np.asarray(cut.tri_verts).astype(np.int64)
    bored = np.zeros(len(triangles), bool)
    runs = [index // 3 for index in cut.run_index]
    for first, last, origin in zip(runs, runs[1:], cut.run_original_id, strict=False):
        bored[first:last] = origin == drill.original_id()
    nearest = ((points[triangles].mean(axis=1)[bored][:, None] - centres[None]) ** 2).sum(-1).argmin(1)
    accented = np.isin(values[nearest], shape.accents)
    body = unwrapped(skin(shape, *part(points, triangles[~bored])), shape)
    pips, accent = (
        hollow(centres, *part(points, triangles[bored][mine])) if mine.any() else None for mine in (~accented, accented)
    )
    return Cube(body, pips, accent)


def rounded(shape: DieShape) -> Any:
    """Return the block without pips as a manifold3d solid of its own."""
    import manifold3d as cad

    flat, signs = shape.half - shape.corner, (-1, 1)
    ball = cad.Manifold.sphere(shape.corner, 48 if shape.corner > 1 else 24)
    corners = [ball.translate((flat * x, flat * y, flat * z)) for x in signs for y in signs for z in signs]
    block = cad.Manifold.batch_hull(corners)
    if shape.ball:
        block = block ^ cad.Manifold.sphere(shape.ball * shape.half, 160)
    return block.as_original()


def segments(shape: DieShape, radius: float) -> int:
    """Return in how many segments to cut a drill's ball so that the pip's rim looks round."""
    return min(160, max(48, int(28 * radius / (shape.pip * shape.half))))


def skin(shape: DieShape, points: Floats, triangles: Ints) -> Mesh:
    """Return the body with the normals of its smooth form."""
    flat = shape.half - shape.corner
    normals = unit(points - np.clip(points, -flat, flat))
    if shape.ball:
        cut = np.linalg.norm(points, axis=1) > shape.ball * shape.half * 0.998
        normals[cut] = unit(points[cut])
    return Mesh(points, triangles, normals)


def hollow(centres: Floats, points: Floats, triangles: Ints) -> Mesh:
    """Return pips with the normals of the balls that drilled them."""
    nearest = ((points[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
    return Mesh(points, triangles, unit(centres[nearest] - points))


def part(points: Floats, triangles: Ints) -> tuple[Floats, Ints]:
    """Return only the points that these triangles use, and the triangles renumbered."""
    used, inverse = np.unique(triangles, return_inverse=True)
    return points[used], inverse.reshape(-1, 3)
