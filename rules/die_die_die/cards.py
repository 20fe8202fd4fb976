"""Power cards in the movement phase: who may use which, and how (DDD-41, DDD-64); `card_effects.py` is what they do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Choices, InPlay, Move, in_play
from ..news import piece
from . import deck
from .card_effects import MARCH, at_once
from .duties import duties, free
from .hands import deal, deal_crews, hidden, named, title, without
from .rule import Rule
from .state import Match, Playing, at, say


def waiting(s: Match, player: str, first: str) -> str:
    """Why a player may not use a card now: turn, duties, or no card; "" where they may."""
    if player != first:
        return f"it is {first}'s turn"
    if had_one(s, player):
        return "one card in a movement phase"
    held = duties(s, player)
    return f"first {piece(held[0])} in {at(s, held[0].space)} has its place to take" if held else ""


def turn_of(s: Match) -> str:
    """The first who has dice to set or a card to use."""
    return next((p for p in s.movers if duties(s, p) or free(s, p) or holds(s, p)), "")


def holds(s: Match, player: str) -> bool:
    """Whether a player has a card to use in this movement phase: of the hand, or for a captain of the line."""
    line = bool(in_play(s, "pirate-cards") and s.lying)
    return not had_one(s, player) and (player in s.hands or line)


def had_one(s: Match, player: str) -> bool:
    """Whether a captain has used a card in this movement phase."""
    return any(e.player == player for e in in_play(s, "had-card"))


def known_place(s: Match, card: str) -> str:
    """Why a card that is not hidden cannot be in a hand."""
    if card in s.lying:
        return f"{title(s, card)} lies open on the table"
    if card in s.discards:
        return f"{title(s, card)} is discarded"
    return f"{title(s, card)} was not dealt"


def power_cards(s: Match, mine: InPlay, found: Choices[Match]) -> Iterable[Choice[Match]]:
    """The three ways to use a card, for the player whose turn it is; for the others the play, barred."""
    yield from found
    if s.playing or s.phase not in ("attack", "movement"):
        return
    yield from turned_up(s)
    first = turn_of(s) if s.phase == "movement" else ""
    for p in s.movers if first else ():
        no = waiting(s, p, first) or empty(s, p)
        if p in s.hands or p == first:
            yield from plays(s, p, no)
        if not no:
            yield from swaps(s, p)
            yield from lays(s, p)


def empty(s: Match, player: str) -> str:
    """Why a player without a card plays none from the hand."""
    return "" if player in s.hands else f"{player} has no card in hand"


def turned_up(s: Match) -> Iterator[Choice[Match]]:
    """Which card lies open after the deal."""
    for c in hidden(s) if s.untold else ():
        yield Choice(Move("open", "", (c,)), f"{title(s, c)} is the open card", partial(opened, card=c))


def opened(s: Match, card: str) -> Match:
    """The open card is named."""
    return replace(named(s, card), untold=s.untold - 1, lying=(*s.lying, card))


def plays(s: Match, p: str, no: str) -> Iterator[Choice[Match]]:
    """A card from the hand, discarded once it has taken effect."""
    may = () if no else hidden(s)
    for c in s.deck:
        do = partial(play_hand, player=p, card=c.id)
        why = no or ("" if c.id in may else known_place(s, c.id))
        yield Choice(Move("card", p, (c.id,)), f"{p}: play {c.title}", do, no=why)


def swaps(s: Match, p: str) -> Iterator[Choice[Match]]:
    """The card in hand for one that lies open, which is played and discarded."""
    for c in dict.fromkeys(s.lying):
        for own in hidden(s):
            text = f"{p}: lay {title(s, own)} down, play {title(s, c)} from the table"
            yield Choice(Move("swap", p, (own, c)), text, partial(play_open, player=p, own=own, card=c))


def lays(s: Match, p: str) -> Iterator[Choice[Match]]:
    """The card in hand is laid open for all, and a die or tower moves to a territory nearby."""
    for own in hidden(s):
        text = f"{p}: lay {title(s, own)} open and move a die or tower to a territory nearby"
        yield Choice(Move("lay", p, (own,)), text, partial(laid, player=p, own=own))


def play_hand(s: Match, player: str, card: str) -> Match:
    """A card leaves the hand and takes effect."""
    s = named(s, card)
    return take_effect(replace(s, hands=without(s.hands, player)), player, card)


def play_open(s: Match, player: str, own: str, card: str) -> Match:
    """The hand's card lies open now; the one that lay there takes effect."""
    s = named(s, own)
    lying = (*without(s.lying, card), own)
    return take_effect(replace(s, hands=without(s.hands, player), lying=lying), player, card)


def laid(s: Match, player: str, own: str) -> Match:
    """The hand's card lies open; its owner moves a die or tower."""
    s = named(s, own)
    s = replace(s, hands=without(s.hands, player), lying=(*s.lying, own), playing=Playing(MARCH, player))
    return say(s, f"{player} lays {title(s, own)} open")


def take_effect(s: Match, player: str, card: str) -> Match:
    """A card is discarded and carried out: at once, or by what its player chooses next."""
    s = say(replace(s, discards=(*s.discards, card)), f"{player} plays {title(s, card)}")
    return at_once(replace(s, playing=Playing(deck.card(s.deck, card).id, player)))


def may_play(s: Match, mine: InPlay, player: str) -> bool:
    """Whether a player has a card to use."""
    return holds(s, player)


def crew_cards(s: Match, mine: InPlay, found: Choices[Match]) -> Iterable[Choice[Match]]:
    """One card in each movement phase, from the hand or from the line (DDD-64)."""
    yield from found
    if s.playing or s.phase != "movement":
        return
    first = turn_of(s)
    for p in s.movers:
        no = waiting(s, p, first)
        if p in s.hands or p == first:
            yield from (had(c) for c in plays(s, p, no or empty(s, p)))
        for c in dict.fromkeys(s.lying):
            do = partial(play_line, player=p, card=c)
            yield had(Choice(Move("line", p, (c,)), f"{p}: play {title(s, c)} from the line", do, no=no))


def play_line(s: Match, player: str, card: str) -> Match:
    """A card of the line takes effect, and waits face down for the next era."""
    return take_effect(replace(s, lying=without(s.lying, card)), player, card)


def had(c: Choice[Match]) -> Choice[Match]:
    """A step that is its player's only card of this movement phase."""
    return replace(c, do=partial(then_had, player=c.move.player, step=c))


def then_had(s: Match, player: str, step: Choice[Match]) -> Match:
    """The step, and that its player has had a card."""
    s = step.do(s)
    return replace(s, effects=(*s.effects, InPlay("had-card", player)))


POWER_CARDS = Rule("power cards", offer=power_cards, moves=may_play, begins=lambda s, mine: deal(s))
PIRATE_CARDS = Rule("captains' cards", offer=crew_cards, moves=may_play, begins=lambda s, mine: deal_crews(s))
HAD_CARD = Rule("one card in a movement phase", until="movement")
