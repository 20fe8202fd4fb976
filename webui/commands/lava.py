"""`pipsight lava`: which area the lava takes in a picture of a Krakatoa table, which dice go, which stay and why."""

from __future__ import annotations

import click

from ..ask_picture import Asked, answered, common


@click.command()
@common("krakatoa")
@click.option("--highest", is_flag=True, help="House ruling: only the highest die of several spills its area.")
@click.option(
    "--area", "areas", multiple=True, type=click.IntRange(1, 5), help="What the owner of a 6 chose; repeat it."
)
@click.pass_context
def lava(context: click.Context, /, highest: bool, areas: tuple[int, ...], **said: object) -> None:
    """Tell what the lava does on the table in PICTURE (or in --table): the area, the dice that go, those that stay.

    Exit status 1 where a picture cannot be read or something about its dice is not sure.
    """
    answered(context, "lava", Asked(**said, highest=highest, chosen=areas))  # type: ignore[arg-type]
