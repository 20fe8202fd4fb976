"""The tower sheet as a drawing: path, towers, round segments and gate, with everything that pens have marked.

Without marks it is the sheet to print and play on; `horde_ruler.py` draws the other one.
"""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from rules.dice_horde.layout import MARKER, Box, Layout, layout
from rules.dice_horde.sheets import MAIN, STATS, TYPES
from rules.dice_horde.state import Built, Siege, armed

from .horde_svg import (
    BOLT,
    HEART,
    INK,
    PALE,
    PAPER,
    SHIELD,
    SOFT,
    TOWERS,
    TRAP,
    chip,
    cross,
    drawing,
    line,
    path,
    rect,
    tag,
    words,
)

MEANS = {"red": "damage", "green": "targets", "blue": "range"}
WEAK = "#efe9dd"


def tower_sheet(s: Siege) -> str:
    """The tower sheet as SVG, with the marks of this state."""
    lay = layout(s.sheet)
    return drawing(
        lay.width,
        lay.height,
        s.sheet.title,
        *(marker(n, x, y) for n, x, y in lay.markers),
        words(lay.width / 2, lay.height - 1.8, s.sheet.title.upper(), 3.2, "middle", SOFT, 600),
        regions(lay),
        *(field(s, n, box) for n, box in enumerate(lay.fields, 1)),
        *(segment(s, lay, n) for n in range(1, s.sheet.length + 1)),
        *(card(b, box) for b, box in zip(s.towers, lay.towers, strict=True)),
        gate(s, lay.gate),
        flags(s, lay.flags),
        schedule(s, lay.schedule),
        card(s.chief, lay.main),
    )


@cache
def bits(number: int) -> tuple[tuple[bool, ...], ...]:
    """The black modules of a marker, its border included."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    found = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6)) < 128
    return tuple(tuple(map(bool, row)) for row in found)


def marker(number: int, x: float, y: float) -> str:
    """A marker for the camera, upright around its centre."""
    step, left, top = MARKER / 6, x - MARKER / 2, y - MARKER / 2
    black = "".join(
        f"M{left + step * c:g} {top + step * r:g}h{step:g}v{step:g}h{-step:g}z"
        for r, row in enumerate(bits(number))
        for c, on in enumerate(row)
        if on
    )
    quiet = Box(left - 4, top - 4, MARKER + 8, MARKER + 8)
    return rect(quiet, "#ffffff", "none", 0) + tag("path", d=black, fill="#000000", shape_rendering="crispEdges")


def regions(lay: Layout) -> str:
    """The places for dice that are no spaces of the path."""
    found = dict(lay.regions)
    out = []
    for name, text in (("pool", "Pool"), ("horizon", "Horizon"), ("graveyard", "Graveyard")):
        box = found[name]
        out += [rect(box, WEAK, SOFT, 0.5, 2), words(box.x + 2, box.y + 5, text, 4, "start", SOFT, 600)]
    home = found["round-die"]
    out += [
        rect(home, "none", SOFT, 0.4, 2),
        words(home.x + home.w / 2, home.y + home.h + 4, "round die", 3, "middle", SOFT),
    ]
    third = found["horizon"]
    for n, kind in enumerate(TYPES):
        out.append(words(third.x + 3, third.y + third.h * (n + 0.6) / 3, kind, 9, "start", PALE, 700))
    return "".join(out)


def field(s: Siege, n: int, box: Box) -> str:
    """A round segment: what the types do, the two sets of actions, and the number of the round that used it."""
    told = s.sheet.round_segments[n - 1]
    spot = dict(layout(s.sheet).regions)[f"round-{n}"]
    used = n in s.used
    out = [rect(box.inner(0.6), WEAK if used else "none", SOFT, 0.4, 1.5), rect(spot, PAPER, INK, 0.5, 2)]
    out.append(words(box.x + 2, box.y + 4.5, str(n), 3.6, "start", SOFT, 700))
    if used:
        out.append(words(box.x + 1.6, box.y + 11, f"R{s.used.index(n) + 1}", 3.6, "start", INK, 800))
    lines: list[tuple[str, str]] = [(kind, " ".join(symbols) or "rests") for kind, symbols in told.horde]
    lines += [("▲", " or ".join(one)) for one in told.upper] + [("▼", " or ".join(one)) for one in told.lower]
    step = min(3.2, (box.h - spot.h - 4) / len(lines))
    y = spot.y + spot.h + 3.4
    for sign, text in lines:
        mark = (
            chip(box.x + 3.6, y - 0.9, sign, colour(s, sign), 2.9)
            if sign in TYPES
            else words(box.x + 2.2, y, sign, 2.5)
        )
        out += [mark, words(box.x + 6.2, y, text.replace("attack ", "⚔ ") if sign not in TYPES else text, step * 0.78)]
        y += step
    return "".join(out)


def colour(s: Siege, kind: str) -> str:
    """The colour of a type's dice."""
    return dict(zip(TYPES, s.setup.players[0].colours, strict=False)).get(kind, "")


