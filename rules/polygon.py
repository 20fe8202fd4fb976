"""Polygons in the plane, in millimetres: areas, exact clipping by a convex one, and what is wrong with a shape."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, inf, pi, sin, sqrt

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Edge = tuple[Point, Point]
Box = tuple[float, float, float, float]  # left, top, right, bottom

ROUND = 24  # corners of the polygon that stands for a circle
TINY = 1e-7  # mm: less than this is rounding


def edges(shape: Polygon) -> Iterator[Edge]:
    """The sides of a polygon, in order."""
    return zip(shape, (*shape[1:], shape[0]), strict=True)


def twice(shape: Polygon) -> float:
    """Twice the signed area; positive when x turns towards y along the corners."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(shape))


def area(shape: Polygon) -> float:
    """The area in square millimetres."""
    return abs(twice(shape)) / 2 if len(shape) > 2 else 0.0


def box(shape: Polygon, more: float = 0.0) -> Box:
    """The upright box around a polygon, grown by `more` mm on each side."""
    xs, ys = [p[0] for p in shape], [p[1] for p in shape]
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


def apart(a: Box, b: Box) -> bool:
    """Whether two boxes do not even touch."""
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def side(a: Point, b: Point, p: Point) -> float:
    """On which side of the line a-b a point lies; 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def square(x: float, y: float, angle: float, size: float) -> Polygon:
    """A square of edge `size` mm around a centre, turned by `angle` rad."""
    c, s = cos(angle) * size / 2, sin(angle) * size / 2
    return (x - c + s, y - s - c), (x + c + s, y + s - c), (x + c - s, y + s + c), (x - c - s, y - s + c)


def disc(x: float, y: float, content: float) -> Polygon:
    """A circle around a centre, as a regular polygon of exactly this area in square mm."""
    r = sqrt(2 * content / (ROUND * sin(2 * pi / ROUND)))
    return tuple((x + r * cos(2 * pi * n / ROUND), y + r * sin(2 * pi * n / ROUND)) for n in range(ROUND))


def clip(shape: Polygon, by: Polygon) -> Polygon:
    """The part of a simple polygon inside a convex one whose `twice` is positive (Sutherland and Hodgman).

    Of a polygon that is not convex the parts may be joined by lines of no width; the area is exact all the same.
    """
    for a, b in edges(by):
        if not shape:
            break
        kept: list[Point] = []
        for p, q in edges(shape):
            here, there = side(a, b, p), side(a, b, q)
            if here >= 0:
                kept.append(p)
            if (here > 0 > there) or (here < 0 < there):
                t = here / (here - there)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        shape = tuple(kept)
    return shape


def inside(p: Point, shape: Polygon) -> bool:
    """Whether a point lies in a polygon; on its line either answer may come."""
    odd = False
    for a, b in edges(shape):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            odd = not odd
    return odd


def distance(p: Point, edge: Edge) -> float:
    """How far a point is from a side, in mm."""
    (ax, ay), (bx, by) = edge
    dx, dy = bx - ax, by - ay
    long = dx * dx + dy * dy
    t = 0.0 if not long else max(0.0, min(1.0, ((p[0] - ax) * dx + (p[1] - ay) * dy) / long))
    return hypot(p[0] - ax - t * dx, p[1] - ay - t * dy)


def gap(p: Point, shape: Polygon) -> float:
    """How far a point is from a polygon, in mm; 0 inside it."""
    return 0.0 if inside(p, shape) else min(distance(p, e) for e in edges(shape))


def deeper(foot: Polygon, shape: Polygon, than: float) -> bool:
    """Whether a convex foot reaches more than `than` mm into a shape, measured from the shape's line.

    Exact where the line is straight under the foot; else the foot's sides are tried every half millimetre, and a part
    that is larger than a strip of that depth along the whole line is deeper too.
    """
    content = area(clip(shape, foot))
    if content <= TINY:
        return False
    around = box(foot, than)
    near = [e for e in edges(shape) if not apart(box(e), around)]
    if content > than * sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in near):
        return True
    return any(min((distance(p, e) for e in near), default=inf) > than and inside(p, shape) for p in along(foot))


def along(shape: Polygon, step: float = 0.5) -> Iterator[Point]:
    """The corners of a polygon, then points on its sides, `step` mm apart."""
    yield from shape
    for (ax, ay), (bx, by) in edges(shape):
        parts = int(hypot(bx - ax, by - ay) / step) + 1
        for n in range(1, parts):
            yield ax + (bx - ax) * n / parts, ay + (by - ay) * n / parts


def cross(e: Edge, f: Edge) -> bool:
    """Whether two sides cross properly: sides that only touch or share a corner do not."""
    a, b = side(*e, f[0]), side(*e, f[1])
    c, d = side(*f, e[0]), side(*f, e[1])
    return ((a > TINY and b < -TINY) or (a < -TINY and b > TINY)) and (
        (c > TINY and d < -TINY) or (c < -TINY and d > TINY)
    )


def crossing(shape: Polygon) -> Edge | None:
    """A side at which a polygon is not simple: it crosses or touches another, or has no length; else None."""
    found = list(edges(shape))
    boxes = [box(e) for e in found]
    for n, e in enumerate(found):
        if e[0] == e[1]:
            return e
        for m in range(n + 1, len(found)):
            beside = m == n + 1 or (n == 0 and m == len(found) - 1)
            if not beside and apart(boxes[n], boxes[m]):
                continue
            if cross(e, found[m]) or (not beside and touching(e, found[m])) or (beside and folded(e, found[m])):
                return found[m]
    return None


def touching(e: Edge, f: Edge) -> bool:
    """Whether two sides have a point in common, corners too."""
    if apart(box(e), box(f)):
        return False
    return any(distance(p, f) <= TINY for p in e) or any(distance(p, e) <= TINY for p in f)


def folded(e: Edge, f: Edge) -> bool:
    """Whether two sides that follow each other run back over one another."""
    (a, b), (c, d) = (e, f) if e[1] == f[0] else (f, e)
    return abs(side(a, b, d)) <= TINY and (b[0] - a[0]) * (d[0] - c[0]) + (b[1] - a[1]) * (d[1] - c[1]) < 0


def overlap(a: Polygon, b: Polygon) -> bool:
    """Whether two simple polygons have more than their lines in common."""
    if apart(box(a), box(b)):
        return False
    mine = [e for e in edges(a) if not apart(box(e), box(b))]
    yours = [f for f in edges(b) if not apart(box(f), box(a))]
    if any(not apart(box(e), box(f)) and cross(e, f) for e in mine for f in yours):
        return True
    return within(a, b) or within(b, a)


def within(a: Polygon, b: Polygon) -> bool:
    """Whether a corner of one polygon, the middle of a side, or a point inside it, lies well inside another."""
    tried = [*a, *(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in edges(a)), core(a)]
    around = box(b)
    return any(
        not apart((*p, *p), around) and inside(p, b) and min(distance(p, e) for e in edges(b)) > 1e-3 for p in tried
    )


def core(shape: Polygon) -> Point:
    """A point inside a simple polygon: in the middle of the widest part of a line through it."""
    ys = sorted({p[1] for p in shape})
    heights = [(a + b) / 2 for a, b in pairwise(ys)] or [ys[0]]
    best = (-1.0, shape[0])
    for y in heights:
        at = [e for e in edges(shape) if (e[0][1] > y) != (e[1][1] > y)]
        xs = sorted(a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) for a, b in at)
        for left, right in zip(xs[::2], xs[1::2], strict=False):
            best = max(best, (right - left, ((left + right) / 2, y)))
    return best[1]
