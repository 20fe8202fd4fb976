"""Any board file as a plain print: outlined spaces with short words and marks in other colours every time, markers.

For boards that `print_board` has no style for, and as a second look of those that it draws.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.boards import Points, cardboard, fill, letters, outline
from datasets.grain import Image, Rng, Tint, tint, word
from datasets.papers import FONTS, Print, sheet
from rules.sheet import Marker, boards, load

QUIET = 5.0  # mm of white around a marker
SCALE = 2.4  # px a mm


def plain(rng: Rng) -> Print:
    """Make one of the boards that come with the program, plainly printed on white paper or tinted card."""
    names = sorted(boards())
    board = load(boards()[names[int(rng.integers(len(names)))]])
    size = board.width, board.height
    white = rng.random() < 0.5
    page = sheet(rng, *size, SCALE) if white else cardboard(rng, *size, (0.05, 0.5))
    ink: Tint = (25, 25, 28) if page.mean() > 110 else (235, 232, 225)
    font, thick = int(rng.choice(FONTS[:4])), int(rng.integers(1, 4))
    tinted = float(rng.choice([0.0, 0.4, 1.0]))
    for space in board.spaces:
        for shape in board.shapes[space.id]:
            corners = np.array(shape) * SCALE
            if rng.random() < tinted:
                fill(page, corners, tint(rng, (0.05, 0.4), (0.75, 1)) if white else tint(rng, (0.1, 0.7), (0.2, 0.9)))
            outline(page, corners, ink, thick)
            marks(page, rng, corners, ink, font)
    for marker in board.markers:
        printed(page, marker, board.dictionary)
    return page, board.width, board.height


def marks(page: Image, rng: Rng, corners: Points, ink: Tint, font: int) -> None:
    """Write a number, a word, a row of boxes, or nothing into a space."""
    (x, y), (wide, high) = corners.min(0), np.ptp(corners, axis=0)
    size = float(min(wide, high, 90))
    middle = (float(x + wide / 2), float(y + high / 2))
    kind = int(rng.integers(5))
    if kind == 0:
        letters(page, str(int(rng.integers(0, 13))), middle, size * 0.4, ink, font)
    elif kind == 1:
        letters(page, word(rng, 3, 7).upper(), (middle[0], float(y) + size * 0.25), size * 0.14, ink, font)
    elif kind == 2:
        count = int(rng.integers(3, 8))
        for k in range(count):
            at = np.array([middle[0] + (k - (count - 1) / 2) * size * 0.13, middle[1]])
            side = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size * 0.045
            outline(page, side + at, ink, 1)


def printed(page: Image, marker: Marker, dictionary: str) -> None:
    """Print one ArUco marker with its white card."""
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, f"DICT_{dictionary}"))
    left, top, side = (round(v * SCALE) for v in (marker.x - marker.size / 2, marker.y - marker.size / 2, marker.size))
    edge = round(QUIET * SCALE)
    cv2.rectangle(page, (left - edge, top - edge), (left + side + edge, top + side + edge), (255, 255, 255), -1)
    drawn = cv2.aruco.generateImageMarker(known, marker.id, side)
    part = page[max(0, top) : top + side, max(0, left) : left + side]
    part[:] = np.maximum(drawn, 24)[: part.shape[0], : part.shape[1], None]
