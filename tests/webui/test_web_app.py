"""The pages' requests: what they do, what is refused and in which words, and that nothing hostile gets through."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from webui_fakes import Page

from webui import create_app
from webui.live import Live
from webui.lock import hold
from webui.store import Store

PLAYERS = [{"name": "Ann", "colours": ["red"]}, {"name": "Bob", "colours": ["blue"]}]
GOOD = {"game": "die-die-die", "board": "world-war", "players": PLAYERS}


def test_before_a_match_the_page_says_so(page: Page) -> None:
    state = page.look()
    assert state["match"] is None and state["moment"]["word"] == "no match" and state["moment"]["light"] == "off"
    for path in ("/undo", "/redo", "/mend", "/pause", "/camera", "/corners", "/leave"):
        answer = page.post(path, {"after": 0, "reading": 0, "paused": True, "camera": "", "points": None})
        assert answer.status_code == 409 and "no match" in answer.get_json()["error"]
    assert page.client.get("/board").status_code == 409
    assert page.client.get("/frame.jpg?after=0").status_code == 204


def test_a_match_by_hand_from_the_page(page: Page) -> None:
    page.begin()
    page.do("/dice", word="red4", space="heartland")
    page.do("/dice", word="blue2", mm=[200, 160])
    assert page.match["table"] == "heartland: blue2 red4" and page.match["undo"] == "Bob: flick a blue die"
    page.do("/undo")
    assert page.match["table"] == "heartland: red4" and page.match["redo"] == "Bob: flick a blue die"
    page.do("/redo")
    red = next(die for die in page.state["dice"] if die["colour"] == "red")
    page.do("/die", die=red["n"], word="red6", space="heartland")
    assert page.match["table"] == "heartland: blue2 red6"
    page.do("/correct", entry=0, table="amber-gulf: red1")
    assert page.match["history"][0]["table"] == "amber-gulf: red1"
    assert page.match["news"] and page.state["moment"]["word"] == "by hand"


def test_the_rules_bar_and_people_insist(page: Page) -> None:
    page.begin()
    flick = {"name": "flick", "player": "Bob", "args": ["blue"]}
    answer = page.act("/play", **flick)
    assert answer.status_code == 422 and "it is Ann's turn" in answer.get_json()["error"]
    page.do("/play", **flick, anyway=True)
    assert page.match["history"][0]["player"] == "Bob"


def test_two_phones_do_not_act_on_old_news(page: Page) -> None:
    page.begin()
    page.do("/dice", word="red4", space="heartland")
    old = page.match
    page.do("/dice", word="blue2", space="heartland")
    for path in ("/undo", "/redo", "/mend", "/count"):
        answer = page.post(path, {"after": old["entries"], "reading": old["reading"]})
        assert answer.status_code == 409, path
    answer = page.post("/take", {"after": page.match["entries"], "reading": old["reading"], "guess": 0})
    assert answer.status_code == 409 and "read anew" in answer.get_json()["error"]
    assert page.look()["match"]["entries"] == 2


def test_a_correction_that_breaks_something_is_asked_about(page: Page) -> None:
    page.begin()
    lying: list[str] = []
    for n in range(5):
        for colour in ("red", "blue", "green"):
            space = "heartland/south-reach" if (n, colour) == (0, "red") else "dust-plains"
            page.do("/dice", word=f"{colour}{n + 1}", space=space)
            lying.append(f"{'heartland' if '/' in space else space}: {colour}{n + 1}")
    page.do("/play", name="over", player="Cy")
    page.do("/play", name="adjust", player="Ann", args=["heartland/south-reach: red1", "heartland"])
    entries = page.match["entries"]
    said = {"entry": 14, "table": " | ".join(lying)}
    told = page.act("/correct", **said, dry=True).get_json()
    assert "set red 1" in told["broken"]["text"] and page.look()["match"]["entries"] == entries
    answer = page.act("/correct", **said)
    assert answer.status_code == 409 and answer.get_json()["breaks"]["why"]
    page.do("/correct", **said, back=True)
    assert page.match["broken"] is None and page.match["totals"]["Ann"] >= 3


def test_a_match_survives_a_restart_of_the_program(tmp_path: Path) -> None:
    def start() -> tuple[Live, Page]:
        live = Live(Store(tmp_path), lambda spec: pytest.fail("no camera here"), lambda: pytest.fail("no reader"))
        return live, Page(create_app(live).test_client())

    live, page = start()
    page.begin()
    page.do("/dice", word="red4", mm=[200, 160])
    page.do("/dice", word="blue2", space="amber-gulf")
    page.do("/undo")
    before = page.look()
    live.close()
    live, page = start()
    (listed,) = page.client.get("/matches").get_json()["matches"]
    assert listed["players"] == ["Ann", "Bob", "Cy"] and listed["title"] == "World War"
    page.took(page.post(f"/matches/{listed['id']}/open", {}))
    assert {**page.match, "reading": 0} == {**before["match"], "reading": 0, "redo": page.match["redo"]}
    assert page.match["redo"] and [(d["word"], d["x"]) for d in page.state["dice"]] == [("red4", 200.0)]
    page.do("/redo")
    assert page.match["table"] == "amber-gulf: blue2 | heartland: red4"
    live.close()


BAD_MATCHES: list[tuple[dict[str, Any], int, str]] = [
    ({**GOOD, "game": "chess"}, 422, "unknown game 'chess'; known: die-die-die"),
    ({**GOOD, "board": "atlantis"}, 422, "atlantis: no such board; known: "),
    ({**GOOD, "options": ["flying"]}, 422, "flying"),
    ({**GOOD, "options": [1]}, 400, "options has to hold texts"),
    ({**GOOD, "players": []}, 400, "players: 1 to 8, not 0"),
    ({**GOOD, "players": [*PLAYERS, {"name": "Ann", "colours": ["green"]}]}, 422, "player 'Ann'"),
    ({**GOOD, "players": [*PLAYERS, {"name": "Cy", "colours": ["red"]}]}, 422, "Cy: Ann has the red dice already"),
    ({**GOOD, "players": [*PLAYERS, {"name": "Cy", "colours": ["mauve"]}]}, 422, "Cy: no dice are 'mauve'"),
    ({**GOOD, "players": [{"name": " ", "colours": ["red"]}]}, 400, "player 1: a name"),
    ({**GOOD, "players": [{"name": "A\nB", "colours": ["red"]}]}, 400, "player 1: a name"),
    ({**GOOD, "players": [{"name": "Ann", "colours": "red"}]}, 400, "colours has to be a list"),
    ({**GOOD, "players": ["Ann"]}, 400, "player 1 has to be an object"),
    ({**GOOD, "camera": "/etc/passwd"}, 400, "camera '/etc/passwd' is not there"),
    ({**GOOD, "camera": "file:///etc/passwd"}, 400, "an address starts with http://"),
    ({**GOOD, "mode": "maybe"}, 400, "mode 'maybe': not one of automatic, ask, always"),
    ({"game": "die-die-die"}, 400, "board is missing"),
    ([], 400, "the request has to be a JSON object"),
]


@pytest.mark.parametrize(("said", "status", "told"), BAD_MATCHES)
def test_what_no_match_can_be_made_of(page: Page, said: object, status: int, told: str) -> None:
    answer = page.post("/matches", said)
    assert (answer.status_code, told in answer.get_json()["error"]) == (status, True), answer.get_json()
    assert page.client.get("/matches").get_json()["matches"] == []


BAD_ACTS: list[tuple[str, dict[str, Any], int, str]] = [
    ("/play", {}, 400, "name is missing"),
    ("/play", {"name": 3}, 400, "name has to be a text, not '3'"),
    ("/play", {"name": "flick", "args": [1.5]}, 400, "args has to hold words and whole numbers"),
    ("/play", {"name": "dance", "player": "Ann"}, 422, "dance Ann: not offered in attack"),
    ("/play", {"name": "flick", "player": "Ann", "args": ["red"], "after": "x"}, 400, "after has to be a whole number"),
    (
        "/play",
        {"name": "flick", "player": "Ann", "args": ["red"], "after": True},
        400,
        "after has to be a whole number",
    ),
    ("/dice", {"word": "red9", "space": "heartland"}, 400, "a die shows 1 to 6, not 9"),
    ("/dice", {"word": "mauve2", "space": "heartland"}, 400, "nobody plays with 'mauve'"),
    ("/dice", {"word": "red2", "space": "atlantis"}, 400, "no space 'atlantis' on this board"),
    ("/dice", {"word": "<b>", "space": "heartland"}, 400, "not a die: '<b>'"),
    ("/dice", {"word": "red2", "mm": [9999, 0]}, 400, "beside the board"),
    ("/dice", {"word": "red2", "mm": ["a", 0]}, 400, "mm has to be two numbers"),
    ("/dice", {"word": "red2", "px": [1, 1]}, 409, "the board is not found"),
    ("/dice", {"word": "red2"}, 400, "space is missing"),
    ("/dice", {"word": "red2" * 99, "space": "heartland"}, 400, "too long"),
    ("/die", {"die": 5, "word": "red2", "space": "heartland"}, 422, "there is no die 5"),
    ("/answer", {"doubt": 0, "likely": 0}, 422, "there is no question 0"),
    ("/take", {"guess": 0}, 422, "there is no guess 0"),
    ("/correct", {"entry": 0, "table": "heartland: red4"}, 422, "entry 0 is not a step that counts"),
    ("/correct", {"entry": 0, "table": "heartland red4"}, 400, "table: no dice in"),
    ("/correct", {"entry": 0, "table": "x" * 5000}, 400, "table is longer than 4000"),
    ("/undo", {}, 422, "nothing to undo"),
    ("/redo", {}, 422, "nothing to do again"),
    ("/mend", {}, 422, "nothing is broken"),
    ("/count", {}, 422, "no step yet"),
    ("/pause", {"paused": "yes"}, 400, "paused has to be true or false"),
    ("/mode", {"mode": "x"}, 400, "mode 'x'"),
    ("/camera", {"camera": "demo"}, 400, "camera 'demo' is not there"),
    ("/corners", {"points": [[0, 0]]}, 400, "four pairs of numbers from 0 to 1"),
    ("/corners", {"points": [[0, 0], [2, 0], [1, 1], [0, 1]]}, 400, "four pairs of numbers from 0 to 1"),
    ("/matches/x/open", {}, 404, "no match 'x'"),
]


@pytest.mark.parametrize(("path", "said", "status", "told"), BAD_ACTS)
def test_what_cannot_be_done_is_told(page: Page, path: str, said: dict[str, Any], status: int, told: str) -> None:
    page.begin()
    answer = page.act(path, **said)
    assert (answer.status_code, told in answer.get_json()["error"]) == (status, True), answer.get_json()
    assert page.look()["match"]["entries"] == 0


# what a browser of another site can send


def test_only_this_machine_is_served(page: Page) -> None:
    for path in ("/", "/state", "/static/page.js", "/frame.jpg"):
        answer = page.client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 400 and "not trusted" in answer.get_json()["error"]
    assert page.client.get("/", headers={"Host": "127.0.0.1:8321"}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example", "X-Pipsight": "1"},
        {"Origin": "null", "X-Pipsight": "1"},
        {"Origin": "http://localhost:9", "X-Pipsight": "1"},
        {"Sec-Fetch-Site": "cross-site", "X-Pipsight": "1"},
        {"Sec-Fetch-Site": "same-site", "X-Pipsight": "1"},
        {},
    ],
)
def test_another_site_changes_nothing(page: Page, headers: dict[str, str]) -> None:
    answer = page.client.post("/matches", json=GOOD, headers=headers)
    assert answer.status_code == 403 and page.look()["match"] is None


def test_our_own_page_may(page: Page) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert page.post("/matches", GOOD, headers).status_code == 200


def test_forms_and_large_bodies_are_refused(page: Page) -> None:
    form = page.client.post("/matches", data={"game": "x"}, headers={"X-Pipsight": "1"})
    assert form.status_code == 403
    large = page.client.post(
        "/matches", data=b"[" * 70_000, headers={"X-Pipsight": "1", "Content-Type": "application/json"}
    )
    assert large.status_code == 413
    deep = page.client.post(
        "/matches", data=b"[" * 60_000, headers={"X-Pipsight": "1", "Content-Type": "application/json"}
    )
    assert deep.status_code == 400 and "error" in deep.get_json()
    assert page.client.get("/undo").status_code == 405 and page.client.get("/nowhere").get_json()["error"]


def test_every_answer_is_labelled(page: Page) -> None:
    for path in ("/", "/state", "/static/page.js", "/nowhere"):
        answer = page.client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        answer.close()


def test_the_page_needs_nothing_from_elsewhere(page: Page) -> None:
    text = page.client.get("/").get_data(as_text=True)
    assert (
        "<script>" not in text and "style=" not in text and "onclick" not in text and "//" not in text.split("<html")[1]
    )
    for path in (Path(__file__).parents[2] / "webui" / "static").iterdir():
        said = path.read_text(encoding="utf-8")
        assert "innerHTML" not in said and "eval(" not in said and "@import" not in said
        assert "https://" not in said and said.replace("http://www.w3.org", "").count("http://") <= 1, path.name


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
PATHS = sorted({path for path, *_ in BAD_ACTS} | {"/matches", "/leave"})
KEYS = """name player args after reading word space mm px die doubt likely guess entry table points paused mode camera
game board players options back dry""".split()


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=st.sampled_from(PATHS), said=JSON | st.dictionaries(st.sampled_from(KEYS), JSON, max_size=6))
def test_nonsense_is_answered_and_never_crashes(page: Page, path: str, said: object) -> None:
    if page.state.get("match") is None:
        page.begin()
    if isinstance(said, dict):
        said = {"after": 0, "reading": page.match["reading"], **said}
    answer = page.post(path, said)
    assert answer.status_code in (200, 400, 404, 409, 422, *([403] if said is None else [])), answer.status_code
    told = answer.get_json()
    assert "error" in told or "match" in told
    json.dumps(page.look())


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30))
def test_numbers_in_addresses_may_be_anything(page: Page, text: str) -> None:
    assert page.client.get("/frame.jpg", query_string={"after": text}).status_code == 204
    assert page.client.get(f"/crop/1/{text.replace('/', '')}.jpg").status_code in (301, 404, 308)


# streams


def test_a_stream_tells_the_state_and_goes_on_after_the_last_event(page: Page, live: Live) -> None:
    page.begin()
    stream = page.client.get("/events")
    parts = stream.response.__iter__()
    assert _text(next(parts)).startswith("retry")
    event = _text(next(parts))
    assert event.startswith("id: ") and "event: state" in event
    data = json.loads(event.split("data: ")[1])
    assert data["match"]["id"] == page.match["id"]
    page.do("/dice", word="red4", space="heartland")
    assert "red4" in _text(next(parts))
    stream.close()
    live.stop.set()


def _text(part: Any) -> str:
    return part.decode() if isinstance(part, bytes) else str(part)


def test_streams_are_capped_and_given_back(page: Page) -> None:
    page.begin()
    streams = [page.client.get("/events") for _ in range(8)]
    refused = page.client.get("/events")
    assert (
        refused.status_code == 503
        and refused.headers["Retry-After"]
        and "pages listen already" in refused.get_json()["error"]
    )
    streams[0].close()
    again = page.client.get("/events")
    assert again.status_code == 200
    for stream in (*streams[1:], again):
        stream.close()


def test_a_stopped_program_ends_its_streams(page: Page, live: Live) -> None:
    page.begin()
    stream = page.client.get("/events")
    parts = iter(stream.response)
    next(parts), next(parts)
    live.stop.set()
    assert list(parts) == []
    stream.close()


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    handle = hold(tmp_path / "pipsight.lock")
    with pytest.raises(RuntimeError, match="another pipsight"):
        Store(tmp_path)
    handle.close()
