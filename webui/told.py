"""The state as the page gets it: all that it draws, in plain values. To be asked under the session's lock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.changes import Change
from rules.core import owner
from rules.dice_horde.sheets import GAME as HORDE
from rules.reading import Spot
from rules.sheet import Sheet
from rules.table import Die
from vision.view import DieView

from . import show
from .boards import board_file
from .desk import Desk
from .guesses import Told
from .horde_panel import panel
from .live import Live
from .match import Step
from .moments import moment

HISTORY = 60  # steps that the page lists
LETTER = 0.0125  # of the sheet's width: a letter of a territory's name as the page writes it


def state(live: Live) -> dict[str, Any]:
    """Everything that the page shows, but for pictures and the board's shapes."""
    told: dict[str, Any] = {
        "version": live.version,
        "started": live.started,
        "moment": moment(live),
        "paused": live.paused,
        "camera": live.camera,
        "demo": bool(live.clip) and live.camera == live.clip,
        "ended": live.ended,
        "match": None,
    }
    if live.desk is None:
        return told
    desk = live.desk
    titles = desk.sheet.titles
    return told | {
        "match": _match(desk),
        "board": f"{desk.match.log.id}:{live.pose_version}",
        "corners": live.corners is not None,
        "view": _view(live),
        "dice": [_die(live, desk, n, titles) for n in range(len(desk.reading.spots))],
        "doubts": [_doubt(desk, n, titles) for n in range(len(desk.reading.doubts))],
        "guesses": [_guess(one, titles) for one in desk.guesses],
        "moved": _moved(desk, titles),
        "horde": panel(desk),
    }


def _match(desk: Desk) -> dict[str, Any]:
    match = desk.match
    at, entries = match.cursor, match.log.entries
    return {
        **show.told(match.rules, match.state, match.broken),
        "id": match.log.id,
        "title": str(board_file(match.log.setup).get("title", match.log.setup.game)),
        "game_title": match.rules.title,
        "players": players(desk),
        "mode": desk.mode,
        "rulings": [o.title for o in match.rules.options if o.id in match.log.setup.options],
        "era": show.era(match.state),
        "groups": show.groups(match.rules, match.folded),
        "entries": len(entries),
        "reading": desk.serial,
        "undo": match.text_of(at.here - 1) if at.past else None,
        "redo": match.text_of(at.future[-1] - 1) if at.future else None,
        "history": [_step(step) for step in match.steps[-HISTORY:]],
        "quiet": [show.move(c.move) for c in match.offered() if c.quiet],
        "reads": [show.move(c.move) for c in match.offered() if c.reads],
    }


def _step(step: Step) -> dict[str, Any]:
    return {"entry": step.entry, "text": step.text, "player": step.move.player, "table": str(step.table)}


def players(desk: Desk) -> list[dict[str, Any]]:
    """Who plays, each with a sign of their own."""
    there = desk.match.log.setup.players
    signs = show.letters([player.name for player in there])
    return [{"name": p.name, "colours": list(p.colours), "letter": sign} for p, sign in zip(there, signs, strict=True)]


def _view(live: Live) -> dict[str, Any] | None:
    if live.seen is None:
        return None
    return {"frame": live.seen.frame.number, "until": live.until, "width": live.size[0], "height": live.size[1]}


def _die(live: Live, desk: Desk, n: int, titles: dict[str, str]) -> dict[str, Any]:
    spot = desk.reading.spots[n]
    seen = _seen(live, spot)
    return {
        **die(spot.die, titles),
        "n": n,
        "owner": owner(desk.match.log.setup, spot.die.colour),
        "x": round(spot.x, 1),
        "y": round(spot.y, 1),
        "said": spot.said,
        "seen": spot.seen if seen is not None else -1,
        "doubt": any(doubt.spot == n for doubt in desk.reading.doubts),
        "certainty": None if seen is None else round(float(seen.certainty), 3),
        "cocked": seen is not None and bool(seen.cocked),
        "why": "" if seen is None else seen.why,
        "shape": _shape(live, desk.sheet, spot, seen),
    }


