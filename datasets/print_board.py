"""Draws a board file as a picture to print: tinted lands, seas with water lines, shields with points, markers.

`python -m datasets.print_board out.png --scale 8` draws the World War board; `ink` holds the pen.
"""

from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import board_file, ink
from datasets.board_file import Board, Territory
from datasets.ink import INK, Canvas, Colour, Image
from datasets.map_style import PLAIN, SEAS
from datasets.map_style import TINTS as TINTS

PAPER: Colour = (202, 222, 233)
WHITE: Colour = (255, 255, 255)
QUIET = 5.0  # mm of white around a marker: one of its modules


def draw(board: Board, scale: float) -> Image:
    """Return the board as a BGR picture of `scale` pixels a mm."""
    canvas = Canvas(board.width, board.height, scale)
    paper(canvas)
    for territory in board.territories:
        tint(canvas, territory)
    for territory in board.territories:
        if territory.kind not in PLAIN:
            signs(canvas, territory)
    borders(canvas, board)
    for territory in board.territories:
        label(canvas, territory) if territory.kind == "territory" else middle_sign(canvas, territory)
    title(canvas, board)
    for number, x, y in board.markers:
        marker(canvas, number, (x, y), board.marker_size)
    return canvas.image


def paper(canvas: Canvas) -> None:
    """Cover the sheet with parchment."""
    height, width = canvas.image.shape[:2]
    tone = 0.93 + 0.1 * ink.clouds(height, width, 1)
    canvas.image[:] = np.clip(np.array(PAPER) * tone[..., None], 0, 255).astype(np.uint8)


def tint(canvas: Canvas, territory: Territory) -> None:
    """Wash a territory with its colour, deeper along its border as on hand-tinted maps."""
    inside = canvas.mask(territory.shapes)
    depth = np.asarray(cv2.distanceTransform(inside.astype(np.uint8), cv2.DIST_L2, 5) / canvas.scale, np.float32)
    height, width = inside.shape
    tone = 0.96 + 0.07 * ink.clouds(height, width, 2) - 0.13 * np.exp(-depth / 4.0)
    if territory.id in SEAS:
        tone -= water_lines(depth)
    washed = np.clip(np.array(TINTS[territory.id][0]) * tone[..., None], 0, 255)
    canvas.image[inside] = washed.astype(np.uint8)[inside]


