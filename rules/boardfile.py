"""Reads the two files of a board and tells everything that is wrong with them at once."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from .polygon import Polygon, area, crossing, overlap
from .values import UNSHOWN, showable

UNIT = "mm"
VERSION = 1
MOST = 1e6  # of any number on a board
SPACES = 500
CORNERS = 4000  # of all shapes of a board: with more, looking for lines that cross takes minutes


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a sheet: in which file, at which key, and why."""

    file: str
    key: str
    reason: str

    def __str__(self) -> str:
        """File, key and reason in one line."""
        told = f"{self.file}: {self.key}: {self.reason}" if self.key else f"{self.file}: {self.reason}"
        return UNSHOWN.sub(lambda odd: repr(odd[0])[1:-1], told)


class BadSheet(ValueError):
    """A sheet cannot be used; `problems` holds each with file, key and reason, the message one a line."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Of one or more problems, in the order in which they are told."""
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


Test = tuple[Callable[[Any], bool], str]


def number(low: float) -> Test:
    """A test for a finite number from `low` on."""
    return lambda v: type(v) in (int, float) and low <= v <= MOST, f"must be a number from {low:g} to {MOST:.0f}"


def whole(low: int) -> Test:
    """A test for a whole number from `low` on."""
    return lambda v: type(v) is int and low <= v <= MOST, f"must be a whole number from {low} to {MOST:.0f}"


def is_place(v: Any) -> bool:
    """Whether a value is a marker's id and centre."""
    return isinstance(v, list) and len(v) == 3 and type(v[0]) is int and v[0] >= 0 and all(map(number(0)[0], v[1:]))


NAME: Test = (
    lambda v: isinstance(v, str) and bool(re.fullmatch(r"[a-z0-9_-]+", v)),
    "must be a word of a-z, 0-9, -, _",
)
WORDS: Test = (lambda v: isinstance(v, str) and bool(v.strip()) and showable(v), "must be a text that can be shown")
NAMES: Test = (lambda v: isinstance(v, list) and all(map(NAME[0], v)), "must be a list of ids of spaces")
RANGE: Test = (
    lambda v: isinstance(v, list) and len(v) == 2 and all(map(whole(1)[0], v)) and v[0] <= v[1],
    "must be [fewest, most]",
)
COUNTS: Test = (lambda v: isinstance(v, list) and bool(v) and all(map(whole(1)[0], v)), "must be a list of counts")
TRUTH: Test = (lambda v: isinstance(v, bool), "must be true or false")
DICTIONARY: Test = (
    lambda v: isinstance(v, str) and bool(re.fullmatch(r"([4-7])X\1_(50|100|250|1000)", v)),
    'must be like "4X4_50"',
)
PLACES: Test = (lambda v: isinstance(v, list) and all(map(is_place, v)), "must be a list of [id, x, y]")
TABLE: Test = (lambda v: isinstance(v, dict), "must be a table")
TABLES: Test = (
    lambda v: isinstance(v, list) and 0 < len(v) <= SPACES and all(isinstance(x, dict) for x in v),
    f"must be tables, [[space]], at most {SPACES}",
)

Keys = dict[str, Test]
BOARD: Keys = {
    "id": NAME, "title": WORDS, "game": NAME, "width": number(1), "height": number(1), "die": number(1),
    "border": number(0), "markers": TABLE, "space": TABLES,
}  # fmt: skip
BOARD_MAY: Keys = {"eras": whole(1), "players": RANGE, "flat": TRUTH, "crew": COUNTS, "effects": NAMES}
MARKERS: Keys = {"dictionary": DICTIONARY, "size": number(1), "places": PLACES}
SPACE: Keys = {"id": NAME, "title": WORDS}
SPACE_MAY: Keys = {
    "points": whole(0), "near": NAMES, "kind": NAME, "centre": TRUTH, "number": whole(1), "leads": NAMES,
    "counts_in": NAME,
}  # fmt: skip
SHAPES: Keys = {
    "version": (lambda v: v == VERSION and type(v) is int, f"must be {VERSION}, the version that this program reads"),
    "sheet": NAME,
    "unit": (lambda v: v == UNIT, f"must be {UNIT!r}"),
    "spaces": TABLE,
}


