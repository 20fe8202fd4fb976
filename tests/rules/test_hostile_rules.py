"""Logs, tables and boards made to break a parser: each is refused in one line that names file, place and reason."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from rules import game, log, sheet
from rules.boardfile import CORNERS, BadSheet
from rules.core import BadSetup, IllegalMove, Move, Player, Setup, begin, explain, play
from rules.die_die_die.sheets import parse
from rules.log import BadLog, Correct, Entry, Stale, Undo, live
from rules.table import EMPTY, Table
from tests.rules.test_log import logs

DATA = Path(__file__).parent / "data"
PLAYERS = (Player("Ann", ("red",)), Player("Bob", ("blue",)))
SETUP = Setup("die-die-die", PLAYERS, (sheet.text("world-war"),))
MOVE = {"move": "flick", "player": "Ann", "args": ["red"], "table": "heartland: red4"}
TOO_MANY = Table.parse("heartland: " + "red4 " * 251)


def refused(tmp_path: Path, *lines: str) -> str:
    file = tmp_path / "odd.jsonl"
    file.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(BadLog) as bad:
        log.load(file)
    assert str(bad.value).startswith(f"{file}, line {len(lines)}: ")
    return str(bad.value)


@pytest.mark.parametrize("odd", ["\x1b[2J", "a\nb", "\ud800", "\x9b", "\u2028"])
@pytest.mark.parametrize("key", ["move", "player", "args"])
def test_a_log_gives_no_orders_to_a_terminal(tmp_path: Path, key: str, odd: str) -> None:
    told = json.dumps({**MOVE, key: [odd] if key == "args" else odd})
    assert f"{key}: {odd!r} holds characters that cannot be shown" in refused(tmp_path, log.header(SETUP), told)


@pytest.mark.parametrize("key", ["game", "options"])
def test_nor_does_its_setup(tmp_path: Path, key: str) -> None:
    told = json.loads(log.header(SETUP))
    told[key] = "\x1b" if key == "game" else ["\x1b"]
    assert f"{key}: '\\x1b' holds" in refused(tmp_path, json.dumps(told))
    told = json.loads(log.header(SETUP))
    told["players"][0]["name"] = "\ud800"
    assert "name: '\\ud800' holds" in refused(tmp_path, json.dumps(told))


def test_a_match_with_such_a_name_does_not_begin() -> None:
    setup = replace(SETUP, players=(Player("A\x1bn", ("red",)), PLAYERS[1]))
    with pytest.raises(BadSetup, match=r"'A\\x1bn' holds characters that cannot be shown"):
        begin(game("die-die-die"), setup)


def test_a_key_that_stands_twice_is_no_riddle(tmp_path: Path) -> None:
    assert "'undo' stands twice" in refused(tmp_path, log.header(SETUP), '{"undo": 0, "undo": 0}')


def test_a_file_without_an_end_is_not_read_to_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="/dev/zero: larger than 0 MiB"):
        monkeypatch.setattr(log, "MOST", 1000)
        log.load("/dev/zero")


def test_a_page_of_another_match_is_stale_in_words() -> None:
    with pytest.raises(Stale, match="the log has only 0 entries"):
        log.append([], Undo(0), 5)


def stood(entries: list[Entry]) -> tuple[tuple[int, Move], ...]:
    """What `live` tells, by its definition: how things stood after each entry."""
    found: list[tuple[tuple[int, Move], ...]] = [()]
    for n, entry in enumerate(entries):
        if isinstance(entry, Undo):
            found.append(found[entry.to])
        elif isinstance(entry, Correct):
            found.append(tuple((i, entry.move if i == entry.entry else m) for i, m in found[n]))
        else:
            found.append((*found[n], (n, entry)))
    return found[-1]


@given(logs())
def test_what_counts_is_told_from_the_end_as_from_the_start(entries: list[Entry]) -> None:
    assert live(entries) == stood(entries)


def test_a_log_of_a_hundred_thousand_moves_fits_the_memory() -> None:
    assert len(live([Move("flick", "Ann")] * 100_000)) == 100_000


def test_more_dice_than_a_table_can_hold_are_not_thought_about() -> None:
    rules = game("die-die-die")
    state = begin(rules, SETUP)
    for anyway in (False, True):
        with pytest.raises(IllegalMove, match="251 dice are told, at most 250 can be"):
            play(rules, state, Move("flick", "Ann", ("red",), TOO_MANY), anyway)
    with pytest.raises(IllegalMove, match="251 dice"):
        play(rules, state, Move("flick", "Ann", ("red",), Table.parse("heartland: " + "^".join(["red4"] * 251))))
    assert explain(rules, state, TOO_MANY) == ()


@pytest.mark.parametrize("word", ["red" + "9" * 4000, "red4+" + "9" * 4000])
def test_a_figure_of_thousands_of_digits_is_no_die(word: str) -> None:
    with pytest.raises(ValueError, match="not a die"):
        Table.parse(f"north: {word}")
    assert Table.parse("") == EMPTY


def board(tmp_path: Path, change: Any = None, old: str = "", new: str = "", geo: str = "") -> str:
    text = (DATA / "mini.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "mini.toml").write_text(text.replace(old, new, 1) if old else text, encoding="utf-8")
    shapes = json.loads((DATA / "mini.geo.json").read_text(encoding="utf-8"))
    if change:
        change(shapes["spaces"])
    (tmp_path / "mini.geo.json").write_text(geo or json.dumps(shapes), encoding="utf-8")
    with pytest.raises(BadSheet) as bad:
        sheet.load(tmp_path / "mini.toml")
    return str(bad.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("eras = 3", "eras = 0x" + "f" * 6000, "mini.toml: cannot be read"),
        ("eras = 3", f"eras = {10**400}", "mini.toml: eras: must be a whole number from 1 to 1000000"),
        ("width = 240.0", f"width = {10**400}", "mini.toml: width: must be a number from 1 to 1000000"),
        ("width = 240.0", "width = 1e300", "mini.toml: width: must be a number"),
        ('title = "Mini"', 'title = "\\u001b[2J"', "mini.toml: title: must be a text that can be shown"),
        ('title = "Mini"', '"\\u001b[2J" = 1', "mini.toml: \\x1b[2J: is unknown"),
        ('title = "Mini"', "a." * 3000 + "a = 1", "mini.toml: "),
    ],
)
def test_words_of_a_board_without_measure(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in board(tmp_path, old=old, new=new)


def test_the_rules_refuse_them_as_well() -> None:
    for odd in ("eras = 0x" + "f" * 6000, "id = 0x" + "f" * 6000, "["):
        with pytest.raises(BadSheet, match=r"^board: cannot be read"):
            parse(odd)
    with pytest.raises(BadSheet, match=r"must be tables, \[\[space\]\], at most 500"):
        parse("".join(f'[[space]]\nid = "s{n}"\ntitle = "S"\n' for n in range(501)))


def test_shapes_without_measure(tmp_path: Path) -> None:
    far = [[0, 0], [10, 0], [10, 10**400]]
    assert "spaces.north: must be a list of polygons" in board(tmp_path, lambda s: s.update(north=[far]))
    many = [[n / 100, 10 + n % 2] for n in range(CORNERS + 1)]
    assert f"corners, at most {CORNERS} are read" in board(tmp_path, lambda s: s.update(north=[many]))
    assert "'spaces' stands twice" in board(tmp_path, geo='{"spaces": {}, "spaces": {}}')
