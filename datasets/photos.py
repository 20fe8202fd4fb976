"""Read labelled pictures of dice (`labels.jsonl` beside `images/`) and write them as a YOLO data set.

Every set lies in a folder of its own; a source is never split, because the pictures of one set share
dice, table and camera, and a split by picture would measure memory instead of reading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.distract import distract

TRAIN = ("kaggle_d6", "rune55", "epanemu_augmented", "matteop65")
CROPS = ("casino_crops",)
TEST = ("epanemu_clean", "damiantab", "kamilpiechowiak")
TWINS = {"rune55": re.compile(r"[A-Za-z0-9]{20}_jpg|IMG_06\d\d_|IMG_201912\d\d_")}
"""Pictures, by their name at the source, that are in another set as well, turned and grey: of `epanemu_clean`, which is
a test set, and its project, and of `kaggle_d6` (found by `datasets.duplicates`). They are left out."""
LOOSE = {"kaggle_d6": 0.045, "rune55": 0.075, "epanemu_augmented": 0.025}
"""How far labels stand off the die on each side, as a share of the box: medians against grown outlines (`cutouts`)."""


Box = tuple[float, float, float, float]


class BadLabels(ValueError):
    """A label file that cannot be used; names the file, the line and the reason."""


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled die: its face (None: no readable face) and its box `x, y, w, h` in pixels.

    Rendered dice tell more: `tilt` in degrees, `finish`, `stands` on another die, is `covered` by one, and which share
    of the top face is `seen`.
    """

    value: int | None
    box: Box
    tilt: float = 0.0
    colour: str = ""
    finish: str = ""
    stands: bool = False
    covered: bool = False
    seen: float = 1.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A labelled picture of the set `source`; `ignored` are boxes of dice that nobody is asked to find."""

    source: str
    path: Path
    size: tuple[int, int]
    dice: tuple[Label, ...]
    incomplete: bool = False
    ignored: tuple[Box, ...] = ()
    original: str = ""

    def shown(self, die: Label) -> float:
        """Share of the box of `die` that lies inside the picture (rendered dice may have rolled out of it)."""
        x, y, w, h = die.box
        wide = min(float(self.size[0]), x + w) - max(0.0, x)
        high = min(float(self.size[1]), y + h) - max(0.0, y)
        return max(0.0, wide) * max(0.0, high) / (w * h)


def read(folder: Path) -> Iterator[Picture]:
    """Yield the pictures of one set; raises BadLabels with file and line."""
    file = folder / "labels.jsonl"
    with file.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            try:
                yield _picture(folder, json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise BadLabels(f"{file}, line {number}: {error!r}") from error


def _picture(folder: Path, told: dict[str, Any]) -> Picture:
    carriers = {d.get("support", -1) for d in told["dice"]}
    dice = tuple(_label(d, n in carriers) for n, d in enumerate(told["dice"]) if not d.get("ignore"))
    ignored = [d for d in told["dice"] if d.get("ignore")]
    apart = told.get("ignore") or []
    ignored += [] if isinstance(apart, bool) else apart
    return Picture(
        folder.name,
        folder / told["image"],
        (told["width"], told["height"]),
        dice,
        bool(told.get("incomplete")),
        tuple(tuple(d["box"]) for d in ignored),
        told.get("original", ""),
    )


def _label(told: dict[str, Any], covered: bool) -> Label:
    return Label(
        told["value"],
        tuple(told["box"]),
        float(told.get("tilt", 0.0)),
        told.get("colour", ""),
        told.get("finish", told.get("kind", "")),
        told.get("support", -1) >= 0,
        covered,
        float(told.get("face", 0.0 if covered else 1.0)),
    )


def sets(data: Path, names: tuple[str, ...]) -> list[Picture]:
    """All pictures of the named sets: under `data/photos`, else under `data` (as "rendered"), else a folder's path.

    Those that another set shows as well (TWINS) are left out.
    """
    found: list[Picture] = []
    for name in names:
        places = (data / "photos" / name, data / name, Path(name))
        found += read(next((p for p in places if (p / "labels.jsonl").exists()), places[0]))
    return [p for p in found if not (p.source in TWINS and TWINS[p.source].match(p.original))]


def thinned(pictures: list[Picture], most: int) -> list[Picture]:
    """Keep `most` pictures from all over the list, for a smoke run; all where `most` is 0."""
    return pictures[:: max(1, len(pictures) // most)][:most] if most else pictures


def share(pictures: list[Picture], parts: dict[str, float], seed: int) -> list[Picture]:
    """Keep only a share (0 to 1) of the pictures of the sets that `parts` names: those that are much alike."""
    rng = np.random.default_rng(seed)
    return [p for p in pictures if rng.random() < parts.get(p.source, 1.0)]


def tight(box: Box, source: str) -> Box:
    """Return a label's box (x, y, w, h px) as close to the die as that set's labels allow on average."""
    x, y, w, h = box
    off = LOOSE.get(source, 0.0)
    return x + off * w, y + off * h, w * (1 - 2 * off), h * (1 - 2 * off)


def write_yolo(
    pictures: list[Picture],
    folder: Path,
    longest: int = 960,
    distracted: float = 0.0,
    seed: int = 0,
    faces: bool = False,
) -> None:
    """Write pictures (shrunk to `longest` px) and box labels the way ultralytics reads them.

    There is one class, or with `faces` one a face, and dice without a readable face are left out. A share
    `distracted` of the pictures gets things pasted in that are no dice. Raises BadLabels.
    """
    rng = np.random.default_rng(seed)
    (folder / "images").mkdir(parents=True, exist_ok=True)
    (folder / "labels").mkdir(exist_ok=True)
    for n, picture in enumerate(pictures):
        image = cv2.imread(str(picture.path))
        if image is None:
            raise BadLabels(f"{picture.path}: not a picture that OpenCV can read")
        scale = min(1.0, longest / max(image.shape[:2]))
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        if rng.random() < distracted:
            boxes = [(x * scale, y * scale, w * scale, h * scale) for x, y, w, h in (d.box for d in picture.dice)]
            image = distract(image, boxes, rng)
        name = f"{picture.source}_{n:05d}"
        cv2.imwrite(str(folder / "images" / f"{name}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        (folder / "labels" / f"{name}.txt").write_text("".join(_yolo_lines(picture, faces)), encoding="utf-8")


def _yolo_lines(picture: Picture, faces: bool) -> Iterator[str]:
    width, height = picture.size
    for die in picture.dice:
        if faces and die.value is None:
            continue
        x, y, w, h = tight(die.box, picture.source)
        left, top = max(0.0, x), max(0.0, y)
        right, bottom = min(float(width), x + w), min(float(height), y + h)
        kind = (die.value or 1) - 1 if faces else 0
        if right - left > 1 and bottom - top > 1:
            yield (
                f"{kind} {(left + right) / 2 / width:.6f} {(top + bottom) / 2 / height:.6f} "
                f"{(right - left) / width:.6f} {(bottom - top) / height:.6f}\n"
            )
