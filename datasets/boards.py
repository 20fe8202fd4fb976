"""Printed game boards of many kinds, none of them a real game's: hexes, grids, tracks, maps, chequers, our own sheets.

Every maker takes a generator and returns an 8-bit RGB picture (display curve) and its width and height in mm.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np

from datasets import board_file, print_board
from datasets.grain import Image, Rng, Tint, noise, tint, word
from datasets.papers import FONTS, Print

OURS = Path(__file__).resolve().parent.parent / "rules" / "die_die_die" / "data" / "boards"
SCALE = 2.4  # px a mm
Points = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def cardboard(rng: Rng, wide: float, high: float, full: tuple[float, float] = (0.1, 0.8)) -> Image:
    """Return an empty board of one clouded colour."""
    shape = (round(high * SCALE), round(wide * SCALE))
    tone = 1 + float(rng.uniform(0.02, 0.2)) * noise(shape, rng, (4, 4), 4)
    base = np.array(tint(rng, full, (0.3, 0.95)), np.float32)
    return np.asarray(np.clip(tone[..., None] * base, 0, 255).astype(np.uint8))


def ngon(middle: tuple[float, float], reach: float, corners: int, turn: float = 0.0) -> Points:
    """Return the corners (n, 2) of a regular polygon in px."""
    angles = turn + np.arange(corners) * 2 * np.pi / corners
    return np.asarray(np.array(middle) + reach * np.stack([np.cos(angles), np.sin(angles)], -1), np.float64)


def fill(board: Image, shape: Points, told: Tint) -> None:
    """Fill a polygon."""
    cv2.fillPoly(board, [np.rint(shape * 16).astype(np.int32)], told, cv2.LINE_AA, 4)


def outline(board: Image, shape: Points, told: Tint, thick: int, closed: bool = True) -> None:
    """Draw a polygon's outline."""
    cv2.polylines(board, [np.rint(shape * 16).astype(np.int32)], closed, told, thick, cv2.LINE_AA, 4)


def letters(board: Image, told: str, middle: tuple[float, float], high: float, colour: Tint, font: int) -> None:
    """Write text around a place, about `high` px high."""
    size = high / 22
    thick = max(1, round(size * 1.8))
    (wide, tall), _ = cv2.getTextSize(told, font, size, thick)
    at = (round(middle[0] - wide / 2), round(middle[1] + tall / 2))
    cv2.putText(board, told, at, font, size, colour, thick, cv2.LINE_AA)


def hexes(rng: Rng) -> Print:
    """Make an island of hexagons with landscapes, number tokens and their dots of chance."""
    side = float(rng.uniform(350, 520))
    board = cardboard(rng, side, side, (0.4, 0.9))
    lands = [tint(rng, (0.3, 0.8), (0.35, 0.9)) for _ in range(5)]
    ring, pixels = int(rng.integers(2, 4)), side * SCALE
    reach = pixels / (2 * ring + 1) / 2 * 1.06
    rim, font = tint(rng, (0, 0.5), (0.7, 1)), int(rng.choice(FONTS[:4]))
    if rng.random() < 0.6:
        fill(board, ngon((pixels / 2, pixels / 2), pixels * 0.49, 6, 0.0), tint(rng, (0.5, 0.9), (0.4, 0.9)))
    for q in range(-ring, ring + 1):
        for r in range(max(-ring, -q - ring), min(ring, -q + ring) + 1):
            middle = (pixels / 2 + reach * 1.732 * (q + r / 2), pixels / 2 + reach * 1.5 * r)
            land = lands[int(rng.integers(len(lands)))]
            fill(board, ngon(middle, reach * 0.97, 6, np.pi / 6), land)
            scenery(board, rng, middle, reach * 0.75, land)
            outline(board, ngon(middle, reach * 0.97, 6, np.pi / 6), rim, 3)
            if rng.random() < 0.85:
                chance(board, rng, middle, reach * 0.3, font)
    return board, side, side


def scenery(board: Image, rng: Rng, middle: tuple[float, float], reach: float, land: Tint) -> None:
    """Strew small signs of a landscape over a field."""
    shade = tuple(int(c * float(rng.uniform(0.5, 0.8))) for c in land)
    kind = int(rng.integers(4))
    for _ in range(int(rng.integers(4, 16))):
        turn, far = float(rng.uniform(0, 6.283)), reach * float(rng.uniform(0.3, 1))
        at = (middle[0] + far * np.cos(turn), middle[1] + far * np.sin(turn))
        size = reach * float(rng.uniform(0.08, 0.2))
        if kind == 0:
            fill(board, ngon(at, size, 3, -np.pi / 2), (shade[0], shade[1], shade[2]))
        elif kind == 1:
            fill(board, ngon(at, size * 0.8, 12), (shade[0], shade[1], shade[2]))
        else:
            stroke = np.array([[-1, 0.3 * kind - 0.5], [0, -0.4], [1, 0.5 - 0.2 * kind]]) * size + np.array(at)
            outline(board, stroke, (shade[0], shade[1], shade[2]), 2, False)