def die(d: Die, titles: dict[str, str]) -> dict[str, Any]:
    """A die or tower in plain values."""
    where = " / ".join(titles.get(space, space) for space in d.space.lstrip("~").split("/"))
    return {
        "word": d.word(),
        "space": d.space,
        "colour": d.colour,
        "face": d.face,
        "bonus": d.bonus,
        "under": [under.word() for under in d.under],
        "place": f"beside {where}" if d.nearest else where,
    }


def _seen(live: Live, spot: Spot) -> DieView | None:
    if live.seen is None or not 0 <= spot.seen < len(live.seen.view.dice):
        return None
    return live.seen.view.dice[spot.seen]


def _shape(live: Live, sheet: Sheet, spot: Spot, seen: DieView | None) -> list[list[float]] | None:
    """Four corners in the picture: the die's top as seen, else its box, else where its foot should be."""
    if seen is not None and seen.top is not None:
        return [[round(float(x), 1), round(float(y), 1)] for x, y in seen.top]
    if seen is not None:
        x, y, w, h = map(float, seen.box)
        return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
    if live.pose is None:
        return None
    r = sheet.die / 2
    foot = [(spot.x - r, spot.y - r), (spot.x + r, spot.y - r), (spot.x + r, spot.y + r), (spot.x - r, spot.y + r)]
    return [[round(float(x), 1), round(float(y), 1)] for x, y in live.pose.to_px(foot, sheet.die)]


def _doubt(desk: Desk, n: int, titles: dict[str, str]) -> dict[str, Any]:
    doubt = desk.reading.doubts[n]
    return {"n": n, "die": doubt.spot, "text": doubt.text, "likely": [die(d, titles) for d in doubt.likely]}


def _guess(told: Told, titles: dict[str, str]) -> dict[str, Any]:
    return {"texts": list(told.texts), "left": _changes(told.guess.left, titles), "odd": list(told.guess.odd)}


def _changes(changes: Sequence[Change], titles: dict[str, str]) -> list[str]:
    return [change.text(titles) for change in changes]


def _moved(desk: Desk, titles: dict[str, str]) -> dict[str, Any] | None:
    """What lies otherwise than it was counted: what is to be set on the table, or what moved there."""
    if not desk.moved:
        return None
    back = [Change(change.now, change.was) for change in desk.moved]
    return {"due": desk.due, "changes": _changes(back if desk.due else desk.moved, titles), "note": desk.note}


def board(live: Live) -> dict[str, Any]:
    """The shapes of the board, in millimetres and, where a camera sees it, in the picture's pixels; raises NoMatch."""
    desk = live.playing()
    said = {space.get("id"): space for space in board_file(desk.match.log.setup).get("space", [])}
    spaces = []
    for space in desk.sheet.spaces:
        shapes = desk.sheet.shapes.get(space.id, ())
        x, y = desk.places.label(space.id, LETTER * desk.sheet.width * (len(space.title) + 4))
        spaces.append(
            {
                "id": space.id,
                "title": space.title,
                "points": said.get(space.id, {}).get("points"),
                "label": [x, y],
                "label_px": None if live.pose is None else _points(live.pose.to_px([(x, y)]))[0],
                "mm": [_points(shape) for shape in shapes],
                "px": None if live.pose is None else [_points(live.pose.to_px(shape)) for shape in shapes],
            }
        )
    return {
        "picture": "/horde/tower.svg" if desk.match.log.setup.game == HORDE else None,
        "key": f"{desk.match.log.id}:{live.pose_version}",
        "width": desk.sheet.width,
        "height": desk.sheet.height,
        "die": desk.sheet.die,
        "size": list(live.size),
        "spaces": spaces,
        "places": desk.places.spaces(),
    }


def _points(shape: Any) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in shape]
