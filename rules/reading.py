"""From what the camera saw to a table: the only place that knows both millimetres and spaces.

A reading is kept from one settled picture to the next. A die that lies still keeps what was agreed about it, a person's
word above all, so that the same misread is not asked again; what is new or unsure becomes a doubt with its likely
answers. `ledger.py` works out which die of the last picture is which of this one, `sighting.py` holds the values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from .ledger import Ledger, Match, crowded
from .sheet import Sheet
from .sighting import STILL, Doubt, Reading, SeenDie, Sighting, Spot, evidence, far
from .table import Die

__all__ = ["STILL", "Doubt", "Reading", "SeenDie", "Sighting", "Spot", "read"]

JITTER = 1.5  # mm: a die that moved by less keeps its space, so that nothing flickers on a border
MOST = 6  # answers of a doubt


@dataclass(frozen=True)
class Look:
    """What one reading needs at each of its steps."""

    sheet: Sheet
    last: Reading
    known: tuple[Spot, ...]  # of the last picture, then those that went before it
    colours: tuple[str, ...]
    crowded: frozenset[int]


def read(sheet: Sheet, sighting: Sighting, last: Reading, colours: Collection[str] = ()) -> Reading:
    """The table as it is seen, with what is doubtful about it; `colours` are those in play, none for any.

    Dice beside the sheet are out of the arena and are left out; those that people added stay.
    """
    here = [(n, d) for n, d in enumerate(sighting.dice) if sheet.place(d.x, d.y, d.angle)]
    hidden = hides(last.ignored, here)
    ignored = tuple(hidden.values())
    dice = [(n, d) for n, d in here if n not in hidden]
    if not dice:
        return Reading(ignored=ignored)  # a bare sheet: nothing that was known still holds
    known = (*last.spots, *last.away)
    look = Look(sheet, last, known, tuple(colours), frozenset(crowded(dice, sheet.die)))
    spots: list[Spot] = []
    doubts: list[Doubt] = []
    found = Ledger(known, dice, sheet.die, len(last.spots)).matches()
    for m in found:
        spot, doubt = judge(look, m)
        if doubt:
            doubts.append(replace(doubt, spot=len(spots)))
        spots.append(spot)
    used = {m.old for m in found}
    spots += [s for i, s in enumerate(known) if s.added and i not in used]
    remembered = last.spots if any(m.how == "new" for m in found) else known
    left = [s for i, s in enumerate(remembered) if i not in used and not s.added]
    return Reading(tuple(spots), tuple(doubts), ignored, away(left, known, spots))


def away(left: list[Spot], known: Sequence[Spot], spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """The spots whose dice went and have not come back anywhere, as many of a colour as are missing.

    They are remembered until another die comes: by then they were not just lifted.
    """
    missing = Counter(d.colour for s in known for d in s.die.each())
    missing.subtract(d.colour for s in spots for d in s.die.each())
    kept: list[Spot] = []
    for s in left:
        if missing[s.die.colour] > 0:
            missing.subtract(d.colour for d in s.die.each())
            kept.append(s)
    return tuple(kept)


def hides(ignored: Sequence[Spot], here: Sequence[tuple[int, SeenDie]]) -> dict[int, Spot]:
    """What a person said is no die, by the index of the one that is seen there."""
    out: dict[int, Spot] = {}
    for spot in ignored:
        near = [(far(spot, d), n) for n, d in here if n not in out and d.colour in (spot.die.colour, spot.shown[0])]
        mm, n = min(near, default=(STILL, -1))
        if mm < STILL:
            out[n] = spot
    return out


def judge(look: Look, m: Match) -> tuple[Spot, Doubt | None]:
    """What is believed of one seen die, and what is to be asked about it."""
    spot = Spot(Die("", m.seen.colour, 0), m.seen.x, m.seen.y, seen=m.n, shown=evidence(m.seen))
    if m.how == "same" or (m.how == "turned" and look.known[m.old].said):
        return stays(look, m, spot)
    where = place(look, m)
    faces = tops(m.seen)
    high = m.seen.level or m.how == "whole" or (m.how == "on" and not strange(look, m.seen))
    if high and not look.sheet.flat:
        return stacked(look, m, spot, where, faces)
    below = look.known[m.old].die.under if m.how in ("bare", "turned") else ()
    under = below[:-1] if m.how == "bare" else below
    dice = [replace(Die(where, m.seen.colour, f), under=tuple(d.to(where) for d in under)) for f in faces]
    return asked(look, m, replace(spot, die=dice[0]), dice)


def stays(look: Look, m: Match, spot: Spot) -> tuple[Spot, Doubt | None]:
    """A die that lies where it lay keeps what was agreed; what was still asked about it is asked again.

    One whose face nobody ever agreed on, and that was away in between, is asked anew.
    """
    old = look.known[m.old]
    doubt = next((d for d in look.last.doubts if d.spot == m.old), None)
    nudged = far(old, m.seen) > JITTER
    kept = old.die.to(look.sheet.place(m.seen.x, m.seen.y, m.seen.angle)) if nudged else old.die
    x, y = (m.seen.x, m.seen.y) if nudged else (old.x, old.y)
    spot = replace(spot, die=kept, x=x, y=y, said=old.said)
    if old.said or (doubt is None and kept.face):
        return spot, None
    if doubt is not None and (
        (old.shown == spot.shown and not nudged and not m.seen.sure) or any(d.under for d in doubt.likely)
    ):
        return spot, replace(doubt, likely=tuple(d.to(kept.space) for d in doubt.likely))
    fresh = [replace(kept, face=f) for f in tops(m.seen)]
    return asked(look, m, replace(spot, die=fresh[0]), fresh)


def place(look: Look, m: Match) -> str:
    """The space of a die: that of the die on which it stands, for height shifts what the camera sees."""
    if m.how in ("on", "bare") and not look.sheet.flat:
        return look.known[m.old].die.space
    return look.sheet.place(m.seen.x, m.seen.y, m.seen.angle)


def tops(seen: SeenDie) -> list[int]:
    """The faces that a die may show, best first: one where the camera is sure, 0 first for a cocked die."""
    if seen.sure and seen.face and not seen.cocked:
        return [seen.face]
    likely = [f for f, _ in seen.likely if f] or [seen.face]
    first = [0] if seen.cocked else [seen.face] if seen.face else []
    return list(dict.fromkeys([*first, *(f for f in likely if f), *range(1, 7)]))[:MOST]


def stacked(look: Look, m: Match, spot: Spot, where: str, faces: Sequence[int]) -> tuple[Spot, Doubt | None]:
    """A die that stands on others, or may: taken where count and camera agree, else asked with the tower first."""
    old = look.known[m.old].die if m.how in ("on", "whole") else None
    single = [Die(where, m.seen.colour, f) for f in faces]
    if old is not None:
        below = old.each() if m.how == "on" else old.under
        towers = [replace(d, under=tuple(e.to(where) for e in below)) for d in single]
    else:
        colours = dict.fromkeys((m.seen.colour, *look.colours))
        towers = [replace(single[0], under=(Die(where, c, 0),)) for c in colours]
    came = m.how == "on" and old is not None and old.colour != m.seen.colour and not m.seen.level and not m.moved
    best = [*single[:2], *towers] if came or m.how == "turned" else [*towers[:4], *single]
    spot = replace(spot, die=best[0])
    if m.sure and old is not None:
        return asked(look, m, spot, towers)
    title = named(look, where)
    text = f"{m.seen.colour} in {title}: alone, or on {towers[0].under[-1].word() if old else 'another die'}?"
    return spot, Doubt(0, text, tuple(dict.fromkeys(best))[:MOST])


def asked(look: Look, m: Match, spot: Spot, likely: Sequence[Die]) -> tuple[Spot, Doubt | None]:
    """A spot with the question about it, if there is one."""
    d, title = m.seen, named(look, spot.die.space)
    if m.n in look.crowded:
        return spot, Doubt(0, f"{d.colour} in {title}: two dice are seen where only one fits", tuple(likely))
    if strange(look, d):
        others = [replace(spot.die, colour=c) for c in look.colours]
        was = [look.known[m.old].die] if m.old >= 0 and look.known[m.old].die.colour != d.colour else []
        text = f"{d.colour or 'a die'} in {title}: nobody plays this colour"
        return spot, Doubt(0, text, tuple(dict.fromkeys([*was, *others]))[:MOST])
    if look.sheet.faceless(spot.die.space):
        return replace(spot, die=replace(spot.die, face=0)), None
    if d.cocked:
        return spot, Doubt(0, f"{d.colour} in {title} is cocked", tuple(likely))
    if not d.sure or not d.face:
        shown = " or ".join(str(x.face) for x in likely[:2])
        return spot, Doubt(0, f"{d.colour} in {title}: {shown}?" + (f" ({d.why})" if d.why else ""), tuple(likely))
    return spot, None


def strange(look: Look, seen: SeenDie) -> bool:
    """Whether nobody plays this colour."""
    return bool(look.colours) and seen.colour not in look.colours


def named(look: Look, space: str) -> str:
    """A place in words."""
    return " / ".join(look.sheet.titles.get(s, s) for s in space.lstrip("~").split("/"))