def chance(board: Image, rng: Rng, middle: tuple[float, float], reach: float, font: int) -> None:
    """Print a round token with a number and up to five dots in a row below it."""
    number = int(rng.integers(2, 13))
    told: Tint = (170, 30, 25) if number in (6, 8) else (35, 30, 28)
    fill(board, ngon(middle, reach, 32), (238, 228, 200))
    letters(board, str(number), (middle[0], middle[1] - reach * 0.2), reach * 0.75, told, font)
    dots = 6 - abs(7 - number)
    for k in range(dots):
        at = (middle[0] + (k - (dots - 1) / 2) * reach * 0.22, middle[1] + reach * 0.5)
        fill(board, ngon(at, max(1.5, reach * 0.07), 12), told)


def squares(rng: Rng) -> Print:
    """Make a board of squares: chequers, a grid with special fields, or one with words on them."""
    side, count = float(rng.uniform(250, 520)), int(rng.integers(6, 16))
    board = cardboard(rng, side, side)
    light, dark = tint(rng, (0, 0.5), (0.7, 1)), tint(rng, (0.1, 0.9), (0.05, 0.6))
    special = [tint(rng, (0.4, 1), (0.4, 1)) for _ in range(3)]
    pitch, kind = side * SCALE / (count + 1), int(rng.integers(3))
    for row in range(count):
        for column in range(count):
            x, y = ((k + 0.5) * pitch for k in (column, row))
            told = dark if (row + column) % 2 and kind == 0 else light
            if kind and rng.random() < 0.15:
                told = special[int(rng.integers(3))]
            cv2.rectangle(board, (round(x), round(y)), (round(x + pitch), round(y + pitch)), told, -1)
            cv2.rectangle(board, (round(x), round(y)), (round(x + pitch), round(y + pitch)), dark, 1, cv2.LINE_AA)
            if kind == 2 and rng.random() < 0.2:
                letters(board, word(rng, 1, 2).upper(), (x + pitch / 2, y + pitch / 2), pitch * 0.35, dark, FONTS[1])
    return board, side, side


def track(rng: Rng) -> Print:
    """Make a race: a winding track of numbered circles, linked, some in players' colours."""
    wide, high = float(rng.uniform(300, 550)), float(rng.uniform(250, 450))
    board = cardboard(rng, wide, high)
    armies = [tint(rng, (0.7, 1), (0.5, 1)) for _ in range(4)]
    pale, dark, font = tint(rng, (0, 0.2), (0.85, 1)), tint(rng, (0, 0.6), (0.05, 0.3)), int(rng.choice(FONTS[:4]))
    count, bends = int(rng.integers(24, 64)), float(rng.uniform(1.5, 5))
    t = np.linspace(0, 1, count)
    ways = np.stack([0.5 + 0.43 * np.cos(t * np.pi * 2 * 0.93), 0.5 + 0.4 * np.sin(t * np.pi * 2 * 0.93)], -1)
    if rng.random() < 0.5:
        ways = np.stack([0.08 + 0.84 * t, 0.5 + 0.36 * np.sin(t * np.pi * 2 * bends)], -1)
    line = ways * np.array([wide, high]) * SCALE
    gap = float(np.median(np.hypot(*np.diff(line, axis=0).T)))
    outline(board, line, dark, max(2, round(gap * 0.12)), False)
    corners = int(rng.choice([4, 6, 32, 32]))
    for k, at in enumerate(line):
        told = armies[k % 4] if rng.random() < 0.3 else pale
        shape = ngon((float(at[0]), float(at[1])), gap * 0.4, corners, np.pi / 4)
        fill(board, shape, told)
        outline(board, shape, dark, 2)
        if rng.random() < 0.7:
            letters(board, str(k + 1), (float(at[0]), float(at[1])), gap * 0.28, dark, font)
    for k, army in enumerate(armies):
        home = (wide * SCALE * (0.2 + 0.2 * k), high * SCALE * (0.5 if rng.random() < 0.5 else 0.9))
        fill(board, ngon(home, gap * 1.1, 32), army)
        letters(board, word(rng).upper(), home, gap * 0.4, pale, font)
    return board, wide, high


