"""Compose training pictures: real and rendered dice, cut out, on grounds that no labelled picture shows.

    python -m datasets.compose OUT --cutouts CUTS --grounds FOLDER --count 2000

CUTS is what `datasets.cutouts` made, FOLDER holds pictures of anything but dice (wallpapers, textures: Debian's
packages plasma-workspace-wallpapers, gnome-backgrounds, ufoai-textures and their like are full of them). Every picture
is drawn from its own seed; pictures that exist are kept. Labels are as the photographs': `labels.jsonl` beside
`images/`.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.distract import distract
from datasets.lay import Laid, lay, turned
from datasets.photos import Box
from datasets.sensor import noisy

Image = NDArray[Any]

SIDES = ((640, 480), (640, 480), (640, 360), (480, 640), (640, 640))
WIDE = (11.0, 330.0)  # px: how wide a die is, drawn evenly on a logarithmic scale
EMPTY = 0.1  # share of pictures without a die
MOST = 33
TOUCH = 0.35  # share of dice laid beside the one before


@dataclass(frozen=True)
class Store:
    """Where cut-outs and grounds lie: (file, value) by set, files of grounds, files of other things with outlines."""

    dice: dict[str, list[tuple[Path, int]]]
    grounds: list[Path]
    things: list[Path]


def store(cutouts: Path, grounds: Path, things: Path | None) -> Store:
    """List what there is. Raises OSError where a folder or `cutouts.jsonl` is missing, click.UsageError where empty."""
    dice: dict[str, list[tuple[Path, int]]] = {}
    for line in (cutouts / "cutouts.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        dice.setdefault(told["image"].split("/")[0], []).append((cutouts / told["image"], told["value"]))
    found = sorted(p for p in grounds.rglob("*") if p.suffix in (".jpg", ".png"))
    if not dice or not found:
        raise click.UsageError(f"nothing to compose of: {len(dice)} sets of dice, {len(found)} grounds")
    return Store(dice, found, sorted(things.glob("*.png")) if things else [])


def ground(files: list[Path], size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Return a piece of a random ground as BGR (h, w, 3), now and then two with an edge between them."""
    picture = _piece(files, size, rng)
    if rng.random() < 0.2:
        other = _piece(files, size, rng)
        turn = rng.uniform(0, 2 * math.pi)
        down, across = np.mgrid[0 : size[1], 0 : size[0]]
        side = (across - size[0] / 2) * math.cos(turn) + (down - size[1] / 2) * math.sin(turn)
        share = np.clip((side - rng.normal(0, size[0] / 5)) / rng.uniform(1, 8), 0, 1)[..., None]
        picture = (picture * share + other * (1 - share)).astype(np.uint8)
    return picture


