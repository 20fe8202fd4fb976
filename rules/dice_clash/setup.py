"""Game setup: two players or one against a legend, their grids and dice, and the state before the first roll (DC-1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..boardfile import BadSheet
from ..core import BadSetup, Player, Setup
from ..values import showable
from .checks import grid
from .sheets import KINDS, Grid
from .shipped import grids
from .state import Clash


def complete(setup: Setup) -> Setup:
    """The setup with the shipped grids that its players name, where it brings no sheets."""
    if setup.sheets:
        return setup
    known = grids()
    named = tuple(known[p.sheet].read_text("utf-8") for p in setup.players if p.sheet in known)
    return replace(setup, sheets=named if len(named) == len(setup.players) else ())


def start(setup: Setup) -> Clash:
    """The match before the first roll.

    Raises:
        BadSetup: With all that is wrong with the players, their dice or their grids.
    """
    wrong = [*odd_players(setup), *(f"unknown option {o!r}; this game has none" for o in sorted(setup.options))]
    if len(setup.sheets) != 2:
        wrong.append(f"needs a battle grid for each of two players, not {len(setup.sheets)} sheets")
    if wrong:
        raise BadSetup("; ".join(wrong))
    found = both(setup)
    if wrong := [*odd_grids(setup, found)]:
        raise BadSetup("; ".join(wrong))
    return Clash(setup=setup, grids=found)


def both(setup: Setup) -> tuple[Grid, Grid]:
    """The grids of both players; raises BadSetup with all that is wrong with them."""
    found, wrong = [], []
    for text in setup.sheets:
        try:
            found.append(grid(text))
        except BadSheet as bad:
            wrong.append(str(bad))
    if wrong:
        raise BadSetup("\n".join(wrong))
    return found[0], found[1]


def odd_players(setup: Setup) -> Iterator[str]:
    """What is wrong with the players: two of different names, each with three colours for three kinds of dice."""
    if len(setup.players) != 2:
        yield f"two play, or one against a legend who is named as the second player, not {len(setup.players)}"
    names = [p.name for p in setup.players]
    yield from (f"{n!r} is the name of both players" for n in dict.fromkeys(names) if names.count(n) > 1)
    for p in setup.players:
        yield from odd_player(p)


def odd_player(p: Player) -> Iterator[str]:
    """What is wrong with one player."""
    if not p.name.strip():
        yield "a player has no name"
    if not showable(p.name):
        yield f"{p.name!r} holds characters that cannot be shown"
    if len(p.colours) != len(KINDS) or len(set(p.colours)) != len(p.colours):
        told = ", ".join(p.colours) or "none"
        yield f"{p.name} needs three colours, for {', '.join(KINDS)} dice, not {told}"
    yield from (f"{c!r} is not a colour's name" for c in p.colours if not (c.isascii() and c.isalpha() and c.islower()))


def odd_grids(setup: Setup, found: tuple[Grid, Grid]) -> Iterator[str]:
    """Grids that are not their players', two legends, and a warrior who stands on both sides."""
    for p, g in zip(setup.players, found, strict=True):
        if p.sheet != g.id:
            yield f"{p.name} plays the grid {p.sheet!r}, and the sheet in their place is {g.id!r}"
    if found[0].warrior.id == found[1].warrior.id:
        yield f"both play the {found[0].warrior.title}; there is one card of each"
    if all(g.warrior.legend for g in found):
        yield f"{found[0].warrior.title} and {found[1].warrior.title} are both legends; a person must play"
