"""`pipsight blackhole`: to which planet the black hole sends a die in a picture of a Space table."""

from __future__ import annotations

import click

from ..ask_picture import Asked, answered, common


@click.command()
@common("space")
@click.pass_context
def blackhole(context: click.Context, /, **said: object) -> None:
    """Tell what the black hole does on the table in PICTURE (or in --table): the planet, the dice that go and stay.

    Exit status 1 where a picture cannot be read or something about its dice is not sure.
    """
    answered(context, "blackhole", Asked(**said))  # type: ignore[arg-type]
