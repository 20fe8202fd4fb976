"""The tower sheets and ruler sheets that a table can play with: those that ship, and its own in the data folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.boardfile import BadSheet, Problem, toml
from rules.core import BadSetup, Setup
from rules.dice_horde.checks import ruler_sheet, tower_sheet
from rules.dice_horde.layout import board
from rules.dice_horde.sheets import GAME, RulerSheet, TowerSheet
from rules.dice_horde.shipped import ruler_sheets, tower_sheets
from rules.sheet import Sheet

from .store import BadStore

KINDS = ("tower", "ruler")
BLANK = ("Ann", ("yellow", "red", "green", "white"))  # who plays on a drawing that no match belongs to


@dataclass(frozen=True, slots=True)
class Listed:
    """A sheet that can be chosen: a shipped one, or one of the table's own; `trouble` tells why it cannot be used."""

    id: str
    title: str
    kind: str
    own: bool
    trouble: str = ""
    ruler: str = ""  # of a tower sheet: the ruler sheet that goes with it
    rounds: int = 0


def folder(home: Path) -> Path:
    """Where a table's own sheets lie in the data folder."""
    return home / "sheets" / GAME


def files(kind: str, home: Path | None) -> dict[str, tuple[Path, bool]]:
    """Every sheet of a kind by its id, with whether it is the table's own; shipped ids cannot be taken."""
    shipped = tower_sheets() if kind == "tower" else ruler_sheets()
    own = sorted((folder(home) / kind).glob("*.toml")) if home else []
    return {p.stem: (p, True) for p in own} | {name: (p, False) for name, p in shipped.items()}


def text(kind: str, name: str, home: Path | None) -> str:
    """The text of a sheet; raises BadSheet for an unknown one or one that cannot be read."""
    known = files(kind, home)
    if name not in known:
        raise BadSheet((Problem(f"{kind} sheets", name, f"no such sheet; known: {', '.join(sorted(known))}"),))
    try:
        return known[name][0].read_text(encoding="utf-8")
    except (OSError, ValueError) as why:
        raise BadSheet((Problem(known[name][0].name, "", f"cannot be read: {why}"),)) from None


def listed(home: Path | None) -> list[Listed]:
    """Every sheet, shipped ones first."""
    found = [_listed(kind, name, own, home) for kind in KINDS for name, (_, own) in files(kind, home).items()]
    return sorted(found, key=lambda one: (KINDS.index(one.kind), one.own, one.title))


def _listed(kind: str, name: str, own: bool, home: Path | None) -> Listed:
    try:
        told = read(text(kind, name, home))
    except BadSheet as bad:
        return Listed(name, name, kind, own, str(bad.problems[0]))
    if isinstance(told, TowerSheet):
        return Listed(told.id, told.title, kind, own, "", told.ruler, told.rounds)
    return Listed(told.id, told.title, kind, own)


def kind_of(words: str) -> str:
    """Whether a text tells a ruler sheet or, as far as can be seen, a tower sheet."""
    try:
        return "ruler" if toml(words).get("sheet") == "ruler" else "tower"
    except ValueError:
        return "tower"


def read(words: str) -> TowerSheet | RulerSheet:
    """The sheet that a text tells, of either kind; raises BadSheet with all that is missing or wrong."""
    return ruler_sheet(words) if kind_of(words) == "ruler" else tower_sheet(words)


def save(words: str, home: Path) -> Listed:
    """Keep a table's own sheet under its id; raises BadSheet where it cannot be played, and BadStore."""
    sheet, kind = read(words), kind_of(words)
    known = files(kind, None)
    if sheet.id in known:
        raise BadSheet((Problem(f"{sheet.id}.toml", "id", f"{sheet.id!r} is a sheet that ships; choose another id"),))
    place = folder(home) / kind
    fresh = place / f"{sheet.id}.new"
    try:
        place.mkdir(parents=True, exist_ok=True)
        fresh.write_text(words, encoding="utf-8")
        os.replace(fresh, place / f"{sheet.id}.toml")
    except OSError as why:
        raise BadStore(f"{fresh}: {why.strerror}") from None
    return _listed(kind, sheet.id, True, home)


def remove(kind: str, name: str, home: Path) -> None:
    """Take a table's own sheet away; matches keep theirs. Raises BadSheet where there is none, and BadStore."""
    path, own = files(kind, home).get(name, (Path(), False))
    if not own:
        raise BadSheet((Problem(f"{kind} sheets", name, "is none of the table's own"),))
    try:
        path.unlink()
    except OSError as why:
        raise BadStore(f"{path}: {why.strerror}") from None


def sheets(named: str, home: Path | None) -> tuple[str, str]:
    """Tower sheet and ruler sheet of a match, named "tower" or "tower+ruler"; raises BadSheet."""
    tower, _, ruler = named.partition("+")
    words = text("tower", tower, home)
    return words, text("ruler", ruler or tower_sheet(words).ruler, home)


def board_of(setup: Setup) -> Sheet:
    """The board of a match, drawn from its tower sheet; raises BadSetup."""
    try:
        return board(tower_sheet(setup.sheets[0]))
    except BadSheet as bad:
        raise BadSetup(str(bad)) from None


def problems(words: str) -> list[dict[str, Any]]:
    """What is missing or wrong in a sheet's text, one by one; nothing for a good one."""
    try:
        read(words)
    except BadSheet as bad:
        return [{"key": p.key, "reason": p.reason} for p in bad.problems]
    return []
