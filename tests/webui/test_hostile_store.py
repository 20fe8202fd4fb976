"""Matches whose files are changed, removed or damaged behind the program's back."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from webui_fakes import Page

from rules.core import Move, Setup
from rules.log import header
from rules.table import Table
from webui.live import Live
from webui.match import Match
from webui.store import BadStore, Store

FLICK = Move("flick", "Ann", ("red",), Table.parse("heartland: red4"))


def test_a_log_that_is_gone_is_not_begun_anew_without_its_setup(match: Match) -> None:
    match.log.path.unlink()
    with pytest.raises(BadStore, match="No such file"):
        match.add([FLICK], 0)
    assert not match.log.path.exists() and not match.log.entries


def test_a_log_that_somebody_changed_is_not_written_on(match: Match, store: Store) -> None:
    match.add([FLICK], 0)
    with match.log.path.open("a") as other:
        other.write('{"undo": 0}\n')
    with pytest.raises(BadStore, match="another program has changed this log; open the match again"):
        match.undo(1)
    assert len(store.open(match.log.id).entries) == 2
    match.log.path.write_text(match.log.path.read_text().splitlines()[0] + "\n")
    with pytest.raises(BadStore, match="changed"):
        match.undo(1)


def test_a_match_goes_on_after_its_line_end_was_mended(match: Match, store: Store) -> None:
    match.add([FLICK], 0)
    match.log.path.write_bytes(match.log.path.read_bytes()[:-1])
    again = Match(store.open(match.log.id))
    again.undo(1)
    assert len(store.open(match.log.id).entries) == 2


def test_a_full_disk_leaves_no_empty_match(store: Store, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadStore, match=r"\.jsonl: No space left on device"):
        store.create(setup)
    assert store.matches() == []


@pytest.mark.skipif(sys.platform == "win32", reason="no pipes with names there")
def test_a_pipe_among_the_matches_does_not_hang_the_list(store: Store) -> None:
    os.mkfifo(store.folder / "matches" / "pipe.jsonl")
    assert [found.trouble for found in store.matches()] == ["pipe.jsonl: not a file"]


@pytest.mark.parametrize("sheets", [[], ["x = ["], ["x = " + "[" * 5000], ["x = 0x" + "f" * 6000]])
def test_one_odd_log_does_not_hide_the_others(page: Page, live: Live, setup: Setup, sheets: list[str]) -> None:
    page.begin()
    told = {**json.loads(header(setup)), "sheets": sheets}
    (live.store.folder / "matches" / "odd.jsonl").write_text(json.dumps(told) + "\n")
    listed = page.client.get("/matches")
    assert listed.status_code == 200
    rows = {row["id"]: row for row in listed.get_json()["matches"]}
    assert len(rows) == 2 and rows["odd"]["trouble"] and rows["odd"]["players"] == ["Ann", "Bob", "Cy"]
    assert page.post("/matches/odd/open", {}).status_code == 422


@pytest.mark.parametrize(
    "desk",
    [
        "[" * 100_000,
        json.dumps({"spots": [["heartland: red4", 10**400, 1, False]], "corners": [[10**400, 0]] * 4}),
        '{"spots": [["heartland: red4", 1, NaN, false]], "corners": [[0, Infinity], [1, 0], [1, 1], [0, 1]]}',
    ],
)
def test_a_damaged_desk_costs_only_the_desk(page: Page, live: Live, desk: str) -> None:
    match = page.begin()["match"]["id"]
    beside: Path = live.store.folder / "matches" / f"{match}.desk"
    beside.write_text(desk)
    told = page.took(page.post(f"/matches/{match}/open", {}))
    assert told["dice"] == [] and told["corners"] is False
    assert "NaN" not in page.client.get("/state").get_data(as_text=True)
