"""A private pool: what its owner's own page may show, never the shared page, the state or the log (DC-3, DC-10, DC-13).

Pure functions of a state and of dice that the owner told or showed to a camera.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ..core import Choice, Choices
from .placement import Placed, Thrown, hand, placements
from .sheets import FACES, KINDS
from .state import ROLL_FIRST, Clash, legend, seat, victim
from .words import some

Dice = Iterable[tuple[str, int]]  # kind and face


def may_see(s: Clash, viewer: str, owner: str) -> bool:
    """Whether someone may see a player's pool now: the owner always, the opponent after an Eye until the next die."""
    return viewer == owner or (bool(viewer) and s.looks == viewer)


def left(s: Clash, p: str) -> dict[str, int]:
    """How many dice of each kind a pool still holds, which everybody may know."""
    return {k: s.pools[seat(s, p)].count(k) for k in KINDS}


def odd_pool(s: Clash, p: str, dice: Dice) -> Iterator[str]:
    """What is wrong with a pool as told: faces that no die has, and dice missing or too many."""
    told = Counter()  # type: Counter[str]
    for k, face in dice:
        told[k] += 1
        if face not in FACES:
            yield f"{k} {face}: a die shows 1 to 6"
    for k in dict.fromkeys((*KINDS, *told)):
        want = left(s, p).get(k, 0)
        if told[k] != want:
            yield f"{some(told[k], k)} in the pool, not {want}"


def plays(s: Clash, p: str, dice: Dice) -> tuple[Placed, ...]:
    """Every placement that a pool as told allows now, those that fail with their reason."""
    return tuple(put for put in placements(s, p, hand(s, p)) if put.die.aside or fits(s, put.die, set(dice)))


def fits(s: Clash, die: Thrown, dice: set[tuple[str, int]]) -> bool:
    """Whether a die is the one in the hand, or one that the pool holds."""
    return s.rolled is not None or (die.kind, die.face) in dice


def stuck(s: Clash, p: str, dice: Dice) -> bool:
    """Whether a player whose turn it is has no play with a pool as told."""
    known = set(dice)
    if victim(s, ROLL_FIRST, p) and s.rolled is None and known:
        return False
    return all(put.no for put in plays(s, p, known))


def mine(s: Clash, found: Choices[Clash], p: str, dice: Dice) -> Choices[Clash]:
    """The steps that a player's own page shows: theirs that their pool allows, the legend's, and nobody's."""
    known = set(dice)
    return tuple(c for c in found if c.move.player in ("", p, legend(s)) and allowed(s, c, p, known))


def allowed(s: Clash, c: Choice[Clash], p: str, dice: set[tuple[str, int]]) -> bool:
    """Whether a pool allows a step, as far as it asks for a die of the pool with its face."""
    if c.move.player != p or s.rolled is not None:
        return True
    if c.move.name == "place" or (c.move.name == "cover" and not legend(s)):
        return (str(c.move.args[1]), int(c.move.args[2])) in dice
    return c.move.name != "no play" or stuck(s, p, dice)
