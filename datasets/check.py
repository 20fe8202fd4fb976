"""Check label files in the project's own form: `python -m datasets.check FOLDER...`

A folder holds `images/` and `labels.jsonl`, a picture a line. Everything wrong is told at once, each with file and
line: what is no JSON or lacks a key, pictures that are missing, cannot be read or are of another size, values that are
none of 1 to 6, boxes that leave the picture or have no area, dice labelled twice, pictures that nobody tells of.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from datasets.hard import meets
from vision.picture import BadPicture, is_picture_name, load

OVER = 1.0  # px that a box may leave the picture, from rounding
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
TWICE = 0.9  # share of their union from which two labels are of one die


def check(folder: Path, open_pictures: bool = True) -> list[str]:
    """Everything wrong with the labels of a folder, in words; empty where nothing is."""
    file = folder / "labels.jsonl"
    if not file.is_file():
        return [f"{file}: missing"]
    found: list[str] = []
    seen: dict[str, int] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        where = f"{file}, line {number}"
        try:
            told = json.loads(line)
        except ValueError as why:
            found.append(f"{where}: no JSON ({why})")
            continue
        found += [f"{where}: {word}" for word in _picture(told, folder, seen, number, open_pictures)]
    told_of = {folder / name for name in seen}
    spare = [p for p in sorted((folder / "images").glob("*")) if is_picture_name(p) and p not in told_of]
    return found + [f"{file}: nobody tells of {p.relative_to(folder)}" for p in spare]


def _picture(told: Any, folder: Path, seen: dict[str, int], number: int, opened: bool) -> Iterator[str]:
    if not isinstance(told, dict):
        yield "not an object"
        return
    for key, kind in (("image", str), ("width", int), ("height", int), ("dice", list)):
        if not isinstance(told.get(key), kind) or isinstance(told.get(key), bool):
            yield f"{key!r} is missing or no {kind.__name__}"
            return
    if told["image"] in seen:
        yield f"{told['image']} is told of in line {seen[told['image']]} too"
    seen[told["image"]] = number
    yield from _file(folder / told["image"], (told["width"], told["height"]), opened)
    yield from dice(told["dice"], (told["width"], told["height"]))
    for n, one in enumerate(told.get("ignore") or []):
        yield from (
            f"ignore {n}: {word}" for word in box(one.get("box"), (told["width"], told["height"]), inside=False)
        )


def _file(path: Path, size: tuple[int, int], opened: bool) -> Iterator[str]:
    if not path.is_file():
        yield f"{path.name} is missing"
    elif opened:
        try:
            height, width = load(path).shape[:2]
        except BadPicture as why:
            yield str(why)
            return
        if (width, height) != size:
            yield f"{path.name} is {width} x {height} px, labelled as {size[0]} x {size[1]}"


def dice(told: list[Any], size: tuple[int, int]) -> Iterator[str]:
    """What is wrong with the dice of a picture of a size (width, height px), die by die."""
    kept = []
    for n, die in enumerate(told):
        words = list(_die(die, size))
        yield from (f"die {n}: {word}" for word in words)
        if not words and not die.get("ignore"):
            kept.append((n, die["box"]))
    for i, (n, one) in enumerate(kept):
        for m, other in kept[i + 1 :]:
            if meets(one, other) > TWICE:
                yield f"dice {n} and {m} are one die: their boxes share {meets(one, other):.0%}"


def _die(die: Any, size: tuple[int, int]) -> Iterator[str]:
    if not isinstance(die, dict):
        yield "not an object"
        return
    if "value" not in die:
        yield "no 'value' (null for no readable face)"
    elif die["value"] is not None and (isinstance(die["value"], bool) or die["value"] not in (1, 2, 3, 4, 5, 6)):
        yield f"value {die['value']!r} is none of 1 to 6 or null"
    yield from box(die.get("box"), size, inside="tilt" not in die)


def box(told: Any, size: tuple[int, int], inside: bool = True) -> Iterator[str]:
    """What is wrong with a box x, y, w, h; rendered dice (with a tilt) may have rolled out of the picture."""
    if not isinstance(told, list | tuple) or len(told) != 4 or not all(_is_number(v) for v in told):
        yield f"box {told!r} is not x, y, w, h"
        return
    x, y, w, h = told
    if w <= 0 or h <= 0:
        yield f"box {told!r} has no area"
    elif inside and (x < -OVER or y < -OVER or x + w > size[0] + OVER or y + h > size[1] + OVER):
        yield f"box {told!r} leaves the picture of {size[0]} x {size[1]} px"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


@click.command()
@click.argument("folders", nargs=-1, required=True, type=FOLDER, metavar="FOLDER...")
@click.option("--quick", is_flag=True, help="Do not open the pictures.")
@click.pass_context
def main(context: click.Context, folders: tuple[Path, ...], quick: bool) -> None:
    """Check the labels.jsonl of each FOLDER; the exit status is 1 where something is wrong."""
    wrong = 0
    for folder in folders:
        found = check(folder, not quick)
        wrong += len(found)
        click.echo("\n".join(found) if found else f"{folder}: well")
    context.exit(bool(wrong))


if __name__ == "__main__":
    main()
