"""Forms and skins of dice: every value shows its pips on its face in every layout; solids are closed to the eye."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from datasets import cubes, looks, paint
from datasets.die import PIPS, DieShape, drills, faces, height, lying, surface, top
from datasets.scene import Look

PAINTED = DieShape(painted=True)
RED = Look("red", (0.5, 0.02, 0.02), (0.9, 0.9, 0.9))
LAYOUTS = [
    replace(PAINTED, left=left, turned=(a, b, c)) for left, a, b, c in product((False, True), repeat=4) if a == b or c
]


def blobs(chart: np.ndarray) -> int:
    light = (chart[..., 1] > 0.4).astype(np.uint8)
    return int(cv2.connectedComponents(light)[0]) - 1


@pytest.mark.parametrize("shape", LAYOUTS)
def test_every_layout_is_a_die(shape: DieShape) -> None:
    told = faces(shape)
    assert all((told[v][0] == -told[7 - v][0]).all() for v in told)
    hand = np.linalg.det(np.stack([told[1][0], told[2][0], told[3][0]]))
    assert (hand < 0) == shape.left
    for value in range(1, 7):
        assert top(lying(value, 0.7, shape), shape) == (value, pytest.approx(0, abs=1e-4))
        assert np.linalg.det(np.stack(told[value])) == pytest.approx(np.linalg.det(np.stack(told[1])))


def test_a_turned_face_turns_its_pips() -> None:
    usual, turned = drills(DieShape()), drills(DieShape(turned=(True, False, False)))
    for value in PIPS:
        same = (usual[0][usual[2] == value] == turned[0][turned[2] == value]).all()
        assert same == (value != 2)


@pytest.mark.parametrize("shape", LAYOUTS[::3])
def test_a_painted_die_shows_each_values_pips_where_its_face_is(shape: DieShape) -> None:
    atlas, mesh = paint.atlas(shape, RED, 64), cubes.cube(shape).body
    assert mesh.uv is not None
    for value in PIPS:
        up = mesh.normals @ faces(shape)[value][0] > 0.999
        u, v = mesh.uv[up].min(axis=0), mesh.uv[up].max(axis=0)
        rows, columns = atlas.shape[:2]
        left, right = (int(x * columns) for x in (u[0], v[0]))
        low, high = (int((1 - y) * rows) for y in (v[1], u[1]))
        assert blobs(atlas[low : high + 1, left : right + 1]) == value


def test_an_emblem_stands_for_the_one_alone() -> None:
    plain, marked = (paint.atlas(replace(PAINTED, emblem=n), RED, 64) for n in (0, 6))
    assert (plain[:64, :64] != marked[:64, :64]).any()
    assert (plain[64:] == marked[64:]).all() and (plain[:64, 64:] == marked[:64, 64:]).all()
    assert len({paint.emblem(n, 48).tobytes() for n in range(1, 11)}) == 10
    assert all(0.01 < paint.emblem(n, 48).mean() < 0.7 for n in range(1, 36))


@pytest.mark.parametrize("shape", [DieShape(), DieShape(8.0, 0.2), DieShape(25.0, 3.0, ball=1.35, ace=1.8)])
def test_the_surface_has_the_edge_and_stands_on_the_ground(shape: DieShape) -> None:
    points, normals = surface(shape)
    assert points.max(axis=0) - points.min(axis=0) == pytest.approx([shape.edge] * 3)
    assert (np.linalg.norm(normals, axis=1) > 0.99).all()
    assert ((points * normals).sum(axis=1) > 0).all()
    tilted = lying(4, 0.5, shape) @ lying(2, 1.1, shape)
    assert height(shape, tilted) == pytest.approx(float(-(points @ tilted[2]).min()), abs=0.05)


def test_drilled_pips_are_parted_by_colour() -> None:
    pytest.importorskip("manifold3d", reason="the extra `render` is not installed")
    cube = cubes.cube(DieShape(accents=(1, 4), ace=1.6, left=True))
    assert cube.pips is not None and cube.accent is not None
    told = faces(DieShape(left=True))
    for value in PIPS:
        for mesh, wanted in ((cube.pips, value not in (1, 4)), (cube.accent, value in (1, 4))):
            assert bool((mesh.vertices @ told[value][0] > 7.0).any()) == wanted
    assert cube.body.uv is not None and cube.body.uv.min() >= 0 and cube.body.uv.max() <= 1


def test_looks_are_drawn_of_every_finish_name_and_size() -> None:
    rng = np.random.default_rng(8)
    drawn = [looks.look(rng, looks.shape(rng)) for _ in range(400)]
    assert {look.finish for _shape, look in drawn} == set(looks.FINISHES)
    assert {look.colour for _shape, look in drawn} == set(looks.COLOURS)
    edges = [shape.edge for shape, _look in drawn]
    assert min(edges) < 9 and max(edges) > 24
    assert all(0 <= c <= 1 for _shape, look in drawn for c in (*look.body, *look.pips))
    assert any(look.accent for _shape, look in drawn) and any(shape.emblem for shape, _look in drawn)
    for shape, _look in drawn:
        assert shape.offset >= shape.pip and shape.offset + shape.pip < 1.0


def test_a_named_colour_looks_like_its_name() -> None:
    rng = np.random.default_rng(9)
    for _ in range(20):
        red, green, blue = (looks.colour(rng, name) for name in ("red", "green", "blue"))
        assert red[0] > 2 * max(red[1:]) and green[1] > max(green[0], green[2]) and blue[2] > max(blue[:2])
        assert looks.light(looks.colour(rng, "white")) > 0.8 > 0.3 > looks.light(looks.colour(rng, "black"))


def test_a_set_holds_a_few_kinds_of_many_dice() -> None:
    kinds = looks.sets(np.random.default_rng(2), 20)
    assert len(kinds) == 20
    assert len(set(kinds)) <= 6
    assert looks.sets(np.random.default_rng(2), 0) == []
