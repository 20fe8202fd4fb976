"""Reads battle grids from TOML and tells everything that is missing or wrong at once (DC-2).

`sheets.py` holds what they become and the words of a space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ..boardfile import NAME, WORDS, BadSheet, Keys, Problem, Test, odd_keys, toml
from .sheets import GAME, LEGEND_WORDS, PLAIN_WORDS, WARRIORS, Grid, Space

Odd = Iterator[tuple[str, str]]  # key and reason
MOST_TEXT = 20_000  # characters of a grid
MOST_ROWS = 6
NUMBER = re.compile(r"([ad][+-][1-9])|([+-][1-5])", re.ASCII)
KNOWN = "a+N or a-N (attack, N from 1 to 9), d+N or d-N (defence), +N or -N (die value, N from 1 to 5)"


def one_of(known: tuple[str, ...]) -> Test:
    """A test for one of the known words."""
    return lambda v: isinstance(v, str) and v in known, f"must be one of {', '.join(known)}"


def is_side(v: Any) -> bool:
    """Whether a value is rows of spaces, all of one length."""
    if not (isinstance(v, list) and 0 < len(v) <= MOST_ROWS and all(isinstance(row, list) for row in v)):
        return False
    one_length = len({len(row) for row in v}) == 1 and 0 < len(v[0]) <= MOST_ROWS
    return one_length and all(isinstance(space, str) for row in v for space in row)


SIDE: Test = (is_side, f'must be rows of spaces like [["a+1", ""], ["flip", "d+2"]], at most {MOST_ROWS}, all as long')
GRID: Keys = {
    "id": NAME, "title": WORDS, "game": one_of((GAME,)), "warrior": one_of(tuple(WARRIORS)), "green": SIDE,
    "skull": SIDE,
}  # fmt: skip


def grid(text: str) -> Grid:
    """The battle grid that a TOML text tells.

    Raises:
        BadSheet: With all that is missing or wrong: the grid as file, the key, and the reason.
    """
    if len(text) > MOST_TEXT:
        raise BadSheet((Problem("battle grid", "", f"is longer than {MOST_TEXT} characters"),))
    try:
        told = toml(text)
    except ValueError as e:
        raise BadSheet((Problem("battle grid", "", f"cannot be read: {e}"),)) from None
    file = f"{told['id']}.toml" if NAME[0](told.get("id")) else "battle grid"
    if bad := tuple(Problem(file, key, why) for key, why in odd_grid(told)):
        raise BadSheet(bad)
    green, skull = (tuple(space(words) for row in told[side] for words in row) for side in ("green", "skull"))
    return Grid(told["id"], told["title"], WARRIORS[told["warrior"]], len(told["green"][0]), green, skull)


def space(words: str) -> Space:
    """The modifiers of a space, each as its alternatives."""
    return tuple(tuple(word.split("/")) for word in words.split())


def odd_grid(told: dict[str, Any]) -> Odd:
    """What is wrong with a grid: its keys, its size, and each word of each space."""
    yield from odd_keys(told, GRID, {})
    legend = told.get("warrior") in [w.id for w in WARRIORS.values() if w.legend]
    sides = {key: told[key] for key in ("green", "skull") if is_side(told.get(key))}
    if len(sides) == 2:
        yield from odd_size(sides["green"], sides["skull"])
    for key, rows in sides.items():
        for r, row in enumerate(rows, 1):
            for c, words in enumerate(row, 1):
                yield from ((f"{key} row {r} space {c}", why) for why in odd_space(words, legend))


def odd_size(green: list[list[str]], skull: list[list[str]]) -> Odd:
    """Sides of two sizes, and a grid on which no second die has a place."""
    sizes = [f"{len(side)} rows of {len(side[0])}" for side in (green, skull)]
    if sizes[0] != sizes[1]:
        yield "skull", f"has {sizes[1]} spaces, the green side {sizes[0]}"
    if len(green) * len(green[0]) < 2:
        yield "green", "has 1 space; 2 is the least"


def odd_space(words: str, legend: bool) -> Iterator[str]:
    """What is wrong with the modifiers of one space."""
    every = [word for either in words.split() for word in either.split("/")]
    known = (*(w for w in PLAIN_WORDS if not legend or w != "eye"), *(LEGEND_WORDS if legend else ()))
    for word in dict.fromkeys(every):
        if every.count(word) > 1:
            yield f"{word!r} stands twice"
        if word == "eye" and legend:
            yield "'eye' is of no use to a legend, for whom nobody looks"
        elif word in LEGEND_WORDS and not legend:
            yield f"{word!r} stands on grids of legends only"
        elif word not in known and not NUMBER.fullmatch(word):
            yield f"{word!r} is unknown; known: {KNOWN}, {', '.join(known)}; x/y for one of two"
