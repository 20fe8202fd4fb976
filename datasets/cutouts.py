"""Cut labelled dice out of photographs with their outlines, so that `compose` can lay them on other grounds.

    python -m datasets.cutouts DATA OUT [--sets kaggle_d6,...]

writes `OUT/<set>/<n>.png` (BGRA, at most 160 px, the die's own shape in the alpha plane) and `OUT/cutouts.jsonl`. The
outline is grown from colours (GrabCut: Rother, Kolmogorov, Blake 2004) inside the label's box; what does not look like
a die's outline (too small, too thin, in pieces) is left out. Only training sets are taken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.photos import CROPS, TRAIN, Label, Picture, sets

Image = NDArray[Any]

LONGEST = 160  # px of a cut-out
ROUND = 0.25  # of the box's longer side: how much ground around it the outline is grown from
FILLED = (0.55, 1.0)  # share of its own bounding box that a die's outline fills: from a cube on its corner to a square
ALONE = 0.06  # share of another die's box inside this one from which a die does not stand free


def cut(image: Image, box: tuple[float, float, float, float]) -> Image | None:
    """Return the die in `box` (x, y, w, h px) as BGRA, at most 160 px; None where its outline is not found."""
    x, y, w, h = box
    room = ROUND * max(w, h)
    left, top = max(0, int(x - room)), max(0, int(y - room))
    part = image[top : int(y + h + room), left : int(x + w + room)]
    scale = min(1.0, LONGEST / max(w, h, 1))
    part = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    inner = [round(v) for v in ((x - left) * scale, (y - top) * scale, w * scale, h * scale)]
    if min(inner[2:]) < 16 or min(part.shape[:2]) < 20:
        return None
    mask = _outline(part, inner)
    return None if mask is None else _tight(part, mask)


def _outline(part: Image, inner: list[int]) -> Image | None:
    mask: Image = np.full(part.shape[:2], cv2.GC_BGD, np.uint8)
    x, y, w, h = inner
    mask[y : y + h, x : x + w] = cv2.GC_PR_FGD
    core = (slice(y + h * 3 // 10, y + h * 7 // 10), slice(x + w * 3 // 10, x + w * 7 // 10))
    mask[core] = cv2.GC_FGD
    try:
        cv2.grabCut(part, mask, [0, 0, 0, 0], np.zeros((1, 65)), np.zeros((1, 65)), 2, cv2.GC_INIT_WITH_MASK)
    except cv2.error:  # one colour everywhere: nothing to grow
        return None
    solid: Image = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    solid = cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    outer, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outer:
        return None
    hull = cv2.convexHull(
        max(outer, key=cv2.contourArea)
    )  # a die is convex: pips and highlights at its rim belong to it
    filled: Image = np.zeros_like(solid)
    cv2.fillPoly(filled, [hull], 1)
    bounds = cv2.boundingRect(hull)
    share = float(filled.sum()) / (bounds[2] * bounds[3])
    if not FILLED[0] < share <= FILLED[1] or float((filled & solid).sum()) < 0.85 * float(filled.sum()):
        return None
    if min(bounds[2] / w, bounds[3] / h) < 0.7 or max(bounds[2:]) > 1.6 * min(bounds[2:]):
        return None
    return filled


def _tight(part: Image, mask: Image) -> Image:
    x, y, w, h = cv2.boundingRect(mask)
    soft = cv2.GaussianBlur(cv2.erode(mask, np.ones((2, 2), np.uint8)).astype(np.float32) * 255, (0, 0), 0.8)
    return np.dstack([part, soft.astype(np.uint8)])[y : y + h, x : x + w]


def free(die: Label, picture: Picture) -> bool:
    """Whether a die stands clear of the other labelled dice and lies in the picture whole."""
    x, y, w, h = die.box
    if picture.shown(die) < 0.999:
        return False
    for other in picture.dice:
        if other is die:
            continue
        ox, oy, ow, oh = other.box
        wide, high = min(x + w, ox + ow) - max(x, ox), min(y + h, oy + oh) - max(y, oy)
        if wide > 0 and high > 0 and wide * high > ALONE * w * h:
            return False
    return True


def cuts(pictures: list[Picture]) -> Iterator[tuple[Picture, Label, Image]]:
    """Yield every free die with a value that can be cut out."""
    for picture in pictures:
        image = cv2.imread(str(picture.path))
        if image is None:
            continue
        for die in picture.dice:
            if die.value is None or not free(die, picture):
                continue
            found = cut(image, die.box)
            if found is not None:
                yield picture, die, found


@click.command()
@click.argument("data", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--sets", "names", default=",".join((*TRAIN, *CROPS, "rendered")), help="Which sets, with commas.")
@click.option("--most", default=800, help="At most so many of a set, from pictures in random order.")
def main(data: Path, out: Path, names: str, most: int) -> None:
    """Cut the dice of DATA's training sets out into OUT."""
    rng = np.random.default_rng(5)
    out.mkdir(parents=True, exist_ok=True)
    with (out / "cutouts.jsonl").open("w", encoding="utf-8") as told, click.progressbar(names.split(",")) as bar:
        for name in bar:
            (out / name).mkdir(exist_ok=True)
            pictures = sets(data, (name,))
            pictures = [pictures[n] for n in rng.permutation(len(pictures))]
            for n, (picture, die, found) in enumerate(islice(cuts(pictures), most)):
                file = out / name / f"{n:05}.png"
                cv2.imwrite(str(file), found)
                line = {"image": f"{name}/{file.name}", "value": die.value, "from": picture.path.name}
                told.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
