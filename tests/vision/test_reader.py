"""The shipped models at work."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from rules.sheet import Sheet
from vision import see
from vision.board import pose_from_markers
from vision.camera import Frame
from vision.models import BadModel, content
from vision.picture import load
from vision.reader import Reader

STILL = Path(__file__).parents[1] / "data" / "still.jpg"


def test_the_shipped_models_see_a_table(sheet: Sheet) -> None:
    image = load(STILL)
    sighting = see(Frame(image, 7, 0.0), pose_from_markers(image, sheet), sheet)
    assert sighting.frame == 7
    assert sorted((d.colour, d.face) for d in sighting.dice if d.colour == "red") == [("red", n) for n in range(2, 7)]
    assert [d.level for d in sighting.dice].count(1) == 1


def test_every_die_comes_with_its_figures() -> None:
    seen = Reader().look(load(STILL), colours=("red", "green", "blue")).dice
    assert seen
    for die in seen:
        assert 0 <= die.real <= 1
        assert die.colours[0][0] == die.colour
        assert {name for name, _ in die.colours} <= {"red", "green", "blue"}
        assert bool(die.why) != die.accepted


def test_an_empty_picture_has_no_dice() -> None:
    assert Reader().look(np.full((480, 640, 3), 120, np.uint8)).dice == ()


def test_a_model_that_is_not_the_shipped_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from vision import models

    monkeypatch.setattr(models, "manifest", lambda: {"face.onnx": {"sha256": "0" * 64}})
    with pytest.raises(BadModel, match=r"face\.onnx: not the file that was shipped"):
        content("face.onnx")
