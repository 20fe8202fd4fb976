"""Light to see by: rooms as panoramas that light and mirror, and lamps; `shades` hangs something before a lamp.

Radiance is linear RGB; a wall in daylight is about 0.4. World mm as in `camera`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from datasets.camera import point
from datasets.die import Floats, Mesh, unit
from datasets.finish import Finish
from datasets.grain import Plane, Rng, colour, grey, noise
from datasets.scene import Lamp, Part, Thing
from datasets.solids import box, joined

Rgb = tuple[float, float, float]
Place = tuple[float, float, float]
Light = tuple[NDArray[np.float64], list[Lamp]]

ROWS = 96  # of a panorama, twice as many columns


def warmth(kelvin: float) -> NDArray[np.float64]:
    """Return about the colour of a lamp of this colour temperature, its green 1 (fitted by eye)."""
    x = math.log(kelvin / 6000)
    red, blue = (-0.62, 1.15) if x < 0 else (-0.35, 0.45)
    return np.array([math.exp(red * x), 1.0, math.exp(blue * x)])


def walls(rng: Rng, light: float, cast: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Return a room without lamps (ROWS, 2 ROWS, 3), zenith first: ceiling, walls with furniture, floor."""
    paint = np.array(grey(rng, 0.55, 0.97) if rng.random() < 0.7 else colour(rng, (0.1, 0.6), (0.3, 0.9)))
    rise = np.linspace(math.pi / 2, -math.pi / 2, ROWS)[:, None, None]
    shade = np.where(rise > 0.75, 0.9, np.where(rise > -0.25, 0.45 + 0.5 * rise, 0.15))
    tone = 0.75 + 0.4 * noise((ROWS, 2 * ROWS), rng, (3, 6), 3)[..., None]
    room = np.clip(paint * shade * tone, 0.005, 1.2)
    for _ in range(int(rng.integers(1, 8))):
        told = np.array(colour(rng, (0, 0.7), (0.05, 0.8))) * 0.6
        panel(room, float(rng.random()), (-0.5, float(rng.uniform(-0.1, 0.7))), float(rng.uniform(0.02, 0.15)), told)
    return np.asarray(room * light * (1.0 if cast is None else cast))


def panel(room: NDArray[np.float64], share: float, rise: tuple[float, float], wide: float, light: Floats) -> None:
    """Set a rectangle at a share of the round, between two elevations in rad, `wide` as a share of the round."""
    rows, columns = room.shape[:2]
    first, last = (int((math.pi / 2 - e) / math.pi * rows) for e in rise[::-1])
    room[first:last, np.arange(int(share * columns), int((share + wide) * columns)) % columns] = light


def window(room: NDArray[np.float64], rng: Rng, share: float, light: Floats) -> None:
    """Set a window into a panorama: a sky that brightens upwards, panes between bars, sometimes half a blind."""
    low, high = float(rng.uniform(0.0, 0.25)), float(rng.uniform(0.5, 0.95))
    panes, wide = int(rng.integers(1, 4)), float(rng.uniform(0.05, 0.11))
    drawn = high - (high - low) * float(rng.choice([0.0, 0.0, 0.3, 0.6]))
    for k in range(panes):
        start = share + k * (wide + 0.008)
        for step in np.linspace(low, drawn, 5)[:-1]:
            sky = light * (0.7 + 0.5 * (step - low) / (high - low))
            panel(room, start, (step, step + (drawn - low) / 4 - 0.015), wide, sky)
        if drawn < high:
            panel(room, start, (drawn, high), wide, light * 0.35)


def at(middle: Floats, turn: float, rise: float, far: float) -> Place:
    """Return the place `far` mm from the middle in a direction (rad) and at an elevation (rad)."""
    towards = np.array([math.cos(turn) * math.cos(rise), math.sin(turn) * math.cos(rise), math.sin(rise)])
    return point(middle + far * towards)


def lamp(middle: Floats, place: Place, edge: float, light: Floats, rng: Rng) -> Lamp:
    """Return a lamp aimed a little beside the middle."""
    aim = middle + np.array([*rng.normal(0, 30, 2), 0.0])
    return Lamp(place, point(aim), edge, (float(light[0]), float(light[1]), float(light[2])))


def somewhere(rng: Rng, low: float = 0.5, high: float = 1.45) -> tuple[float, float]:
    """Return a direction and an elevation in rad."""
    return float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(low, high))


