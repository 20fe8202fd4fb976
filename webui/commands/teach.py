"""`pipsight teach`: teach a player's own dice from a few pictures; list, remove and pass on what was learned."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import click

from vision.models import BadModel
from vision.picture import BadPicture, is_picture_name, load
from vision.profile import Gain, Profile
from vision.profile_file import MOST_BYTES
from vision.reader import Reader
from vision.teaching import CannotTeach, missing

from ..lesson import Lesson, Shot
from ..profiles import BadProfiles, Profiles
from ..store import data_folder


@click.command()
@click.argument("name", required=False)
@click.argument("pictures", nargs=-1, metavar="PICTURE...", type=click.Path(path_type=Path))
@click.option("--values", multiple=True, metavar="V,V,...", help="A picture's values in the order told; - for no die.")
@click.option("--colours", multiple=True, metavar="C,C,...", help="Your words for its colours; one word holds for all.")
@click.option("--labels", type=click.Path(path_type=Path, dir_okay=False), help="Both, as JSON: the README says how.")
@click.option("--yes", is_flag=True, help="Take what was read without asking.")
@click.option("--replace", is_flag=True, help="Replace dice of that name.")
@click.option("--list", "listed", is_flag=True, help="List the dice that are known.")
@click.option("--remove", metavar="NAME", help="Forget these dice.")
@click.option("--export", metavar="NAME", help="Write these dice to the file PICTURE, or NAME.dice.json here.")
@click.option("--import", "taken", type=click.Path(path_type=Path), metavar="FILE", help="Take dice in from a file.")
@click.option("--data", default=None, metavar="FOLDER", help="Where dice are kept, beside the matches.")
def teach(name: str | None, pictures: tuple[Path, ...], data: str | None, **asked: Any) -> None:
    """Teach the dice NAME from three to five PICTUREs of them.

    What is read is told; corrections are asked for, or given with --values, --colours or --labels.
    """
    profiles = Profiles(data_folder(data))
    try:
        if asked["listed"]:
            _list(profiles)
        elif asked["remove"]:
            profiles.remove(asked["remove"])
            click.echo(f"{asked['remove']} is forgotten")
        elif asked["export"]:
            _export(profiles, asked["export"], Path(name) if name else None)
        elif asked["taken"]:
            click.echo(f"kept as {_take(profiles, asked['taken'], asked['replace'])}")
        elif name and pictures:
            _learn(profiles, name, _files(pictures), asked)
        else:
            raise click.UsageError("name the dice, then their pictures: pipsight teach NAME PICTURE...")
    except (BadProfiles, CannotTeach, BadPicture, BadModel) as why:
        raise click.ClickException(str(why)) from None


def _list(profiles: Profiles) -> None:
    found = profiles.list()
    for kept in found:
        click.echo(f"{kept.id:20} {_short(kept.profile) if kept.profile else f'cannot be used: {kept.trouble}'}")
    if not found:
        click.echo(f"no dice were taught yet (looked in {profiles.folder})")


def _short(profile: Profile) -> str:
    colours = ", ".join(sorted({one.colour for one in profile.taught if one.value}))
    gain = profile.gain
    return f"{profile.name}: {colours}; {gain.dice} dice, right {gain.right[0]} before and {gain.right[1]} after"


def _export(profiles: Profiles, name: str, to: Path | None) -> None:
    called, data = profiles.file(name)
    target = to or Path(called)
    try:
        with target.open("xb") as written:
            written.write(data)
    except OSError as why:
        raise click.ClickException(f"{target}: {why.strerror or why}") from None
    click.echo(f"{name} is in {target}")


def _take(profiles: Profiles, file: Path, replace: bool) -> str:
    try:
        if os.path.getsize(file) > MOST_BYTES:
            raise click.ClickException(f"{file}: larger than {MOST_BYTES // 2**20} MiB")
        data = file.read_bytes()
    except OSError as why:
        raise click.ClickException(f"{file}: {why.strerror or why}") from None
    return profiles.take(data, str(file), replace)


def _files(pictures: tuple[Path, ...]) -> list[Path]:
    """The pictures, those of folders by name."""
    found: list[Path] = []
    for path in pictures:
        inside = sorted(file for file in path.iterdir() if is_picture_name(file)) if path.is_dir() else [path]
        found += inside
    return found


def _learn(profiles: Profiles, name: str, files: list[Path], asked: dict[str, Any]) -> None:
    profiles.free(name, asked["replace"])
    labels = _labels(asked["labels"], files) if asked["labels"] else [{} for _ in files]
    for key in ("values", "colours"):
        if len(asked[key]) > len(files):
            raise click.UsageError(f"--{key} {len(asked[key])} times, but there are {len(files)} pictures")
        for one, said in zip(labels, asked[key], strict=False):
            one[key] = [word.strip() for word in said.split(",")]
    reader, lesson = Reader(), Lesson()
    for file, said in zip(files, labels, strict=True):
        shot = lesson.add(load(file), file.name, reader)
        _tell(shot)
        _correct(lesson, shot, said, ask=not (asked["yes"] or said))
    began = time.monotonic()
    profile = lesson.learn(name.strip(), reader, time.strftime("%Y-%m-%d"))
    profiles.save(profile, asked["replace"])
    click.echo("\n".join(_words(profile, time.monotonic() - began)))


def _labels(file: Path, files: list[Path]) -> list[dict[str, Any]]:
    """What a file says of each picture: {"a.jpg": {"values": [3, null], "colours": ["red", "red"]}, ...}."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
    except OSError as why:
        raise click.ClickException(f"{file}: {why.strerror or why}") from None
    except (ValueError, RecursionError):
        raise click.ClickException(f"{file}: no JSON") from None
    if not isinstance(told, dict) or not all(isinstance(one, dict) for one in told.values()):
        raise click.ClickException(f"{file}: an object is needed, with an object for each picture")
    unknown = set(told) - {path.name for path in files}
    if unknown:
        raise click.ClickException(f"{file}: no picture {sorted(unknown)[0]!r} is given")
    found = []
    for path in files:
        said = told.get(path.name, {})
        for key, words in said.items():
            if key not in ("values", "colours") or not isinstance(words, list):
                raise click.ClickException(f"{file}, {path.name}: values and colours are lists; not {key!r}")
        found.append({key: ["-" if word is None else str(word) for word in words] for key, words in said.items()})
    return found


