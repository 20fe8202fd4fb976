"""Dice modifiers: what a space makes of a die's face, its defence and its attack (DC-5, DC-8, DC-9, DC-33)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from .sheets import Space


@dataclass(frozen=True, slots=True)
class Way:
    """One way to carry out a space's modifiers: what was chosen, the face then, and the words that held."""

    option: str
    face: int
    words: tuple[str, ...] = ()

    @property
    def defence(self) -> int:
        """The face with the defence modifiers; may pass 6 or fall under 1."""
        return self.face + sum(int(w[1:]) for w in self.words if w[0] == "d")

    @property
    def attack(self) -> int:
        """The face with the attack modifiers; may pass 6 or fall under 1."""
        return self.face + sum(int(w[1:]) for w in self.words if w[0] == "a")


def bounded(face: int) -> int:
    """A face that never passes 6 or falls below 1."""
    return max(1, min(6, face))


def ways(space: Space, face: int, near: Collection[int]) -> tuple[Way, ...]:
    """Every way to carry out a space's modifiers in printed order.

    `near` holds the faces of adjacent dice; without any, a swap does nothing (DC-9).
    """
    found: tuple[Way, ...] = (Way("", face),)
    for either in space:
        found = tuple(
            then for way in found for word in either for then in step(way, word, near, word if either[1:] else "")
        )
    return found


def step(way: Way, word: str, near: Collection[int], chosen: str) -> Iterator[Way]:
    """A way with one more modifier; `chosen` names it where another could have held."""
    if word == "+-1":
        yield noted(way, word, bounded(way.face + 1), chosen, "+1")
        yield noted(way, word, bounded(way.face - 1), chosen, "-1")
    elif word == "swap" and near:
        for n in near:
            yield noted(way, word, n, chosen, f"={n}")
    else:
        yield noted(way, word, turned(word, way.face), chosen)


def turned(word: str, face: int) -> int:
    """The face that a modifier without a choice makes of a face."""
    if word == "flip":
        return 7 - face
    if word.startswith("set"):
        return int(word[3:])
    return bounded(face + int(word)) if word[0] in "+-" else face


def noted(way: Way, word: str, face: int, *chosen: str) -> Way:
    """A way with one more word and its choice."""
    return Way(" ".join(filter(None, (way.option, *chosen))), face, (*way.words, word))
