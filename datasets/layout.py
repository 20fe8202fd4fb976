"""Draws a whole table to render from one seed: dice in groups, camera, ground, light, clutter."""

import math
from dataclasses import dataclass, replace

import numpy as np

from datasets import clutter, groups, looks, rooms, surfaces
from datasets.camera import Camera
from datasets.die import Floats
from datasets.finish import Rgb
from datasets.groups import Group
from datasets.scene import Die, Ground, Scene, Thing

Rng = np.random.Generator

SERIES = 20261201  # keeps these pictures apart from others drawn by the same numbers
SIZES = ((640, 480), (480, 360), (640, 360), (800, 600), (480, 640), (560, 560), (960, 720), (360, 480))
SIZES_SHARE = (0.34, 0.18, 0.12, 0.1, 0.1, 0.08, 0.04, 0.04)
EMPTY = 0.12  # share of pictures without any die
ALIKE = 0.12  # share of grounds that have the colour of a die on them
SMALLEST, LARGEST = 12.0, 400.0  # px, a die's edge
CLOSEST = 60.0  # mm from the lens to what it looks at
MIX = {"single": 0.5, "row": 0.12, "tower": 0.13, "leaning": 0.08, "pile": 0.08, "thrown": 0.07, "boxed in": 0.07}


@dataclass(frozen=True)
class View:
    """How a camera looks at the table's middle: mm a pixel there, its elevation and turn in rad."""

    camera: Camera
    scale: float
    elevation: float
    turn: float

    @property
    def half(self) -> tuple[float, float]:
        """Half of the ground that is in view, across and along, in mm, as far as the table goes on behind it."""
        deep = self.camera.height / 2 * self.scale / max(math.sin(self.elevation), 0.35)
        return self.camera.width / 2 * self.scale, deep

    def on_ground(self, across: float, along: float) -> Floats:
        """Return the world point (2,) this far (mm) to the right of and beyond the middle as the camera sees it."""
        right = np.array([math.cos(self.turn), math.sin(self.turn)])
        return np.asarray(across * right + along * np.array([-right[1], right[0]]))


def scene(number: int, size: tuple[int, int] | None = None) -> Scene:
    """Draw the table of picture `number`; its size in px is drawn as well where none is given."""
    rng = np.random.default_rng((SERIES, number))
    drawn = SIZES[int(rng.choice(len(SIZES), p=SIZES_SHARE))]
    size = size or drawn
    wide = math.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST)))
    wide = min(wide, 0.55 * min(size))
    count = 0 if rng.random() < EMPTY else number_of(rng, wide, size)
    kinds = looks.sets(rng, count)
    edge = float(np.median([shape.edge for shape, _look in kinds])) if kinds else 16.0
    view = watched(rng, edge, wide, size)
    placed = laid(rng, kinds, view, edge)
    dice, things = gathered(placed)
    clear = [(d.centre[0], d.centre[1], d.shape.half * 1.8) for d in dice]
    clear += [(float(m[0]), float(m[1]), float(m[2])) for m in (footprint(t) for t in things)]
    things += clutter.scatter(rng, area(view), clear, 9 if dice else 14)
    surround, lamps = rooms.room(rng)
    if rng.random() < 0.3:
        things += rooms.shades(rng, lamps)
    ground = sharp(surfaces.ground(rng), view)
    if dice and rng.random() < ALIKE:
        ground = tinted(ground, dice[0].look.body)
    return Scene(view.camera, None, dice, (), lamps, 1.0, number, ground, things, surround)


def sharp(ground: Ground, view: View) -> Ground:
    """Return the ground with a finer picture where the camera is so close that its pixels would show."""
    coarse = ground.width_mm / ground.picture.shape[1] / view.scale
    shrunk = max(1.0, min(coarse / 2.5, 5.0))
    return replace(ground, width_mm=ground.width_mm / shrunk, height_mm=ground.height_mm / shrunk)


def tinted(ground: Ground, colour: Rgb) -> Ground:
    """Return the ground in about this colour, so that dice are hard to tell from it: white on white, black on black."""
    mean = ground.picture.mean(axis=(0, 1)) + 0.01
    return replace(ground, picture=np.asarray(np.clip(ground.picture * (np.array(colour) / mean), 0, 0.95), np.float32))


