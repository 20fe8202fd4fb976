"""Draws the shapes of the round boards and of the ships: corners by rule, borders roughened the same way every time.

`python -m datasets.maps` writes the `.geo.json` files of Krakatoa, Space and Pirate Ship beside their board files;
`world_war.py` draws the first map, `print_board.py` prints them all.
"""

import json
import math
import random
from itertools import pairwise

from datasets.world_war import BOARDS, Point, Polygon, roughen

CENTRE: Point = (200.0, 160.0)
LEFT, TOP, RIGHT, BOTTOM = 8.0, 8.0, 392.0, 312.0  # mm, the edge of the field
NOTCH = 40.0  # mm, side of what each corner of the field leaves to a marker
SECTORS = 5
STEPS = 8  # straight pieces of an arc of one sector

KRAKATOA = ("hot-springs", "black-ridge", "old-forest", "terraces", "mud-fields")
COASTS = ("ash-coast", "lagoon", "palm-bay", "fisher-cove", "mangroves")
PLANETS = ("ember", "glass-moon", "verdant", "ring-world", "deep-blue")
Shapes = dict[str, list[Polygon]]


def angle(sector: float) -> float:
    """Return the direction of a sector's border, in rad, the first at the top, on with the clock."""
    return -math.pi / 2 + 2 * math.pi * sector / SECTORS


def on(radii: Point, turn: float) -> Point:
    """Return the point of an ellipse around the centre in a direction, in mm."""
    return round(CENTRE[0] + radii[0] * math.cos(turn), 1), round(CENTRE[1] + radii[1] * math.sin(turn), 1)


def arc(radii: Point, sector: int) -> Polygon:
    """Return the points of an ellipse along a sector, both ends included, in mm."""
    return [on(radii, angle(sector + n / STEPS)) for n in range(STEPS + 1)]


def spoke(inner: Point, outer: Point, name: str) -> Polygon:
    """Return a roughened line between two points, both ends included, in mm."""
    return [*roughen(inner, outer, random.Random(name)), outer]


def field() -> Polygon:
    """Return the corners of the field, with the clock from the upper left on: a sheet whose corners hold markers."""
    x0, x1, y0, y1 = LEFT + NOTCH, RIGHT - NOTCH, TOP + NOTCH, BOTTOM - NOTCH
    cuts = [(x0, TOP), (x1, TOP), (x1, y0), (RIGHT, y0), (RIGHT, y1), (x1, y1), (x1, BOTTOM), (x0, BOTTOM)]
    return [*cuts, (x0, y1), (LEFT, y1), (LEFT, y0), (x0, y0)]


def to_edge(turn: float) -> tuple[int, Point]:
    """Return where a ray from the centre leaves the field: the side's number, and the point in mm."""
    corners = field()
    dx, dy = math.cos(turn), math.sin(turn)
    best: tuple[float, int, Point] | None = None
    for n, (a, b) in enumerate(pairwise([*corners, corners[0]])):
        ex, ey = b[0] - a[0], b[1] - a[1]
        under = dx * ey - dy * ex
        if abs(under) < 1e-9:
            continue
        t = ((a[0] - CENTRE[0]) * ey - (a[1] - CENTRE[1]) * ex) / under
        u = ((a[0] - CENTRE[0]) * dy - (a[1] - CENTRE[1]) * dx) / under
        if t > 0 and 0 <= u < 1 and (best is None or t > best[0]):
            best = t, n, (round(CENTRE[0] + t * dx, 1), round(CENTRE[1] + t * dy, 1))
    assert best is not None
    return best[1], best[2]


def rim(sector: int) -> Polygon:
    """Return the edge of the field along a sector, both ends included, in mm."""
    corners = field()
    (n, first), (m, last) = to_edge(angle(sector)), to_edge(angle(sector + 1))
    between = [corners[(n + 1 + k) % len(corners)] for k in range((m - n) % len(corners))]
    return [first, *between, last]


def loop(*lines: Polygon) -> Polygon:
    """Return the shape that lines close one after another, each without its last point."""
    return [p for line in lines for p in line[:-1]]


def circle(radius: float) -> Polygon:
    """Return a circle around the centre, in mm."""
    return loop(*(arc((radius, radius), n) for n in range(SECTORS)))


