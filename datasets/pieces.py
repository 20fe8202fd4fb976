"""Game pieces that are no dice: tokens and tiles with dots, dominoes, meeples, cubes, coins, chips, cards, bricks.

Every maker takes a generator and returns parts around the z axis that stand on z = 0, in mm.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets.boards import fill, letters, ngon, outline
from datasets.die import PIPS, Mesh, spin
from datasets.finish import Finish
from datasets.grain import Image, Rng, Tint, colour, grey, tint, word
from datasets.papers import FONTS, photograph
from datasets.polyhedra import eight, linear
from datasets.scene import Part
from datasets.solids import ball, box, circle, joined, lathe, prism, rectangle, star

Rgb = tuple[float, float, float]
UP = np.array([0.0, 0.0, 1.0])


def any_colour(rng: Rng) -> Rgb:
    """Return a piece's colour: mostly full, sometimes wood, white or black."""
    draw = rng.random()
    if draw < 0.2:
        return grey(rng, 0.03, 0.97)
    return colour(rng, (0.35, 0.6), (0.6, 0.9), 0.09) if draw < 0.4 else colour(rng, (0.5, 1), (0.2, 0.95))


def printed(mesh: Mesh, sheet: Image, rough: float) -> Part:
    """Return a mesh with an 8-bit picture on it."""
    return Part(mesh, Finish("opaque", texture=linear(sheet), rough=rough))


def face(rng: Rng, wide: float, high: float) -> tuple[Image, Tint]:
    """Return an empty picture for a piece of that many mm, and an ink that stands out from it."""
    scale = 128 / max(wide, high)
    told = eight(any_colour(rng))
    ink: Tint = (240, 238, 230) if sum(told) < 330 else (22, 20, 24)
    return np.full((max(8, round(high * scale)), max(8, round(wide * scale)), 3), told, np.uint8), ink


