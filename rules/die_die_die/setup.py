"""Game setup: who can play with what, and the state before the first flick (DDD-1, DDD-2)."""

from __future__ import annotations

from collections.abc import Iterator

from ..boardfile import BadSheet
from ..core import BadSetup, InPlay, Setup
from ..values import showable
from .optional import EFFECTS
from .options import OPTIONS
from .sheets import parse
from .state import Match


def start(setup: Setup) -> Match:
    """The match before its first era; a number of players that is not recommended is news, not an error.

    Raises:
        BadSetup: With all that is wrong with the players, the board or the options.
    """
    wrong = [*odd_players(setup), *odd_options(setup)]
    if len(setup.sheets) != 1:
        wrong.append(f"needs one board, not {len(setup.sheets)}")
    if wrong:
        raise BadSetup("; ".join(wrong))
    try:
        board = parse(setup.sheets[0])
    except BadSheet as bad:
        raise BadSetup(str(bad)) from bad
    fewest, most = board.players
    fits = fewest <= len(setup.players) <= most
    news = () if fits else (f"{board.title} is recommended for {fewest} to {most} players",)
    return Match(setup=setup, board=board, effects=tuple(InPlay(e) for e in EFFECTS if e in setup.options), news=news)


def odd_players(setup: Setup) -> Iterator[str]:
    """What is wrong with the players."""
    names = [p.name for p in setup.players]
    colours = [c for p in setup.players for c in p.colours]
    if not 2 <= len(names) <= 5:
        yield f"needs 2 to 5 players, not {len(names)}"
    if not all(n.strip() for n in names):
        yield "a player has no name"
    yield from (f"{n!r} holds characters that cannot be shown" for n in names if not showable(n))
    yield from (f"two players are called {n!r}" for n in dict.fromkeys(names) if names.count(n) > 1)
    yield from (f"{p.name}: needs one colour, not {len(p.colours)}" for p in setup.players if len(p.colours) != 1)
    yield from (f"two players have {c} dice" for c in dict.fromkeys(colours) if colours.count(c) > 1)
    yield from (f"{c!r} is not a colour's name" for c in colours if not (c.isascii() and c.isalpha() and c.islower()))


def odd_options(setup: Setup) -> Iterator[str]:
    """What is wrong with the options."""
    known = [o.id for o in OPTIONS]
    yield from (f"unknown option {o!r}; known: {', '.join(known)}" for o in sorted(setup.options) if o not in known)
    if "execution-for-good" in setup.options and "summary-execution" not in setup.options:
        yield "option 'execution-for-good' goes with 'summary-execution'"
