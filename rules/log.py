"""The log of one match: what was done, undone and corrected. Nothing in it is ever erased or changed.

A log file is JSON Lines in UTF-8: one object a line, a line break after each.

The first line is the whole setup, so that a match never depends on a file that someone may edit::

    {"pipsight": 1, "rules": 1, "game": "die-die-die",
     "players": [{"name": "Ann", "colours": ["red"], "sheet": ""}],
     "sheets": ["<the text of the board's TOML file>"], "options": ["high-towers"]}

- ``pipsight`` is the version of this format, ``rules`` that of the rules' behaviour; players stand in seating order;
  ``sheet`` is a player's own sheet, "" where a game has none.

Every other line is an entry; entries are counted from 0, and ``undo`` and ``correct`` speak of these numbers:

- ``{"move": "flick", "player": "Ann", "args": ["red"], "table": "north: red4"}`` is a move. ``table`` is how the dice
  were seen to lie after it, in the notation of `table.py`, or null where the rules computed it; a ``reason`` stands
  where the people insisted on what the rules bar or find odd.
- ``{"undo": 5}`` goes back to how things stood after 5 entries; a redo is an undo to a later entry.
- ``{"correct": 3, "move": ...}`` is what entry 3 should have said, with all keys of a move.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from .boardfile import once
from .core import Game, IllegalMove, Move, Player, S, Setup, begin, play
from .table import Table
from .values import showable

MOST = 64 << 20  # bytes of a log: a long match has some ten thousand
FORMAT = RULES = 1
NAMES: dict[type, str] = {str: "a text", int: "a whole number", list: "a list"}
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to how things stood after so many entries; redo is an Undo to a later one."""

    to: int


@dataclass(frozen=True, slots=True)
class Correct:
    """What entry `entry` should have said."""

    entry: int
    move: Move


Entry = Move | Undo | Correct


class Stale(ValueError):
    """The log has grown since the page that sends this entry was drawn."""


class BadLog(ValueError):
    """A log cannot be read: in which file (if any), on which line (from 1), and why.

    `torn` tells a last line that was cut while it was written, as a crash leaves it; the first `whole` bytes of the
    file are complete lines.
    """

    def __init__(self, reason: str, line: int = 0, file: str = "", torn: bool = False, whole: int = 0) -> None:
        """The reason, and as much of its place as is known."""
        self.reason, self.line, self.file, self.torn, self.whole = reason, line, file, torn, whole
        place = f"{file}, line {line}" if file and line else file or (f"line {line}" if line else "log")
        super().__init__(f"{place}: {reason}")


@dataclass(frozen=True, slots=True)
class Broken:
    """The first entry that the rules no longer know, and why."""

    entry: int
    why: str


def live(entries: Sequence[Entry]) -> tuple[tuple[int, Move], ...]:
    """The moves that count, each with the number of the entry that made it."""
    found: list[tuple[int, Move]] = []
    said: dict[int, Move] = {}  # the last correction of each entry
    n = len(entries)
    while n:  # from the end, as only the way that led there counts
        match entries[n - 1]:
            case Undo(to):
                n = to
                continue
            case Correct(which, move):
                said.setdefault(which, move)
            case Move() as move:
                found.append((n - 1, said.get(n - 1, move)))
        n -= 1
    return tuple(reversed(found))


def replay(game: Game[S], setup: Setup, entries: Sequence[Entry]) -> tuple[S, Broken | None]:
    """The state after the log; or up to the first move that the rules no longer know, and why.

    Moves are played `anyway`: what the people insisted on once stays done.

    Raises:
        BadSetup: The setup cannot be played.
    """
    state = begin(game, setup)
    for n, move in live(entries):
        try:
            state = play(game, state, move, anyway=True)
        except IllegalMove as no:
            return state, Broken(n, str(no))
    return state, None


def append(entries: list[Entry], entry: Entry, after: int) -> None:
    """Add an entry by someone who has seen `after` entries.

    Raises:
        Stale: Others came in between.
    """
    if len(entries) != after:
        come = len(entries) - after
        raise Stale(f"{come} entries came in between" if come > 0 else f"the log has only {len(entries)} entries")
    entries.append(entry)


def header(setup: Setup) -> str:
    """The first line of a log, without its line break."""
    players = [{"name": p.name, "colours": list(p.colours), "sheet": p.sheet} for p in setup.players]
    told = {"pipsight": FORMAT, "rules": RULES, "game": setup.game, "players": players}
    return json.dumps(told | {"sheets": list(setup.sheets), "options": sorted(setup.options)}, ensure_ascii=False)


def dumps(entry: Entry) -> str:
    """An entry as a line, without its line break."""
    match entry:
        case Move():
            told = as_json(entry)
        case Undo(to):
            told = {"undo": to}
        case Correct(which, move):
            told = {"correct": which, **as_json(move)}
    return json.dumps(told, ensure_ascii=False)


def as_json(move: Move) -> dict[str, Any]:
    """A move in the words of JSON."""
    table = None if move.table is None else str(move.table)
    told = {"move": move.name, "player": move.player, "args": list(move.args), "table": table}
    return told | ({"reason": move.reason} if move.reason else {})


