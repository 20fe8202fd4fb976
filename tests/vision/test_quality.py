"""How a die is seen, on drawn dice whose flaws are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn import BLACK, GOOD, WHITE, top
from vision.face import CROP, crop
from vision.quality import Quality, covered, measure

import cv2  # isort: skip

SIZE = (640, 480)
BOX = (200.0, 150.0, 60.0, 58.0)


def seen(picture: np.ndarray, box: tuple[float, float, float, float] = BOX) -> Quality:
    return measure(picture, box, SIZE, CROP)


def test_a_clear_die_has_no_flaw() -> None:
    assert seen(top(5, edge=40)).flaws == ()


def test_blur_is_measured_in_widths_of_the_die() -> None:
    large = top(5, edge=200, side=300)
    boxes = (50.0, 50.0, 200.0, 200.0)
    measured = [seen(crop(cv2.GaussianBlur(large, (0, 0), s), boxes)).blur for s in (2, 8, 16)]
    assert measured == sorted(measured)
    assert measured[2] > 0.06
    small = cv2.resize(cv2.GaussianBlur(large, (0, 0), 16), (75, 75), interpolation=cv2.INTER_AREA)
    again = seen(crop(small, (12.5, 12.5, 50.0, 50.0))).blur
    assert again == pytest.approx(measured[2], rel=0.25)


@pytest.mark.parametrize("way", ["across", "down", "aslant"])
def test_a_shaken_picture_is_blurred_whichever_way_it_was_shaken(way: str) -> None:
    kernel = {
        "across": np.full((1, 13), 1 / 13),
        "down": np.full((13, 1), 1 / 13),
        "aslant": np.eye(13) / 13,
    }[way]
    sharp = top(4, turn=10, edge=40)
    told = seen(np.asarray(cv2.filter2D(sharp, -1, kernel)))
    assert told.blur > 1.8 * seen(sharp).blur
    assert any(f.startswith("blurred") for f in told.flaws)


def test_a_highlight_is_glare_and_a_white_die_in_bright_light_is_not() -> None:
    shiny = top(2, edge=40, body=(60, 60, 190))
    cv2.ellipse(shiny, (32, 30), (10, 6), 0, 0, 360, (255, 255, 255), -1)
    assert any(f.startswith("glare on the face") for f in seen(shiny).flaws)
    bright = top(2, edge=40, body=(255, 255, 255))
    assert seen(bright).glare == 0


def test_faint_pips_and_darkness_are_named() -> None:
    faint = top(5, edge=40, body=(120, 120, 120), ink=(105, 105, 105))
    assert any("hardly stand out" in f for f in seen(faint).flaws)
    assert any(f.startswith("too dark") for f in seen(np.full((64, 64, 3), 14, np.uint8)).flaws)


@pytest.mark.parametrize("box", [(0, 150, 60, 60), (200, 0, 60, 60), (580, 150, 60, 60), (200, 421, 60, 59)])
def test_a_die_at_the_edge_of_the_picture_is_cut_off(box: tuple[float, float, float, float]) -> None:
    assert seen(top(5, edge=40), box).flaws == ("cut off at the edge of the picture",)


def test_a_small_die_and_a_narrow_one_are_named_with_their_figures() -> None:
    assert seen(top(5, edge=40), (200, 150, 14, 13)).flaws[0].startswith("too small: 14 px")
    assert seen(top(5, edge=40), (200, 150, 60, 30)).flaws == ("half hidden? it is only 50% as wide as it is long",)


def test_a_covered_die_is_half_hidden() -> None:
    assert replace(GOOD, covered=0.4).flaws == ("half hidden: another die covers 40% of it",)


def test_the_nearer_die_covers_the_further_one() -> None:
    far, near, alone = (100.0, 100.0, 40.0, 40.0), (100.0, 120.0, 40.0, 40.0), (300.0, 100.0, 40.0, 40.0)
    assert covered([far, near, alone]) == [0.5, 0.0, 0.0]
    assert covered([]) == []


boxes = st.lists(st.tuples(*[st.floats(-50, 500)] * 2, *[st.floats(0.5, 300)] * 2), max_size=6)


@settings(max_examples=40, deadline=None)
@given(boxes)
def test_a_share_is_a_share(some: list[tuple[float, float, float, float]]) -> None:
    assert all(0 <= share <= 1 + 1e-9 for share in covered(some))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.floats(0.1, 900), st.floats(0.1, 900))
def test_nothing_breaks_it(seed: int, wide: float, high: float) -> None:
    noise = np.random.default_rng(seed).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    for picture in (noise, np.zeros_like(noise), np.full_like(noise, 255), top(1, body=WHITE, ink=BLACK)):
        told = seen(picture, (10, 10, wide, high))
        assert 0 <= told.glare <= 1
        assert np.isfinite(told.blur)