def dots(sheet: Image, rng: Rng, ink: Tint) -> None:
    """Print dots as no die has them: one row, two rows of four or more, a ring, a heap, a growing line."""
    high, wide = sheet.shape[:2]
    kind, count = int(rng.integers(5)), int(rng.integers(3, 11))
    size = min(high, wide) * float(rng.uniform(0.035, 0.09))
    if kind == 0:
        spots = [((k + 0.5) / count, 0.5) for k in range(count)]
    elif kind == 1:
        spots = [((k % 5 + 0.5) / 5, 0.3 + 0.4 * (k // 5)) for k in range(10)]
    elif kind == 2:
        spots = [
            (0.5 + 0.36 * math.cos(6.283 * k / count), 0.5 + 0.36 * math.sin(6.283 * k / count)) for k in range(count)
        ]
    elif kind == 3:
        spots = [(float(x), float(y)) for x, y in rng.uniform(0.15, 0.85, (count + 4, 2))]
    else:
        spots = [(0.2 + 0.6 * (k + 0.5) / count, 0.8) for k in range(count)]
        letters(sheet, str(int(rng.integers(2, 13))), (wide / 2, high * 0.4), high * 0.4, ink, FONTS[1])
    for x, y in spots:
        fill(sheet, ngon((x * wide, y * high), max(2.0, size), 16), ink)


def token(rng: Rng) -> list[Part]:
    """A flat counter, round, square or with six or eight corners: dots, a number, a sign or a picture on it."""
    size = float(rng.uniform(7, 16))
    corners = int(rng.choice([4, 6, 8, 40, 40]))
    sheet, ink = face(rng, 2 * size, 2 * size)
    kind, middle = int(rng.integers(5)), (sheet.shape[1] / 2, sheet.shape[0] / 2)
    if kind <= 1:
        dots(sheet, rng, ink)
    elif kind == 2:
        letters(sheet, str(int(rng.integers(0, 21))), middle, sheet.shape[0] * 0.45, ink, int(rng.choice(FONTS[:4])))
    elif kind == 3:
        fill(sheet, ngon(middle, sheet.shape[0] * 0.3, int(rng.integers(3, 7)), float(rng.uniform(0, 6))), ink)
    else:
        sheet = photograph(rng, sheet.shape[1], sheet.shape[0])
    if rng.random() < 0.4:
        outline(sheet, ngon(middle, sheet.shape[0] * 0.42, corners, math.pi / corners), ink, 3)
    plate = prism(circle(size, corners, math.pi / corners), float(rng.uniform(1.2, 4)), 0.3, corners > 8)
    return [printed(plate, sheet, float(rng.uniform(0.15, 0.6)))]


def tile(rng: Rng) -> list[Part]:
    """A square or oblong tile of some thickness with dots, a letter and its points, or a picture."""
    wide, high = float(rng.uniform(14, 26)), float(rng.uniform(18, 34))
    sheet, ink = face(rng, wide, high)
    middle = (sheet.shape[1] / 2, sheet.shape[0] / 2)
    kind = int(rng.integers(4))
    if kind <= 1:
        dots(sheet, rng, ink)
    elif kind == 2:
        letters(sheet, word(rng, 1, 1).upper(), middle, sheet.shape[0] * 0.5, ink, FONTS[1])
        at = (sheet.shape[1] * 0.8, sheet.shape[0] * 0.85)
        letters(sheet, str(int(rng.integers(1, 11))), at, sheet.shape[0] * 0.18, ink, FONTS[1])
    else:
        sheet = photograph(rng, sheet.shape[1], sheet.shape[0])
    plate = prism(rectangle(wide, high, float(rng.uniform(0.6, 3))), float(rng.uniform(2, 9)), 0.5)
    return [printed(plate, sheet, float(rng.uniform(0.1, 0.5)))]


def domino(rng: Rng) -> list[Part]:
    """A domino: two squares of nought to six dots and a line between them; it is twice as long as wide."""
    wide = float(rng.uniform(16, 26))
    sheet = np.full((256, 128, 3), (238, 232, 215) if rng.random() < 0.6 else (18, 18, 20), np.uint8)
    ink: Tint = (20, 20, 22) if sheet[0, 0, 0] > 99 else (238, 236, 228)
    cv2.line(sheet, (12, 128), (116, 128), ink, 4)
    shade = tint(rng, (0.7, 1), (0.4, 0.9)) if rng.random() < 0.3 else ink
    for row in (64, 192):
        for x, y in PIPS.get(int(rng.integers(0, 7)), ()):
            fill(sheet, ngon((64 + 36 * x, row + 36 * y), 11, 20), shade)
    plate = prism(rectangle(wide, 2 * wide, 2.0), float(rng.uniform(5, 9)), 0.8)
    return [printed(plate, sheet, float(rng.uniform(0.06, 0.3)))]


def meeple(rng: Rng) -> list[Part]:
    """A wooden figure, standing or lying: a head, arms, legs."""
    size = float(rng.uniform(0.8, 1.2))
    trunk = np.array([[3, 4], [8, 5.5], [7.5, 8], [2.5, 9], [-2.5, 9], [-7.5, 8], [-8, 5.5], [-3, 4]]) * size
    legs = np.array([[8, -4], [3, 5], [-3, 5], [-8, -4], [-2, -4], [0, 0], [2, -4]])[[0, 1, 2, 3, 4, 5, 6]] * size
    head = circle(3.6 * size, 24) + np.array([0, 11.5 * size])
    thick = 8.5 * size
    body = joined([prism(shape, thick, 0.4) for shape in (trunk, legs, head)])
    if rng.random() < 0.5:
        body = body.moved(spin(np.array([1.0, 0, 0]), math.pi / 2), np.array([0, thick / 2, 4 * size]))
    return [Part(body, Finish("opaque", any_colour(rng), rough=float(rng.uniform(0.15, 0.5))))]


def pawn(rng: Rng) -> list[Part]:
    """A turned pawn or a cone, standing."""
    size = float(rng.uniform(0.7, 1.2))
    profile = [(0, 0), (6.5, 0), (6.5, 2), (5.2, 3.2), (3.0, 8), (2.6, 13), (3.4, 15)]
    top = [(4.6 * math.cos(a), 18.5 + 4.6 * math.sin(a)) for a in np.linspace(-0.85, math.pi / 2, 10)]
    told = [(r * size, z * size) for r, z in (*profile, *top)]
    return [Part(lathe(told), Finish("opaque", any_colour(rng), rough=float(rng.uniform(0.05, 0.4))))]


def cube(rng: Rng) -> list[Part]:
    """A few plain cubes without any mark, of wood or plastic."""
    size, told = float(rng.uniform(7, 13)), any_colour(rng)
    finish = Finish("opaque", told, rough=float(rng.uniform(0.15, 0.6)))
    parts = []
    for k in range(int(rng.integers(1, 5))):
        place = np.array([*rng.normal(0, 4, 2), 0.0]) + size * 1.6 * np.array([k % 2, k // 2, 0])
        parts.append(Part(box(size, size, size, 0.4).moved(spin(UP, float(rng.uniform(0, 1.57))), place), finish))
    return parts


def coin(rng: Rng) -> list[Part]:
    """A coin or a small heap: a raised rim, a number or a head, in copper, brass or silver."""
    metal: Rgb = ((0.83, 0.45, 0.28), (0.85, 0.62, 0.28), (0.72, 0.70, 0.67))[int(rng.integers(3))]
    size = float(rng.uniform(8, 13.5))
    tone = np.full((128, 128), 0.85, np.float32)
    cv2.circle(tone, (64, 64), 57, 1.0, 4, cv2.LINE_AA)
    relief = np.full((128, 128, 3), 217, np.uint8)
    letters(
        relief, str(int(rng.choice([1, 2, 5, 10, 20, 50]))), (64, 60), 44, (140, 140, 140), int(rng.choice(FONTS[:4]))
    )
    shape = np.array([[30, 110], [44, 60], [40, 36], [64, 18], [88, 36], [84, 66], [98, 110]], float)
    if rng.random() < 0.5:
        fill(relief, shape, (165, 165, 165))
    shown = np.asarray((relief.astype(np.float32) / 255 * tone[..., None]) * np.array(metal, np.float32), np.float32)
    finish = Finish("metallic", metal, rough=float(rng.uniform(0.15, 0.4)), texture=shown)
    parts = []
    for k in range(int(rng.choice([1, 1, 1, 2, 4]))):
        plate = prism(circle(size, 48), 1.8, 0.2, True)
        place = np.array([*rng.normal(0, 0.8, 2), 1.8 * k])
        parts.append(Part(plate.moved(spin(UP, float(rng.uniform(0, 6))), place), finish))
    return parts


def chip(rng: Rng) -> list[Part]:
    """A poker chip or a small stack: spots around the rim, a number in the middle."""
    sheet = np.full((192, 192, 3), eight(any_colour(rng)), np.uint8)
    pale: Tint = (240, 238, 232)
    count = int(rng.choice([4, 6, 8]))
    for k in range(count):
        cv2.ellipse(sheet, (96, 96), (96, 96), 0, k * 360 / count, k * 360 / count + 180 / count, pale, -1, cv2.LINE_AA)
    cv2.circle(
        sheet, (96, 96), 68, tuple(int(c) for c in sheet[96, 96]) if count == 4 else (70, 60, 60), -1, cv2.LINE_AA
    )
    cv2.circle(sheet, (96, 96), 54, pale, -1, cv2.LINE_AA)
    letters(sheet, str(int(rng.choice([1, 5, 10, 25, 100]))), (96, 96), 42, (30, 30, 34), int(rng.choice(FONTS[:4])))
    parts = []
    for k in range(int(rng.choice([1, 1, 3, 6]))):
        plate = prism(circle(19.5, 48), 3.2, 0.4, True)
        place = np.array([*rng.normal(0, 0.7, 2), 3.2 * k])
        parts.append(printed(plate.moved(spin(UP, float(rng.uniform(0, 6))), place), sheet, 0.25))
    return parts


def card(rng: Rng) -> list[Part]:
    """One to four playing cards, fanned: suits in rows, numbers at the corners, pictures or patterned backs."""
    wide, high = float(rng.uniform(44, 63)), float(rng.uniform(68, 90))
    parts = []
    for k in range(int(rng.integers(1, 5))):
        plate = prism(rectangle(wide, high, 3), 0.4).moved(spin(UP, 0.3 * k), np.array([9.0 * k, 3.0 * k, 0.42 * k]))
        parts.append(printed(plate, suit(rng), 0.2))
    return parts


def suit(rng: Rng) -> Image:
    """Return the picture of one card."""
    sheet = np.full((250, 180, 3), (250, 250, 248), np.uint8)
    ink: Tint = (190, 25, 25) if rng.random() < 0.5 else (20, 20, 22)
    kind, number = int(rng.integers(4)), int(rng.integers(2, 11))
    if kind == 0:
        sheet[8:-8, 8:-8] = photograph(rng, 164, 234)
    elif kind == 1:
        told = tint(rng, (0.5, 1), (0.3, 0.8))
        sheet[10:-10, 10:-10] = told
        for y in range(10, 240, 16):
            cv2.line(sheet, (10, y), (169, (y * 3) % 230 + 10), (250, 250, 248), 2, cv2.LINE_AA)
    else:
        corners = int(rng.choice([3, 4, 5, 20]))
        for k in range(number):
            at = (90 + 36 * ((k % 2) * 2 - 1), 45 + 160 * (k // 2) / max(1, (number - 1) // 2))
            shape = star(17, 8, corners, -math.pi / 2) if corners < 20 else circle(12, 20)
            fill(sheet, shape + np.array(at), ink)
    for x, y in ((18, 20), (162, 230)):
        letters(sheet, str(number) if number < 10 else "K", (x, y), 22, ink, FONTS[1])
    return sheet


def brick(rng: Rng) -> list[Part]:
    """A building brick with two to eight studs on its top."""
    rows, columns = int(rng.integers(1, 3)), int(rng.integers(1, 5))
    high = 9.6 if rng.random() < 0.6 else 3.2
    body = [box(8 * columns - 0.2, 8 * rows - 0.2, high, 0.25)]
    for row in range(rows):
        for column in range(columns):
            at = np.array([8 * (column - (columns - 1) / 2), 8 * (row - (rows - 1) / 2), high])
            body.append(prism(circle(2.4, 24), 1.7, 0.2, True).moved(np.eye(3), at))
    return [Part(joined(body), Finish("opaque", colour(rng, (0.6, 1), (0.3, 0.95)), rough=0.08))]


def bead(rng: Rng) -> list[Part]:
    """Round beads, marbles or flat glass drops, a few together."""
    parts = []
    squash, size = float(rng.choice([1.0, 0.5])), float(rng.uniform(3.5, 9))
    for _ in range(int(rng.integers(1, 6))):
        clear = rng.random() < 0.5
        finish = Finish("translucent" if clear else "opaque", any_colour(rng), rough=0.05, spec_trans=0.8)
        place = np.array([*rng.normal(0, 2.5 * size, 2), 0.0])
        parts.append(Part(ball(size, squash).moved(np.eye(3), place), finish))
    return parts


PIECES = {
    "token": token, "tile": tile, "domino": domino, "meeple": meeple, "pawn": pawn, "cube": cube, "coin": coin,
    "chip": chip, "card": card, "brick": brick, "bead": bead,
}  # fmt: skip
