"""Pictures from outside: whole ones are read, torn, foreign and enormous ones are refused with their reason."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.picture import BadPicture, decode, dimensions, load

import cv2  # isort: skip

PICTURE = np.random.default_rng(1).integers(0, 255, (60, 90, 3)).astype(np.uint8)


def packed(ending: str) -> bytes:
    return bytes(cv2.imencode(ending, PICTURE)[1].tobytes())


def png(width: int, height: int, rows: int) -> bytes:
    """A PNG that tells any size, with so many rows of zeros packed in."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes((width + 1) * rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_whole_pictures_are_read(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"picture{ending}"
    file.write_bytes(packed(ending))
    assert load(file).shape == (60, 90, 3)
    assert dimensions(packed(ending)) == (90, 60)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.6, 0.95])
def test_torn_pictures_are_refused(ending: str, part: float) -> None:
    data = packed(ending)
    with pytest.raises(BadPicture, match=r"table\.jpg"):
        decode(data[: int(len(data) * part)], "table.jpg")


def test_a_torn_photograph_with_a_thumbnail_is_seen_as_torn() -> None:
    """The thumbnail in the EXIF part has an end mark of its own."""
    data = packed(".jpg")
    thumbnail = b"Exif\x00\x00" + data
    whole = data[:2] + b"\xff\xe1" + struct.pack(">H", len(thumbnail) + 2) + thumbnail + data[2:]
    assert decode(whole, "a.jpg").shape == (60, 90, 3)
    with pytest.raises(BadPicture, match="broken off"):
        decode(whole[:-40], "a.jpg")


def test_a_small_file_that_decodes_to_gigapixels_is_refused_before_decoding() -> None:
    bomb = png(40_000, 40_000, 60)
    assert len(bomb) < 100_000
    with pytest.raises(BadPicture, match="1600 megapixels"):
        decode(bomb, "bomb.png")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "empty"),
        (b"hello, this is no picture at all", "not a JPEG, PNG, WebP or BMP"),
        (b"GIF89a" + bytes(40), "not a JPEG"),
        (b"\xff\xd8\xff", "broken off"),
        (b"\xff\xd8\xff\xe0\x00\x04ab" + bytes(20), "damaged"),
    ],
)
def test_foreign_data_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(BadPicture, match=why):
        decode(data, "upload")


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match=r"missing\.jpg: No such file"):
        load(tmp_path / "missing.jpg")
    with pytest.raises(BadPicture, match="not a file"):
        load(tmp_path)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([".jpg", ".png", ".webp", ".bmp"]), st.data())
def test_no_damage_brings_it_down(ending: str, data: st.DataObject) -> None:
    spoiled = bytearray(packed(ending))
    for _ in range(data.draw(st.integers(1, 6))):
        spoiled[data.draw(st.integers(0, min(300, len(spoiled) - 1)))] = data.draw(st.integers(0, 255))
    try:
        assert decode(bytes(spoiled), "x").ndim == 3
    except BadPicture as error:
        assert str(error).startswith("x: ")
