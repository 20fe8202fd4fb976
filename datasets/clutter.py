"""Strews things that are no dice over a table, clear of the dice: pieces of games, a household's things, odd dice.

`pieces`, `household` and `polyhedra` make them; what a reader of the picture must not take for a die is all here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

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
KINDS: dict[str, Maker] = {**ODD_DICE, **PIECES, **HOUSEHOLD}
LARGE = ("keyboard", "paper", "book", "mug", "phone", "remote", "calculator", "cable")


def scatter(rng: Rng, area: Area, clear: Sequence[Circle] = (), most: int = 9) -> tuple[Thing, ...]:
    """Strew up to `most` things over an area (x0, y0, x1, y1, world mm), outside the circles (x, y, radius) of `clear`.

    Things do not meet each other; large ones may reach over the area's edge. Often only one or two kinds lie about, as
    on real tables, and sometimes nothing.
    """
    if rng.random() < 0.15:
        return ()
    few = [chosen(rng) for _ in range(int(rng.integers(1, 5)))]
    taken, things = list(clear), []
    for _ in range(int(rng.integers(1, most + 1))):
        kind = few[int(rng.integers(len(few)))] if rng.random() < 0.75 else chosen(rng)
        parts = KINDS[kind](rng)
        radius = reach([p.mesh for p in parts])
        spot = place(rng, area, taken, radius)
        if spot is not None:
            taken.append((*spot, radius))
            things.append(Thing(tuple(set_down(rng, parts, spot)), kind))
    return tuple(things)


def chosen(rng: Rng) -> str:
    """Return one kind: odd dice and dotted things often, since they are what dice are mistaken for."""
    family = (ODD_DICE, PIECES, HOUSEHOLD)[int(rng.choice(3, p=(0.3, 0.42, 0.28)))]
    return list(family)[int(rng.integers(len(family)))]


def place(rng: Rng, area: Area, taken: Sequence[Circle], radius: float) -> tuple[float, float] | None:
    """Return a free place for something of this radius, None after forty tries."""
    x0, y0, x1, y1 = area
    room = min(radius, 60.0)
    for _ in range(40):
        x, y = float(rng.uniform(x0 - room, x1 + room)), float(rng.uniform(y0 - room, y1 + room))
        if all(math.hypot(x - a, y - b) > radius + r for a, b, r in taken):
            return x, y
    return None


def set_down(rng: Rng, parts: list[Part], spot: tuple[float, float]) -> list[Part]:
    """Return parts turned anyhow about the vertical and moved to their place."""
    turn = spin(UP, float(rng.uniform(0, 2 * math.pi)))
    return [Part(p.mesh.moved(turn, np.array([*spot, 0.0])), p.finish) for p in parts]
