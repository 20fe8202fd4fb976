"""Keys and screens from above: keyboards, telephones, calculators, remote controls, as printed pictures.

Every maker takes a generator and returns an 8-bit RGB picture (display curve) and its width and height in mm.
"""

from __future__ import annotations

import cv2
import numpy as np

from datasets.grain import Image, Rng, Tint, tint, word
from datasets.papers import FONTS, Print, photograph

Key = tuple[float, float, float, float]  # x, y, width, height in mm from the upper left corner

ROWS = ("1234567890-=", "qwertyuiop[]", "asdfghjkl;'#", "zxcvbnm,./")


def shell(rng: Rng, wide: float, high: float, scale: float) -> tuple[Image, Tint, Tint]:
    """Return an empty case, and a colour for its keys and one for their letters."""
    draw = rng.random()
    dark = draw < 0.6
    level = int(rng.integers(12, 60) if dark else rng.integers(150, 250))
    body: Tint = (level, level, level) if rng.random() < 0.8 else tint(rng, (0.2, 0.9), (0.2, 0.9))
    key = int(rng.integers(8, 50) if dark else rng.integers(190, 255))
    told: Tint = (235, 235, 235) if dark else (40, 40, 42)
    return np.full((round(high * scale), round(wide * scale), 3), body, np.uint8), (key, key, key), told


def cap(case: Image, where: tuple[float, float, float, float], told: Tint, round_: float) -> None:
    """Draw one key at x, y, w, h px: its shadow, its rounded top and a lighter upper edge."""
    x, y, wide, high = where
    reach = max(1.0, round_ * min(wide, high))
    for shift, tone in ((2.0, 0.35), (0.0, 1.12), (1.2, 1.0)):
        shade = tuple(min(255, int(c * tone)) for c in told)
        inner = np.array([[x + reach, y + reach + shift], [x + wide - reach, y + high - reach]])
        corners = np.array([[i[0], j[1]] for i, j in ((inner[0], inner[0]), (inner[1], inner[0]))])
        corners = np.concatenate([corners, [[inner[1][0], inner[1][1]], [inner[0][0], inner[1][1]]]])
        pen = max(1, round(2 * reach))
        box = np.rint(corners).astype(np.int32)
        cv2.fillPoly(case, [box], shade, cv2.LINE_AA)
        cv2.polylines(case, [box], True, shade, pen, cv2.LINE_AA)


def keys(rng: Rng, laptop: bool) -> tuple[Print, list[Key]]:
    """Make a keyboard, or a laptop's upper side with its pad, and tell where its keys are."""
    pitch, scale = float(rng.uniform(16.5, 19.5)), 3.2
    wide, high = pitch * 15 + 14, pitch * 5.2 + 14
    case, key, told = shell(rng, wide, high + (90 if laptop else 0), scale)
    gap, round_, font = (
        pitch * float(rng.uniform(0.06, 0.22)),
        float(rng.uniform(0.04, 0.2)),
        int(rng.choice(FONTS[:2])),
    )
    placed = laid(pitch, gap, wide)
    for sign, (x, y, broad, tall) in placed:
        cap(case, (x * scale, y * scale, broad * scale, tall * scale), key, round_)
        size = scale * pitch * 0.013
        at = (round((x + broad * 0.3) * scale), round((y + tall * 0.6) * scale))
        cv2.putText(case, sign, at, font, size, told, max(1, round(size * 1.6)), cv2.LINE_AA)
    if laptop:
        pad = (wide * 0.32 * scale, (high + 8) * scale, wide * 0.36 * scale, 74 * scale)
        cap(case, pad, (int(case[1, 1, 0]), int(case[1, 1, 1]), int(case[1, 1, 2])), 0.04)
    return (case, wide, case.shape[0] / scale), [where for _, where in placed]


def laid(pitch: float, gap: float, wide: float) -> list[tuple[str, Key]]:
    """Return signs and places of a keyboard's keys: letters in shifted rows, wide keys at the ends and below."""
    placed: list[tuple[str, Key]] = []
    for row, signs in enumerate(ROWS):
        start, y = 7 + pitch * (1 + 0.5 * row), 7 + row * pitch
        last = start + len(signs) * pitch
        spots = [(start + k * pitch, pitch, sign.upper()) for k, sign in enumerate(signs)]
        for x, broad, sign in [(7.0, start - 7, ""), *spots, (last, wide - 7 - last, "")]:
            placed.append((sign, (x, y, broad - gap, pitch - gap)))
    x = 7.0
    for share in (1.3, 1.2, 1.2, 6.0, 1.2, 1.2, 1.3, 1.6):
        placed.append(("", (x, 7 + 4 * pitch, share * pitch - gap, pitch - gap)))
        x += share * pitch
    return placed


