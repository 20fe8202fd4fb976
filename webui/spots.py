"""The desk as it is kept beside the log, so that a restart knows the camera, the corners and what people said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.reading import Reading, Spot
from rules.table import Table

from .desk import Desk
from .watcher import Corners

FARTHEST = 1e5  # mm from the sheet's corner that a die can be drawn; what is no number is not below it


def desk_file(desk: Desk, camera: str, corners: Corners | None) -> dict[str, Any]:
    """What is worth keeping, in plain values."""
    return {
        "camera": camera,
        "mode": desk.mode,
        "dice": desk.dice,
        "corners": corners,
        "held": None if desk.held is None else str(desk.held),
        "spots": [[str(s.die), round(s.x, 1), round(s.y, 1), s.said] for s in desk.reading.spots],
    }


def spoken(kept: dict[str, Any], key: str, known: Sequence[str], default: str) -> str:
    """A word of the file if it is a known one."""
    word = kept.get(key)
    return word if isinstance(word, str) and word in known else default


def restore(desk: Desk, kept: dict[str, Any]) -> Corners | None:
    """Lay the desk as it was kept; what cannot be read is left out. The corners, if people had given them."""
    spots = [spot for row in _rows(kept.get("spots")) if (spot := _spot(row))]
    held = _table(kept["held"]) if isinstance(kept.get("held"), str) else None
    desk.lay(Reading(tuple(spots)), held)
    corners = [(float(x), float(y)) for x, y in _pairs(kept.get("corners"))]
    return tuple(corners) if len(corners) == 4 else None


def _rows(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _pairs(value: object) -> list[tuple[float, float]]:
    return [
        (p[0], p[1])
        for p in _rows(value)
        if isinstance(p, list) and len(p) == 2 and all(type(n) in (int, float) and 0 <= n <= 1 for n in p)
    ]


def _spot(row: object) -> Spot | None:
    match row:
        case [str(text), float() | int() as x, float() | int() as y, bool(said)] if (
            abs(x) <= FARTHEST and abs(y) <= FARTHEST
        ):
            table = _table(text)
            dice = tuple(table) if table else ()
            return Spot(dice[0], float(x), float(y), said) if len(dice) == 1 else None
    return None


def _table(text: str) -> Table | None:
    try:
        return Table.parse(text)
    except ValueError:
        return None
