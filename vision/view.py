"""What one picture shows, in pixels and millimetres: the values that the reader returns."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.reading import SeenDie, Sighting
from vision.dice import Box


@dataclass(frozen=True, slots=True)
class DieView:
    """One die as seen.

    `box` is x, y, w, h in px, `top` the four corners of the top face in px, `chances` the probabilities of no
    readable face and of 1 to 6, `bar` the certainty from which a value is accepted, `mm` the foot on the board,
    `angle` its turn there (radians), `level` the number of dice under it, `rgb` the body's colour (0 to 255),
    `colours` the names it may have with their probabilities, likeliest first, `real` the probability that it is a die.
    `doubts` each make a question of it; `reasons` say what lowered its certainty, enough for a question or not.
    """

    box: Box
    score: float
    chances: tuple[float, ...]
    bar: float
    colour: str
    rgb: tuple[int, int, int]
    top: tuple[tuple[float, float], ...] | None = None
    mm: tuple[float, float] | None = None
    angle: float | None = None
    space: str | None = None
    level: int = 0
    doubts: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    colours: tuple[tuple[str, float], ...] = ()
    real: float = 1.0

    @property
    def cocked(self) -> bool:
        """Whether it shows no face that can be read: it leans, is blocked, or is no die."""
        return max(range(7), key=self.chances.__getitem__) == 0

    @property
    def value(self) -> int | None:
        """The likeliest face, or None where it is cocked."""
        return None if self.cocked else max(range(1, 7), key=self.chances.__getitem__)

    @property
    def certainty(self) -> float:
        """The probability of what `value` says (0 to 1)."""
        return max(self.chances)

    @property
    def accepted(self) -> bool:
        """Whether the value may be taken without asking."""
        return not self.cocked and self.certainty >= self.bar and not self.doubts

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """The faces 1 to 6 with their probabilities, likeliest first."""
        return tuple(sorted(((f, self.chances[f]) for f in range(1, 7)), key=lambda pair: -pair[1]))

    @property
    def why(self) -> str:
        """Why the value is not accepted, in words; empty where it is."""
        if self.accepted:
            return ""
        told = [*self.doubts, *self.reasons]
        if self.cocked:
            told.append("no face can be read: does it lean, or is it covered?")
        elif self.certainty < self.bar:
            second = self.likely[1]
            told.append(f"unsure: {self.value} ({self.certainty:.1%}) or {second[0]} ({second[1]:.1%})")
        return "; ".join(dict.fromkeys(told))

    def doubted(self, why: str) -> DieView:
        """The same die with one more reason not to take its value without asking."""
        return replace(self, doubts=(*self.doubts, why))

    def seen(self) -> SeenDie:
        """What the rules read of it; raises ValueError without a place on a board."""
        if self.mm is None:
            raise ValueError("a die has no place in millimetres without a board")
        return SeenDie(
            colour=self.colour,
            face=self.value or 0,
            x=self.mm[0],
            y=self.mm[1],
            angle=self.angle,
            certainty=self.certainty,
            likely=self.likely,
            level=self.level,
            cocked=self.cocked,
            sure=self.accepted,
            why=self.why,
        )


@dataclass(frozen=True, slots=True)
class View:
    """The dice of one picture of `size` (width, height px), and the seconds that reading took."""

    dice: tuple[DieView, ...]
    size: tuple[int, int]
    seconds: float = 0.0

    def sighting(self, frame: int = 0) -> Sighting:
        """What the rules read, die by die in the order of `dice`; raises ValueError without a board."""
        return Sighting(tuple(d.seen() for d in self.dice), frame)
