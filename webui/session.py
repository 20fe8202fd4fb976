"""The session that an application serves, for its views."""

from __future__ import annotations

from flask import current_app

from .live import Live


def session() -> Live:
    """The session of the application that answers now."""
    found = current_app.extensions["pipsight"]
    assert isinstance(found, Live)
    return found
