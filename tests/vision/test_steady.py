"""Hands in, settling, still; and the votes of several pictures."""

from __future__ import annotations

import numpy as np
import pytest

from vision.steady import REST, Steady, vote
from vision.view import DieView, View

RATE = 0.1


def table(rng: np.random.Generator, hand: int | None = None, die: int = 400) -> np.ndarray:
    picture = np.full((360, 640, 3), 130, np.float64)
    picture[100:130, die : die + 30] = (40, 40, 200)
    if hand is not None:
        picture[40:300, hand : hand + 120] = (120, 150, 210)
    return np.clip(picture + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


def moments(pictures: list[np.ndarray]) -> list[str]:
    steady = Steady()
    return [steady.feed(p, n * RATE) for n, p in enumerate(pictures)]


def test_a_still_table_is_still_after_a_rest_in_spite_of_noise() -> None:
    rng = np.random.default_rng(1)
    told = moments([table(rng) for _ in range(20)])
    assert told[0] == "settling"
    assert told[-10:] == ["still"] * 10
    assert told.index("still") * RATE >= REST


def test_nothing_is_read_while_a_hand_is_in() -> None:
    rng = np.random.default_rng(1)
    quiet = [table(rng) for _ in range(10)]
    hand = [table(rng, hand=x) for x in range(0, 500, 50)]
    told = moments([*quiet, *hand, *[table(rng, die=420) for _ in range(10)]])
    assert set(told[10:21]) == {"motion"}
    assert told[-1] == "still"


def test_a_single_die_that_slides_is_motion() -> None:
    rng = np.random.default_rng(1)
    quiet = [table(rng) for _ in range(10)]
    told = moments([*quiet, *[table(rng, die=x) for x in range(405, 440, 8)]])
    assert set(told[10:]) == {"motion"}


def test_only_the_board_is_watched() -> None:
    rng = np.random.default_rng(1)
    steady = Steady(np.array([(380, 80), (460, 80), (460, 160), (380, 160)], np.float64))
    told = [steady.feed(table(rng, hand=None if n < 8 else 40 * (n - 8)), n * RATE) for n in range(14)]
    assert told[-1] == "still"


def die(face: int, at: float = 50, sure: float = 0.95, colour: str = "red", level: int = 0) -> DieView:
    rest = (1 - sure) / 6
    chances = tuple(sure if n == face else rest for n in range(7))
    return DieView((at, 50, 20, 20), 0.9, chances, 0.9, colour, (200, 30, 30), mm=(at, 40.0), level=level)


def views(*rows: list[DieView]) -> list[View]:
    return [View(tuple(row), (640, 360)) for row in rows]


def test_most_pictures_decide_whether_a_die_is_there() -> None:
    joined = vote(views([die(3)], [die(3), die(5, at=200)], [die(3)]))
    assert [d.value for d in joined.dice] == [3]


def test_one_blurred_picture_does_not_spoil_a_value() -> None:
    joined = vote(views([die(3)], [die(3)], [die(5, sure=0.4)], [die(3)], [die(3)]))
    assert joined.dice[0].value == 3


def test_pictures_that_disagree_are_not_accepted() -> None:
    joined = vote(views([die(3)], [die(5)], [die(3)]))
    assert joined.dice[0].value == 3
    assert not joined.dice[0].accepted
    assert "the pictures disagree: 3 or 5" in joined.dice[0].why


def test_a_level_that_flickers_is_a_doubt() -> None:
    joined = vote(views([die(3)], [die(3, level=1)], [die(3)]))
    assert joined.dice[0].level == 0
    assert "do not agree on what it stands on" in joined.dice[0].why


def test_a_colour_that_flickers_is_a_doubt_with_its_names() -> None:
    joined = vote(views([die(3)], [die(3, colour="orange")]))
    assert "do not agree on its colour: red or orange" in joined.dice[0].why


def test_no_picture_is_no_vote() -> None:
    with pytest.raises(ValueError, match="no view"):
        vote([])
