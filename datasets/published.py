"""Read labelled pictures in the forms in which others publish them; nothing is judged here, only read.

`yolo`: a .txt beside each picture or in a folder of its own (`images` and `labels`, `Images` and `Annotations`), a line
a die: class and box, or class and corners, in parts of the picture; class names in data.yaml, obj.names or classes.txt
(Roboflow, Ultralytics, Darknet, CVAT). `cache`: the labels.cache that ultralytics leaves. `voc`: an .xml beside each
picture (Pascal VOC). `table`: a .csv of boxes with a head (Roboflow's, VoTT's).
`coco`: a .json of boxes. `folders`: crops in folders that are named after their value. `bare`: pictures alone.
"""

from __future__ import annotations

import csv
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from datasets.cache import read_cache
from datasets.photos import Box
from vision.picture import is_picture_name

LABEL_FOLDERS = {"images": ("labels",), "Images": ("Annotations", "labels"), "JPEGImages": ("Annotations", "labels")}
SPLITS = ("train", "training", "valid", "val", "validation", "test")


class BadSource(ValueError):
    """Published labels that cannot be read; names the file, the line and the reason."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One published label: its class and its box in px, or in parts of the picture where `relative`."""

    name: str
    box: Box
    relative: bool
    where: str


@dataclass(frozen=True, slots=True)
class Published:
    """A picture with its labels, the size that its labels tell (None: nothing told) and its split ("": none)."""

    path: Path
    marks: tuple[Mark, ...]
    size: tuple[int, int] | None = None
    split: str = ""


Names = tuple[str, ...]
Form = Callable[[Path, Names], Iterator[Published]]


def pictures(source: Path) -> list[Path]:
    """All pictures under a folder, by path; raises BadSource where there is none."""
    found = sorted(p for p in source.rglob("*") if p.is_file() and is_picture_name(p))
    if not found:
        raise BadSource(f"{source}: no picture in this folder")
    return found


def split_of(path: Path, source: Path) -> str:
    """The folder on the way to a picture that names a split."""
    return next((part for part in path.relative_to(source).parts[:-1] if part.lower() in SPLITS), "")


def class_names(source: Path) -> Names:
    """Class names from data.yaml, *.names or classes.txt; empty where there is none of them."""
    for file in sorted(source.rglob("*.yaml")):
        found = yaml_names(file.read_text(encoding="utf-8", errors="replace"))
        if found:
            return found
    for pattern in ("*.names", "classes.txt", "labels.txt"):
        for file in sorted(source.rglob(pattern)):
            return tuple(line.strip() for line in file.read_text(encoding="utf-8").splitlines() if line.strip())
    return ()


def yaml_names(text: str) -> Names:
    """The `names` of a data.yaml in its three usual forms: [a, b], one a line with a dash, or numbered lines."""
    head = re.search(r"^names:[ \t]*(.*)$", text, re.MULTILINE)
    if head is None:
        return ()
    if head[1].strip():
        inline = re.findall(r"'([^']*)'|\"([^\"]*)\"|([^\s,\[\]'\"{}]+)", head[1].split("#")[0])
        words = [next(filter(None, word), "") for word in inline]
        return tuple(w for w in words if not re.fullmatch(r"\d+:", w))
    rest = text[head.end() :].lstrip("\n")
    lines = re.match(r"(?:[ \t]*(?:-|\d+:)[ \t]*.*(?:\n|\Z))*", rest)
    found = re.findall(r"^[ \t]*(?:-|\d+:)[ \t]*(.*?)[ \t]*$", lines[0] if lines else "", re.MULTILINE)
    return tuple(word.strip("'\"") for word in found)


