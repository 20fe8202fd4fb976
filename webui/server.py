"""Serving a session on this machine: cheroot, with enough threads for the streams, ended at once by Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import click
from cheroot import wsgi

from .app import create_app
from .guard import LARGEST, LONGEST
from .live import Live

HOST = "127.0.0.1"
PORT = 8321
TRIES = 20  # ports after the usual one that are tried when it is taken
THREADS = 48  # the streams and waiting pictures of eight pages, and as many short requests


def free_port(asked: int | None) -> int:
    """The port to serve on: the one asked for (0: any), else the usual one or the next that is free.

    Raises ClickException when it is taken.
    """
    wanted = range(PORT, PORT + TRIES) if asked is None else [asked]
    for port in wanted:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except (OSError, OverflowError):
                continue
            return int(probe.getsockname()[1])
    named = f"port {asked}" if asked is not None else f"ports {PORT} to {PORT + TRIES - 1}"
    raise click.ClickException(f"{named}: taken by another program; choose another with --port (0: any free one)")


def serve(live: Live, port: int, browser: bool, meanwhile: Callable[[], None] | None = None) -> None:
    """Serve until Ctrl-C or the end of `meanwhile`, which runs in this thread; then close the session."""
    server: Any = wsgi.Server(
        (HOST, port), create_app(live), numthreads=THREADS, shutdown_timeout=1, server_name="pipsight"
    )
    server.error_log = _quiet
    server.max_request_header_size, server.max_request_body_size = LONGEST, LARGEST
    address = f"http://{HOST}:{port}/"
    before = signal.signal(signal.SIGTERM, _as_interrupt)
    thread = threading.Thread(target=server.serve, name="server", daemon=True)
    try:
        _prepare(server, port)
        thread.start()
        click.echo(f"pipsight is at {address}  (Ctrl-C ends it)")
        if browser and _has_screen():
            webbrowser.open(address)
        (meanwhile or partial(_until_stopped, live))()
    except KeyboardInterrupt:
        click.echo("stopped; everything is saved")
    finally:
        live.close()  # first: streams end, and so their threads
        server.stop()
        if thread.ident:
            thread.join(timeout=5)
        signal.signal(signal.SIGTERM, before)


def _has_screen() -> bool:
    """Without a screen, Linux would open the page in a text browser, in this very terminal."""
    return not sys.platform.startswith("linux") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def _prepare(server: Any, port: int) -> None:
    try:
        server.prepare()
    except OSError as why:  # another program was quicker
        raise click.ClickException(f"port {port}: {why}") from None


def _until_stopped(live: Live) -> None:
    while not live.stop.wait(0.5):  # without a time, Windows would not let Ctrl-C through
        pass


def _as_interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _quiet(message: str = "", level: int = 20, traceback: bool = False) -> None:
    """Pages that go away while they are answered are no news; errors of ours are."""
    if traceback and level >= 40:
        click.echo(message, err=True)
