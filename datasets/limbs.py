"""Hands and arms that get in the way: flat on the table, a fist, one that points, one that hangs over it, fingertips.

`hand` has the one that pinches a die. The frame is the same: the arm comes from -x, z is up, the palm's middle is over
the origin; mm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from datasets.die import Floats, Mesh, spin
from datasets.finish import Finish, Rgb
from datasets.grain import Rng, colour, grey, linear
from datasets.hand import MELT, Bone, chain, distance, slope
from datasets.scene import Part, Thing
from datasets.solids import tube

GRAIN = 3.4  # mm, edge of the grid in which the skin is found
NEAR = 14.0  # mm around a bone's skin in which it melts into others
CUFF = -225.0  # mm, where the sleeve begins along the arm

# Display colours of skin from pale to dark.
SKINS = (
    (0.96, 0.80, 0.70),
    (0.90, 0.70, 0.58),
    (0.80, 0.58, 0.44),
    (0.64, 0.43, 0.30),
    (0.45, 0.29, 0.20),
    (0.27, 0.17, 0.12),
)

KNUCKLES = ((2.0, 29.0), (6.0, 9.5), (2.0, -10.0), (-8.0, -28.0))
LENGTHS = (72.0, 80.0, 73.0, 58.0)
THICK = (9.6, 10.0, 9.4, 8.2)


def finger(n: int, curl: float, spread: float, lift: float) -> list[Bone]:
    """Return a finger's bones: `curl` from 0 (straight) to 1 (in a fist), `spread` in rad, its root `lift` mm high."""
    x, y = KNUCKLES[n]
    turn, bend, at = spread, 0.06 + curl * 0.95, np.array([x, y, lift])
    joints, angle = [at], 0.0
    for share in (0.46, 0.31, 0.23):
        angle += bend if len(joints) > 1 or curl > 0.2 else bend * 0.5
        way = np.array([math.cos(angle) * math.cos(turn), math.cos(angle) * math.sin(turn), -math.sin(angle)])
        joints.append(joints[-1] + way * LENGTHS[n] * share)
    radii = [THICK[n], THICK[n] * 0.9, THICK[n] * 0.82, THICK[n] * 0.7]
    return chain([(float(j[0]), float(j[1]), float(j[2])) for j in joints], radii)


def posed(
    curls: Sequence[float], spread: float, lift: float, thumb: Sequence[tuple[float, float, float]]
) -> list[Bone]:
    """Return a hand's bones up to the elbow, its knuckles `lift` mm high, the thumb through three joints."""
    wrist = (-92.0, 2.0, lift + 2)
    bones = [bone for n, curl in enumerate(curls) for bone in finger(n, curl, spread * (1.5 - n) / 1.5, lift)]
    bones += [(wrist, (*KNUCKLES[n], lift), 19.0, THICK[n] + 2.5) for n in range(4)]
    root = (-70.0, 22.0, lift - 2)
    bones += chain([root, *((x, y, lift + z) for x, y, z in thumb)], [16.0, 12.0, 10.0, 7.6])
    return [*bones, (wrist, root, 19.0, 16.0), (wrist, (-420.0, 20.0, lift + 26), 23.0, 38.0)]


OPEN_THUMB = ((-36.0, 50.0, -3.0), (-8.0, 64.0, -6.0), (12.0, 68.0, -7.0))
SHUT_THUMB = ((-34.0, 40.0, -10.0), (-2.0, 34.0, -20.0), (20.0, 20.0, -24.0))
POSES: dict[str, list[Bone]] = {
    "flat": posed((0.0, 0.0, 0.0, 0.0), 0.22, 15.0, OPEN_THUMB),
    "closed fingers": posed((0.05, 0.05, 0.05, 0.05), 0.02, 17.0, OPEN_THUMB),
    "fist": posed((1.0, 1.0, 1.0, 1.0), 0.0, 42.0, SHUT_THUMB),
    "pointing": posed((0.0, 1.0, 1.0, 1.0), 0.0, 38.0, SHUT_THUMB),
    "hanging": posed((0.45, 0.4, 0.42, 0.5), 0.12, 72.0, SHUT_THUMB),
}


