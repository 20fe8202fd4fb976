"""What a match of Dice Clash knows, and the questions that every chapter asks of it.

Of a pool it holds the kinds that are left, never a face: nobody but the owner knows those (DC-3). A die that is set
aside lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ..core import InPlay, State
from ..table import Die
from .sheets import DICE, FACES, KINDS, Grid, Space, Warrior
from .words import ASIDE, short, space_id

Pool = tuple[str, ...]  # kinds, in the order of KINDS
CLOSED, BARE, ROLL_FIRST, AGAIN, ANEW = "closed space", "no modifiers", "roll first", "roll again", "1 or 6 again"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A die in the hand that must be placed next; face 0 until it is rolled. `free`: a roll, not a set face."""

    kind: str
    face: int = 0
    free: bool = True


@dataclass(frozen=True, slots=True)
class Ready:
    """A face that a legend's next die has; `free`: it was rolled ahead, not set."""

    face: int
    free: bool


@dataclass(frozen=True, slots=True)
class Ask:
    """What is to be settled before play goes on, whose it is, and the space of the die that was just placed."""

    what: str
    who: str
    space: str = ""


@dataclass(frozen=True, slots=True)
class Lost:
    """A round that was lost, why, and whether on the adrenaline side, which ends the match."""

    loser: str
    why: str
    final: bool


@dataclass(frozen=True, kw_only=True)
class Clash(State):
    """A match: the grids, where the round stands, and what lies behind the screens by kind."""

    grids: tuple[Grid, Grid] = field(hash=False)
    rolls: tuple[int, ...] = ()  # of the white dice before the first round, by seat
    first: str = ""  # who starts this round
    turn: str = ""  # whose die is due; "" between rounds
    attack: int | None = None  # what it must answer; None when it starts the round
    pools: tuple[Pool, Pool] = ((), ())
    out: tuple[Pool, Pool] = ((), ())  # discarded for the round
    adrenaline: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    rolled: Rolled | None = None  # of who is to place
    spare: int = 0  # white dice that stand aside for a legend
    ready: tuple[Ready, ...] = ()
    looks: str = ""  # who may look at the other's pool, until the other's next die
    lost: tuple[Lost, ...] = ()


def seat(s: Clash, p: str) -> int:
    """A player's seat: 0 or 1; raises StopIteration for a name that does not play."""
    return next(n for n, q in enumerate(s.setup.players) if q.name == p)


def other(s: Clash, p: str) -> str:
    """The opponent of a player."""
    return s.setup.players[1 - seat(s, p)].name


def grid(s: Clash, p: str) -> Grid:
    """A player's battle grid."""
    return s.grids[seat(s, p)]


def warrior(s: Clash, p: str) -> Warrior:
    """A player's warrior or legend."""
    return grid(s, p).warrior


def legend(s: Clash) -> str:
    """The AI legend of a solo match; "" in a match of two."""
    return next((p.name for p in s.setup.players if warrior(s, p.name).legend), "")


def decides(s: Clash, p: str) -> str:
    """Who chooses for a player where a power leaves a choice: the person, for a legend too (DC-35)."""
    return other(s, p) if p == legend(s) else p


def power(s: Clash, p: str) -> str:
    """The id of the power of a player's current side."""
    return warrior(s, p).skull if p in s.adrenaline else warrior(s, p).green


def colour(s: Clash, p: str, kind: str) -> str:
    """The colour of a player's dice of a kind: the table says which is which."""
    return s.setup.players[seat(s, p)].colours[KINDS.index(kind)]


def kind(s: Clash, p: str, d: Die) -> str:
    """What a die is for a player by its colour; "" where they have no such dice."""
    return dict(zip(s.setup.players[seat(s, p)].colours, KINDS, strict=False)).get(d.colour, "")


def spaces(s: Clash, p: str) -> tuple[str, ...]:
    """The spaces of a player's grid in reading order."""
    return tuple(space_id(seat(s, p), name) for name in grid(s, p).names)


