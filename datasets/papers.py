"""Printed paper: blank, lined, squared, dotted, text, newspaper, forms, score sheets, magazine pages, cards.

Every maker takes a generator and returns an 8-bit RGB picture (display curve) and its width and height in mm.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.grain import Image, Rng, Tint, noise, tint, word

Print = tuple[Image, float, float]

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)  # fmt: skip


def sheet(rng: Rng, wide: float = 210.0, high: float = 297.0, scale: float = 3.0) -> Image:
    """Return an empty page of about white, cream or recycled grey paper, `scale` px a mm."""
    base: Tint = (250, 250, 248)
    draw = rng.random()
    if draw < 0.2:
        base = (245, 238, 218)
    elif draw < 0.3:
        base = (218, 214, 204)
    elif draw < 0.4:
        base = tint(rng, (0.1, 0.4), (0.85, 1))
    return np.full((round(high * scale), round(wide * scale), 3), base, np.uint8)


def ink(rng: Rng) -> Tint:
    """Return a printing or writing ink: mostly black, sometimes blue or another."""
    draw = rng.random()
    if draw < 0.65:
        level = int(rng.integers(5, 70))
        return level, level, level
    return (30, 45, 140) if draw < 0.85 else tint(rng, (0.5, 1), (0.2, 0.6))


def blank(rng: Rng) -> Print:
    """Make an empty sheet."""
    return sheet(rng, scale=1.5), 210.0, 297.0


def ruled(rng: Rng) -> Print:
    """Make lined, squared or dotted paper, some of it written on."""
    page = sheet(rng)
    pitch, kind = float(rng.uniform(4.5, 10)) * 3, int(rng.integers(3))
    line = tint(rng, (0.1, 0.6), (0.6, 0.85))
    high, wide = page.shape[:2]
    downs, acrosses = (np.arange(pitch, end, pitch).astype(int) for end in (high, wide))
    if kind == 2:
        for y in downs:
            for x in acrosses:
                cv2.circle(page, (int(x), int(y)), 1, line, -1, cv2.LINE_AA)
    else:
        page[downs] = line
        if kind == 1:
            page[:, acrosses] = line
    if rng.random() < 0.6:
        written(page, rng, (20, 20, wide - 20, int(high * rng.uniform(0.2, 0.9))), pitch * 0.028, ink(rng))
    return page, 210.0, 297.0


def written(page: Image, rng: Rng, where: tuple[int, int, int, int], size: float, told: Tint) -> None:
    """Write made-up words into x0, y0, x1, y1 px, `size` as a Hershey scale."""
    font, step = int(rng.choice(FONTS)), max(5, round(38 * size))
    left, top, right, bottom = where
    thick = 1 if size < 0.9 else 2
    width = (right - left) / (cv2.getTextSize("n" * 40, font, size, thick)[0][0] / 40)
    for y in range(top + step, bottom, step):
        if rng.random() < 0.06:
            continue
        line, goal = "", width * (1 if rng.random() < 0.8 else float(rng.uniform(0.2, 1)))
        while len(line) < goal - 9:
            line += word(rng) + " "
        cv2.putText(page, line, (left, y), font, size, told, thick, cv2.LINE_AA)


def text(rng: Rng) -> Print:
    """Make a page of text with a heading."""
    page, told = sheet(rng), ink(rng)
    wide, high = page.shape[1], page.shape[0]
    cv2.putText(page, word(rng, 4, 9).title(), (60, 100), int(rng.choice(FONTS)), 1.8, told, 3, cv2.LINE_AA)
    written(page, rng, (60, 120, wide - 60, high - 60), float(rng.uniform(0.33, 0.6)), told)
    return page, 210.0, 297.0


def newspaper(rng: Rng) -> Print:
    """Make a newspaper: columns of small text, headlines, grey pictures."""
    page = sheet(rng, 290, 400, 2.6)
    page[:] = np.array([222, 216, 202]) - int(rng.integers(0, 25))
    columns, told = int(rng.integers(3, 7)), (45, 43, 42)
    wide = page.shape[1] // columns
    for column in range(columns):
        y, left = 20, column * wide + 8
        while y < page.shape[0] - 40:
            kind, high = rng.random(), int(rng.integers(50, 220))
            if kind < 0.2:
                picture = photograph(rng, wide - 14, high, grey=rng.random() < 0.6)
                part = page[y : y + high, left : left + wide - 14]
                part[:] = picture[: part.shape[0], : part.shape[1]]
            elif kind < 0.4:
                high = 44
                title = word(rng, 3, 8).title()
                cv2.putText(page, title, (left, y + 34), cv2.FONT_HERSHEY_TRIPLEX, 1.1, told, 2, cv2.LINE_AA)
            else:
                written(page, rng, (left, y, left + wide - 14, min(y + high, page.shape[0] - 15)), 0.3, told)
            y += high + 8
    return page, 290.0, 400.0


def photograph(rng: Rng, wide: int, high: int, grey: bool = False) -> Image:
    """Return something like a printed photograph: soft blobs of colour and a few shapes."""
    planes = [128 + 90 * noise((high, wide), rng, (3, 3), 4) for _ in range(1 if grey else 3)]
    picture = np.clip(np.stack(planes * (3 if grey else 1), -1), 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 6))):
        at = (int(rng.integers(0, wide)), int(rng.integers(0, high)))
        cv2.circle(
            picture, at, int(rng.integers(3, max(4, high // 3))), tint(rng, (0, 0 if grey else 0.8)), -1, cv2.LINE_AA
        )
    return picture


def magazine(rng: Rng) -> Print:
    """Make a magazine's page or a poster: a large picture, a title, coloured boxes."""
    page = sheet(rng, scale=2.5)
    page[:] = tint(rng, (0, 0.9), (0.3, 1))
    high, wide = page.shape[:2]
    top, left = int(rng.integers(0, high // 2)), int(rng.integers(0, wide // 3))
    photo = photograph(rng, int(wide * rng.uniform(0.4, 1)), int(high * rng.uniform(0.3, 0.7)))
    part = page[top : top + photo.shape[0], left : left + photo.shape[1]]
    part[:] = photo[: part.shape[0], : part.shape[1]]
    for _ in range(int(rng.integers(1, 5))):
        size, at = float(rng.uniform(1, 5)), (int(rng.integers(0, wide // 2)), int(rng.integers(30, high)))
        told = tint(rng, (0, 1), (0, 1))
        cv2.putText(page, word(rng).upper(), at, int(rng.choice(FONTS)), size, told, int(size * 3), cv2.LINE_AA)
    written(page, rng, (int(wide * 0.5), int(high * 0.7), wide - 20, high - 20), 0.4, ink(rng))
    return page, 210.0, 297.0


def table(rng: Rng) -> Print:
    """Make a form or a score sheet: a table with words at the left, numbers and boxes to tick."""
    page, told = sheet(rng), ink(rng)
    high, wide = page.shape[:2]
    rows, columns = int(rng.integers(8, 26)), int(rng.integers(2, 9))
    cell, across = (high - 120) // rows, (wide - 240) // columns
    for row in range(rows + 1):
        cv2.line(page, (40, 80 + row * cell), (240 - 40 + columns * across, 80 + row * cell), told, 2)
    for column in range(columns + 1):
        cv2.line(page, (200 + column * across, 80), (200 + column * across, 80 + rows * cell), told, 1)
    for row in range(rows):
        y = 80 + row * cell + int(cell * 0.7)
        cv2.putText(page, word(rng).title(), (46, y), int(rng.choice(FONTS[:4])), 0.6, told, 1, cv2.LINE_AA)
        for column in range(columns):
            if rng.random() < 0.35:
                number = str(int(rng.integers(0, 60)))
                cv2.putText(page, number, (210 + column * across, y), FONTS[4], 0.8, (40, 50, 130), 2, cv2.LINE_AA)
    return page, 210.0, 297.0


PAPERS = {
    "blank": blank, "ruled": ruled, "text": text, "newspaper": newspaper, "magazine": magazine, "table": table,
}  # fmt: skip
