"""Reads what the drawer and the renderer need of a board file: sizes, markers and territories in sheet millimetres.

The game's own complete checks live in `rules.sheet`; this is only the reader of our own, already checked files.
"""

import json
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Territory:
    """One space: its id, printed title, points, polygons (each an (n, 2) array of mm), kind, and area or planet."""

    id: str
    title: str
    points: int
    shapes: tuple[Floats, ...]
    kind: str = "territory"
    number: int = 0


@dataclass(frozen=True)
class Board:
    """A printed board: its size, the die it is made for and the markers' (id, x, y), all in mm."""

    id: str
    title: str
    width: float
    height: float
    die: float
    border: float
    marker_size: float
    markers: tuple[tuple[int, float, float], ...]
    territories: tuple[Territory, ...]

    def territory(self, space: str) -> Territory:
        """Return the territory with this id; raises KeyError where there is none."""
        return {t.id: t for t in self.territories}[space]


def load(path: Path) -> Board:
    """Read `<id>.toml` and the `<id>.geo.json` beside it.

    Raises OSError for a missing file, KeyError for a missing key.
    """
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    shapes = json.loads(path.with_suffix(".geo.json").read_text(encoding="utf-8"))["spaces"]
    spaces = tuple(territory(s, shapes[s["id"]]) for s in told["space"])
    marks = told["markers"]
    places = tuple((int(n), float(x), float(y)) for n, x, y in marks["places"])
    size = told["width"], told["height"], told["die"], told["border"]
    return Board(told["id"], told["title"], *size, marks["size"], places, spaces)


def territory(told: dict[str, Any], shapes: list[list[tuple[float, float]]]) -> Territory:
    """Return a space of a board: one without points is worth none, one without a kind is a territory."""
    kind, number = told.get("kind", "territory"), told.get("number", 0)
    return Territory(told["id"], told["title"], told.get("points", 0), arrays(shapes), kind, number)


def arrays(polygons: Iterable[Iterable[tuple[float, float]]]) -> tuple[Floats, ...]:
    """Return polygons as (n, 2) arrays of mm."""
    return tuple(np.array(list(p), dtype=np.float64) for p in polygons)
