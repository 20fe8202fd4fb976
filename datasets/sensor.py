"""From linear light to a webcam's picture: glow, blur, vignette, tone, sharpening; noise afresh in every frame."""

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Image = NDArray[np.uint8]


def developed(
    light: Plane, exposure: float, blur: float = 0.55, vignette: float = 0.12, sharpen: float = 0.45
) -> Plane:
    """Return linear RGB (h, w, 3) as BGR from 0 to 1 in the display's curve, before the sensor's noise."""
    x = np.asarray(light * exposure, np.float32)
    x = x + 0.05 * cv2.GaussianBlur(np.clip(x - 1, 0, 8), (0, 0), 9)
    x = np.asarray(cv2.GaussianBlur(x, (0, 0), blur), np.float32)
    height, width = x.shape[:2]
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    x = x * (1 - vignette * (down**2 + across**2) / 2)[..., None]
    x = np.where(x > 0.8, 0.8 + 0.2 * np.tanh((x - 0.8) / 0.4), x)
    curve = np.where(x < 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-9) ** (1 / 2.4) - 0.055).astype(np.float32)
    crisp = curve + sharpen * (curve - cv2.GaussianBlur(curve, (0, 0), 1.2))
    return np.ascontiguousarray(np.clip(crisp, 0, 1)[..., ::-1], np.float32)


def noisy(picture: Plane, rng: np.random.Generator, strength: float) -> Image:
    """Return BGR from 0 to 1 as 8 bit with a frame's own noise, `strength` levels of 255 at middle grey."""
    grain = rng.standard_normal(picture.shape, dtype=np.float32)
    grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6), np.float32)
    grain *= strength / float(grain.std())
    shot = np.sqrt(np.clip(picture, 0.02, 1) / 0.5)
    return np.asarray(np.clip(picture * 255 + grain * shot + 0.5, 0, 255), np.uint8)