def daylight(rng: Rng, middle: Floats) -> Light:
    """One to three windows, cool, no lamp but the sky itself."""
    sky = warmth(float(rng.uniform(5500, 9500)))
    room = walls(rng, float(rng.uniform(0.3, 0.9)))
    for _ in range(int(rng.integers(1, 4))):
        window(room, rng, float(rng.random()), sky * float(rng.uniform(2.5, 9)))
    turn, rise = somewhere(rng, 0.25, 0.8)
    return room, [lamp(middle, at(middle, turn, rise, 1900), 900, sky * float(rng.uniform(0.5, 2.0)), rng)]


def sunny(rng: Rng, middle: Floats) -> Light:
    """Direct sun with hard shadow edges in a room with a window."""
    room, _ = daylight(rng, middle)
    turn, rise = somewhere(rng, 0.4, 1.2)
    sun = warmth(float(rng.uniform(3800, 5600))) * float(rng.uniform(2.5, 8))
    return room * 0.6, [lamp(middle, at(middle, turn, rise, 3200), float(rng.uniform(14, 45)), sun, rng)]


def ceiling(rng: Rng, middle: Floats) -> Light:
    """One large panel, rows of tubes or several spots overhead."""
    told = warmth(float(rng.uniform(2700, 6500)))
    room = walls(rng, float(rng.uniform(0.2, 0.6)), told)
    count = int(rng.integers(1, 5))
    edge = float(rng.uniform(60, 250) if count > 1 else rng.uniform(250, 900))
    total = float(rng.uniform(1.2, 3.5))
    lamps = []
    for _ in range(count):
        turn, rise = somewhere(rng, 0.75, 1.55)
        lamps.append(
            lamp(middle, at(middle, turn, rise, float(rng.uniform(1200, 2200))), edge, told * total / count, rng)
        )
    return room, lamps


def desk_lamp(rng: Rng, middle: Floats) -> Light:
    """One near lamp in a dim room: glare, fast fall-off."""
    told = warmth(float(rng.uniform(2600, 5000)))
    turn, rise = somewhere(rng, 0.5, 1.4)
    near = lamp(
        middle, at(middle, turn, rise, float(rng.uniform(350, 800))), float(rng.uniform(30, 160)), told * 3, rng
    )
    return walls(rng, float(rng.uniform(0.05, 0.35))), [near]


def coloured(rng: Rng, middle: Floats) -> Light:
    """Light-emitting strips in one or two strong colours."""
    lamps = []
    first = np.array(colour(rng, (0.5, 1), (0.9, 1)))
    for k in range(int(rng.integers(1, 4))):
        told = first if k == 0 else np.array(colour(rng, (0.0, 1), (0.8, 1)))
        turn, rise = somewhere(rng, 0.3, 1.4)
        lamps.append(lamp(middle, at(middle, turn, rise, float(rng.uniform(500, 1600))), 250, told * 1.5, rng))
    return walls(rng, float(rng.uniform(0.1, 0.4)), 0.3 + 0.7 * first), lamps


def candles(rng: Rng, middle: Floats) -> Light:
    """Small, low, very warm flames in the dark."""
    told, lamps = warmth(float(rng.uniform(1700, 2300))), []
    for _ in range(int(rng.integers(1, 4))):
        turn, rise = somewhere(rng, 0.25, 0.7)
        lamps.append(lamp(middle, at(middle, turn, rise, float(rng.uniform(350, 700))), 25, told * 0.8, rng))
    return walls(rng, float(rng.uniform(0.03, 0.12)), told), lamps


def mixed(rng: Rng, middle: Floats) -> Light:
    """Cold daylight from one side, a warm lamp from another."""
    room, lamps = daylight(rng, middle)
    turn, rise = somewhere(rng)
    warm = warmth(float(rng.uniform(2300, 3200))) * float(rng.uniform(1, 2.5))
    return room, [*lamps, lamp(middle, at(middle, turn, rise, float(rng.uniform(500, 1600))), 120, warm, rng)]


def overcast(rng: Rng, middle: Floats) -> Light:
    """Even light from everywhere: outdoors, or a light tent."""
    rise = np.linspace(1, -1, ROWS)[:, None, None]
    sky = warmth(float(rng.uniform(5200, 8000))) * np.clip(0.65 + 0.5 * rise, 0.15, 2)
    told = np.repeat(sky, 2 * ROWS, 1) * (1 + 0.2 * noise((ROWS, 2 * ROWS), rng, (3, 5), 3)[..., None])
    return told * float(rng.uniform(0.6, 1.3)), []