@cache
def skin(pose: str) -> Mesh:
    """Return the hand and half the forearm in a pose; raises KeyError on an unknown one."""
    bones = POSES[pose]
    joints = np.array([joint for bone in bones for joint in bone[:2]])
    low, high = joints.min(0) - 26, joints.max(0) + 26
    low[0] = CUFF - 30
    axes = [np.arange(a, b, GRAIN) for a, b in zip(low, high, strict=True)]
    points, triangles = net(depths(axes, bones))
    points = low + points * GRAIN
    normals = slope(points, bones)
    # What lies on the table is pressed flat by it.
    points[:, 2] = np.maximum(points[:, 2], 0.3)
    return Mesh(points, triangles, normals)


def depths(axes: Sequence[Floats], bones: Sequence[Bone]) -> Floats:
    """Return how far a grid's points lie outside the skin, in mm, exact near it; a bone is asked around itself."""
    total = np.zeros([len(axis) for axis in axes])
    for bone in bones:
        ends, far = np.array(bone[:2]), max(bone[2:]) + NEAR
        spans = [np.searchsorted(axis, (e.min() - far, e.max() + far)) for axis, e in zip(axes, ends.T, strict=True)]
        part = tuple(slice(int(a), int(b)) for a, b in spans)
        grid = np.stack(np.meshgrid(*(axis[p] for axis, p in zip(axes, part, strict=True)), indexing="ij"), -1)
        total[part] += np.exp(-distance(grid.reshape(-1, 3), [bone]).reshape(grid.shape[:3]) / MELT * 2.5)
    return np.asarray(-np.log(total + 1e-30) * MELT / 2.5)


