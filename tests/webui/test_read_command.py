"""`pipsight read` on a real picture through the shipped models, and on files that are none."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.vision.test_picture import png
from webui.cli import main

import cv2  # isort: skip

STILL = str(Path(__file__).parents[1] / "data" / "still.jpg")
KEYS = ["box", "top", "value", "certainty", "accepted", "colour", "rgb", "cocked", "level", "mm", "space"]

# What lies in the picture: colour, value, level, foot (mm), territory; the renderer's truth.
LIES = [
    ("red", 4, 0, (176.0, 146.0), "heartland"),
    ("green", 3, 1, None, "iron-hills"),
    ("blue", 1, 0, None, "dust-plains"),
    ("red", 6, 0, None, "dust-plains"),
    ("green", 6, 0, None, "westmark"),
]


def read(*words: str) -> Result:
    return CliRunner().invoke(main, ["read", *words])


@pytest.fixture(scope="module")
def told() -> dict[str, object]:
    done = read(STILL, "--board", "world-war", "--json")
    assert done.exit_code == 0, done.output
    (line,) = done.output.splitlines()
    found: dict[str, object] = json.loads(line)
    return found


def test_the_line_has_the_documented_keys(told: dict[str, object]) -> None:
    assert list(told) == ["file", "width", "height", "seconds", "dice"]
    assert (told["file"], told["width"], told["height"]) == (STILL, 1280, 720)
    dice = told["dice"]
    assert isinstance(dice, list)
    for die in dice:
        assert list(die) == KEYS


def test_every_die_is_read_and_placed(told: dict[str, object]) -> None:
    dice = told["dice"]
    assert isinstance(dice, list)
    assert len(dice) == 14  # fifteen, one of them under another
    found = [(d["colour"], d["value"], d["level"], d["space"]) for d in dice]
    for colour, value, level, foot, space in LIES:
        assert (colour, value, level, space) in found
        if foot is not None:
            near = [math.dist(d["mm"], foot) for d in dice if (d["colour"], d["value"]) == (colour, value)]
            assert min(near) < 3


def test_people_get_a_table_and_a_total(tmp_path: Path) -> None:
    done = read(STILL, "--board", "world-war", "--out", str(tmp_path / "seen"))
    assert done.exit_code == 0, done.output
    assert "14 dice" in done.output
    assert "heartland" in done.output
    drawn = cv2.imread(str(tmp_path / "seen" / "still.jpg"))
    plain = cv2.imread(STILL)
    assert drawn is not None
    assert plain is not None
    assert drawn.shape == plain.shape
    assert (np.abs(drawn.astype(int) - plain) > 60).mean() > 0.003


def test_bad_files_are_told_and_the_others_are_read(tmp_path: Path) -> None:
    torn, bomb, text, empty = (tmp_path / n for n in ("torn.jpg", "bomb.png", "notes.jpg", "empty.png"))
    torn.write_bytes(Path(STILL).read_bytes()[:20_000])
    bomb.write_bytes(png(50_000, 50_000, 10))
    text.write_text("this is no picture")
    empty.write_bytes(b"")
    done = read(str(torn), str(bomb), STILL, str(text), str(empty), str(tmp_path / "none.jpg"), "--json")
    assert done.exit_code == 1
    lines = [json.loads(line) for line in done.output.splitlines()]
    assert ["error" in line for line in lines] == [True, True, False, True, True, True]
    for line, why in zip(lines, ["broken off", "megapixels", "", "not a JPEG", "empty", "No such file"], strict=True):
        assert why in line.get("error", "")
        assert line["file"] in line.get("error", line["file"])


def test_an_unknown_board_names_those_that_there_are() -> None:
    done = read(STILL, "--board", "atlantis")
    assert done.exit_code == 1
    assert "world-war" in done.output


def test_a_picture_without_the_board_is_read_without_places(tmp_path: Path) -> None:
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), np.full((300, 400, 3), 120, np.uint8))
    done = CliRunner().invoke(main, ["read", str(plain), "--board", "world-war", "--json"])
    assert done.exit_code == 1
    assert json.loads(done.stdout)["dice"] == []
    assert "0 of the board's 4 markers" in done.stderr


def test_a_folder_is_read_picture_by_picture(tmp_path: Path) -> None:
    for name in ("b.png", "a.png"):
        cv2.imwrite(str(tmp_path / name), np.full((100, 120, 3), 90, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture, not asked")
    done = read(str(tmp_path), "--json")
    assert [Path(json.loads(line)["file"]).name for line in done.output.splitlines()] == ["a.png", "b.png"]
    assert done.exit_code == 0