def _piece(files: list[Path], size: tuple[int, int], rng: np.random.Generator) -> Image:
    image = None
    while image is None:
        image = cv2.imread(str(files[int(rng.integers(len(files)))]))
    width, height = size
    if rng.random() < 0.15:  # a plain ground of one of its colours
        return np.full((height, width, 3), image.reshape(-1, 3)[int(rng.integers(image.size // 3))], np.uint8)
    if min(image.shape[:2]) < 520 and rng.random() < 0.6:  # a texture: laid like tiles
        image = np.tile(image, (2, 2, 1))
    share = rng.uniform(0.35, 1.0)
    fits = min(image.shape[1] / width, image.shape[0] / height) * share
    w, h = max(8, int(width * fits)), max(8, int(height * fits))
    x, y = int(rng.integers(0, image.shape[1] - w + 1)), int(rng.integers(0, image.shape[0] - h + 1))
    piece = cv2.resize(image[y : y + h, x : x + w], (width, height), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        piece = piece[:, ::-1]
    if rng.random() < 0.3:
        piece = cv2.GaussianBlur(piece, (0, 0), float(rng.uniform(0.5, 4)))
    gain = math.exp(rng.normal(0.1, 0.35))
    return np.asarray(np.clip(piece * gain + rng.uniform(0, 25), 0, 255), np.uint8)


def compose(have: Store, rng: np.random.Generator) -> tuple[Image, list[dict[str, Any]]]:
    """Draw one picture (BGR) and its labelled dice."""
    size = SIDES[int(rng.integers(len(SIDES)))]
    image = ground(have.grounds, size, rng)
    wide = math.exp(rng.uniform(*np.log(WIDE)))
    room = int(0.5 * size[0] * size[1] / (1.6 * wide) ** 2)
    count = (
        0 if rng.random() < EMPTY else int(np.clip(math.exp(rng.uniform(0, math.log(MOST))), 1, min(MOST, 2 + room)))
    )
    for _ in range(int(rng.integers(0, 4)) if have.things else 0):
        _thing(image, have.things, wide, rng)
    laid: list[Laid] = []
    names = sorted(have.dice)
    theme = names[int(rng.integers(len(names)))] if rng.random() < 0.6 else None
    flat = float(rng.uniform(0.62, 1.0))
    mixed = 0.45 if rng.random() < 0.25 else 0.07
    for _ in range(count * 4):
        if len(laid) >= count:
            break
        files = have.dice[theme or names[int(rng.integers(len(names)))]]
        file, value = files[int(rng.integers(len(files)))]
        cutout = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
        if cutout is None:
            raise OSError(f"{file}: not a picture that OpenCV can read")
        die = turned(cutout, value, wide * math.exp(rng.normal(0, mixed)), flat, rng)
        beside = laid[-1].box if laid and rng.random() < TOUCH else None
        lay(image, die, laid, beside, rng)
    boxes: list[Box] = [d.box for d in laid]
    if rng.random() < 0.5:
        image = distract(image, boxes, rng)
    return finished(image, wide, rng), [{"value": d.value, "box": [round(v, 1) for v in d.box]} for d in laid]


def _thing(image: Image, files: list[Path], wide: float, rng: np.random.Generator) -> None:
    """Lay a thing that is no die, at up to six times a die's size, before the dice come."""
    thing = cv2.imread(str(files[int(rng.integers(len(files)))]), cv2.IMREAD_UNCHANGED)
    if thing is not None and thing.ndim == 3 and thing.shape[2] == 4:
        size = float(np.clip(wide * math.exp(rng.uniform(-0.3, 1.8)), 16, 400))
        lay(image, turned(thing, 0, size, 1.0, rng), [], None, rng)


def finished(image: Image, wide: float, rng: np.random.Generator) -> Image:
    """Add light that falls off, a cast, blur, a sensor's noise and JPEG."""
    height, width = image.shape[:2]
    light: Image = image.astype(np.float32) / 255
    turn, fall = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.5)
    down, across = np.mgrid[-0.5 : 0.5 : height * 1j, -0.5 : 0.5 : width * 1j]
    light *= (1 + fall * (across * math.cos(turn) + down * math.sin(turn)))[..., None]
    light = np.clip(light * np.exp(rng.normal(0, 0.07, 3)), 0, 1) ** math.exp(rng.normal(0, 0.25))
    if rng.random() < 0.06:
        light = np.repeat(light.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.5:
        light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.3, 0.3 + min(2.0, wide / 35))))
    picture = noisy(np.ascontiguousarray(light, np.float32), rng, float(rng.uniform(0.3, 9)))
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--cutouts", type=click.Path(path_type=Path, exists=True), required=True)
@click.option("--grounds", type=click.Path(path_type=Path, exists=True), required=True)
@click.option(
    "--things", type=click.Path(path_type=Path, exists=True), help="PNGs of other things with an alpha plane."
)
@click.option("--count", default=2000)
@click.option("--first", default=0, help="The first picture's number, which is its seed.")
@click.option("--without", default="", help="Sets of dice to leave out, with commas: those held back.")
def main(out: Path, cutouts: Path, grounds: Path, things: Path | None, count: int, first: int, without: str) -> None:
    """Compose COUNT training pictures into OUT."""
    have = store(cutouts, grounds, things)
    for name in without.split(","):
        have.dice.pop(name, None)
    if not have.dice:
        raise click.UsageError(f"no dice left without {without}")
    (out / "images").mkdir(parents=True, exist_ok=True)
    lines = []
    with click.progressbar(range(first, first + count)) as numbers:
        for number in numbers:
            file, truth = out / "images" / f"{number:06}.jpg", out / "images" / f"{number:06}.json"
            if not (file.exists() and truth.exists()):
                image, dice = compose(have, np.random.default_rng((91, number)))
                cv2.imwrite(str(file), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
                told = {"image": f"images/{file.name}", "width": image.shape[1], "height": image.shape[0], "dice": dice}
                truth.write_text(json.dumps(told), encoding="utf-8")
            lines.append(truth.read_text(encoding="utf-8"))
    (out / "labels.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
