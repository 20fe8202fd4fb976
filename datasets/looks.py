"""Draws what dice look like: forms as they are sold, body colours by the names that people use, finishes, pips."""

import colorsys
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from datasets.die import DieShape
from datasets.finish import Rgb
from datasets.paint import EMBLEMS
from datasets.scene import Look

Rng = np.random.Generator
Span = tuple[float, float]

# Name: hue, saturation and value as a display shows them, each from 0 to 1, and how often people have such dice.
COLOURS: dict[str, tuple[Span, Span, Span, float]] = {
    "white": ((0.08, 0.17), (0.0, 0.16), (0.86, 0.99), 5.0),
    "red": ((-0.025, 0.015), (0.72, 1.0), (0.42, 0.92), 3.0),
    "black": ((0.0, 1.0), (0.0, 0.25), (0.05, 0.16), 3.0),
    "blue": ((0.54, 0.67), (0.55, 1.0), (0.35, 0.95), 2.5),
    "green": ((0.27, 0.46), (0.45, 1.0), (0.28, 0.85), 2.5),
    "yellow": ((0.125, 0.17), (0.55, 1.0), (0.8, 1.0), 2.0),
    "orange": ((0.04, 0.09), (0.75, 1.0), (0.85, 1.0), 1.5),
    "purple": ((0.72, 0.82), (0.4, 0.95), (0.3, 0.8), 1.5),
    "pink": ((0.87, 0.96), (0.3, 0.75), (0.85, 1.0), 1.5),
    "brown": ((0.04, 0.09), (0.45, 0.85), (0.2, 0.5), 1.0),
    "grey": ((0.0, 1.0), (0.0, 0.1), (0.35, 0.7), 1.2),
}
FINISHES = {"opaque": 0.5, "translucent": 0.17, "marbled": 0.1, "speckled": 0.08, "pearl": 0.08, "metallic": 0.03}
GOLD, SILVER, INK, CHALK = (0.75, 0.5, 0.12), (0.7, 0.7, 0.72), (0.015, 0.015, 0.015), (0.86, 0.86, 0.83)
EDGES = (16.0, 12.0, 14.0, 19.0, 10.0, 8.0, 25.0)  # mm, as sold, the most common first
EDGES_SHARE = (0.45, 0.18, 0.1, 0.08, 0.07, 0.06, 0.06)


def chosen(rng: Rng, shares: dict[str, float]) -> str:
    """Draw a key by its share."""
    weights = np.array(list(shares.values()))
    return str(rng.choice(list(shares), p=weights / weights.sum()))


def colour(rng: Rng, name: str) -> Rgb:
    """Draw linear RGB of a named colour."""
    hue, full, value, _often = COLOURS[name]
    shown = colorsys.hsv_to_rgb(float(rng.uniform(*hue)) % 1, float(rng.uniform(*full)), float(rng.uniform(*value)))
    return shown[0] ** 2.2, shown[1] ** 2.2, shown[2] ** 2.2


def each(rgb: Rgb, change: Callable[[float], float]) -> Rgb:
    """Return the colour with each of its parts changed."""
    return change(rgb[0]), change(rgb[1]), change(rgb[2])


def anything(rng: Rng) -> Rgb:
    """Draw linear RGB of any named colour."""
    return colour(rng, chosen(rng, {name: 1.0 for name in COLOURS}))


def light(rgb: Rgb) -> float:
    """Return how light a linear colour is, as a display shows it, 0 to 1."""
    return float((0.21 * rgb[0] + 0.72 * rgb[1] + 0.07 * rgb[2]) ** (1 / 2.2))


