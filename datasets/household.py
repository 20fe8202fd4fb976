"""Things of a household that lie on tables: screws, buttons, pens, cables, mugs, sweets, keys, screens.

Every maker takes a generator and returns parts around the z axis that stand on z = 0, in mm.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets import devices
from datasets.boards import fill, ngon
from datasets.die import Mesh, spin
from datasets.finish import Finish
from datasets.grain import Rng, colour, grey, tint, word
from datasets.papers import FONTS, Print, blank, newspaper, ruled, text
from datasets.pieces import UP, any_colour, printed
from datasets.polyhedra import eight
from datasets.scene import Part
from datasets.solids import ball, box, circle, joined, lathe, prism, rectangle, stood, tube

STEEL = (0.55, 0.55, 0.56)
BRASS = (0.78, 0.55, 0.22)
LYING = spin(np.array([0.0, 1.0, 0.0]), math.pi / 2)


def metal(rng: Rng) -> Finish:
    """Return steel or brass, more or less polished."""
    return Finish("metallic", STEEL if rng.random() < 0.7 else BRASS, rough=float(rng.uniform(0.12, 0.4)))


def screw(rng: Rng) -> list[Part]:
    """A screw or a bolt, lying or on its head."""
    head, long, thick = float(rng.uniform(3, 7)), float(rng.uniform(10, 40)), float(rng.uniform(1.2, 3))
    profile: list[tuple[float, float]] = [(0, 0), (head, 0), (head, head * 0.5), (thick, head * 0.9)]
    for k in range(int(long / 1.6)):
        profile += [(thick * 1.15, head + 1.6 * k + 0.4), (thick * 0.85, head + 1.6 * k + 1.2)]
    body = lathe([*profile, (0, head + long)], 20)
    if rng.random() < 0.5:
        bolt = prism(circle(head * 1.15, 6), head * 0.8, 0.3)
        body = joined([body, bolt])
    return [Part(stood(body, LYING) if rng.random() < 0.75 else body, metal(rng))]


def nut(rng: Rng) -> list[Part]:
    """A nut or a washer: a plate with a dark hole."""
    size = float(rng.uniform(4, 9))
    corners = int(rng.choice([6, 32]))
    sheet = np.full((128, 128, 3), 150, np.uint8)
    fill(sheet, ngon((64, 64), 64 * float(rng.uniform(0.35, 0.6)), 32), (12, 12, 12))
    plate = prism(circle(size, corners), float(rng.uniform(1, 5)), 0.3, corners > 6)
    return [printed(plate, sheet, 0.3)]


def button(rng: Rng) -> list[Part]:
    """A shirt's or a coat's button with two or four holes, a rim around."""
    size = float(rng.uniform(5, 14))
    told = eight(any_colour(rng))
    sheet = np.full((128, 128, 3), told, np.uint8)
    cv2.circle(sheet, (64, 64), 48, tuple(int(c * 0.6) for c in told), 4, cv2.LINE_AA)
    holes = int(rng.choice([2, 4]))
    for k in range(holes):
        turn = 2 * math.pi * k / holes + math.pi / 4
        fill(sheet, ngon((64 + 15 * math.cos(turn), 64 + 15 * math.sin(turn)), 7, 16), (8, 8, 8))
    return [printed(prism(circle(size, 36), size * 0.25, size * 0.1, True), sheet, float(rng.uniform(0.05, 0.3)))]


def pen(rng: Rng) -> list[Part]:
    """A pen or a pencil, lying: a shaft, a tip, a cap of another colour."""
    thick, long = float(rng.uniform(3.2, 6)), float(rng.uniform(110, 160))
    corners = int(rng.choice([6, 24]))
    shaft = lathe([(0, 0), (thick, 0), (thick, long)], corners)
    tip = lathe([(thick, long), (thick * 0.2, long + 16), (0, long + 17)], corners)
    cap = lathe([(thick * 1.08, 2), (thick * 1.08, 30)], corners)
    colours = [any_colour(rng), grey(rng, 0.1, 0.9), any_colour(rng)]
    body = [
        m.moved(np.eye(3), np.array([0, 0, -long / 2])).moved(LYING, np.array([0, 0, thick])) for m in (shaft, tip, cap)
    ]
    return [Part(m, Finish("opaque", c, rough=0.12)) for m, c in zip(body, colours, strict=True)]


def cable(rng: Rng) -> list[Part]:
    """A cable in loose loops, with or without a plug."""
    thick, t = float(rng.uniform(1.2, 3.5)), np.linspace(0, 1, 90)
    turns, size = float(rng.uniform(0.3, 2.5)), float(rng.uniform(30, 90))
    drift = float(rng.uniform(-150, 150)) * t
    x, y = size * np.cos(2 * np.pi * turns * t) + drift, size * np.sin(2 * np.pi * turns * t + 0.4 * drift / 60)
    lift = thick * (1 + 1.6 * t * (turns > 1))
    told = grey(rng, 0.03, 0.95) if rng.random() < 0.8 else any_colour(rng)
    parts = [Part(tube(np.stack([x, y, lift], -1), thick), Finish("opaque", told, rough=0.3))]
    if rng.random() < 0.5:
        plug = box(26, 13, 7, 1.5).moved(np.eye(3), np.array([float(x[-1]), float(y[-1]), 0.0]))
        parts.append(Part(plug, Finish("opaque", told, rough=0.2)))
    return parts


def mug(rng: Rng) -> list[Part]:
    """A mug or a glass with a handle and something to drink."""
    size, high = float(rng.uniform(30, 44)), float(rng.uniform(55, 110))
    wall = lathe([(0, 0), (size * 0.92, 0), (size, 6), (size, high), (size - 3, high), (size - 3, high * 0.4)], 48)
    drink = prism(circle(size - 3.1, 40), 1.0).moved(np.eye(3), np.array([0, 0, high * float(rng.uniform(0.5, 0.9))]))
    arc = np.linspace(-1.3, 1.3, 24)
    bow = np.stack([size - 2 + 20 * np.cos(arc), np.zeros(24), high / 2 + high * 0.28 * np.sin(arc)], -1)
    told = grey(rng, 0.8, 0.97) if rng.random() < 0.4 else any_colour(rng)
    glaze = Finish("opaque", told, rough=0.06)
    liquid = Finish("opaque", colour(rng, (0.6, 0.95), (0.08, 0.4), 0.06), rough=0.04)
    return [Part(wall, glaze), Part(tube(bow, 4.5), glaze), Part(drink, liquid)]


def sweets(rng: Rng) -> list[Part]:
    """Cubes of sugar, pieces of chocolate or drops: small, plain, in a loose group."""
    kind, parts = int(rng.integers(3)), []
    brown = colour(rng, (0.6, 0.8), (0.2, 0.45), 0.05)
    for _ in range(int(rng.integers(1, 7))):
        place, turn = np.array([*rng.normal(0, 16, 2), 0.0]), spin(UP, float(rng.uniform(0, 6.28)))
        if kind == 0:
            mesh, finish = box(16, 16, 11, 1.0), Finish("matte", (0.88, 0.87, 0.84))
        elif kind == 1:
            mesh = joined([box(18, 14, 6, 1.5), box(11, 8, 7.5, 1.0)])
            finish = Finish("opaque", brown, rough=0.25)
        else:
            mesh, finish = ball(float(rng.uniform(5, 8)), 0.55), Finish("opaque", any_colour(rng), rough=0.15)
        parts.append(Part(mesh.moved(turn, place), finish))
    return parts


def slab(told: Print, thick: float, corner: float, rough: float) -> list[Part]:
    """Return a printed picture as a flat thing of some thickness."""
    sheet, wide, high = told
    scale = 900 / max(sheet.shape[:2])
    if scale < 1:
        sheet = np.asarray(cv2.resize(sheet, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return [printed(prism(rectangle(wide, high, corner), thick, min(0.8, thick / 3)), sheet, rough)]


def phone(rng: Rng) -> list[Part]:
    """A telephone, its screen up."""
    return slab(devices.phone(rng), 8.0, 9.0, 0.04)


def remote(rng: Rng) -> list[Part]:
    """A remote control."""
    return slab(devices.buttons(rng), 16.0, 6.0, 0.25)


def calculator(rng: Rng) -> list[Part]:
    """A pocket calculator."""
    return slab(devices.calculator(rng), 10.0, 4.0, 0.25)


def keyboard(rng: Rng) -> list[Part]:
    """A keyboard or an open laptop's lower half whose keys stand up from the case."""
    laptop = rng.random() < 0.4
    told, places = devices.keys(rng, laptop)
    case = slab(told, 14.0, 4.0, 0.25)[0]
    _, wide, high = told
    rise = 1.2 if laptop else float(rng.uniform(2.5, 8))
    caps = []
    for x, y, broad, tall in places:
        middle = np.array([x + broad / 2 - wide / 2, high / 2 - y - tall / 2, 14.0])
        key = prism(rectangle(broad, tall, 1.0), rise, 0.4).moved(np.eye(3), middle)
        # Every key shows its own part of the whole keyboard's picture.
        caps.append(Mesh(key.vertices, key.triangles, key.normals, key.vertices[:, :2] / [wide, high] + 0.5))
    return [case, Part(joined(caps), case.finish)]


