"""Teach my dice: the page, its pictures and corrections, and the profiles that come of it.

One lesson at a time for all pages of this program; vision/teaching.py learns, profiles.py keeps.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any
from urllib.parse import unquote

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template, request

from vision.camera import NoPicture
from vision.models import BadModel
from vision.picture import BadPicture, Image, decode
from vision.teaching import CannotTeach

from .guard import body, field
from .lesson import Lesson, NoSuchPicture, gain_told
from .matches import camera_of
from .profiles import BadProfiles, Kept, NameTaken, NoSuchProfile
from .session import session

teaching = Blueprint("teach", __name__)

NAMED = "X-Name"  # header with the name of an uploaded file, percent-encoded
WAIT = 6.0  # s that a camera in use may take for a picture
WARM = 5  # pictures that a camera takes until its light and focus have settled


ANSWERS: dict[type[Exception], int] = {
    NoSuchPicture: 404,
    NoSuchProfile: 404,
    NameTaken: 409,
    BadPicture: 422,
    NoPicture: 422,
    CannotTeach: 422,
    BadProfiles: 422,
    BadModel: 500,
}


class Desk:
    """The lesson and its lock: reading a picture takes a moment, and pages ask meanwhile."""

    def __init__(self) -> None:
        """An empty lesson."""
        self.lesson = Lesson()
        self.lock = Lock()


def set_up(app: Flask) -> None:
    """Give an application its lesson, and answers to what can go wrong in it."""
    app.extensions["pipsight-lesson"] = Desk()
    app.register_blueprint(teaching)
    for kind in ANSWERS:
        app.register_error_handler(kind, _wrong)


def _wrong(why: Exception) -> Response:
    answer = jsonify(error=str(why))
    answer.status_code = next(number for kind, number in ANSWERS.items() if isinstance(why, kind))
    return answer


def _desk() -> Desk:
    found = current_app.extensions["pipsight-lesson"]
    assert isinstance(found, Desk)
    return found


def _told(change: Callable[[Lesson], object] = lambda lesson: None) -> Response:
    """Do something to the lesson, and tell all of it."""
    desk = _desk()
    with desk.lock:
        change(desk.lesson)
        lesson = desk.lesson.told()
    return jsonify(lesson=lesson, profiles=[_kept(kept) for kept in session().profiles.list()])


def _kept(kept: Kept) -> dict[str, Any]:
    told: dict[str, Any] = {"id": kept.id, "name": kept.name, "trouble": kept.trouble}
    return told | {"gain": gain_told(kept.profile) if kept.profile else None}


@teaching.get("/teach")
def page() -> str:
    """The page; all else on it comes from /teach/lesson."""
    return render_template("teach.html")


@teaching.get("/teach/lesson")
def lesson() -> Response:
    """The pictures so far with their finds, and the profiles that are kept."""
    return _told()


@teaching.post("/teach/pictures")
def add() -> Response:
    """Read an uploaded picture: its bytes, with its name in a header."""
    name = unquote(request.headers.get(NAMED, ""))[:80] or "the picture"
    image = decode(request.get_data(), name)
    return _add(image, name)


@teaching.post("/teach/camera")
def shoot() -> Response:
    """Take a picture with a camera, the one in use or another one of this computer."""
    live = session()
    spec = camera_of(live, field(body(), "camera", str))
    if not spec:
        abort(400, "choose a camera first")
    if spec == live.camera:
        frame = live.picture(0, WAIT)
        if frame is None:
            raise NoPicture(f"camera {spec}: no picture came")
        image = frame.image
    else:
        image = _fresh(spec)
    return _add(image, time.strftime("camera, %H:%M:%S"))


def _fresh(spec: str) -> Image:
    source = session().opener(spec)
    try:
        for _ in range(WARM if source.live else 1):
            image = source.read().image
    finally:
        source.close()
    return image


def _add(image: Image, name: str) -> Response:
    reader = session().reader()
    return _told(lambda lesson: lesson.add(image, name, reader))


@teaching.post("/teach/die")
def die() -> Response:
    """What people say about one find: its value, its colour, or that it is no die."""
    said = body()
    picture, n = field(said, "picture", int), field(said, "die", int)
    value = None if said.get("value") is None else field(said, "value", int)
    gone = None if said.get("gone") is None else field(said, "gone", bool)
    colour = field(said, "colour", str, "")
    return _told(lambda lesson: lesson.say(picture, n, value, colour, gone))


@teaching.post("/teach/drop")
def drop() -> Response:
    """Take a picture out; without one, all of them."""
    said = body()
    if said.get("picture") is None:
        return _told(lambda lesson: lesson.shots.clear())
    picture = field(said, "picture", int)
    return _told(lambda lesson: lesson.drop(picture))


@teaching.get("/teach/picture/<int:which>.jpg")
def picture(which: int) -> Response:
    """A small copy of a picture of the lesson."""
    with _desk().lock:
        shown = _desk().lesson.shot(which).jpeg
    return Response(shown, mimetype="image/jpeg")


@teaching.post("/teach/save")
def save() -> Response:
    """Learn from the lesson and keep the profile; the lesson is over then. 409 where the name is taken."""
    said = body()
    name, replace = field(said, "name", str), field(said, "replace", bool, False)
    profiles, reader, desk = session().profiles, session().reader(), _desk()
    profiles.free(name, replace)
    began = time.monotonic()
    with desk.lock:
        made = desk.lesson.learn(name.strip(), reader, time.strftime("%Y-%m-%d"))
        which = profiles.save(made, replace)
        desk.lesson.shots.clear()
    return jsonify(saved={"id": which, "seconds": round(time.monotonic() - began, 1), **gain_told(made)})


@teaching.get("/teach/profiles/<which>.json")
def export(which: str) -> Response:
    """A profile as a file to be taken elsewhere."""
    name, data = session().profiles.file(which)
    answer = Response(data, mimetype="application/json")
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    return answer


@teaching.post("/teach/profiles")
def take() -> Response:
    """Keep a profile that comes as a file."""
    name = unquote(request.headers.get(NAMED, ""))[:80] or "the file"
    session().profiles.take(request.get_data(), name, request.args.get("replace") == "1")
    return _told()


@teaching.post("/teach/profiles/<which>/remove")
def remove(which: str) -> Response:
    """Forget a profile."""
    body()
    session().profiles.remove(which)
    return _told()
