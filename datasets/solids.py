"""Plain solids as meshes: prisms, turned bodies, tubes, boxes; each stands on z = 0 around the z axis, in mm.

Triangles run anticlockwise as seen from outside. `uv` is the picture's place as seen from above (v upwards).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from datasets.die import Floats, Ints, Mesh, spin, unit

CREASE = math.cos(math.radians(40))  # edges of a profile that are sharper stay edges


def above(points: Floats) -> Floats:
    """Return uv (n, 2) of points (n, 3): their place from 0 to 1 in their own bounding rectangle."""
    low, high = points[:, :2].min(0), points[:, :2].max(0)
    return np.asarray((points[:, :2] - low) / np.maximum(high - low, 1e-9))


def prism(outline: Floats, high: float, bevel: float = 0.0, smooth: bool = False) -> Mesh:
    """Return a plate of an outline (n, 2), star-shaped and anticlockwise, its upper edge rounded by `bevel` mm.

    `smooth` shades the wall as round.
    """
    middle = outline.mean(0)
    after = np.roll(outline, -1, 0)
    edge = unit(np.stack([(after - outline)[:, 1], (outline - after)[:, 0]], -1))
    corner = unit(edge + np.roll(edge, 1, 0))
    inner = outline - corner * bevel
    first, second = (corner, np.roll(corner, -1, 0)) if smooth else (edge, edge)
    wall = ring(outline, after, (0.0, high - bevel), first, second)
    parts = [wall, fan(inner, middle, high, 1.0), fan(outline[::-1], middle, 0.0, -1.0)]
    if bevel > 0:
        parts.append(slope(outline, inner, (high - bevel, high), (first, second)))
    mesh = joined(parts)
    return Mesh(mesh.vertices, mesh.triangles, mesh.normals, above(mesh.vertices))


def ring(here: Floats, there: Floats, heights: tuple[float, float], first: Floats, second: Floats) -> Mesh:
    """Return the walls between outline points and their successors (n, 2), from one height to another."""
    low, high = (np.full(len(here), z) for z in heights)
    corners = [np.column_stack(p) for p in ((here, low), (there, low), (there, high), (here, high))]
    normals = [np.column_stack([n, np.zeros(len(n))]) for n in (first, second, second, first)]
    return quads(corners, normals)


def slope(outer: Floats, inner: Floats, heights: tuple[float, float], sides: tuple[Floats, Floats]) -> Mesh:
    """Return the rounded rim between an outer outline and an inner one that lies higher."""
    low, high = (np.full(len(outer), z) for z in heights)
    ways = ((outer, low), (np.roll(outer, -1, 0), low), (np.roll(inner, -1, 0), high), (inner, high))
    up = np.tile([0.0, 0.0, 1.0], (len(outer), 1))
    flat = [np.column_stack([n, np.zeros(len(n))]) for n in sides]
    return quads([np.column_stack(p) for p in ways], [flat[0], flat[1], up, up])


def quads(corners: Sequence[Floats], normals: Sequence[Floats]) -> Mesh:
    """Return four-cornered faces: four lists of corners (n, 3), anticlockwise, and of their normals."""
    count = len(corners[0])
    points = np.stack(corners, 1).reshape(-1, 3)
    start = 4 * np.arange(count, dtype=np.int64)[:, None]
    triangles = np.concatenate([start + np.array(ends) for ends in ((0, 1, 2), (0, 2, 3))])
    return Mesh(points, np.asarray(triangles, np.int64), np.stack(normals, 1).reshape(-1, 3))


def fan(outline: Floats, middle: Floats, z: float, up: float) -> Mesh:
    """Return a flat face around its middle, facing up (1) or down (-1)."""
    count = len(outline)
    flat = np.concatenate([outline, middle[None]])
    points = np.column_stack([flat, np.full(count + 1, z)])
    here = np.arange(count, dtype=np.int64)
    triangles = np.stack([here, (here + 1) % count, np.full(count, count)], -1)
    return Mesh(points, np.asarray(triangles, np.int64), np.tile([0.0, 0.0, up], (count + 1, 1)))


def joined(parts: Sequence[Mesh]) -> Mesh:
    """Return several meshes as one; it has uv only if all of them have."""
    starts = np.cumsum([0, *(len(p.vertices) for p in parts)])
    triangles = np.concatenate([p.triangles + s for p, s in zip(parts, starts, strict=False)])
    mapped = [p.uv for p in parts if p.uv is not None]
    uv = np.concatenate(mapped) if len(mapped) == len(parts) else None
    points, normals = (np.concatenate([getattr(p, name) for p in parts]) for name in ("vertices", "normals"))
    return Mesh(points, triangles, normals, uv)


def lathe(profile: Sequence[tuple[float, float]], around: int = 40) -> Mesh:
    """Return a turned body of a profile of (radius, z), from the bottom up on its outside."""
    line = np.array(profile, float)
    steps = np.diff(line, axis=0)
    outward = unit(np.stack([steps[:, 1], -steps[:, 0]], -1))
    start, end = outward.copy(), outward.copy()
    for k in range(len(outward) - 1):
        if outward[k] @ outward[k + 1] > CREASE:
            end[k] = start[k + 1] = unit((outward[k] + outward[k + 1])[None])[0]
    angle = np.linspace(0, 2 * np.pi, around + 1)
    here = np.stack([np.cos(angle), np.sin(angle)], -1)
    parts = []
    for k, ((r, z), (s, w)) in enumerate(pairwise(line)):
        corners = [around_(here[:-1], r, z), around_(here[1:], r, z), around_(here[1:], s, w), around_(here[:-1], s, w)]
        told = (start[k], start[k], end[k], end[k])
        parts.append(quads(corners, [around_(h, n[0], n[1]) for h, n in zip(turns(here), told, strict=True)]))
    mesh = joined(parts)
    return Mesh(mesh.vertices, mesh.triangles, mesh.normals, above(mesh.vertices))


def turns(here: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """Return the directions (n, 2) of the four corners of every face around an axis."""
    return here[:-1], here[1:], here[1:], here[:-1]


def around_(here: Floats, r: float, z: float) -> Floats:
    """Return points (n, 3) of a circle's directions (n, 2) at radius r and height z."""
    return np.column_stack([here * r, np.full(len(here), z)])


