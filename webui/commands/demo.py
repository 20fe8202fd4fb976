"""`pipsight demo`: the bundled clip through the same path as a camera, and the page to watch it."""

from __future__ import annotations

import json
import tempfile
import time
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import click

from ..boards import setup_of
from ..live import Live
from ..server import free_port
from ..server import serve as serve_page
from .serve import session, try_camera

PATIENCE = 60.0  # s that an era may take beyond the clip's own length


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="8321 or the next free one; 0: any.")
@click.option("--no-browser", is_flag=True, help="Do not open the page.")
@click.option(
    "--once", "--exit-after-era", "once", is_flag=True, help="Print the score when the era is scored, and end."
)
@click.option(
    "--clip", type=click.Path(exists=True, path_type=Path), default=None, help="Another clip or folder of pictures."
)
def demo(port: int | None, no_browser: bool, once: bool, clip: Path | None) -> None:
    """Play an era of Die die DIE! from the bundled clip: dice land, a tower is built, the score is counted.

    Nothing is kept: the match lives in a temporary folder.
    """
    with as_file(files("webui") / "data") as data, tempfile.TemporaryDirectory(prefix="pipsight-") as folder:
        if clip:
            try_camera(str(clip))
        shown = clip or data / "demo.mp4"
        if not shown.exists():
            raise click.ClickException(f"{shown}: the demo clip is missing from this installation")
        said: dict[str, Any] = json.loads((data / "demo.json").read_text(encoding="utf-8"))
        players = [(player["name"], tuple(player["colours"])) for player in said["players"]]
        chosen = free_port(port)
        live = session(folder, clip=str(shown))
        live.new(setup_of(said.get("game", "die-die-die"), said["board"], players, said.get("options", [])), str(shown))
        serve_page(
            live, chosen, browser=not (no_browser or once), meanwhile=(lambda: _until_scored(live)) if once else None
        )


def _until_scored(live: Live) -> None:
    """Wait for the era's points and print them; raises ClickException when the clip ends without."""
    version, ended = -1, 0.0
    while not live.stop.is_set():
        version = live.wait(version, 0.5)
        totals = live.ask(lambda live: live.playing().match.totals() if live.playing().match.awards() else None)
        if totals:
            click.echo(json.dumps(totals, ensure_ascii=False))
            return
        if live.word == "broken":
            raise click.ClickException(live.why)
        ended = ended or (time.monotonic() if live.ended else 0.0)
        if ended and time.monotonic() - ended > PATIENCE:
            raise click.ClickException("the clip is over and the era was not scored")
