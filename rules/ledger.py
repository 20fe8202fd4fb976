"""Which die of the last picture is which of this one, and what stands on what.

A camera from above often cannot tell a tower from a die. Counting can: where a die rose, one vanished elsewhere, and
one is covered. What the count and the camera both say is taken; what only one of them says is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .sighting import STILL, SeenDie, Spot, evidence, far

REACH = 0.6  # of a die's edge: two dice whose centres are nearer than this cannot lie side by side


@dataclass(frozen=True, slots=True)
class Match:
    """A seen die with what it has to do with the last picture.

    `how` is "same" (it lies where it lay), "turned" (it lies there with another face), "on" (it stands on what lay
    there), "bare" (it lay there under a die that is gone), "whole" (it came with the tower that it tops), "new" (it
    came, or moved); `old` the spot that this speaks of. `sure` is false where count and camera do not say the same;
    `moved`: its like went from elsewhere.
    """

    n: int
    seen: SeenDie
    how: str
    old: int = -1
    sure: bool = True
    moved: bool = False


@dataclass(frozen=True)
class Ledger:
    """What is known of before, the dice of this picture by their index, and the edge of a die in mm.

    The first `fresh` spots are those of the last picture, the others went before it.
    """

    spots: Sequence[Spot]
    dice: Sequence[tuple[int, SeenDie]]
    edge: float
    fresh: int

    def matches(self) -> list[Match]:
        """Each seen die once, in the camera's order."""
        same = self.same()
        rest = [(n, d) for n, d in self.dice if n not in same]
        gone = [i for i in range(len(self.spots)) if i not in same.values() and not self.spots[i].added]
        missing = self.missing(same, rest)
        found = one_rise([self.higher(n, d, same[n], gone, missing, bool(rest)) for n, d in self.dice if n in same])
        for m in found:
            if m.how == "on":
                missing.subtract([m.seen.colour])
        for n, d in rest:
            found.append(self.changed(n, d, gone, missing, [e for m, e in rest if m != n]))
        return sorted(found, key=lambda m: m.n)

    def same(self) -> dict[int, int]:
        """The dice that lie where they lay: index of the sighting to index of the spot, the nearest pairs first."""
        near = [(far(s, d), n, i) for n, d in self.dice for i, s in enumerate(self.spots) if far(s, d) < STILL]
        out: dict[int, int] = {}
        for _, n, i in sorted(near):
            if n not in out and i not in out.values() and self.unchanged(dict(self.dice)[n], self.spots[i]):
                out[n] = i
        return out

    def unchanged(self, seen: SeenDie, spot: Spot) -> bool:
        """Whether what is seen at a spot is no news: as it was shown before, as it was agreed, or too weak to count."""
        if evidence(seen) == spot.shown:
            return True
        if seen.colour != spot.die.colour:
            return spot.said and not seen.sure
        return (seen.face == spot.die.face and not seen.cocked) or (
            not seen.sure and not seen.cocked and not self.lifted(seen)
        )

    def lifted(self, seen: SeenDie) -> bool:
        """Whether a die like the one that is seen has vanished elsewhere."""
        return any(self.like(s, seen) and self.vanished(s) for s in self.spots)

    def like(self, spot: Spot, seen: SeenDie) -> bool:
        """Whether a seen die may be the top die of a spot, by colour and face."""
        faces = {seen.face, *(f for f, _ in seen.likely)} if not seen.sure else {seen.face}
        return spot.die.colour == seen.colour and (spot.die.face in faces or not spot.die.face)

    def vanished(self, spot: Spot) -> bool:
        """Whether nothing of a spot's colour is seen where it lay."""
        return not spot.added and not any(d.colour == spot.die.colour and far(spot, d) < STILL for _, d in self.dice)

    def missing(self, same: dict[int, int], rest: list[tuple[int, SeenDie]]) -> Counter[str]:
        """How many dice of each colour were there and are not seen now, with those under towers that stand."""
        was = Counter(d.colour for s in self.spots for d in s.die.each())
        kept = [s for i, s in enumerate(self.spots) if i in same.values() or s.added]
        now = Counter(d.colour for s in kept for d in s.die.each()) + Counter(d.colour for _, d in rest)
        was.subtract(now)
        return was

    def higher(self, n: int, seen: SeenDie, i: int, gone: list[int], missing: Counter[str], news: bool) -> Match:
        """A die that lies where it lay: unless its equal went from elsewhere and now stands on it."""
        spot = self.spots[i]
        rose = seen.level > len(spot.die.under)
        risen = missing[seen.colour] > 0 and any(self.like(self.spots[j], seen) for j in gone if j < self.fresh)
        if rose:
            return Match(n, seen, "on", i) if risen else Match(n, seen, "turned", i, sure=False)
        if risen and not news and missing.total() == 1 and not spot.die.under and not spot.said:
            return Match(n, seen, "on", i, sure=False)
        return Match(n, seen, "same", i)

    def changed(self, n: int, seen: SeenDie, gone: list[int], missing: Counter[str], others: list[SeenDie]) -> Match:
        """A die that is not as it lay: on another, freed from one, turned in its place, or new there."""
        near = sorted((far(self.spots[i], seen), i) for i in gone if far(self.spots[i], seen) < REACH * self.edge)
        for mm, i in near:
            spot = self.spots[i]
            covers = Counter(d.colour for d in spot.die.each())
            moved = any(self.like(self.spots[j], seen) for j in gone if j != i)
            alone = seen.colour != spot.die.colour and mm < STILL
            if all(missing[c] >= k for c, k in covers.items()) and (moved or alone or seen.level > 0):
                missing.subtract(covers)
                gone.remove(i)
                return Match(n, seen, "on", i, seen.level > 0, moved)
            how = there(seen, spot, mm, missing, others)
            if how:
                gone.remove(i)
                return Match(n, seen, how, i)
        return self.brought(n, seen, gone, missing)

    def brought(self, n: int, seen: SeenDie, gone: list[int], missing: Counter[str]) -> Match:
        """A die that is new there; or a tower that was moved whole, with the dice under its top."""
        for i in gone:
            below = Counter(d.colour for d in self.spots[i].die.under)
            if below and self.like(self.spots[i], seen) and all(missing[c] >= k for c, k in below.items()):
                missing.subtract(below)
                gone.remove(i)
                return Match(n, seen, "whole", i, sure=seen.level > 0)
        return Match(n, seen, "new", sure=seen.level == 0)


