"""What a match of Dice Horde knows: what dice show and pens mark, and the questions that every chapter asks of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from ..core import State
from ..table import Die
from .sheets import MAIN, TYPES, Arrival, Flag, RoundSegment, RulerSheet, Tower, TowerSheet
from .words import GRAVEYARD, HORIZON, named


@dataclass(frozen=True, slots=True)
class Built:
    """What the pen has marked beside a tower: its levels, shields, hearts lost and charges used."""

    tower: Tower
    red: int
    green: int
    blue: int
    lost: int = 0
    armour: int = 0
    used: int = 0

    @property
    def stands(self) -> bool:
        """Whether the tower is not destroyed; the main tower never is."""
        return self.tower.id == MAIN or self.lost < self.tower.hearts

    @property
    def left(self) -> int:
        """Hearts that are not marked."""
        return max(0, self.tower.hearts - self.lost)

    @property
    def readied(self) -> int:
        """Charges that damage has readied so far."""
        return sum(self.lost >= at for at in self.tower.charges)

    @property
    def charges(self) -> int:
        """Charges that are ready; none are left to a destroyed tower (DH-16)."""
        return max(0, self.readied - self.used) if self.stands else 0

    @property
    def levels(self) -> int:
        """How developed the tower is: its three statistics together, without armour (DH-8)."""
        return self.red + self.green + self.blue


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage that a die has still to take from an effect on several (DH-29)."""

    die: Die
    damage: int


