"""What pages do at the table: play, undo, answer, correct. Each names how many entries it has seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify

from rules.core import Move, State
from rules.table import Die, Table
from rules.values import showable
from vision.board import Pose

from . import told
from .desk import Desk
from .guard import body, field
from .session import session
from .what_if import tried

acts = Blueprint("acts", __name__)

Act = Callable[[Desk, int], None]
LONGEST_TABLE = 4000  # characters of a table typed by hand
LONGEST_REASON = 200  # characters


class Impossible(ValueError):
    """A table that the rules know of no way to: each complaint; people can insist, with a reason."""

    def __init__(self, complaints: tuple[str, ...]) -> None:
        """What is wrong with it, one by one."""
        super().__init__("; ".join(complaints))
        self.complaints = complaints


def _do(said: dict[str, Any], what: Act, reading: bool = False) -> Response:
    """Do it, and answer with the state after it."""
    live = session()
    after = field(said, "after", int)
    seen = field(said, "reading", int) if reading else None

    def act(desk: Desk) -> None:
        if seen is not None and seen != desk.serial:
            abort(409, "the dice were read anew in between")
        what(desk, after)

    live.act(act)
    return jsonify(live.ask(told.state))


@acts.post("/play")
def play() -> Response:
    """A step that is offered; `anyway` insists on one that is barred."""
    said = body()
    args = field(said, "args", list, [])
    if len(args) > 40 or not all(type(arg) in (str, int) for arg in args):
        abort(400, "args has to hold words and whole numbers")
    anyway = field(said, "anyway", bool, False)
    move = Move(field(said, "name", str), field(said, "player", str, ""), tuple(args), reason=_reason(said))
    return _do(said, lambda desk, after: desk.play(move, after, anyway))


@acts.post("/take")
def take() -> Response:
    """One of the guesses is what was done."""
    said = body()
    n, reason = field(said, "guess", int), _reason(said)
    return _do(said, lambda desk, after: desk.take(n, after, reason), reading=True)


@acts.post("/table")
def tell() -> Response:
    """The whole table as people type it; what cannot be by the rules is named, and with `anyway` taken all the same."""
    said = body()
    table, reason = _table(field(said, "table", str)), _reason(said)
    if not field(said, "anyway", bool, False):
        session().ask(lambda live: _possible(live.playing(), live.playing().match.state, table))
    return _do(said, lambda desk, after: desk.tell(table, after, reason), reading=True)


@acts.post("/leave")
def leave() -> Response:
    """What moved on the table is not to be counted."""
    return _do(body(), lambda desk, after: desk.leave(), reading=True)


@acts.post("/count")
def count() -> Response:
    """The table as it lies is what the last step left."""
    said = body()
    back = field(said, "back", bool, False)
    return _do(said, lambda desk, after: desk.count(after, back), reading=True)


@acts.post("/answer")
def answer() -> Response:
    """The answer to a doubt: one of its likely dice, or null for "no die there"."""
    said = body()
    doubt = field(said, "doubt", int)
    likely = None if said.get("likely") is None else field(said, "likely", int)
    return _do(said, lambda desk, after: desk.answer(doubt, likely, after), reading=True)


@acts.post("/undo")
def undo() -> Response:
    """Take the last entry back."""
    return _do(body(), lambda desk, after: desk.undo(after))


@acts.post("/redo")
def redo() -> Response:
    """Do again what was undone last."""
    return _do(body(), lambda desk, after: desk.redo(after))


@acts.post("/mend")
def mend() -> Response:
    """Undo a step that no longer fits what was said before it."""
    return _do(body(), lambda desk, after: desk.mend(after))


@acts.post("/die")
def change() -> Response:
    """Another value, colour or space for a die; without a `word` there is no die."""
    said = body()
    n = field(said, "die", int)
    back = field(said, "back", bool, False)
    there = _die(said) if said.get("word") is not None else None
    anyway = field(said, "anyway", bool, False)

    def say(desk: Desk, after: int) -> None:
        desk.say(n, there if anyway else _known(desk, there), after, back)

    return _do(said, say, reading=True)


@acts.post("/dice")
def add() -> Response:
    """A die that the camera does not see, at a point (mm, or px of the picture) or anywhere in its space."""
    said = body()
    live = session()
    at = _point(said, "mm")
    if at is None and (px := _point(said, "px")) is not None:
        at = live.ask(lambda live: _to_mm(live.pose, px))
    if at is not None and not said.get("space"):
        said["space"] = live.ask(lambda live: _space(live.playing(), at))
    there = _die(said)
    anyway = field(said, "anyway", bool, False)
    return _do(
        said, lambda desk, after: desk.add(there if anyway else _known(desk, there) or there, at, after), reading=True
    )


@acts.post("/correct")
def correct() -> Response:
    """What the table showed at an earlier step; with `dry`, only what that would change."""
    said = body()
    entry = field(said, "entry", int)
    table = _table(field(said, "table", str))
    back, reason = field(said, "back", bool, False), _reason(said)
    if not field(said, "anyway", bool, False):
        session().ask(lambda live: _corrects(live.playing(), entry, table))
    if field(said, "dry", bool, False):
        return jsonify(session().ask(lambda live: tried(live.playing(), entry, table)))
    return _do(said, lambda desk, after: desk.correct(entry, table, after, back, reason))


def _corrects(desk: Desk, entry: int, table: Table) -> None:
    """Raises Impossible for a table that the rules know of no way to, at the step that an entry made."""
    step = next((step for step in desk.match.steps if step.entry == entry), None)
    _possible(desk, step.before if step else desk.match.state, table)


def _possible(desk: Desk, state: State, table: Table) -> None:
    """Answers 400 for spaces that the board does not have where the rules have no word on it; raises Impossible."""
    if complaints := tuple(desk.match.rules.odd(state, table)):
        raise Impossible(complaints)
    _on_board(desk, table)


def _reason(said: dict[str, Any]) -> str:
    """What people say when they insist; answers 400."""
    reason = field(said, "reason", str, "")
    if len(reason) > LONGEST_REASON or not showable(reason):
        abort(400, f"reason has to be a line of at most {LONGEST_REASON} characters")
    return reason


def _on_board(desk: Desk, table: Table) -> None:
    """Answers 400 for a table that names spaces which the board does not have."""
    known = {space.id for space in desk.sheet.spaces}
    if odd := sorted({space for die in table for space in die.spaces or die.nearest} - known):
        abort(400, f"table: no space {odd[0]!r} on this board; known: {', '.join(sorted(known))}")


def _table(text: str) -> Table:
    if len(text) > LONGEST_TABLE:
        abort(400, f"table is longer than {LONGEST_TABLE} characters")
    try:
        return Table.parse(text)
    except ValueError as why:
        abort(400, f"table: {why}")


def _die(said: dict[str, Any]) -> Die:
    word, space = field(said, "word", str), field(said, "space", str)
    if len(word) > 200 or len(space) > 200:
        abort(400, "word and space are too long")
    try:
        return Die.parse(f"{space}: {word}")
    except ValueError as why:
        abort(400, str(why))


def _known(desk: Desk, die: Die | None) -> Die | None:
    """The die if its space, colours and faces exist at this table; answers 400."""
    if die is None:
        return None
    known = {space.id for space in desk.sheet.spaces}
    if not set(die.spaces or die.nearest) <= known:
        abort(400, f"no space {die.space!r} on this board; known: {', '.join(sorted(known))}")
    for each in die.each():
        if each.colour not in (*desk.colours, *desk.pieces):
            abort(400, f"nobody plays with {each.colour!r}; known colours: {', '.join(sorted(desk.colours))}")
        if each.face > 6:
            abort(400, f"a die shows 1 to 6, not {each.face}")
    return die


def _point(said: dict[str, Any], key: str) -> tuple[float, float] | None:
    found = said.get(key)
    if found is None:
        return None
    if (
        not isinstance(found, list)
        or len(found) != 2
        or not all(type(n) in (int, float) and abs(n) < 1e5 for n in found)
    ):
        abort(400, f"{key} has to be two numbers")
    return float(found[0]), float(found[1])


def _to_mm(pose: Pose | None, px: tuple[float, float]) -> tuple[float, float]:
    if pose is None:
        abort(409, "the board is not found in the picture yet")
    ((x, y),) = pose.to_mm([px])
    return float(x), float(y)


def _space(desk: Desk, at: tuple[float, float]) -> str:
    space = desk.sheet.place(*at, None)
    if not space:
        abort(400, "that point lies beside the board")
    return space
