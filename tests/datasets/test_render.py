"""The renderer draws what the truth tells: a tiny picture, two samples, where Mitsuba is installed."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from datasets import scene, sensor, surfaces, truth
from datasets.camera import watching, world
from datasets.scene import Hand, Lamp, Look, Scene, Sheet

RED = Look("red", (0.5, 0.015, 0.015))


def tiny() -> Scene:
    corners = np.array([world(x, y) for x in (0, 60) for y in (0, 60)])
    camera = watching(corners, 65, 36, (64, 64), 2)
    lamp = Lamp((-300, 200, 500), (30, -30, 0), 120, (1.6, 1.5, 1.3))
    sheet = Sheet(np.full((60, 60, 3), 200, np.uint8), 60, 60)
    return Scene(camera, sheet, (scene.flat(RED, 5, 30, 30, 0.4),), lamps=(lamp,), seed=1)


def test_a_die_is_where_its_truth_says() -> None:
    pytest.importorskip("mitsuba", reason="the extra `render` is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Mitsuba's own bindings warn on import
        from datasets import render

        light = render.picture(tiny(), 2)
        hand = Scene(tiny().camera, tiny().sheet, tiny().dice, (Hand((30, -30, 8), 0.0),), tiny().lamps)
        dark = render.blurred([hand, hand], 2)
    x, y, w, h = (int(v) for v in truth.tell(tiny())[0]["box"])
    red = light[..., 0] / (light.sum(axis=-1) + 1e-6)
    inside = red[y + h // 4 : y + 3 * h // 4, x + w // 4 : x + 3 * w // 4]
    assert light.shape == (64, 64, 3)
    assert inside.mean() > red[2:8, 28:36].mean() + 0.1
    assert np.abs(dark - light).mean() > 0.02


def test_the_same_seed_draws_the_same_wood_and_room() -> None:
    assert (surfaces.planks(64, 3) == surfaces.planks.__wrapped__(64, 3)).all()
    assert (surfaces.room(16, 3) != surfaces.room(16, 4)).any()


def test_a_sensor_adds_its_own_noise_to_every_frame() -> None:
    grey = sensor.developed(np.full((40, 60, 3), 0.3, np.float32), 1.0)
    rng = np.random.default_rng(0)
    first, second = (sensor.noisy(grey, rng, 2.0) for _ in range(2))
    assert first.dtype == np.uint8
    assert (first != second).any()
    assert 0.8 < (first.astype(float) - second.astype(float)).std() / np.sqrt(2) < 3.5
