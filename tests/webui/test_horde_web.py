"""Dice Horde on the page: instructions ticked off, differences named, sheets drawn, kept and edited."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner
from webui_fakes import Page

from rules.core import Setup
from rules.dice_horde.shipped import tower_sheets
from rules.reading import SeenDie, Sighting
from rules.table import Table
from webui.boards import setup_of, sheet_of
from webui.commands.replay import replay
from webui.desk import Desk
from webui.horde_panel import panel
from webui.match import Match
from webui.places import Places
from webui.store import Store

ANN = [{"name": "Ann", "colours": ["yellow", "red", "green", "white"]}]
NIGHT = tower_sheets()["first-night"].read_text("utf-8")
OWN = NIGHT.replace('id = "first-night"', 'id = "our-hill"').replace("The First Night", "Our Hill")


def begin(page: Page, board: str = "first-night+squire", **more: object) -> dict[str, Any]:
    return page.begin(game="dice-horde", board=board, players=ANN, **more)


def horde(page: Page) -> dict[str, Any]:
    found = page.state["horde"]
    assert isinstance(found, dict)
    return found


def tick(page: Page) -> dict[str, Any]:
    return page.do("/play", **horde(page)["step"])


def svg(page: Page, path: str) -> ElementTree.Element:
    answer = page.client.get(path)
    assert answer.status_code == 200 and answer.mimetype == "image/svg+xml"
    assert "style" not in answer.get_data(as_text=True)  # the content policy allows none
    return ElementTree.fromstring(answer.get_data(as_text=True))


def texts(drawn: ElementTree.Element) -> list[str]:
    return [e.text or "" for e in drawn.iter("{http://www.w3.org/2000/svg}text")]


def test_a_match_by_hand_is_ticked_off_step_by_step(page: Page) -> None:
    begin(page)
    told = horde(page)
    assert (told["round"], told["rounds"], told["gate"]) == (1, 6, 6) and not told["back"]
    assert told["instruction"] == "take a yellow die from the pool, set it to 2 and put it on the horizon"
    for _ in range(4):
        tick(page)
    assert horde(page)["instruction"] is None and page.state["moment"]["why"] == "Next: roll the round die"
    assert "horizon: green1 green3 red2 yellow2" in page.match["table"]
    page.do("/play", name="roll", args=[3])
    assert page.state["moment"]["word"] == "by hand" and horde(page)["instruction"].startswith(
        "green 1 from the horizon"
    )
    tick(page)
    tick(page)  # only paper is marked by this attack
    assert page.state["moment"]["word"] == "by hand" and horde(page)["differs"] == []


def test_back_to_the_last_choice_and_forth(page: Page) -> None:
    begin(page)
    for _ in range(4):
        tick(page)
    page.do("/play", name="roll", args=[3])
    table = page.match["table"]
    for _ in range(3):
        tick(page)
    page.do("/horde/back")
    assert page.match["phase"] == "round die" and page.match["choices"][0]["name"] == "roll"
    page.do("/redo")
    page.do("/horde/back")
    page.do("/play", name="roll", args=[3])
    assert page.match["table"] == table
    assert page.act("/horde/back", after=0).status_code == 409


def test_both_sheets_are_drawn_with_what_pens_marked(page: Page) -> None:
    begin(page)
    empty = svg(page, "/horde/tower.svg")
    assert empty.get("width") == "370mm" and "Green watch" in texts(empty) and "6 of 6" in texts(empty)
    assert {"The Squire", "0 to spend", "Scroll of Ember"} <= set(texts(svg(page, "/horde/ruler.svg")))
    for _ in range(4):
        tick(page)
    page.do("/play", name="roll", args=[3])
    assert "R1" in texts(svg(page, "/horde/tower.svg")) and "R1" not in texts(svg(page, "/horde/tower.svg?blank=1"))
    assert page.client.get("/board").get_json()["picture"] == "/horde/tower.svg"
    printed = page.client.get("/horde/print?blank=1").get_data(as_text=True)
    assert re.findall(r'src="(/horde/[^"]+)"', printed) == ["/horde/tower.svg?blank=1", "/horde/ruler.svg?blank=1"]


def test_nothing_of_it_is_drawn_for_another_game(page: Page) -> None:
    assert page.client.get("/horde/tower.svg").status_code == 409
    page.begin()
    assert page.state["horde"] is None
    assert page.client.get("/horde/tower.svg").status_code == 409
    assert page.client.get("/horde/crown.svg").status_code == 404


def test_the_editor_lists_checks_keeps_and_removes_a_tables_own_sheets(page: Page) -> None:
    assert "What is missing" in page.client.get("/horde/editor").get_data(as_text=True)
    listed = page.client.get("/horde/sheets").get_json()["sheets"]
    assert [(s["kind"], s["id"], s["own"]) for s in listed] == [
        ("tower", "first-night", False),
        ("tower", "long-road", False),
        ("ruler", "squire", False),
        ("ruler", "steward", False),
    ]
    assert page.client.get("/horde/sheets/tower/first-night").get_json()["text"] == NIGHT
    told = page.post("/horde/check", {"text": OWN.replace("gate = 6", "# no gate")}).get_json()
    assert told["problems"] == [{"key": "gate", "reason": "is missing"}] and told["drawing"] is None
    told = page.post("/horde/check", {"text": OWN}).get_json()
    assert told["problems"] == [] and told["kind"] == "tower" and "Our Hill" in told["drawing"].upper().title()
    assert page.post("/horde/save", {"text": NIGHT}).status_code == 422  # ships with the program
    assert page.post("/horde/save", {"text": OWN.replace("gate = 6", "")}).status_code == 422
    assert page.post("/horde/save", {"text": OWN}).get_json()["sheet"]["own"]
    begin(page, "our-hill")
    assert page.match["title"] == "Our Hill"
    match = page.match["id"]
    left = page.post("/horde/remove", {"kind": "tower", "id": "our-hill"}).get_json()["sheets"]
    assert len(left) == 4
    assert begin_refused(page, "our-hill") == "tower sheets: our-hill: no such sheet; known: first-night, long-road"
    assert page.post("/horde/remove", {"kind": "tower", "id": "long-road"}).status_code == 422
    page.took(page.post(f"/matches/{match}/open", {}))
    assert page.match["title"] == "Our Hill" and svg(page, "/horde/tower.svg") is not None


def begin_refused(page: Page, board: str) -> str:
    answer = page.post("/matches", {"game": "dice-horde", "board": board, "players": ANN, "camera": ""})
    assert answer.status_code == 422
    return str(answer.get_json()["error"])


def test_a_broken_own_sheet_hides_no_other(page: Page, live: Any) -> None:
    place = live.store.folder / "sheets" / "dice-horde" / "tower"
    place.mkdir(parents=True)
    (place / "bad.toml").write_text("gate = [", "utf-8")
    (place / "odd.toml").write_bytes(b"\xff\xfe")
    listed = page.client.get("/horde/sheets").get_json()["sheets"]
    assert len(listed) == 6
    assert {s["id"] for s in listed if s["trouble"]} == {"bad", "odd"}


@pytest.mark.parametrize("said", [{}, {"text": 1}, {"text": "x" * 70_000}])
def test_what_cannot_be_checked_is_refused(page: Page, said: dict[str, Any]) -> None:
    assert page.post("/horde/check", said).status_code in (400, 413)


def test_players_and_boards_that_do_not_fit_are_refused(page: Page) -> None:
    two = [*ANN, {"name": "Bob", "colours": ["blue"]}]
    answer = page.post("/matches", {"game": "dice-horde", "board": "first-night", "players": two, "camera": ""})
    assert answer.status_code == 422 and "one player plays against the horde, not 2" in answer.get_json()["error"]
    answer = page.post("/matches", {"game": "die-die-die", "board": "first-night", "players": two, "camera": ""})
    assert answer.status_code == 422 and "first-night: no such board" in answer.get_json()["error"]


class Camera:
    """A table that a camera sees, told by text."""

    def __init__(self, store: Store) -> None:
        setup: Setup = setup_of("dice-horde", "first-night", [("Ann", ("yellow", "red", "green", "white"))], [])
        self.sheet = sheet_of(setup)
        self.desk = Desk(Match(store.create(setup)), self.sheet)
        self.desk.blind = False
        self.places = Places(self.sheet)
        self.at: dict[tuple[str, str, int], tuple[float, float]] = {}

    def sees(self, table: Table) -> None:
        now: dict[tuple[str, str, int], tuple[float, float]] = {}
        for d in table:
            key = (d.space, d.word(), sum(k[:2] == (d.space, d.word()) for k in now))
            now[key] = self.at.get(key) or self.places.free(d.space, [*now.values(), *self.at.values()])
        self.at = now
        words = [Table.parse(f"{space}: {word}").dice[0] for space, word, _ in now]
        dice = [SeenDie(d.colour, d.face or 4, x, y, 0.0, 0.99) for d, (x, y) in zip(words, now.values(), strict=True)]
        self.desk.see(Sighting(tuple(dice)))


def lies(camera: Camera, text: str) -> Table:
    """The round die above the sheet, this, and the rest in the pool."""
    table = Table.parse(f"{text} | round-die: white?" if text else "round-die: white?")
    pool = [f"pool: {c}?" for c in ("yellow", "red", "green") for _ in range(4 - table.count(c))]
    return Table((*table, *(d for word in pool for d in Table.parse(word))))


def test_a_camera_ticks_off_what_it_sees_and_says_what_differs(store: Store) -> None:
    camera = Camera(store)
    camera.sees(lies(camera, ""))
    assert camera.desk.reading.doubts == () and camera.desk.match.steps == ()
    camera.sees(lies(camera, "horizon: yellow5"))  # it should be a 2
    told = panel(camera.desk)
    assert told is not None and told["counts"] == []
    assert told["differs"] == ["yellow 2 in the horizon is 5 now"] and camera.desk.match.steps == ()
    camera.sees(lies(camera, "horizon: yellow2"))
    assert [s.move.name for s in camera.desk.match.steps] == ["appear"]
    camera.sees(lies(camera, "horizon: yellow2 red2 green1 green3"))  # three at once
    told = panel(camera.desk)
    assert told is not None and told["differs"] == [] and told["instruction"] is None
    assert len(camera.desk.match.steps) == 4 and camera.desk.match.state.phase == "round die"


def test_a_camera_names_a_missing_die(store: Store) -> None:
    camera = Camera(store)
    whole = lies(camera, "")
    camera.sees(whole.swap(whole.at("pool").of("red").dice[0]))
    told = panel(camera.desk)
    assert told is not None and told["counts"] == ["3 red dice on the table, not 4: 1 missing"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("first-night-won", "over     Ann: the kingdom stood through all 6 rounds; the gate has 6 of 6 left"),
        ("long-road-lost", "over     the horde, Ann: the gate fell in round 9 of 9"),
    ],
)
def test_replay_tells_how_a_stored_match_ended(name: str, told: str) -> None:
    log = Path(__file__).parents[1] / "games" / "dice-horde" / f"{name}.jsonl"
    done = CliRunner().invoke(replay, [str(log)])
    assert done.exit_code == 0 and told in done.output and done.output.startswith("dice-horde, ")
    at = CliRunner().invoke(replay, [str(log), "--upto", "5"])
    assert at.exit_code == 0 and "next" in at.output and "segment" in at.output
