"""What each power card does: the steps that its player chooses from while it is being carried out (DDD-43 to 52).

Cards choose among dice whose face can be seen: of a tower its top, without its +1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from ..core import Choice, InPlay, Move
from ..news import piece
from ..table import Die, Table
from . import deck
from .counts import odd_counts
from .hands import title
from .state import FALLEN, MONUMENTS, STANDS, Match, Playing, at, mine, owner_of, say
from .towers import builds, left_under

MARCH = "a move"  # what a card that is laid open allows
HIGHEST = 6  # face of a die


def open_card(s: Match) -> bool:
    """Whether a card is being carried out."""
    return s.playing is not None


def card(s: Match) -> Iterator[Choice[Match]]:
    """What the card in play lets its player do, and the way out."""
    assert s.playing is not None
    p, left = s.playing.player, s.playing.points
    yield from CARDS[does(s, s.playing.card)](s, p)
    text = f"{p}: the other {left} of its value are lost" if left else f"{p}: it does nothing"
    yield Choice(Move("aside", p), text, finished)


def does(s: Match, name: str) -> str:
    """The word for what a card does; "shown" for one that the people carry out."""
    return "march" if name == MARCH else deck.card(s.deck, name).does or "shown"


def at_once(s: Match) -> Match:
    """A card that asks nothing has its effect already."""
    assert s.playing is not None
    p, word = s.playing.player, does(s, s.playing.card)
    if word in ("stout", "archeology"):
        return finished(s, effect=InPlay(word, p))
    return s


def finished(s: Match, table: Table | None = None, effect: InPlay | None = None, news: str = "") -> Match:
    """The card has had its effect."""
    effects = (*s.effects, effect) if effect else s.effects
    s = replace(s, playing=None, table=s.table if table is None else table, effects=effects)
    return say(s, news) if news else s


def seen_dice(s: Match, player: str) -> list[Die]:
    """A player's dice whose face can be seen."""
    return [d for d in mine(s, player) if d.face]


def name(s: Match, d: Die) -> str:
    """A die in words, without the tower under it."""
    bonus = f" (+{d.bonus})" if d.bonus else ""
    return f"{piece(d.alone())}{bonus} of {at(s, d.space)}"


def worth(d: Die, value: int) -> Die:
    """A die turned to a value; what is above 6 is a bonus that no face shows (DDD-48)."""
    face = min(value, HIGHEST)
    return replace(d, face=face, bonus=value - face)


