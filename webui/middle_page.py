"""The pages of lava and black hole: a picture or a typed table in, the dice that go and stay out (DDD-73)."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from rules.sheet import BadSheet
from rules.table import Table
from vision.board import NoBoard
from vision.camera import NoPicture
from vision.picture import decode

from .boards import board_file
from .guard import body, field
from .live import Live
from .middle import KINDS, Ask, Image, ask, from_picture, from_table, told
from .session import session

middle = Blueprint("middle", __name__)

WAIT = 6.0  # s that the camera in use may take for a picture
TITLES = {"lava": "What does the lava do?", "blackhole": "What does the black hole do?"}
LONGEST = 4000  # characters of a typed table


@middle.get("/lava", defaults={"kind": "lava"})
@middle.get("/blackhole", defaults={"kind": "blackhole"})
def page(kind: str) -> str:
    """The page of one of them."""
    return render_template("middle.html", kind=kind, title=TITLES[kind], board=KINDS[kind][0])


@middle.post("/middle/<kind>/picture")
def picture(kind: str) -> Response:
    """The answer for an uploaded picture, whose bytes are the body."""
    asked = _ask(kind, {"highest": request.args.get("highest") == "1", "chosen": _areas(request.args.get("areas", ""))})
    return _seen(asked, decode(request.get_data(), "the picture"))


@middle.post("/middle/<kind>/camera")
def camera(kind: str) -> Response:
    """The answer for what the camera in use sees now."""
    asked = _ask(kind, body())
    frame = session().picture(0, WAIT)
    if frame is None:
        raise NoPicture("no camera is in use: choose one on the match's page, or take a picture")
    return _seen(asked, frame.image)


@middle.post("/middle/<kind>/table")
def table(kind: str) -> Response:
    """The answer for a table as people type it."""
    said = body()
    asked = _ask(kind, said)
    text = field(said, "table", str)
    if len(text) > LONGEST:
        abort(400, f"table is longer than {LONGEST} characters")
    try:
        found = from_table(asked, Table.parse(text))
    except ValueError as why:
        abort(400, f"table: {why}")
    return jsonify(told(asked, found))


def _seen(asked: Ask, image: Image) -> Response:
    try:
        found = from_picture(asked, image, session().reader())
    except NoBoard as why:
        abort(422, str(why))
    return jsonify(told(asked, found) | {"size": [image.shape[1], image.shape[0]]})


def _areas(text: str) -> list[int]:
    return [int(n) for n in text.split(",") if n in ("1", "2", "3", "4", "5")]


def _ask(kind: str, said: dict[str, Any]) -> Ask:
    if kind not in KINDS:
        abort(404, f"neither lava nor black hole: {kind[:20]!r}")
    chosen = field(said, "chosen", list, [])
    if not all(type(n) is int and 1 <= n <= 5 for n in chosen):
        abort(400, "chosen has to hold areas, 1 to 5")
    try:
        owners = session().ask(lambda live: _owners(live, KINDS[kind][0]))
        return ask(kind, owners=owners, highest=field(said, "highest", bool, False), chosen=tuple(chosen))
    except BadSheet as why:
        abort(422, str(why))


def _owners(live: Live, board: str) -> dict[str, str]:
    """Whose dice have which colour, where a match is played on this board."""
    if live.desk is None or board_file(live.desk.match.log.setup).get("id") != board:
        return {}
    return {colour: player.name for player in live.desk.match.log.setup.players for colour in player.colours}