def odd_keys(told: dict[str, Any], must: Keys, may: Keys, where: str = "") -> Iterator[tuple[str, str]]:
    """What is wrong with the keys of a table: key and reason."""
    known = must | may
    yield from ((where + k, "is missing") for k in must if k not in told)
    yield from ((where + k, f"is unknown; known: {', '.join(known)}") for k in told if k not in known)
    yield from ((where + k, f"{known[k][1]}, not {v!r}") for k, v in told.items() if k in known and not known[k][0](v))


def odd_board(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the words of a board: key and reason."""
    yield from odd_keys(told, BOARD, BOARD_MAY)
    if TABLE[0](told.get("markers")):
        yield from odd_keys(told["markers"], MARKERS, {}, "markers.")
    if TABLES[0](told.get("space")):
        for n, space in enumerate(told["space"]):
            yield from odd_keys(space, SPACE, SPACE_MAY, f"space {space.get('id', n)!s}.")
        yield from odd_neighbours(told["space"])


def odd_neighbours(spaces: list[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Ids that stand twice, and neighbours that are unknown or do not know of each other."""
    ids = [str(s.get("id")) for s in spaces]
    near = {str(s.get("id")): s["near"] for s in spaces if NAMES[0](s.get("near"))}
    yield from ((f"space {n}", "stands twice") for n in dict.fromkeys(ids) if ids.count(n) > 1)
    for n, them in near.items():
        for m in them:
            if m not in ids:
                yield f"space {n}.near", f"no space {m!r}"
            elif m == n:
                yield f"space {n}.near", "a space is not its own neighbour"
            elif n not in near.get(m, ()):
                yield f"space {m}.near", f"{n!r} is missing: {n} names {m} as its neighbour"


def odd_markers(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Markers that stand twice, are not in their dictionary, or do not lie on the sheet."""
    half = told["markers"]["size"] / 2
    ids = [n for n, _, _ in told["markers"]["places"]]
    count = int(told["markers"]["dictionary"].partition("_")[2])
    for n, x, y in told["markers"]["places"]:
        if n >= count:
            yield "markers.places", f"marker {n}: the dictionary holds 0 to {count - 1}"
        if not (half <= x <= told["width"] - half and half <= y <= told["height"] - half):
            yield "markers.places", f"marker {n} at {x:g}, {y:g} reaches beyond the sheet"
    yield from (("markers.places", f"marker {n} stands twice") for n in dict.fromkeys(ids) if ids.count(n) > 1)


def read_files(path: Path) -> tuple[dict[str, Any], dict[str, tuple[Polygon, ...]]]:
    """The words of a board and its shapes by space; raises BadSheet with all that is wrong."""
    geo = path.with_suffix(".geo.json")
    told, shapes = parse(path, toml), parse(geo, partial(json.loads, object_pairs_hook=once))
    bad = [Problem(path.name, k, why) for k, why in odd_board(told)]
    bad += [Problem(geo.name, k, why) for k, why in odd_keys(shapes, SHAPES, {})]
    if bad:
        raise BadSheet(tuple(bad))
    if told["id"] != path.stem:
        bad.append(Problem(path.name, "id", f"is {told['id']!r}, the file says {path.stem!r}"))
    bad += [Problem(path.name, k, why) for k, why in odd_markers(told)]
    bad += [Problem(geo.name, k, why) for k, why in odd_shapes(told, shapes)]
    if bad:
        raise BadSheet(tuple(bad))
    return told, {n: polygons(shapes["spaces"][n]) for n in (s["id"] for s in told["space"])}


def toml(text: str) -> dict[str, Any]:
    """The table that a TOML text tells; raises ValueError."""
    try:
        told = tomllib.loads(text)
        repr(told)  # hexadecimal numbers and dotted keys can be read at any length, but not shown
    except RecursionError:
        raise ValueError("nested too deeply") from None
    return told


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no key stands twice; raises ValueError."""
    told = dict(pairs)
    if len(told) < len(pairs):
        names = [k for k, _ in pairs]
        raise ValueError(f"{next(k for k in names if names.count(k) > 1)!r} stands twice")
    return told


def parse(path: Path, loads: Callable[[str], Any]) -> dict[str, Any]:
    """A file that holds one table; raises BadSheet."""
    try:
        told = loads(path.read_text(encoding="utf-8"))
    except OSError as e:
        raise BadSheet((Problem(path.name, "", f"cannot be read: {e.strerror}"),)) from None
    except (ValueError, RecursionError) as e:
        raise BadSheet((Problem(path.name, "", f"cannot be read: {e}"),)) from None
    if not isinstance(told, dict):
        raise BadSheet((Problem(path.name, "", "must be a table"),))
    return told


def polygons(told: list[Any]) -> tuple[Polygon, ...]:
    """The shapes of a space as written in JSON."""
    return tuple(tuple((float(x), float(y)) for x, y in shape) for shape in told)


def is_shape(v: Any) -> bool:
    """Whether a value is a list of polygons of at least three corners."""

    def corner(p: Any) -> bool:
        return isinstance(p, list) and len(p) == 2 and all(map(number(-MOST)[0], p))

    return (
        isinstance(v, list) and bool(v) and all(isinstance(s, list) and len(s) > 2 and all(map(corner, s)) for s in v)
    )


def odd_shapes(told: dict[str, Any], geo: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the shapes of a board: ids, corners, lines that cross, shapes that overlap."""
    ids = [s["id"] for s in told["space"]]
    if geo["sheet"] != told["id"]:
        yield "sheet", f"is {geo['sheet']!r}, the board is {told['id']!r}"
    yield from ((f"spaces.{n}", "is missing") for n in ids if n not in geo["spaces"])
    yield from ((f"spaces.{n}", "is no space of the board") for n in geo["spaces"] if n not in ids)
    if (many := sum(len(shape) for shapes in geo["spaces"].values() if is_shape(shapes) for shape in shapes)) > CORNERS:
        yield "spaces", f"have {many} corners, at most {CORNERS} are read"
        return
    good: list[tuple[str, Polygon]] = []
    for n, shapes in geo["spaces"].items():
        if not is_shape(shapes):
            yield f"spaces.{n}", "must be a list of polygons [[x, y], ...] of three corners or more"
            continue
        for shape in polygons(shapes):
            why = odd_shape(shape, told["width"], told["height"])
            if why:
                yield f"spaces.{n}", why
            else:
                good.append((n, shape))
    yield from odd_pairs(good)


def odd_pairs(shapes: Sequence[tuple[str, Polygon]]) -> Iterator[tuple[str, str]]:
    """Which of these shapes overlap: key and reason."""
    for (n, a), (m, b) in combinations(shapes, 2):
        if overlap(a, b):
            yield f"spaces.{n}", f"overlaps {m}" if n != m else "its polygons overlap"


def odd_shape(shape: Polygon, width: float, height: float) -> str:
    """What is wrong with one polygon, or ""."""
    beyond = next((p for p in shape if not (0 <= p[0] <= width and 0 <= p[1] <= height)), None)
    if beyond:
        return f"corner {beyond[0]:g}, {beyond[1]:g} lies beyond the sheet of {width:g} x {height:g} mm"
    edge = crossing(shape)
    if edge:
        return f"its line crosses or touches itself near {edge[0][0]:g}, {edge[0][1]:g}"
    return "" if area(shape) > 1 else "has no area"
