"""Turn a published set of labelled pictures into the project's own form.

    python -m datasets.convert SET SOURCE OUT          one of the sets below, as its repository holds it
    python -m datasets.convert mine SOURCE OUT --form voc --names 1,2,3,4,5,6

`OUT/SET` then holds `images/` and `labels.jsonl` (a picture a line: image, original, width, height, dice of value and
box x, y, w, h in px, and what else is known). Nothing is written where a label cannot be right; everything wrong is
told at once, with file and line, and `--skip` leaves it out instead. What `corrections.json` says of a picture of a
known set (dice that its authors forgot, hands that hold dice, labels that are not complete) is put in.
"""

from __future__ import annotations

import json
import math
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import click

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from datasets.check import dice as wrong_dice
from datasets.photos import BadLabels, Box
from datasets.published import FORMS, BadSource, Mark, Published
from datasets.whole import whole
from vision.colour import body
from vision.picture import BadPicture, Image, load

WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
SLACK = 0.02  # of a side: how far a published box may leave the picture, to be cut there
CORRECTIONS = Path(__file__).with_name("corrections.json")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What has to be known of a set beside its form.

    `names` are its classes where it publishes none; `once` keeps one picture of each source name (Roboflow's
    augmentations and copies); `splits` are those to take (empty: all); `pips` says that its boxes are round the pips;
    `by_hand` that it is published without labels, so ours (`--labels`) are put to it; `colours` are those of its dice;
    `extra` goes into each line.
    """

    form: str
    names: tuple[str, ...] = ()
    once: bool = False
    splits: tuple[str, ...] = ()
    pips: bool = False
    by_hand: bool = False
    colours: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


STRETCHED = {"aspect_note": "stretched to a square"}
DIGITS = ("1", "2", "3", "4", "5", "6")

SETS: dict[str, Recipe] = {
    "kaggle_d6": Recipe("yolo", DIGITS),
    "rune55": Recipe("yolo", once=True, extra=STRETCHED),
    "epanemu_augmented": Recipe("yolo", once=True, splits=("train",), extra=STRETCHED | {"augmented": "Roboflow"}),
    "epanemu_clean": Recipe("yolo", once=True, splits=("valid", "test"), extra=STRETCHED),
    "matteop65": Recipe("yolo", DIGITS, pips=True, colours=("white",)),
    "casino_crops": Recipe("folders", colours=("red", "blue"), extra={"crop": True}),
    "damiantab": Recipe("bare", by_hand=True),
    "kamilpiechowiak": Recipe("bare", by_hand=True),
}


@dataclass
class Job:
    """A conversion: what is wrong so far, and what is to be put in."""

    recipe: Recipe
    corrections: Mapping[str, Any]
    by_hand: Mapping[str, Any] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def value_of(name: str) -> int | None:
    """The value that a class name tells: `3`, `dice_3`, `Three`, `3 pips`; None where it tells none or several."""
    told = {int(digit) for digit in re.findall(r"(?<!\d)[1-6](?!\d)", name)}
    told |= {WORDS[word] for word in re.findall(r"[a-z]+", name.lower()) if word in WORDS}
    return told.pop() if len(told) == 1 else None


def once(found: Iterator[Published]) -> Iterator[Published]:
    """The first picture of each source name: what stands before `.rf.` in an export of Roboflow."""
    seen = set()
    for one in found:
        name = one.path.name.split(".rf.")[0]
        if name not in seen:
            seen.add(name)
            yield one


def lines(job: Job, source: Path, names: tuple[str, ...] = ()) -> Iterator[tuple[Image | None, Path, dict[str, Any]]]:
    """Yield a line of labels a picture, with its file, or with its pixels where those changed; notes what is wrong."""
    recipe = job.recipe
    found = FORMS[recipe.form](source, names or recipe.names)
    if recipe.splits:
        found = (one for one in found if one.split.lower() in recipe.splits)
    for one in once(found) if recipe.once else found:
        try:
            image = load(one.path)
        except BadPicture as why:
            job.wrong.append(str(why))
            continue
        if recipe.by_hand:
            yield from _by_hand(job, one.path.relative_to(source), one.path, image)
        else:
            yield from _labelled(job, one, image)


def _labelled(job: Job, one: Published, image: Image) -> Iterator[tuple[None, Path, dict[str, Any]]]:
    size = (image.shape[1], image.shape[0])
    if one.size is not None and one.size != size:
        turned = " (turned by its EXIF note?)" if one.size == size[::-1] else ""
        job.wrong.append(f"{one.path}: {size[0]} x {size[1]} px, labelled as {one.size[0]} x {one.size[1]}{turned}")
        return
    dice = []
    for mark in one.marks:
        die = _die(job, mark, size)
        if die is not None:
            dice.append(_finished(job.recipe, die, image))
    fixed = job.corrections.get(one.path.name, {})
    dice += [die | {"added": True} for die in fixed.get("add", ())]
    words = [f"{one.path}: {word}" for word in wrong_dice(dice, size)]
    if words:
        job.wrong += words
        return
    told = {"original": one.path.name, "width": size[0], "height": size[1], "dice": dice, **job.recipe.extra}
    told |= {"split": one.split} if one.split else {}
    yield None, one.path, told | {key: fixed[key] for key in ("ignore", "incomplete") if key in fixed}


def _die(job: Job, mark: Mark, size: tuple[int, int]) -> dict[str, Any] | None:
    """A die with value and box in px; None, with a word of what is wrong, where it cannot be one."""
    value = value_of(mark.name)
    if value is None:
        job.wrong.append(f"{mark.where}: class {mark.name!r} tells no value from 1 to 6")
        return None
    wide, high = size if mark.relative else (1, 1)
    x, y, w, h = mark.box[0] * wide, mark.box[1] * high, mark.box[2] * wide, mark.box[3] * high
    if not (w > 0 and h > 0 and math.isfinite(x + y + w + h)):
        job.wrong.append(f"{mark.where}: a box without area or place")
        return None
    if max(-x, x + w - size[0]) > SLACK * size[0] + 1 or max(-y, y + h - size[1]) > SLACK * size[1] + 1:
        job.wrong.append(f"{mark.where}: the box leaves the picture of {size[0]} x {size[1]} px")
        return None
    left, top = max(0.0, x), max(0.0, y)
    box = [left, top, min(size[0], x + w) - left, min(size[1], y + h) - top]
    return {"value": value, "box": [round(v, 1) for v in box]}


def _finished(recipe: Recipe, die: dict[str, Any], image: Image) -> dict[str, Any]:
    """Grow a box round pips to the whole die, and tell the colour where the set's are known."""
    if recipe.pips:
        pips: Box = tuple(die["box"])
        grown = whole(image, pips, die["value"])
        die |= {"box": [round(v, 1) for v in grown.box], "pips_box": list(pips)}
        die |= {"box_estimated": True} if grown.estimated else {}
    if recipe.colours:
        only = len(recipe.colours) == 1
        die["colour"] = recipe.colours[0] if only else body(image, tuple(die["box"]), recipe.colours).name
    return die


