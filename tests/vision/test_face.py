"""Crops that the face reader sees."""

from __future__ import annotations

import numpy as np
import pytest

from vision.face import ENOUGH, SIDE, FaceReader, batch, crop, settle


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


def logits(*values: int, sure: float = 9.0) -> np.ndarray:
    """One crop that shows these values in its turns."""
    told = np.zeros((len(values), 1, 7), np.float32)
    for turn, value in enumerate(values):
        told[turn, 0, value] = sure
    return told


def test_a_face_beyond_doubt_is_read_once() -> None:
    unread = np.concatenate([logits(4), np.full((3, 1, 7), np.nan, np.float32)])
    (once,) = settle(unread, 1.0)
    assert (once.value, once.turns, once.spread) == (4, (4,), 0.0)
    assert once.certainty >= ENOUGH


def test_turns_that_disagree_are_told() -> None:
    (torn,) = settle(logits(4, 6, 4, 4, sure=4.0), 1.0)
    assert torn.value == 4
    assert torn.turns == (4, 6, 4, 4)
    assert torn.spread > 0.8
    (agreed,) = settle(logits(4, 4, 4, 4, sure=4.0), 1.0)
    assert agreed.spread == 0
    assert agreed.certainty > torn.certainty


def test_crops_are_handed_over_as_the_network_takes_them() -> None:
    crop = np.zeros((1, SIDE, SIDE, 3), np.uint8)
    crop[..., 0] = 255  # blue
    told = batch(crop)
    assert told.shape == (1, 3, SIDE, SIDE)
    assert told[0, :, 0, 0].tolist() == [0, 0, 1]


def test_the_shipped_reader_reads_and_gives_features() -> None:
    reader = FaceReader()
    rng = np.random.default_rng(1)
    crops = [rng.integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8) for _ in range(3)]
    read = reader.read_crops(crops)
    assert [len(r.turns) in (1, 4) for r in read] == [True] * 3
    assert all(sum(r.chances) == pytest.approx(1) for r in read)
    features = reader.features(crops)
    assert features.shape[0] == 3
    assert features.shape[1] in (7, 128)
    assert reader.read_crops([]) == []
    assert len(reader.features([])) == 0
