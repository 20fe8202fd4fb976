"""`pipsight serve`: the page for a real table."""

from __future__ import annotations

import click

from rules.core import BadSetup
from rules.sheet import BadSheet
from vision.camera import NoPicture, open_source
from vision.picture import BadPicture
from vision.reader import shared

from ..boards import boards, setup_of
from ..desk import MODES
from ..live import Live
from ..lock import Taken
from ..profiles import BadProfiles
from ..server import free_port
from ..server import serve as serve_page
from ..store import BadStore, Store, data_folder

Players = list[tuple[str, tuple[str, ...]]]


def players_of(values: tuple[str, ...]) -> Players:
    """Players as NAME=COLOUR or NAME=COLOUR+COLOUR; raises BadParameter."""
    found: Players = []
    for value in values:
        name, equals, colours = value.partition("=")
        if not equals or not name.strip() or not colours:
            raise click.BadParameter(f"{value!r}: write NAME=COLOUR, for example Ann=red", param_hint="--player")
        found.append((name.strip(), tuple(colours.lower().split("+"))))
    return found


@click.command()
@click.option(
    "--camera",
    default="",
    metavar="SPEC",
    help="A camera's number or name, an http(s) or rtsp address, a video, picture or folder. Without: by hand.",
)
@click.option("--board", default="", metavar="ID", help="Begin a new match on this board.")
@click.option("--player", "players", multiple=True, metavar="NAME=COLOUR", help="A player of the new match; repeat it.")
@click.option("--option", "options", multiple=True, metavar="ID", help="A house ruling of the new match; repeat it.")
@click.option(
    "--game", "name", default="die-die-die", show_default=True, metavar="ID", help="The game of the new match."
)
@click.option("--match", default="", metavar="ID", help="Go on with this match; `last` is the one played last.")
@click.option("--mode", type=click.Choice(MODES), default="ask", show_default=True, help="When to ask.")
@click.option("--dice", default="", metavar="NAME", help="Read with these dice in mind, which were taught before.")
@click.option("--data", default=None, metavar="FOLDER", help="Where matches are kept; also PIPSIGHT_DATA.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="8321 or the next free one; 0: any.")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
def serve(
    camera: str,
    board: str,
    players: tuple[str, ...],
    options: tuple[str, ...],
    name: str,
    match: str,
    mode: str,
    dice: str,
    data: str | None,
    port: int | None,
    no_browser: bool,
) -> None:
    """Keep the score of a real table. Without --board or --match, begin on the page."""
    _checked(match, board, bool(players), bool(options), dice)
    there = players_of(players)
    if camera:
        try_camera(camera)
    chosen = free_port(port)
    live = session(data)
    try:
        if board:
            live.new(setup_of(name, board, there, list(options), live.store.folder), camera, mode, dice)
        elif match:
            _go_on(live, match, camera, dice)
    except (BadSetup, BadSheet, BadStore, BadProfiles) as why:
        live.close()
        raise click.ClickException(str(why)) from None
    serve_page(live, chosen, browser=not no_browser)


def session(data: str | None, clip: str = "") -> Live:
    """A session on the data folder; raises ClickException where the folder cannot be used."""
    try:
        return Live(Store(data_folder(data)), open_source, shared, clip)
    except (BadStore, Taken) as why:
        raise click.ClickException(str(why)) from None


def try_camera(camera: str) -> None:
    """Open the camera once: a wrong one is named at once, and macOS asks for leave in the main thread only."""
    try:
        source = open_source(camera)
    except (NoPicture, BadPicture) as why:
        raise click.ClickException(f"camera {why}" if not str(why).startswith("camera") else str(why)) from None
    try:
        source.read()
    except (NoPicture, BadPicture) as why:
        raise click.ClickException(str(why)) from None
    finally:
        source.close()


def _checked(match: str, board: str, players: bool, options: bool, dice: str) -> None:
    if match and (board or players or options):
        raise click.UsageError("--match goes on with a match; --board, --player and --option begin one")
    if players and not board:
        raise click.UsageError(f"--player needs --board; boards: {', '.join(b['id'] for b in boards())}")
    if dice and not (board or match):
        raise click.UsageError("--dice needs --board or --match; for a match begun on the page, choose them there")


def _go_on(live: Live, match: str, camera: str, dice: str) -> None:
    listed = [found.id for found in live.store.matches()]
    if match == "last" and not listed:
        raise BadStore(f"no match yet in {live.store.folder}")
    live.open(listed[0] if match == "last" else match)
    if camera:
        live.look_through(camera)
    if dice:
        live.wear(dice)
