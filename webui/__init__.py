"""The web page, the session behind it and the command line.

`app.create_app` makes the application, `live.Live` is the session that it serves, `store.Store` keeps matches on disk,
`cli.main` is the command. Read `live.py` for how camera, vision, rules and log come together, `desk.py` for what is
decided about a reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from .live import Live


def create_app(live: Live) -> Flask:
    """The application that serves a session."""
    from .app import create_app as create  # here, so that `pipsight --version` need not wait for Flask and OpenCV

    return create(live)