def backlit(rng: Rng, middle: Floats) -> Light:
    """A bright low window ahead, the near sides in shadow."""
    room = walls(rng, float(rng.uniform(0.1, 0.3)))
    turn = float(rng.uniform(0, 2 * math.pi))
    sky = warmth(float(rng.uniform(5000, 8000)))
    return room, [lamp(middle, at(middle, turn, float(rng.uniform(0.15, 0.45)), 1800), 900, sky * 3, rng)]


def torch(rng: Rng, middle: Floats) -> Light:
    """A telephone's light from almost straight above, close: hard highlights on every die."""
    turn, rise = somewhere(rng, 1.1, 1.55)
    flash = warmth(float(rng.uniform(4500, 6500))) * 3
    near = lamp(middle, at(middle, turn, rise, float(rng.uniform(300, 700))), float(rng.uniform(8, 25)), flash, rng)
    return walls(rng, float(rng.uniform(0.05, 0.4))), [near]


ROOMS: dict[str, Callable[[Rng, Floats], Light]] = {
    "daylight": daylight, "sunny": sunny, "ceiling": ceiling, "desk lamp": desk_lamp, "coloured": coloured,
    "candles": candles, "mixed": mixed, "overcast": overcast, "backlit": backlit, "torch": torch,
}  # fmt: skip
SHARES = (0.19, 0.14, 0.19, 0.1, 0.07, 0.04, 0.12, 0.05, 0.05, 0.05)


def room(rng: Rng, middle: Place = (0.0, 0.0, 0.0), kind: str = "") -> tuple[Plane, tuple[Lamp, ...]]:
    """Draw a light of a kind (of ROOMS, or any): its panorama (h, 2 h, 3), zenith first, and lamps aimed at `middle`.

    Raises KeyError on an unknown kind.
    """
    name = kind or list(ROOMS)[int(rng.choice(len(ROOMS), p=SHARES))]
    panorama, lamps = ROOMS[name](rng, np.array(middle))
    return np.asarray(np.maximum(panorama, 0.002), np.float32), tuple(lamps)


def shades(rng: Rng, lamps: tuple[Lamp, ...]) -> tuple[Thing, ...]:
    """Hang something half way before the smallest lamp, whose edges fall on the table: a blind, bars, a straight edge.

    Nothing comes back where no lamp is small and far enough to cast an edge.
    """
    hard = [one for one in lamps if one.edge < 60 and math.dist(one.place, one.target) > 1500]
    if not hard:
        return ()
    pieces, name = hangings(rng)
    towards = np.array(hard[0].place) - np.array(hard[0].target)
    axis = unit(towards[None])[0]
    right = unit(np.cross([0.0, 0.0, 1.0], axis)[None])[0]
    turn = np.stack([right, np.cross(axis, right), axis], 1)
    cloth = Finish("matte", grey(rng, 0.3, 0.9))
    place = np.array(hard[0].target) + towards * float(rng.uniform(0.4, 0.55))
    return (Thing((Part(pieces.moved(turn, place), cloth),), name),)


def hangings(rng: Rng) -> tuple[Mesh, str]:
    """Return something flat that takes light away, about the z axis, in mm."""
    kind = int(rng.integers(4))
    if kind == 0:
        pitch = float(rng.uniform(30, 90))
        slat = pitch * float(rng.uniform(0.3, 0.65))
        slats = [box(2000, slat, 1.0).moved(np.eye(3), np.array([0, k * pitch, 0])) for k in range(-12, 13)]
        return joined(slats), "blind"
    if kind == 1:
        bars = [box(1600, 30, 5), box(30, 1600, 5), box(1600, 30, 5), box(30, 1600, 5)]
        ways = rng.uniform(-250, 250, (4, 2)) * [[0, 1], [1, 0], [0, 1], [1, 0]]
        return joined([b.moved(np.eye(3), np.array([*w, 0.0])) for b, w in zip(bars, ways, strict=True)]), "bars"
    if kind == 2:
        side = float(rng.uniform(-120, 120))
        return box(2400, 1200, 2).moved(np.eye(3), np.array([0.0, 600 + side, 0.0])), "edge"
    sizes, ways = rng.uniform(15, 90, (40, 2)), rng.normal(0, 220, (40, 2))
    leaves = [
        box(float(wide), float(high), 1.0).moved(np.eye(3), np.array([*way, 0.0]))
        for (wide, high), way in zip(sizes, ways, strict=True)
    ]
    return joined(leaves), "leaves"
