from __future__ import annotations

import numpy as np
import pytest

from vision.colour import CLEAR, SHADES, Colour, body, nearest

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


def test_names_come_with_probabilities() -> None:
    found = body(drawn("red", 3), (8, 8, 44, 44))
    assert found.likely[0][0] == found.name == "red"
    assert sum(chance for _, chance in found.likely) == pytest.approx(1)
    assert {name for name, _ in found.likely} == set(SHADES)
    among = body(drawn("red", 3), (8, 8, 44, 44), ("red", "blue"))
    assert among.likely[0][1] > 0.99


def between(one: str, other: str) -> Colour:
    """A die whose body lies halfway between two ordinary ones."""
    picture = np.full((60, 60, 3), 150, np.uint8)
    picture[8:52, 8:52] = (np.array(BODIES[one]) + np.array(BODIES[other])) // 2
    return body(picture, (8, 8, 44, 44), (one, other))


def test_a_body_between_two_colours_is_not_clear() -> None:
    assert between("red", "orange").likely[0][1] < 0.99
    sure = min(body(drawn(name, 1), (8, 8, 44, 44), ("red", "orange")).likely[0][1] for name in ("red", "orange"))
    assert sure > max(CLEAR, between("red", "orange").likely[0][1])


@pytest.mark.parametrize("ground", [(30, 120, 40), (90, 120, 170), (225, 225, 225), (30, 30, 30)])
@pytest.mark.parametrize("name", ["red", "blue", "yellow"])
def test_the_ground_is_not_the_die(ground: tuple[int, int, int], name: str) -> None:
    picture = drawn(name, 4)
    picture[:8], picture[52:], picture[:, :8], picture[:, 52:] = ground, ground, ground, ground
    assert body(picture, (4, 4, 52, 52)).name == name


def test_dark_paint_keeps_its_hue() -> None:
    for name in ("red", "blue", "green", "purple"):
        assert body(drawn(name, 2, 0.4), (8, 8, 44, 44)).name == name
