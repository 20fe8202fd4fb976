"""Groups of dice as they lie on a table: single, in rows, as towers, thrown, piled up, leaning on something.

A group has its own frame: its middle is the origin, it stands on z = 0. `layout` puts groups beside each other.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets import arenas
from datasets.die import DieShape, Floats, height, lying, spin, top
from datasets.finish import Finish
from datasets.physics import Block, Body, Rest, anyhow, settle
from datasets.scene import Die, Look, Part, Thing
from datasets.solids import box, prism, rectangle

Rng = np.random.Generator
Kind = tuple[DieShape, Look]
UP = np.array([0.0, 0.0, 1.0])
TRIES = 6
LEANS = 8  # drops until one die is cocked


@dataclass(frozen=True)
class Group:
    """Dice around the origin, each support an index into this group, and things that belong to them."""

    dice: tuple[Die, ...]
    things: tuple[Thing, ...] = ()

    @property
    def radius(self) -> float:
        """How far anything of the group reaches from its middle, in mm."""
        reach = [math.hypot(*d.centre[:2]) + d.shape.half * 1.6 for d in self.dice]
        reach += [float(np.hypot(*p.mesh.vertices[:, :2].T).max()) for t in self.things for p in t.parts]
        return max(reach)

    def moved(self, x: float, y: float, yaw: float, first: int = 0) -> "Group":
        """Return the group turned about its middle and then shifted; `first` is added to the supports."""
        turn, place = spin(UP, yaw), np.array([x, y, 0.0])
        dice = tuple(
            replace(
                d.moved(turn @ np.array(d.centre) + place, turn @ d.turn), support=d.support + first * (d.support >= 0)
            )
            for d in self.dice
        )
        things = tuple(
            Thing(tuple(Part(p.mesh.moved(turn, place), p.finish) for p in t.parts), t.name) for t in self.things
        )
        return Group(dice, things)


def value(rng: Rng) -> int:
    """Draw a face."""
    return int(rng.integers(1, 7))


def standing(kind: Kind, up: int, x: float, y: float, yaw: float, under: float = 0.0, support: int = -1) -> Die:
    """Return a die that lies flat with `up` on top, its lower face `under` mm above the ground."""
    turn = lying(up, yaw, kind[0])
    return Die(kind[1], (x, y, under + height(kind[0], turn)), turn, kind[0], support)


def single(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return one die that lies flat."""
    return Group((standing(kinds[0], value(rng), 0.0, 0.0, float(rng.uniform(0, 2 * math.pi))),))


