"""The example grids that ship with the rules; the printed ones are not in the rulebook (DC-2)."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

DATA = Path(str(files(__package__))) / "data"


def grids() -> dict[str, Path]:
    """The battle grids: id to TOML file."""
    return {p.stem: p for p in sorted((DATA / "grids").glob("*.toml"))}
