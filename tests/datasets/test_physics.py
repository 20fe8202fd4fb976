"""Dice that MuJoCo settles rest on something, do not stick in each other, and come out the same for the same seed."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets import physics
from datasets.die import DieShape, height, lying, spin, top
from datasets.physics import Block, Body, Rest, apart

SMALL, LARGE = DieShape(), DieShape(edge=22.0, corner=3.0, ball=1.45)


def flat(shape: DieShape, x: float, z: float = 0.0) -> Rest:
    turn = lying(3, 0.3, shape)
    return Rest(np.array([x, 0.0, height(shape, turn) + z]), turn, -1)


def test_apart_tells_the_gap_and_the_depth() -> None:
    assert apart(SMALL, SMALL, flat(SMALL, 0), flat(SMALL, 0, 16.5)) == pytest.approx(0.5, abs=0.01)
    straight = Rest(np.array([0.0, 0.0, 8.0]), np.eye(3), -1)
    beside = Rest(np.array([15.0, 0.0, 8.0]), np.eye(3), -1)
    assert apart(SMALL, SMALL, straight, beside) == pytest.approx(-1.0, abs=0.01)


def test_any_rotation_is_a_rotation() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        turn = physics.anyhow(rng)
        assert turn @ turn.T == pytest.approx(np.eye(3), abs=1e-9)
        assert np.linalg.det(turn) == pytest.approx(1)


def dropped(seed: int) -> tuple[list[DieShape], list[Rest]]:
    pytest.importorskip("mujoco", reason="the extra `render` is not installed")
    rng = np.random.default_rng(seed)
    shapes = [SMALL, LARGE, SMALL, LARGE, SMALL, SMALL]
    bodies = [Body(s, (12.0 * (k % 2), 3.0 * k, 20.0 + 40 * k), physics.anyhow(rng)) for k, s in enumerate(shapes)]
    rests = physics.settle(bodies, [Block((0, -30, 20), (60, 5, 20))])
    assert rests is not None
    return shapes, rests


@pytest.mark.parametrize("seed", [1, 2])
def test_dropped_dice_rest_on_the_table_or_on_another_and_not_in_one(seed: int) -> None:
    shapes, rests = dropped(seed)
    for k, (shape, rest) in enumerate(zip(shapes, rests, strict=True)):
        lowest = rest.centre[2] - height(shape, rest.turn)
        assert -0.3 < lowest
        assert lowest < 0.3 or rest.support >= 0
        assert all(apart(shape, s, rest, r) > -0.4 for s, r in zip(shapes[:k], rests[:k], strict=True))


def test_the_same_drop_ends_the_same() -> None:
    first, second = dropped(3)[1], dropped(3)[1]
    assert all((a.centre == b.centre).all() and (a.turn == b.turn).all() for a, b in zip(first, second, strict=True))


def test_a_die_on_another_is_told_as_carried_and_one_that_never_rests_is_rejected() -> None:
    pytest.importorskip("mujoco", reason="the extra `render` is not installed")
    lower, upper = flat(SMALL, 0), flat(SMALL, 1, 16.05)
    bodies = [Body(SMALL, (r.centre[0], 0.0, r.centre[2]), r.turn) for r in (lower, upper)]
    rests = physics.settle(bodies)
    assert rests is not None
    assert [r.support for r in rests] == [-1, 0]
    assert physics.settle([Body(SMALL, (0, 0, 40_000), lower.turn)]) is None


def test_a_die_on_a_ledge_is_cocked() -> None:
    pytest.importorskip("mujoco", reason="the extra `render` is not installed")
    tilted = spin(np.array([1.0, 0, 0]), math.radians(15)) @ lying(5, 0.0)
    rests = physics.settle([Body(SMALL, (0, 9, 12), tilted)], [Block((0, 0, 1.5), (40, 6, 1.5))], 0.8)
    assert rests is not None
    assert 3 < top(rests[0].turn)[1] < 40
