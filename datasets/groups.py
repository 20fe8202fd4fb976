"""Groups of dice as they lie on a table: single, in rows, as towers, thrown, piled up, leaning on something.

A group has its own frame: its middle is the origin, it stands on z = 0. `layout` puts groups beside each other.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from datasets.die import DieShape, Floats, Mesh, height, lying, spin
from datasets.finish import Finish
from datasets.physics import Block, Body, Rest, anyhow, settle
from datasets.scene import Die, Look, Part, Thing

Rng = np.random.Generator
Kind = tuple[DieShape, Look]
UP = np.array([0.0, 0.0, 1.0])
TRIES = 6


@dataclass(frozen=True)
class Group:
    """Dice around the origin, each support an index into this group, and things that belong to them."""

    dice: tuple[Die, ...]
    things: tuple[Thing, ...] = ()

    @property
    def radius(self) -> float:
        """How far anything of the group reaches from its middle, in mm."""
        reach = [math.hypot(*d.centre[:2]) + d.shape.half * 1.6 for d in self.dice]
        reach += [
            float(np.hypot(*p.mesh.vertices[:, :2].T).max()) for t in self.things for p in t.parts if t.name != "tray"
        ]
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


def settled(kinds: Sequence[Kind], bodies: Sequence[Body], blocks: Sequence[Block], rng: Rng) -> tuple[Die, ...]:
    """Return the dice where physics leaves them, or none if they do not come to rest."""
    found = settle(bodies, blocks, float(rng.uniform(0.3, 0.85)))
    return tuple(rested(kind, rest) for kind, rest in zip(kinds, found or (), strict=False))


def rested(kind: Kind, rest: Rest) -> Die:
    """Return a die of this kind at rest."""
    x, y, z = (float(v) for v in rest.centre)
    return Die(kind[1], (x, y, z), rest.turn, kind[0], rest.support)


def pile(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice poured out over one spot: most lie flat, some on others, some cocked."""
    widest = max(shape.edge for shape, _look in kinds)
    spread = widest * math.sqrt(len(kinds)) * float(rng.uniform(0.3, 0.8))
    bodies = []
    for k, (shape, _look) in enumerate(kinds):
        x, y = rng.uniform(-spread, spread, 2)
        drop = widest * (1.0 + 1.3 * (k // max(2, len(kinds) // 4)))
        push = rng.normal(0, 80, 3) - (2.5 * x, 2.5 * y, 0)
        bodies.append(Body(shape, (x, y, drop), anyhow(rng), tuple(push), tuple(rng.normal(0, 9, 3))))
    dice = settled(kinds, bodies, (), rng)
    far = spread * 2.5 + widest * 2
    return centred(tuple(d for d in dice)) if dice and all(math.hypot(*d.centre[:2]) < far for d in dice) else Group(())


def thrown(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return dice that were thrown from one side and rolled out."""
    widest = max(shape.edge for shape, _look in kinds)
    bodies = []
    for k, (shape, _look) in enumerate(kinds):
        place = (float(rng.normal(0, widest)), float(rng.normal(0, widest)), widest * (1 + 0.9 * k))
        speed = (float(rng.normal(450, 150)), float(rng.normal(0, 120)), float(rng.normal(-100, 100)))
        bodies.append(Body(shape, place, anyhow(rng), speed, tuple(rng.normal(0, 20, 3))))
    dice = settled(kinds, bodies, (), rng)
    return centred(dice) if dice else Group(())


def leaning(kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return a die dropped against another, against a bar, or over a coin's or a card's edge: often cocked."""
    shape = kinds[-1][0]
    others = list(kinds[:-1])[:2]
    blocks: list[Block] = []
    things: list[Thing] = []
    bodies: list[Body] = []
    for k, (other, _look) in enumerate(others):
        turn = lying(value(rng), float(rng.uniform(0, 2 * math.pi)), other)
        bodies.append(Body(other, (k * other.edge * 1.75, 0.0, height(other, turn) + 0.05), turn))
    reach = others[0][0].half if others else 0.0
    if not others:
        thing, blocks = bar(shape, rng)
        things, reach = [thing], blocks[0].half[1]
    way = float(rng.uniform(0, 2 * math.pi)) if others else math.pi / 2
    far = reach + shape.half * float(rng.uniform(0.2, 1.5))
    tilt = spin(np.array([-math.sin(way), math.cos(way), 0.0]), float(rng.uniform(-0.9, 0.9)))
    place = (far * math.cos(way), far * math.sin(way), shape.edge * 1.1 + 2 * reach * (far < reach + shape.half * 0.8))
    bodies.append(Body(shape, place, tilt @ lying(value(rng), way + float(rng.normal(0, 0.3)), shape)))
    used = [*others, kinds[-1]]
    dice = settled(used, bodies, blocks, rng)
    near = all(math.hypot(*d.centre[:2]) < 6 * shape.edge for d in dice)
    return Group(dice, tuple(things)) if dice and near else Group(())


def bar(shape: DieShape, rng: Rng) -> tuple[Thing, list[Block]]:
    """Return a long thing for a die to lean on, thin as a card or high as a wall, and its form for the physics."""
    high = float(rng.choice([0.8, 2.0, 3.0, shape.edge * 0.6, shape.edge * 1.5])) / 2
    half = (float(rng.uniform(1, 4)) * shape.edge, float(rng.uniform(0.15, 1.5)) * shape.edge, high)
    tint = tuple(float(c) for c in rng.uniform(0.02, 0.8, 3))
    kind = str(rng.choice(["opaque", "matte", "metallic"]))
    finish = Finish(kind, (tint[0], tint[1], tint[2]), rough=float(rng.uniform(0.1, 0.5)))
    block = Block((0.0, 0.0, high), half)
    return Thing((Part(boxed(block), finish),), "bar"), [block]


def boxed(block: Block) -> Mesh:
    """Return a block as a mesh with sharp edges and a whole texture on each face."""
    points: list[list[Floats]] = []
    triangles: list[list[int]] = []
    normals: list[Floats] = []
    for axis in range(3):
        for side in (-1.0, 1.0):
            normal, a, b = np.eye(3)[axis] * side, np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
            first = len(points) * 4
            points.append([normal + i * a + j * b for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
            order = [[0, 1, 2], [0, 2, 3]] if side > 0 else [[0, 2, 1], [0, 3, 2]]
            triangles += (np.array(order) + first).tolist()
            normals += [normal] * 4
    corners = np.array(points).reshape(-1, 3) * block.half
    uv = np.tile([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]], (6, 1))
    mesh = Mesh(corners, np.array(triangles), np.array(normals), uv)
    return mesh.moved(spin(UP, block.yaw), np.array(block.middle))


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
}


def group(name: str, kinds: Sequence[Kind], rng: Rng) -> Group:
    """Return a group of this name (a key of KINDS) that holds all or some of these dice; a single die if all fails."""
    for _ in range(TRIES):
        found = KINDS[name][0](kinds, rng)
        if found.dice:
            return found
    return single(kinds, rng)
