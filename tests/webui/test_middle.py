"""What lava and black hole do: the commands on text and pictures, and the pages."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from webui_fakes import SIZE, FakeCamera, Page, Tray

from rules import sheet
from rules.sheet import BadSheet
from rules.table import Table
from vision.board import NoBoard
from webui import middle as webui_middle
from webui.cli import main
from webui.middle import ask, from_picture, from_table, sentences, told
from webui.places import Places

TEST = "caldera: blue3 | old-forest: red6 blue1 green2^green4 | mangroves: green2 red1"
EDGES = ((0.0, 0.0), (float(SIZE[0]), 0.0), (float(SIZE[0]), float(SIZE[1])), (0.0, float(SIZE[1])))
BLANK = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)


def run(*args: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, list(args))
    return found.exit_code, found.output


@pytest.fixture(scope="module")
def krakatoa() -> Tray:
    board = sheet.shipped("krakatoa")
    return Tray(board, Places(board))


class Sees:
    """A reader that sees a table told by text."""

    def __init__(self, tray: Tray, text: str, unsure: dict[str, tuple[float, int]] | None = None) -> None:
        self.view = tray.lay(text, unsure)

    def look(self, *args: object, **more: object) -> object:
        return self.view


@pytest.mark.rule("DDD-73", "DDD-76")
def test_the_lava_command_on_a_table_as_text() -> None:
    code, out = run("lava", "--table", TEST)
    assert code == 0
    assert "blue 3 lies in the caldera: lava over area 3 (Old Forest and Palm Bay)" in out
    assert "the green tower of 4 of Old Forest goes: area 3 lies under the lava" in out
    assert "blue 1 of Old Forest stays: blue has a die in the caldera" in out
    named = run("lava", "--table", TEST, "--player", "Ann=red", "--player", "Bob=blue")[1]
    assert "Bob has a die in the caldera" in named


@pytest.mark.rule("DDD-71", "DDD-75")
def test_options_of_the_lava_command() -> None:
    several = TEST.replace("blue3", "blue3 red6")
    assert "red 6 lies in the caldera: 6 or more, so its owner chooses" in run("lava", "--table", several)[1]
    assert "green 2 of Mangroves goes" in run("lava", "--table", several, "--area", "5")[1]
    assert "blue 3 lies in the caldera, and a higher one spills" in run("lava", "--table", several, "--highest")[1]
    bonus = run("lava", "--table", TEST, "--bonus", "blue=4", "--json")[1]
    assert json.loads(bonus)["named"][0]["numbers"] == [1, 2, 3, 4, 5]  # 3 and 4 are more than 6
    assert json.loads(run("lava", "--table", TEST, "--bonus", "blue=2", "--json")[1])["named"][0]["numbers"] == [5]


@pytest.mark.rule("DDD-73", "DDD-77")
def test_the_black_hole_command() -> None:
    code, out = run("blackhole", "--table", "black-hole: red4 | ember: blue1", "--json")
    found = json.loads(out)
    assert code == 0 and found["named"][0]["numbers"] == [4]
    assert found["go"][0]["why"] == "red 4 goes: rolled anew outside, then set on Ring World"
    assert found["stay"][0]["why"] == "blue 1 of Ember stays: it is not in the hole"


@pytest.mark.parametrize(("args", "said"), [
    (("lava",), "name pictures, or a table with --table"),
    (("lava", "--table", "caldera red1"), "no dice in"),
    (("lava", "--table", TEST, "--board", "space"), "no space is of the kind 'caldera'"),
    (("lava", "--table", TEST, "--board", "moon"), "no such board"),
    (("lava", "--table", TEST, "--bonus", "blue"), "write COLOUR=N"),
    (("lava", "nothing.jpg"), "nothing.jpg"),
    (("lava", "nothing.jpg", "--corners", "1,2"), "write four corners"),
    (("blackhole", "nothing.jpg", "--json"), '"error"'),
])  # fmt: skip
def test_what_cannot_be_asked_is_named(args: tuple[str, ...], said: str) -> None:
    code, out = run(*args)
    assert code and said in out


@pytest.mark.rule("DDD-73", "DDD-74")
def test_a_picture(krakatoa: Tray) -> None:
    found = from_picture(ask("lava"), BLANK, Sees(krakatoa, TEST.replace("green2^", "")), EDGES)
    assert {str(d) for d, _ in found.answer.go} == {"old-forest: red6", "old-forest: green4"}
    assert not found.doubts and {fate["fate"] for fate in told(ask("lava"), found)["dice"]} == {
        "middle",
        "goes",
        "stays",
    }
    reader = Sees(krakatoa, "summit: red4 | caldera: blue3")
    reader.view = type(reader.view)(
        tuple(d if d.colour == "blue" else type(d)(**{**_fields(d), "mm": (200.0, 190.0)}) for d in reader.view.dice),
        SIZE,
    )
    near = from_picture(ask("lava"), BLANK, reader, EDGES)
    assert [why for _, why in near.brim] == ["red4 reaches into Caldera and is not in it: its centre lies outside"]
    with pytest.raises(NoBoard):
        from_picture(ask("lava"), BLANK, reader)


def _fields(view: object) -> dict[str, object]:
    return {name: getattr(view, name) for name in type(view).__dataclass_fields__}  # type: ignore[attr-defined]


def test_what_is_not_sure_is_said_first(krakatoa: Tray) -> None:
    found = from_picture(ask("lava"), BLANK, Sees(krakatoa, TEST, {"blue3": (0.6, 5)}), EDGES)
    assert sentences(found)[0].startswith("not sure: blue in Caldera: 3 or 5?")


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    for name in ("krakatoa.toml", "krakatoa.geo.json"):
        (tmp_path / name).write_bytes((Path(sheet.boards()["krakatoa"]).parent / name).read_bytes())
    asked = ask("lava", str(tmp_path / "krakatoa.toml"))
    assert from_table(asked, Table.parse("caldera: red2")).answer.named[0].numbers == (2,)
    with pytest.raises(BadSheet):
        ask("blackhole", str(tmp_path / "krakatoa.toml"))


@pytest.mark.rule("DDD-73")
def test_the_pages(page: Page, krakatoa: Tray, camera: FakeCamera, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in ("/lava", "/blackhole"):
        assert page.client.get(path).status_code == 200
    said = page.post("/middle/lava/table", {"table": TEST}).get_json()
    assert [one["die"] for one in said["go"]] == ["old-forest: green2^green4", "old-forest: red6"]
    assert page.post("/middle/lava/table", {"table": "x"}).status_code == 400
    assert page.post("/middle/lava/table", {"table": "x" * 5000}).status_code == 400
    assert page.post("/middle/lava/table", {"table": TEST, "chosen": [9]}).status_code == 400
    assert page.post("/middle/rain/table", {"table": TEST}).status_code == 404
    camera.view = krakatoa.lay(TEST.replace("green2^", ""))
    monkeypatch.setattr(webui_middle, "pose_from_markers", lambda image, board: None)
    jpeg = cv2.imencode(".jpg", BLANK)[1].tobytes()
    sent = {"X-Pipsight": "1", "Content-Type": "image/jpeg"}
    found = page.client.post("/middle/lava/picture?highest=1&areas=2,x", data=jpeg, headers=sent)
    assert found.status_code == 200, found.get_json()
    assert found.get_json()["size"] == list(SIZE) and len(found.get_json()["go"]) == 2
    assert page.client.post("/middle/lava/picture", data=b"no", headers=sent).status_code == 422
    assert page.client.post("/middle/lava/picture", data=jpeg).status_code == 403
    assert page.post("/middle/lava/camera", {}).status_code == 422  # no camera is in use
