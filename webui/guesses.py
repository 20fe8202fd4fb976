"""What may have been done, for people: each guess in words, the same one never twice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.core import Guess, State, play

from .match import Match, words


@dataclass(frozen=True, slots=True)
class Told:
    """A guess with its words and where it leads."""

    guess: Guess
    texts: tuple[str, ...]
    leads: State


def tell(match: Match, guess: Guess) -> Told:
    """A guess in the words of the steps that it is made of."""
    state, texts = match.state, []
    for move in guess.moves:
        texts.append(words(match.rules, state, move))
        state = play(match.rules, state, move, anyway=True)
    return Told(guess, tuple(texts), replace(state, news=()))


def distinct(match: Match, found: Sequence[Guess]) -> tuple[Told, ...]:
    """The guesses in words, of those that lead to the same only the best."""
    told: list[Told] = []
    for one in (tell(match, guess) for guess in found):
        if all(one.leads != other.leads for other in told):
            told.append(one)
    return tuple(told)
