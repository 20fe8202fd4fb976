"""The tower sheets and ruler sheets that ship with the rules."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

DATA = Path(str(files(__package__))) / "data"


def tower_sheets() -> dict[str, Path]:
    """The tower sheets: id to TOML file."""
    return {p.stem: p for p in sorted((DATA / "tower_sheets").glob("*.toml"))}


def ruler_sheets() -> dict[str, Path]:
    """The ruler sheets: id to TOML file."""
    return {p.stem: p for p in sorted((DATA / "ruler_sheets").glob("*.toml"))}
