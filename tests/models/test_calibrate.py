"""The temperature and the bar do what they promise, on logits whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from models.calibrate import (
    HIGHEST_BAR,
    ONE_WRONG_IN,
    apart,
    bar,
    bins,
    calibration_error,
    fit,
    measured,
    table,
    temperature,
)
from models.cases import NO_DIE, Cases
from vision.certainty import FLAWS, Certainty
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
    assert bar(read, np.full(50, 4)) == HIGHEST_BAR


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


def made(count: int = 900, seed: int = 1) -> Cases:
    """Finds of two sources: small ones are misread far more often than the network thinks; some are no dice."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 7, count)
    truth[rng.random(count) < 0.08] = NO_DIE
    width = rng.choice([14.0, 60.0], count)
    wrong = rng.random(count) < np.where(width < 20, 0.35, 0.01)
    read = np.where(wrong, rng.integers(1, 7, count), np.maximum(truth, 0))
    logits = rng.normal(0, 0.3, (4, count, 7))
    logits[:, np.arange(count), read] += 4
    pips = np.full((count, 7), 1 / 6)
    pips[:, 6] = np.where(truth == NO_DIE, 0.0, 8.0)
    agreed = (truth > 0) & (rng.random(count) < 0.7)
    pips[agreed, :6] = 0.04
    pips[agreed, truth[agreed] - 1] = 0.8
    quality = np.tile([0.0, 0.02, 0.0, 0.7, 0.9, 0.95, 0.0, 0.0], (count, 1))
    quality[:, 0] = width
    score = np.where(truth == NO_DIE, rng.uniform(0.25, 0.5, count), rng.uniform(0.4, 0.95, count))
    names = np.where(np.arange(count) % 2, "one", "other")
    return Cases(logits.astype(np.float32), truth, score, pips, quality, width < 20, names, 300)


def test_the_fit_learns_what_to_distrust() -> None:
    cases = made()
    heat, settings = fit(cases)
    rule = Certainty.of(settings)
    assert rule.heat[1 + FLAWS.index("small")] > 0.1, "small dice are less certain"
    assert min(rule.heat[1:]) >= 0
    assert rule.pips > 0
    told = measured(cases, settings, heat)
    assert told["error"] < 0.04
    assert told["accepted_wrong"] <= max(1, told["dice"] // 300)
    assert told["false_accepted"] <= 3
    assert told["dropped"] < 0.02
    assert told["accepted"] > told["small_accepted"]


def test_each_source_is_judged_by_weights_from_the_others() -> None:
    cases = made(200)
    assert set(apart(cases)) == {"one", "other"}
    alone = apart(cases.only(cases.sources == "one"))
    assert set(alone) == {"one"}


def test_the_report_is_plain_and_can_be_read() -> None:
    import json

    cases = made(300)
    heat, settings = fit(cases)
    report = {"temperature": heat, "weights": settings, **measured(cases, settings, heat), "sources": apart(cases)}
    assert json.loads(json.dumps(report)) == report
    assert "one:" in table(report)
    assert sum(b["count"] for b in report["bins"]) <= len(cases)


def test_bins_hold_every_value_once() -> None:
    rng = np.random.default_rng(1)
    read = rng.dirichlet(np.ones(7), 500)
    told = bins(read, rng.integers(0, 7, 500))
    assert sum(b["count"] for b in told) == 500
    assert all(b["from"] <= b["certainty"] <= b["from"] + 1 / 15 + 1e-9 for b in told)
