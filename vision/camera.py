"""Where pictures come from: a file, a folder, a video, a webcam by name or number, a network address.

One interface for all: `open_source(spec)` gives a `Source`, whose `read` gives the next `Frame`.
"""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import vision  # first: sets OpenCV's limits

import cv2  # isort: skip
import numpy as np

from vision.picture import BadPicture, Image, is_picture_name, load

VIDEO_ENDINGS = {".mp4", ".avi", ".mov", ".mkv", ".webm", ".mjpeg", ".m4v"}
SCHEMES = {"http": "http,https,tcp,tls,crypto", "https": "http,https,tcp,tls,crypto", "rtsp": "rtsp,rtp,udp,tcp,tls"}
ASKED = (1920, 1080)
RATES = (0.1, 1000.0)  # pictures a second that a video may claim; what is beyond is a damaged header
PATIENCE = 5000  # ms that a network camera gets to open or to send the next picture


class NoPicture(RuntimeError):
    """The source gives no picture now; names the device and the reason."""


class EndOfPictures(NoPicture):
    """A file or folder has no further picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture (H x W x 3, BGR), its number from 0, and its time in seconds since the source's first."""

    image: Image
    number: int
    seconds: float


class Source(Protocol):
    """Something that gives pictures one after another."""

    name: str
    live: bool  # whether pictures come at their own pace; else the reader has to keep time by `Frame.seconds`

    def read(self) -> Frame:
        """Return the next picture; raises NoPicture, or EndOfPictures after the last of a file."""

    def close(self) -> None:
        """Let go of the device or file."""


def open_source(spec: str) -> Source:
    """Open what `spec` names: a picture, a folder, a video, a camera's number or name, an http(s) or rtsp address.

    Raises NoPicture or BadPicture, which name what could not be opened and why.
    """
    if "://" in spec:
        scheme = spec.partition("://")[0].lower()
        if scheme not in SCHEMES:
            raise NoPicture(f"{spec}: addresses may start with {', '.join(f'{s}://' for s in SCHEMES)} only")
        return VideoSource(spec, spec, live=True, protocols=SCHEMES[scheme])
    try:
        return _file(spec, Path(spec)) or WebcamSource(spec)
    except OSError as error:
        raise NoPicture(f"{spec}: {error.strerror or error}") from error


def _file(spec: str, path: Path) -> Source | None:
    if path.is_dir():
        return PictureSource(spec, tuple(sorted(p for p in path.iterdir() if is_picture_name(p))))
    if not path.is_file():
        return None
    if path.suffix.lower() in VIDEO_ENDINGS:
        return VideoSource(spec, str(path.resolve()), live=False, protocols="file")
    return PictureSource(spec, (path,))


class PictureSource:
    """A picture file, or the picture files of a folder by name; `pace` seconds apart."""

    live = False

    def __init__(self, name: str, paths: tuple[Path, ...], pace: float = 1.0) -> None:
        """Take the files in order; raises NoPicture when there is none."""
        if not paths:
            raise NoPicture(f"{name}: no picture in this folder")
        self.name, self._paths, self._pace, self._next = name, paths, pace, 0

    def read(self) -> Frame:
        """Return the next file as a frame; raises BadPicture (and goes past the file) or EndOfPictures."""
        if self._next >= len(self._paths):
            raise EndOfPictures(f"{self.name}: no further picture")
        number, self._next = self._next, self._next + 1
        return Frame(load(self._paths[number]), number, number * self._pace)

    def close(self) -> None:
        """Nothing is held open."""


