"""What a camera saw, and what is agreed about it: the values of `reading.py`, which is where they are imported from."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import hypot

from .table import Die, Table

STILL = 4.0  # mm: a die that is nearer than this to where it lay has not been touched


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die as the camera reports it.

    `face` is 0 where it is not known; `x`, `y` the centre of its foot in mm; `angle` its turn in rad, None where it is
    not known; `likely` its faces with their probability, best first; `level` how many dice are beneath; `sure` whether
    vision accepts the reading, and `why` not.
    """

    colour: str
    face: int
    x: float
    y: float
    angle: float | None
    certainty: float
    likely: tuple[tuple[int, float], ...] = ()
    level: int = 0
    cocked: bool = False
    sure: bool = True
    why: str = ""


@dataclass(frozen=True, slots=True)
class Sighting:
    """The dice of one settled picture, in the camera's order."""

    dice: tuple[SeenDie, ...]
    frame: int = 0


@dataclass(frozen=True, slots=True)
class Spot:
    """A die or tower as last agreed on, and where it lay, in mm.

    `said` by a person, which beats the camera while it lies still. `seen` is its index in the sighting, -1 for one that
    is not in it. `shown` is the colour and face that the camera gave it, face 0 when it was cocked.
    """

    die: Die
    x: float
    y: float
    said: bool = False
    seen: int = -1
    shown: tuple[str, int] = ("", 0)

    @property
    def added(self) -> bool:
        """Whether only people see it: they added it, and no picture shows it."""
        return self.said and self.seen < 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question about one spot, and the answers that one tap gives, best first."""

    spot: int
    text: str
    likely: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies on the sheet as far as is known, and what is to be asked.

    `ignored` is seen there, but no die, as people say; `away` are dice that are no longer seen, so that one that was
    lifted a while ago is known again on top of another.
    """

    spots: tuple[Spot, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    ignored: tuple[Spot, ...] = ()
    away: tuple[Spot, ...] = ()

    @property
    def table(self) -> Table:
        """The dice as an exact table; with doubts, the best guess."""
        return Table(tuple(s.die for s in self.spots))

    def say(self, n: int, die: Die | None) -> Reading:
        """A person's word about one spot: what lies there, or None for nothing.

        Raises:
            IndexError: There is no such spot.
        """
        spot = self.spots[n]
        if die is None:
            doubts = tuple(replace(d, spot=d.spot - (d.spot > n)) for d in self.doubts if d.spot != n)
            ignored = self.ignored if spot.seen < 0 else (*self.ignored, spot)
            return replace(self, spots=self.spots[:n] + self.spots[n + 1 :], doubts=doubts, ignored=ignored)
        said = replace(spot, die=die, said=True)
        doubts = tuple(d for d in self.doubts if d.spot != n)
        return replace(self, spots=(*self.spots[:n], said, *self.spots[n + 1 :]), doubts=doubts)

    def add(self, die: Die, x: float, y: float) -> Reading:
        """A die that people see and the camera does not; it stays until it is seen, taken off, or the sheet is bare."""
        return replace(self, spots=(*self.spots, Spot(die, x, y, said=True)))

    def doubted(self, n: int) -> bool:
        """Whether something about a spot is still to be asked."""
        return any(d.spot == n for d in self.doubts)


def evidence(seen: SeenDie) -> tuple[str, int]:
    """What the camera gives a die, as `Spot.shown` keeps it."""
    return seen.colour, 0 if seen.cocked else seen.face


def far(spot: Spot, seen: SeenDie) -> float:
    """How far a die is from where another lay, in mm."""
    return hypot(spot.x - seen.x, spot.y - seen.y)
