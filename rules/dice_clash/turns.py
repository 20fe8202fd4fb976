"""A turn: what a player may place, and what a legend rolls and places (DC-4, DC-13, DC-27, DC-31, DC-32)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from .legends import trimmed
from .placement import Placed, Thrown, hand, placements, set_down
from .rounds import lose
from .sheets import FACES
from .state import (
    AGAIN,
    ANEW,
    ROLL_FIRST,
    Clash,
    Rolled,
    end_effects,
    give,
    in_pool,
    legend,
    other,
    say,
    take,
    victim,
)
from .words import short

Steps = Iterator[Choice[Clash]]


def turn(s: Clash) -> Steps:
    """The steps of whose turn it is."""
    p = s.turn
    if s.rolled is not None and not s.rolled.face:
        yield from rolls(s, p)
    elif p != legend(s):
        yield from person(s, p)
    elif s.rolled is None:
        yield from legend_rolls(s, p)
    else:
        yield from legend_places(s, p, s.rolled)


def person(s: Clash, p: str) -> Steps:
    """Every placement with why it fails where it does, and that there is none."""
    if s.rolled is None and victim(s, ROLL_FIRST, p):
        for k in in_pool(s, p):
            text = f"{p} picks a {k} die to roll before placing it"
            yield Choice(Move("pick", p, (k,)), text, partial(picked, p=p, k=k))
    found = tuple(placements(s, p, hand(s, p)))
    for put in found:
        name = "place aside" if put.die.aside else "place"
        yield Choice(Move(name, p, put.args), put.text, partial(placed, put=put), no=put.no)
    no = can_surely(found) or ("a die is to be rolled first" if picks(s, p) else "")
    yield Choice(Move("no play", p), f"{p} has no play and loses the round", partial(lose, p=p), no=no)


def picks(s: Clash, p: str) -> bool:
    """Whether a player must pick a die and roll it."""
    return s.rolled is None and bool(victim(s, ROLL_FIRST, p)) and bool(in_pool(s, p))


def placed(s: Clash, put: Placed) -> Clash:
    """A die is placed, and the questions follow that something can answer."""
    return trimmed(set_down(s, put))


def can_surely(found: tuple[Placed, ...]) -> str:
    """Why there is a play whatever the hidden dice show; "" where there may be none."""
    every: dict[tuple[str, bool], set[int]] = {}
    may: dict[tuple[str, bool], set[int]] = {}
    for put in found:
        die = (put.die.kind, put.die.aside)
        every.setdefault(die, set()).add(put.die.face)
        if not put.no:
            may.setdefault(die, set()).add(put.die.face)
    for die, faces in every.items():
        if may.get(die) == faces or (die[1] and die in may):
            return f"the {die[0]} die can be placed" + (", whatever it shows" if len(faces) > 1 else "")
    return ""


def picked(s: Clash, p: str, k: str) -> Clash:
    """A die of the pool is in the hand, to be rolled."""
    return replace(take(s, p, k), rolled=Rolled(k))


def rolls(s: Clash, p: str) -> Steps:
    """The die in the hand is rolled."""
    assert s.rolled is not None
    k = s.rolled.kind
    for face in FACES:
        yield Choice(Move("roll", p, (k, face)), f"{p} rolls the {k} die: {face}", partial(fell, p=p, k=k, face=face))


def fell(s: Clash, p: str, k: str, face: int) -> Clash:
    """A roll shows a face; Nigiri has a legend's next 1 or 6 rolled again."""
    if face in (1, 6) and victim(s, ANEW, p):
        return say(replace(end_effects(s, p, ANEW), rolled=Rolled(k)), f"{p} must roll the {face} again")
    return replace(s, rolled=Rolled(k, face))


def legend_rolls(s: Clash, p: str) -> Steps:
    """A legend's die: the one that is ready, else a roll of a pool die, else of a white die that stands aside."""
    kinds = in_pool(s, p) or (("white",) if s.spare else ())
    for k in kinds:
        if s.ready:
            face, how = s.ready[0].face, "rolled ahead" if s.ready[0].free else "set"
            text = f"{p} takes a {k} die: {face}, {how}"
            yield Choice(Move("ready", p, (k, face)), text, partial(taken, p=p, k=k, face=face))
            continue
        for face in FACES:
            text = f"{p} rolls a {k} die: {face}"
            yield Choice(Move("roll", p, (k, face)), text, partial(taken, p=p, k=k, face=face))
    if not kinds:
        yield no_play(p)


def taken(s: Clash, p: str, k: str, face: int) -> Clash:
    """A legend's die is in the hand, with the face that it fell on or has."""
    s = take(s, p, k) if in_pool(s, p) else replace(s, spare=s.spare - 1)
    if not s.ready:
        return fell(s, p, k, face)
    return replace(s, rolled=Rolled(k, face, s.ready[0].free), ready=s.ready[1:])


def legend_places(s: Clash, p: str, die: Rolled) -> Steps:
    """The first space where the die blocks or parries; where it fits nowhere, it goes back."""
    found = tuple(placements(s, p, [Thrown(die.kind, die.face)]))
    first = next((put.space for put in found if not put.no), "")
    here = [put for put in found if put.space == first and not put.no]
    best = max(here, key=lambda put: put.attack, default=None)
    if best is not None:
        yield Choice(Move("place", p, best.args), f"{p}: {best.text} ({why(s, best, here)})", partial(placed, put=best))
    for put in found:
        if put is not best:
            no = put.no or ("" if put.space == first else f"{short(first)} comes first, row by row")
            text = f"{p}: {put.text}" + ("" if no else " (instead: the player may overrule)")
            yield Choice(Move("place", p, put.args), text, partial(placed, put=put), no=no)
    if best is None:
        yield fits_nowhere(s, p, die)
    if die.free and victim(s, AGAIN, p):
        text = f"{other(s, p)} makes {p} roll the {die.face} again"
        yield Choice(Move("again", other(s, p)), text, partial(again, p=p, k=die.kind))


def why(s: Clash, best: Placed, here: list[Placed]) -> str:
    """Why a legend places its die so."""
    how = "" if s.attack is None else "blocks" if best.defence > s.attack else "parries"
    reason = "the first free space, since it starts the round" if not how else f"the first space where it {how}"
    if len(here) == 1:
        return reason
    equal = sum(put.attack == best.attack for put in here) > 1
    chosen = f"; {best.way.option} gives the highest attack" + (", and is printed first" if equal else "")
    return reason + chosen


def fits_nowhere(s: Clash, p: str, die: Rolled) -> Choice[Clash]:
    """The die goes back, and a white die that stands aside is rolled; without one the round is lost."""
    if not s.spare:
        return no_play(p)
    text = f"the {die.face} fits nowhere: it goes back to the pool, {p} rolls a white die that stands aside"
    return Choice(Move("back", p), text, partial(white_instead, p=p))


def no_play(p: str) -> Choice[Clash]:
    """A legend loses the round."""
    return Choice(Move("no play", p), f"{p} has no play and loses the round", partial(lose, p=p))


def white_instead(s: Clash, p: str) -> Clash:
    """A white die that stood aside is in the hand, the other is an ordinary one of the pool."""
    assert s.rolled is not None
    return replace(give(s, p, s.rolled.kind), rolled=Rolled("white"), spare=s.spare - 1)


def again(s: Clash, p: str, k: str) -> Clash:
    """The die in the hand is rolled once more (DC-35)."""
    return replace(end_effects(s, p, AGAIN), rolled=Rolled(k))
