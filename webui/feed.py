"""The state for pages: once, or as a stream that goes on whenever something changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import BoundedSemaphore

from flask import Blueprint, Response, current_app, jsonify, request

from . import told
from .live import Live
from .session import session

feed = Blueprint("feed", __name__)

STREAMS = 8  # at once; more would take the server's threads
HEARTBEAT = 10.0  # s between two signs of life on a stream where nothing changes


class Told:
    """The state as JSON, made once for all pages that want it; to be asked under the session's lock."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._version, self._text = -1, ""

    def text(self, live: Live) -> tuple[int, str]:
        """The version and its JSON."""
        if self._version != live.version:
            self._version, self._text = live.version, json.dumps(told.state(live))
        return self._version, self._text


def _told() -> Told:
    found = current_app.extensions["pipsight-told"]
    assert isinstance(found, Told)
    return found


@feed.get("/state")
def state() -> Response:
    """Everything that the page draws."""
    _, text = session().ask(_told().text)
    return Response(text, mimetype="application/json")


@feed.get("/board")
def board() -> Response:
    """The shapes of the board that is played on."""
    return jsonify(session().ask(told.board))


@feed.get("/events")
def events() -> Response:
    """The state as server-sent events, from the one after Last-Event-ID on; 503 when too many listen."""
    live = session()
    free: BoundedSemaphore = current_app.extensions["pipsight-streams"]
    if not free.acquire(blocking=False):
        refused = jsonify(error=f"{STREAMS} pages listen already; close one")
        refused.status_code = 503
        refused.headers["Retry-After"] = "5"
        return refused
    last = request.headers.get("Last-Event-ID", "")
    known = int(last) if last.isdecimal() and len(last) < 16 else -1
    return Response(Stream(live, known, free, _told()), mimetype="text/event-stream")


class Stream:
    """One page's stream; it gives its place back when it is closed, also when it was never begun."""

    def __init__(self, live: Live, known: int, free: BoundedSemaphore, made: Told) -> None:
        """A stream for a page that knows version `known`."""
        self._free: BoundedSemaphore | None = free
        self._events = _events(live, known, made)

    def __iter__(self) -> Iterator[str]:
        """The stream itself."""
        return self

    def __next__(self) -> str:
        """The next event; waits for it."""
        return next(self._events)

    def close(self) -> None:
        """Called by the server when the page is gone."""
        free, self._free = self._free, None
        if free:
            free.release()


def _events(live: Live, known: int, made: Told) -> Iterator[str]:
    yield "retry: 1000\n\n"
    while not live.stop.is_set():
        version = live.wait(known, HEARTBEAT)
        if version == known:
            yield ": still here\n\n"
            continue
        known, text = live.ask(made.text)
        yield f"id: {known}\nevent: state\ndata: {text}\n\n"
