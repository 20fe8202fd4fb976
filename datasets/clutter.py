"""Strews things that are no dice over a table, clear of the dice: pieces, a household's things, odd dice, trays, hands.

`pieces`, `household` and `polyhedra` make them; what a reader of the picture must not take for a die is all here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from datasets import arenas, limbs
from datasets.die import spin
from datasets.grain import Rng
from datasets.household import HOUSEHOLD
from datasets.pieces import PIECES, UP
from datasets.polyhedra import die
from datasets.scene import Part, Thing
from datasets.solids import reach

Area = tuple[float, float, float, float]
Circle = tuple[float, float, float]
Maker = Callable[[Rng], list[Part]]

ODD_DICE: dict[str, Maker] = {f"D{sides}": partial(die, sides=sides) for sides in (4, 8, 10, 12, 20)}
ODD_DICE |= {"D6 numerals": partial(die, sides=6), "D6 symbols": partial(die, sides=6, drawn="symbols")}
KINDS: dict[str, Maker] = {**ODD_DICE, **PIECES, **HOUSEHOLD, "cup": arenas.cup}
TRAY, BESIDE, OVER = 0.2, 0.06, 0.06  # shares of tables with a tray, with a hand beside the dice, with one over them
WIDEST = 260.0  # mm, the largest tray


def scatter(rng: Rng, area: Area, clear: Sequence[Circle] = (), most: int = 9) -> tuple[Thing, ...]:
    """Strew up to `most` things over an area (x0, y0, x1, y1, world mm), outside the circles (x, y, radius) of `clear`.

    Things do not meet each other; large ones may reach over the area's edge. Often only one or two kinds lie about, as
    on real tables, and sometimes nothing. Now and then a tray stands around what is clear, and a hand lies beside it or
    hides a part.
    """
    taken, things = list(clear), list[Thing]()
    tray = enclosed(rng, area, clear)
    if tray is not None:
        things.append(tray.thing)
        if rng.random() < 0.4:
            things += strewn(rng, tray.inside, taken, 3, True)
        taken.append(tray.circle)
    things += handed(rng, area, taken)
    if rng.random() < (0.5 if things else 0.15):
        return tuple(things)
    return (*things, *strewn(rng, area, taken, most))


def strewn(rng: Rng, area: Area, taken: list[Circle], most: int, inside: bool = False) -> list[Thing]:
    """Strew one to `most` things and add the circles that they cover to `taken`; `inside`: they stay in the area."""
    few = [chosen(rng) for _ in range(int(rng.integers(1, 5)))]
    things = []
    for _ in range(int(rng.integers(1, most + 1))):
        kind = few[int(rng.integers(len(few)))] if rng.random() < 0.75 else chosen(rng)
        parts = KINDS[kind](rng)
        radius = reach([p.mesh for p in parts])
        spot = place(rng, area, taken, radius, -radius if inside else min(radius, 60.0))
        if spot is not None:
            taken.append((*spot, radius))
            things.append(Thing(tuple(set_down(rng, parts, spot)), kind))
    return things


def enclosed(rng: Rng, area: Area, clear: Sequence[Circle]) -> arenas.Tray | None:
    """Return now and then a tray around what is clear where that is not too wide, or an empty one where nothing is."""
    if rng.random() > TRAY:
        return None
    x0, y0, x1, y1 = area
    empty = (float(rng.uniform(x0, x1)), float(rng.uniform(y0, y1)), float(rng.uniform(30, 110)))
    held = clear or [empty]
    span = max(max(c[k] + c[2] for c in held) - min(c[k] - c[2] for c in held) for k in (0, 1))
    return None if span > WIDEST else arenas.around(rng, held, float(rng.exponential(30)) + 4)


def handed(rng: Rng, area: Area, taken: Sequence[Circle]) -> list[Thing]:
    """Return now and then a hand that lies beside what is taken, or one that hides a part of the table."""
    draw = rng.random()
    if draw < OVER:
        return [limbs.over(rng, area)]
    hand = limbs.beside(rng, area, taken) if draw < OVER + BESIDE else None
    return [] if hand is None else [hand]


def chosen(rng: Rng) -> str:
    """Return one kind: odd dice and dotted things often, since they are what dice are mistaken for."""
    family = (ODD_DICE, PIECES, HOUSEHOLD)[int(rng.choice(3, p=(0.3, 0.42, 0.28)))]
    return list(family)[int(rng.integers(len(family)))]


def place(rng: Rng, area: Area, taken: Sequence[Circle], radius: float, more: float) -> tuple[float, float] | None:
    """Return a free place for something of this radius in an area that is `more` mm larger; None after forty tries."""
    x0, y0, x1, y1 = area
    if x1 - x0 < -2 * more or y1 - y0 < -2 * more:
        return None
    for _ in range(40):
        x, y = float(rng.uniform(x0 - more, x1 + more)), float(rng.uniform(y0 - more, y1 + more))
        if all(math.hypot(x - a, y - b) > radius + r for a, b, r in taken):
            return x, y
    return None


def set_down(rng: Rng, parts: list[Part], spot: tuple[float, float]) -> list[Part]:
    """Return parts turned anyhow about the vertical and moved to their place."""
    turn = spin(UP, float(rng.uniform(0, 2 * math.pi)))
    return [Part(p.mesh.moved(turn, np.array([*spot, 0.0])), p.finish) for p in parts]
