"""Dice Horde on the page: its sheets as drawings, their editor, and undo to the last choice."""

from __future__ import annotations

from dataclasses import asdict

from flask import Blueprint, Response, abort, jsonify, render_template, request

from rules.core import IllegalMove, Player, Setup
from rules.dice_horde import GAME
from rules.dice_horde.sheets import GAME as NAME
from rules.dice_horde.state import Siege

from . import horde_sheets, told
from .desk import Desk
from .guard import body, field
from .horde_panel import last_choice
from .horde_ruler import ruler_sheet
from .horde_tower import tower_sheet
from .live import Live
from .session import session

horde = Blueprint("horde", __name__)

DRAWS = {"tower": tower_sheet, "ruler": ruler_sheet}


@horde.post("/horde/back")
def back() -> Response:
    """Undo to before the last step that was a choice, past all that followed from it."""
    said = body()
    after = field(said, "after", int)
    live = session()

    def act(desk: Desk) -> None:
        entry = last_choice(desk)
        if entry is None:
            raise IllegalMove("nothing was chosen yet")
        desk.go_back(entry, after)

    live.act(act)
    return jsonify(live.ask(told.state))


@horde.get("/horde/<kind>.svg")
def drawn(kind: str) -> Response:
    """The tower sheet or the ruler sheet of the match with every mark; `?blank=1` without any."""
    if kind not in DRAWS:
        abort(404, f"no sheet is called {kind!r}; known: {', '.join(DRAWS)}")
    return _svg(session().ask(lambda live: DRAWS[kind](_shown(live))))


def _shown(live: Live) -> Siege:
    """The state to draw; answers 409 for another game."""
    s = live.playing().match.state
    if not isinstance(s, Siege):
        abort(409, "the match that is played is none of Dice Horde")
    return GAME.start(s.setup) if request.args.get("blank") else s


def _svg(drawing: str) -> Response:
    return Response(drawing, mimetype="image/svg+xml")


@horde.get("/horde/print")
def to_print() -> str:
    """Both sheets on a page of their own, ready to print."""
    blank = "1" if request.args.get("blank") else ""
    return render_template("horde_print.html", blank=blank, title=session().ask(lambda live: _shown(live).sheet.title))


@horde.get("/horde/editor")
def editor() -> str:
    """The editor for a table's own sheets."""
    return render_template("horde_editor.html")


@horde.get("/horde/sheets")
def listed() -> Response:
    """Every tower sheet and ruler sheet."""
    return jsonify(sheets=[asdict(one) for one in horde_sheets.listed(session().store.folder)])


@horde.get("/horde/sheets/<kind>/<name>")
def one(kind: str, name: str) -> Response:
    """The text of a sheet."""
    _kind(kind)
    return jsonify(text=horde_sheets.text(kind, name, session().store.folder))


@horde.post("/horde/check")
def check() -> Response:
    """What is missing or wrong in a text, and how the sheet would look once nothing is."""
    words = field(body(), "text", str)
    found = horde_sheets.problems(words)
    kind = horde_sheets.kind_of(words)
    return jsonify(kind=kind, problems=found, drawing=None if found else preview(words, kind))


def preview(words: str, kind: str) -> str:
    """A sheet without marks, the other kind being a shipped one."""
    other = horde_sheets.sheets("first-night", None)
    pair = (words, other[1]) if kind == "tower" else (other[0], words)
    name, colours = horde_sheets.BLANK
    return DRAWS[kind](GAME.start(Setup(NAME, (Player(name, colours),), pair)))


@horde.post("/horde/save")
def save() -> Response:
    """Keep a table's own sheet; a sheet that cannot be played is refused with all that is missing."""
    words = field(body(), "text", str)
    return jsonify(sheet=asdict(horde_sheets.save(words, session().store.folder)))


@horde.post("/horde/remove")
def remove() -> Response:
    """Take one of the table's own sheets away."""
    said = body()
    kind = _kind(field(said, "kind", str))
    horde_sheets.remove(kind, field(said, "id", str), session().store.folder)
    return listed()


def _kind(kind: str) -> str:
    if kind not in horde_sheets.KINDS:
        abort(404, f"no kind of sheet {kind[:40]!r}; known: {', '.join(horde_sheets.KINDS)}")
    return kind
