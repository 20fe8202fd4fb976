"""A camera drawn at random: nothing is displaced, colours stay, and each stage does what its name says."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import develop, lens, sensor

RANDOM = np.random.default_rng


def spot() -> np.ndarray:
    """Return a dark picture with one bright square in its middle, linear."""
    light = np.full((96, 128, 3), 0.05, np.float32)
    light[40:56, 56:72] = 0.6
    return light


@pytest.mark.parametrize("seed", range(12))
def test_a_shot_keeps_size_and_place(seed: int) -> None:
    shot = sensor.shoot(spot(), RANDOM(seed))
    assert shot.shape == (96, 128, 3) and shot.dtype == np.uint8
    grey = shot.astype(float).mean(-1)
    grey -= np.median(grey)
    grey[grey < 0.5 * grey.max()] = 0
    y, x = np.mgrid[:96, :128]
    assert (x * grey).sum() / grey.sum() == pytest.approx(63.5, abs=6)
    assert (y * grey).sum() / grey.sum() == pytest.approx(47.5, abs=6)


def test_the_same_seed_takes_the_same_shot() -> None:
    assert (sensor.shoot(spot(), RANDOM(3)) == sensor.shoot(spot(), RANDOM(3))).all()
    assert (sensor.shoot(spot(), RANDOM(3)) != sensor.shoot(spot(), RANDOM(4))).any()


def test_more_harm_makes_worse_pictures() -> None:
    def fine(harm: float) -> float:
        shots = [cv2.cvtColor(sensor.shoot(spot(), RANDOM(s), harm), cv2.COLOR_BGR2GRAY) for s in range(16)]
        flat = [shot[4:34, 4:34].astype(float) for shot in shots]
        return float(np.mean([np.abs(np.diff(part)).mean() for part in flat]))

    assert fine(1.0) > fine(0.0) + 0.3


def test_exposures_are_dim_right_and_blown() -> None:
    levels = np.array([sensor.exposed(spot(), RANDOM(seed)).mean() for seed in range(60)])
    assert levels.min() < 0.35 * np.median(levels) and levels.max() > 1.4 * np.median(levels)


def test_white_balance_takes_a_cast_away_in_part() -> None:
    warm = spot() * np.array([1.3, 1.0, 0.5], np.float32)
    ratios = [float(np.divide(*sensor.balanced(warm, RANDOM(s)).mean((0, 1))[[0, 2]])) for s in range(40)]
    assert 1.2 < np.median(ratios) < 2.6


def test_defocus_and_movement_keep_light_and_spread_it() -> None:
    point = np.zeros((41, 41, 3), np.float32)
    point[20, 20] = 1
    for blurred in (lens.defocused(point, 4.0), lens.moved(point, 9.0, 0.0)):
        assert blurred.sum() == pytest.approx(3, rel=1e-3)
        assert blurred.max() < 0.2
    trail = lens.moved(point, 9.0, 0.0)[..., 0]
    assert trail[20, 16:25].sum() > 0.9 and np.abs(trail[:19]).max() < 1e-6


def test_a_blur_that_would_leave_nothing_is_halved() -> None:
    dotted = np.full((120, 160, 3), 0.2, np.float32)
    dotted[::30, ::30] = 0.9
    blurred = sensor.bearable(dotted, lambda sharp, share: lens.defocused(sharp, 6.0 * share))
    assert sensor.fineness(lens.defocused(dotted, 6.0)) < 0.3 * sensor.fineness(dotted)
    assert sensor.fineness(blurred) > 2 * sensor.fineness(lens.defocused(dotted, 6.0))
    assert (sensor.bearable(dotted, lambda sharp, share: lens.defocused(sharp, 0.2 * share)) == dotted).all()


def test_vignette_glow_veil_and_flicker() -> None:
    grey = np.full((40, 60, 3), 0.5, np.float32)
    assert lens.vignetted(grey, 0.6)[0, 0, 0] < 0.25 < lens.vignetted(grey, 0.6)[20, 30, 0]
    bright = grey.copy()
    bright[20, 30] = 9
    assert lens.glow(bright, 0.2, 3)[20, 34, 0] > 0.51 and (lens.glow(grey, 0.2, 3) == grey).all()
    assert np.ptp(lens.veiled(spot(), 0.5)) < 0.6 * np.ptp(spot())
    bands = lens.flickering(grey, RANDOM(1), 0.1)
    assert np.ptp(bands[:, 5, 0]) > 0.02 and np.ptp(bands[9, :, 0]) == 0


def test_fringes_leave_green_alone() -> None:
    fringed = lens.fringed(spot(), 2.0)
    assert (fringed[..., 1] == spot()[..., 1]).all() and (fringed[..., 0] != spot()[..., 0]).any()


def test_a_mosaic_keeps_colours_in_their_channels() -> None:
    plain = np.zeros((32, 32, 3), np.uint8)
    plain[:] = (10, 60, 200)
    assert np.abs(develop.mosaicked(plain)[4:-4, 4:-4].astype(int) - (10, 60, 200)).max() < 3


def test_the_chips_stages() -> None:
    ramp = np.repeat(np.tile(np.arange(0, 256, 2, dtype=np.uint8), (64, 1))[..., None], 3, 2)
    assert len(np.unique(develop.posterised(ramp, 12))) == 12
    assert develop.rescaled(ramp, 0.5, RANDOM(0)).shape == ramp.shape
    step = np.full((20, 20, 3), 90, np.uint8)
    step[:, 10:] = 150
    assert develop.sharpened(step, 1.0, 1.5).max() > 155
    assert develop.packed(step, 30, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420).shape == step.shape
    assert develop.curved(np.array([0.0, 0.2158, 5.0])) == pytest.approx([0, 0.5, 1], abs=0.01)
