"""The session with a camera: nothing is read while hands are in, and no camera's trouble loses a match."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from webui_fakes import CORNERS, FakeCamera, FakeReader, Page, Tray

from rules.core import Setup
from vision.board import NoBoard
from vision.camera import Frame, open_source
from webui import watcher
from webui.grabber import Grabber
from webui.live import Live
from webui.store import Store


def wait(what: Callable[[], Any], seconds: float = 8.0) -> Any:
    """What `what` gives once it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := what():
            return found
        time.sleep(0.02)
    raise AssertionError(f"waited {seconds} s in vain")


@pytest.fixture
def shown(live: Live, camera: FakeCamera, setup: Setup, page: Page) -> Page:
    """A match that a camera looks at."""
    live.new(setup, "fake")
    live.set_corners(CORNERS)
    return page


def word(page: Page) -> str:
    return str(page.look()["moment"]["word"])


def hand(camera: FakeCamera, page: Page) -> None:
    camera.hand = True
    wait(lambda: word(page) == "hand in view")
    camera.hand = False


def test_dice_arrive_under_a_hand_and_are_counted_when_it_is_gone(shown: Page, camera: FakeCamera, tray: Tray) -> None:
    wait(lambda: word(shown) == "waiting")
    hand(camera, shown)
    camera.view = tray.lay("heartland: red4")
    camera.hand = True
    time.sleep(0.3)
    assert shown.look()["match"]["table"] == "", "nothing is read while hands are in"
    camera.hand = False
    wait(lambda: word(shown) == "confirmed")
    state = shown.look()
    assert state["match"]["table"] == "heartland: red4" and state["moment"]["why"] == "Next: Bob: flick a blue die"
    assert (
        state["view"]["until"] is None and state["dice"][0]["certainty"] == 0.99 and len(state["dice"][0]["shape"]) == 4
    )
    hand(camera, shown)
    assert wait(lambda: shown.look()["view"]["until"]) > state["view"]["frame"], "the overlay ends where motion begins"


def test_a_die_that_came_unnoticed_is_read_all_the_same(
    shown: Page, camera: FakeCamera, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "RECHECK", 0.2)
    camera.view = tray.lay("heartland: red4")
    wait(lambda: word(shown) == "confirmed")
    monkeypatch.setattr("vision.steady.BEGIN", 1.0)
    camera.view = tray.lay("heartland: red4 blue2")
    wait(lambda: "blue2" in shown.look()["match"]["table"])


def test_the_overlay_belongs_to_a_picture_that_can_be_had(shown: Page, camera: FakeCamera, tray: Tray) -> None:
    camera.view = tray.lay("heartland: red4", {"red4": (0.6, 1)})
    wait(lambda: word(shown) == "asking")
    state = shown.look()
    answer = shown.client.get(f"/frame.jpg?after={state['view']['frame'] - 1}")
    assert answer.status_code == 200 and int(answer.headers["X-Frame"]) >= state["view"]["frame"]
    assert answer.get_data()[:3] == b"\xff\xd8\xff"
    frame, die = state["view"]["frame"], state["dice"][state["doubts"][0]["die"]]["seen"]
    crop = shown.client.get(f"/crop/{frame}/{die}.jpg")
    assert crop.status_code == 200 and crop.get_data()[:3] == b"\xff\xd8\xff"
    assert [shown.client.get(f"/crop/{path}.jpg").status_code for path in (f"{frame + 1}/0", f"{frame}/7")] == [
        404,
        404,
    ]
    shown.do("/answer", doubt=0, likely=1)
    assert shown.match["table"] == "heartland: red1"
    shown.do("/dice", word="blue2", px=[100, 100])
    assert "blue2" in shown.match["table"]
    board = shown.client.get("/board").get_json()
    assert board["size"] == [640, 512] and all(space["px"] for space in board["spaces"])


