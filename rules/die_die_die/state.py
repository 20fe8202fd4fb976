"""What a match of Die die DIE! knows, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..core import Award, State, colours, in_play, owner
from ..news import place, words
from ..table import Die, Table
from .deck import Card
from .sheets import Board, Space

MONUMENTS = ("pyramid", "castle", "highrise")  # of ages I, II and III; they stand on the table like dice
STANDS, FALLEN = 1, 2  # the face of a monument


@dataclass(frozen=True, slots=True)
class Playing:
    """A card that is being carried out: whose, and the points that a Fusion has still to spread."""

    card: str
    player: str
    points: int = 0


@dataclass(frozen=True, kw_only=True)
class Match(State):
    """A match: the era, whose turns are to come, which dice are used up or out, and every point."""

    board: Board
    era: int = 0
    turn: tuple[str, ...] = ()  # the order of this era
    queue: tuple[str, ...] = ()  # attack turns to come
    acting: str = ""  # whose shot and tower may still follow
    may: tuple[str, ...] = ()  # of "shot" and "tower"
    stood: tuple[Die, ...] = ()  # the acting player's towers that stood when the turn began and still stand
    used: tuple[str, ...] = ()  # one colour for each die flicked this era
    dead: tuple[str, ...] = ()  # one colour for each flicked die that is out for this era
    gone: tuple[str, ...] = ()  # one colour for each die that is out for the match
    absent: tuple[str, ...] = ()  # of these, those that were out when the era began
    movers: tuple[str, ...] = ()  # who has not ended their movement
    awards: tuple[Award, ...] = ()
    monuments: tuple[str, ...] = ()  # those that were set
    asks: tuple[str, ...] = ()  # who is still asked for a sacrifice
    spills: tuple[Die, ...] = ()  # caldera dice whose owners have still to choose an area
    areas: tuple[int, ...] = ()  # over which lava is to flow
    placing: str = ""  # the monument to be set
    deck: tuple[Card, ...] = ()
    known: tuple[str, ...] = ()  # cards that are known to have been dealt
    hands: tuple[str, ...] = ()  # one player for each card in a hand
    untold: int = 0  # cards that lie open and that nobody has named yet
    lying: tuple[str, ...] = ()  # cards that lie open
    discards: tuple[str, ...] = ()
    playing: Playing | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    """Who fights for a territory, with which dice, and who is strongest; nobody wins an empty one."""

    space: Space
    dice: tuple[Die, ...]
    strengths: tuple[tuple[str, int], ...]  # in turn order
    winners: tuple[str, ...]


def order(s: Match) -> tuple[str, ...]:
    """Turn order (DDD-3): who has more points first, then whose marker lies higher in the stack.

    Each award lifts its player's marker on top of those that it reaches.
    """
    track = [(p.name, 0) for p in s.setup.players]
    for award in s.awards:
        if award.points or "zero-restacks" in s.setup.options:
            points = dict(track)[award.player] + award.points
            track = [t for t in track if t[0] != award.player]
            at = next((i for i, t in enumerate(track) if t[1] <= points), len(track))
            track.insert(at, (award.player, points))
    return tuple(name for name, _ in track)


def mine(s: Match, player: str) -> Table:
    """A player's own dice and towers, those whose top is theirs."""
    return s.table.of(*colours(s.setup, player))


def owner_of(s: Match, d: Die) -> str:
    """Whose die this is, or whose is on top; "" for nobody's."""
    return owner(s.setup, d.colour)


def at(s: Match, space: str) -> str:
    """A place in words, with the board's titles."""
    return place(space, s.board.titles)


def say(s: Match, *news: str) -> Match:
    """The state with more news."""
    return replace(s, news=(*s.news, *news))


def told(s: Match, seen: Table) -> Iterable[str]:
    """What a reading changes, in words with the board's titles (DDD-15)."""
    was, now = (t.where(lambda d: d.colour not in MONUMENTS) for t in (s.table, seen))
    yield from words(was, now, s.board.titles)
    for m in MONUMENTS:
        stood, stands = (next((d for d in t if d.colour == m), None) for t in (s.table, seen))
        if stood != stands:
            yield monument_words(s, m, stands)


def monument_words(s: Match, name: str, now: Die | None) -> str:
    """What became of a monument."""
    if now is None:
        return f"the {name} left the arena"
    stands = "stands" if now.face == STANDS else "lies fallen"
    return f"the {name} {stands} in {at(s, now.space)}"


def eras(s: Match) -> int:
    """How many eras the match has: those of the map, or always four with monuments (DDD-4)."""
    return 4 if in_play(s, "monuments") else s.board.eras
