"""Several looks at one picture become one list of dice: none twice, none inside another, none lost."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.merge import Box, Found, merge, union_shares


def found(x: float, y: float, w: float, h: float, score: float = 0.8) -> Found:
    return Found((x, y, w, h), score)


def boxes(looks: list[list[Found]]) -> list[tuple[int, ...]]:
    return sorted(tuple(round(v) for v in f.box) for f in merge(looks))


def test_nothing_seen_is_nothing() -> None:
    assert merge([]) == []
    assert merge([[], []]) == []


def test_boxes_of_two_scales_that_tell_the_same_become_their_mean() -> None:
    (one,) = merge([[found(100, 100, 40, 40, 0.6)], [found(104, 100, 40, 44, 0.3)]])
    assert one.score == 0.6
    assert np.allclose(one.box, (100 + 4 / 3, 100, 40, 40 + 4 / 3))


def test_boxes_of_one_look_are_not_averaged() -> None:
    """They are the detector's own doubles of one die, and the best of them is the best."""
    (one,) = merge([[found(100, 100, 40, 40, 0.6), found(103, 100, 40, 40, 0.5)]])
    assert one.box == (100, 100, 40, 40)


def test_a_loose_box_does_not_spoil_a_tight_one() -> None:
    (one,) = merge([[found(100, 100, 40, 40, 0.9)], [found(96, 96, 54, 54, 0.8)]])
    assert one.box == (100, 100, 40, 40)


def test_a_face_and_a_pip_inside_a_die_are_no_dice() -> None:
    die, face, pip = found(100, 100, 200, 220, 0.7), found(120, 104, 120, 110, 0.9), found(150, 150, 20, 20, 0.5)
    assert boxes([[die], [face, pip]]) == [(100, 100, 200, 220)]
    assert boxes([[die, face, pip]]) == [(100, 100, 200, 220)]


def test_a_group_taken_for_one_die_gives_way_to_surer_dice() -> None:
    four = [found(100 + 50 * n, 100 + 50 * m, 48, 48, 0.8) for n in (0, 1) for m in (0, 1)]
    assert boxes([[found(98, 98, 104, 104, 0.3)], four]) == boxes([four])


@settings(max_examples=60, deadline=None)
@given(st.integers(12, 400), st.floats(0, 1), st.floats(0, 1))
def test_dice_side_by_side_stay_two(size: int, shift: float, turn: float) -> None:
    """Touching dice: the boxes of two turned ones overlap by up to a fifth."""
    wide = size * (1 + 0.2 * turn)
    two = [found(100, 100, wide, wide, 0.8), found(100 + size, 100 + shift * size / 2, wide, wide, 0.5)]
    nearly = [found(101, 100, wide, wide * 1.02, 0.7), found(100 + size, 101 + shift * size / 2, wide, wide, 0.6)]
    assert len(merge([two])) == 2
    assert len(merge([two, nearly])) == 2


@settings(max_examples=60, deadline=None)
@given(st.integers(20, 400), st.floats(20, 55))
def test_stacked_dice_stay_two(edge: int, elevation: float) -> None:
    """Seen from 20 to 55 degrees: the upper box lies an edge's height higher."""
    sin, cos = np.sin(np.radians(elevation)), np.cos(np.radians(elevation))
    high = edge * (sin + cos)
    tower = [found(100, 500, edge, high, 0.6), found(100, 500 - edge * cos, edge, high, 0.9)]
    assert len(merge([tower, tower])) == 2


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(6)))
def test_the_order_of_the_looks_does_not_matter(order: list[int]) -> None:
    every = [[found(60 * n, 10, 40 + n, 40, 0.4 + n / 20), found(60 * n + 1, 11, 40 + n, 40, 0.39)] for n in range(6)]
    assert boxes([every[n] for n in order]) == boxes(every)


def test_shares_of_unions() -> None:
    some: list[Box] = [(0, 0, 10, 10), (5, 0, 10, 10), (20, 20, 4, 4), (0, 0, 0, 0)]
    shares = union_shares(np.array(some, np.float64))
    assert np.allclose(shares[:3, :3], [[1, 1 / 3, 0], [1 / 3, 1, 0], [0, 0, 1]])
    assert np.isfinite(shares).all()
