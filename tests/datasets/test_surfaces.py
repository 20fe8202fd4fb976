"""Grounds are linear, of a size in mm, the same for the same seed, and seamless where they repeat."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets import boards, plain_boards, surfaces
from datasets.grain import LINEAR, colour, linear, noise, word

RANDOM = np.random.default_rng


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surfaces, "SIDE", 128)


@pytest.mark.parametrize("kind", surfaces.KINDS)
def test_every_ground_is_linear_light_that_paint_can_reflect(kind: str) -> None:
    ground = surfaces.ground(RANDOM(5), kind)
    assert ground.name == kind
    assert ground.picture.dtype == np.float32 and ground.picture.shape[2] == 3
    assert 0 <= ground.picture.min() and ground.picture.max() <= 1 and np.isfinite(ground.picture).all()
    assert 30 < ground.width_mm < 1700 and 30 < ground.height_mm < 1700
    assert 0.02 <= ground.rough <= 1


def test_the_same_seed_draws_the_same_ground_and_another_does_not() -> None:
    first, again, other = (surfaces.ground(RANDOM(seed)) for seed in (4, 4, 6))
    assert first.name == again.name and (first.picture == again.picture).all()
    assert first.picture.shape != other.picture.shape or (first.picture != other.picture).any()


def test_chance_draws_from_every_family() -> None:
    names = {surfaces.ground(RANDOM(seed)).name for seed in range(60)}
    for family in (
        surfaces.WOODS,
        surfaces.CLOTHS,
        surfaces.STONES,
        surfaces.PAPERS,
        surfaces.GAMES,
        surfaces.DEVICES,
    ):
        assert names & set(family)


def test_an_unknown_ground_is_an_error() -> None:
    with pytest.raises(KeyError):
        surfaces.ground(RANDOM(0), "lava")


def test_a_seam_fades() -> None:
    side = 128 + surfaces.SEAM
    slope = np.repeat(np.linspace(0, 1, side, dtype=np.float32)[None, :, None], side, 0).repeat(3, 2)
    made = surfaces.seamless(slope)
    assert made.shape == (128, 128, 3)
    assert np.abs(np.diff(np.concatenate([made, made], 1), axis=1)).max() < 0.06


def test_our_boards_are_drawn_with_other_numbers() -> None:
    assert len(boards.own()) >= 1
    first, second = boards.varied(0, 1)[1], boards.varied(0, 2)[1]
    assert first.shape == second.shape and (first != second).any()


def test_plain_boards_show_their_markers() -> None:
    found = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    page, wide, high = plain_boards.plain(RANDOM(1))
    assert page.shape[1] / page.shape[0] == pytest.approx(wide / high, rel=0.01)
    assert len(found.detectMarkers(cv2.cvtColor(page, cv2.COLOR_RGB2GRAY))[0]) >= 3


def test_the_display_curve_is_undone() -> None:
    assert LINEAR[0] == 0 and LINEAR[255] == pytest.approx(1)
    assert linear((0.5, 0.0, 1.0)) == pytest.approx((0.2158, 0, 1), abs=0.002)
    red, green, blue = colour(RANDOM(1), (1, 1), (1, 1), 0.0)
    assert (red, green, blue) == pytest.approx((1, 0, 0))


def test_noise_is_about_nought_and_words_are_letters() -> None:
    plane = noise((64, 96), RANDOM(2), (4, 6))
    assert plane.shape == (64, 96) and abs(float(plane.mean())) < 1e-3 and 0.1 < plane.std() < 1
    assert all(2 <= len(word(RANDOM(k))) <= 9 and word(RANDOM(k)).isalpha() for k in range(20))
