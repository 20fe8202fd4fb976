"""Logs: written, read, replayed, undone, corrected; and refused with line and reason."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_table import tables

from rules import GAMES
from rules.core import Move, Player, Setup, begin
from rules.log import (
    BadLog,
    Correct,
    Entry,
    Stale,
    Undo,
    append,
    dumps,
    header,
    live,
    load,
    loads,
    parse_header,
    replay,
)
from rules.table import Table

words = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=12)  # what a line can show
moves = st.builds(Move, words, words, st.lists(st.one_of(words, st.integers(-9, 9)), max_size=3).map(tuple),
                  st.one_of(st.none(), tables))  # fmt: skip


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """Entries in an order that a log may have."""
    out: list[Entry] = []
    for _ in range(draw(st.integers(0, 8))):
        done = [n for n, e in enumerate(out) if isinstance(e, Move)]
        kind = draw(st.sampled_from(["move", "undo", "correct"]))
        if kind == "undo":
            out.append(Undo(draw(st.integers(0, len(out)))))
        elif kind == "correct" and done:
            out.append(Correct(draw(st.sampled_from(done)), draw(moves)))
        else:
            out.append(draw(moves))
    return out


setups = st.builds(
    Setup,
    words,
    st.lists(st.builds(Player, words, st.lists(words, max_size=2).map(tuple), words), max_size=3).map(tuple),
    st.lists(words, max_size=2).map(tuple),
    st.frozensets(words, max_size=3),
)


@given(setups, logs())
def test_a_log_is_read_as_it_is_written(setup: Setup, entries: list[Entry]) -> None:
    lines = [header(setup), *map(dumps, entries)]
    assert all("\n" not in line and "\r" not in line for line in lines)
    assert parse_header(lines[0]) == setup and loads(lines[1:]) == entries


@given(logs())
def test_undo_and_redo(entries: list[Entry]) -> None:
    for to in range(len(entries) + 1):
        assert live([*entries, Undo(to)]) == live(entries[:to])
        assert live([*entries, Undo(to), Undo(len(entries))]) == live(entries)


def test_a_correction_stands_in_the_place_of_its_entry() -> None:
    a, b, c = Move("a"), Move("b"), Move("c")
    assert live([a, b, Correct(0, c)]) == ((0, c), (1, b))
    assert live([a, b, Correct(0, c), Undo(2)]) == ((0, a), (1, b))
    assert live([a, b, Undo(1), Correct(1, c)]) == ((0, a),)  # what is undone is not brought back


def test_stale() -> None:
    entries: list[Entry] = [Move("a")]
    append(entries, Move("b"), 1)
    with pytest.raises(Stale, match="1 entries came in between"):
        append(entries, Move("b"), 1)
    assert entries == [Move("a"), Move("b")]


@pytest.fixture
def lines(setup: Setup) -> list[str]:
    entries: list[Entry] = [
        Move("flick", "Ann", ("red",), Table.parse("north: red4")),
        Move("flick", "Bob", ("blue",), Table.parse("north: red4 blue2")),
        Undo(1),
        Correct(0, Move("flick", "Ann", ("red",), Table.parse("south: red6"))),
    ]
    return [header(setup), *map(dumps, entries)]


def saved(tmp_path: Path, *lines: str, end: str = "\n") -> Path:
    path = tmp_path / "match.jsonl"
    path.write_bytes(("\n".join(lines) + end).encode())
    return path


def test_load(tmp_path: Path, lines: list[str], setup: Setup) -> None:
    told, entries = load(saved(tmp_path, *lines))
    assert told == setup and len(entries) == 4
    state, broken = replay(GAMES[told.game], told, entries)
    assert broken is None and str(state.table) == "south: red6"
    assert replay(GAMES[told.game], told, [])[0] == begin(GAMES[told.game], told)


def test_a_complete_last_line_may_lack_its_line_break(tmp_path: Path, lines: list[str]) -> None:
    assert len(load(saved(tmp_path, *lines, end=""))[1]) == 4


def test_a_torn_last_line_keeps_all_before_it(tmp_path: Path, lines: list[str]) -> None:
    for cut in range(1, len(lines[-1])):
        path = saved(tmp_path, *lines[:-1], lines[-1][:cut], end="")
        with pytest.raises(BadLog) as bad:
            load(path)
        assert bad.value.torn and bad.value.line == 5 and "match.jsonl, line 5: the line was cut" in str(bad.value)
        whole = path.read_bytes()[: bad.value.whole]
        path.write_bytes(whole)
        assert len(load(path)[1]) == 3


def test_a_torn_character_is_torn_too(tmp_path: Path, lines: list[str]) -> None:
    path = saved(tmp_path, *lines)
    path.write_bytes(path.read_bytes() + b'{"move": "\xc3')
    with pytest.raises(BadLog) as bad:
        load(path)
    assert bad.value.torn and bad.value.line == 6


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON"),
        ("", "not JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "the line is not an object"),
        ('{"undo": 9}', "undo to 9, but 1 entries stand before it"),
        ('{"undo": -1}', "undo to -1"),
        ('{"undo": true}', "undo: True is not a whole number"),
        ('{"undo": 0, "why": ""}', "'why' is unknown"),
        ('{"correct": 1, "move": "a", "player": "", "args": [], "table": null}', "entry 1 is not a move before it"),
        ('{"move": "a", "player": "", "args": []}', "a move: 'table' is missing"),
        ('{"move": 1, "player": "", "args": [], "table": null}', "move: 1 is not a text"),
        ('{"move": "a", "player": "", "args": "x", "table": null}', "args: 'x' is not a list"),
        ('{"move": "a", "player": "", "args": [1.5], "table": null}', "holds more than words and whole numbers"),
        ('{"move": "a", "player": "", "args": [true], "table": null}', "holds more than words and whole numbers"),
        ('{"move": "a", "player": "", "args": [], "table": "north: red"}', "not a die: 'red' in north: red"),
        ('{"move": "a", "player": "", "args": [], "table": null, "x": 1}', "'x' is unknown"),
    ],
)  # fmt: skip
def test_a_broken_line_is_named(tmp_path: Path, lines: list[str], line: str, reason: str) -> None:
    with pytest.raises(BadLog) as bad:
        load(saved(tmp_path, *lines[:2], line, lines[3]))
    assert bad.value.line == 3 and not bad.value.torn and reason in bad.value.reason
    assert bad.value.file.endswith("match.jsonl") and str(bad.value).startswith(bad.value.file)


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("pipsight", 2, "pipsight is 2, this program reads 1"),
        ("pipsight", True, "pipsight is True"),
        ("rules", "1", "rules is '1'"),
        ("game", None, "game: None is not a text"),
        ("players", {}, "players: {} is not a list"),
        ("players", [3], "a player is not an object"),
        ("players", [{"name": "Ann"}], "'colours' is missing"),
        ("players", [{"name": "Ann", "colours": [1], "sheet": ""}], "colours: 1 is not a text"),
        ("sheets", "x", "sheets: 'x' is not a list"),
        ("options", [1], "options: 1 is not a text"),
        ("extra", 1, "'extra' is unknown"),
    ],
)
def test_a_bad_first_line_is_named(lines: list[str], key: str, value: object, reason: str) -> None:
    with pytest.raises(BadLog) as bad:
        parse_header(json.dumps(json.loads(lines[0]) | {key: value}))
    assert bad.value.line == 1 and reason in bad.value.reason


def test_empty_and_foreign_files(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_bytes(b"")
    with pytest.raises(BadLog, match="the file is empty"):
        load(empty)
    picture = tmp_path / "picture.jpg"
    picture.write_bytes(bytes(range(256)) * 20 + b"\n")
    with pytest.raises(BadLog, match="line 1: not JSON"):
        load(picture)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(data)
    with pytest.raises(BadLog):
        load(path)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Move("fly", "Ann"), "fly Ann: not offered in attack"),
        (Move("flick", "Eve", ("red",), Table()), "flick Eve red: not offered"),
        (Move("flick", "Ann", ("pink",), Table()), "flick Ann pink: not offered"),
        (Move("flick", "Ann", ("red",)), "needs the table as it is seen"),
    ],
)
def test_a_log_that_the_rules_do_not_know_is_played_up_to_there(setup: Setup, move: Move, why: str) -> None:
    flicks: list[Entry] = [
        Move("flick", "Ann", ("red",), Table.parse("north: red4")),
        Move("flick", "Bob", ("blue",), Table.parse("north: red4 blue1")),
        Move("flick", "Cy", ("green",), Table.parse("north: red4 blue1 green1")),
    ]
    state, broken = replay(GAMES["die-die-die"], setup, [*flicks, move, *flicks])
    assert broken is not None and broken.entry == 3 and why in broken.why
    assert str(state.table) == "north: blue1 green1 red4"


def test_a_reason_is_written_only_where_there_is_one() -> None:
    move = Move("flick", "Ann", ("red",), Table.parse("north: red4"))
    assert "reason" not in dumps(move)
    said = replace(move, reason="it rolled off my sleeve")
    assert loads([dumps(said)]) == [said] and said.bare == Move("flick", "Ann", ("red",))
    with pytest.raises(BadLog, match="characters that cannot be shown"):
        loads([dumps(replace(move, reason="a\nb"))])
