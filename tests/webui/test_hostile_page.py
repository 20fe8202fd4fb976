"""Requests that no page of ours sends, cameras that break in their own way, and clips that are none."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner
from webui_fakes import FakeCamera, Page

from vision.camera import Frame
from webui.cli import main
from webui.grabber import Grabber


def test_another_site_does_not_hold_our_streams(page: Page) -> None:
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    for path in ("/events", "/frame.jpg", "/state", "/static/page.js"):
        assert page.client.get(path, headers=foreign).status_code == 403
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert page.client.get("/", headers=link).status_code == 200


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"after": ' + b"9" * 5000 + b"}", b"null"])
def test_what_is_no_json_object_is_told_so(page: Page, body: bytes) -> None:
    answer = page.client.post("/undo", data=body, headers={"X-Pipsight": "1", "Content-Type": "application/json"})
    assert (answer.status_code, answer.get_json()) == (400, {"error": "the request has to be a JSON object"})


@pytest.mark.parametrize("address", ["http://[", "http://\ud800/", "http://a\0b/"])
def test_an_odd_address_of_a_camera_is_told_on_the_page(page: Page, address: str) -> None:
    page.begin()
    assert page.post("/camera", {"camera": address}).status_code == 200


def test_a_correction_names_spaces_of_this_board(page: Page) -> None:
    page.begin()
    for dry in (False, True):
        answer = page.act("/correct", entry=0, table="heartlnad: red4", dry=dry)
        assert answer.status_code == 422
        assert "'heartlnad' is no space of World War" in answer.get_json()["error"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_that_breaks_in_its_own_way_is_named() -> None:
    class Odd(FakeCamera):
        def read(self) -> Frame:
            raise MemoryError("no room for a picture")

    camera = Odd()
    grabber = Grabber("odd", lambda spec: camera)
    began, woken = time.monotonic(), Event()
    while not grabber.trouble() and time.monotonic() - began < 3:
        woken.wait(0.01)
    assert grabber.trouble() == "camera odd: its reading has stopped; the error is in the terminal"
    assert camera.closed.is_set()
    grabber.close()


def test_a_demo_of_what_is_no_clip_ends_at_once(tmp_path: Path) -> None:
    (tmp_path / "clip.mp4").write_bytes(b"no video")
    found = CliRunner().invoke(main, ["demo", "--once", "--port", "0", "--clip", str(tmp_path / "clip.mp4")])
    assert found.exit_code == 1 and "clip.mp4: not a video that can be read" in found.output