def swap(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Dynamic Duo: two own dice change places; of a tower its top, onto whose lower die the other comes."""
    for a, b in combinations(seen_dice(s, p), 2):
        new = [replace(b.alone().to(a.space), under=a.under), replace(a.alone().to(b.space), under=b.under)]
        table = s.table.swap(a, b, new=new)
        if table != s.table:
            text = f"{p}: {name(s, a)} and {name(s, b)} change places"
            yield Choice(Move("exchange", p, (str(a), str(b))), text, partial(finished, table=table))


def flip(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Backflip: an own die shows its opposite face; a Fusion bonus stays."""
    for d in seen_dice(s, p):
        table = s.table.swap(d, new=[replace(d, face=7 - d.face)])
        text = f"{p}: turn {name(s, d)} to {7 - d.face}"
        yield Choice(Move("flip", p, (str(d),)), text, partial(finished, table=table))


def quarantine(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Quarantine: the one marker closes a territory to all others, and so opens the one where it lay."""
    for t in s.board.territories:
        text = f"{p}: nobody else moves or alters dice in {t.title}"
        yield Choice(Move("close", p, (t.id,)), text, partial(closed, player=p, space=t.id))


def closed(s: Match, player: str, space: str) -> Match:
    """The marker lies there now."""
    s = replace(s, effects=tuple(e for e in s.effects if e.effect != "quarantine"))
    news = f"{at(s, space)} is in quarantine until the movement phase ends: only {player} acts there"
    return finished(s, effect=InPlay("quarantine", player, (space,)), news=news)


def tower(s: Match, p: str) -> Iterable[Choice[Match]]:
    """Secret Tower: a tower is built now, as in the attack phase."""
    return builds(s, p, finished)


def fuse(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Fusion: an own die goes, then its value is spread over the others, so much at a time."""
    assert s.playing is not None
    dice, left = seen_dice(s, p), s.playing.points
    if not left:
        for d in dice if len(dice) > 1 else ():
            yield Choice(
                Move("melt", p, (str(d),)), f"{p}: take {name(s, d)} off, {d.value} to spread", partial(melted, d=d)
            )
    for d in dice if left else ():
        for n in range(1, left + 1):
            now = worth(d, d.value + n)
            shows = f"{now.face}" + (f" with {now.bonus} more" if now.bonus else "")
            text = f"{p}: {n} onto {name(s, d)}, now {shows}"
            yield Choice(Move("add", p, (str(d), n)), text, partial(added, d=d, n=n))


def melted(s: Match, d: Die) -> Match:
    """A die leaves the map; its value is to be spread."""
    assert s.playing is not None
    table, dead = s.table.swap(d, new=left_under(d)), (*s.dead, d.colour)
    return replace(s, table=table, dead=dead, playing=replace(s.playing, points=d.value))


def added(s: Match, d: Die, n: int) -> Match:
    """Some of a fused value goes to a die."""
    assert s.playing is not None
    s = replace(s, table=s.table.swap(d, new=[worth(d, d.value + n)]))
    left = s.playing.points - n if s.playing else 0
    return replace(s, playing=replace(s.playing, points=left)) if left and s.playing else finished(s)


def copy(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Shadow Tactics: an own die takes the value of another one in its territory or on that territory's border."""
    for d in seen_dice(s, p):
        others = s.table.swap(d)
        near = [e for e in others if owner_of(s, e) and e.face and around(s, e) & around(s, d)]
        for value in sorted({e.value for e in near} - {d.value}):
            table = s.table.swap(d, new=[worth(d, value)])
            text = f"{p}: {name(s, d)} becomes {value}"
            yield Choice(Move("copy", p, (str(d), value)), text, partial(finished, table=table))


def around(s: Match, d: Die) -> set[str]:
    """The spaces that a die touches, and the sea below its rope."""
    return {*d.spaces, s.board.home(d)} - {""}


def repeat(s: Match, p: str) -> Iterator[Choice[Match]]:
    """History Repeats Itself: one of the discarded cards takes effect once more."""
    for c in dict.fromkeys(s.discards):
        if does(s, c) != "repeat":
            yield Choice(Move("repeat", p, (c,)), f"{p}: {title(s, c)} once more", partial(repeated, player=p, card=c))


def repeated(s: Match, player: str, card: str) -> Match:
    """A discarded card takes effect; it stays discarded."""
    return at_once(replace(s, playing=Playing(card, player)))


def march(s: Match, p: str) -> Iterator[Choice[Match]]:
    """A card was laid open: one own die or tower moves to a territory beside its own."""
    for d in mine(s, p):
        here = s.board.home(d)
        for to in s.board.near(here) if here else ():
            text = f"{p}: {piece(d)} goes from {at(s, d.space)} to {at(s, to)}"
            yield Choice(Move("march", p, (str(d), to)), text, partial(finished, table=s.table.swap(d, new=[d.to(to)])))


def rebuild(s: Match, p: str) -> Iterator[Choice[Match]]:
    """Rebuild: a fallen monument is raised in its place for a point; one out of the arena is not (DDD-84)."""
    for d in s.table:
        if d.colour in MONUMENTS and d.face == FALLEN and d.spaces:
            table = s.table.swap(d, new=[replace(d, face=STANDS)])
            do = partial(finished, table=table, effect=InPlay("rebuild", p, (d.colour,)))
            yield Choice(Move("raise", p, (d.colour,)), f"{p}: raise the {d.colour} in {at(s, d.space)}", do)


def shown(s: Match, p: str) -> Iterator[Choice[Match]]:
    """A card that the people carry out: the table shows what it did."""
    assert s.playing is not None
    text = f"{p}: {title(s, s.playing.card)} is carried out as the table shows"
    yield Choice(Move("shown", p), text, finished, partial(odd_counts, s))


CARDS: dict[str, Callable[[Match, str], Iterable[Choice[Match]]]] = {
    "swap": swap,
    "flip": flip,
    "quarantine": quarantine,
    "tower": tower,
    "fuse": fuse,
    "copy": copy,
    "repeat": repeat,
    "march": march,
    "rebuild": rebuild,
    "shown": shown,
}
