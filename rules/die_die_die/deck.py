"""The deck of power cards as a data file that a table can edit (DDD-40): ids, titles, what each card does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ..boardfile import NAME, WORDS, BadSheet, Keys, Problem, odd_keys, toml, whole

DOES = ("swap", "flip", "quarantine", "stout", "tower", "fuse", "copy", "repeat", "rebuild", "archeology")
MOST = 60  # cards of a deck

CARD: Keys = {"id": NAME, "title": WORDS, "text": WORDS}
CARD_MAY: Keys = {
    "count": whole(1),
    "module": NAME,
    "does": (lambda v: v in DOES, f"is unknown; known: {', '.join(DOES)}; without it people carry the card out"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """A power card; without `does` the people carry it out, with `module` it needs that option."""

    id: str
    title: str
    text: str
    does: str = ""
    count: int = 1
    module: str = ""


def shipped() -> str:
    """The text of the deck that ships."""
    return (files(__package__) / "data" / "cards.toml").read_text("utf-8")


def parse(text: str) -> tuple[Card, ...]:
    """The deck that a TOML text tells.

    Raises:
        BadSheet: With all that is wrong: the key and the reason with the known words.
    """
    try:
        told = toml(text)
    except ValueError as e:
        raise BadSheet((Problem("deck", "", f"cannot be read: {e}"),)) from None
    bad = tuple(Problem("deck", key, why) for key, why in odd_deck(told))
    if bad:
        raise BadSheet(bad)
    return tuple(Card(**card) for card in told["card"])


def odd_deck(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with a deck: key and reason."""
    yield from ((key, "is unknown; known: card") for key in told if key != "card")
    cards = told.get("card")
    if not isinstance(cards, list) or not cards or not all(isinstance(c, dict) for c in cards):
        yield "card", "must be tables, [[card]]"
        return
    for n, card in enumerate(cards):
        yield from odd_keys(card, CARD, CARD_MAY, f"card {card.get('id', n)!s}.")
    ids = [str(c.get("id")) for c in cards]
    yield from (
        (f"card {n}", "stands twice; `count` tells how many there are") for n in sorted(set(ids)) if ids.count(n) > 1
    )
    many = sum(c["count"] if whole(1)[0](c.get("count")) else 1 for c in cards)
    if many > MOST:
        yield "card", f"{many} cards, at most {MOST} can be"


def ids(deck: tuple[Card, ...]) -> tuple[str, ...]:
    """The id of each card, as often as there are of it."""
    return tuple(c.id for c in deck for _ in range(c.count))


def card(deck: tuple[Card, ...], name: str) -> Card:
    """The card of this id; one that people carry out for an id that the deck does not hold."""
    return next((c for c in deck if c.id == name), Card(name, name, name))
