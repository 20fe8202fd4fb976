"""Rooms light a table: panoramas of finite radiance, lamps above it that aim at it, shades between lamp and table."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets import rooms

RANDOM = np.random.default_rng
MIDDLE = (200.0, -150.0, 0.0)


@pytest.mark.parametrize("kind", rooms.ROOMS)
def test_every_room_lights_its_table(kind: str) -> None:
    panorama, lamps = rooms.room(RANDOM(7), MIDDLE, kind)
    assert panorama.dtype == np.float32 and panorama.shape[1] == 2 * panorama.shape[0] and panorama.shape[2] == 3
    assert panorama.min() > 0 and np.isfinite(panorama).all()
    light = panorama[: panorama.shape[0] // 2].mean() * math.pi + sum(max(lamp.light) for lamp in lamps)
    assert light > 0.3
    for lamp in lamps:
        assert lamp.place[2] > 40 and math.dist(lamp.target, MIDDLE) < 200 and min(lamp.light) >= 0


def test_rooms_are_seeded_and_differ() -> None:
    first, again, other = (rooms.room(RANDOM(s))[0] for s in (1, 1, 2))
    assert (first == again).all() and (first.shape != other.shape or (first != other).any())
    with pytest.raises(KeyError):
        rooms.room(RANDOM(0), kind="moon")


def test_bulbs_are_warm_and_skies_cold() -> None:
    warm, white, cold = (rooms.warmth(k) for k in (2700, 6000, 9000))
    assert warm[0] > 1.4 > 1 > warm[2] > 0.2 and white == pytest.approx((1, 1, 1)) and cold[0] < 1 < cold[2] < 1.4


def test_shades_hang_between_a_small_far_lamp_and_the_table() -> None:
    names = set()
    for seed in range(20):
        _, lamps = rooms.room(RANDOM(seed), MIDDLE, "sunny")
        (thing,) = rooms.shades(RANDOM(seed), lamps)
        names.add(thing.name)
        points = thing.parts[0].mesh.vertices
        share = np.linalg.norm(points.mean(0) - lamps[0].target) / math.dist(lamps[0].place, lamps[0].target)
        assert 0.3 < share < 0.75
    assert names == {"blind", "bars", "edge", "leaves"}
    assert rooms.shades(RANDOM(0), rooms.room(RANDOM(0), MIDDLE, "backlit")[1]) == ()
