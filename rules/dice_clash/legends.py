"""The AI legends: their powers, and what a person's powers change against them (DC-34, DC-35)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..core import Choice, Move
from ..table import Die
from .powers import NOTHING, POWERS, Offer, Steps, genjutsu, settled, tick
from .sheets import FACES, KINDS
from .state import (
    AGAIN,
    ANEW,
    Ask,
    Clash,
    Ready,
    discard,
    end_effects,
    grid,
    in_pool,
    kind,
    legend,
    on_grid,
    other,
    say,
    start_effect,
    take,
    victim,
)
from .words import short

SET = (6, 6)  # what Da Ji's next two dice are


def malevolent_spirit(s: Clash, ask: Ask) -> Steps:
    """Da Ji, skull: her next two dice are 6 without rolling."""
    yield tick(ask, f"{ask.who}'s next two dice are sixes and are not rolled", sixes)


def sixes(s: Clash) -> Clash:
    """The next two dice are set, also those that an Eye rolled ahead."""
    return settled(s, ready=(*(Ready(face, free=False) for face in SET), *s.ready[len(SET) :]))


def pre_emptive_strike(s: Clash, ask: Ask) -> Steps:
    """Khutulun, green: a white die of the player's pool is out for the round."""
    q = other(s, ask.who)
    if "white" in in_pool(s, q):
        yield tick(ask, f"{ask.who} takes a white die from {q}'s pool", partial(struck, q=q))


def struck(s: Clash, q: str) -> Clash:
    """A white die is out for the round."""
    return settled(discard(take(s, q, "white"), q, "white"))


def enrage(s: Clash, ask: Ask) -> Steps:
    """Khutulun, skull: the dice on her grid's four corners are out for the round, the one just placed too."""
    corners = tuple(d for d in on_grid(s, ask.who) if short(d.space) in grid(s, ask.who).corners)
    if corners:
        where = ", ".join(short(d.space) for d in corners)
        yield tick(ask, f"{ask.who} discards the dice on {where}", partial(cleared, p=ask.who, dice=corners))


def cleared(s: Clash, p: str, dice: tuple[Die, ...]) -> Clash:
    """Dice of a grid are out for the round."""
    s = discard(s, p, *(kind(s, p, d) or KINDS[0] for d in dice))
    return settled(s, table=s.table.swap(*dice))


def ahead(s: Clash, ask: Ask) -> Steps:
    """Eye in solo play: one of the legend's next two dice is rolled now."""
    ai = legend(s)
    for face in FACES:
        again = face in (1, 6) and bool(victim(s, ANEW, ai))
        text = f"{ai}'s next die is rolled now: {face}" + ("; Nigiri has it rolled again" if again else "")
        yield Choice(Move("ahead", ai, (face,)), text, partial(rolled_ahead, ai=ai, face=face, again=again))


def rolled_ahead(s: Clash, ai: str, face: int, again: bool) -> Clash:
    """A face waits for the legend's next turn, unless it is to be rolled again."""
    if again:
        return say(end_effects(s, ai, ANEW), f"{ai} rolls the {face} again")
    return settled(s, ready=(*s.ready, Ready(face, free=True)))


def smoke_bomb(s: Clash, ask: Ask) -> Steps:
    """Ninja, green, in solo play: the legend may be made to roll again once this round."""
    ai = legend(s)
    text = f"{ask.who} rolls as many dice of the pool anew as they like, and may have {ai} roll again once this round"
    yield tick(ask, text, partial(hindered, ai=ai, effect=AGAIN))


def nigiri(s: Clash, ask: Ask) -> Steps:
    """Samurai, skull, in solo play: the legend rolls the next 1 or 6 again."""
    ai = legend(s)
    yield tick(ask, f"the next 1 or 6 that {ai} rolls is rolled again", partial(hindered, ai=ai, effect=ANEW))


def hindered(s: Clash, ai: str, effect: str) -> Clash:
    """A power holds against the legend."""
    return settled(start_effect(s, effect, ai))


def quickening(s: Clash, ask: Ask) -> Steps:
    """Highlander, skull, in solo play: the legend's next die is set."""
    for face in FACES:
        text = f"{ask.who} sets {legend(s)}'s next die to {face}"
        yield Choice(Move("set next", ask.who, (face,)), text, partial(next_set, face=face))


def next_set(s: Clash, face: int) -> Clash:
    """The legend's next die has a face."""
    return settled(s, ready=(Ready(face, free=False), *s.ready[1:]))


SOLO: dict[str, Offer] = {  # what replaces a power or a modifier in solo play, and the legends' own powers
    "ahead": ahead,
    "smoke-bomb": smoke_bomb,
    "nigiri": nigiri,
    "quickening": quickening,
    "mirage": genjutsu,
    "malevolent-spirit": malevolent_spirit,
    "pre-emptive-strike": pre_emptive_strike,
    "enrage": enrage,
}
WHY = NOTHING | {
    "pre-emptive-strike": "there is no white die in the player's pool",
    "enrage": "no die lies on a corner",
}


def steps(s: Clash) -> tuple[Choice[Clash], ...]:
    """How the first question can be answered."""
    ask = s.asks[0]
    known = POWERS | SOLO if legend(s) else POWERS
    found = known[ask.what](s, ask)
    if ask.what == "move" and ask.who == legend(s):
        return first_of(found)
    return tuple(found)


def first_of(found: Steps) -> tuple[Choice[Clash], ...]:
    """A legend moves the first other die in reading order to the first free space (DC-31)."""
    return tuple(found)[:1]


def asked(s: Clash) -> tuple[Choice[Clash], ...]:
    """The steps that answer the first question; where a told table leaves none, that is ticked off."""
    ask = s.asks[0]
    found = steps(s) or (tick(ask, f"{ask.who}: {WHY.get(ask.what, 'nothing is left to do')}"),)
    return tuple(replace(c, do=partial(followed, do=c.do)) for c in found)


def followed(s: Clash, do: Callable[[Clash], Clash]) -> Clash:
    """A question is answered, and those after it that nothing can answer are passed over."""
    return trimmed(do(s))


def trimmed(s: Clash) -> Clash:
    """The state without the questions at the head that nothing can answer."""
    while s.asks and not steps(s):
        ask = s.asks[0]
        s = say(settled(s), f"{ask.who}: {WHY.get(ask.what, 'nothing is left to do')}")
    return s
