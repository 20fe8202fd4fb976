"""Crops that the face reader sees."""

from __future__ import annotations

import numpy as np
import pytest

from vision.face import SIDE, crop


@pytest.mark.parametrize("size", [20.0, 200.0])
def test_a_crop_keeps_its_place_at_every_scale(size: float) -> None:
    picture = np.full((900, 900, 3), 150, np.uint8)
    x = int(450 - size / 2)
    picture[x : x + int(size), x : x + int(size)] = 20
    cut = crop(picture, (x, x, size, size), 120, 2.4)
    dark = np.argwhere(cut[..., 0] < 85)
    assert np.abs(dark.mean(axis=0) - 59.5).max() < 3
    assert abs(np.ptp(dark[:, 0]) + 1 - 50) <= 3


def test_a_crop_beyond_the_picture_repeats_its_edge() -> None:
    picture = np.full((100, 100, 3), 90, np.uint8)
    picture[:, :5] = 200
    cut = crop(picture, (-10, 40, 20, 20))
    assert cut.shape == (SIDE, SIDE, 3)
    assert (cut[:, :20] == 200).all()


@pytest.mark.parametrize("box", [(300, 300, 20, 20), (-90, 10, 20, 20), (10, 10, 0.2, 0.2), (0, 0, 5000, 5000)])
def test_no_box_breaks_it(box: tuple[float, float, float, float]) -> None:
    assert crop(np.zeros((100, 100, 3), np.uint8), box).shape == (SIDE, SIDE, 3)
