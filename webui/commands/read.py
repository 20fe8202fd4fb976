"""`pipsight read`: read the dice of pictures, for people as a table or for programs as JSON lines."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rules.sheet import BadSheet, Sheet, load, shipped
from vision.board import NoBoard, Pose, pose_from_markers
from vision.draw import overlay
from vision.models import BadModel
from vision.picture import BadPicture, Image, is_picture_name
from vision.picture import load as load_picture
from vision.reader import Reader
from vision.teaching import renewed
from vision.view import DieView, View

from ..profiles import BadProfiles, Profiles, read_file
from ..store import data_folder

import cv2  # isort: skip


@dataclass
class Job:
    """What is asked of every picture, and whether something went wrong so far."""

    reader: Reader
    sheet: Sheet | None
    as_json: bool
    out: Path | None
    failed: bool = False


@click.command()
@click.argument("pictures", nargs=-1, required=True, metavar="PICTURE...")
@click.option("--board", help="a shipped board's id or a board file: dice get millimetres and spaces on it")
@click.option("--dice", help="read with these dice in mind: a name that was taught, or an exported file")
@click.option("--data", metavar="FOLDER", help="where the dice that were taught are kept")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a picture, one a line")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="write pictures with the overlay there")
@click.pass_context
def read(
    context: click.Context,
    pictures: tuple[str, ...],
    board: str | None,
    dice: str | None,
    data: str | None,
    as_json: bool,
    out: Path | None,
) -> None:
    """Read the dice in pictures (files, or folders of them).

    A file that cannot be read is told in its place, the others are still read, and the exit status is 1.
    """
    try:
        sheet = None if board is None else load(Path(board)) if board.endswith(".toml") else shipped(board)
        job = Job(_reader(dice, data), sheet, as_json, out)
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)
    except (BadSheet, BadModel, BadProfiles, OSError) as error:
        raise click.ClickException(str(error)) from error
    for path in _files(job, pictures):
        _one(job, path)
    if job.failed:
        context.exit(1)


def _reader(dice: str | None, data: str | None) -> Reader:
    """The reader, with a profile of dice in mind where one is named; raises BadModel and BadProfiles."""
    plain = Reader()
    if not dice:
        return plain
    profile = read_file(Path(dice)) if dice.endswith(".json") else Profiles(data_folder(data)).get(dice)
    return plain.taught(renewed(profile, plain.faces))


def _files(job: Job, pictures: tuple[str, ...]) -> Iterator[Path]:
    for path in map(Path, pictures):
        try:
            found = sorted(p for p in path.iterdir() if is_picture_name(p)) if path.is_dir() else [path]
        except OSError as error:
            _say_error(job, path, f"{path}: {error.strerror or error}")
            continue
        if not found:
            _say_error(job, path, f"{path}: no picture in this folder")
        yield from found


def _one(job: Job, path: Path) -> None:
    try:
        image = load_picture(path)
    except BadPicture as error:
        _say_error(job, path, str(error))
        return
    pose = _pose(job, path, image)
    view = job.reader.look(image, pose, None if pose is None else job.sheet, thorough=True)
    click.echo(json.dumps(told(path, view)) if job.as_json else table(path, view))
    if job.out is not None:
        _write(job, path, overlay(image, view, pose, job.sheet))


def _say_error(job: Job, path: Path, why: str) -> None:
    job.failed = True
    if job.as_json:
        click.echo(json.dumps({"file": str(path), "error": why}))
    else:
        click.echo(f"Error: {why}", err=True)


def _pose(job: Job, path: Path, image: Image) -> Pose | None:
    """The pose over the asked board; without it the dice are still read, but have no place."""
    if job.sheet is None:
        return None
    try:
        return pose_from_markers(image, job.sheet)
    except NoBoard as error:
        job.failed = True
        click.echo(f"{path}: no board found, so no places: {error}", err=True)
        return None


def _write(job: Job, path: Path, drawn: Image) -> None:
    assert job.out is not None
    target = job.out / f"{path.stem}.jpg"
    number = 2
    while target.exists() and number < 10_000:  # two pictures of one name from two folders: keep both
        target, number = job.out / f"{path.stem}-{number}.jpg", number + 1
    try:
        fine, data = cv2.imencode(".jpg", drawn)
        if not fine:
            raise OSError("too long or too wide for a JPEG")
        target.write_bytes(data.tobytes())
    except OSError as error:
        _say_error(job, path, f"{target}: {error.strerror or error}")


def told(path: Path, view: View) -> dict[str, Any]:
    """What a picture shows, as plain values (schema: README, "Reading pictures")."""
    return {
        "file": str(path),
        "width": view.size[0],
        "height": view.size[1],
        "seconds": round(view.seconds, 4),
        "dice": [_die(d) for d in view.dice],
    }


def _die(die: DieView) -> dict[str, Any]:
    return {
        "box": [round(v, 1) for v in die.box],
        "top": None if die.top is None else [[round(x, 1), round(y, 1)] for x, y in die.top],
        "value": die.value,
        "certainty": round(die.certainty, 4),
        "accepted": die.accepted,
        "colour": die.colour,
        "rgb": list(die.rgb),
        "cocked": die.cocked,
        "level": die.level,
        "mm": None if die.mm is None else [round(v, 1) for v in die.mm],
        "space": die.space,
    }


def table(path: Path, view: View) -> str:
    """What a picture shows, for people: a line a die, its total in the head line."""
    total = sum(d.value or 0 for d in view.dice)
    lines = [f"{click.format_filename(path)}: {len(view.dice)} dice, {total} in all ({view.seconds * 1000:.0f} ms)"]
    for die in sorted(view.dice, key=lambda d: (d.box[1], d.box[0])):
        place = "" if die.space is None else f"  {die.space or 'off the spaces'}"
        tower = f" on {die.level} more" if die.level else ""
        doubt = "" if die.accepted else f"  ({die.why})"
        at = f"at {die.box[0] + die.box[2] / 2:.0f}, {die.box[1] + die.box[3] / 2:.0f} px"
        lines.append(f"  {die.colour:7} {die.value or '?'}{tower}  {die.certainty:4.0%}  {at}{place}{doubt}")
    return "\n".join(lines)
