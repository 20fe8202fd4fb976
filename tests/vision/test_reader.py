"""What becomes of a find: which are dice, which are asked, which are something else; and the shipped models at work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.sheet import Sheet
from vision import see
from vision.board import pose_from_markers
from vision.camera import Frame
from vision.dice import Found
from vision.face import FaceReading
from vision.models import BadModel, content
from vision.picture import load
from vision.reader import Reader, _tops
from vision.tower import Standing

BAR = 0.9
ALONE = Standing()
STILL = Path(__file__).parents[1] / "data" / "still.jpg"


def face(value: int, sure: float = 0.97) -> FaceReading:
    return FaceReading(tuple(sure if n == value else (1 - sure) / 6 for n in range(7)))


def asked(score: float, reading: FaceReading, stand: Standing = ALONE, size: float = 40) -> tuple[str, ...] | None:
    """The doubts about a single find, or None where it is no die."""
    return _tops([Found((100, 100, size, size), score)], [stand], [reading], BAR).get(0)


def test_a_sure_find_with_a_sure_face_is_not_asked() -> None:
    assert asked(0.8, face(4)) == ()


def test_a_weak_find_is_a_die_where_its_face_is_beyond_doubt() -> None:
    assert asked(0.35, face(4)) == ()
    assert asked(0.27, face(4)) == ("is it a die? (27%)",)
    assert asked(0.35, face(4, 0.6)) == ("is it a die? (35%)",)


def test_a_find_without_a_face_is_cocked_or_no_die() -> None:
    assert asked(0.85, face(0)) == ()
    assert asked(0.6, face(0)) is None


def test_a_die_of_a_few_pixels_is_asked_whatever_it_shows() -> None:
    assert asked(0.9, face(6), size=12) == ("too small: 12 px",)


def test_a_box_as_tall_as_two_dice_is_asked() -> None:
    assert asked(0.9, face(6), Standing(tall=True)) == ("taller than one die: a tower?",)


def test_a_die_under_another_is_not_told_and_one_that_may_be_is_asked() -> None:
    finds = [Found((100, 60, 40, 50), 0.9), Found((100, 90, 40, 50), 0.9)]
    tower = _tops(finds, [Standing(1, 1), Standing()], [face(3), face(0)], BAR)
    assert list(tower) == [0]
    hidden = _tops(finds, [Standing(maybe=1), Standing()], [face(3), face(0)], BAR)
    assert hidden[0] == ("on another die, or behind it?",)
    clear = _tops(finds, [Standing(maybe=1), Standing()], [face(3), face(5)], BAR)
    assert clear == {0: (), 1: ()}


def test_the_shipped_models_see_a_table(sheet: Sheet) -> None:
    image = load(STILL)
    sighting = see(Frame(image, 7, 0.0), pose_from_markers(image, sheet), sheet)
    assert sighting.frame == 7
    assert sorted((d.colour, d.face) for d in sighting.dice if d.colour == "red") == [("red", n) for n in range(2, 7)]
    assert [d.level for d in sighting.dice].count(1) == 1


def test_an_empty_picture_has_no_dice() -> None:
    assert Reader().look(np.full((480, 640, 3), 120, np.uint8)).dice == ()


def test_a_model_that_is_not_the_shipped_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision import models

    monkeypatch.setattr(models, "manifest", lambda: {"face.onnx": {"sha256": "0" * 64}})
    with pytest.raises(BadModel, match=r"face\.onnx: not the file that was shipped"):
        content("face.onnx")
