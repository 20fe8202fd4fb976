"""`pipsight read` and its siblings where files, folders and the system itself are not as they should be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.view import View
from webui.cli import main
from webui.commands import read as command
from webui.pictures import WIDEST, _fitting


class Blind:
    """A reader that sees no dice."""

    def look(self, image: Any, *more: Any, thorough: bool = False) -> View:
        return View((), (image.shape[1], image.shape[0]))


def run(*args: str | Path) -> tuple[int, list[str]]:
    found = CliRunner().invoke(main, ["read", *map(str, args)])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found.exit_code, found.output.splitlines()


@pytest.fixture(autouse=True)
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "Reader", Blind)


def picture(file: Path, width: int = 40) -> Path:
    file.write_bytes(cv2.imencode(".png", np.zeros((3, width, 3), np.uint8))[1].tobytes())
    return file


def test_a_name_that_no_file_can_have_and_an_empty_folder_cost_only_themselves(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    fine = picture(tmp_path / "fine.png")
    code, lines = run("a" * 300 + ".png", tmp_path / "none", fine, "--json")
    told = [json.loads(line) for line in lines]
    assert code == 1
    assert "File name too long" in told[0]["error"]
    assert told[1]["error"] == f"{tmp_path / 'none'}: no picture in this folder"
    assert told[2]["width"] == 40


def test_a_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(self: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    code, lines = run(tmp_path)
    assert (code, lines) == (1, [f"Error: {tmp_path}: Permission denied"])


def test_a_file_name_that_is_no_text_is_shown_all_the_same(tmp_path: Path) -> None:
    code, lines = run(picture(tmp_path / "bad\udcff.png"))
    assert code == 0 and "0 dice" in lines[0]


def test_a_picture_too_long_to_be_written_is_told_and_the_next_is_still_read(tmp_path: Path) -> None:
    code, lines = run(picture(tmp_path / "a.png", 70_000), picture(tmp_path / "b.png"), "--out", tmp_path / "out")
    assert code == 1
    assert any("a.jpg: too long or too wide for a JPEG" in line for line in lines)
    assert [p.name for p in (tmp_path / "out").iterdir()] == ["b.jpg"]


def test_a_full_disk_behind_the_output_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*told: object, **more: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(command, "table", full)
    code, lines = run(picture(tmp_path / "a.png"))
    assert (code, lines) == (1, ["Error: [Errno 28] No space left on device"])


def test_a_picture_as_thin_as_a_hair_goes_to_the_page() -> None:
    assert _fitting(np.zeros((3, 20000, 3), np.uint8)).shape == (1, WIDEST, 3)