def segment(s: Siege, lay: Layout, n: int) -> str:
    """A segment of the path with its spaces, traps and barricades."""
    box, column = lay.segments[n - 1], lay.barricades[n - 1]
    spaces = dict(lay.regions)
    out = [rect(box, PAPER, INK, 0.6, 1), words(box.x + 1, box.y - 0.7, f"segment {n}", 2.4, "start", SOFT)]
    for k in range(1, 5):
        name = f"{n}-{k}"
        space = spaces[name]
        fill = INK if armed(s, name) else "none"
        ink = INK if name in s.traps else PALE
        out += [rect(space, "none", PALE, 0.4, 1), words(space.x + 1.5, space.y + 4, str(k), 3.2, "start", SOFT, 600)]
        out.append(path(TRAP, space.x + space.w - 3.4, space.y + space.h - 3.2, 4, fill, ink, 0.4))
        if name in s.sprung:
            out.append(cross(Box(space.x + space.w - 5.4, space.y + space.h - 5.2, 4, 4), TOWERS["red"], 0.7))
    return "".join([*out, *barricades(s, n, column)])


def barricades(s: Siege, n: int, column: Box) -> list[str]:
    """The marks to a segment's right: empty, standing, destroyed."""
    count = s.sheet.segments[n - 1].barricades
    high = (column.h - 2) / max(count, 1)
    out = []
    for k in range(count):
        bar = Box(column.x + 1.6, column.y + 1 + high * k + 0.8, column.w - 3.2, high - 1.6)
        placed, gone = k < s.built[n - 1], k < s.broken[n - 1]
        fill = "#8a6d3b" if placed and not gone else "none"
        out.append(rect(bar, fill, INK if placed else PALE, 0.4, 0.8))
        if gone:
            out.append(cross(bar, TOWERS["red"], 0.7))
    return out


def card(b: Built, box: Box) -> str:
    """A tower's card: hearts with their charges, shields, the levels of the three statistics."""
    tint = TOWERS[b.tower.colour]
    band = Box(box.x, box.y, box.w, 5.4)
    out = [rect(box, PAPER, tint, 0.7, 1.5), rect(band, tint, tint, 0.7, 1.5)]
    out.append(words(box.x + box.w / 2, box.y + 4, b.tower.title, 3.4, "middle", PAPER, 700))
    y = box.y + 10
    if b.tower.id != MAIN:
        out += hearts(b, box.x + 3.4, y, box.w - 6)
        y += 9.5
        out += [
            path(SHIELD, box.x + 3.6 + 4.6 * n, y, 4, TOWERS["blue"] if n < b.armour else "none")
            for n in range(b.tower.armour)
        ]
        y += 6
    for stat in STATS:
        out.append(words(box.x + 2, y + 1.1, MEANS[stat], 3, "start", SOFT))
        level, top = getattr(b, stat), getattr(b.tower, stat)[1]
        step = min(4.6, (box.w - 18) / top)
        for n in range(top):
            fill = TOWERS[stat] if n < level else "none"
            out.append(
                tag(
                    "circle", cx=box.x + 16.5 + step * n, cy=y, r=1.7, fill=fill, stroke=TOWERS[stat], stroke_width=0.45
                )
            )
        y += 5
    if not b.stands:
        out.append(cross(box.inner(2), TOWERS["red"], 1.4))
    return "".join(out)


