"""From linear light to a camera's picture; `shoot` draws a camera at random for training pictures.

`developed` and `noisy` are the demo's webcam: one look for all frames, noise afresh in every one. `lens` and `develop`
hold the stages of `shoot`.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import develop, lens

LEAST = 0.55  # share of the fine contrast that must outlast a blur: nobody could find a die of 12 px after more
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


def shoot(light: Plane, rng: np.random.Generator, harm: float | None = None) -> Image:
    """Return linear RGB (h, w, 3) as a random camera would show it: 8-bit BGR of the same size, nothing displaced.

    `harm` from 0 (a good camera in good light) to 1 sets how bad blur, noise and compression may be; drawn if None,
    mostly low.
    """
    bad = float(rng.beta(1.1, 2.6)) if harm is None else harm
    seen = through(exposed(balanced(np.asarray(light, np.float32), rng), rng), rng, bad)
    return processed(gathered(seen, rng, bad), rng, bad)


def exposed(light: Plane, rng: np.random.Generator) -> Plane:
    """Return light as a meter exposes it, with its errors: now and then far too dark or blown."""
    grey = np.maximum(light @ np.array([0.21, 0.72, 0.07], np.float32), 0)
    level = float(np.exp(np.log(grey + 1e-4).mean())) * 0.6 + 0.4 * float(grey.mean())
    stops = float(rng.normal(0, 0.45))
    draw = rng.random()
    if draw < 0.12:
        stops -= float(rng.uniform(0.8, 2.4))
    elif draw < 0.2:
        stops += float(rng.uniform(0.6, 1.5))
    gain = 0.26 * 2**stops / max(level, 1e-4)
    # A meter that looks only at the middle would blow a white table; cameras hold most of a picture below white.
    return light * np.float32(min(gain, 1.6 * 2 ** max(stops, 0) / max(float(np.percentile(grey, 97)), 1e-4)))


def balanced(light: Plane, rng: np.random.Generator) -> Plane:
    """Return light after automatic white balance, which corrects a part and errs a little, sometimes much."""
    mean = light.mean((0, 1)) + 1e-4
    white = np.percentile(light.reshape(-1, 3)[::7], 98, axis=0) + 1e-4
    # Half of what a grey world says, half of what its brightest parts say: a coloured table is no coloured lamp.
    right = np.sqrt((mean.mean() / mean) * (white.mean() / white))
    error = 0.03 if rng.random() < 0.85 else 0.15
    gains = np.clip(right, 0.4, 2.5) ** float(rng.uniform(0.2, 1.0)) * np.exp(rng.normal(0, error, 3))
    return np.asarray(light * (gains / gains.mean()).astype(np.float32), np.float32)


def through(light: Plane, rng: np.random.Generator, bad: float) -> Plane:
    """Return light after the lens and an open shutter."""
    reach = max(light.shape) / 640
    x = lens.glow(light, float(rng.uniform(0, 0.15)), 9 * reach)
    if rng.random() < 0.25:
        x = lens.veiled(x, float(rng.uniform(0.02, 0.3)) * (0.4 + bad))
    if rng.random() < 0.5:
        radius = float(rng.gamma(1.2, 1.1)) * bad * 1.6 * reach
        x = bearable(x, lambda sharp, share: lens.defocused(sharp, radius * share))
    if rng.random() < 0.22:
        length, way = float(rng.exponential(8.0)) * bad * reach, float(rng.uniform(0, np.pi))
        x = bearable(x, lambda sharp, share: lens.moved(sharp, length * share, way))
    if rng.random() < 0.3:
        x = lens.fringed(x, float(rng.normal(0, 0.6)))
    if rng.random() < 0.7:
        x = lens.vignetted(
            x, float(rng.uniform(0, 0.7)) ** 1.5, (float(rng.normal(0, 0.15)), float(rng.normal(0, 0.15)))
        )
    return lens.flickering(x, rng, float(rng.uniform(0.02, 0.12))) if rng.random() < 0.08 else x


def bearable(light: Plane, blur: Callable[[Plane, float], Plane]) -> Plane:
    """Return blurred light, with 1, 1/2, 1/4 or 1/8 of the blur: as much as leaves enough to see."""
    before, share = fineness(light), 1.0
    blurred = blur(light, share)
    while fineness(blurred) < LEAST * before and share > 0.125:
        share /= 2
        blurred = blur(light, share)
    return blurred


def fineness(light: Plane) -> float:
    """Return how much contrast the picture has within some ten pixels."""
    grey = np.sqrt(np.maximum(light.mean(-1), 0))
    return float((grey - cv2.GaussianBlur(grey, (0, 0), 5 * max(light.shape) / 640)).std())


def gathered(light: Plane, rng: np.random.Generator, bad: float) -> Plane:
    """Return BGR in the display's curve, 0 to 1, with the sensor's noise: shot and read noise, blotches, hot pixels."""
    shape = light.shape
    iso = float(rng.exponential(0.0035)) * bad + 0.0001
    grain = rng.standard_normal(shape, dtype=np.float32)
    if rng.random() < 0.6:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.6) * np.float32(2.1), np.float32)
    if rng.random() < 0.4:
        grain[:] = grain.mean(-1, keepdims=True) * np.float32(1.6)
    x = light + grain * np.sqrt(np.float32(iso) * np.clip(light, 0, 1.2) + np.float32(iso * iso * 20))
    if rng.random() < 0.5:
        small = rng.standard_normal((shape[0] // 6 + 2, shape[1] // 6 + 2, 3), dtype=np.float32)
        blotch = cv2.resize(small - small.mean(-1, keepdims=True), shape[1::-1], interpolation=cv2.INTER_LINEAR)
        x = x + np.float32(0.015 * bad) * blotch * np.sqrt(np.clip(light, 0.01, 1))
    if rng.random() < 0.15:
        count = int(rng.integers(1, 40))
        y, across, channel = (rng.integers(0, n, count) for n in shape)
        x[y, across, channel] += rng.uniform(0.3, 1, count).astype(np.float32)
    return np.ascontiguousarray(develop.curved(np.asarray(x, np.float32))[..., ::-1])


def processed(picture: Plane, rng: np.random.Generator, bad: float) -> Image:
    """Return a developed picture as 8 bit after tone, denoising, sharpening, scaling and JPEG."""
    haze = float(rng.uniform(0.05, 0.35)) if rng.random() < 0.1 else 0.0
    x = develop.toned(picture, float(rng.uniform(0.85, 1.25)) * (1 - haze), float(rng.uniform(0.5, 1.25)), haze)
    image: Image = np.asarray(x * 255 + 0.5, np.uint8)
    if rng.random() < 0.3:
        image = develop.mosaicked(image)
    if rng.random() < 0.1 + 0.5 * bad:
        image = develop.smeared(image, rng)
    if rng.random() < 0.3:
        image = develop.bleached(image, float(rng.uniform(1, 4)))
    if rng.random() < 0.3:
        image = develop.rescaled(image, float(rng.uniform(1 - 0.6 * bad, 1)), rng)
    if rng.random() < 0.6:
        image = develop.sharpened(image, float(rng.uniform(0.1, 1.3)), float(rng.uniform(0.7, 2.0)))
    if rng.random() < 0.04:
        image = develop.posterised(image, int(rng.integers(12, 40)))
    if rng.random() < 0.07:
        image = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, 2)
    sampling = develop.SAMPLINGS[int(rng.choice(3, p=(0.6, 0.2, 0.2)))]
    return develop.packed(image, round(95 - 70 * min(1.0, float(rng.beta(1, 2)) * (0.3 + 1.2 * bad))), sampling)
