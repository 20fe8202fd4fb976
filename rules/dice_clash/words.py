"""The modifiers and spaces of Dice Clash in words."""

from __future__ import annotations

from functools import cache

from .sheets import Space

ASIDE = "aside"


def space_id(seat: int, name: str) -> str:
    """The id on the table of a space of a seat's grid, or of the place beside it: "1-b2", "2-aside"."""
    return f"{seat + 1}-{name}"


def short(space: str) -> str:
    """A space without its seat: "b2"."""
    return space.partition("-")[2]


def modifier(word: str) -> str:
    """A modifier in words."""
    if word[0] in "ad" and word[1:2] in ("+", "-"):
        return f"{'attack' if word[0] == 'a' else 'defence'} {word[1:]}"
    if word == "+-1":
        return "die ±1"
    if word.startswith("set"):
        return f"set to {word[3:]}"
    return f"die {word}" if word[0] in "+-" else word


@cache
def held(words: tuple[str, ...]) -> str:
    """The modifiers that held for a die, in words."""
    return ", ".join(map(modifier, words)) or "no modifier"


def modifiers(space: Space) -> str:
    """The modifiers of a space in words; "blank" for none."""
    return ", ".join(" or ".join(map(modifier, either)) for either in space) or "blank"


def some(n: int, what: str) -> str:
    """A count of dice in words: "1 black die", "3 black dice"."""
    return f"{n} {what} {'die' if n == 1 else 'dice'}"
