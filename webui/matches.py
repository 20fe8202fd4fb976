"""Matches and cameras: the list, a new one, going on with one, and how the camera looks at it."""

from __future__ import annotations

import time
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from rules import GAMES
from rules.core import BadSetup
from vision.camera import SCHEMES, devices

from . import told
from .boards import COLOURS, board_file, boards, setup_of
from .desk import MODES
from .guard import body, field
from .live import Live
from .session import session
from .store import Listed
from .watcher import Corners

matches = Blueprint("matches", __name__)

MOST_PLAYERS = 8
LONGEST = 40  # characters of a name
DEMO = "demo"  # the bundled clip, as pages name it


@matches.get("/matches")
def listed() -> Response:
    """Every match of the store, and what a new one can be made of."""
    live = session()
    found = [_listed(match) for match in live.store.matches()]
    known = {name: game for name, game in GAMES.items() if any(board["game"] == name for board in boards())}
    games = [
        {
            "id": name,
            "title": game.title,
            "options": [{"id": o.id, "title": o.title, "text": o.text} for o in game.options],
        }
        for name, game in known.items()
    ]
    dice = [{"id": kept.id, "name": kept.name} for kept in live.profiles.list() if not kept.trouble]
    return jsonify(matches=found, dice=dice, games=games, boards=boards(), colours=list(COLOURS), modes=list(MODES))


def _listed(match: Listed) -> dict[str, Any]:
    told: dict[str, Any] = {
        "id": match.id,
        "entries": match.entries,
        "trouble": match.trouble,
        "changed": time.strftime("%Y-%m-%d %H:%M", time.localtime(match.changed)),
    }
    if match.setup is None:
        return told | {"title": "", "players": []}
    players = [player.name for player in match.setup.players]
    try:
        return told | {"title": str(board_file(match.setup).get("title", match.setup.game)), "players": players}
    except BadSetup as why:  # one odd log must not hide the others
        return told | {"title": "", "players": players, "trouble": match.trouble or str(why)}


@matches.get("/cameras")
def cameras() -> Response:
    """The cameras that can be named on the page: none, the demo clip, and those of this computer."""
    found = [{"spec": "", "name": "no camera, by hand"}]
    if session().clip:
        found.append({"spec": DEMO, "name": "demo video"})
    found += [{"spec": str(device.index), "name": f"{device.name} ({device.index})"} for device in devices()]
    return jsonify(cameras=found)


@matches.post("/matches")
def begin() -> Response:
    """A new match: game, board, players with names and colours, options, camera and mode."""
    said = body()
    live = session()
    options = field(said, "options", list, [])
    if not all(isinstance(option, str) for option in options):
        abort(400, "options has to hold texts")
    mode = _mode(said)
    game, board = field(said, "game", str), field(said, "board", str)
    setup = setup_of(game, board, _players(field(said, "players", list)), options, live.store.folder)
    live.new(setup, camera_of(live, field(said, "camera", str, "")), mode, field(said, "dice", str, ""))
    return jsonify(live.ask(told.state))


def _players(rows: list[Any]) -> list[tuple[str, tuple[str, ...]]]:
    if not 1 <= len(rows) <= MOST_PLAYERS:
        abort(400, f"players: 1 to {MOST_PLAYERS}, not {len(rows)}")
    return [_player(n, row) for n, row in enumerate(rows, 1)]


def _player(n: int, row: Any) -> tuple[str, tuple[str, ...]]:
    if not isinstance(row, dict):
        abort(400, f"player {n} has to be an object")
    name = field(row, "name", str).strip()
    if not name or len(name) > LONGEST or not name.isprintable():
        abort(400, f"player {n}: a name of 1 to {LONGEST} letters is needed")
    colours = field(row, "colours", list)
    if not colours or not all(isinstance(colour, str) for colour in colours):
        abort(400, f"player {n}: colours has to hold texts")
    return name, tuple(colours)


def camera_of(live: Live, spec: str) -> str:
    """A camera that a page may name: never a file."""
    if spec == DEMO and live.clip:
        return live.clip
    if "://" in spec:
        if spec.partition("://")[0].lower() not in SCHEMES:
            abort(400, f"camera: an address starts with {', '.join(f'{scheme}://' for scheme in SCHEMES)}")
        return spec
    known = {str(device.index) for device in devices()}
    if spec in known or not spec or spec == live.camera:
        return spec
    abort(400, f"camera {spec[:60]!r} is not there; found: {', '.join(sorted(known)) or 'none'}")


@matches.post("/matches/<match>/open")
def go_on(match: str) -> Response:
    """Go on with a match of the list."""
    body()
    session().open(match)
    return jsonify(session().ask(told.state))


@matches.post("/camera")
def camera() -> Response:
    """Look through another camera, or none."""
    live = session()
    live.look_through(camera_of(live, field(body(), "camera", str)))
    return jsonify(live.ask(told.state))


@matches.post("/corners")
def corners() -> Response:
    """The board's corners in the picture, from its upper left one on with the clock; null looks for its markers."""
    said = body()
    points = said.get("points")
    session().set_corners(None if points is None else _corners(points))
    return jsonify(session().ask(told.state))


def _corners(points: Any) -> Corners:
    fine = (
        isinstance(points, list)
        and len(points) == 4
        and all(
            isinstance(p, list) and len(p) == 2 and all(type(n) in (int, float) and 0 <= n <= 1 for n in p)
            for p in points
        )
    )
    if not fine:
        abort(400, "points has to be four pairs of numbers from 0 to 1")
    return tuple((float(x), float(y)) for x, y in points)


@matches.post("/pause")
def pause() -> Response:
    """Stop reading the table, or go on."""
    session().pause(field(body(), "paused", bool))
    return jsonify(session().ask(told.state))


@matches.post("/mode")
def mode() -> Response:
    """Ask never, when unsure, or always."""
    session().set_mode(_mode(body()))
    return jsonify(session().ask(told.state))


def _mode(said: dict[str, Any]) -> str:
    found = field(said, "mode", str, "ask")
    if found not in MODES:
        abort(400, f"mode {found[:40]!r}: not one of {', '.join(MODES)}")
    return found