def row(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice side by side in one or more rows that touch or nearly touch, as players line them up."""
    columns = int(rng.integers(2, max(3, min(8, len(kinds)) + 1)))
    pitch = max(shape.edge for shape, _look in kinds) + float(rng.choice([0.05, 0.05, 0.4, 1.5]))
    loose = float(rng.choice([0.0, 0.0, 0.03])) if pitch % 1 else 0.03
    same = value(rng) if rng.random() < 0.25 else 0
    dice = []
    for k, kind in enumerate(kinds):
        x, y = (k % columns - columns / 2) * pitch * (1 + loose), k // columns * pitch * (1 + loose)
        yaw = int(rng.integers(4)) * math.pi / 2 + float(rng.normal(0, loose))
        dice.append(standing(kind, same or value(rng), x, y, yaw))
    return Group(tuple(dice))


def tower(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice stacked up to three high, each over the middle of the one beneath or a little beside it."""
    ordered = sorted(kinds[:3], key=lambda kind: -kind[0].edge) if rng.random() < 0.85 else list(kinds[:3])
    dice: list[Die] = []
    for level, kind in enumerate(ordered):
        below = dice[-1] if dice else None
        flat = min(kind[0].edge, below.shape.edge) / 2 if below else 0.0
        off = rng.uniform(-0.36, 0.36, 2) * flat / (1 + (len(ordered) > 2))
        x, y = (np.array(below.centre[:2]) + off) if below else (0.0, 0.0)
        under = below.centre[2] + height(below.shape, below.turn) if below else 0.0
        yaw = float(rng.uniform(0, 2 * math.pi)) if rng.random() < 0.6 else float(rng.normal(0, 0.08))
        dice.append(standing(kind, value(rng), float(x), float(y), yaw, under, level - 1))
    return Group(tuple(dice))


def settled(
    kinds: Sequence[Kind], bodies: Sequence[Body], blocks: Sequence[Block], rng: Rng, rough: float = 0.3
) -> tuple[Die, ...]:
    """Return the dice where physics leaves them, or none if they do not come to rest; friction is over `rough`."""
    found = settle(bodies, blocks, float(rng.uniform(rough, 0.9)))
    return tuple(rested(kind, rest) for kind, rest in zip(kinds, found or (), strict=False))


def rested(kind: Kind, rest: Rest) -> Die:
    """Return a die of this kind at rest."""
    x, y, z = (float(v) for v in rest.centre)
    return Die(kind[1], (x, y, z), rest.turn, kind[0], rest.support)


def stacked(kinds: Sequence[Kind], rng: Rng, columns: int) -> list[Body]:
    """Return dice in the air, turned anyhow, in layers of `columns` by `columns`, so far apart that none meet."""
    pitch = 1.78 * max(shape.edge for shape, _look in kinds)
    bodies = []
    for k, (shape, _look) in enumerate(kinds):
        cell = np.array([k % columns, k // columns % columns, k // columns**2], float)
        x, y, z = (cell - [(columns - 1) / 2, (columns - 1) / 2, -0.6]) * pitch
        push = rng.normal(0, 40, 3)
        swing = rng.normal(0, 6, 3)
        bodies.append(Body(shape, (x, y, z), anyhow(rng), (push[0], push[1], push[2]), (swing[0], swing[1], swing[2])))
    return bodies


def pile(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice poured out over one spot: most lie flat, some on others, some cocked."""
    columns = max(1, math.ceil(math.sqrt(len(kinds)) * float(rng.uniform(0.4, 0.8))))
    dice = settled(kinds, stacked(kinds, rng, columns), (), rng)
    far = 3.2 * max(shape.edge for shape, _look in kinds) * math.sqrt(len(kinds))
    near = all(math.hypot(*d.centre[:2]) < far for d in dice)
    return centred(dice) if dice and near else Group(())


def thrown(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice that were thrown from one side and rolled out."""
    bodies = []
    for body in stacked(kinds, rng, 1 + int(rng.integers(3))):
        speed = (float(rng.normal(450, 150)), float(rng.normal(0, 120)), float(rng.normal(-100, 100)))
        bodies.append(replace(body, speed=speed))
    dice = settled(kinds, bodies, (), rng)
    return centred(dice) if dice else Group(())


def boxed_in(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice thrown into a box: some lean on its walls or on each other."""
    widest = max(shape.edge for shape, _look in kinds)
    room = widest * math.sqrt(len(kinds)) * float(rng.uniform(1.0, 2.2)) + widest
    half = np.array([room, room * float(rng.uniform(0.6, 1.0))])
    thick, high = float(rng.uniform(2, 12)), widest * float(rng.uniform(0.5, 3.0))
    inner = float(half.min())
    bodies = [
        replace(body, speed=fast(rng, 250)) for body in stacked(kinds, rng, max(1, int(2 * inner / (1.78 * widest))))
    ]
    dice = settled(kinds, bodies, walls(half, widest), rng)
    inside = all((np.abs(d.centre[:2]) < half).all() and d.centre[2] < high + d.shape.half for d in dice)
    return Group(dice, (crate(rng, half, high, thick),)) if dice and inside else Group(())


def fast(rng: Rng, typical: float) -> tuple[float, float, float]:
    """Draw a speed in mm/s in any direction."""
    x, y, z = rng.normal(0, typical, 3)
    return float(x), float(y), float(z)


def crate(rng: Rng, half: Floats, high: float, thick: float) -> Thing:
    """Return a box with upright walls and a floor of felt or the like; the rectangle of half sizes is free in it."""
    inside = rectangle(2 * half[0], 2 * half[1])
    rim = min(0.4 * thick, 2.0)
    profile = [(0.0, 0.0), (0.0, high - rim), (rim, high), (thick - rim, high), (thick, high - rim), (thick, 0.0)]
    picture, rough = arenas.lining(rng)
    floor = Part(prism(inside, arenas.FLOOR), Finish("opaque", rough=rough, texture=picture))
    return Thing((floor, Part(arenas.moulding(inside, profile, False), arenas.stuff(rng))), "crate")


def walls(half: Floats, widest: float) -> list[Block]:
    """Return four walls around a rectangle of these half sizes, so high that no die jumps over them."""
    high, thick = widest * 20, 10.0
    told = []
    for axis in (0, 1):
        for side in (-1.0, 1.0):
            middle, size = np.zeros(2), half + 2 * thick
            middle[axis], size[axis] = side * (half[axis] + thick), thick
            told.append(Block((middle[0], middle[1], high), (size[0], size[1], high)))
    return told


def leaning(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return a die dropped against one or two others, against a bar, or over its edge, best such that it is cocked."""
    best = Group(())
    for _ in range(LEANS):
        found = dropped(kinds, rng)
        best = found if found.dice else best
        if any(top(d.turn, d.shape)[1] > 3 for d in found.dice):
            break
    return best


def dropped(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return a die dropped with a tilt beside or over one or two others, or a bar where there are no others."""
    shape, others = kinds[-1][0], list(kinds[:-1])[:2]
    blocks: list[Block] = []
    things: list[Thing] = []
    bodies: list[Body] = []
    for k, (other, _look) in enumerate(others):
        turn = lying(value(rng), float(rng.uniform(0, 2 * math.pi)), other)
        bodies.append(Body(other, (k * other.edge * 1.75, 0.0, height(other, turn) + 0.05), turn))
    if others:
        bodies.append(tipped(shape, others[0][0].half, rng))
    else:
        thing, blocks = bar(shape, rng)
        things = [thing]
        bodies.append(propped(shape, blocks[0].half[1], 2 * blocks[0].half[2], rng))
    dice = settled([*others, kinds[-1]], bodies, blocks, rng, 0.6)
    near = all(math.hypot(*d.centre[:2]) < 6 * shape.edge for d in dice)
    return Group(dice, tuple(things)) if dice and near else Group(())


def tipped(shape: DieShape, reach: float, rng: Rng) -> Body:
    """Return a die on its lower edge, tipped over towards another whose side is `reach` mm from the origin."""
    lean = float(rng.uniform(0.82, 1.35))  # under an eighth of a turn it would fall back
    gap = shape.edge * math.sin(lean) * float(rng.uniform(0.9, 1.0)) + 0.4
    along = reach * float(rng.uniform(1.0, 1.15)) + gap + shape.half * (math.cos(lean) - math.sin(lean))
    up = shape.half * (math.cos(lean) + math.sin(lean)) + 0.2
    way = float(rng.uniform(0, 2 * math.pi))
    out = np.array([math.cos(way), math.sin(way), 0.0])
    turn = spin(np.cross(UP, -out), lean) @ lying(value(rng), way + float(rng.normal(0, 0.12)), shape)
    return Body(shape, (along * out[0], along * out[1], up), turn)


def propped(shape: DieShape, reach: float, high: float, rng: Rng) -> Body:
    """Return a die in the air beside or over the long edge of a bar that reaches `reach` mm from the x axis."""
    far = reach + shape.half * float(rng.uniform(0.2, 1.5))
    raised = shape.edge * (0.9 + 0.1 * (far > reach + shape.half)) + high * (far < reach + shape.half * 0.8)
    tilt = spin(np.array([1.0, 0.0, 0.0]), float(rng.uniform(-0.9, 0.9)))
    return Body(shape, (0.0, far, raised), tilt @ lying(value(rng), float(rng.normal(0, 0.3)), shape))


def bar(shape: DieShape, rng: Rng) -> tuple[Thing, list[Block]]:
    """Return a long thing for a die to lean on, thin as a card or high as a wall, and its form for the physics."""
    high = float(rng.choice([0.8, 2.0, 3.0, shape.edge * 0.6, shape.edge * 1.5])) / 2
    half = (float(rng.uniform(1, 4)) * shape.edge, float(rng.uniform(0.15, 1.5)) * shape.edge, high)
    tint = tuple(float(c) for c in rng.uniform(0.02, 0.8, 3))
    kind = str(rng.choice(["opaque", "matte", "metallic"]))
    finish = Finish(kind, (tint[0], tint[1], tint[2]), rough=float(rng.uniform(0.1, 0.5)))
    block = Block((0.0, 0.0, high), half)
    return Thing((Part(box(2 * half[0], 2 * half[1], 2 * high), finish),), "bar"), [block]


def centred(dice: tuple[Die, ...]) -> Group:
    """Return a group around the middle of these dice."""
    middle: Floats = np.array([*np.mean([d.centre[:2] for d in dice], axis=0), 0.0])
    return Group(tuple(d.moved(np.array(d.centre) - middle, d.turn) for d in dice))


KINDS: dict[str, tuple[Callable[[Sequence[Kind], Rng], Group], int, int]] = {
    "single": (single, 1, 1),
    "row": (row, 2, 12),
    "tower": (tower, 2, 3),
    "pile": (pile, 3, 33),
    "thrown": (thrown, 2, 8),
    "leaning": (leaning, 1, 3),
    "boxed in": (boxed_in, 2, 20),
}


def group(name: str, kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return a group of this name (a key of KINDS) that holds all or some of these dice; a single die if all fails."""
    for _ in range(TRIES):
        found = KINDS[name][0](kinds, rng)
        if found.dice:
            return found
    return single(kinds, rng)
