"""The bench's own parts: its rival counts pips, and its picture is what it says."""

from __future__ import annotations

import numpy as np
import pytest

from tests.bench import compare, table, timed
from tests.bench_rivals import blobs, clusters, yolo

import cv2  # isort: skip


def test_the_pip_counter_counts_plain_dice() -> None:
    picture = np.full((300, 500, 3), 90, np.uint8)
    for left, pips in ((60, [(0, 0)]), (300, [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)])):
        cv2.rectangle(picture, (left, 80), (left + 120, 200), (235, 235, 235), -1)
        for across, down in pips:
            cv2.circle(picture, (left + 60 + 26 * across, 140 + 26 * down), 9, (20, 20, 20), -1, cv2.LINE_AA)
    assert sorted(blobs(picture)) == [1, 5]
    assert blobs(np.full((200, 200, 3), 128, np.uint8)) == []


def test_points_near_each_other_are_one_group() -> None:
    at = np.array([(0, 0), (12, 0), (24, 0), (200, 0), (212, 0)], np.float64)
    assert clusters(at, np.full(5, 10.0)) == [3, 2]


def test_what_is_left_out_says_why() -> None:
    assert "WEIGHTS" in str(yolo(None)) or "not installed" in str(yolo(None))
    told = table({"yardstick": [(0.1, 0.1)], "a rival": "it is not installed here"})
    assert "left out: it is not installed here" in told


def test_everything_runs_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bench.first_reading", lambda: None)
    ran: list[str] = []
    jobs = {name: (lambda n=name: ran.append(n)) for name in "ab"} | {"c": "left out"}
    measured = compare(jobs, 2)  # type: ignore[arg-type]
    assert ran == ["a", "b"] * 3
    assert [len(measured[name]) for name in "ab"] == [2, 2]
    assert measured["c"] == "left out"
    assert timed(lambda: sum(range(1000)))[0] > 0