def yolo(source: Path, names: Names = ()) -> Iterator[Published]:
    """Pictures with a .txt each; a picture whose .txt is missing is left out, an empty one shows no die."""
    known, found = names or class_names(source), pictures(source)
    if not known:
        raise BadSource(f"{source}: no data.yaml, *.names or classes.txt; name the classes with --names")
    for path in found:
        labels = next((p for p in _beside(path, ".txt") if p.exists()), None)
        if labels is not None:
            yield Published(path, tuple(_yolo_lines(labels, known)), None, split_of(path, source))


def _beside(path: Path, ending: str) -> Iterator[Path]:
    """Where the labels of a picture may lie: beside it, or in a folder that stands in the place of the pictures'."""
    yield path.with_suffix(ending)
    parts = path.parts
    for n, part in enumerate(parts):
        for other in LABEL_FOLDERS.get(part, ()):
            yield Path(*parts[:n], other, *parts[n + 1 :]).with_suffix(ending)


def _yolo_lines(file: Path, names: Names) -> Iterator[Mark]:
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        where = f"{file}, line {number}"
        words = line.split()
        if not words:
            continue
        try:
            kind, values = int(float(words[0])), [float(word) for word in words[1:]]
        except ValueError:
            raise BadSource(f"{where}: {line[:60]!r} is no class and numbers") from None
        if not 0 <= kind < len(names):
            raise BadSource(f"{where}: class {kind}, but there are {len(names)} names: {', '.join(names)}")
        yield Mark(names[kind], _yolo_box(values, where), True, where)


def _yolo_box(values: list[float], where: str) -> Box:
    """A box from centre and size, or round the corners of an outline (turned boxes and masks)."""
    if len(values) == 4:
        x, y, w, h = values
        return x - w / 2, y - h / 2, w, h
    if len(values) < 6 or len(values) % 2:
        raise BadSource(f"{where}: {len(values)} numbers after the class; 4 make a box, pairs of 3 and more an outline")
    across, down = values[::2], values[1::2]
    return min(across), min(down), max(across) - min(across), max(down) - min(down)


def cache(source: Path, names: Names = ()) -> Iterator[Published]:
    """Pictures whose labels stand in ultralytics' labels.cache files, by the pictures' names."""
    known = names or class_names(source)
    by_name = {path.name: path for path in pictures(source)}
    files = sorted(source.rglob("*.cache"))
    if not files:
        raise BadSource(f"{source}: no .cache file in this folder")
    for file in files:
        for name, size, rows in read_cache(file):
            if name not in by_name:
                raise BadSource(f"{file}: tells of {name}, which is not there")
            marks = []
            for kind, (x, y, w, h) in rows:
                if kind >= len(known):
                    raise BadSource(f"{file}, {name}: class {kind}, but there are {len(known)} names")
                marks.append(Mark(known[kind], (x - w / 2, y - h / 2, w, h), True, f"{file}, {name}"))
            yield Published(by_name[name], tuple(marks), size, split_of(by_name[name], source))


def voc(source: Path, _names: Names = ()) -> Iterator[Published]:
    """Pictures with a Pascal VOC .xml each: corners xmin, ymin, xmax, ymax in px, counted from 1."""
    for path in pictures(source):
        file = next((p for p in _beside(path, ".xml") if p.exists()), None)
        if file is None:
            continue
        if file.stat().st_size > 10_000_000 or "<!ENTITY" in (text := file.read_text(encoding="utf-8")):
            raise BadSource(f"{file}: not the .xml of one picture's labels")
        try:
            root = ElementTree.fromstring(text)
            told = root.find("size")
            size = None if told is None else (_number(told, "width"), _number(told, "height"))
            marks = tuple(_voc_mark(one, f"{file}, object {n}") for n, one in enumerate(root.iter("object"), 1))
        except (ElementTree.ParseError, TypeError, ValueError) as why:
            raise BadSource(f"{file}: {why}") from None
        yield Published(path, marks, size if size and all(size) else None, split_of(path, source))


def _number(at: ElementTree.Element, name: str) -> int:
    return round(float(at.findtext(name, "0")))


