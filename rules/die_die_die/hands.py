"""Power cards: what is known of hands, open cards and discards (DDD-40, DDD-42, DDD-64).

Hands are secret, so a card is named when it is played: any card that may be in a hand can be.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ..core import in_play
from . import deck
from .state import Match, say

EACH = 4  # cards of a captain on Pirate Ship


def dealt(s: Match) -> int:
    """How many cards of the deck are in the match."""
    players = len(s.setup.players)
    return EACH * players if in_play(s, "pirate-cards") else players + 1


def hidden(s: Match) -> tuple[str, ...]:
    """The cards that may be in a hand, or lie open and not named, in the order of the deck."""
    seen = Counter((*s.lying, *s.discards))
    left = Counter(s.known) - seen
    if len(s.known) < dealt(s):
        left += Counter(deck.ids(s.deck)) - Counter(s.known)
    return tuple(c.id for c in s.deck if left[c.id])


def named(s: Match, card: str) -> Match:
    """A hidden card was named, and so belongs to those that were dealt."""
    seen = Counter((*s.lying, *s.discards))
    fresh = (Counter(s.known) - seen)[card] == 0 and card in hidden(s)
    return replace(s, known=(*s.known, card)) if fresh else s


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards with one of this id, or this player's hand, taken away."""
    if card not in cards:
        return cards
    n = cards.index(card)
    return cards[:n] + cards[n + 1 :]


def title(s: Match, card: str) -> str:
    """A card in words."""
    return deck.card(s.deck, card).title


def deal(s: Match) -> Match:
    """The same cards are shuffled and dealt again, one each, and the one that remains lies open (DDD-42)."""
    players = tuple(p.name for p in s.setup.players)
    s = replace(s, hands=players, untold=1, lying=(), discards=())
    return say(s, "Deal the cards: one each, one open on the table")


def deal_crews(s: Match) -> Match:
    """Four cards each at first; in later eras the used ones lie open in a line (DDD-64)."""
    if s.era == 1:
        hands = tuple(p.name for p in s.setup.players for _ in range(EACH))
        return say(replace(s, hands=hands), f"Deal the cards: {EACH} each")
    line = (*s.lying, *s.discards)
    news = (f"Open in the line: {', '.join(title(s, c) for c in line)}",) if line else ()
    return say(replace(s, lying=line, discards=()), *news)