@dataclass(frozen=True, slots=True)
class Attack:
    """A tower attack that is being carried out."""

    tower: str
    segment: int
    left: int  # targets still to choose
    hit: tuple[Die, ...] = ()  # targets that are alive, as they lie now
    fallen: tuple[Die, ...] = ()  # targets that were defeated, as they lay before the hit that did it
    chosen: bool = False  # a target was hit
    ability: bool = False  # the attack's one charge is used
    spread: int = 0  # yellow: damage still to spread over the targets
    blows: tuple[Blow, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Siege(State):
    """A match: the sheets, where the round stands, and every mark on paper."""

    sheet: TowerSheet = field(hash=False)
    ruler: RulerSheet = field(hash=False)
    round: int = 0
    used: tuple[int, ...] = ()  # round segments, in the order of the rounds
    due: tuple[Arrival, ...] = ()  # dice that the horizon still brings
    healing: tuple[Die, ...] = ()  # dice that still gain 1 for one that the pool lacks
    acts: tuple[tuple[str, tuple[str, ...]], ...] = ()  # types still to act, the first of them now
    queue: tuple[Die, ...] = ()  # dice of this type still to act, as they lie now
    symbols: tuple[str, ...] = ()  # what the first of them has still to do
    acting: bool = False  # step 2 is not over
    side: str = ""  # the set of actions that was chosen
    todo: tuple[tuple[str, ...], ...] = ()  # actions of that set still to do
    main: bool = False  # the main tower has not attacked
    ruling: bool = False  # step 4 is not over
    survived: bool = False
    gate: int = 0  # durability left
    towers: tuple[Built, ...] = ()
    chief: Built
    built: tuple[int, ...] = ()  # barricades ever built to the right of each segment
    broken: tuple[int, ...] = ()  # those of them that were destroyed
    traps: tuple[str, ...] = ()  # spaces that were ever trapped
    sprung: tuple[str, ...] = ()  # those of them whose trap was triggered
    skulls: int = 0  # marked on the track
    spent: int = 0
    flags: int = 0  # flag skulls that were spent
    essence: tuple[int, ...] = (0,) * len(TYPES)  # marked for the main tower, by type
    raised: int = 0  # main tower upgrades taken
    marked: tuple[tuple[str, ...], ...] = ()  # essences marked on each scroll
    cast: tuple[tuple[str, str], ...] = ()  # scrolls used, with the spell
    attack: Attack | None = None


def me(s: Siege) -> str:
    """The player."""
    return s.setup.players[0].name


def colour(s: Siege, kind: str) -> str:
    """The colour of a type's dice: the table says which is which (DH-1)."""
    return s.setup.players[0].colours[TYPES.index(kind)]


def kind(s: Siege, d: Die) -> str:
    """A die's type by its colour; "" for the round die."""
    return dict(zip(s.setup.players[0].colours, TYPES, strict=False)).get(d.colour, "")


def round_colour(s: Siege) -> str:
    """The colour of the thirteenth die."""
    return s.setup.players[0].colours[len(TYPES)]


def flag(s: Siege, d: Die) -> Flag:
    """The flag of a die's type."""
    return next(f for f in s.sheet.flags if f.type == kind(s, d))


def by_value(row: tuple[int, ...], d: Die) -> int:
    """What a flag says at a die's value; a face that nobody read counts as 1."""
    return row[max(1, min(d.face, 6)) - 1]


def segment(d: Die) -> int:
    """The segment of a die, 0 on the horizon and -1 off the path; a die beside its space counts there."""
    near = (*d.spaces, *d.nearest)
    first = near[0] if near else ""
    if first == HORIZON:
        return 0
    n, _, k = first.partition("-")
    return int(n) if n.isdecimal() and k.isdecimal() else -1


def number(d: Die) -> int:
    """The number of a die's space in its segment; 0 where it has none."""
    return int((*d.spaces, *d.nearest)[0].partition("-")[2]) if segment(d) > 0 else 0


def row(s: Siege, d: Die) -> str:
    """The row that a die of the path lies in, "" on the horizon."""
    at = segment(d)
    if not 0 < at <= s.sheet.length:
        return ""
    return "upper" if number(d) in s.sheet.segments[at - 1].upper else "lower"


def horde(s: Siege) -> Iterator[Die]:
    """The dice of the horde in play: on the path and on the horizon."""
    return (d for d in s.table if kind(s, d) and segment(d) >= 0)


def inside(s: Siege, *segments: int) -> tuple[Die, ...]:
    """The horde's dice in these segments, by segment and space number."""
    found = (d for d in horde(s) if segment(d) in segments and segment(d) > 0)
    return tuple(sorted(found, key=lambda d: (segment(d), number(d))))


def in_order(s: Siege, colour: str) -> tuple[Die, ...]:
    """A type's dice in the order in which they act (DH-5).

    The path before the horizon, weakest first, then nearest to the gate, then by space number.
    """
    there = (d for d in horde(s) if d.colour == colour)
    return tuple(sorted(there, key=lambda d: (segment(d) == 0, d.face, -segment(d), number(d))))


def standing(s: Siege, at: int) -> int:
    """Barricades that stand to the right of a segment; none beside the horizon."""
    return s.built[at - 1] - s.broken[at - 1] if 0 < at <= s.sheet.length else 0


def armed(s: Siege, space: str) -> bool:
    """Whether a trap on this space has not been triggered."""
    return space in s.traps and space not in s.sprung


def built(s: Siege, name: str) -> Built:
    """A tower with its marks, the main tower too; raises KeyError."""
    return {b.tower.id: b for b in (*s.towers, s.chief)}[name]


def rebuilt(s: Siege, b: Built) -> Siege:
    """The state with a tower marked like this."""
    if b.tower.id == MAIN:
        return replace(s, chief=b)
    return replace(s, towers=tuple(b if t.tower.id == b.tower.id else t for t in s.towers))


def now(s: Siege) -> RoundSegment:
    """The round segment of this round."""
    return s.sheet.round_segments[s.used[-1] - 1]


def purse(s: Siege) -> int:
    """Skulls that can be spent."""
    return s.skulls - s.spent


def free_flags(s: Siege) -> int:
    """Flag skulls that were gained and are not spent."""
    return sum(at <= s.skulls for at in s.ruler.flags) - s.flags


def open_scrolls(s: Siege) -> tuple[str, ...]:
    """The scrolls whose four essences are marked and that are not used."""
    used = [name for name, _ in s.cast]
    done = zip(s.ruler.scrolls, s.marked, strict=True)
    return tuple(c.id for c, marks in done if sorted(marks) == sorted(c.essence) and c.id not in used)


def become(s: Siege, old: Die, new: Die | None) -> Siege:
    """A die changes, or leaves the path for graveyard or pool: who waits for it still knows which it is."""
    alive = new if new is not None and segment(new) >= 0 else None
    table = s.table.swap(old, new=[new] if new else [])
    s = replace(s, table=table, queue=_now(s.queue, old, alive), healing=_now(s.healing, old, alive))
    if s.attack is None:
        return s
    blows = tuple(
        replace(b, die=alive) if b.die == old and alive else b for b in s.attack.blows if alive or b.die != old
    )
    return replace(s, attack=replace(s.attack, hit=_now(s.attack.hit, old, alive), blows=blows))


def _now(dice: tuple[Die, ...], old: Die, alive: Die | None) -> tuple[Die, ...]:
    if old not in dice:
        return dice
    at = dice.index(old)
    return (*dice[:at], *([alive] if alive else []), *dice[at + 1 :])


def hurt(s: Siege, d: Die, n: int) -> Siege:
    """Damage to a die: at its value or above it goes to the graveyard, unchanged; else the value drops (DH-15)."""
    if n <= 0:
        return s
    if n >= d.face:
        return say(become(s, d, d.to(GRAVEYARD)), f"{named(d)} takes {n}: to the graveyard as a {d.face or '?'}")
    now = replace(d, face=d.face - n)
    return say(become(s, d, now), f"{named(d)} takes {n}: set it to {now.face}")


def say(s: Siege, *news: str) -> Siege:
    """The state with more news."""
    return replace(s, news=(*s.news, *news))
