"""Matches on disk: nothing told is lost, nothing torn stops a match, nobody else writes beside us."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from rules.core import Move, Setup
from rules.log import Undo, dumps
from rules.table import Table
from webui.lock import Taken
from webui.match import Match
from webui.store import BadStore, Store, data_folder

FLICK = Move("flick", "Ann", ("red",), Table.parse("heartland: red4"))


def test_a_match_is_found_again_as_it_was(store: Store, setup: Setup) -> None:
    log = store.create(setup)
    log.append([FLICK, Undo(0)])
    again = store.open(log.id)
    assert (again.setup, again.entries, again.repaired) == (setup, [FLICK, Undo(0)], "")
    (listed,) = store.matches()
    assert (listed.id, listed.setup, listed.entries, listed.trouble) == (log.id, setup, 2, "")


@pytest.mark.parametrize("cut", [2, 5, 10])
def test_a_torn_last_line_is_left_out_and_kept_aside(store: Store, setup: Setup, cut: int) -> None:
    log = store.create(setup)
    log.append([FLICK, Undo(0)])
    torn = log.path.read_bytes()[:-cut]
    log.path.write_bytes(torn)
    assert "torn" in store.matches()[0].trouble
    again = store.open(log.id)
    assert again.entries == [FLICK] and "is left out" in again.repaired
    (kept,) = log.path.parent.glob("*.torn-*")
    assert kept.read_bytes() == torn
    again.append([FLICK])
    assert store.open(log.id).entries == [FLICK, FLICK]


def test_a_missing_last_line_break_is_put_back(store: Store, setup: Setup) -> None:
    log = store.create(setup)
    log.append([FLICK])
    log.path.write_bytes(log.path.read_bytes().rstrip(b"\n"))
    again = store.open(log.id)
    again.append([Undo(0)])
    assert store.open(log.id).entries[-1] == Undo(0)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"move": "flick"', "line 2"),
        ('{"undo": 9}\n{"undo": 0}', "undo to 9"),
        ('{"move": "flick", "player": 3, "args": [], "table": null}\n{"undo": 0}', "line 2"),
        ("\x00\x00\x00\n\x00", "line 2"),
        ("[]\n[]", "line 2"),
    ],
)
def test_a_broken_line_is_named_and_the_entries_before_it_go_on(
    store: Store, setup: Setup, line: str, told: str
) -> None:
    log = store.create(setup)
    log.append([FLICK])
    with log.path.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")
    before = log.path.read_bytes()
    assert told.replace("line 2", "line 3") in store.matches()[0].trouble
    saved = store.open(log.id)
    assert saved.entries == [FLICK] and saved.setup == setup and log.path.read_bytes() == before
    assert log.path.name in saved.repaired and saved.id == f"{log.id}-saved"
    saved.append([Undo(0)])
    assert store.open(log.id).entries == [FLICK, Undo(0)]  # opened again, nothing is written over


def test_a_log_without_a_whole_first_line_cannot_be_opened(store: Store, setup: Setup) -> None:
    log = store.create(setup)
    log.path.write_text("{}\n{}\n", encoding="utf-8")
    with pytest.raises(BadStore, match="line 1"):
        store.open(log.id)


@pytest.mark.parametrize("name", ["", "../secret", "a/b", "A" * 99, "x\0y", "20261201-000000-zzzz"])
def test_only_matches_of_the_store_can_be_opened(store: Store, name: str) -> None:
    with pytest.raises(BadStore):
        store.open(name)


def test_a_second_program_is_refused(store: Store) -> None:
    with pytest.raises(Taken, match=f"process {os.getpid()}"):
        Store(store.folder)


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from webui.store import Store; s = Store(Path({str(tmp_path)!r})); import os"
    code += "; os._exit(9)"
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=False).returncode == 9
    Store(tmp_path).close()


def test_a_write_that_fails_leaves_everything_as_it_was(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    match.add([FLICK], 0)
    before = match.log.path.read_bytes()

    def full(fd: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(BadStore, match=r"jsonl: No space left on device"):
            match.add([Move("flick", "Bob", ("blue",), Table.parse("heartland: red4 blue1"))], 1)
    assert match.log.path.read_bytes() == before and len(match.log.entries) == 1 and len(match.steps) == 1
    match.add([Move("flick", "Bob", ("blue",), Table.parse("heartland: red4 blue1"))], 1)


def test_what_was_told_survives_a_kill(tmp_path: Path, setup: Setup) -> None:
    """Killed at any moment, the log holds every entry that was told, and opens."""
    store = Store(tmp_path)
    log = store.create(setup)
    store.close()
    code = textwrap.dedent(f"""
        from pathlib import Path
        from webui.store import Store
        from rules.log import Undo
        log = Store(Path({str(tmp_path)!r})).open({log.id!r})
        while True:
            log.append([Undo(0)])
            print(len(log.entries), flush=True)
    """)
    for round_ in range(4):
        child = subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(0.05 * round_)
        child.kill()
        told = child.stdout.read().splitlines()
        child.wait()
        child.stdout.close()
        store = Store(tmp_path)
        found = len(store.open(log.id).entries)
        store.close()
        assert found >= int(told[-1] if told else 1)


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadStore, match="file"):
        Store(tmp_path / "file")


def test_where_matches_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIPSIGHT_DATA", str(tmp_path))
    assert data_folder() == tmp_path and data_folder("other") == Path("other")
    monkeypatch.delenv("PIPSIGHT_DATA")
    assert data_folder().name == "pipsight"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"spots": [[1, 2]], "corners": "no", "held": 3, "mode": "x"}', "\x00"]
)
def test_a_spoilt_desk_file_costs_nothing_but_itself(store: Store, setup: Setup, text: str) -> None:
    log = store.create(setup)
    log.path.with_suffix(".desk").write_text(text)
    assert isinstance(store.open(log.id).desk(), dict)


def test_the_header_is_all_that_a_new_match_writes(store: Store, setup: Setup) -> None:
    log = store.create(setup)
    assert log.path.read_text(encoding="utf-8").count("\n") == 1
    log.append([FLICK])
    assert log.path.read_text(encoding="utf-8").splitlines()[1] == dumps(FLICK)
