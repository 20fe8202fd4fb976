"""What stands on a table: dice with their looks, ground and sheet, things, hands, lamps and the camera that watches.

A Scene says everything that `render` draws and `truth` tells; nothing in it is drawn by chance.
"""

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from datasets.camera import Camera, world
from datasets.die import DieShape, Mesh, height, lying
from datasets.finish import Finish
from datasets.finish import Rgb as Rgb

Floats = NDArray[np.float64]
Plane = NDArray[np.float32]


@dataclass(frozen=True)
class Look:
    """A die's colours (linear RGB, 0 to 1) under the name that people use, and how rough its plastic is.

    `finish` is one of `finish.KINDS`; `second` is its second colour (veins, flecks, clouds), `accent` that of the pips
    that the shape sets apart, `disc` a round field on each face; `seed` draws the veins and flecks.
    """

    colour: str
    body: Rgb
    pips: Rgb = (0.86, 0.86, 0.83)
    rough: float = 0.12
    finish: str = "opaque"
    second: Rgb | None = None
    accent: Rgb | None = None
    disc: Rgb | None = None
    seed: int = 0


@dataclass(frozen=True)
class Die:
    """A die: its centre in world mm, its 3x3 rotation, and the index of the die that carries it (-1: none)."""

    look: Look
    centre: tuple[float, float, float]
    turn: Floats
    shape: DieShape = field(default_factory=DieShape)
    support: int = -1

    def moved(self, centre: Floats, turn: Floats) -> "Die":
        """Return the same die elsewhere."""
        return replace(self, centre=(float(centre[0]), float(centre[1]), float(centre[2])), turn=turn)


@dataclass(frozen=True, eq=False)
class Sheet:
    """A printed sheet that lies with its upper left corner in the world's origin: BGR picture, size in mm.

    Two sheets are equal only if they are one and the same, so that a renderer can keep what it made of one.
    """

    picture: NDArray[np.uint8] = field(repr=False)
    width: float
    height: float
    thick: float = 1.5


@dataclass(frozen=True, eq=False)
class Ground:
    """What everything stands on (z = 0), without end: a picture (h, w, 3) in linear RGB that repeats, its size in mm.

    `bump` (h, w) is the relief in mm that shades it, None where it is smooth.
    """

    picture: Plane = field(repr=False)
    width_mm: float
    height_mm: float
    rough: float = 0.3
    name: str = ""
    bump: Plane | None = field(default=None, repr=False)


@dataclass(frozen=True, eq=False)
class Part:
    """One solid of one finish, its mesh in world mm."""

    mesh: Mesh = field(repr=False)
    finish: Finish


@dataclass(frozen=True, eq=False)
class Thing:
    """Something that is no die (a coin, a tray, a D20), made of parts."""

    parts: tuple[Part, ...]
    name: str


@dataclass(frozen=True)
class Hand:
    """A hand that pinches at a world point (mm), its arm coming from the direction `yaw` (rad), with its colours."""

    pinch: tuple[float, float, float]
    yaw: float
    skin: Rgb = (0.56, 0.30, 0.20)
    sleeve: Rgb = (0.06, 0.08, 0.14)


@dataclass(frozen=True)
class Lamp:
    """A square area light: place and target in world mm, its edge in mm, its irradiance at the target (linear RGB)."""

    place: tuple[float, float, float]
    target: tuple[float, float, float]
    edge: float
    light: Rgb


@dataclass(frozen=True)
class Scene:
    """A table to render.

    `surround` is a panorama (h, 2 h, 3) in linear RGB, zenith first; without it a room is drawn from `seed`. `room`
    scales the light of either. Without a `ground` the table is of planks, drawn from `seed` as well.
    """

    camera: Camera
    sheet: Sheet | None
    dice: tuple[Die, ...] = ()
    hands: tuple[Hand, ...] = ()
    lamps: tuple[Lamp, ...] = ()
    room: float = 0.5
    seed: int = 0
    ground: Ground | None = None
    things: tuple[Thing, ...] = ()
    surround: Plane | None = field(default=None, repr=False)


def flat(look: Look, value: int, x: float, y: float, yaw: float, level: int = 0, support: int = -1) -> Die:
    """Return a die that lies flat over sheet (x, y) mm with `value` up, on `level` others of its size.

    `yaw` is in rad, positive as seen from above in the world, so against the sheet's own sense of rotation.
    """
    shape, turn = DieShape(), lying(value, yaw)
    place = world(x, y, height(shape, turn) + level * shape.edge)
    return Die(look, (float(place[0]), float(place[1]), float(place[2])), turn, shape, support)
