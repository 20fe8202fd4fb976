"""Where matches live: one JSON Lines log a match, in the data folder, with a small file beside it for the desk.

The log (rules/log.py) is the match. The desk is what belongs to this table and not to the rules: the camera, the four
corners, where each die lay. A log is written, flushed and synced before anybody is told.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from rules.core import BadSetup, Setup
from rules.log import BadLog, Entry, dumps, header, load

from .lock import hold

ID = re.compile(r"[0-9a-z][0-9a-z-]{0,60}")


class BadStore(RuntimeError):
    """A match cannot be read or written; names the file and the reason."""


class NoSuchMatch(BadStore):
    """The store has no match of this id."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One line in the list of matches; `trouble` tells why it cannot be opened."""

    id: str
    setup: Setup | None
    entries: int
    changed: float  # seconds since the epoch
    trouble: str = ""


def data_folder(given: str | None = None) -> Path:
    """The folder of the matches: the one given, else that of PIPSIGHT_DATA, else the system's place for such data."""
    return Path(given or os.environ.get("PIPSIGHT_DATA") or platformdirs.user_data_dir("pipsight", appauthor=False))


class LogFile:
    """The log of one match on disk, and what it says."""

    def __init__(self, path: Path, setup: Setup, entries: list[Entry], repaired: str = "") -> None:
        """A log that lies on disk as these entries."""
        self.path = path
        self.setup = setup
        self.entries = entries
        self.repaired = repaired
        self._size = path.stat().st_size

    @property
    def id(self) -> str:
        """The name by which pages call the match."""
        return self.path.stem

    def append(self, entries: Sequence[Entry]) -> None:
        """Write entries to the disk, then keep them; raises BadStore and leaves the file as it was."""
        self._size = _write(self.path, "".join(dumps(entry) + "\n" for entry in entries), self._size)
        self.entries.extend(entries)

    def desk(self) -> dict[str, Any]:
        """What was kept beside the log; empty where nothing (readable) is."""
        try:
            kept = json.loads(_beside(self.path).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def keep_desk(self, desk: dict[str, Any]) -> None:
        """Keep the desk beside the log; raises BadStore."""
        aside = _beside(self.path)
        fresh = aside.with_suffix(".new")
        try:
            fresh.write_text(json.dumps(desk), encoding="utf-8")
            os.replace(fresh, aside)
        except OSError as why:
            raise BadStore(f"{aside}: {why.strerror}") from None


class Store:
    """The matches in one folder, held against a second program."""

    def __init__(self, folder: Path) -> None:
        """Make and lock the folder; raises BadStore, and lock.Taken where another program has it."""
        self.folder = folder
        try:
            (folder / "matches").mkdir(parents=True, exist_ok=True)
            self._lock = hold(folder / "pipsight.lock")
        except OSError as why:
            raise BadStore(f"{folder}: {why.strerror}") from None

    def close(self) -> None:
        """Let another program have the folder."""
        self._lock.close()

    def create(self, setup: Setup) -> LogFile:
        """A new match with nothing played; raises BadStore."""
        path = self._path(time.strftime("%Y%m%d-%H%M%S-") + secrets.token_hex(2))
        _write(path, header(setup) + "\n", 0)
        return LogFile(path, setup, [])

    def open(self, match: str) -> LogFile:
        """The match of this id, its last line mended if a crash tore it; raises BadStore."""
        path = self._path(match)
        if not path.is_file():
            raise NoSuchMatch(f"no match {match!r} in {self.folder}")
        return _mended(path)

    def matches(self) -> list[Listed]:
        """Every match in the folder, the last one played first."""
        found = [_listed(path) for path in (self.folder / "matches").glob("*.jsonl")]
        return sorted(found, key=lambda match: match.changed, reverse=True)

    def _path(self, match: str) -> Path:
        if not ID.fullmatch(match):
            raise NoSuchMatch(f"not a match: {match[:60]!r}")
        return self.folder / "matches" / f"{match}.jsonl"


def _beside(path: Path) -> Path:
    return path.with_suffix(".desk")


def _listed(path: Path) -> Listed:
    try:
        changed = path.stat().st_mtime
        if not path.is_file():
            return Listed(path.stem, None, 0, changed, f"{path.name}: not a file")
        setup, entries = load(path)
    except BadLog as why:
        if not why.torn:
            return Listed(path.stem, None, 0, changed, str(why))
        return Listed(path.stem, None, 0, changed, "its last line is torn; opening it mends that")
    except (OSError, BadSetup) as why:
        return Listed(path.stem, None, 0, 0.0, f"{path.name}: {why}")
    return Listed(path.stem, setup, len(entries), changed)


def _mended(path: Path) -> LogFile:
    try:
        whole = path.read_bytes()
        log = LogFile(path, *load(path))
    except OSError as why:
        raise BadStore(f"{path}: {why.strerror}") from None
    except BadLog as why:
        if why.line < 2 or (why.torn and not why.whole):
            raise BadStore(str(why)) from None
        return _cut_torn(path, whole, why.whole) if why.torn else _saved(path, whole, why)
    if not whole.endswith(b"\n"):  # the crash took the line's end only
        _write(path, "\n", len(whole))
        return LogFile(path, log.setup, log.entries)
    return log


def _saved(path: Path, whole: bytes, why: BadLog) -> LogFile:
    """A new match of the entries before a damaged line; the damaged file is left as it is."""
    fresh = path.with_name(f"{path.stem}-saved{path.suffix}")
    good = b"\n".join(whole.split(b"\n")[: why.line - 1]) + b"\n"
    try:
        if not fresh.exists():
            _write(fresh, good.decode(), 0)
        setup, entries = load(fresh)
    except OSError as no:
        raise BadStore(f"{fresh}: {no.strerror}") from None
    except (BadLog, UnicodeDecodeError):
        raise BadStore(str(why)) from None
    told = f"{why}; the {why.line - 2} entries before it go on as {fresh.stem}, the damaged file is left as it is"
    return LogFile(fresh, setup, entries, told)


def _cut_torn(path: Path, whole: bytes, good: int) -> LogFile:
    """The complete lines of a log, the first `good` bytes; the file as it was is kept beside it."""
    copy = path.with_suffix(time.strftime(".torn-%Y%m%d-%H%M%S"))
    try:
        copy.write_bytes(whole)
        with path.open("r+b") as log:
            log.truncate(good)
            os.fsync(log.fileno())
        setup, entries = load(path)
    except OSError as why:
        raise BadStore(f"{path}: {why.strerror}") from None
    except BadLog as why:
        raise BadStore(str(why)) from None
    torn = f"the last line of {path.name} was torn when the program stopped ({len(whole) - good} bytes)"
    return LogFile(path, setup, entries, f"{torn} and is left out; the file as it was is kept as {copy.name}")


def _write(path: Path, text: str, before: int) -> int:
    """Append text to a file that is as it was left, `before` bytes long (0: a new one), and sync it; its new length.

    A write that fails half way is taken back.
    """
    try:
        with path.open("r+b" if before else "xb") as log:
            if log.seek(0, os.SEEK_END) != before:
                raise BadStore(f"{path}: another program has changed this log; open the match again")
            log.write(text.encode())
            log.flush()
            os.fsync(log.fileno())
            return log.tell()
    except OSError as why:
        if not isinstance(why, FileExistsError):
            _cut(path, before)
        raise BadStore(f"{path}: {why.strerror or why}") from None


def _cut(path: Path, size: int) -> None:
    try:
        if size:
            os.truncate(path, size)
        else:
            path.unlink()
    except OSError:
        return  # nothing more can be done here; the next opening mends the torn line
