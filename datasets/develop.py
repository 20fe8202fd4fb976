"""What a camera's chip makes of its raw picture (h, w, 3, BGR, 0 to 1): tone, denoising, sharpening, scaling, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Image = NDArray[np.uint8]
Rng = np.random.Generator

SAMPLINGS = (
    cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444,
)  # fmt: skip


def curved(light: Plane) -> Plane:
    """Return linear light in the display's curve, its highlights rolled off above 0.8 of white."""
    shoulder = np.where(light > 0.8, 0.8 + 0.2 * np.tanh((light - 0.8) / 0.4), np.maximum(light, 0))
    table = np.linspace(0, 1, 4096)
    steps = np.where(table < 0.0031308, 12.92 * table, 1.055 * table ** (1 / 2.4) - 0.055).astype(np.float32)
    return np.asarray(steps[np.clip(shoulder * 4095 + 0.5, 0, 4095).astype(np.int32)], np.float32)


def toned(picture: Plane, contrast: float, colourful: float, black: float) -> Plane:
    """Return a picture with more or less contrast around its middle grey and colour, its black lifted."""
    grey = picture.mean(-1, keepdims=True)
    x = grey + (picture - grey) * np.float32(colourful)
    x = np.float32(0.45) + (x - np.float32(0.45)) * np.float32(contrast)
    return np.asarray(np.clip(np.float32(black) + x * np.float32(1 - black), 0, 1), np.float32)


def smeared(picture: Image, rng: Rng) -> Image:
    """Return a picture whose fine detail a phone's denoising has wiped away."""
    if rng.random() < 0.4:
        return np.asarray(cv2.medianBlur(picture, 3), np.uint8)
    reach, levels = float(rng.uniform(1.5, 3.5)), float(rng.uniform(15, 45))
    return np.asarray(cv2.bilateralFilter(picture, 5, levels, reach), np.uint8)


def bleached(picture: Image, reach: float) -> Image:
    """Return a picture with its colour smoothed over `reach` px and its brightness kept, as cheap chips do."""
    told = cv2.cvtColor(picture, cv2.COLOR_BGR2YCrCb)
    soft = cv2.GaussianBlur(told, (0, 0), reach)
    soft[..., 0] = told[..., 0]
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_YCrCb2BGR), np.uint8)


def sharpened(picture: Image, amount: float, reach: float) -> Image:
    """Return a picture with the halos of sharpening."""
    soft = cv2.GaussianBlur(picture, (0, 0), reach)
    return np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)


def rescaled(picture: Image, share: float, rng: Rng) -> Image:
    """Return a picture that was scaled down to `share` of its size and back again, as video calls do."""
    high, wide = picture.shape[:2]
    ways = (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC)
    small = cv2.resize(picture, (round(wide * share), round(high * share)), interpolation=int(rng.choice(ways)))
    return np.asarray(cv2.resize(small, (wide, high), interpolation=int(rng.choice(ways[1:]))), np.uint8)


def posterised(picture: Image, levels: int) -> Image:
    """Return a picture with only so many levels in each colour."""
    table = np.rint(np.rint(np.arange(256) / 255 * (levels - 1)) / (levels - 1) * 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), np.uint8)


def mosaicked(picture: Image) -> Image:
    """Return a picture as it comes out of a colour filter's mosaic: one colour a pixel, the others guessed."""
    raw = picture[..., 1].copy()
    raw[::2, ::2] = picture[::2, ::2, 0]
    raw[1::2, 1::2] = picture[1::2, 1::2, 2]
    return np.asarray(cv2.cvtColor(raw, cv2.COLOR_BayerRG2BGR), np.uint8)


def packed(picture: Image, quality: int, sampling: int) -> Image:
    """Return a picture after one JPEG of this quality and chroma sampling (an OpenCV constant).

    Raises ValueError where OpenCV cannot write it.
    """
    told = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    done, data = cv2.imencode(".jpg", picture, told)
    if not done:
        raise ValueError(f"no JPEG of {picture.shape} at quality {quality}")
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
