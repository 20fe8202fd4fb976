"""How each space of our boards looks in print: its tint and the map sign that is strewn over it."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from datasets import ink
from datasets.ink import Colour

SIGN = Callable[[tuple[float, float], float], list[NDArray[np.float64]]]

SEA: Colour = (188, 184, 160)
DEEP: Colour = (196, 178, 146)
NIGHT: Colour = (92, 66, 58)


def star(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a small star, in mm."""
    arms = [np.array([[-1, 0], [1, 0]]), np.array([[0, -1], [0, 1]]), np.array([[-0.4, -0.4], [0.4, 0.4]])]
    return [arm * size * 0.7 + np.array(at) for arm in arms]


def plank(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a ship's plank, in mm."""
    return [np.array([[-1.6, dy], [1.6, dy]]) * size + np.array(at) for dy in (-0.25, 0.25)]


# Tint (BGR) and map sign of each space; muted, so that dice stand out.
TINTS: dict[str, tuple[Colour, SIGN]] = {
    "frozen-sea": (SEA, ink.wave),
    "north-coast": ((168, 196, 176), ink.tree),
    "iron-hills": ((178, 178, 190), ink.peak),
    "westmark": ((160, 194, 208), ink.tuft),
    "heartland": ((150, 178, 212), ink.tuft),
    "amber-gulf": ((180, 186, 168), ink.wave),
    "south-reach": ((178, 186, 214), ink.tree),
    "dust-plains": ((164, 204, 222), ink.dune),
    "summit": ((150, 158, 178), ink.peak),
    "caldera": ((120, 132, 214), ink.dune),
    "hot-springs": ((176, 192, 206), ink.wave),
    "ash-coast": ((178, 178, 186), ink.dune),
    "black-ridge": ((158, 158, 170), ink.peak),
    "lagoon": ((188, 190, 164), ink.tuft),
    "old-forest": ((152, 186, 164), ink.tree),
    "palm-bay": ((170, 206, 190), ink.tree),
    "terraces": ((150, 190, 210), ink.tuft),
    "fisher-cove": ((170, 204, 218), ink.dune),
    "mud-fields": ((150, 176, 200), ink.tuft),
    "mangroves": ((166, 194, 180), ink.tree),
    "ember": ((156, 172, 214), star),
    "glass-moon": ((200, 192, 186), star),
    "verdant": ((160, 198, 174), star),
    "ring-world": ((160, 200, 214), star),
    "deep-blue": ((204, 186, 160), star),
    "black-hole": (NIGHT, star),
    "gull": ((160, 190, 212), plank),
    "sea": (SEA, ink.wave),
    "kraken": ((156, 178, 196), plank),
    "west-rope": ((120, 158, 186), plank),
    "east-rope": ((120, 158, 186), plank),
}
SEAS = {"frozen-sea", "amber-gulf", "sea"}
PLAIN = ("caldera", "hole", "rope")  # kinds of spaces that hold no sign
