"""A training's folder: nothing that was begun there is lost, and nothing of another training is mixed in."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any


class Unusable(ValueError):
    """A file that is not what a command needs; names the file and the reason."""


class Started(RuntimeError):
    """A folder that holds another training; names the file that tells so."""


def settings(file: Path) -> dict[str, Any]:
    """A training's configuration, of tables `data` and `train`; raises Unusable."""
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as why:
        raise Unusable(f"{file}: {why}") from None
    missing = [name for name in ("data", "train") if not isinstance(told.get(name), dict)]
    if missing:
        raise Unusable(f"{file}: no table [{missing[0]}]")
    return told


def fresh(checkpoint: Path, resume: bool) -> None:
    """Raise Started where there is a checkpoint of a training that nobody asked to go on with."""
    if checkpoint.exists() and not resume:
        raise Started(f"{checkpoint}: a training was begun here; --resume goes on with it, another --run starts anew")


def same(note: Path, settings: dict[str, Any]) -> None:
    """Write down from which settings the data beside `note` are prepared; raises Started where they were others."""
    told = json.dumps(settings, indent=1, sort_keys=True)
    if note.exists() and note.read_text(encoding="utf-8") != told:
        raise Started(f"{note}: the data here were prepared from other settings; name another --run")
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(told, encoding="utf-8")
