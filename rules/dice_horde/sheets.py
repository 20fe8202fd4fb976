"""The tower sheet and the ruler sheet as the rules know them (DH-2): frozen values, no shapes.

`checks.py` reads them from their TOML texts and tells all that is wrong; `layout.py` draws the board from them.
"""

from __future__ import annotations

from dataclasses import dataclass

GAME = "dice-horde"
TYPES = ("A", "B", "C")  # of the horde's dice, in the order in which a player's colours name them
DICE = 4  # of each type
STATS = ("red", "green", "blue")  # damage, targets, range
TOWER_COLOURS = ("green", "yellow", "blue", "red")
MAIN = "main"  # the main tower's id
SYMBOLS = ("move", "attack", "heal")
TARGETS = ("most-developed", "armour-piercing", "dual")
ATTACKS = (*(f"attack {c}" for c in TOWER_COLOURS), "attack any")
ACTIONS = ("barricade", "trap", "upgrade", "armour", *ATTACKS)
UPPER_SPELLS, LOWER_SPELLS = ("shield",), ("storm",)
PRICED = ("armour", "trap", "barricade")


@dataclass(frozen=True, slots=True)
class Flag:
    """A type's flag: segments moved and strength of attack at each value from 1 to 6, and whom it attacks."""

    type: str
    move: tuple[int, ...]
    attack: tuple[int, ...]
    target: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment of the path: which of its spaces lie in the upper row, and how many barricades fit to its right."""

    upper: tuple[int, ...]
    lower: tuple[int, ...]
    barricades: int


@dataclass(frozen=True, slots=True)
class Tower:
    """A tower as printed: where it stands, its hearts, those that ready a charge, each statistic's first and top level.

    The main tower stands at the last segment and has neither hearts nor shields.
    """

    id: str
    title: str
    colour: str
    segment: int
    row: str
    red: tuple[int, int]
    green: tuple[int, int]
    blue: tuple[int, int]
    hearts: int = 0
    charges: tuple[int, ...] = ()  # at which damage a charge is readied
    armour: int = 0


@dataclass(frozen=True, slots=True)
class RoundSegment:
    """One of the fields that the round die chooses: what each type does in order, and two sets of player actions.

    An action is a tuple of those of which one may be done, nearly always one alone.
    """

    horde: tuple[tuple[str, tuple[str, ...]], ...]
    upper: tuple[tuple[str, ...], ...]
    lower: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A die that a round brings: its type and value."""

    type: str
    value: int


@dataclass(frozen=True, slots=True)
class TowerSheet:
    """The sheet with path, towers, flags, round segments, the horizon's table and the gate."""

    id: str
    title: str
    rounds: int
    gate: int
    ruler: str  # the ruler sheet that goes with it where none is named
    flags: tuple[Flag, ...]
    segments: tuple[Segment, ...]
    towers: tuple[Tower, ...]
    main: Tower
    round_segments: tuple[RoundSegment, ...]
    horizon: tuple[tuple[Arrival, ...], ...]

    @property
    def length(self) -> int:
        """How many segments the path has; the gate lies behind the last one."""
        return len(self.segments)

    def tower(self, name: str) -> Tower:
        """A tower by its id, the main tower too; raises KeyError."""
        return {t.id: t for t in (*self.towers, self.main)}[name]


@dataclass(frozen=True, slots=True)
class Scroll:
    """A scroll: the essences that open it and its two spells, of which one can be cast once."""

    id: str
    title: str
    essence: tuple[str, ...]
    upper: str
    lower: str


@dataclass(frozen=True, slots=True)
class RulerSheet:
    """The sheet with prices, the skull track with its flags, the main tower's essences and the scrolls."""

    id: str
    title: str
    prices: tuple[tuple[str, int], ...]
    skulls: int  # marks of the track
    flags: tuple[int, ...]  # which of them carry a flag
    main: int  # how often three essences can be marked for the main tower
    scrolls: tuple[Scroll, ...]

    def price(self, what: str) -> int:
        """What armour, a trap or a barricade costs in skulls; raises KeyError."""
        return dict(self.prices)[what]

    def scroll(self, name: str) -> Scroll:
        """A scroll by its id; raises KeyError."""
        return {s.id: s for s in self.scrolls}[name]
