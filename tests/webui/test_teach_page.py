"""Teaching on the page: pictures in, corrections, a profile kept, and everything that can go wrong named."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flask.testing import FlaskClient
from teach_fakes import EDGE, Eyes, picture, profile_of
from webui_fakes import FakeCamera, Page

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.camera import Frame
from vision.profile_file import dumps, loads
from webui import create_app
from webui.guard import UPLOADS
from webui.live import Live
from webui.store import Store

ROLLS = [(4, 2, 3), (1, 4), (4, 4, 5, 6)]


class Tray(FakeCamera):
    """A camera that shows drawn dice."""

    def read(self) -> Frame:
        self.number += 1
        image = cv2.imdecode(np.frombuffer(picture((3, 3, 3)), np.uint8), cv2.IMREAD_COLOR)
        return Frame(np.asarray(image, np.uint8), self.number, self.number / 10)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    found = Live(Store(tmp_path / "live"), Tray().open, Eyes)
    yield found
    found.close()


@pytest.fixture
def page(live: Live) -> Page:
    return Page(create_app(live).test_client())


def send(page: Page, data: bytes, name: str = "a.png", path: str = "/teach/pictures") -> Any:
    headers = {"X-Pipsight": "1", "X-Name": name}
    return page.client.post(path, data=data, headers=headers, content_type="application/octet-stream")


def lesson(page: Page) -> dict[str, Any]:
    found = page.client.get("/teach/lesson").get_json()["lesson"]
    assert isinstance(found, dict)
    return found


def roll(page: Page) -> None:
    for n, values in enumerate(ROLLS):
        assert send(page, picture(values), f"roll {n + 1}.png").status_code == 200


def correct(page: Page, colour: str = "purple") -> None:
    for shot, values in zip(lesson(page)["pictures"], ROLLS, strict=True):
        for n, value in enumerate(values):
            said = {"picture": shot["id"], "die": n, "value": value, "colour": colour}
            assert page.post("/teach/die", said).status_code == 200


def test_the_page_is_there(page: Page) -> None:
    text = page.client.get("/teach").get_data(as_text=True)
    assert "Teach my dice" in text and "teach.js" in text


def test_a_picture_is_read_and_shown(page: Page) -> None:
    told = send(page, picture((4, 2)), "w%C3%BCrfel.png").get_json()["lesson"]
    (shot,) = told["pictures"]
    assert shot["name"] == "würfel.png"
    assert [find["read"] for find in shot["finds"]] == [2, 2] and shot["finds"][0]["box"][2] == EDGE
    assert told["wanted"] == "2 more pictures" and told["missing"] == {"blue": [1, 3, 4, 5, 6]}
    shown = page.client.get(f"/teach/picture/{shot['id']}.jpg")
    assert shown.mimetype == "image/jpeg" and shown.data[:2] == b"\xff\xd8"
    assert page.client.get("/teach/picture/77.jpg").status_code == 404


def test_corrections_are_kept_and_a_profile_is_made_of_them(page: Page, live: Live) -> None:
    roll(page)
    correct(page)
    told = lesson(page)
    assert told["wanted"] == "" and told["dice"] == 9 and told["missing"] == {}
    assert all(find["said"] and find["colour"] == "purple" for shot in told["pictures"] for find in shot["finds"])
    saved = page.post("/teach/save", {"name": " My purple dice "}).get_json()["saved"]
    assert saved["id"] == "my-purple-dice" and saved["name"] == "My purple dice"
    assert saved["names"] and saved["named"] == [0, 9] and saved["dice"] == 9
    assert lesson(page)["pictures"] == []
    assert live.profiles.get("My purple dice").names
    listed = page.client.get("/teach/lesson").get_json()["profiles"]
    assert [(one["name"], one["gain"]["colours"]) for one in listed] == [("My purple dice", ["purple"])]
    assert page.client.get("/matches").get_json()["dice"] == [{"id": "my-purple-dice", "name": "My purple dice"}]


def test_finds_that_are_no_dice_are_taken_out_and_back(page: Page) -> None:
    roll(page)
    which = lesson(page)["pictures"][0]["id"]
    page.post("/teach/die", {"picture": which, "die": 1, "gone": True})
    assert lesson(page)["dice"] == 8 and lesson(page)["pictures"][0]["finds"][1]["gone"]
    page.post("/teach/die", {"picture": which, "die": 1, "value": 3})
    assert lesson(page)["dice"] == 9, "a value says that it is a die"
    page.post("/teach/drop", {"picture": which})
    assert len(lesson(page)["pictures"]) == 2
    page.post("/teach/drop", {})
    assert lesson(page)["pictures"] == []


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (picture(()), "a.png: no dice found"),
        (b"", "a.png: empty"),
        (b"no picture", "a.png: not a JPEG, PNG, WebP or BMP picture"),
        (picture((3, 4))[:400], "a.png: the PNG is broken off"),
    ],
)
def test_pictures_that_teach_nothing_are_named(page: Page, data: bytes, why: str) -> None:
    answer = send(page, data)
    assert answer.status_code == 422 and why in answer.get_json()["error"]
    assert lesson(page)["pictures"] == []


def test_the_same_picture_twice_teaches_nothing(page: Page) -> None:
    send(page, picture((1, 2, 3)), "one.png")
    answer = send(page, picture((1, 2, 3)), "two.png")
    assert answer.status_code == 422
    assert answer.get_json()["error"] == "two.png: nothing has moved since one.png; roll the dice before each picture"


def test_too_few_pictures_and_no_gain_are_told(page: Page) -> None:
    send(page, picture((4, 4)), "one.png")
    answer = page.post("/teach/save", {"name": "mine"})
    assert (answer.status_code, answer.get_json()["error"]) == (422, "1 pictures with dice; at least 3 are needed")
    page.post("/teach/drop", {})
    roll(page)
    for shot in lesson(page)["pictures"]:
        for n in range(len(shot["finds"])):
            page.post("/teach/die", {"picture": shot["id"], "die": n, "value": 2})
    answer = page.post("/teach/save", {"name": "mine"})
    assert answer.status_code == 422 and "it would" in answer.get_json()["error"]
    assert len(lesson(page)["pictures"]) == 3, "what people entered is not lost"


def test_a_name_that_is_taken_is_asked_about(page: Page, live: Live) -> None:
    live.profiles.save(profile_of("mine"))
    roll(page)
    correct(page)
    answer = page.post("/teach/save", {"name": "Mine"})
    assert answer.status_code == 409 and "already" in answer.get_json()["error"]
    assert len(lesson(page)["pictures"]) == 3
    assert page.post("/teach/save", {"name": "Mine", "replace": True}).status_code == 200
    assert live.profiles.get("mine").name == "Mine"


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "a\nb"])
def test_a_name_is_needed(page: Page, name: str) -> None:
    answer = page.post("/teach/save", {"name": name})
    assert (answer.status_code, answer.get_json()["error"]) == (422, "name: 1 to 40 letters are needed")


def test_a_full_disk_is_told_and_the_lesson_stays(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    roll(page)
    correct(page)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    answer = page.post("/teach/save", {"name": "mine"})
    assert answer.status_code == 422 and "No space left on device" in answer.get_json()["error"]
    assert len(lesson(page)["pictures"]) == 3


@pytest.mark.parametrize(
    ("said", "status"),
    [
        ({}, 400),
        ({"picture": 1, "die": 99, "value": 3}, 404),
        ({"picture": 99, "die": 0, "value": 3}, 404),
        ({"picture": 1, "die": 0, "value": 7}, 422),
        ({"picture": 1, "die": 0, "value": "3"}, 400),
        ({"picture": 1, "die": 0, "value": True}, 400),
        ({"picture": 1, "die": 0, "colour": "mauve"}, 422),
        ({"picture": 1, "die": 0, "gone": "yes"}, 400),
        ({"picture": 1, "die": -1, "value": 2}, 404),
    ],
)
def test_odd_corrections_are_refused(page: Page, said: dict[str, Any], status: int) -> None:
    send(page, picture((1, 2, 3)))
    assert page.post("/teach/die", said).status_code == status
    assert not lesson(page)["pictures"][0]["finds"][0]["said"]


def test_a_picture_is_taken_with_the_camera(page: Page) -> None:
    page.begin()
    page.post("/camera", {"camera": "http://tray/"})
    told = page.post("/teach/camera", {"camera": "http://tray/"}).get_json()["lesson"]
    assert told["pictures"][0]["name"].startswith("camera, ") and len(told["pictures"][0]["finds"]) == 3
    again = page.post("/teach/camera", {"camera": "http://tray/"})
    assert again.status_code == 422 and "nothing has moved" in again.get_json()["error"]


def test_a_camera_that_is_not_in_use_is_opened_for_a_picture(page: Page, live: Live) -> None:
    told = page.post("/teach/camera", {"camera": "http://tray/"}).get_json()["lesson"]
    assert len(told["pictures"][0]["finds"]) == 3
    camera: Any = Tray()
    camera.trouble = "unplugged"
    live.opener = camera.open
    answer = page.post("/teach/camera", {"camera": "http://tray/"})
    assert answer.status_code == 422 and "unplugged" in answer.get_json()["error"]
    assert page.post("/teach/camera", {"camera": ""}).status_code == 400
    assert page.post("/teach/camera", {"camera": "/etc/passwd"}).status_code == 400


def test_profiles_are_exported_taken_in_and_removed(page: Page, live: Live) -> None:
    live.profiles.save(profile_of("Bo's dice"))
    answer = page.client.get("/teach/profiles/bo-s-dice.json")
    assert answer.headers["Content-Disposition"] == "attachment; filename=bo-s-dice.dice.json"
    data = answer.data
    assert loads(data).name == "Bo's dice"
    taken = send(page, data, "bo.json", "/teach/profiles")
    assert taken.status_code == 409
    assert send(page, data, "bo.json", "/teach/profiles?replace=1").status_code == 200
    assert page.post("/teach/profiles/bo-s-dice/remove", {}).get_json()["profiles"] == []
    assert page.post("/teach/profiles/bo-s-dice/remove", {}).status_code == 404
    assert send(page, data, "bo.json", "/teach/profiles").get_json()["profiles"][0]["name"] == "Bo's dice"
    bad = send(page, b"{}", "odd.json", "/teach/profiles")
    assert (bad.status_code, bad.get_json()["error"]) == (422, "odd.json: not a profile of dice")


@pytest.mark.parametrize("which", ["..%2f..%2fetc%2fpasswd", "%2e%2e", "..", "a%00b", "x" * 400])
def test_no_address_leads_out_of_the_folder(page: Page, which: str) -> None:
    assert page.client.get(f"/teach/profiles/{which}.json").status_code == 404


def test_uploads_have_a_mark_and_a_bound(page: Page) -> None:
    client: FlaskClient = page.client
    data = picture((1, 2))
    assert client.post("/teach/pictures", data=data, content_type="image/png").status_code == 403
    foreign = {"X-Pipsight": "1", "Origin": "http://elsewhere.example"}
    assert client.post("/teach/pictures", data=data, headers=foreign, content_type="image/png").status_code == 403
    large = send(page, b"x" * (UPLOADS["teach.add"] + 1))
    assert large.status_code == 413
    assert send(page, b"x" * 70_000, path="/pause").status_code == 403, "other views take JSON only"


def test_a_match_is_read_with_the_dice_that_were_chosen(page: Page, live: Live) -> None:
    live.profiles.save(profile_of("mine"))
    page.begin(dice="mine")
    assert live.desk is not None and live.desk.dice == "mine"
    reader: Any = live.reader("mine")
    assert reader.profile.name == "mine" and live.trouble == ""
    which = page.match["id"]
    page.begin()
    assert live.desk.dice == ""
    page.took(page.post(f"/matches/{which}/open", {}))
    assert live.desk.dice == "mine", "kept beside the log"


def test_dice_that_are_not_there_begin_no_match(page: Page) -> None:
    players = [
        {"name": "Ann", "colours": ["red"]},
        {"name": "Bob", "colours": ["blue"]},
        {"name": "Cy", "colours": ["green"]},
    ]
    said = {"game": "die-die-die", "board": "world-war", "players": players, "camera": "", "dice": "lost"}
    answer = page.post("/matches", said)
    assert (answer.status_code, answer.get_json()["error"]) == (404, "no dice 'lost'; taught: none yet")
    assert page.client.get("/matches").get_json()["matches"] == []


def test_a_damaged_profile_is_named_and_the_match_goes_on(page: Page, live: Live) -> None:
    live.profiles.save(profile_of("mine"))
    page.begin(dice="mine")
    live.profiles.path("mine").write_bytes(dumps(profile_of("mine"))[:-50])
    reader: Any = live.reader("mine")
    assert reader.profile is None
    assert live.trouble == "read without the profile of dice: mine.dice.json: not a profile of dice (no JSON)"
    told = page.client.get("/teach/lesson").get_json()["profiles"]
    assert told == [
        {"id": "mine", "name": "mine", "trouble": "mine.dice.json: not a profile of dice (no JSON)", "gain": None}
    ]
