"""Hard negatives: what the detector takes for a die and no label knows is cut out as "no readable face".

The face reader is the second to look at every find, so it has to know the detector's own mistakes: printed shields,
markers, knots of wood. Only sets whose labels are complete may be searched; elsewhere a find may be a real die.
"""

from __future__ import annotations

import numpy as np

from datasets.faces import CONTEXT, Cut, Faces
from datasets.photos import Picture
from vision.dice import Box, Detector
from vision.face import crop
from vision.picture import load

FAR = 0.1  # share of their union up to which a find and a label are not the same thing


def false_finds(pictures: list[Picture], detector: Detector, side: int) -> Faces:
    """Cut out every find (`side` px, 2.4 boxes) that meets no labelled die; all are told as face 0."""
    cuts: list[Cut] = []
    sources: list[str] = []
    for picture in pictures:
        image = load(picture.path)
        for find in detector.find(image):
            real = [die.box for die in picture.dice] + list(picture.ignored)
            if all(meets(find.box, box) < FAR for box in real):
                cuts.append(crop(image, find.box, side, CONTEXT))
                sources.append(picture.source)
    empty = np.zeros((0, side, side, 3), np.uint8)
    return Faces(np.stack(cuts) if cuts else empty, np.zeros(len(cuts), np.int64), np.array(sources, np.str_))


def meets(a: Box, b: Box) -> float:
    """Intersection over union of two boxes (x, y, w, h)."""
    w = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    h = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(0.0, w) * max(0.0, h)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def joined(*parts: Faces) -> Faces:
    """Put cut-outs together."""
    return Faces(
        np.concatenate([p.cuts for p in parts]),
        np.concatenate([p.faces for p in parts]),
        np.concatenate([p.sources for p in parts]),
    )