def water_lines(depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how much darker the sea is at `depth` mm from its coast: lines that fade and spread outwards."""
    lines = np.zeros_like(depth)
    for at, strength in ((2.2, 0.16), (4.8, 0.11), (8.0, 0.07), (12.0, 0.04)):
        lines += strength * np.exp(-(((depth - at) / 0.35) ** 2))
    return lines


def middle(territory: Territory) -> tuple[float, float]:
    """Return the point of a territory furthest from its border, in mm."""
    right, bottom = territory.shapes[0].max(axis=0)
    canvas = Canvas(float(right) + 8, float(bottom) + 8, 1.0)
    depth = cv2.distanceTransform(canvas.mask(territory.shapes).astype(np.uint8), cv2.DIST_L2, 5)
    y, x = np.unravel_index(int(depth.argmax()), depth.shape)
    return float(x) + 0.5, float(y) + 0.5


def signs(canvas: Canvas, territory: Territory) -> None:
    """Strew the territory's map signs over it in faint ink, away from border and label."""
    for shape in territory.shapes:
        strewn(canvas, territory, shape.astype(np.float32))


def strewn(canvas: Canvas, territory: Territory, shape: NDArray[np.float32]) -> None:
    """Strew map signs over one polygon of a territory."""
    rng = np.random.default_rng(sum(territory.id.encode()))
    centre = np.array(middle(territory))
    before, placed = canvas.image.copy(), [centre]
    for spot in rng.uniform(shape.min(axis=0), shape.max(axis=0), (400, 2)):
        near = np.abs(spot - centre) < (36, 22)
        inside = cv2.pointPolygonTest(shape, (float(spot[0]), float(spot[1])), True) > 8
        if near.all() or not inside or min(np.hypot(*(spot - p)) for p in placed) < 15:
            continue
        placed.append(spot)
        for stroke in TINTS[territory.id][1]((float(spot[0]), float(spot[1])), 3.2):
            canvas.line(stroke, INK, 0.3)
    canvas.fade(before, 0.38)


def borders(canvas: Canvas, board: Board) -> None:
    """Ink the borders, coasts more heavily, and a frame around the field."""
    for territory in board.territories:
        inner = seams(territory)
        for shape in territory.shapes:
            for a, b in zip(shape, np.roll(shape, -1, axis=0), strict=True):
                if key(a, b) not in inner:
                    canvas.line(np.array([a, b]), INK, 0.9 if territory.id in SEAS else 0.6)
    field = np.any([canvas.mask(t.shapes) for t in board.territories], axis=0).astype(np.uint8)
    wide = 2 * round(2.2 * canvas.scale) + 1
    grown = cv2.dilate(field, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    for plane, width in ((grown, 0.35), (field, 1.0)):
        found, _ = cv2.findContours(plane, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        thick = max(1, round(width * canvas.scale))
        cv2.drawContours(canvas.image, found, -1, INK, thick, cv2.LINE_AA)


def key(a: NDArray[np.float64], b: NDArray[np.float64]) -> frozenset[tuple[float, float]]:
    """Return the two ends of a side, whichever way it runs."""
    return frozenset({(float(a[0]), float(a[1])), (float(b[0]), float(b[1]))})


def seams(territory: Territory) -> set[frozenset[tuple[float, float]]]:
    """Return the sides at which two polygons of one space meet: no border runs there."""
    sides = [key(a, b) for s in territory.shapes for a, b in zip(s, np.roll(s, -1, axis=0), strict=True)]
    return {side for side in sides if sides.count(side) > 1}


def label(canvas: Canvas, territory: Territory) -> None:
    """Write a territory's name, and its points on a shield below it."""
    x, y = middle(territory)
    face = "italic" if territory.id in SEAS else "sans"
    canvas.letters(territory.title.upper(), (x, y - 15), 4.6, 500, 1.5, face)
    outline = ink.shield((x, y + 5), 21)
    canvas.fill(outline, (206, 226, 236))
    canvas.line(outline, INK, 0.7, closed=True)
    canvas.line(ink.shield((x, y + 5), 18.4), INK, 0.25, closed=True)
    canvas.letters(str(territory.points), (x, y + 4.5), 12, 600)
    if territory.number:
        totem(canvas, territory.number, (x + 19, y + 4))


def totem(canvas: Canvas, number: int, centre: tuple[float, float]) -> None:
    """Draw the number of an area or a planet on a disc beside the shield."""
    t = np.linspace(0, 2 * np.pi, 40)
    for radius, fill in ((6.4, (206, 226, 236)), (5.2, None)):
        ring = np.stack([np.cos(t), np.sin(t)], 1) * radius + np.array(centre)
        if fill:
            canvas.fill(ring, fill)
        canvas.line(ring, INK, 0.5, closed=True)
    canvas.letters(str(number), (centre[0], centre[1] - 0.4), 6, 600)


def middle_sign(canvas: Canvas, territory: Territory) -> None:
    """Draw rings into a caldera or a black hole, and twisted strands along a rope."""
    shape = territory.shapes[0]
    if territory.kind == "rope":
        left, top = shape.min(axis=0)
        right, bottom = shape.max(axis=0)
        for y in np.arange(top + 1, bottom - 4, 4.0):
            canvas.line(np.array([[left + 0.6, y], [right - 0.6, y + 3]]), INK, 0.4)
        return
    centre = shape.mean(axis=0)
    for share in (0.8, 0.6, 0.4, 0.2):
        canvas.line((shape - centre) * share + centre, INK, 0.4, closed=True)


def title(canvas: Canvas, board: Board) -> None:
    """Write the board's name into the lower margin."""
    canvas.letters(board.title.upper(), (board.width / 2, board.height - 2.9), 2.6, 500, 2.4)


def marker(canvas: Canvas, number: int, centre: tuple[float, float], size: float) -> None:
    """Print one ArUco marker with its quiet zone, upright around the centre (mm)."""
    x, y = centre
    modules = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, 6)
    card = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (size / 2 + QUIET) + np.array(centre)
    canvas.fill(card, WHITE)
    left, top, side = (round(v * canvas.scale) for v in (x - size / 2, y - size / 2, size))
    big = cv2.resize(modules, (side, side), interpolation=cv2.INTER_NEAREST)
    canvas.image[top : top + side, left : left + side] = np.maximum(big, 24)[..., None]


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--board", "name", default="world-war", help="The board file's id.")
@click.option("--scale", default=8.0, help="Pixels a mm.")
def main(out: Path, name: str, scale: float) -> None:
    """Draw a board file into the picture OUT."""
    path = Path(__file__).resolve().parent.parent / "rules" / "die_die_die" / "data" / "boards" / f"{name}.toml"
    cv2.imwrite(str(out), draw(board_file.load(path), scale))


if __name__ == "__main__":
    main()
