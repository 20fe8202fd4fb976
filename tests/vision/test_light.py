"""The light's colour is taken out: by the paper of the sheet, or as far as the picture's edges tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.colour import body
from vision.light import CAST, SHEET, gains

import cv2  # isort: skip

WARM = np.array([0.62, 0.86, 1.0])  # blue, green, red of a lamp


def table(light: np.ndarray, die: tuple[int, int, int] = (150, 60, 40)) -> np.ndarray:
    """A white sheet with black print and a die on grey ground."""
    picture = np.full((240, 320, 3), 110, np.float64)
    picture[40:200, 60:260] = 225
    for n in range(8):
        cv2.rectangle(picture, (70 + 24 * n, 50), (80 + 24 * n, 60), (30, 30, 30), -1)
    cv2.rectangle(picture, (140, 100), (180, 140), die, -1)
    return np.clip(picture * light, 0, 255).astype(np.uint8)


SHEET_PX = np.array([(60, 40), (260, 40), (260, 200), (60, 200)], np.float64)


@pytest.mark.parametrize("exposure", [0.8, 1.0])
def test_paper_tells_the_light(exposure: float) -> None:
    found = gains(table(WARM * exposure), SHEET_PX)
    paper = 225 * WARM * exposure * found
    assert np.ptp(paper) < 6
    assert abs(paper.mean() - 0.9 * 255) < 6


def test_edges_tell_the_light_in_part() -> None:
    cast = np.ptp(np.log(WARM))
    assert np.ptp(np.log(WARM * gains(table(WARM)))) < 0.6 * cast
    assert gains(table(np.ones(3))) == pytest.approx(np.ones(3), abs=0.06)


def test_a_white_die_by_lamplight_is_white() -> None:
    picture = table(WARM * 0.9, die=(215, 220, 222))
    box = (140.0, 100.0, 41.0, 41.0)
    assert body(picture, box).name != "white"
    assert body(picture, box, light=gains(picture, SHEET_PX)).name == "white"


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_a_picture_without_edges_keeps_its_colours(grey: int) -> None:
    assert gains(np.full((120, 160, 3), grey, np.uint8)) == pytest.approx(np.ones(3))


def test_a_sheet_outside_the_picture_is_no_white_reference() -> None:
    picture = table(WARM)
    assert gains(picture, SHEET_PX + 5000) == pytest.approx(gains(picture))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(2, 90), st.integers(2, 90), st.booleans())
def test_gains_stay_within_bounds(seed: int, wide: int, high: int, sheet: bool) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (high, wide, 3)).astype(np.uint8)
    outline = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64) if sheet else None
    found = gains(noise, outline)
    most = SHEET if sheet else CAST
    assert ((found >= 1 / most - 1e-9) & (found <= most + 1e-9)).all()
