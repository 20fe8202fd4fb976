"""The application: one blueprint a topic, one way to answer errors, one guard before them all."""

from __future__ import annotations

from threading import BoundedSemaphore

from flask import Flask, Response, jsonify, render_template
from werkzeug.exceptions import HTTPException

from rules.core import BadSetup, IllegalMove
from rules.log import Stale
from rules.sheet import BadSheet

from .acts import Impossible, acts
from .feed import STREAMS, Told, feed
from .guard import LONGEST, guard
from .horde import horde
from .live import Live, NoMatch
from .match import Breaks
from .matches import matches
from .middle_page import middle
from .pictures import WAITING, Encoded, pictures
from .store import BadStore, NoSuchMatch
from .teach import set_up

HOSTS = ["127.0.0.1", "localhost"]

ANSWERS: dict[type[Exception], int] = {  # what people can do about it tells the number
    NoSuchMatch: 404,
    Stale: 409,
    NoMatch: 409,
    IllegalMove: 422,
    BadSetup: 422,
    BadSheet: 422,
    BadStore: 500,
}


def create_app(live: Live) -> Flask:
    """The application that serves a session."""
    app = Flask("webui")
    app.config.update(TRUSTED_HOSTS=HOSTS, MAX_CONTENT_LENGTH=LONGEST, SEND_FILE_MAX_AGE_DEFAULT=0)
    app.extensions["pipsight"] = live
    app.extensions["pipsight-streams"] = BoundedSemaphore(STREAMS)
    app.extensions["pipsight-waiting"] = BoundedSemaphore(WAITING)
    app.extensions["pipsight-jpeg"] = Encoded()
    app.extensions["pipsight-told"] = Told()
    guard(app)
    for topic in (feed, pictures, acts, matches, horde, middle):
        app.register_blueprint(topic)
    set_up(app)
    app.add_url_rule("/", view_func=page)
    app.register_error_handler(HTTPException, _refused)
    app.register_error_handler(Breaks, _breaks)
    app.register_error_handler(Impossible, _impossible)
    for kind in ANSWERS:
        app.register_error_handler(kind, _wrong)
    return app


def page() -> str:
    """The live page; all else on it comes from /state, /events and /frame.jpg."""
    return render_template("page.html")


def _refused(why: HTTPException) -> Response:
    answer = jsonify(error=why.description)
    answer.status_code = why.code or 500
    for name, value in why.get_headers():
        if name.lower() in ("allow", "retry-after"):
            answer.headers[name] = value
    return answer


def _breaks(why: Exception) -> Response:
    assert isinstance(why, Breaks)
    answer = jsonify(error=str(why), breaks={"entry": why.broken.entry, "why": why.broken.why})
    answer.status_code = 409
    return answer


def _impossible(why: Exception) -> Response:
    assert isinstance(why, Impossible)
    answer = jsonify(error=str(why), complaints=list(why.complaints))
    answer.status_code = 422
    return answer


def _wrong(why: Exception) -> Response:
    answer = jsonify(error=str(why))
    answer.status_code = next(number for kind, number in ANSWERS.items() if isinstance(why, kind))
    return answer