def _tell(shot: Shot) -> None:
    click.echo(f"{shot.name}: {len(shot.finds)} dice, row by row from the upper left")
    for n, find in enumerate(shot.finds, 1):
        x, y, w, h = find.view.box
        certainty = f"{find.view.certainty:.0%}"
        click.echo(
            f"  {n:2}  {find.colour:7} {find.value or '?'}  {certainty:>4}  at {x + w / 2:.0f}, {y + h / 2:.0f} px"
        )


def _correct(lesson: Lesson, shot: Shot, said: dict[str, Any], ask: bool) -> None:
    values, colours = said.get("values"), said.get("colours")
    if ask:
        read = ",".join(str(find.value or "?") for find in shot.finds)
        values = click.prompt("  values, - for no die", default=read).split(",")
        colours = click.prompt("  colours", default=",".join(find.colour for find in shot.finds)).split(",")
    if values is not None:
        _each(shot, "values", values)
        for n, word in enumerate(word.strip() for word in values):
            _value(lesson, shot, n, word)
    if colours is not None:
        colours = colours * len(shot.finds) if len(colours) == 1 else colours
        _each(shot, "colours", colours)
        for n, word in enumerate(colours):
            lesson.say(shot.id, n, colour=word.strip().lower())


def _each(shot: Shot, what: str, words: list[str]) -> None:
    if len(words) != len(shot.finds):
        raise CannotTeach(f"{shot.name}: {len(words)} {what}, but {len(shot.finds)} dice were found")


def _value(lesson: Lesson, shot: Shot, n: int, word: str) -> None:
    if word == "-":
        lesson.say(shot.id, n, gone=True)
    elif word not in ("", "?"):
        if not (word.isascii() and word.isdigit()):
            raise CannotTeach(f"{shot.name}, die {n + 1}: {word[:20]!r} is no value; 1 to 6, or - for no die")
        lesson.say(shot.id, n, value=int(word))


def _words(profile: Profile, seconds: float) -> list[str]:
    gain: Gain = profile.gain
    gaps = missing(profile.taught)
    used = [word for word, on in (("values", profile.reads), ("colours", profile.names)) if on]
    return [
        f"{profile.name}: {gain.dice} dice in {gain.pictures} pictures, learned in {seconds:.0f} s",
        *(f"  not seen yet: {colour} {', '.join(map(str, faces))}" for colour, faces in gaps.items()),
        "  each picture read by what the others taught:",
        f"    right       {gain.right[0]} before, {gain.right[1]} after",
        f"    not asked   {gain.accepted[0]} before, {gain.accepted[1]} after",
        f"    sure, wrong {gain.sure_wrong[0]} before, {gain.sure_wrong[1]} after",
        f"    certainty   {gain.certainty[0]:.0%} before, {gain.certainty[1]:.0%} after",
        f"    colours     {gain.named[0]} before, {gain.named[1]} after",
        f"  kept, and used for {' and '.join(used)}: pipsight serve --dice {profile.name!r}",
    ]
