"""Decode pictures from outside without being harmed: size and wholeness are checked before decoding.

A PNG of a megabyte can decode to gigabytes, and OpenCV fills the missing half of a torn JPEG with grey; both
are refused here with a reason.
"""

from __future__ import annotations

import struct
from pathlib import Path

import vision  # first: sets OpenCV's limits

import cv2  # isort: skip
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""H x W x 3, BGR."""

MOST_BYTES = 64 * 1024 * 1024
_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}


class BadPicture(ValueError):
    """A file or an upload that is no whole picture; names it and the reason."""


def is_picture_name(path: Path) -> bool:
    """Tell whether a file's name ends like a picture that `load` reads."""
    return path.suffix.lower() in _ENDINGS


def load(source: Path | str | bytes, name: str = "") -> Image:
    """Return a picture as H x W x 3 BGR, turned upright by its EXIF note; raises BadPicture."""
    if isinstance(source, bytes):
        return decode(source, name or "the picture")
    path = Path(source)
    name = name or str(path)
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise BadPicture(f"{name}: not a file")
        if size > MOST_BYTES:
            raise BadPicture(f"{name}: {size / 2**20:.0f} MiB; at most {MOST_BYTES // 2**20} MiB are read")
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(f"{name}: {error.strerror or error}") from error
    return decode(data, name)


def decode(data: bytes, name: str) -> Image:
    """Decode a whole JPEG, PNG, WebP or BMP of at most 64 million pixels; raises BadPicture."""
    if not data:
        raise BadPicture(f"{name}: empty")
    try:
        width, height = dimensions(data)
    except (struct.error, IndexError) as error:
        raise BadPicture(f"{name}: broken off in its header") from error
    except ValueError as error:
        raise BadPicture(f"{name}: {error}") from error
    if width * height > vision.MOST_PIXELS:
        raise BadPicture(
            f"{name}: {width} x {height} is {width * height / 1e6:.0f} megapixels; "
            f"at most {vision.MOST_PIXELS // 1_000_000} are read"
        )
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise BadPicture(f"{name}: cannot be decoded ({error.err})") from error
    if image is None:
        raise BadPicture(f"{name}: cannot be decoded")
    return np.ascontiguousarray(image, np.uint8)


def dimensions(data: bytes) -> tuple[int, int]:
    """Return width and height from the header; raises ValueError for torn or foreign data."""
    if data[:3] == b"\xff\xd8\xff":
        return _jpeg(data)
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        if b"IEND" not in data[-1024:]:
            raise ValueError("the PNG is broken off: its end is missing")
        width, height = struct.unpack(">II", data[16:24])
        return int(width), int(height)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    if data[:2] == b"BM":
        size, width, height = struct.unpack("<I", data[2:6])[0], *struct.unpack("<ii", data[18:26])
        if size > len(data):
            raise ValueError("the BMP is broken off")
        return int(width), abs(int(height))
    raise ValueError("not a JPEG, PNG, WebP or BMP picture")


def _jpeg(data: bytes) -> tuple[int, int]:
    """Walk the segments (an EXIF thumbnail has an end mark of its own), then look for the end after the scan."""
    at, size = 2, (0, 0)
    while True:
        while data[at] == 0xFF and data[at + 1] == 0xFF:
            at += 1
        if data[at] != 0xFF:
            raise ValueError("the JPEG's header is damaged")
        mark, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            size = (int(width), int(height))
        if mark == 0xDA:
            break
        at += 2 + length
    if data.rfind(b"\xff\xd9", at) < 0:
        raise ValueError("the JPEG is broken off: its end is missing")
    if 0 in size:
        raise ValueError("the JPEG tells no size")
    return size


def _webp(data: bytes) -> tuple[int, int]:
    if struct.unpack("<I", data[4:8])[0] + 8 > len(data):
        raise ValueError("the WebP is broken off")
    kind = data[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    width, height = struct.unpack("<HH", data[26:30])
    return int(width) & 0x3FFF, int(height) & 0x3FFF
