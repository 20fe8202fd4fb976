"""Cameras, videos and pictures of a kind that nobody has: each is refused by name, or read as far as it can be."""

from __future__ import annotations

import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision

import cv2  # isort: skip

from vision import camera
from vision.camera import NoPicture, open_source
from vision.colour import body
from vision.dice import Detector
from vision.steady import Steady


def clip(file: Path, frames: int = 2) -> Path:
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for n in range(frames):
        writer.write(np.full((48, 64, 3), 40 * n, np.uint8))
    writer.release()
    return file


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("²", "no such file, folder or camera"),
        ("9" * 30, "no such file, folder or camera"),
        ("9" * 5000, "File name too long"),
        ("a" * 300, "File name too long"),
        ("FILE:///etc/passwd", "addresses may start with"),
        ("://", "addresses may start with"),
        ("http://[", "no stream answers there"),
        ("http://127.0.0.1:1/\0", "holds characters"),
    ],
)
def test_what_is_no_camera_is_refused_in_words(spec: str, told: str) -> None:
    with pytest.raises(NoPicture, match=told):
        open_source(spec)


def test_half_a_character_does_not_end_the_program(tmp_path: Path) -> None:
    file = clip(tmp_path / "clip.avi").rename(tmp_path / "clip\udcff.avi")
    code = (
        "import sys; from vision.camera import *\n"
        "for spec in ('http://\\ud800/', sys.argv[1]):\n"
        "    try: open_source(spec)\n"
        "    except NoPicture as why: print(ascii(str(why)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("holds characters") == 2


def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(self: Path) -> list[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", closed)
    with pytest.raises(NoPicture, match=f"{tmp_path}: Permission denied"):
        open_source(str(tmp_path))


@pytest.mark.parametrize(("scale", "rate"), [(4294967295, 1), (1, 4294967295)])
def test_a_video_with_an_impossible_rate_plays_on(tmp_path: Path, scale: int, rate: int) -> None:
    data = bytearray(clip(tmp_path / "clip.avi").read_bytes())
    struct.pack_into("<II", data, data.find(b"strh") + 28, scale, rate)
    (tmp_path / "odd.avi").write_bytes(data)
    source = open_source(str(tmp_path / "odd.avi"))
    assert [round(source.read().seconds, 2) for _ in range(2)] == [0.0, 0.04]
    source.close()


def test_a_video_of_enormous_pictures_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision, "MOST_PIXELS", 1000)
    with pytest.raises(NoPicture, match=r"clip\.avi: .*megapixels"):
        camera.open_source(str(clip(tmp_path / "clip.avi")))


@pytest.mark.parametrize("shape", [(3, 20000), (20000, 3), (1, 1), (0, 5)])
def test_a_strip_in_which_no_die_has_room_holds_none(shape: tuple[int, int]) -> None:
    finder: Any = object.__new__(Detector)
    finder._side, finder.bar = 640, 0.5
    finder._model = lambda batch: np.zeros((1, 5, 1), np.float32)
    assert finder.find(np.zeros((*shape, 3), np.uint8)) == []


def test_a_single_pixel_has_a_colour() -> None:
    assert body(np.full((1, 1, 3), (40, 40, 220), np.uint8), (0.0, 0.0, 1.0, 1.0)).name == "red"


def test_a_narrow_strip_does_not_fill_the_memory() -> None:
    small = Steady()._shrink(np.zeros((20000, 1, 3), np.uint8))
    assert small.size < 1_000_000