def there(seen: SeenDie, spot: Spot, mm: float, missing: Counter[str], others: list[SeenDie]) -> str:
    """Whether a die was under the top of a spot ("bare"), or is the same with another face ("turned"); else ""."""
    under = spot.die.under[-1:]
    freed = missing[spot.die.colour] > 0 or any(d.colour == spot.die.colour for d in others)
    if under and under[0].colour == seen.colour and under[0].face in (0, seen.face) and freed:
        return "bare"
    return "turned" if seen.colour == spot.die.colour and mm < STILL else ""


def one_rise(found: list[Match]) -> list[Match]:
    """Where equal dice leave open on which of them one rose, nothing is said of any."""
    maybe = [m for m in found if m.how == "on" and not m.sure and not m.seen.level]
    if len(maybe) < 2:
        return found
    return [Match(m.n, m.seen, "same", m.old) if m in maybe else m for m in found]


def crowded(dice: Sequence[tuple[int, SeenDie]], edge: float) -> Iterator[int]:
    """The less certain of each two dice that are seen where only one can lie, by their index."""
    for a, (n, d) in enumerate(dice):
        for m, e in dice[a + 1 :]:
            if (d.x - e.x) ** 2 + (d.y - e.y) ** 2 < (REACH * edge) ** 2:
                yield n if d.certainty < e.certainty else m