def test_a_camera_that_stops_is_named_and_tried_again(
    shown: Page, camera: FakeCamera, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.grabber.RETRY", 0.1)
    camera.view = tray.lay("heartland: red4")
    wait(lambda: word(shown) == "confirmed")
    camera.trouble = "gives no picture any more (unplugged?)"
    wait(lambda: word(shown) == "no camera")
    moment = shown.look()["moment"]
    assert "unplugged" in moment["why"] and moment["light"] == "stop"
    shown.do("/dice", word="blue2", space="amber-gulf")
    assert shown.match["table"] == "amber-gulf: blue2 | heartland: red4", "by hand meanwhile"
    camera.trouble = ""
    camera.view = tray.lay("amber-gulf: blue2 | heartland: red4")
    wait(lambda: word(shown) == "confirmed")
    assert camera.opened >= 2 and shown.look()["match"]["entries"] == 2


def test_a_camera_that_freezes_is_named(shown: Page, camera: FakeCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    wait(lambda: word(shown) == "waiting")
    monkeypatch.setattr("webui.grabber.STALLED", 0.3)
    read = camera.read
    monkeypatch.setattr(camera, "read", lambda: (time.sleep(1.0), read())[1])
    assert wait(lambda: word(shown) == "no camera") and "no picture for" in shown.look()["moment"]["why"]


def test_a_board_that_is_not_found_is_told_until_its_corners_are_marked(
    live: Live, setup: Setup, page: Page, camera: FakeCamera, tray: Tray
) -> None:
    camera.view = tray.lay("heartland: red4")
    live.new(setup, "fake")
    wait(lambda: word(page) == "no board")
    assert "markers in view" in page.look()["moment"]["why"] and page.state["match"]["table"] == ""
    page.took(page.post("/corners", {"points": [[0, 0], [1, 1], [1, 0], [0, 1]]}))
    assert wait(lambda: "cross" in page.look()["moment"]["why"])
    page.took(page.post("/corners", {"points": [list(corner) for corner in CORNERS]}))
    wait(lambda: word(page) == "confirmed")
    assert page.look()["match"]["table"] == "heartland: red4" and page.state["corners"]
    live.open(page.match["id"])
    assert live.corners == CORNERS, "kept for the match"


def test_a_pushed_camera_is_found_again(
    live: Live, setup: Setup, page: Page, camera: FakeCamera, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    shift = [0.0]

    def markers(image: np.ndarray, sheet: Any, last: Any = None) -> Any:
        corners = [(x * 600 + 10 + shift[0], y * 480 + 10) for x, y in CORNERS]
        return watcher.pose_from_corners(corners, sheet, (640, 512))

    monkeypatch.setattr(watcher, "pose_from_markers", markers)
    camera.view = tray.lay("heartland: red4")
    live.new(setup, "fake")
    wait(lambda: word(page) == "confirmed")
    before = page.look()["board"]
    shift[0] = 20.0
    hand(camera, page)
    wait(lambda: page.look()["board"] != before)


def test_paused_nothing_is_read(shown: Page, camera: FakeCamera, tray: Tray) -> None:
    wait(lambda: word(shown) == "waiting")
    shown.took(shown.post("/pause", {"paused": True}))
    hand_light = shown.look()["moment"]
    assert hand_light["word"] == "paused" and hand_light["light"] == "off"
    camera.view = tray.lay("heartland: red4")
    time.sleep(1.0)
    assert shown.look()["match"]["table"] == ""
    shown.took(shown.post("/pause", {"paused": False}))
    wait(lambda: word(shown) == "confirmed")
    assert shown.look()["match"]["table"] == "heartland: red4"


def test_another_match_and_another_camera_start_afresh(
    live: Live, shown: Page, camera: FakeCamera, setup: Setup
) -> None:
    wait(lambda: word(shown) == "waiting")
    first = shown.look()["match"]["id"]
    live.new(setup, "")
    assert camera.closed.wait(3), "the camera of the last match is let go"
    assert shown.look()["match"]["id"] != first and shown.state["moment"]["word"] == "by hand"
    live.look_through("fake")
    wait(lambda: word(shown) == "no board")
    shown.took(shown.post("/camera", {"camera": ""}))
    assert shown.look()["camera"] == "" and shown.state["moment"]["word"] == "by hand"


def test_a_disk_that_is_full_is_told_and_nothing_is_taken(
    shown: Page, camera: FakeCamera, tray: Tray, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait(lambda: word(shown) == "waiting")

    def full(path: Path, text: str, before: int) -> None:
        from webui.store import BadStore

        raise BadStore(f"{path}: No space left on device")

    monkeypatch.setattr("webui.store._write", full)
    hand(camera, shown)
    camera.view = tray.lay("heartland: red4")
    wait(lambda: word(shown) == "trouble")
    assert "No space left" in shown.look()["moment"]["why"] and shown.state["match"]["entries"] == 0
    monkeypatch.undo()
    live_table = shown.look()
    assert live_table["dice"], "what was read is still there"
    shown.do("/play", name="flick", player="Ann", args=["red"])
    assert shown.match["table"] == "heartland: red4" and word(shown) != "trouble"


def test_a_reader_that_breaks_is_named(live: Live, setup: Setup, page: Page, camera: FakeCamera) -> None:
    def look(*args: object) -> None:
        raise NoBoard("broken on purpose")

    reader = FakeReader(camera)
    reader.look = look  # type: ignore[method-assign, assignment]
    live._reader = lambda: reader
    import threading

    quiet = threading.excepthook
    threading.excepthook = lambda args: None
    try:
        live.new(setup, "fake")
        live.set_corners(CORNERS)
        wait(lambda: word(page) == "broken")
        assert "the reader has stopped" in page.look()["moment"]["why"]
    finally:
        threading.excepthook = quiet


def test_a_video_plays_at_its_own_pace_and_its_last_picture_stays(tmp_path: Path) -> None:
    import cv2

    path = tmp_path / "clip.avi"
    clip = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for n in range(10):
        clip.write(np.full((48, 64, 3), 20 * n, np.uint8))
    clip.release()
    began = time.monotonic()
    grabber = Grabber(str(path), open_source)
    wait(lambda: grabber.ended)
    assert 0.4 < time.monotonic() - began < 2.5
    last = grabber.newest()
    assert isinstance(last, Frame) and last.number == 10 and last.image.mean() > 150 and grabber.trouble() == ""
    grabber.close()


def test_a_camera_that_is_not_there_is_named(tmp_path: Path) -> None:
    grabber = Grabber("no such camera", open_source)
    assert "no such camera" in wait(grabber.trouble) and grabber.newest() is None
    grabber.close()


def test_a_folder_of_pictures_is_a_camera_too(tmp_path: Path) -> None:
    import cv2

    for n in range(2):
        cv2.imwrite(str(tmp_path / f"{n}.png"), np.full((48, 64, 3), 100 * n + 50, np.uint8))
    (tmp_path / "1b.png").write_bytes(b"no picture")
    grabber = Grabber(str(tmp_path), open_source)
    wait(lambda: grabber.ended)
    assert grabber.newest() is not None and int(grabber.newest().image.mean()) == 150  # type: ignore[union-attr]
    grabber.close()


def test_the_end_of_a_session_ends_its_threads(tmp_path: Path, setup: Setup, camera: FakeCamera) -> None:
    import threading

    before = threading.active_count()
    live = Live(Store(tmp_path), camera.open, lambda: FakeReader(camera))
    live.new(setup, "fake")
    assert threading.active_count() == before + 2
    live.close()
    assert threading.active_count() == before and camera.closed.is_set()
