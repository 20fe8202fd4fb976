"""Dice as solids and what a scene's truth tells of them, checked by projecting it back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets import scene, truth
from datasets.camera import Camera, watching, world
from datasets.die import FACES, PIPS, DieShape, drills, height, lying, spin, top
from datasets.scene import Look, Scene, Sheet

RED = Look("red", (0.5, 0.02, 0.02))
SHEET = Sheet(np.zeros((32, 40, 3), np.uint8), 400, 320)
CORNERS = np.array([world(x, y) for x in (0, 400) for y in (0, 320)])


def watched(*dice: scene.Die) -> Scene:
    return Scene(watching(CORNERS, 62, 36, (1280, 720), 12), SHEET, dice)


def on_plane(camera: Camera, pixel: np.ndarray, z: float) -> np.ndarray:
    """Return the sheet point under a pixel at height z, by the inverse of the projection."""
    ray = np.array([*((pixel - [camera.width / 2, camera.height / 2]) / camera.focal), 1.0]) @ camera.axes
    eye = np.array(camera.eye)
    hit = eye + ray * (z - eye[2]) / ray[2]
    return np.array([hit[0], -hit[1]])


def test_opposite_faces_add_up_to_seven_and_run_the_western_way() -> None:
    normals = {value: np.array(face[0]) for value, face in FACES.items()}
    assert all((normals[v] == -normals[7 - v]).all() for v in normals)
    assert np.linalg.det(np.stack([normals[1], normals[2], normals[3]])) > 0
    assert len(drills(DieShape())[0]) == 21 == sum(len(PIPS[v]) for v in PIPS)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("yaw", [0.0, 0.7, 2.9])
def test_a_lying_die_shows_its_value_and_stands_on_the_sheet(value: int, yaw: float) -> None:
    turn = lying(value, yaw)
    assert top(turn) == (value, pytest.approx(0, abs=1e-4))
    assert np.linalg.det(turn) == pytest.approx(1)
    assert height(DieShape(), turn) == pytest.approx(8)


def test_a_tilted_die_has_no_value() -> None:
    die = scene.flat(RED, 4, 200, 160, 0.3)
    leaning = die.moved(np.add(die.centre, (0, 0, 1.5)), spin(np.array([1.0, 0, 0]), math.radians(12)) @ die.turn)
    (told,) = truth.tell(watched(leaning))
    assert told["value"] is None
    assert told["tilt"] == pytest.approx(12, abs=0.01)


@pytest.mark.parametrize("place", [(60.0, 150.0), (345.0, 40.0), (200.0, 290.0)])
def test_the_top_face_projects_back_to_the_dies_foot(place: tuple[float, float]) -> None:
    table = watched(scene.flat(RED, 5, *place, math.radians(20)))
    (told,) = truth.tell(table)
    corners = np.array([on_plane(table.camera, np.array(p), 16.0) for p in told["top"]])
    edge = corners[1] - corners[0]
    angle = math.atan2(edge[1], edge[0]) % (math.pi / 2)
    assert corners.mean(axis=0) == pytest.approx(place, abs=0.1)
    assert told["mm"] == pytest.approx(list(place))
    assert angle == pytest.approx(told["angle"], abs=0.01)
    assert np.linalg.norm(edge) == pytest.approx(2 * (8 - 0.3 * 2.2), abs=0.1)


def test_a_box_holds_the_top_face_and_is_no_larger_than_the_die() -> None:
    table = watched(scene.flat(RED, 3, 200, 200, 0.5))
    (told,) = truth.tell(table)
    x, y, w, h = told["box"]
    corners = np.array(told["top"])
    # The face's outline is drawn with sharp corners, the box around the rounded solid.
    assert (corners >= [x - 2, y - 2]).all() and (corners <= [x + w + 2, y + h + 2]).all()
    assert 32 <= w <= 64 and 32 <= h <= 72


def test_a_tower_is_told_by_level_support_and_cover() -> None:
    lower, upper = scene.flat(RED, 5, 300, 80, 0.1), scene.flat(RED, 3, 300.5, 80, 0.4, level=1, support=0)
    told = truth.tell(watched(lower, upper))
    assert [(d["value"], d["level"], d["support"], d["covered"]) for d in told] == [(5, 0, -1, True), (3, 1, 0, False)]
    assert upper.centre[2] == pytest.approx(24)


@pytest.mark.parametrize("elevation", [25, 60, 88])
def test_a_watching_camera_has_the_sheet_in_view(elevation: float) -> None:
    camera = watching(CORNERS, elevation, 40, (1280, 720), 20, turn=15)
    pixels, depth = camera.seen(CORNERS)
    assert (pixels > 19).all() and (pixels < [1261, 701]).all() and (depth > 0).all()
    assert pixels.max(axis=0)[1] - pixels.min(axis=0)[1] > 300 or elevation < 40