def modifiers(s: Clash, p: str, space: str) -> Space:
    """What is printed on a space of a player's current side."""
    g = grid(s, p)
    return (g.skull if p in s.adrenaline else g.green)[g.names.index(short(space))]


def on_grid(s: Clash, p: str) -> tuple[Die, ...]:
    """A player's dice on their grid, in reading order."""
    there = spaces(s, p)
    found = (d for d in s.table if d.spaces and d.spaces[0] in there)
    return tuple(sorted(found, key=lambda d: (there.index(d.spaces[0]), d)))


def free(s: Clash, p: str) -> tuple[str, ...]:
    """The spaces of a player's grid that no die touches, in reading order."""
    taken = {space for d in s.table for space in d.spaces}
    return tuple(space for space in spaces(s, p) if space not in taken)


def neighbours(s: Clash, p: str, space: str) -> tuple[int, ...]:
    """The faces of the dice orthogonally adjacent to a space, each once, lowest first."""
    near = {space_id(seat(s, p), name) for name in grid(s, p).beside(short(space))}
    return tuple(sorted({d.face for d in s.table if d.space in near and d.face in FACES}))


def aside(s: Clash, p: str) -> tuple[Die, ...]:
    """The dice that a Samurai has set aside."""
    return s.table.at(space_id(seat(s, p), ASIDE)).dice


def victim(s: Clash, effect: str, p: str) -> tuple[InPlay, ...]:
    """Each time that an effect is in play against a player."""
    return tuple(mine for mine in s.effects if mine.effect == effect and mine.player == p)


def start_effect(s: Clash, effect: str, p: str, *args: str) -> Clash:
    """The state with one more effect in play against a player."""
    return replace(s, effects=(*s.effects, InPlay(effect, p, args)))


def end_effects(s: Clash, p: str, *effects: str) -> Clash:
    """The state without these effects against a player."""
    kept = tuple(mine for mine in s.effects if mine.player != p or mine.effect not in effects)
    return replace(s, effects=kept)


def in_pool(s: Clash, p: str) -> Pool:
    """The kinds that a player's pool still holds, each once."""
    return tuple(dict.fromkeys(s.pools[seat(s, p)]))


def ordered(kinds: Iterable[str]) -> Pool:
    """Kinds in their order."""
    return tuple(sorted(kinds, key=KINDS.index))


def with_pool(s: Clash, p: str, kinds: Iterable[str]) -> Clash:
    """The state with this pool for a player."""
    theirs = s.pools[1 - seat(s, p)]
    mine = ordered(kinds)
    return replace(s, pools=(mine, theirs) if seat(s, p) == 0 else (theirs, mine))


def take(s: Clash, p: str, kind: str) -> Clash:
    """The state with one die of a kind less in a player's pool; one that is not there is not missed."""
    pool = list(s.pools[seat(s, p)])
    if kind in pool:
        pool.remove(kind)
    return with_pool(s, p, pool)


def give(s: Clash, p: str, kind: str) -> Clash:
    """The state with one die of a kind more in a player's pool."""
    return with_pool(s, p, (*s.pools[seat(s, p)], kind))


def discard(s: Clash, p: str, *kinds: str) -> Clash:
    """The state with dice of these kinds out for the round."""
    mine, theirs = ordered((*s.out[seat(s, p)], *kinds)), s.out[1 - seat(s, p)]
    return replace(s, out=(mine, theirs) if seat(s, p) == 0 else (theirs, mine))


def full_pool(s: Clash, p: str) -> Pool:
    """The pool that starts a round; the white dice of a legend stand aside (DC-1, DC-30)."""
    return tuple(k for k in KINDS for _ in range(DICE[k]) if k != "white" or p != legend(s))


def say(s: Clash, *news: str) -> Clash:
    """The state with more news."""
    return replace(s, news=(*s.news, *news))