def _voc_mark(one: ElementTree.Element, where: str) -> Mark:
    box = one.find("bndbox")
    if box is None:
        raise ValueError(f"{where} has no bndbox")
    left, top, right, low = (float(box.findtext(name, "nan")) for name in ("xmin", "ymin", "xmax", "ymax"))
    return Mark(one.findtext("name", ""), (left - 1, top - 1, right - left + 1, low - top + 1), False, where)


HEADS = {
    "filename": "image", "image": "image", "path": "image", "class": "name", "label": "name", "name": "name",
    "xmin": "left", "ymin": "top", "xmax": "right", "ymax": "low",
    "x1": "left", "y1": "top", "x2": "right", "y2": "low",
}  # fmt: skip


def table(source: Path, _names: Names = ()) -> Iterator[Published]:
    """Pictures whose boxes stand in .csv files with a head (any order of image, class, xmin, ymin, xmax, ymax)."""
    by_name = {path.name: path for path in pictures(source)}
    found: dict[str, list[Mark]] = {}
    for file in sorted(source.rglob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for number, row in enumerate(csv.DictReader(lines), 2):
                name, mark = _row(row, f"{file}, line {number}")
                if name not in by_name:
                    raise BadSource(f"{mark.where}: {name} is not there")
                found.setdefault(name, []).append(mark)
    if not found:
        raise BadSource(f"{source}: no .csv with boxes in this folder")
    for name, marks in sorted(found.items()):
        yield Published(by_name[name], tuple(marks), None, split_of(by_name[name], source))


def _row(row: dict[str, Any], where: str) -> tuple[str, Mark]:
    told = {HEADS[key.strip().lower()]: value for key, value in row.items() if key and key.strip().lower() in HEADS}
    try:
        left, top, right, low = (float(told[key]) for key in ("left", "top", "right", "low"))
        return Path(told["image"].replace("\\", "/")).name, Mark(
            told["name"], (left, top, right - left, low - top), False, where
        )
    except (KeyError, TypeError, ValueError):
        raise BadSource(f"{where}: no image, class, xmin, ymin, xmax, ymax") from None


def coco(source: Path, _names: Names = ()) -> Iterator[Published]:
    """Pictures whose boxes stand in a COCO .json: images, annotations with bbox x, y, w, h in px, categories."""
    by_name = {path.name: path for path in pictures(source)}
    for file in sorted(source.rglob("*.json")):
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            kinds = {kind["id"]: str(kind["name"]) for kind in told["categories"]}
            boxes: dict[int, list[Mark]] = {}
            for one in told["annotations"]:
                x, y, w, h = map(float, one["bbox"])
                mark = Mark(kinds[one["category_id"]], (x, y, w, h), False, f"{file}, {one['id']}")
                boxes.setdefault(one["image_id"], []).append(mark)
            for one in told["images"]:
                path = by_name[Path(one["file_name"]).name]
                size = (int(one["width"]), int(one["height"]))
                yield Published(path, tuple(boxes.get(one["id"], ())), size, split_of(path, source))
        except (KeyError, TypeError, ValueError) as why:
            raise BadSource(f"{file}: not COCO labels of the pictures here ({why!r})") from None


def folders(source: Path, _names: Names = ()) -> Iterator[Published]:
    """Crops of one die each, in folders that are named after the value."""
    for path in pictures(source):
        mark = Mark(path.parent.name, (0.0, 0.0, 1.0, 1.0), True, str(path))
        yield Published(path, (mark,), None, split_of(path.parent, source))


def bare(source: Path, _names: Names = ()) -> Iterator[Published]:
    """Pictures without labels."""
    for path in pictures(source):
        yield Published(path, (), None, split_of(path, source))


FORMS: dict[str, Form] = {
    "yolo": yolo, "cache": cache, "voc": voc, "table": table, "coco": coco, "folders": folders, "bare": bare
}  # fmt: skip
