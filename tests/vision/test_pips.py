"""The second opinion on drawn faces: every value in every turn, dark and bright and coloured pips, and none at all."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn import BLACK, BLUE, PIPS, RED, WHITE, top
from vision.pips import Opinion, opinions

import cv2  # isort: skip

VALUES = tuple(PIPS)


def said(pictures: list[np.ndarray]) -> list[int | None]:
    return [o.value for o in opinions(pictures)]


@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), (BLACK, WHITE), (BLUE, RED), (WHITE, RED), (RED, WHITE)])
@pytest.mark.parametrize("turn", [0, 17, 45, 70])
def test_each_value_is_told_in_any_turn_and_colour(
    turn: float, body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    assert said([top(v, turn, body=body, ink=ink) for v in VALUES]) == list(VALUES)


@pytest.mark.parametrize("edge", [26, 30, 38])
def test_large_and_small_faces_are_told(edge: float) -> None:
    assert said([top(v, 33, edge) for v in VALUES]) == list(VALUES)


@pytest.mark.parametrize("lean", [-0.2, 0.2])
def test_faces_seen_askew_are_told(lean: float) -> None:
    assert said([top(v, 25, lean=lean) for v in VALUES]) == list(VALUES)


def test_a_light_in_every_pip_hides_none() -> None:
    assert said([top(v, 25, shine=True) for v in VALUES]) == list(VALUES)


def test_a_blank_face_and_plain_ground_are_not_told() -> None:
    blank = np.full((64, 64, 3), 118, np.uint8)
    cv2.rectangle(blank, (15, 15), (49, 49), WHITE, -1)
    ground = np.full((64, 64, 3), 118, np.uint8)
    assert said([ground]) == [None]
    faces = opinions([top(v) for v in VALUES])
    assert opinions([blank])[0].fit < min(o.fit for o in faces)


def test_a_smeared_face_is_told_with_less_margin() -> None:
    sharp = top(6, 25)
    clear, smeared = opinions([sharp, cv2.GaussianBlur(sharp, (0, 0), 5)])
    assert clear.margin > smeared.margin


def test_one_crop_is_told_as_among_others() -> None:
    crops = [top(v, 5 * v) for v in VALUES]
    alone = np.array([opinions([c])[0].chances for c in crops])
    assert alone == pytest.approx(np.array([o.chances for o in opinions(crops)]), abs=1e-4)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from([0, 3, 255]))
def test_nothing_breaks_it(seed: int, depth: int) -> None:
    rng = np.random.default_rng(seed)
    noise = rng.integers(0, depth + 1, (2, 64, 64, 3)).astype(np.uint8)
    for told in opinions(list(noise)):
        assert sum(told.chances) == pytest.approx(1)
        assert np.isfinite(told.fit)


def test_no_crop_is_no_opinion() -> None:
    assert opinions([]) == []


def test_a_tie_cannot_be_told() -> None:
    assert Opinion((0.4, 0.05, 0.05, 0.4, 0.05, 0.05)).value is None
    assert Opinion((0.05, 0.05, 0.8, 0.04, 0.03, 0.03)).value == 3
