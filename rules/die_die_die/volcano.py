"""Krakatoa: the sacrifice after the attack, and the lava before the combat (DDD-65 to 71, DDD-75)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..news import piece
from ..table import Die
from .bumps import bump
from .lava import Flow, area_of, flow, in_caldera, spilling
from .sheets import AREAS
from .state import Match, at, mine, owner_of, say
from .towers import left_under


def ask_all(s: Match) -> Match:
    """Where the caldera is empty, those with a die in the arena are asked, the lowest score first (DDD-66)."""
    able = tuple(p for p in reversed(s.turn) if mine(s, p))
    asked = bool(s.board.of_kind("caldera")) and not in_caldera(s.board, s.table)
    return replace(s, asks=able if asked else ())


def asking(s: Match) -> bool:
    """Whether someone is asked for a sacrifice; one that was made by mistake or by a bump ends it."""
    return bool(s.asks) and not in_caldera(s.board, s.table)


def sacrifice(s: Match) -> Iterator[Choice[Match]]:
    """One of their dice for the caldera, or the next one is asked; whoever is asked last has to."""
    caldera = s.board.of_kind("caldera")[0].id
    for p in s.asks:
        no = "" if p == s.asks[0] else f"{s.asks[0]} is asked first"
        for d in mine(s, p):
            text = f"{p}: sacrifice {piece(d.alone())} of {at(s, d.space)}"
            yield Choice(Move("sacrifice", p, (str(d),)), text, partial(given, d=d, caldera=caldera), no=no)
        must = "everybody else has passed" if len(s.asks) == 1 else ""
        yield Choice(Move("pass", p), f"{p}: no sacrifice", partial(passed, player=p), no=no or must, quiet=True)
    yield bump(s)


def given(s: Match, d: Die, caldera: str) -> Match:
    """A die is put into the caldera, its value kept; a tower's lower die stays."""
    table = s.table.swap(d, new=[*left_under(d), d.alone().to(caldera)])
    return say(replace(s, asks=(), table=table), f"{owner_of(s, d)} sacrifices {piece(d.alone())}")


def passed(s: Match, player: str) -> Match:
    """A player gives nothing; the next one is asked."""
    return replace(s, asks=tuple(p for p in s.asks if p != player))


def boil(s: Match) -> Match:
    """The movement is over: the caldera dice name areas, those of 6 and more by their owners' choice (DDD-70)."""
    there = in_caldera(s.board, s.table)
    dice = spilling((d for p in s.turn for d in there if owner_of(s, d) == p), "lava-highest" in s.setup.options)
    free = tuple(d for d in dice if not area_of(d))
    areas = tuple(area_of(d) for d in dice if area_of(d))
    s = replace(s, spills=free, areas=areas)
    if areas and not free and not flowing(s).go:
        s = say(s, f"Lava flows over {area_words(areas)}, and nothing is in its way")
    return s


def flowing(s: Match) -> Flow:
    """What the lava does as the dice lie."""
    return flow(s.board, s.table, s.areas, partial(owner_of, s))


def spills(s: Match) -> bool:
    """Whether an area is still to be chosen, or dice to be taken off."""
    return bool(s.spills) or bool(flowing(s).go)


def erupt(s: Match) -> Iterator[Choice[Match]]:
    """The owners of sixes choose in turn order; then all lava flows at once."""
    if s.spills:
        d = s.spills[0]
        for area in AREAS:
            lands = " and ".join(t.title for t in s.board.numbered(area))
            text = f"{owner_of(s, d)}: the lava of {piece(d)} flows over area {area} ({lands})"
            yield Choice(Move("area", owner_of(s, d), (area,)), text, partial(chosen, area=area))
        return
    go = flowing(s).go
    text = (
        f"Lava flows over {area_words(s.areas)}: take {' and '.join(f'{piece(d)} of {at(s, d.space)}' for d in go)} off"
    )
    yield Choice(Move("lava", "", s.areas), text, spilled)
    yield bump(s)


def chosen(s: Match, area: int) -> Match:
    """An owner has named the area of their die."""
    s = replace(s, spills=s.spills[1:], areas=(*s.areas, area))
    return s if s.spills or flowing(s).go else say(s, f"Lava flows over {area_words(s.areas)}: nothing is in its way")


def spilled(s: Match) -> Match:
    """The dice in the lava's way are out for the era, whole towers too."""
    found = flowing(s)
    dead = tuple(e.colour for d in found.go for e in d.each())
    news = [f"{piece(d)} of {at(s, d.space)} goes under the lava" for d in found.go]
    news += [f"{piece(d)} of {at(s, d.space)} stays: {why}" for d, why in found.stay]
    return say(replace(s, areas=(), table=s.table.swap(*found.go), dead=(*s.dead, *dead)), *news)


def area_words(areas: tuple[int, ...]) -> str:
    """Areas in words."""
    return ("areas " if len(areas) > 1 else "area ") + " and ".join(map(str, areas))
