"""Strokes and letters of a printed board: noise of paper, lines in mm, spaced capitals, small map signs."""

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Plane = NDArray[np.float32]
Colour = tuple[int, int, int]

INK: Colour = (52, 66, 84)  # BGR, a warm dark brown
SHIFT = 4


def clouds(height: int, width: int, seed: int, octaves: int = 6, fade: float = 0.55) -> Plane:
    """Return (height, width) soft noise from 0 to 1, the same for the same seed."""
    rng = np.random.default_rng(seed)
    total = np.zeros((height, width), np.float32)
    for k in range(octaves):
        grid = rng.random((3 * 2**k, 3 * 2**k), dtype=np.float32)
        total += fade**k * cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    total -= total.min()
    return np.asarray(total / total.max(), np.float32)


class Canvas:
    """A BGR picture that is drawn on in millimetres, `scale` pixels each."""

    def __init__(self, width: float, height: float, scale: float) -> None:
        """Take a blank sheet of width x height mm."""
        self.scale = scale
        self.image: Image = np.zeros((round(height * scale), round(width * scale), 3), np.uint8)

    def px(self, points: NDArray[np.float64]) -> NDArray[np.int32]:
        """Return (n, 2) mm as the fixed-point pixels that OpenCV draws with."""
        return np.round((points * self.scale - 0.5) * (1 << SHIFT)).astype(np.int32)

    def line(self, points: NDArray[np.float64], colour: Colour, width: float, closed: bool = False) -> None:
        """Draw a line through (n, 2) mm, `width` mm wide."""
        thick = max(1, round(width * self.scale))
        cv2.polylines(self.image, [self.px(points)], closed, colour, thick, cv2.LINE_AA, SHIFT)

    def fill(self, points: NDArray[np.float64], colour: Colour) -> None:
        """Fill the polygon of (n, 2) mm."""
        cv2.fillPoly(self.image, [self.px(points)], colour, cv2.LINE_AA, SHIFT)

    def mask(self, shapes: tuple[NDArray[np.float64], ...]) -> NDArray[np.bool_]:
        """Return which pixels lie in the polygons of (n, 2) mm."""
        plane = np.zeros(self.image.shape[:2], np.uint8)
        cv2.fillPoly(plane, [self.px(s) for s in shapes], 255, cv2.LINE_8, SHIFT)
        return np.asarray(plane > 0)

    def fade(self, before: Image, share: float) -> None:
        """Mix what was drawn since `before` down to `share` of its strength."""
        mixed = self.image.astype(np.float32) * share + before.astype(np.float32) * (1 - share)
        self.image[:] = np.round(mixed).astype(np.uint8)

    def letters(
        self, text: str, centre: tuple[float, float], size: float, weight: int, tracking: float = 0.0,
        face: str = "sans", colour: Colour = INK,
    ) -> None:  # fmt: skip
        """Write text around the centre (mm), its letters `size` mm high and `tracking` mm apart."""
        font = cv2.FontFace(face)
        pixels = round(size * self.scale * 1.4)
        gap = tracking * self.scale
        widths = [self._advance(c, font, pixels, weight) + gap for c in text]
        x = centre[0] * self.scale - (sum(widths) - gap) / 2
        y = round((centre[1] + size / 2) * self.scale)
        for letter, wide in zip(text, widths, strict=True):
            cv2.putText(self.image, letter, (round(x), y), colour, font, pixels, weight)
            x += wide

    def _advance(self, letter: str, font: cv2.FontFace, pixels: int, weight: int) -> float:
        """Return how far a letter moves the pen, in px."""
        blank = np.zeros((4, 4, 3), np.uint8)
        end, _ = cv2.putText(blank, letter, (0, 0), (0, 0, 0), font, pixels, weight)
        return float(end[0])


def shield(centre: tuple[float, float], size: float) -> NDArray[np.float64]:
    """Return the outline of a heraldic shield `size` mm wide around the centre, (n, 2) mm."""
    half = size / 2
    t = np.linspace(0, 1, 12)
    right = np.stack([half * np.cos(t * np.pi / 2) ** 0.75, -0.05 * size + 0.72 * size * np.sin(t * np.pi / 2)], 1)
    top = np.array([[-half, -0.55 * size], [0.0, -0.62 * size], [half, -0.55 * size]])
    outline = np.concatenate([top, right, right[::-1] * [-1, 1]])
    return np.asarray(outline + np.array(centre), np.float64)


def peak(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a small mountain, in mm."""
    s = np.array([[-1, 0.6], [-0.45, -0.25], [-0.1, -0.8], [0.25, -0.3], [1, 0.6]]) * size
    shade = [np.array([[-0.1 + 0.22 * k, -0.8 + 0.32 * k], [0.0 + 0.2 * k, 0.1 + 0.2 * k]]) * size for k in range(3)]
    return [line + np.array(at) for line in (s, *shade)]


def tree(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a small fir, in mm."""
    rows = [np.array([[-w, y], [0, y - 0.6], [w, y]]) * size for w, y in ((0.4, -0.4), (0.55, 0.1), (0.7, 0.6))]
    trunk = np.array([[0, 0.6], [0, 1.0]]) * size
    return [line + np.array(at) for line in (*rows, trunk)]


def wave(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a small double wave, in mm."""
    x = np.linspace(-1, 1, 17)
    y = -0.22 * np.abs(np.sin(x * np.pi))
    return [np.stack([x, y + dy], 1) * size + np.array(at) for dy in (0.0, 0.45)]


def dune(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the stroke of a dune, in mm."""
    x = np.linspace(-1, 1, 13)
    y = np.where(x < 0.25, -0.5 * ((x + 1) / 1.25) ** 2, -0.5 + 0.5 * ((x - 0.25) / 0.75))
    return [np.stack([x, y], 1) * size + np.array(at)]


def tuft(at: tuple[float, float], size: float) -> list[NDArray[np.float64]]:
    """Return the strokes of a tuft of grass, in mm."""
    blades = [np.array([[0.3 * k, 0.4], [0.75 * k, -0.4 + 0.15 * abs(k)]]) * size for k in (-1, 0, 1)]
    return [line + np.array(at) for line in blades]
