"""The places of a Dice Horde table and its dice in words."""

from __future__ import annotations

from ..news import piece
from ..table import Die

POOL, HORIZON, GRAVEYARD, ROUND_DIE = "pool", "horizon", "graveyard", "round-die"
ELSEWHERE = {POOL: "the pool", HORIZON: "the horizon", GRAVEYARD: "the graveyard", ROUND_DIE: "above the sheet"}


def title(space: str) -> str:
    """A space in words: "segment 2 space 1"."""
    n, _, k = space.partition("-")
    if n == "round" and k.isdecimal():
        return f"round segment {k}"
    if n.isdecimal() and k.isdecimal():
        return f"segment {n} space {k}"
    return ELSEWHERE.get(space, space)


def named(d: Die) -> str:
    """A die and where it lies, in words."""
    where = " and ".join(map(title, (*d.spaces, *d.nearest)))
    return f"{piece(d)} {'on' if where == 'the horizon' else 'in'} {where}"


def plural(n: int, what: str) -> str:
    """A count in words: "1 heart", "3 hearts"."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
