"""Fit a few numbers: quasi-Newton (BFGS) with slopes by differences, and logistic regression on top of it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.certainty import logistic

Numbers = NDArray[np.float64]

STEP = 1e-5
ROUNDS = 300
FLAT = 1e-6  # slope under which it has arrived


def least(cost: Callable[[Numbers], float], start: Numbers) -> Numbers:
    """Return where `cost` is least, going downhill from `start` (Broyden, Fletcher, Goldfarb and Shanno, 1970)."""
    at, value = start.astype(np.float64), cost(start)
    slope, curve = _slope(cost, at), np.eye(len(start))
    for _ in range(ROUNDS):
        way = -curve @ slope
        if way @ slope >= 0:  # rounding has spoiled the curve: begin again with the steepest way
            curve, way = np.eye(len(at)), -slope
        moved = _along(cost, at, value, way, slope)
        if moved is None or np.abs(slope).max() < FLAT:
            break
        step, value = moved
        after = _slope(cost, at + step)
        curve = _bent(curve, step, after - slope)
        at, slope = at + step, after
    return at


def _slope(cost: Callable[[Numbers], float], at: Numbers) -> Numbers:
    steps = np.eye(len(at)) * STEP
    return np.array([(cost(at + s) - cost(at - s)) / (2 * STEP) for s in steps])


def _along(
    cost: Callable[[Numbers], float], at: Numbers, value: float, way: Numbers, slope: Numbers
) -> tuple[Numbers, float] | None:
    """A step that goes down far enough (Armijo, 1966), and the cost there; None where there is none."""
    length = 1.0
    for _ in range(40):
        there = cost(at + length * way)
        if there <= value + 1e-4 * length * float(way @ slope):
            return length * way, there
        length /= 2
    return None


def _bent(curve: Numbers, step: Numbers, change: Numbers) -> Numbers:
    """The inverse curvature after a step along which the slope changed."""
    share = float(step @ change)
    if share < 1e-12:
        return curve
    left = np.eye(len(step)) - np.outer(step, change) / share
    return np.asarray(left @ curve @ left.T + np.outer(step, step) / share)


def regression(signs: Numbers, truth: NDArray[np.bool_], weights: Numbers, calm: float = 0.01) -> Numbers:
    """Logistic regression of N x K signs on N truths, each with a weight; `calm` keeps the figures small (L2)."""
    share = weights / weights.sum()

    def cost(at: Numbers) -> float:
        chance = np.clip(logistic(signs @ at), 1e-9, 1 - 1e-9)
        told = np.where(truth, np.log(chance), np.log(1 - chance))
        return float(-(share * told).sum() + calm * (at[1:] ** 2).sum())

    return least(cost, np.zeros(signs.shape[1]))
