"""Things that are no dice: whole, standing on the table, clear of the dice, and never with a die's pips."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets import clutter, polyhedra, solids
from datasets.die import Mesh

ROUND_ABOUT = ("box", "tray", "hanging", "pointing", "flat")
RANDOM = np.random.default_rng


def outward(mesh: Mesh) -> float:
    """Return the share of a mesh's area whose triangles run anticlockwise about their normals."""
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    sides = (cross * mesh.normals[mesh.triangles].mean(1)).sum(1)
    area = np.linalg.norm(cross, axis=1)
    return float(area[sides > 0].sum() / area.sum())


@pytest.mark.parametrize("kind", clutter.KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_every_kind_is_a_whole_thing_on_the_table(kind: str, seed: int) -> None:
    parts = clutter.KINDS[kind](RANDOM(seed))
    heights = np.concatenate([p.mesh.vertices[:, 2] for p in parts])
    assert parts and -0.5 < heights.min() < 2 and heights.max() < 160
    for part in parts:
        mesh = part.mesh
        assert np.isfinite(mesh.vertices).all()
        assert mesh.triangles.max() < len(mesh.vertices) == len(mesh.normals)
        assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1, abs=1e-4)
        assert outward(mesh) > 0.97
        if part.finish.texture is not None:
            assert part.finish.texture.dtype == np.float32
            assert mesh.uv is not None and 0 <= mesh.uv.min() and mesh.uv.max() <= 1


@pytest.mark.parametrize("seed", range(8))
def test_things_keep_clear_of_the_dice_and_of_each_other(seed: int) -> None:
    clear = [(40.0, -60.0, 12.0), (90.0, -20.0, 12.0), (0.0, 0.0, 30.0)]
    things = clutter.scatter(RANDOM(seed), (-150, -200, 250, 100), clear)
    spots = [np.concatenate([p.mesh.vertices[:, :2] for p in thing.parts]) for thing in things]
    for x, y, radius in clear:
        for points in (p for p, thing in zip(spots, things, strict=True) if not thing.name.endswith(ROUND_ABOUT)):
            assert np.hypot(*(points - (x, y)).T).min() > radius - 0.3
    assert len({points.mean(0).tobytes() for points in spots}) == len(spots)


def test_scatter_is_seeded_bounded_and_sometimes_empty() -> None:
    area = (0.0, -300.0, 400.0, 0.0)
    first, again = (clutter.scatter(RANDOM(3), area, (), 5) for _ in range(2))
    assert [t.name for t in first] == [t.name for t in again]
    counts = [len(clutter.scatter(RANDOM(seed), area, (), 4)) for seed in range(24)]
    assert 4 <= max(counts) <= 9 and min(counts) == 0


def test_no_place_is_found_where_everything_is_taken() -> None:
    assert clutter.place(RANDOM(0), (0, 0, 10, 10), [(5.0, 5.0, 300.0)], 4, 0) is None
    assert clutter.place(RANDOM(0), (0, 0, 10, 10), [], 6, -6) is None


@pytest.mark.parametrize(
    ("sides", "corners", "shape"), [(4, 4, 3), (6, 8, 4), (8, 6, 3), (10, 12, 4), (12, 20, 5), (20, 12, 3)]
)
def test_bodies_have_their_faces(sides: int, corners: int, shape: int) -> None:
    points = polyhedra.corners(sides)
    faces = solids.faces(points)
    assert len(points) == corners
    assert [len(face) for face in faces] == [shape] * sides


def test_a_body_nobody_makes_is_an_error() -> None:
    with pytest.raises(KeyError):
        polyhedra.corners(7)


@pytest.mark.parametrize("sides", [4, 6, 20])
def test_numerals_differ_from_face_to_face(sides: int) -> None:
    sheet = polyhedra.numerals(RANDOM(1), sides, (20, 20, 20), (240, 240, 240))
    across, cell = polyhedra.side(sides), polyhedra.CELL
    faces = {sheet[(k // across) * cell :, (k % across) * cell :][:cell, :cell].tobytes() for k in range(sides)}
    assert len(faces) == sides
    assert (sheet[-cell:, -cell:] == 20).all()


def test_plain_solids_have_their_sizes() -> None:
    block = solids.box(10, 20, 5, 1)
    assert block.vertices.max(0) == pytest.approx((5, 10, 5)) and block.vertices.min(0) == pytest.approx((-5, -10, 0))
    ball = solids.ball(6, 0.5)
    assert np.ptp(ball.vertices, axis=0) == pytest.approx((12, 12, 6), abs=0.1)
    assert solids.reach([block]) == pytest.approx(math.hypot(5, 10), abs=0.6)
    line = np.stack([np.linspace(0, 50, 9), np.zeros(9), np.full(9, 2.0)], 1)
    assert np.ptp(solids.tube(line, 2).vertices, axis=0) == pytest.approx((50, 4, 4), abs=0.3)
