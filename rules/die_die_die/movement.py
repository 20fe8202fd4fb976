"""Movement phase: each player brings their dice and towers from borders into territories (DDD-20 to 26).

Which dice those are stands in `duties.py`; what cards add stands in `cards.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import takewhile

from ..core import Choice, Move
from ..news import piece
from ..table import Die
from .bumps import bump
from .duties import duties, free, homes, leans, settled
from .effects import EFFECTS
from .state import Match, at, owner_of, say
from .towers import left_under


def to_move(s: Match) -> Match:
    """The phase begins: everyone may move, in turn order."""
    return replace(s, movers=s.turn)


def moving(s: Match) -> bool:
    """Whether anyone has something to do; a phase in which nobody has ends by itself (DDD-22)."""
    return any(busy(s, p) for p in s.movers)


def busy(s: Match, player: str) -> bool:
    """Whether a player must move a die, or a rule in play lets them do something."""
    may = any(EFFECTS[e.effect].moves(s, e, player) for e in s.effects)
    return may or bool(duties(s, player) or free(s, player))


def movement(s: Match) -> Iterator[Choice[Match]]:
    """The steps of the first who has something to do; those of the others are barred until then."""
    waiting = [p for p in s.movers if busy(s, p)]
    for p in waiting:
        no = "" if p == waiting[0] else f"it is {waiting[0]}'s turn"
        held = duties(s, p)
        for d in held:
            yield from (replace(c, no=no or c.no) for c in ways(s, p, d))
        for d in free(s, p):
            yield from (replace(c, no=no) for c in sets(s, p, d))
        why = no or (f"{piece(held[0])} in {at(s, held[0].space)} cannot stay so" if held else "")
        yield Choice(Move("done", p), f"{p}: done", partial(done, player=p), no=why, quiet=True)
    yield bump(s)


def ways(s: Match, player: str, d: Die) -> Iterator[Choice[Match]]:
    """What a player may do with a die that cannot stay as it lies."""
    name = f"{piece(d)} in {at(s, d.space)}"
    if not d.face:
        for face in range(1, 7):
            do = partial(judged, d=d, face=face)
            yield Choice(Move("shows", player, (str(d), face)), f"{player}: {name} clearly shows {face}", do)
    elif leans(s, d):
        do = partial(beside, d=d)
        yield Choice(Move("beside", player, (str(d),)), f"{player}: set {piece(lifted(s, d)[0])} beside the other", do)
    elif not settled(s, d):
        yield from sets(s, player, d)
    clear = bool(d.face) and bool(homes(s, d))
    why = f"it shows a clear {d.face}" if clear else ""
    top = f"{piece(d.alone())} in {at(s, d.space)}"  # of a tower only the die without a clear result goes
    yield Choice(
        Move("remove", player, (str(d),)), f"{player}: take {top} off, out for this era", partial(taken, d=d), no=why
    )


def sets(s: Match, player: str, d: Die) -> Iterator[Choice[Match]]:
    """The territories that a player may set a die or tower into."""
    for home in homes(s, d):
        text = f"{player}: set {piece(d)} in {at(s, d.space)} into {at(s, home)}"
        yield Choice(Move("adjust", player, (str(d), home)), text, partial(moved, d=d, home=home))


def judged(s: Match, d: Die, face: int) -> Match:
    """A die that the camera could not read has a clear result all the same."""
    return say(
        replace(s, table=s.table.swap(d, new=[replace(d, face=face)])), f"{d.colour} in {at(s, d.space)} is a {face}"
    )


def beside(s: Match, d: Die) -> Match:
    """What rested on another lies beside it, its face kept; a tower stays one."""
    own, lower = lifted(s, d)
    below = replace(lower[-1], under=lower[:-1])
    s = replace(s, table=s.table.swap(d, new=[below, own]))
    return say(s, f"{piece(own)} lies beside {piece(below)} now")


def lifted(s: Match, d: Die) -> tuple[Die, tuple[Die, ...]]:
    """What is lifted off a pile, and what stays: the owner's dice off others, or the top off a pile of their own."""
    pile = d.each()
    own = len(list(takewhile(lambda e: owner_of(s, e) == owner_of(s, d), reversed(pile))))
    stay = len(pile) - (own if own < len(pile) else 1)
    return replace(d, under=pile[stay:-1]), pile[:stay]


def moved(s: Match, d: Die, home: str) -> Match:
    """A die or tower is set into a territory, its face kept."""
    return say(replace(s, table=s.table.swap(d, new=[d.to(home)])), f"{piece(d)} goes to {at(s, home)}")


def taken(s: Match, d: Die) -> Match:
    """A die without a clear result is out for the era, with nothing that lies under it."""
    s = replace(s, table=s.table.swap(d, new=left_under(d)), dead=(*s.dead, d.colour))
    return say(s, f"{piece(d.alone())} is out for this era")


def done(s: Match, player: str) -> Match:
    """A player has ended their movement."""
    return replace(s, movers=tuple(p for p in s.movers if p != player))