def _by_hand(job: Job, name: Path, path: Path, image: Image) -> Iterator[tuple[Image | None, Path, dict[str, Any]]]:
    """Put our labels to a picture that is published without: by its path, at the size that was labelled."""
    ending = "_".join(name.parts)
    told = next((line for original, line in job.by_hand.items() if original.split("__")[-1] == ending), None)
    if told is None:
        return
    width, height = told["width"], told["height"]
    if abs(image.shape[1] / image.shape[0] - width / height) > 0.01:
        job.wrong.append(f"{path}: {image.shape[1]} x {image.shape[0]} px, labelled as {width} x {height}")
        return
    words = [f"{path}: {word}" for word in wrong_dice(told["dice"], (width, height))]
    if words:
        job.wrong += words
        return
    same = (image.shape[1], image.shape[0]) == (width, height)
    shrunk = np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    yield None if same else shrunk, path, {key: value for key, value in told.items() if key != "image"}


def convert(source: Path, out: Path, job: Job, names: tuple[str, ...] = (), skip: bool = False) -> tuple[int, int]:
    """Write `out/images` and `out/labels.jsonl`; return how many pictures and dice. Raises BadSource.

    The labels are written last, so a folder with labels.jsonl is whole.
    """
    if (out / "labels.jsonl").exists():
        raise BadSource(f"{out}: holds labels already; name another folder")
    made = list(lines(job, source, names))
    if job.wrong and not skip:
        more = f"\n... and {len(job.wrong) - 20} more" if len(job.wrong) > 20 else ""
        raise BadSource("\n".join(job.wrong[:20]) + more + "\nnothing was written; --skip leaves these out")
    if not made:
        raise BadSource(f"{source}: no labelled picture of this form ({job.recipe.form}) was found")
    (out / "images").mkdir(parents=True, exist_ok=True)
    told = []
    for number, (image, path, line) in enumerate(made):
        file = out / "images" / f"{number:04d}{'.jpg' if image is not None else path.suffix.lower()}"
        if image is None:
            shutil.copyfile(path, file)
        else:
            cv2.imwrite(str(file), image, [cv2.IMWRITE_JPEG_QUALITY, 95])
        told.append(json.dumps({"image": f"images/{file.name}", **line}, ensure_ascii=False))
    (out / "labels.jsonl").write_text("\n".join(told) + "\n", encoding="utf-8")
    return len(told), sum(len(line["dice"]) for _, _, line in made)


def job_of(name: str, form: str, labels: Path | None) -> Job:
    """The conversion of a known set, or of another one in a form; raises BadSource."""
    if name not in SETS and not form:
        raise BadSource(f"{name}: not one of {', '.join(SETS)}; name its --form")
    recipe = replace(SETS.get(name, Recipe(form)), form=form) if form else SETS[name]
    if recipe.by_hand and labels is None:
        raise BadSource(f"{name} is published without labels; name ours with --labels")
    try:
        ours = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()] if labels else []
        by_hand = {line["original"]: line for line in ours}
    except (ValueError, KeyError, TypeError) as why:
        raise BadSource(f"{labels}: not a labels.jsonl ({why!r})") from None
    corrections = json.loads(CORRECTIONS.read_text(encoding="utf-8"))
    return Job(recipe, corrections.get(name, {}), by_hand)


@click.command()
@click.argument("name", metavar="SET")
@click.argument("source", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("out", type=click.Path(file_okay=False, path_type=Path))
@click.option("--form", type=click.Choice(list(FORMS)), help="How an unknown set is published.")
@click.option("--names", default="", metavar="A,B,...", help="Its classes in order, where it names none.")
@click.option("--labels", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Our own labels.")
@click.option("--skip", is_flag=True, help="Leave out what is wrong instead of refusing the set.")
def main(name: str, source: Path, out: Path, form: str | None, names: str, labels: Path | None, skip: bool) -> None:
    """Convert the published SET under SOURCE into OUT/SET."""
    try:
        job = job_of(name, form or "", labels)
        given = tuple(word.strip() for word in names.split(",") if word.strip())
        pictures, dice = convert(source, out / name, job, given, skip)
    except (BadSource, BadLabels) as why:
        raise click.ClickException(str(why)) from None
    click.echo(f"{out / name}: {pictures} pictures, {dice} dice, {len(job.wrong)} left out")
    for word in job.wrong:
        click.echo(f"left out: {word}", err=True)


if __name__ == "__main__":
    main()