def krakatoa() -> Shapes:
    """Return the volcano: a caldera, the summit around it, and five areas of a slope and a coast each."""
    hole, top, slope = (24.0, 24.0), (62.0, 58.0), (128.0, 104.0)
    found: Shapes = {"summit": [], "caldera": [circle(24.0)]}
    lines = [[on(r, angle(n)) for r in (hole, top, slope)] for n in range(SECTORS)]
    for n in range(SECTORS):
        (h, t, s), (h2, t2, s2) = lines[n], lines[(n + 1) % SECTORS]
        found["summit"].append(loop(arc(top, n), [t2, h2], arc(hole, n)[::-1], [h, t]))
        out, back = spoke(t, s, f"slope-{n}"), spoke(t2, s2, f"slope-{(n + 1) % SECTORS}")[::-1]
        found[KRAKATOA[n]] = [loop(out, arc(slope, n), back, arc(top, n)[::-1])]
        edge = rim(n)
        out, back = spoke(s, edge[0], f"coast-{n}"), spoke(s2, edge[-1], f"coast-{(n + 1) % SECTORS}")[::-1]
        found[COASTS[n]] = [loop(out, edge, back, arc(slope, n)[::-1])]
    return found


def space() -> Shapes:
    """Return five planets around a black hole."""
    hole = (25.0, 25.0)
    found: Shapes = {}
    for n, name in enumerate(PLANETS):
        a, b, edge = on(hole, angle(n)), on(hole, angle(n + 1)), rim(n)
        out, back = spoke(a, edge[0], f"space-{n}"), spoke(b, edge[-1], f"space-{(n + 1) % SECTORS}")[::-1]
        found[name] = [loop(out, edge, back, arc(hole, n)[::-1])]
    return {**found, "black-hole": [circle(25.0)]}


def hull(y: float, bulge: float) -> Polygon:
    """Return the side of a ship that faces the sea, from left to right, in mm."""
    xs = [LEFT + (RIGHT - LEFT) * n / 16 for n in range(17)]
    return [(round(x, 1), round(y + bulge * math.sin(math.pi * n / 16), 1)) for n, x in enumerate(xs)]


ROPES = {"west-rope": 5, "east-rope": 11}  # the point of the hull at which a rope is tied
THICK = 5.0  # mm


def pirate_ship() -> Shapes:
    """Return two ships that face each other, the sea between them, and two ropes above it."""
    upper, lower = hull(100.0, 16.0), hull(220.0, -16.0)
    corners = field()
    above = [corners[n] for n in (10, 11, 0, 1, 2, 3)]
    below = [corners[n] for n in (4, 5, 6, 7, 8, 9)]
    tied_up, tied_down = tied(upper), tied(lower)
    found: Shapes = {"gull": [[*above, *tied_up[::-1]]], "kraken": [[*below, *tied_down]]}
    cuts = [0, *(tied_up.index(p) for p in knots(tied_up, upper)), len(tied_up) - 1]
    found["sea"] = [strip(tied_up, tied_down, a, b) for a, b in zip(cuts[::2], cuts[1::2], strict=True)]
    for name, (a, b) in zip(ROPES, zip(cuts[1::2], cuts[2::2], strict=False), strict=True):
        found[name] = [strip(tied_up, tied_down, a, b)]
    return found


def tied(side: Polygon) -> Polygon:
    """Return a ship's side with each point where a rope is tied made two, THICK mm apart."""
    points: Polygon = []
    for n, (x, y) in enumerate(side):
        points += [(x - THICK / 2, y), (x + THICK / 2, y)] if n in ROPES.values() else [(x, y)]
    return points


def knots(side: Polygon, plain: Polygon) -> list[Point]:
    """Return the points of a ship's side at which ropes begin and end, from left to right."""
    return [p for p in side if p not in plain]


def strip(upper: Polygon, lower: Polygon, a: int, b: int) -> Polygon:
    """Return what lies between two sides from one point to another."""
    return [*upper[a : b + 1], *lower[a : b + 1][::-1]]


BOARDS_DRAWN = {"krakatoa": krakatoa, "space": space, "pirate-ship": pirate_ship}


def text(name: str) -> str:
    """Return the geometry file of a board."""
    spaces = ",\n  ".join(f"{json.dumps(n)}: {json.dumps(shapes)}" for n, shapes in BOARDS_DRAWN[name]().items())
    return f'{{"version": 1, "sheet": "{name}", "unit": "mm", "spaces": {{\n  {spaces}\n}}}}\n'


def main() -> None:
    """Write the geometry files."""
    for name in BOARDS_DRAWN:
        (BOARDS / f"{name}.geo.json").write_text(text(name), encoding="utf-8")


if __name__ == "__main__":
    main()
