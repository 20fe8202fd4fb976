from __future__ import annotations

import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from vision.camera import EndOfPictures, NoPicture, PictureSource, open_source, readable
from vision.picture import BadPicture

import cv2  # isort: skip


class Stream(BaseHTTPRequestHandler):
    """A network camera as phones and cheap webcams are: JPEG after JPEG in one answer; it stops after a while."""

    pictures = 60

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for n in range(self.pictures):
            data = cv2.imencode(".jpg", np.full((48, 64, 3), 60 + n, np.uint8))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + data + b"\r\n")
            except OSError:
                return
            time.sleep(0.01)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Stream)
    served = Thread(target=server.serve_forever, daemon=True)
    served.start()
    yield f"http://127.0.0.1:{server.server_port}/video.mjpeg"
    server.shutdown()
    server.server_close()
    served.join()


def test_a_network_camera_gives_pictures_until_it_stops(address: str) -> None:
    source = open_source(address)
    assert source.live
    frames = []
    with pytest.raises(NoPicture, match=r"video\.mjpeg: the stream has stopped"):
        for _ in range(Stream.pictures + 10):
            frames.append(source.read())
    source.close()
    assert len(frames) > 20
    assert frames[0].image.shape == (48, 64, 3)
    assert [f.number for f in frames] == list(range(len(frames)))
    assert frames[-1].seconds > frames[0].seconds


def picture(file: Path, grey: int) -> Path:
    cv2.imwrite(str(file), np.full((48, 64, 3), grey, np.uint8))
    return file


def test_a_picture_is_a_source_of_one(tmp_path: Path) -> None:
    source = open_source(str(picture(tmp_path / "a.png", 40)))
    assert source.read().image.shape == (48, 64, 3)
    with pytest.raises(EndOfPictures):
        source.read()
    source.close()


def test_a_folder_gives_its_pictures_by_name_and_a_bad_one_only_costs_itself(tmp_path: Path) -> None:
    picture(tmp_path / "b.png", 80)
    (tmp_path / "c.jpg").write_bytes(b"torn")
    picture(tmp_path / "d.png", 120)
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(str(tmp_path))
    assert source.read().image[0, 0, 0] == 80
    with pytest.raises(BadPicture, match=r"c\.jpg"):
        source.read()
    last = source.read()
    assert (last.image[0, 0, 0], last.number) == (120, 2)


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoPicture, match="no picture in this folder"):
        open_source(str(tmp_path))


def test_a_video_plays_in_its_own_time_and_ends(tmp_path: Path) -> None:
    file = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for grey in (20, 120, 220):
        writer.write(np.full((48, 64, 3), grey, np.uint8))
    writer.release()
    source = open_source(str(file))
    frames = [source.read() for _ in range(3)]
    assert [f.number for f in frames] == [0, 1, 2]
    assert [round(f.seconds, 2) for f in frames] == [0.0, 0.1, 0.2]
    assert abs(int(frames[2].image[20, 30, 0]) - 220) < 12
    assert not source.live
    with pytest.raises(EndOfPictures, match="the video is over"):
        source.read()
    source.close()


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("no-such-camera-anywhere", "no such file, folder or camera"),
        ("4711", "cannot be opened"),
        ("ftp://127.0.0.1/x.mjpeg", "may start with http://"),
        ("file:///etc/passwd", "may start with http://"),
        ("http://127.0.0.1:9/none.mjpeg", "no stream answers there"),
    ],
)
def test_what_cannot_be_opened_is_named(spec: str, why: str) -> None:
    with pytest.raises(NoPicture, match=why) as told:
        open_source(spec)
    assert spec.split("://")[0] in str(told.value)
    assert not readable(spec)


def test_a_text_named_like_a_video_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "clip.mp4"
    file.write_text("#EXTM3U\nhttp://127.0.0.1:9/stolen.ts\n")
    with pytest.raises(NoPicture, match="not a video that can be read"):
        open_source(str(file))


def test_pictures_keep_the_pace_they_are_given(tmp_path: Path) -> None:
    files = (picture(tmp_path / "a.png", 1), picture(tmp_path / "b.png", 2))
    source = PictureSource("x", files, pace=0.5)
    assert [source.read().seconds, source.read().seconds] == [0.0, 0.5]