class VideoSource:
    """A video file or a network stream, read by OpenCV's FFmpeg with only the protocols it needs."""

    def __init__(self, name: str, where: str, live: bool, protocols: str) -> None:
        """Open it; raises NoPicture."""
        self.name, self.live = name, live
        if not _plain(where):
            raise NoPicture(f"{name!r}: holds characters that no address or file name of a video can have")
        # FFmpeg opens what a playlist names; without this list a video file could make it fetch addresses.
        os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = f"protocol_whitelist;{protocols}"
        times = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, PATIENCE, cv2.CAP_PROP_READ_TIMEOUT_MSEC, PATIENCE]
        self._video = cv2.VideoCapture(where, cv2.CAP_FFMPEG, times)
        if not self._video.isOpened():
            raise NoPicture(f"{name}: {'no stream answers there' if live else 'not a video that can be read'}")
        pixels = self._video.get(cv2.CAP_PROP_FRAME_WIDTH) * self._video.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if pixels > vision.MOST_PIXELS:
            self._video.release()
            raise NoPicture(f"{name}: {pixels / 1e6:.0f} megapixels a picture; at most {vision.MOST_PIXELS / 1e6:.0f}")
        rate = self._video.get(cv2.CAP_PROP_FPS)
        self._rate = rate if RATES[0] <= rate <= RATES[1] else 25.0
        self._number, self._start = 0, time.monotonic()

    def read(self) -> Frame:
        """Return the next frame; raises NoPicture (a stream) or EndOfPictures (a file)."""
        fine, image = self._video.read()
        if not fine or image is None:
            if self.live:
                raise NoPicture(f"{self.name}: the stream has stopped")
            raise EndOfPictures(f"{self.name}: the video is over")
        number, self._number = self._number, self._number + 1
        seconds = time.monotonic() - self._start if self.live else number / self._rate
        return Frame(np.asarray(image, np.uint8), number, seconds)

    def close(self) -> None:
        """Close the file or the connection."""
        self._video.release()


def _plain(where: str) -> bool:
    """Whether OpenCV can be given this name: half a character ends the whole program there, a null cuts the name."""
    try:
        return b"\0" not in where.encode()
    except UnicodeEncodeError:
        return False


@dataclass(frozen=True, slots=True)
class Device:
    """A camera of this computer."""

    index: int
    name: str
    backend: int


def devices() -> tuple[Device, ...]:
    """Return the cameras of this computer by name; empty where the system cannot tell them."""
    try:
        from cv2_enumerate_cameras import enumerate_cameras
    except ImportError:
        return ()
    wanted = cv2.CAP_DSHOW if os.name == "nt" else cv2.CAP_ANY
    try:
        return tuple(Device(c.index, c.name, c.backend) for c in enumerate_cameras(wanted))
    except (OSError, RuntimeError, ValueError):
        return ()


class WebcamSource:
    """A camera of this computer, asked for MJPG at 1920 x 1080; `size` is what it really gives."""

    live = True

    def __init__(self, spec: str) -> None:
        """Open the camera with this number, or whose name holds these words; raises NoPicture."""
        device = _device(spec)
        self.name = f"camera {device.index} ({device.name})" if device.name else f"camera {device.index}"
        self._video = cv2.VideoCapture(device.index, device.backend)
        if not self._video.isOpened():
            raise NoPicture(
                f"{self.name}: cannot be opened (unplugged, or in use by another program?); cameras here: {_names()}"
            )
        # MJPG first: without it many webcams stay at 640 x 480 or give five pictures a second.
        self._video.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._video.set(cv2.CAP_PROP_FRAME_WIDTH, ASKED[0])
        self._video.set(cv2.CAP_PROP_FRAME_HEIGHT, ASKED[1])
        self._number, self._start = 0, time.monotonic()
        self.size = (int(self._get(cv2.CAP_PROP_FRAME_WIDTH)), int(self._get(cv2.CAP_PROP_FRAME_HEIGHT)))

    def _get(self, what: int) -> Any:
        return self._video.get(what)

    def read(self) -> Frame:
        """Wait for the next picture; raises NoPicture when the camera gives none any more."""
        fine, image = self._video.read()
        if not fine or image is None or not image.size:
            raise NoPicture(f"{self.name}: gives no picture any more (unplugged?)")
        number, self._number = self._number, self._number + 1
        self.size = (image.shape[1], image.shape[0])
        return Frame(np.asarray(image, np.uint8), number, time.monotonic() - self._start)

    def close(self) -> None:
        """Let go of the camera."""
        self._video.release()


def _device(spec: str) -> Device:
    known = devices()
    if re.fullmatch("[0-9]{1,4}", spec):
        return next((d for d in known if d.index == int(spec)), Device(int(spec), "", cv2.CAP_ANY))
    for device in known:
        if spec.lower() in device.name.lower():
            return device
    raise NoPicture(f"{spec}: no such file, folder or camera (cameras here: {_names()})")


def _names() -> str:
    return ", ".join(f"{d.index}: {d.name}" for d in devices()) or "none is found"


def readable(spec: str) -> bool:
    """Tell whether `spec` opens and gives a first picture."""
    try:
        source = open_source(spec)
    except (NoPicture, BadPicture):
        return False
    try:
        source.read()
    except (NoPicture, BadPicture):
        return False
    finally:
        source.close()
    return True