def keyboard(rng: Rng) -> Print:
    """Make a keyboard or a laptop's upper side: letter keys in rows, wide keys at the ends."""
    return keys(rng, rng.random() < 0.5)[0]


def phone(rng: Rng) -> Print:
    """Make a telephone: a dark rim, a screen with a picture, text lines or rows of icons, or switched off."""
    wide, high, scale = 73.0, 152.0, 5.0
    case = np.full((round(high * scale), round(wide * scale), 3), int(rng.integers(4, 30)), np.uint8)
    screen = case[14:-14, 14:-14]
    kind = int(rng.integers(4))
    if kind:
        screen[:] = photograph(rng, screen.shape[1], screen.shape[0]) if kind == 1 else tint(rng, (0, 0.5), (0.05, 1))
    if kind == 1:
        for k in range(int(rng.integers(4, 25))):
            x, y = 20 + (k % 4) * 82, 60 + (k // 4) * 100
            cap(screen, (x, y, 58, 58), tint(rng, (0.2, 1), (0.3, 1)), 0.25)
    elif kind == 2:
        for y in range(40, screen.shape[0] - 40, int(rng.integers(24, 60))):
            line = f"{word(rng)} {word(rng)} {word(rng)}"
            cv2.putText(screen, line, (16, y), FONTS[0], 0.6, tint(rng, (0, 0.4), (0, 1)), 1, cv2.LINE_AA)
    return case, wide, high


def buttons(rng: Rng) -> Print:
    """Make a remote control: rows of round or square buttons in several colours."""
    wide, high, scale = float(rng.uniform(40, 52)), float(rng.uniform(120, 190)), 5.0
    case, key, told = shell(rng, wide, high, scale)
    across = int(rng.integers(3, 5))
    pitch = wide * scale / (across + 0.4)
    down = int((high * scale - 40) / pitch)
    disc = rng.random() < 0.6
    for row in range(down):
        for column in range(across):
            if rng.random() < 0.2:
                continue
            shade = tint(rng, (0.7, 1), (0.5, 1)) if rng.random() < 0.12 else key
            x, y, size = (column + 0.3) * pitch, 20 + row * pitch, pitch * 0.62
            cap(case, (x, y, size, size), shade, 0.49 if disc else 0.15)
            sign = str(int(rng.integers(0, 10))) if rng.random() < 0.6 else ""
            cv2.putText(case, sign, (round(x + size * 0.3), round(y + size * 0.7)), FONTS[0], 0.7, told, 2, cv2.LINE_AA)
    return case, wide, high


def calculator(rng: Rng) -> Print:
    """Make a pocket calculator: a grey display with figures above rows of keys."""
    wide, high, scale = float(rng.uniform(65, 85)), float(rng.uniform(110, 150)), 5.0
    case, key, told = shell(rng, wide, high, scale)
    top = high * scale * 0.24
    cv2.rectangle(case, (25, 25), (case.shape[1] - 25, round(top)), (172, 184, 160), -1)
    number = str(int(rng.integers(0, 10**7)))
    cv2.putText(case, number, (40, round(top * 0.75)), FONTS[1], 1.6, (30, 34, 30), 3, cv2.LINE_AA)
    across, down = int(rng.integers(4, 6)), int(rng.integers(5, 7))
    pitch = ((case.shape[1] - 30) / across, (case.shape[0] - top - 40) / down)
    for row in range(down):
        for column in range(across):
            x, y = 18 + column * pitch[0], top + 22 + row * pitch[1]
            shade = tint(rng, (0.6, 1), (0.4, 0.9)) if rng.random() < 0.12 else key
            cap(case, (x, y, pitch[0] * 0.76, pitch[1] * 0.72), shade, 0.18)
            sign = "0123456789+-x/=%C"[int(rng.integers(17))]
            at = (round(x + pitch[0] * 0.27), round(y + pitch[1] * 0.5))
            cv2.putText(case, sign, at, FONTS[0], 0.9, told, 2, cv2.LINE_AA)
    return case, wide, high


DEVICES = {"keyboard": keyboard, "phone": phone, "buttons": buttons, "calculator": calculator}
