"""The fits find what is known to be there."""

from __future__ import annotations

import numpy as np
import pytest

from models.fitting import least, regression
from vision.certainty import logistic


def test_a_bowl_and_a_bent_valley_have_their_lowest_point_found() -> None:
    wanted = np.array([1.0, -2.0, 0.5])
    assert least(lambda x: float(((x - wanted) ** 2 * [1, 10, 100]).sum()), np.zeros(3)) == pytest.approx(
        wanted, abs=1e-4
    )
    valley = least(lambda x: float((1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2), np.array([-1.2, 1.0]))
    assert valley == pytest.approx([1, 1], abs=1e-2)  # Rosenbrock's function


def test_what_cannot_be_lowered_stays() -> None:
    assert least(lambda x: 1.0, np.array([3.0, 4.0])) == pytest.approx([3, 4])


def test_a_regression_finds_the_weights_that_made_the_data() -> None:
    rng = np.random.default_rng(2)
    signs = np.column_stack([np.ones(8000), rng.normal(0, 1, (8000, 2))])
    truth = rng.random(8000) < logistic(signs @ np.array([0.5, 1.5, -1.0]))
    assert regression(signs, truth, np.ones(8000), calm=0) == pytest.approx([0.5, 1.5, -1.0], abs=0.12)


def test_data_that_can_be_told_apart_give_finite_weights() -> None:
    signs = np.column_stack([np.ones(20), np.r_[np.full(10, -1.0), np.full(10, 1.0)]])
    found = regression(signs, signs[:, 1] > 0, np.ones(20))
    assert np.isfinite(found).all()
    assert found[1] > 1