def atlas(rng: Rng) -> Print:
    """Make a map of lands and seas with borders, names, towns and dotted routes."""
    wide, high = float(rng.uniform(350, 700)), float(rng.uniform(280, 480))
    board = cardboard(rng, wide, high)
    rows, columns = board.shape[:2]
    small = (rows // 6, columns // 6)
    count = int(rng.integers(8, 28))
    seeds = rng.uniform(0, 1, (count, 2)) * [small[1], small[0]]
    bend = [12 * noise(small, rng, (6, 6), 3) for _ in range(2)]
    y, x = np.mgrid[: small[0], : small[1]].astype(np.float32)
    far = np.stack([(x + bend[0] - sx) ** 2 + (y + bend[1] - sy) ** 2 for sx, sy in seeds.astype(np.float32)])
    owner = far.argmin(0).astype(np.uint8)
    lands = np.array([tint(rng, (0.15, 0.7), (0.5, 0.95)) for _ in range(count)], np.uint8)
    lands[: count // 4] = tint(rng, (0.3, 0.7), (0.4, 0.8))
    big = cv2.resize(owner, (columns, rows), interpolation=cv2.INTER_NEAREST)
    big = cv2.medianBlur(big, 7)
    wash = 0.75 + 0.25 * (board.astype(np.float32) / board.max())
    board[:] = np.clip(lands[big] * wash, 0, 255).astype(np.uint8)
    edge = cv2.morphologyEx(big, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0
    board[edge] = tint(rng, (0, 0.6), (0.05, 0.35))
    towns(board, rng, seeds * 6)
    return board, wide, high


def towns(board: Image, rng: Rng, seeds: Points) -> None:
    """Print names, towns and dotted routes between them on a map."""
    dark, font = tint(rng, (0, 0.4), (0.05, 0.25)), int(rng.choice(FONTS[:4]))
    pale: Tint = (245, 240, 225)
    for k, (x, y) in enumerate(seeds):
        if rng.random() < 0.5:
            other = seeds[int(rng.integers(len(seeds)))]
            for share in np.linspace(0, 1, 14)[1:-1]:
                at = (float(x + share * (other[0] - x)), float(y + share * (other[1] - y)))
                fill(board, ngon(at, 4, 10), dark if k % 2 else pale)
        fill(board, ngon((float(x), float(y)), 9, int(rng.choice([4, 24])), 0.8), pale)
        outline(board, ngon((float(x), float(y)), 9, 24), dark, 2)
        letters(board, word(rng, 4, 8).upper(), (float(x), float(y) - 24), 14, dark, font)
        if rng.random() < 0.4:
            letters(board, str(int(rng.integers(1, 10))), (float(x), float(y) + 28), 24, dark, font)


@cache
def own() -> tuple[board_file.Board, ...]:
    """Return the boards that come with the program, have their shapes traced, and that `print_board` can draw."""
    traced = [path for path in sorted(OURS.glob("*.toml")) if path.with_suffix(".geo.json").exists()]
    known = [board_file.load(path) for path in traced]
    return tuple(board for board in known if all(t.id in print_board.TINTS for t in board.territories))


@cache
def varied(index: int, seed: int) -> tuple[board_file.Board, Image]:
    """Return one of our boards and its BGR picture with other numbers and names, drawn once for each seed."""
    rng, board = np.random.default_rng(seed), own()[index]
    others = [replace(t, points=int(rng.integers(0, 10)), title=word(rng, 3, 8)) for t in board.territories]
    return board, print_board.draw(replace(board, territories=tuple(others)), 1.8)


def ours(rng: Rng) -> Print:
    """Make one of our own sheets with other numbers, names and tints, so that no model learns the print."""
    board, drawn = varied(int(rng.integers(len(own()))), int(rng.integers(12)))
    hsv = cv2.cvtColor(drawn, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + float(rng.uniform(0, 180))) % 180
    hsv[..., 1] *= float(rng.uniform(0.3, 2.2))
    hsv[..., 2] = 255 * (hsv[..., 2] / 255) ** float(np.exp(rng.normal(0, 0.5)))
    told = cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2RGB)
    return np.asarray(told, np.uint8), board.width, board.height


BOARDS = {"hexes": hexes, "squares": squares, "track": track, "atlas": atlas, "ours": ours}
