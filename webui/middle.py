"""What lava or black hole do on a table that a picture shows or that people type: for commands and page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from rules import sheet
from rules.die_die_die.middle import Answer, erupts, swallows
from rules.die_die_die.sheets import Board, parse
from rules.reading import Reading, read
from rules.sheet import Sheet
from rules.table import Die, Table
from vision.board import Pose, pose_from_corners, pose_from_markers
from vision.view import DieView, View

Image = NDArray[np.uint8]
KINDS = {
    "lava": ("krakatoa", "caldera"),
    "blackhole": ("space", "hole"),
}  # the board that ships, and what is in its middle
BRIM = 0.02  # share of a foot from which a die reaches into the middle


class Looks(Protocol):
    """What reads dice: vision.reader.Reader, or a fake in tests."""

    def look(
        self,
        image: Image,
        pose: Pose | None = None,
        sheet: Sheet | None = None,
        colours: Collection[str] | None = None,
    ) -> View:
        """The dice in a picture."""


@dataclass(frozen=True)
class Ask:
    """What is asked: lava or black hole, on which board, whose dice they are, and what the people chose."""

    kind: str
    sheet: Sheet
    board: Board
    owners: Mapping[str, str] = field(default_factory=dict)  # colour to player; a colour without one is its own owner
    highest: bool = False
    chosen: tuple[int, ...] = ()
    bonus: Mapping[str, int] = field(default_factory=dict)  # Fusion bonus of the die of this colour in the middle

    def owner(self, d: Die) -> str:
        """Whose die this is."""
        return self.owners.get(d.colour, d.colour)


@dataclass(frozen=True)
class Found:
    """The table with what is doubtful about it, the answer, and where each die lies in the picture if there is one."""

    table: Table
    answer: Answer
    doubts: tuple[str, ...] = ()
    brim: tuple[tuple[Die, str], ...] = ()
    seen: tuple[tuple[Die, DieView], ...] = ()


def ask(kind: str, board: str = "", **more: Any) -> Ask:
    """The question about a board, the one that ships or another by its id or file.

    Raises:
        BadSheet: The board cannot be read, or has no caldera or black hole.
    """
    name = board or KINDS[kind][0]
    found = sheet.load(name) if name.endswith(".toml") else sheet.shipped(name)
    text = open_text(name)
    middle = KINDS[kind][1]
    parsed = parse(text)
    if not parsed.of_kind(middle):
        raise sheet.BadSheet((sheet.Problem(f"{parsed.id}.toml", "space", f"no space is of the kind {middle!r}"),))
    return Ask(kind, found, parsed, **more)


def open_text(name: str) -> str:
    """The text of a board file; raises BadSheet."""
    if not name.endswith(".toml"):
        return sheet.text(name)
    with open(name, encoding="utf-8") as file:
        return file.read()


def from_table(asked: Ask, table: Table) -> Found:
    """The answer for a table as it is told."""
    table = Table(tuple(_with_bonus(asked, d) for d in table))
    if asked.kind == "lava":
        return Found(table, erupts(asked.board, table, asked.owner, asked.highest, asked.chosen))
    return Found(table, swallows(asked.board, table))


def _with_bonus(asked: Ask, d: Die) -> Die:
    middle = asked.board.within(d, KINDS[asked.kind][1])
    return replace(d, bonus=asked.bonus[d.colour]) if middle and d.colour in asked.bonus else d


def from_picture(asked: Ask, image: Image, reader: Looks, corners: Sequence[Sequence[float]] | None = None) -> Found:
    """The answer for the table that a picture shows; `corners` are the board's in px, where its markers are not seen.

    Raises:
        NoBoard: The board is not found in the picture.
    """
    size = (image.shape[1], image.shape[0])
    pose = pose_from_corners(corners, asked.sheet, size) if corners else pose_from_markers(image, asked.sheet)
    view = reader.look(image, pose, asked.sheet, sorted(asked.owners) or None)
    reading = read(asked.sheet, view.sighting(0), Reading(), asked.owners)
    found = from_table(asked, reading.table)
    doubts = tuple(d.text for d in reading.doubts)
    seen = tuple((s.die, view.dice[s.seen]) for s in reading.spots if s.seen >= 0)
    return replace(found, doubts=doubts, brim=_brim(asked, reading), seen=seen)


def _brim(asked: Ask, reading: Reading) -> tuple[tuple[Die, str], ...]:
    """The dice that reach into the middle and are not in it, since their centre is not (DDD-74)."""
    middle = {s.id: s.title for s in asked.board.of_kind(KINDS[asked.kind][1])}
    found = []
    for spot in reading.spots:
        shares = asked.sheet.touched(spot.x, spot.y, None)
        for name, title in middle.items():
            if spot.die.space != name and shares.get(name, 0.0) > BRIM:
                found.append(
                    (spot.die, f"{spot.die.word()} reaches into {title} and is not in it: its centre lies outside")
                )
    return tuple(found)


def told(asked: Ask, found: Found) -> dict[str, Any]:
    """The answer in plain values, as `--json` and the page have it."""
    in_middle = [n.die for n in found.answer.named]
    fates = [(d, "middle") for d in in_middle] + [(d, "goes") for d, _ in found.answer.go]
    return {
        "board": asked.board.id,
        "table": str(found.table),
        "doubts": list(found.doubts),
        "named": [
            {"die": str(n.die), "numbers": list(n.numbers), "text": n.text} for n in found.answer.named if n.text
        ],
        "go": [{"die": str(d), "why": why} for d, why in found.answer.go],
        "stay": [{"die": str(d), "why": why} for d, why in found.answer.stay],
        "brim": [{"die": str(d), "why": why} for d, why in found.brim],
        "dice": [{"die": str(d), "fate": _fate(d, fates), "top": _top(view)} for d, view in found.seen],
    }


def _fate(d: Die, fates: list[tuple[Die, str]]) -> str:
    return next((fate for one, fate in reversed(fates) if (one.space, one.word()) == (d.space, d.word())), "stays")


def _top(view: DieView) -> list[list[float]]:
    x, y, w, h = view.box
    corners = view.top or ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return [[round(float(px), 1), round(float(py), 1)] for px, py in corners]


def sentences(found: Found) -> list[str]:
    """The answer for people, what is doubtful first."""
    doubts = [f"not sure: {text}" for text in found.doubts]
    return [*doubts, *found.answer.lines(), *(why for _, why in found.brim)]