def shape(rng: Rng) -> DieShape:
    """Draw a form: size, corners, pips drilled or painted, their layout."""
    edge = float(rng.choice(EDGES, p=EDGES_SHARE)) * float(rng.uniform(0.97, 1.03))
    sharp = rng.random() < 0.12
    corner = edge * float(rng.uniform(0.015, 0.04) if sharp else rng.uniform(0.06, 0.2))
    ball = 0.0 if sharp or rng.random() < 0.5 else float(rng.uniform(1.3, 1.55))
    pip = float(np.clip(rng.normal(0.185, 0.03), 0.11, 0.26))
    offset = float(rng.uniform(0.4, 0.54)) if ball == 0 else float(rng.uniform(0.38, 0.47))
    offset = min(max(offset, 1.12 * pip), 0.93 - pip - (0.15 if ball else 0.0))
    two, three, six = (bool(t) for t in rng.random(3) < 0.5)
    form = DieShape(edge, corner, pip, offset, pip * float(rng.uniform(0.2, 0.65)), ball, 1.0, (False,) * 3)
    form = replace(form, turned=(two, three, six), left=bool(rng.random() < 0.35), painted=bool(rng.random() < 0.3))
    if rng.random() < 0.2:
        form = replace(form, ace=float(rng.uniform(1.2, 2.1)))
    if rng.random() < 0.1:
        form = replace(form, emblem=int(rng.integers(1, EMBLEMS * 3)))
    return form


def look(rng: Rng, form: DieShape, name: str = "") -> tuple[DieShape, Look]:
    """Draw the colours for a form, of the named body colour or any; accents may change the form."""
    name = name or chosen(rng, {n: told[3] for n, told in COLOURS.items()})
    finish = chosen(rng, FINISHES)
    body = colour(rng, name)
    rough = float(np.exp(rng.uniform(math.log(0.04), math.log(0.4))))
    told = Look(name, body, ink(rng, body), rough, finish, seed=int(rng.integers(1 << 30)))
    if finish in ("marbled", "speckled", "pearl"):
        told = replace(told, second=company(rng, name, body, finish))
    if finish == "translucent":
        body = each(body, lambda c: max(c, 0.003) ** 0.8)
        told = replace(told, body=body, rough=float(rng.uniform(0.03, 0.2)))
        form = replace(form, painted=False)
    if light(body) > 0.75 and rng.random() < 0.3:
        asian = float(rng.uniform(1.5, 2.2)) if rng.random() < 0.7 else form.ace
        form = replace(form, accents=(1, 4) if rng.random() < 0.8 else (1,), ace=asian)
        told = replace(told, accent=(0.55, 0.015, 0.02), pips=INK)
    if rng.random() < 0.05 and finish == "opaque" and form.ball == 0:
        told = replace(told, disc=anything(rng))
        told = replace(told, pips=CHALK if light(told.disc or body) < 0.5 else INK)
    return form, told


def ink(rng: Rng, body: Rgb) -> Rgb:
    """Draw the pips' colour for a body: mostly in contrast, now and then coloured, gold, or close to the body."""
    dark, drawn = light(body) < 0.55, rng.random()
    if drawn < 0.68:
        return CHALK if dark or (light(body) < 0.8 and rng.random() < 0.4) else INK
    if drawn < 0.78:
        return GOLD if rng.random() < 0.7 else SILVER
    if drawn < 0.83:
        return each(body, lambda c: min(c * 1.6 + 0.05, 0.9) if dark else c * 0.55)
    for _ in range(20):
        tried = anything(rng)
        if abs(light(tried) - light(body)) > 0.25:
            return tried
    return CHALK if dark else INK


def company(rng: Rng, name: str, body: Rgb, finish: str) -> Rgb:
    """Draw a second colour: another shade of the body, so that its name still fits."""
    if finish == "speckled":
        return anything(rng)
    if rng.random() < 0.5:
        return colour(rng, name)
    lift = float(rng.uniform(0.15, 0.6)) if finish == "pearl" or rng.random() < 0.5 else -float(rng.uniform(0.3, 0.8))
    return each(body, lambda c: c + (1 - c) * lift if lift > 0 else c * (1 + lift))


def sets(rng: Rng, count: int) -> list[tuple[DieShape, Look]]:
    """Draw the dice of one table: a few kinds, many of each, as players bring them."""
    kinds = []
    one = shape(rng)
    for _ in range(min(count, int(rng.choice([1, 2, 3, 4, 6], p=[0.3, 0.25, 0.2, 0.15, 0.1])))):
        form = one if rng.random() < 0.35 else shape(rng)
        kinds.append(look(rng, form))
    if not kinds:
        return []
    shares = rng.dirichlet(np.full(len(kinds), 1.5))
    return [kinds[int(k)] for k in rng.choice(len(kinds), count, p=shares)]