def parse_header(line: str) -> Setup:
    """The setup that a log's first line tells.

    Raises:
        BadLog: With line 1 and the reason.
    """
    try:
        d = mapping(line, {"pipsight", "rules", "game", "players", "sheets", "options"})
        for key, known in (("pipsight", FORMAT), ("rules", RULES)):
            if d[key] != known or isinstance(d[key], bool):
                raise ValueError(f"{key} is {d[key]!r}, this program reads {known}")
        players = tuple(parse_player(p) for p in a(list, d["players"], "players"))
        return Setup(word(d["game"], "game"), players, texts(d, "sheets"), frozenset(words(d, "options")))
    except ValueError as e:
        raise BadLog(str(e), 1) from None


def parse_player(told: object) -> Player:
    """A player of the first line; raises ValueError."""
    d = keys(told, {"name", "colours", "sheet"}, "a player")
    return Player(word(d["name"], "name"), words(d, "colours"), a(str, d["sheet"], "sheet"))


def loads(lines: Iterable[str]) -> list[Entry]:
    """The entries that these lines tell: a log's lines from its second on.

    Raises:
        BadLog: With the line, counted in the whole log, and the reason.
    """
    out: list[Entry] = []
    for n, line in enumerate(lines, 2):
        try:
            out.append(parse_entry(line, out))
        except ValueError as e:
            raise BadLog(str(e), n) from None
    return out


def parse_entry(line: str, so_far: Sequence[Entry]) -> Entry:
    """One entry after those before it; raises ValueError."""
    d = mapping(line, None)
    if "undo" in d:
        to = a(int, keys(d, {"undo"}, "an undo")["undo"], "undo")
        if not 0 <= to <= len(so_far):
            raise ValueError(f"undo to {to}, but {len(so_far)} entries stand before it")
        return Undo(to)
    known = {"move", "player", "args", "table", *({"reason"} & set(d))}
    if "correct" not in d:
        return parse_move(keys(d, known, "a move"))
    which = a(int, keys(d, known | {"correct"}, "a correction")["correct"], "correct")
    if not 0 <= which < len(so_far) or not isinstance(so_far[which], Move):
        raise ValueError(f"correct: entry {which} is not a move before it")
    return Correct(which, parse_move(d))


def parse_move(d: dict[str, Any]) -> Move:
    """A move; raises ValueError."""
    args = a(list, d["args"], "args")
    if not all(type(x) in (str, int) for x in args):
        raise ValueError(f"args: {args!r} holds more than words and whole numbers")
    args = [word(x, "args") if isinstance(x, str) else x for x in args]
    table = None if d["table"] is None else Table.parse(a(str, d["table"], "table"))
    said = word(d.get("reason", ""), "reason")
    return Move(word(d["move"], "move"), word(d["player"], "player"), tuple(args), table, said)


def mapping(line: str, known: set[str] | None) -> dict[str, Any]:
    """The JSON object of a line, with these keys if any are named; raises ValueError."""
    try:
        told = json.loads(line, object_pairs_hook=once)
    except RecursionError:
        raise ValueError("not JSON that this program reads: nested too deeply") from None
    except ValueError as e:
        raise ValueError(f"not JSON: {e}") from None
    return keys(told, known, "the line")


def keys(told: object, known: set[str] | None, what: str) -> dict[str, Any]:
    """A JSON object that has exactly these keys; raises ValueError."""
    if not isinstance(told, dict):
        raise ValueError(f"{what} is not an object")
    if known is not None and set(told) != known:
        wrong = [f"{k!r} is missing" for k in sorted(known - set(told))]
        wrong += [f"{k!r} is unknown" for k in sorted(set(told) - known)]
        raise ValueError(f"{what}: {', '.join(wrong)}")
    return told


def a(kind: type[T], value: object, key: str) -> T:
    """A value of this kind; raises ValueError."""
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"{key}: {value!r} is not {NAMES[kind]}")
    return value


def texts(d: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts; raises ValueError."""
    return tuple(a(str, x, key) for x in a(list, d[key], key))


def words(d: dict[str, Any], key: str) -> tuple[str, ...]:
    """A list of texts that can be shown in a line; raises ValueError."""
    return tuple(word(x, key) for x in a(list, d[key], key))


def word(value: object, key: str) -> str:
    """A text that can be shown in a line: these come to the terminal and the page; raises ValueError."""
    text = a(str, value, key)
    if not showable(text):
        raise ValueError(f"{key}: {text!r} holds characters that cannot be shown")
    return text


def load(path: Path | str) -> tuple[Setup, list[Entry]]:
    """The setup and the entries of a log file.

    Raises:
        BadLog: With file, line and reason; `torn` and `whole` tell a last line that was cut while it was written.
        OSError: The file cannot be read.
    """
    with Path(path).open("rb") as file:
        data = file.read(MOST + 1)  # a device may have no end
    if len(data) > MOST:
        raise BadLog(f"larger than {MOST >> 20} MiB: not a log", 0, str(path))
    whole = data.rfind(b"\n") + 1
    lines = data.removesuffix(b"\n").split(b"\n")
    try:
        told = (text(line, n) for n, line in enumerate(lines, 1))
        return parse_header(next(told, "")), loads(told)
    except BadLog as bad:
        torn = bad.line == len(lines) and whole < len(data)
        reason = "the line was cut while it was written" if torn else bad.reason
        raise BadLog(reason if data else "the file is empty", bad.line, str(path), torn, whole) from None


def text(line: bytes, n: int) -> str:
    """A line as text; raises BadLog."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise BadLog("not UTF-8 text", n) from None
