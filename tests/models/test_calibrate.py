"""The temperature and the bar do what they promise, on logits whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from models.calibrate import ONE_WRONG_IN, bar, calibration_error, temperature
from vision.face import FaceReading, chances


def drawn(heat: float, count: int = 6000) -> tuple[np.ndarray, np.ndarray]:
    """Logits of a reader whose own certainty is right at temperature `heat`, and the truth drawn from it."""
    rng = np.random.default_rng(3)
    honest = rng.normal(0, 3, (count, 7))
    share = np.exp(honest) / np.exp(honest).sum(axis=1, keepdims=True)
    truth = np.array([rng.choice(7, p=row) for row in share])
    return np.repeat((honest * heat)[None], 4, axis=0).astype(np.float32), truth


@pytest.mark.parametrize("heat", [0.4, 1.0, 2.2])
def test_the_temperature_is_found(heat: float) -> None:
    logits, truth = drawn(heat)
    assert temperature(logits, truth) == pytest.approx(heat, rel=0.1)


def test_calibrated_certainty_is_the_share_of_right_values() -> None:
    logits, truth = drawn(2.2)
    assert calibration_error(chances(logits, temperature(logits, truth)), truth) < 0.02
    assert calibration_error(chances(logits, 0.5), truth) > 0.05


def test_the_bar_lets_few_wrong_values_through() -> None:
    rng = np.random.default_rng(1)
    certainty = rng.uniform(0.5, 1, 20_000)
    read = np.zeros((20_000, 7))
    read[:, 3] = certainty
    read[:, 4] = 1 - certainty
    truth = np.where((certainty < 0.9) & (rng.random(20_000) < 0.05), 4, 3)
    found = bar(read, truth)
    accepted = certainty >= found
    assert (truth[accepted] != 3).mean() <= 1 / ONE_WRONG_IN
    assert 0.88 < found < 0.91


def test_a_reader_that_is_wrong_at_the_top_gets_the_highest_bar() -> None:
    read = np.full((50, 7), 0.001)
    read[:, 3] = 0.994
    assert bar(read, np.full(50, 4)) == 0.999


def test_turns_that_disagree_lower_the_certainty() -> None:
    agree = np.zeros((4, 1, 7), np.float32)
    agree[:, :, 6] = 9
    differ = agree.copy()
    differ[1, 0] = 0
    differ[1, 0, 5] = 9
    assert chances(agree, 1.0).max() > 0.99
    assert 0.7 < chances(differ, 1.0).max() < 0.76


def test_a_reading_names_its_value_and_its_rivals() -> None:
    reading = FaceReading((0.05, 0.02, 0.02, 0.01, 0.2, 0.1, 0.6))
    assert (reading.value, reading.certainty) == (6, 0.6)
    assert reading.likely[:2] == ((6, 0.6), (4, 0.2))
    assert FaceReading((0.6, 0.1, 0.1, 0.1, 0.05, 0.03, 0.02)).value is None