def tube(path: Floats, radius: float, around: int = 10) -> Mesh:
    """Return a round tube along a path (n, 3), open at its ends."""
    along = unit(np.gradient(path, axis=0))
    side = unit(np.cross(along, [0.0, 0.0, 1.0]) + 1e-9)
    other = np.cross(side, along)
    angle = np.linspace(0, 2 * np.pi, around, endpoint=False)
    out = np.cos(angle)[None, :, None] * side[:, None] + np.sin(angle)[None, :, None] * other[:, None]
    points = path[:, None] + radius * out
    grid = np.arange(len(path) * around, dtype=np.int64).reshape(len(path), around)
    right = np.roll(grid, -1, 1)
    faces = np.stack([grid[:-1], grid[1:], right[1:], right[:-1]], -1).reshape(-1, 4)
    triangles = np.concatenate([faces[:, :3], faces[:, [0, 2, 3]]])
    return Mesh(points.reshape(-1, 3), triangles, out.reshape(-1, 3))


def ball(radius: float, squash: float = 1.0, around: int = 28) -> Mesh:
    """Return a ball that lies on z = 0, its height `squash` of its width."""
    rise = np.linspace(-np.pi / 2, np.pi / 2, around // 2 + 1)
    return lathe([(radius * math.cos(a), radius * squash * (1 + math.sin(a))) for a in rise], around)


def circle(radius: float, corners: int = 40, turn: float = 0.0) -> Floats:
    """Return the outline (n, 2) of a circle or a regular polygon."""
    angle = turn + np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.asarray(radius * np.stack([np.cos(angle), np.sin(angle)], -1))


def rectangle(wide: float, high: float, corner: float = 0.0, steps: int = 5) -> Floats:
    """Return the outline (n, 2) of a rectangle, its corners rounded by a radius."""
    if corner <= 0:
        return np.asarray(np.array([[1, -1], [1, 1], [-1, 1], [-1, -1]]) * np.array([wide / 2, high / 2]))
    arc = np.linspace(0, np.pi / 2, steps)
    round_ = corner * np.stack([np.cos(arc), np.sin(arc)], -1)
    parts = []
    for k, (x, y) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        turn = spin(np.array([0.0, 0.0, 1.0]), k * np.pi / 2)[:2, :2]
        parts.append(np.array([x * (wide / 2 - corner), y * (high / 2 - corner)]) + round_ @ turn.T)
    return np.asarray(np.concatenate(parts))


def star(radius: float, inner: float, points: int, turn: float = 0.0) -> Floats:
    """Return the outline (n, 2) of a star."""
    reach = np.where(np.arange(2 * points) % 2 == 0, radius, inner)[:, None]
    return circle(1.0, 2 * points, turn) * reach


def box(wide: float, deep: float, high: float, bevel: float = 0.0) -> Mesh:
    """Return a box, its upper edges rounded by `bevel` mm."""
    return prism(rectangle(wide, deep, bevel), high, bevel)


def reach(meshes: Sequence[Mesh]) -> float:
    """Return how far meshes reach from the z axis, in mm."""
    return float(max(np.hypot(*m.vertices[:, :2].T).max() for m in meshes))


def stood(mesh: Mesh, turn: Floats) -> Mesh:
    """Return a mesh turned by a 3x3 rotation and set down so that its lowest point is at z = 0."""
    turned = mesh.moved(turn, np.zeros(3))
    low = float(turned.vertices[:, 2].min())
    return turned.moved(np.eye(3), np.array([0.0, 0.0, -low]))


def faces(vertices: Floats) -> list[NDArray[np.int64]]:
    """Return a convex body's flat faces as lists of corners, anticlockwise from outside, by trying all planes."""
    found: dict[tuple[int, ...], NDArray[np.int64]] = {}
    count, middle = len(vertices), vertices.mean(0)
    for i in range(count):
        for j in range(i + 1, count):
            for k in range(j + 1, count):
                normal = np.cross(vertices[j] - vertices[i], vertices[k] - vertices[i])
                if np.linalg.norm(normal) < 1e-9:
                    continue
                normal = normal / np.linalg.norm(normal)
                normal = normal if normal @ (vertices[i] - middle) > 0 else -normal
                height = (vertices - vertices[i]) @ normal
                if height.max() < 1e-6:
                    on: Ints = np.flatnonzero(height > -1e-6)
                    found[tuple(on.tolist())] = ordered(vertices, on, normal)
    return list(found.values())


def ordered(vertices: Floats, on: Ints, normal: Floats) -> Ints:
    """Return the corners of a face anticlockwise around its normal."""
    spokes = vertices[on] - vertices[on].mean(0)
    right = spokes[0] / np.linalg.norm(spokes[0])
    angle = np.arctan2(spokes @ np.cross(normal, right), spokes @ right)
    return np.asarray(on[np.argsort(angle)], np.int64)
