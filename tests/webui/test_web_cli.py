"""The commands: what they print, what they refuse and in which words."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rules.core import Move, Setup, dump
from rules.log import load, replay
from rules.table import Table
from webui.cli import COMMANDS, main
from webui.commands import doctor
from webui.match import Match
from webui.store import Store

PIPSIGHT = [sys.executable, "-W", "ignore", "-c", "from webui.cli import main; main()"]
KEYS = ["game", "phase", "table", "choices", "awards", "totals", "order", "track", "outcome", "news", "broken"]


def run(*args: str | Path, code: int = 0) -> str:
    found = CliRunner().invoke(main, [str(arg) for arg in args])
    if found.exception and not isinstance(found.exception, SystemExit):
        raise found.exception
    assert found.exit_code == code, found.output
    return found.output


@pytest.fixture
def log(store: Store, setup: Setup) -> Path:
    match = Match(store.create(setup))
    match.add([Move("flick", "Ann", ("red",), Table.parse("heartland: red4"))], 0)
    match.add([Move("flick", "Bob", ("blue",), Table.parse("heartland: red4 blue2"))], 1)
    match.undo(2)
    return match.log.path


def test_version_and_help_need_no_camera_library() -> None:
    code = "import sys; from webui.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    code += "print(sorted({'cv2', 'flask', 'numpy', 'onnxruntime'} & set(sys.modules)))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert out.strip().endswith("[]") and all(name in out for name in COMMANDS)
    assert re.fullmatch(r"pipsight, version \d+\.\d+\.\d+\n", run("--version"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_tells_its_use(command: str) -> None:
    assert "Usage" in run(command, "--help")


def test_an_unknown_command_is_refused() -> None:
    assert "No such command" in run("dance", code=2)


# replay


def test_replay_tells_the_state_as_json(log: Path) -> None:
    told = json.loads(run("replay", log, "--json"))
    assert list(told) == KEYS
    assert (told["game"], told["phase"], told["table"]) == ("die-die-die", "attack", "heartland: red4")
    assert told["totals"] == {"Ann": 0, "Bob": 0, "Cy": 0} and told["order"] == ["Ann", "Bob", "Cy"]
    assert told["outcome"] is None and told["broken"] is None and told["awards"] == [] and told["news"]
    assert set(told["choices"][0]) == {"player", "name", "args", "text", "no"}
    barred = next(c for c in told["choices"] if c["no"])
    assert barred["no"] == "it is Bob's turn"


def test_replay_up_to_an_entry(log: Path) -> None:
    assert json.loads(run("replay", log, "--upto", "2", "--json"))["table"] == "heartland: blue2 red4"
    assert json.loads(run("replay", log, "--upto", "0", "--json"))["table"] == ""
    assert "the log has 3 entries" in run("replay", log, "--upto", "4", code=1)


def test_replay_for_people(log: Path) -> None:
    out = run("replay", log)
    assert "table    heartland: red4" in out and "Bob: flick a blue die" in out and "it is Bob's turn" in out


def test_what_replay_tells_is_what_was_played(log: Path, store: Store) -> None:
    match = Match(store.open(log.stem))
    state, broken = replay(match.rules, *load(log))
    assert broken is None and dump(state) == dump(match.state)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda lines: [*lines, '{"move": 3}'], "line 5"),
        (lambda lines: [*lines, "{"], "line 5"),
        (lambda lines: [lines[0].replace("die-die-die", "chess"), *lines[1:]], "unknown game 'chess'"),
        (lambda lines: [lines[0].replace('"options": []', '"options": ["flying"]'), *lines[1:]], "flying"),
        (lambda lines: [lines[0].replace('"pipsight": 1', '"pipsight": 9'), *lines[1:]], "line 1"),
        (lambda lines: [*lines, '{"move": "dance", "player": "Ann", "args": [], "table": null}'], "line 5: dance Ann"),
        (lambda lines: [lines[0], '{"move": "flick", "player": "Ann", "args": ["red"], "table": null}'], "line 2"),
        (lambda lines: [lines[0].replace("kind = ", "knd = "), *lines[1:]], "knd"),
        (lambda lines: [], "empty"),
    ],
)
def test_a_bad_log_is_named_with_file_and_line(log: Path, change: Any, told: str) -> None:
    lines = change(log.read_text(encoding="utf-8").splitlines())
    log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    out = run("replay", log, code=1)
    assert told in out and log.name in out


def test_a_log_that_is_not_there(tmp_path: Path) -> None:
    assert "nowhere.jsonl" in run("replay", tmp_path / "nowhere.jsonl", code=2)
    assert "is a directory" in run("replay", tmp_path, code=2)


def test_an_illegal_move_in_a_log_is_told_but_what_came_before_stands(log: Path) -> None:
    with log.open("a", encoding="utf-8") as file:
        file.write('{"move": "adjust", "player": "Ann", "args": ["heartland: red4", "amber-gulf"], "table": null}\n')
    out = CliRunner().invoke(main, ["replay", str(log), "--json"])
    told = json.loads(out.stdout)
    assert out.exit_code == 1 and told["broken"]["entry"] == 3 and told["table"] == "heartland: red4"
    assert f"{log.name}, line 5" in out.stderr


@pytest.mark.parametrize("line", ['{"move": "flick", "pl', "garbage\n", '{"move": 3}\n{"undo": 1}\n'])
def test_a_broken_line_is_told_but_what_came_before_stands(log: Path, line: str) -> None:
    """As a crash leaves it, or a hand that edits."""
    before = json.loads(CliRunner().invoke(main, ["replay", str(log), "--json"]).stdout)
    with log.open("a", encoding="utf-8") as file:
        file.write(line)
    out = CliRunner().invoke(main, ["replay", str(log), "--json"])
    told = json.loads(out.stdout)
    assert out.exit_code == 1 and told["broken"]["entry"] == 3
    assert told | {"broken": None} == before
    assert f"{log.name}, line 5" in out.stderr


# serve


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (
            ["--board", "atlantis", "--player", "Ann=red"],
            1,
            "atlantis: no such board; known: krakatoa, pirate-ship, space, world-war",
        ),
        (
            ["--board", "world-war", "--player", "Ann=red", "--player", "Bob=red"],
            1,
            "Bob: Ann has the red dice already",
        ),
        (["--board", "world-war", "--player", "Ann=mauve"], 1, "Ann: no dice are 'mauve'"),
        (["--board", "world-war", "--player", "Ann"], 2, "write NAME=COLOUR"),
        (["--board", "world-war"], 1, "player"),
        (["--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue", "--option", "flying"], 1, "flying"),
        (["--board", "world-war", "--player", "Ann=red", "--game", "chess"], 1, "unknown game 'chess'"),
        (["--player", "Ann=red"], 2, "--player needs --board"),
        (["--match", "x", "--board", "world-war"], 2, "--match goes on with a match"),
        (["--match", "nothing"], 1, "no match 'nothing'"),
        (["--match", "last"], 1, "no match yet"),
        (["--camera", "no such camera"], 1, "no such camera: no such file, folder or camera"),
        (["--camera", "gopher://x"], 1, "addresses may start with"),
        (["--mode", "maybe"], 2, "maybe"),
        (["--port", "99999"], 2, "99999"),
    ],
)
def test_serve_refuses_with_a_clear_word(tmp_path: Path, args: list[str], code: int, told: str) -> None:
    assert told in run("serve", "--data", tmp_path, "--no-browser", *args, code=code)
    Store(tmp_path).close()


def test_serve_refuses_a_port_and_a_folder_in_use(tmp_path: Path, store: Store) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}: taken" in run("serve", "--data", tmp_path, "--port", str(port), code=1)
    assert "another pipsight" in run("serve", "--data", store.folder, "--port", "0", "--no-browser", code=1)


def test_an_empty_video_is_no_camera(tmp_path: Path) -> None:
    clip = tmp_path / "clip.mp4"
    clip.write_bytes(b"")
    assert "clip.mp4" in run("serve", "--data", tmp_path, "--camera", clip, code=1)


@contextmanager
def served(tmp_path: Path, *args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    environment = {**os.environ, "PIPSIGHT_DATA": str(tmp_path)}
    command = [*PIPSIGHT, "serve", "--no-browser", "--port", "0", *args]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    assert child.stdout is not None
    try:
        address = re.search(r"http://\S+", child.stdout.readline())
        assert address
        yield child, address[0]
    finally:
        child.kill()
        child.wait()
        child.stdout.close()


def post(address: str, path: str, said: dict[str, Any]) -> dict[str, Any]:
    headers = {"Content-Type": "application/json", "X-Pipsight": "1"}
    asked = urllib.request.Request(address + path, data=json.dumps(said).encode(), headers=headers)
    with urllib.request.urlopen(asked, timeout=10) as answer:
        told = json.load(answer)
        assert isinstance(told, dict)
        return told


def state(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}state", timeout=10) as answer:
        told = json.load(answer)
        assert isinstance(told, dict)
        return told


PLAYERS = ["--player", "Ann=red", "--player", "Bob=blue"]


@pytest.mark.skipif(os.name == "nt", reason="SIGINT cannot be sent to one process there")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_at_once_also_with_open_streams(tmp_path: Path, how: signal.Signals) -> None:
    with served(tmp_path, "--board", "world-war", *PLAYERS) as (child, address):
        streams = [urllib.request.urlopen(f"{address}events", timeout=10) for _ in range(3)]
        for stream in streams:
            stream.readline()
        began = time.monotonic()
        child.send_signal(how)
        assert child.wait(timeout=10) == 0 and time.monotonic() - began < 2.5
        for stream in streams:
            with suppress(OSError):
                stream.read()
            stream.close()
        assert child.stdout is not None and "everything is saved" in child.stdout.read()


def test_a_match_survives_a_kill_of_the_program(tmp_path: Path) -> None:
    with served(tmp_path, "--board", "world-war", *PLAYERS) as (child, address):
        reading = state(address)["match"]["reading"]
        now = post(address, "dice", {"word": "red4", "space": "heartland", "after": 0, "reading": reading})
        child.kill()
        child.wait()
    with served(tmp_path, "--match", "last") as (_, address):
        again = state(address)
        assert {**again["match"], "reading": 0} == {**now["match"], "reading": 0}
        assert again["dice"] == now["dice"]


def test_eight_pages_may_listen_and_the_ninth_is_told_to_wait(tmp_path: Path) -> None:
    with served(tmp_path, "--board", "world-war", *PLAYERS) as (_, address):
        streams = [urllib.request.urlopen(f"{address}events", timeout=10) for _ in range(8)]
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{address}events", timeout=10)
        assert refused.value.code == 503 and refused.value.headers["Retry-After"] == "5"
        refused.value.close()
        began = time.monotonic()
        with urllib.request.urlopen(f"{address}state", timeout=10) as answer:
            assert answer.status == 200 and time.monotonic() - began < 1
        for stream in streams:
            stream.close()


# doctor


def test_doctor_tells_what_it_finds(tmp_path: Path) -> None:
    told = json.loads(CliRunner().invoke(main, ["doctor", "--json", "--data", str(tmp_path), "--port", "0"]).stdout)
    what = [finding["what"] for finding in told["findings"]]
    assert {"python", "opencv", "cameras", "data folder", "port", "flask"} <= set(what)
    assert told["well"] == all(finding["well"] for finding in told["findings"])


def test_doctor_finds_two_opencvs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "installed", lambda name: "5.0.0.93" if name.endswith(("python", "headless")) else "")
    (finding,) = doctor.opencv()
    assert not finding.well and "they share one folder" in finding.found


def test_doctor_finds_a_spoilt_model(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "good.onnx").write_bytes(b"x")
    (tmp_path / "manifest.json").write_text(
        json.dumps({"good.onnx": {"sha256": "00"}, "gone.onnx": {"sha256": "00"}, "odd.onnx": 3})
    )
    monkeypatch.setattr(doctor, "files", lambda package: tmp_path)
    found = {finding.what: finding for finding in doctor.models()}
    assert not any(finding.well for finding in found.values()) and "manifest says 00" in found["model good.onnx"].found
    (tmp_path / "manifest.json").write_text("{")
    assert [finding.well for finding in doctor.models()] == [False]


def test_doctor_finds_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (finding,) = doctor.folder(str(tmp_path / "file"))
    assert not finding.well and "file" in finding.found


def test_doctor_finds_a_taken_port() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        (finding,) = doctor.free(taken.getsockname()[1])
    assert not finding.well and "taken by another program" in finding.found
