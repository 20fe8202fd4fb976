"""Game setup: who can play with what, and the state before the first flick (DDD-1, DDD-2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..boardfile import BadSheet
from ..core import BadSetup, InPlay, Setup
from ..values import showable
from . import deck
from .deck import Card
from .effects import BY_MAP, BY_OPTION, EFFECTS
from .options import OPTIONS
from .sheets import Board, parse
from .state import MONUMENTS, Match

NEEDS = {  # an option that changes another one
    "execution-for-good": "summary-execution",
    "guerilla-ties": "guerilla",
    "monument-ties": "monuments",
}


def start(setup: Setup) -> Match:
    """The match before its first era; a number of players that is not recommended is news, not an error.

    Raises:
        BadSetup: With all that is wrong with the players, the board, the cards or the options.
    """
    wrong = [*odd_players(setup), *odd_options(setup)]
    if not 1 <= len(setup.sheets) <= 2:
        wrong.append(f"needs one board and, where cards are played, a deck, not {len(setup.sheets)} sheets")
    if wrong:
        raise BadSetup("; ".join(wrong))
    board, cards = parsed(setup)
    effects = chosen(setup, board)
    wrong = [*odd_crews(setup, board), *odd_deck(setup, board, cards, effects)]
    if wrong:
        raise BadSetup("; ".join(wrong))
    fewest, most = board.players
    fits = fewest <= len(setup.players) <= most
    news = () if fits else (f"{board.title} is recommended for {fewest} to {most} players",)
    return Match(setup=setup, board=board, effects=tuple(map(InPlay, effects)), deck=cards, news=news)


def parsed(setup: Setup) -> tuple[Board, tuple[Card, ...]]:
    """The board and the cards that the options let in; raises BadSetup."""
    try:
        cards = deck.parse(setup.sheets[1]) if len(setup.sheets) > 1 else ()
        return parse(setup.sheets[0]), tuple(c for c in cards if not c.module or c.module in setup.options)
    except BadSheet as bad:
        raise BadSetup(str(bad)) from bad


def chosen(setup: Setup, board: Board) -> list[str]:
    """The effects that map and options bring, in the order in which they are asked.

    A map with cards of its own plays them without the module, and alone (DDD-64).
    """
    wanted = {*board.effects, *(o for o in setup.options if o in BY_OPTION)}
    if "pirate-cards" in wanted:
        wanted.discard("power-cards")
    return [e for e in EFFECTS if e in wanted]


def complete(setup: Setup) -> Setup:
    """The setup with the deck that ships, where cards are played and no deck is given."""
    if len(setup.sheets) != 1:
        return setup
    try:
        board = parse(setup.sheets[0])
    except BadSheet:
        return setup
    cards = {"power-cards", "pirate-cards"} & set(chosen(setup, board))
    return replace(setup, sheets=(*setup.sheets, deck.shipped())) if cards else setup


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
    yield from (f"two players have {c} dice" for c in dict.fromkeys(colours) if colours.count(c) > 1)
    yield from (f"{c!r} is not a colour's name" for c in colours if not (c.isascii() and c.isalpha() and c.islower()))
    yield from (f"{c!r} is a monument, no colour of dice" for c in colours if c in MONUMENTS)


def odd_crews(setup: Setup, board: Board) -> Iterator[str]:
    """What is wrong with the players for this board: colours for each kind of dice, and exactly two captains."""
    want = len(board.crew)
    number = {1: "one colour", 2: "two colours, masters first"}.get(want, f"{want} colours")
    yield from (f"{p.name}: needs {number}, not {len(p.colours)}" for p in setup.players if len(p.colours) != want)
    if board.rigid and not board.players[0] <= len(setup.players) <= board.players[1]:
        yield f"{board.title} is for {board.players[0]} players, not {len(setup.players)}"
    yield from (
        f"the board's effect {e!r} is unknown; known: {', '.join(BY_MAP)}" for e in board.effects if e not in BY_MAP
    )


def odd_deck(setup: Setup, board: Board, cards: tuple[Card, ...], effects: list[str]) -> Iterator[str]:
    """What is wrong with the deck."""
    played = {"power-cards", "pirate-cards"} & set(effects)
    if played and len(setup.sheets) == 1:
        yield "cards are played: needs the deck as second sheet"
    elif played:
        least = 4 * len(setup.players) if "pirate-cards" in effects else len(setup.players) + 1
        if len(deck.ids(cards)) < least:
            yield f"the deck has {len(deck.ids(cards))} cards, {len(setup.players)} players need {least}"
    elif len(setup.sheets) > 1:
        yield "no cards are played: the second sheet has no use"


def odd_options(setup: Setup) -> Iterator[str]:
    """What is wrong with the options."""
    known = [o.id for o in OPTIONS]
    yield from (f"unknown option {o!r}; known: {', '.join(known)}" for o in sorted(setup.options) if o not in known)
    for option, other in NEEDS.items():
        if option in setup.options and other not in setup.options:
            yield f"option {option!r} goes with {other!r}"
