from __future__ import annotations

import numpy as np
import pytest

from vision.colour import body, nearest

import cv2  # isort: skip

BODIES = {  # BGR of ordinary dice
    "red": (40, 30, 190),
    "green": (60, 130, 40),
    "blue": (160, 70, 30),
    "yellow": (30, 200, 235),
    "white": (232, 236, 238),
    "black": (28, 26, 25),
    "purple": (140, 40, 110),
    "orange": (30, 120, 240),
}


def drawn(name: str, pips: int, light: float = 1.0) -> np.ndarray:
    """A die on grey ground, with a shaded side, a highlight and pips."""
    picture = np.full((60, 60, 3), 150, np.float64)
    colour = np.array(BODIES[name], np.float64)
    picture[8:52, 8:52] = colour * 0.6
    picture[8:42, 8:52] = colour
    ink = (20, 20, 20) if sum(colour) > 450 else (240, 240, 240)
    for n in range(pips):
        cv2.circle(picture, (18 + 12 * (n % 3), 17 + 12 * (n // 3)), 3, ink, -1)
    cv2.circle(picture, (40, 14), 4, (255, 255, 255), -1)
    noise = np.random.default_rng(pips).normal(0, 3, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


# A white die in half light is grey to a camera without white balance, so that pair is left out.
LIT = [(name, light) for name in BODIES for light in (0.75, 1.0) if (name, light) != ("white", 0.75)]


@pytest.mark.parametrize(("name", "light"), LIT)
@pytest.mark.parametrize("pips", [1, 4, 6])
def test_the_body_is_named_not_the_pips(name: str, pips: int, light: float) -> None:
    found = body(drawn(name, pips, light), (8, 8, 44, 44), among=tuple(BODIES))
    assert found.name == name


def test_among_the_colours_in_play_the_nearest_is_taken() -> None:
    free, _ = nearest(np.array([60.0, 44, 58]))
    among, _ = nearest(np.array([60.0, 44, 58]), ("red", "blue"))
    assert (free, among) == ("orange", "red")


def test_a_colour_far_from_all_in_play_keeps_its_name() -> None:
    assert nearest(np.array([82.0, 4, 70]), ("red", "blue"))[0] == "yellow"


def test_the_margin_tells_how_clear_the_name_is() -> None:
    clear, _ = nearest(np.array([42.0, 62, 42]))
    assert clear == "red"
    assert nearest(np.array([42.0, 62, 42]))[1] > nearest(np.array([50.0, 52, 50]))[1]


def test_a_box_outside_the_picture_is_no_crash() -> None:
    assert body(drawn("red", 1), (100, 100, 20, 20)).name == "grey"
