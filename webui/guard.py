"""What a request has to be, before any view sees it, and what every answer says to the browser."""

from __future__ import annotations

from typing import Any, TypeVar

from flask import Flask, Response, abort, request

POLICY = (
    "default-src 'self'; img-src 'self' blob: data:; object-src 'none'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'"
)
MARK = "X-Pipsight"  # a header that no foreign page can send without being asked first
LONGEST = 64 * 1024  # bytes of a request's body
UPLOADS = {"teach.add": 32 << 20, "teach.take": 16 << 20, "middle.picture": 32 << 20}  # views that take more
LARGEST = max(UPLOADS.values())

T = TypeVar("T")


def guard(app: Flask) -> None:
    """Put the checks before and the headers after every request of the application."""
    app.before_request(_check)
    app.after_request(_label)


def _check() -> None:
    host = request.host  # raises for a host that is not ours, also for static files
    if request.method in ("GET", "HEAD", "OPTIONS"):
        if (
            request.headers.get("Sec-Fetch-Site") == "cross-site"
            and request.headers.get("Sec-Fetch-Mode") != "navigate"
        ):
            abort(403, "this came from another site")  # which could not read it, but hold the streams of our pages
        return
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != host:
        abort(403, "this came from another site")
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        abort(403, "this came from another site")
    upload = UPLOADS.get(request.endpoint or "")
    if MARK not in request.headers or not (request.is_json or upload):
        abort(403, f"changes are sent as JSON with the header {MARK}")
    if upload:
        request.max_content_length = upload


def _label(answer: Response) -> Response:
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Referrer-Policy"] = "no-referrer"
    answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    answer.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    answer.headers.setdefault("Cache-Control", "no-store")
    return answer


def body() -> dict[str, Any]:
    """The request's JSON object; answers 400 where it is none."""
    try:
        found = request.get_json(silent=True)
    except RecursionError:
        abort(400, "the request is nested too deeply")
    if not isinstance(found, dict):
        abort(400, "the request has to be a JSON object")
    return found


def field(said: dict[str, Any], key: str, kind: type[T], default: T | None = None) -> T:
    """One value of a request; answers 400 where it is missing or of another kind."""
    found = said.get(key, default)
    if found is None:
        abort(400, f"{key} is missing")
    if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
        abort(400, f"{key} has to be {NAMES[kind]}, not {str(found)[:60]!r}")
    return found


NAMES: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}