def number_of(rng: Rng, wide: float, size: tuple[int, int]) -> int:
    """Draw how many dice of this width there are: what fits into the picture, often few, at most 33."""
    fit = min(0.5 * size[0] * size[1] / (1.4 * wide) ** 2, 40)
    full = rng.random(2).max()  # a picture with more dice teaches more for what it costs
    return int(np.clip(round(fit * full), 1, 33)) if rng.random() < 0.85 else int(rng.integers(1, 4))


def watched(rng: Rng, edge: float, wide: float, size: tuple[int, int]) -> View:
    """Draw a camera that shows a die of this edge (mm) in the middle of the table about `wide` px across."""
    longer = math.radians(rng.uniform(25, 80))
    focal = max(size) / 2 / math.tan(longer / 2)
    far = max(focal * edge / wide, CLOSEST, 4 * edge)
    elevation = math.radians(min(89.5, 20 + 75 * rng.beta(1.6, 1.1)))
    turn = float(rng.uniform(-math.pi, math.pi))
    eye = far * np.array(
        [math.sin(turn) * math.cos(elevation), -math.cos(turn) * math.cos(elevation), math.sin(elevation)]
    )
    fovy = math.degrees(2 * math.atan(size[1] / 2 / focal))
    roll = float(rng.uniform(-180, 180)) if rng.random() < 0.12 else float(rng.normal(0, 4))
    camera = Camera((float(eye[0]), float(eye[1]), float(eye[2])), (0.0, 0.0, edge / 2), fovy, *size, roll)
    return View(camera, far / focal, elevation, turn)


def area(view: View) -> tuple[float, float, float, float]:
    """Return the rectangle x0, y0, x1, y1 (mm) of the table that is about in view."""
    reach = [view.on_ground(a * view.half[0], b * view.half[1]) for a in (-1, 1) for b in (-1, 1)]
    low, high = np.min(reach, axis=0), np.max(reach, axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def laid(rng: Rng, kinds: list[groups.Kind], view: View, edge: float) -> list[Group]:
    """Make groups of these dice and lay them beside each other where the camera looks; what finds no room is left."""
    spread = float(rng.choice([0.25, 0.55, 0.85], p=[0.25, 0.35, 0.4]))
    reach = np.maximum(np.array(view.half) * spread - 0.6 * edge, 0.5 * edge)
    placed: list[Group] = []
    taken: list[tuple[float, float, float]] = []
    for mates in parted(rng, kinds):
        fitting = {k: v for k, v in MIX.items() if groups.KINDS[k][1] <= len(mates) <= groups.KINDS[k][2]}
        name = looks.chosen(rng, fitting)
        group = groups.group(name, mates, rng)
        for _ in range(30):
            x, y = view.on_ground(*(rng.uniform(-1, 1, 2) * reach))
            if all(math.hypot(x - a, y - b) > r + group.radius for a, b, r in taken):
                placed.append(group.moved(float(x), float(y), float(rng.uniform(0, 2 * math.pi))))
                taken.append((float(x), float(y), group.radius))
                break
    return placed


def parted(rng: Rng, kinds: list[groups.Kind]) -> list[list[groups.Kind]]:
    """Part dice into groups' members: all together now and then, else mostly one by one."""
    left, parts = list(kinds), []
    most = [1, 1, 2, 3, 3, 5, 8] if rng.random() < 0.75 else [len(kinds)]
    while left:
        share = min(len(left), int(rng.choice(most)))
        parts.append(left[:share])
        left = left[share:]
    return parts


def gathered(placed: list[Group]) -> tuple[tuple[Die, ...], tuple[Thing, ...]]:
    """Return all dice and things of the groups, the dice's supports counted through."""
    dice: list[Die] = []
    for group in placed:
        first = len(dice)
        dice += [replace(d, support=d.support + first if d.support >= 0 else -1) for d in group.dice]
    return tuple(dice), tuple(t for group in placed for t in group.things)


def footprint(thing: Thing) -> tuple[float, float, float]:
    """Return the middle and the reach of a thing on the ground, in mm."""
    points = np.concatenate([p.mesh.vertices[:, :2] for p in thing.parts])
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    return float(middle[0]), float(middle[1]), float(np.hypot(*(points - middle).T).max())
