"""Draws the shapes of the World War board: corners by hand, borders roughened the same way every time.

`python -m datasets.world_war` writes `world-war.geo.json` beside the board file; read `print_board` next.
"""

import json
import math
import random
from collections.abc import Iterable
from pathlib import Path

Point = tuple[float, float]
Polygon = list[Point]

BOARDS = Path(__file__).resolve().parent.parent / "rules" / "die_die_die" / "data" / "boards"

# Corners in sheet mm: t, r, b, l lie on the edge of the field, j are inner corners where three territories meet.
CORNERS: dict[str, Point] = {
    "t1": (150, 8), "t2": (258, 8),
    "r0": (392, 48), "r1": (392, 124), "r2": (392, 214), "r3": (392, 272),
    "b1": (222, 312), "b0": (48, 312), "b2": (352, 312),
    "l0": (8, 48), "l1": (8, 126), "l2": (8, 206), "l3": (8, 272),
    "j1": (100, 106), "j2": (144, 104), "j3": (256, 92), "j4": (284, 124),
    "j5": (262, 216), "j6": (206, 232), "j7": (130, 212),
    "nw1": (42, 48), "nw2": (48, 42), "nw3": (48, 8),
    "ne1": (352, 8), "ne2": (352, 42), "ne3": (358, 48),
    "se1": (358, 272), "se2": (352, 278),
    "sw1": (48, 278), "sw2": (42, 272),
}  # fmt: skip

# Each territory's corners, clockwise as the reader sees the sheet.
OUTLINES: dict[str, str] = {
    "frozen-sea": "nw2 nw3 t1 j1 l1 l0 nw1",
    "north-coast": "t1 t2 j3 j2 j1",
    "iron-hills": "t2 ne1 ne2 ne3 r0 r1 j4 j3",
    "westmark": "l1 j1 j2 j7 l2",
    "heartland": "j2 j3 j4 j5 j6 j7",
    "amber-gulf": "j4 r1 r2 j5",
    "south-reach": "l2 j7 j6 b1 b0 sw1 sw2 l3",
    "dust-plains": "j6 j5 r2 r3 se1 se2 b2 b1",
}

ROUGHNESS = 0.2  # of a line's length, that its middle may stand off
SHORTEST = 10.0  # mm: lines under it stay straight


def roughen(a: Point, b: Point, rng: random.Random) -> list[Point]:
    """Return the points of a natural-looking line from a to b, without b, in mm, by midpoint displacement."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if math.hypot(dx, dy) < SHORTEST:
        return [a]
    off = rng.uniform(-ROUGHNESS, ROUGHNESS)
    mid = (round((a[0] + b[0]) / 2 - dy * off, 1), round((a[1] + b[1]) / 2 + dx * off, 1))
    return roughen(a, mid, rng) + roughen(mid, b, rng)


def is_inner(a: str, b: str) -> bool:
    """Tell whether the line between two corners is a border between territories, not the edge of the field."""
    return "j" in a + b


def line(a: str, b: str) -> list[Point]:
    """Return the points from corner a to corner b, without b, in mm; the way back has the very same points."""
    if not is_inner(a, b):
        return [CORNERS[a]]
    first, last = sorted((a, b))
    # A str seed is stable over runs and processors, so that the file never changes by itself.
    points = [*roughen(CORNERS[first], CORNERS[last], random.Random(f"{first}-{last}")), CORNERS[last]]
    return points[:-1] if a == first else points[:0:-1]


def polygon(corners: Iterable[str]) -> Polygon:
    """Return the closed shape (last point not repeated) through the named corners, in mm."""
    names = list(corners)
    return [p for a, b in zip(names, names[1:] + names[:1], strict=True) for p in line(a, b)]


def geometry() -> dict[str, list[Polygon]]:
    """Return each territory's polygons in sheet mm."""
    return {space: [polygon(text.split())] for space, text in OUTLINES.items()}


def main() -> None:
    """Write the geometry file of the board."""
    spaces = ",\n  ".join(f"{json.dumps(space)}: {json.dumps(shapes)}" for space, shapes in geometry().items())
    text = '{"version": 1, "sheet": "world-war", "unit": "mm", "spaces": {\n  ' + spaces + "\n}}\n"
    (BOARDS / "world-war.geo.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