def hearts(b: Built, x: float, y: float, wide: float) -> list[str]:
    """Hearts from the first to be lost on, those with a charge above its sign: readied, used or still to come."""
    step = min(4.6, wide / b.tower.hearts)
    out = []
    for n in range(1, b.tower.hearts + 1):
        at = x + step * (n - 1)
        out.append(path(HEART, at, y, 4.4, TOWERS["red"] if n > b.lost else "none", TOWERS["red"], 0.4))
        if n <= b.lost:
            out.append(cross(Box(at - 1.5, y - 1.5, 3, 3), INK, 0.5))
        if n in b.tower.charges:
            which = b.tower.charges.index(n)
            ready = which < b.readied
            used = which < b.used
            out.append(
                path(BOLT, at, y + 4.6, 3.6, "#f0b429" if ready and not used else "none", INK if ready else SOFT, 0.3)
            )
            if used:
                out.append(cross(Box(at - 1.4, y + 3.2, 2.8, 2.8), INK, 0.5))
    return out


def gate(s: Siege, box: Box) -> str:
    """The gate with its durability."""
    out = [rect(box, WEAK, INK, 0.8, 2), words(box.x + box.w / 2, box.y + 7, "Gate", 5, "middle", INK, 700)]
    rows = -(-s.sheet.gate // 2)
    step = min(12.0, (box.h - 24) / rows)
    for n in range(s.sheet.gate):
        x, y = box.x + box.w * (0.3 if n % 2 else 0.7), box.y + 16 + step * (n // 2)
        lost = n >= s.gate
        out.append(path(HEART, x, y, min(7.5, step * 0.8), "none" if lost else "#8a6d3b", INK, 0.4))
        if lost:
            out.append(cross(Box(x - 2.2, y - 2.2, 4.4, 4.4), INK, 0.7))
    out.append(words(box.x + box.w / 2, box.y + box.h - 3, f"{s.gate} of {s.sheet.gate}", 4, "middle", INK, 700))
    return "".join(out)


def flags(s: Siege, box: Box) -> str:
    """The flags: movement and attack at each value, and whom a type attacks."""
    out = [rect(box, "none", SOFT, 0.4, 1.5)]
    high = box.h / len(s.sheet.flags)
    step = (box.w - 27) / 6
    for n, flag in enumerate(s.sheet.flags):
        y = box.y + high * n
        out.append(chip(box.x + 4.6, y + high * 0.42, flag.type, colour(s, flag.type), 6))
        out.append(
            words(
                box.x + 2,
                y + high * 0.9,
                f"{flag.title} · {flag.target.replace('-', ' ')}".lstrip(" ·"),
                2.5,
                fill=SOFT,
            )
        )
        for label, values, dy in (("move", flag.move, 0.3), ("attack", flag.attack, 0.58)):
            out.append(words(box.x + 9, y + high * dy, label, 3))
            out += [
                words(box.x + 24 + step * k, y + high * dy, str(v), 3.2, "middle", INK, 600)
                for k, v in enumerate(values)
            ]
        if n:
            out.append(line(box.x + 2, y, box.x + box.w - 2, y, PALE, 0.3))
    return "".join(out)


def schedule(s: Siege, box: Box) -> str:
    """The horizon's table: which dice each round brings; the round now is framed, those before are crossed out."""
    out = [rect(box, "none", SOFT, 0.4, 1.5)]
    step = (box.h - 2) / s.sheet.rounds
    for n, row in enumerate(s.sheet.horizon, 1):
        y = box.y + 1 + step * (n - 0.5)
        if n == s.round:
            out.append(rect(Box(box.x + 1, y - step / 2, box.w - 2, step), WEAK, INK, 0.4, 1))
        out.append(
            words(box.x + 2.5, y + 1.1, str(n), min(3.4, step * 0.8), "start", INK if n >= s.round else SOFT, 700)
        )
        side = min(4.2, step * 0.84)
        out += [
            chip(box.x + 9.5 + (side + 5) * k, y, d.type, colour(s, d.type), side, n < s.round)
            + words(box.x + 9.8 + (side + 5) * k + side / 2, y + 1.1, str(d.value), side * 0.76)
            for k, d in enumerate(row)
        ]
    return "".join(out)