def net(field: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Return the surface field = 0 in grid units, one point a cell that it crosses (Gibson's surface nets, 1998)."""
    inside = field < 0
    corners = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    size = np.array(field.shape) - 1
    count = sum(inside[tuple(slice(o, o + s) for o, s in zip(c, size, strict=True))].astype(np.int8) for c in corners)
    cells = np.argwhere((np.asarray(count) > 0) & (np.asarray(count) < 8))
    total, found = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in corners:
        for axis in range(3):
            if a[axis]:
                continue
            b = tuple(v + (k == axis) for k, v in enumerate(a))
            first, second = (field[tuple((cells + np.array(c)).T)] for c in (a, b))
            crossed = (first < 0) != (second < 0)
            share = np.where(crossed, first / np.where(crossed, first - second, 1.0), 0.0)
            total += crossed[:, None] * (np.array(a) + share[:, None] * (np.array(b) - np.array(a)))
            found += crossed
    number = np.full(tuple(size), -1, np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    return cells + total / found[:, None], np.concatenate([skinned(inside, number, axis) for axis in range(3)])


def skinned(inside: NDArray[np.bool_], number: NDArray[np.int64], axis: int) -> NDArray[np.int64]:
    """Return the triangles around all grid edges along an axis that go through the surface."""
    here = np.moveaxis(inside, axis, 0)
    change = np.argwhere(here[1:, 1:-1, 1:-1] != here[:-1, 1:-1, 1:-1]) + np.array([0, 1, 1])
    cells = np.moveaxis(number, axis, 0)
    i, j, k = change.T
    ring = np.stack([cells[i, j - a, k - b] for a, b in ((1, 1), (0, 1), (0, 0), (1, 0))], -1)
    # An axis that moves to the front keeps the frame right-handed only if it is x, or z past two.
    ring = np.where((here[i, j, k] != (axis == 1))[:, None], ring, ring[:, ::-1])
    return np.concatenate([ring[:, :3], ring[:, [0, 2, 3]]])


def sleeve(lift: float, loose: float, folds: float) -> Mesh:
    """Return a tube over the forearm from the cuff past the elbow, `loose` mm wider than the arm, with folds."""
    start, end = np.array([CUFF, 9.0, lift + 12]), np.array([-700.0, 34.0, lift + 45])
    t = np.linspace(0, 1, 60)[:, None]
    path = start + t * (end - start)
    mesh = tube(path, 1.0, 40)
    along, around = np.divmod(np.arange(len(mesh.vertices)), 40)
    s, phi = along / 59, around * 2 * np.pi / 40
    wave = np.sin(s * 55 + 1.5 * np.sin(phi * 2)) * np.exp(-2 * s) + 0.7 * np.sin(phi * 5 + s * 9)
    radius = 27 + loose + 16 * s + folds * wave
    points = mesh.vertices + (radius - 1)[:, None] * mesh.normals
    return Mesh(points, mesh.triangles, mesh.normals)


def mirrored(mesh: Mesh) -> Mesh:
    """Return the other hand's mesh."""
    flip = np.array([1.0, -1.0, 1.0])
    return Mesh(mesh.vertices * flip, mesh.triangles[:, ::-1], mesh.normals * flip)


def complexion(rng: Rng) -> Rgb:
    """Return a skin's linear colour."""
    k = float(rng.uniform(0, len(SKINS) - 1))
    low, high = np.array(SKINS[int(k)]), np.array(SKINS[min(int(k) + 1, len(SKINS) - 1)])
    told = np.clip(low + (k % 1) * (high - low) + rng.normal(0, 0.015, 3), 0.05, 1)
    return linear((float(told[0]), float(told[1]), float(told[2])))


def limb(rng: Rng, x: float, y: float, yaw: float, pose: str = "", rise: float = 0.0) -> Thing:
    """Return a hand over world (x, y) mm in a pose (or any), its arm coming from the direction opposite to `yaw` (rad).

    `rise` lifts all of it by so many mm. Raises KeyError on an unknown pose.
    """
    name = pose or list(POSES)[int(rng.integers(len(POSES)))]
    lift = POSES[name][0][0][2]
    bare = rng.random() < 0.35
    cloth = Finish("matte", grey(rng, 0.03, 0.9) if rng.random() < 0.5 else colour(rng, (0.2, 0.9), (0.1, 0.9)))
    told = Finish("opaque", complexion(rng), rough=float(rng.uniform(0.35, 0.55)))
    arm = sleeve(lift, 2.0 if bare else float(rng.uniform(8, 20)), 0.0 if bare else 1.3)
    meshes = [skin(name), arm]
    if rng.random() < 0.5:
        meshes = [mirrored(mesh) for mesh in meshes]
    turn, place = spin(np.array([0.0, 0.0, 1.0]), yaw), np.array([x, y, rise])
    hand, cover = (mesh.moved(turn, place) for mesh in meshes)
    return Thing((Part(hand, told), Part(cover, told if bare else cloth)), f"hand {name}")


def reach(pose: str) -> Floats:
    """Return points (n, 2) on the table below a hand in a pose and its arm, each to be kept clear by some 25 mm."""
    joints = np.array([joint[:2] for bone in POSES[pose] for joint in bone[:2]])
    arm = np.stack([np.linspace(-700, -92, 20), np.full(20, 15.0)], -1)
    return np.concatenate([joints, arm])


def beside(
    rng: Rng, area: tuple[float, float, float, float], taken: Sequence[tuple[float, float, float]]
) -> Thing | None:
    """Return a hand clear of all circles (x, y, radius), its arm coming from outside the area; None where none fits."""
    pose = list(POSES)[int(rng.integers(len(POSES)))]
    foot = reach(pose)
    for _ in range(30):
        x, y, yaw = entering(rng, area)
        spots = np.array([x, y]) + foot @ spin(np.array([0.0, 0.0, 1.0]), yaw)[:2, :2].T
        if all(np.hypot(*(spots - (a, b)).T).min() > r + 26 for a, b, r in taken):
            return limb(rng, x, y, yaw, pose)
    return None


def over(rng: Rng, area: tuple[float, float, float, float]) -> Thing:
    """Return a hand that hangs or points over the table and hides what is below it."""
    x, y, yaw = entering(rng, area)
    return limb(rng, x, y, yaw, ("hanging", "pointing", "flat")[int(rng.integers(3))], float(rng.uniform(25, 110)))


def entering(rng: Rng, area: tuple[float, float, float, float]) -> tuple[float, float, float]:
    """Return a place in the area, often just inside its edge, and the direction of an arm that comes from that side."""
    x0, y0, x1, y1 = area
    middle, half = np.array([x0 + x1, y0 + y1]) / 2, np.array([x1 - x0, y1 - y0]) / 2
    spot = rng.uniform(-1, 1, 2)
    if rng.random() < 0.4:
        # Only the fingers reach into the picture.
        spot *= 1.1 / np.abs(spot).max()
    x, y = (float(v) for v in middle + spot * half)
    away = math.atan2((y0 + y1) / 2 - y, (x0 + x1) / 2 - x)
    return x, y, away + float(rng.normal(0, 0.5))