def paper(rng: Rng) -> list[Part]:
    """A sheet of paper: empty, ruled, printed, or a newspaper's page."""
    return slab((blank, ruled, text, newspaper)[int(rng.integers(4))](rng), 0.3, 0.0, 0.9)


def book(rng: Rng) -> list[Part]:
    """A book, a rule book or a box's lid with a title."""
    wide, high, thick = float(rng.uniform(100, 220)), float(rng.uniform(140, 300)), float(rng.uniform(4, 40))
    sheet = np.full((300, 220, 3), tint(rng, (0.2, 0.95), (0.15, 0.9)), np.uint8)
    for k in range(int(rng.integers(1, 4))):
        at, told = (12, 60 + 90 * k), tint(rng, (0, 1), (0, 1))
        cv2.putText(
            sheet, word(rng).upper(), at, int(rng.choice(FONTS[:4])), float(rng.uniform(0.8, 2)), told, 3, cv2.LINE_AA
        )
    return slab((sheet, wide, high), thick, 1.0, float(rng.uniform(0.1, 0.5)))


def clip(rng: Rng) -> list[Part]:
    """A paper clip, a key ring or a rubber band: a thin closed line."""
    size, t = float(rng.uniform(6, 30)), np.linspace(0, 2 * np.pi, 60)
    squash = float(rng.uniform(0.35, 1))
    path = np.stack([size * np.cos(t), size * squash * np.sin(t) + 2 * np.sin(3 * t), np.full(60, 1.0)], -1)
    finish = metal(rng) if rng.random() < 0.6 else Finish("opaque", any_colour(rng), rough=0.4)
    return [Part(tube(path, float(rng.uniform(0.4, 1.2)), 8), finish)]


def battery(rng: Rng) -> list[Part]:
    """A round battery or a lighter, lying: two colours along it."""
    size, long = float(rng.uniform(5, 9)), float(rng.uniform(40, 55))
    pieces: list[tuple[Mesh, Finish]] = [
        (lathe([(0, 0), (size, 0), (size, long * 0.7)]), Finish("opaque", any_colour(rng), rough=0.1)),
        (
            lathe([(size, long * 0.7), (size, long), (size * 0.3, long), (size * 0.3, long + 2), (0, long + 2)]),
            metal(rng),
        ),
    ]
    return [Part(m.moved(LYING, np.array([-long / 2, 0, size])), finish) for m, finish in pieces]


HOUSEHOLD = {
    "screw": screw, "nut": nut, "button": button, "pen": pen, "cable": cable, "mug": mug, "sweets": sweets,
    "phone": phone, "remote": remote, "calculator": calculator, "keyboard": keyboard, "paper": paper, "book": book,
    "clip": clip, "battery": battery,
}  # fmt: skip
