"""What `pipsight lava` and `pipsight blackhole` share: options, pictures one by one, how answers are printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from rules.sheet import BadSheet
from rules.table import Table
from vision.board import NoBoard
from vision.models import BadModel
from vision.picture import BadPicture, load

from .commands.serve import players_of
from .middle import Ask, Found, ask, from_picture, from_table, sentences, told


@dataclass(frozen=True)
class Asked:
    """The options of a command, as they were given."""

    pictures: tuple[str, ...]
    table: str | None
    board: str
    players: tuple[str, ...]
    bonus: tuple[str, ...]
    corners: str | None
    as_json: bool
    highest: bool = False
    chosen: tuple[int, ...] = ()


def common(board: str) -> Callable[[Any], Any]:
    """The arguments and options that both commands take."""
    options = [
        click.argument("pictures", nargs=-1, metavar="[PICTURE]..."),
        click.option("--table", help='The table as text instead of a picture, like "caldera: red4 | lagoon: blue1".'),
        click.option("--board", default=board, show_default=True, help="A shipped board's id, or a board file."),
        click.option("--player", "players", multiple=True, metavar="NAME=COLOUR", help="Whose dice; else by colour."),
        click.option("--bonus", multiple=True, metavar="COLOUR=N", help="A Fusion bonus of the die in the middle."),
        click.option("--corners", help="The board's corners in px where markers are not seen: x,y x,y x,y x,y."),
        click.option("--json", "as_json", is_flag=True, help="One JSON object a picture, one a line."),
    ]

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def answered(context: click.Context, kind: str, said: Asked) -> None:
    """Answer for each picture, or for the table; raises ClickException for what cannot be asked."""
    if bool(said.pictures) == (said.table is not None):
        raise click.UsageError("name pictures, or a table with --table")
    asked = _question(kind, said)
    if said.table is not None:
        try:
            found = from_table(asked, Table.parse(said.table))
        except ValueError as why:
            raise click.BadParameter(str(why), param_hint="--table") from None
        _print(said, asked, "", found)
        return
    sure = [_one(said, asked, picture) for picture in said.pictures]
    if not all(sure):
        context.exit(1)


def _question(kind: str, said: Asked) -> Ask:
    owners = {colour: name for name, colours in players_of(said.players) for colour in colours}
    try:
        return ask(kind, said.board, owners=owners, highest=said.highest, chosen=said.chosen, bonus=_bonus(said.bonus))
    except (BadSheet, OSError) as why:
        raise click.ClickException(str(why)) from None


def _bonus(given: tuple[str, ...]) -> dict[str, int]:
    found = {}
    for value in given:
        colour, _, n = value.partition("=")
        if not (n.isascii() and n.isdigit() and len(n) < 4):
            raise click.BadParameter(f"{value!r}: write COLOUR=N, for example red=2", param_hint="--bonus")
        found[colour] = int(n)
    return found


def _corners(text: str | None) -> list[tuple[float, float]] | None:
    if text is None:
        return None
    try:
        points = [(float(x), float(y)) for x, y in (p.split(",") for p in text.split())]
    except ValueError:
        points = []
    if len(points) != 4:
        raise click.BadParameter(f"{text!r}: write four corners, x,y x,y x,y x,y", param_hint="--corners")
    return points


def _one(said: Asked, asked: Ask, picture: str) -> bool:
    """Answer for one picture; whether all of it is sure."""
    from vision.reader import shared

    corners = _corners(said.corners)
    try:
        found = from_picture(asked, load(Path(picture)), shared(), corners)
    except (BadPicture, NoBoard) as why:
        _refuse(said, picture, str(why))
        return False
    except BadModel as why:
        raise click.ClickException(str(why)) from None
    _print(said, asked, picture, found)
    return not found.doubts


def _refuse(said: Asked, picture: str, why: str) -> None:
    text = why if picture in why else f"{picture}: {why}"
    click.echo(json.dumps({"file": picture, "error": why})) if said.as_json else click.echo(f"Error: {text}", err=True)


def _print(said: Asked, asked: Ask, picture: str, found: Found) -> None:
    if said.as_json:
        click.echo(json.dumps({"file": picture, **told(asked, found)}, ensure_ascii=False))
        return
    if picture:
        click.echo(picture)
    click.echo(f"table    {found.table or 'empty'}")
    for line in sentences(found):
        click.echo(f"         {line}")
