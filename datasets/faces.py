"""Cut dice out of labelled pictures and turn, shear, light and spoil the cut-outs for training the face reader.

A cut-out shows 2.4 boxes, so that a crop of 1.5 boxes can be turned by any angle and shifted without
running out of picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.distract import distract
from datasets.photos import Label, Picture, tight
from vision.face import crop
from vision.picture import load

CONTEXT = 2.4  # boxes a cut-out shows
CROP = 1.5  # boxes that the reader sees
COCKED = 3.0  # degrees of tilt from which a rendered die has no value
HALF_SEEN = (0.35, 0.8)  # share of the top face between which nobody should be taught a value or its absence

Cut = NDArray[Any]
"""A cut-out, side x side x 3, BGR, 0 to 255 (Any: what OpenCV returns is told no closer)."""


@dataclass(frozen=True)
class Faces:
    """Cut-outs N x side x side x 3 (BGR), their faces N (0: no face), and the source of each."""

    cuts: Cut
    faces: NDArray[np.int64]
    sources: NDArray[np.str_]

    def only(self, keep: NDArray[np.bool_]) -> Faces:
        """Return the cut-outs where `keep` is true."""
        return Faces(self.cuts[keep], self.faces[keep], self.sources[keep])


def cut_out(pictures: list[Picture], side: int, smallest: float, elsewhere: float, seed: int = 1) -> Faces:
    """Cut out every labelled die, and places that show no face: cocked dice, background, pasted things."""
    rng = np.random.default_rng(seed)
    cuts: list[Cut] = []
    faces: list[int] = []
    sources: list[str] = []
    for picture in pictures:
        image = load(picture.path)
        usable = [d for d in picture.dice if max(d.box[2:]) >= smallest and _usable(picture, d)]
        found = [(tight(d.box, picture.source), face(d)) for d in usable]
        cuts += [crop(image, box, side, CONTEXT) for box, _ in found]
        faces += [face for _, face in found]
        if picture.source != "casino_crops" and not picture.incomplete:
            boxes = [d.box for d in picture.dice if picture.shown(d) > 0]
            spoiled = distract(image, boxes, rng, most=6)
            empty = _elsewhere(picture, boxes, rng.poisson(elsewhere), rng)
            cuts += [crop(spoiled, box, side, CONTEXT) for box in empty]
            faces += [0] * len(empty)
        sources += [picture.source] * (len(cuts) - len(sources))
    return Faces(np.stack(cuts), np.array(faces, np.int64), np.array(sources))


def face(die: Label) -> int:
    """What a reader should say: the value where most of the top face is seen, else 0."""
    return die.value if die.value is not None and die.seen > HALF_SEEN[1] else 0


def _usable(picture: Picture, die: Label) -> bool:
    """In view, and clear: cocked, or its face hidden or seen; in photographs a die without a value is a riddle."""
    clear = die.tilt >= COCKED if die.value is None else not HALF_SEEN[0] < die.seen < HALF_SEEN[1]
    return picture.shown(die) > 0.8 and clear


def _elsewhere(
    picture: Picture, boxes: list[tuple[float, float, float, float]], count: int, rng: np.random.Generator
) -> list[tuple[float, float, float, float]]:
    """Boxes of the size of dice that show no die, or less than half of one."""
    if not boxes:
        return []
    width, height = picture.size
    found = []
    for _ in range(4 * count):
        size = float(rng.choice([max(b[2:]) for b in boxes])) * math.exp(rng.normal(0, 0.3))
        box = (rng.uniform(0, max(1, width - size)), rng.uniform(0, max(1, height - size)), size, size)
        if all(_overlap(box, b) < 0.25 for b in boxes):
            found.append(box)
        if len(found) == count:
            break
    return found


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Share of box `b` that box `a` covers."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return max(0.0, w) * max(0.0, h) / (b[2] * b[3])


def spoil(cut: Cut, side: int, rng: np.random.Generator) -> Cut:
    """One training crop (`side` px): any turn, shear, shift, mirror, blur and low resolution."""
    full = cut.shape[0]
    scale = side / (full * CROP / CONTEXT) * math.exp(rng.normal(0, 0.12))
    turn, shear = rng.uniform(0, 2 * math.pi), rng.normal(0, 0.12)
    turned = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    squeezed = np.array([[math.exp(rng.normal(0, 0.1)), shear], [0, math.exp(rng.normal(0, 0.1))]])
    move = scale * turned @ squeezed
    if rng.random() < 0.5:  # a mirrored face is a face: 2, 3 and 6 exist in both turns
        move = move @ np.diag([-1.0, 1.0])
    shift = rng.normal(0, 0.035, 2) * full
    offset = side / 2 - move @ (full / 2 + shift)
    out = cv2.warpAffine(
        cut, np.hstack([move, offset[:, None]]), (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return _blur(out, rng)


def _blur(out: Cut, rng: np.random.Generator) -> Cut:
    side = out.shape[0]
    if rng.random() < 0.35:
        small = int(rng.integers(18, 44))
        out = cv2.resize(cv2.resize(out, (small, small), interpolation=cv2.INTER_AREA), (side, side))
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.15:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        cv2.line(kernel, tuple(rng.integers(0, length, 2).tolist()), tuple(rng.integers(0, length, 2).tolist()), 1)
        out = cv2.filter2D(out, -1, kernel / max(1e-6, float(kernel.sum())))
    if rng.random() < 0.2:
        _, packed = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(20, 70))])
        out = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
    return out


def relight(batch: NDArray[Any], rng: np.random.Generator) -> NDArray[np.float32]:
    """Change hue, contrast, gamma, light gradient and noise of N x side x side x 3 crops (BGR, 0 to 1)."""
    count, side = batch.shape[0], batch.shape[1]
    each = (count, 1, 1, 1)
    batch = np.where(rng.random(each) < 0.25, 1 - batch, batch)
    grey = np.where(rng.random((count, 1, 1)) < 0.15, np.full((3, 3), 1 / 3), np.eye(3))
    mixed = np.eye(3) * rng.uniform(0.4, 1.3, (count, 1, 3)) + rng.normal(0, 0.15, (count, 3, 3))
    shuffled = np.stack([np.eye(3)[rng.permutation(3)] for _ in range(count)])
    mixed = np.where(rng.random((count, 1, 1)) < 0.5, shuffled @ mixed, np.eye(3) + rng.normal(0, 0.06, (count, 3, 3)))
    flat = batch.reshape(count, -1, 3) @ (grey @ mixed).astype(np.float32)
    batch = np.clip(flat, 1e-4, 1).reshape(batch.shape)
    gamma = np.exp(rng.normal(0, 0.35, each)).astype(np.float32)
    batch = np.power(batch, gamma)
    slope = np.linspace(-1, 1, side)
    tilt = rng.normal(0, 0.18, (2, *each))
    light = 1 + tilt[0] * slope[None, :, None, None] + tilt[1] * slope[None, None, :, None]
    batch = batch * (light * np.exp(rng.normal(0, 0.25, each))).astype(np.float32)
    noise = rng.standard_normal(batch.shape, np.float32) * np.abs(rng.normal(0, 0.03, each)).astype(np.float32)
    return np.asarray(np.clip(batch + noise + rng.normal(0, 0.06, each).astype(np.float32), 0, 1), np.float32)
