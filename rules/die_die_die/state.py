"""What a match of Die die DIE! knows, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from functools import partial

from ..changes import alike_under
from ..core import Award, State, colours, owner
from ..news import place, words
from ..table import Die, Table
from .sheets import Board, Space

DICE = 5  # of each army


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
    movers: tuple[str, ...] = ()  # who has not ended their movement
    awards: tuple[Award, ...] = ()


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


def is_tower(s: Match, d: Die) -> bool:
    """Whether this is a tower: one player's dice, two high or, by option, higher (DDD-18, DDD-26)."""
    own = all(owner_of(s, e) == owner_of(s, d) for e in d.under)
    return own and (len(d.under) == 1 or (bool(d.under) and "high-towers" in s.setup.options))


def towers(s: Match, player: str) -> tuple[Die, ...]:
    """A player's towers."""
    return tuple(d for d in mine(s, player) if is_tower(s, d))


def standing(s: Match) -> Match:
    """The state with those of the acting player's towers that still stand, as they lie now."""
    return replace(s, stood=tuple(now for _, now in upright(s, s.table)))


def upright(s: Match, seen: Table) -> list[tuple[Die, Die]]:
    """Which of the acting player's towers still stand in a table, and as what.

    A tower that was pushed or whose top was turned is the same one: of its place, its lower die and its top two stay.
    """
    left = [d for d in seen.of(*colours(s.setup, s.acting)) if is_tower(s, d)]
    found: list[tuple[Die, Die]] = []
    for was in s.stood:
        now = max(left, key=partial(likeness, was), default=was)
        if now in left and likeness(was, now) > 1:
            left.remove(now)
            found.append((was, now))
    return found


def likeness(was: Die, now: Die) -> int:
    """How much of a tower is as it was: its place, the dice under it, its top (one that cannot be seen fits any)."""
    top = was.face == now.face or not now.face
    return (was.space == now.space) + alike_under(was.to(now.space), now) + top


def due(s: Match, colour: str) -> int:
    """How many dice of a colour must lie in the arena."""
    return s.used.count(colour) - s.dead.count(colour)


def outside(s: Match) -> tuple[str, ...]:
    """The players with dice out of the arena that are to come back, in turn order."""
    return tuple(p for p in s.turn if any(s.table.count(c) < due(s, c) for c in colours(s.setup, p)))


def lost(s: Match, player: str = "") -> tuple[str, ...]:
    """One colour for each die out of the arena, of one player or of all."""
    found = [c for p in s.setup.players if player in ("", p.name) for c in p.colours]
    return tuple(c for c in found for _ in range(due(s, c) - s.table.count(c)))


def odd_counts(s: Match, seen: Table, flicked: str = "", waiting: Collection[str] = ()) -> Iterable[str]:
    """Where a table has other dice than those that were flicked, with one more of `flicked`, fewer of `waiting`."""
    known = [c for p in s.setup.players for c in p.colours]
    for c in known:
        want, there = due(s, c) + (c == flicked), seen.count(c)
        if there != want and not (c in waiting and there < want):
            yield f"{there} {c} {'die is' if there == 1 else 'dice are'} seen, {want} should lie there"
    for c in dict.fromkeys(d.colour for d in seen.all() if d.colour not in known):
        yield f"nobody plays {c} dice"


def at(s: Match, space: str) -> str:
    """A place in words, with the board's titles."""
    return place(space, s.board.titles)


def say(s: Match, *news: str) -> Match:
    """The state with more news."""
    return replace(s, news=(*s.news, *news))


def told(s: Match, seen: Table) -> Iterable[str]:
    """What a reading changes, in words with the board's titles (DDD-15)."""
    return words(s.table, seen, s.board.titles)
