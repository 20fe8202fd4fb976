"""The command line: `pipsight demo | serve | read | ...`, one file a command in commands/.

A command is imported when it is used, so that `--help` and `--version` need no camera library.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.metadata import version
from typing import Any

import click

COMMANDS = {
    "demo": "Play the bundled clip through the whole path: no camera needed.",
    "serve": "Keep the score of a real table, on a page of this machine.",
    "read": "Read the dice in pictures.",
    "teach": "Teach your own dice from a few pictures of them.",
    "replay": "Tell where a match stands after its log.",
    "lava": "Krakatoa: tell from a picture what the lava takes.",
    "blackhole": "Space: tell from a picture where the black hole sends a die.",
    "doctor": "Check this installation, its cameras and its folders.",
    "train": "Train a network on labelled pictures (in the repository).",
    "evaluate": "Tell how well labelled pictures are read (in the repository).",
    "export": "Turn trained weights into the files that ship (in the repository).",
}


class Lazy(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the table above."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        found = getattr(import_module(f"webui.commands.{cmd_name}"), cmd_name)
        assert isinstance(found, click.Command)
        return found

    def main(self, *args: Any, **more: Any) -> Any:
        """Run a command; what the system refuses (a full disk, say) is one line and exit status 1."""
        try:
            return super().main(*args, **more)
        except OSError as why:
            click.echo(f"Error: {why}", err=True)
            sys.exit(1)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("pipsight"), prog_name="pipsight")
def main() -> None:
    """A camera reads the dice on your table, a rules engine keeps the score."""
