"""A printed sheet: what lies where on it, in millimetres from its upper left corner, x right, y down.

A board is two files: ``<id>.toml``, written by people, and ``<id>.geo.json`` beside it, the shapes, written by a
program. `boardfile.py` reads and checks them. Rules get the TOML text alone; only what reads pictures needs shapes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from .boardfile import BadSheet, Problem, read_files
from .polygon import Box, Polygon, apart, area, box, clip, deeper, disc, gap, inside, square
from .table import BESIDE

__all__ = ["BadSheet", "Marker", "Problem", "Sheet", "Space", "boards", "load", "shipped", "text"]

ENOUGH = 1e-6  # share of a foot below which an overlap is rounding
PLACES = ("territory", "pool")  # kinds of spaces that a die beside all of them may belong to
EQUAL = 1.0  # mm: two spaces whose distances differ by less are equally near


@dataclass(frozen=True, slots=True)
class Marker:
    """An ArUco marker printed upright: its id, its centre and its side, in mm."""

    id: int
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board; only one of kind "territory" or "pool" is a place that a die may be brought to.

    In a "pool" dice wait, and their faces are of no matter.

    With `centre`, a die is in it when its centre is, whatever else it touches, and else not at all.
    """

    id: str
    title: str
    kind: str = "territory"
    centre: bool = False


@dataclass(frozen=True)
class Sheet:
    """A printed sheet with its spaces as polygons, all in mm; `die` is a die's edge, `border` DDD-23's overlap."""

    id: str
    title: str
    game: str
    width: float
    height: float
    die: float
    border: float
    markers: tuple[Marker, ...]
    dictionary: str
    spaces: tuple[Space, ...]
    shapes: Mapping[str, tuple[Polygon, ...]]
    flat: bool = False  # no die ever stands on another

    @cached_property
    def boxes(self) -> tuple[tuple[str, Polygon, Box], ...]:
        """Each polygon with its space and the box around it, in the order of the spaces."""
        return tuple((s.id, shape, box(shape)) for s in self.spaces for shape in self.shapes[s.id])

    @cached_property
    def by_centre(self) -> frozenset[str]:
        """The spaces that a die lies in by its centre."""
        return frozenset(s.id for s in self.spaces if s.centre)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of each space."""
        return {s.id: s.title for s in self.spaces}

    def foot(self, x: float, y: float, angle: float | None, size: float | None = None) -> Polygon:
        """The foot of a die: a square turned by `angle` rad, or, where that is not known, a circle of equal area.

        The circle reaches 9.0 mm for a die of 16 mm, between the 8.0 of a square's side and the 11.3 of its corner, and
        favours no direction; an octagon would, and the square's own turn would be a guess.
        """
        edge = self.die if size is None else size
        return disc(x, y, edge * edge) if angle is None else square(x, y, angle, edge)

    def touched(self, x: float, y: float, angle: float | None, size: float | None = None) -> dict[str, float]:
        """The share of a foot in each space that it touches, in the order of the spaces; x, y its centre in mm."""
        foot = self.foot(x, y, angle, size)
        around, whole = box(foot), area(foot)
        found: dict[str, float] = {}
        for name, shape, outline in self.boxes:
            share = 0.0 if apart(outline, around) else area(clip(shape, foot)) / whole
            if share > ENOUGH:
                found[name] = found.get(name, 0.0) + share
        return found

    def where(self, x: float, y: float, angle: float | None) -> str:
        """The space that a die lies in, its spaces like "north/south" on a border, or "" where it touches none.

        A die is on a border when its foot reaches more than `border` mm into each of two spaces.
        """
        held = next((s.id for s in self.spaces if s.centre and any(inside((x, y), p) for p in self.shapes[s.id])), "")
        if held:
            return held
        found = {n: share for n, share in self.touched(x, y, angle).items() if n not in self.by_centre}
        if len(found) < 2:
            return "".join(found)
        foot = self.foot(x, y, angle)
        deep = [n for n in found if any(deeper(foot, shape, self.border) for shape in self.shapes[n])]
        return "/".join(deep) or max(found, key=lambda n: found[n])

    def faceless(self, space: str) -> bool:
        """Whether a die's face is of no matter in a place: its spaces are pools, where dice wait."""
        kinds = {s.id: s.kind for s in self.spaces}
        return all(kinds.get(name) == "pool" for name in space.lstrip(BESIDE).split("/"))

    def place(self, x: float, y: float, angle: float | None) -> str:
        """As `where`, but a die on the sheet that touches no space is told by the nearest: "~north", "~north/south".

        A die whose centre lies beside the sheet and that touches no space is out of the arena: "".
        """
        found = self.where(x, y, angle)
        if found or not (0 <= x <= self.width and 0 <= y <= self.height):
            return found
        far = {s.id: min(gap((x, y), p) for p in self.shapes[s.id]) for s in self.spaces if s.kind in PLACES}
        near = [n for n, mm in far.items() if mm - min(far.values()) < EQUAL]
        return BESIDE + "/".join(near) if near else ""


def load(path: Path | str) -> Sheet:
    """A board from its TOML file and the shapes in the .geo.json file beside it.

    Raises:
        BadSheet: With all that is wrong in both files: file, key and reason.
    """
    told, shapes = read_files(Path(path))
    size = told["markers"]["size"]
    return Sheet(
        told["id"],
        told["title"],
        told["game"],
        float(told["width"]),
        float(told["height"]),
        float(told["die"]),
        float(told["border"]),
        tuple(Marker(n, float(x), float(y), float(size)) for n, x, y in told["markers"]["places"]),
        told["markers"]["dictionary"],
        tuple(Space(s["id"], s["title"], s.get("kind", "territory"), s.get("centre", False)) for s in told["space"]),
        shapes,
        told.get("flat", False),
    )


def boards() -> dict[str, Path]:
    """The boards that ship with the rules: id to TOML file."""
    home = Path(str(files("rules")))
    return {p.stem: p for p in sorted(home.glob("*/data/boards/*.toml"))}


def shipped(name: str) -> Sheet:
    """A board that ships with the rules, by its id.

    Raises:
        BadSheet: There is no such board (the message names those that there are), or its files are broken.
    """
    return load(found(name))


def text(name: str) -> str:
    """The TOML text of a shipped board, as `Setup.sheets` holds it.

    Raises:
        BadSheet: There is no such board; the message names those that there are.
    """
    return found(name).read_text(encoding="utf-8")


def found(name: str) -> Path:
    """The file of a shipped board; raises BadSheet."""
    known = boards()
    if name not in known:
        raise BadSheet((Problem("boards", name, f"no such board; known: {', '.join(known)}"),))
    return known[name]
