"""What pipsight was taught about a player's own dice: by which sights to read them, and what their owner calls them.

Made by `vision.teaching`, kept as a file by `vision.profile_file`, used by the reader: `read` after the plain reading
of faces, `called` after the naming of a colour. Dice unlike the taught ones are read and named as ever.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.colour import SHADES, Colour
from vision.face import FaceReading
from vision.picture import Image
from vision.sights import Numbers, See, body_of, chances_of, distances, lab, looked_at, pooled, weights

NEAR = 22.0  # Lab distance (lightness counting half) up to which a die is one of the taught ones by its colour


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """One find in a taught picture, as people corrected it.

    `value` is 1 to 6, 0 where there is no die; `colour` the owner's word ("" without a die), `seen` the word of the
    reader as it ships, `rgb` (0 to 255) what it saw of the body, `cut` the find with its surroundings (120 x 120 x 3,
    BGR, 2.4 boxes across).
    """

    picture: int
    value: int
    colour: str
    seen: str
    rgb: tuple[int, int, int]
    cut: Image


@dataclass(frozen=True, slots=True)
class Gain:
    """What a profile changes for its own dice when each picture is read by what the others taught.

    Counts of `dice`; certainties are the mean chance that was given to the truth. `before` stands for the reader as
    it ships. `sure_wrong` are wrong values (or finds without a die) that would have been taken without a question.
    """

    pictures: int
    dice: int
    right: tuple[int, int]
    accepted: tuple[int, int]
    sure_wrong: tuple[int, int]
    certainty: tuple[float, float]
    named: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """A player's dice.

    `bodies` (N x 3, Lab) and `evidence` (N x J, see `sights.weights`) belong to `taught`, die by die, and were made
    with the face reader whose file has the hash `model`. `reads` tells whether they are used for values, `names`
    whether the owner's colours are used: what did not help is kept, but left alone.
    """

    name: str
    made: str
    model: str
    taught: tuple[Taught, ...]
    bodies: Numbers
    evidence: Numbers
    reads: bool
    names: bool
    gain: Gain

    def read(self, crops: Sequence[Image], plain: list[FaceReading], see: See) -> list[FaceReading]:
        """Read crops (64 x 64 x 3, BGR) anew where they show dice like the taught ones; the others stay `plain`."""
        if not self.reads or not crops:
            return plain
        faces = [n for n, one in enumerate(plain) if one.value]
        if not faces:
            return plain
        shares = weights(np.array([body_of(crops[n]) for n in faces]), self.bodies, self.evidence)
        there = looked_at([crops[n] for n in faces], [plain[n] for n in faces], shares, see)
        joined = pooled(chances_of(there), shares)
        told = list(plain)
        for row, n in enumerate(faces):
            best = there[int(shares[row].argmax())][row]
            told[n] = replace(best, chances=tuple(float(v) for v in joined[row]))
        return told

    def called(self, colour: Colour, among: Collection[str] = ()) -> Colour:
        """Return a colour with the name that the owner gave to dice like it; `among` are the colours in play."""
        if not self.names:
            return colour
        name, margin = called(lab(colour.rgb), self.shades(), among)
        return replace(colour, name=name, margin=margin) if name else colour

    def shades(self) -> dict[str, Numbers]:
        """The Lab colours (each N x 3) seen of every colour that the owner named."""
        return shades(self.taught)


def shades(taught: Sequence[Taught]) -> dict[str, Numbers]:
    """Return the Lab colours (each N x 3) of the dice by their owner's words."""
    found: dict[str, list[NDArray[np.float64]]] = {}
    for one in taught:
        if one.value:
            found.setdefault(one.colour, []).append(lab(one.rgb))
    return {name: np.array(seen) for name, seen in found.items()}


def called(body: Numbers, known: dict[str, Numbers], among: Collection[str] = ()) -> tuple[str, float]:
    """Name a Lab colour by taught shades; ("", 0) where no taught die is near, or a colour that was not taught nearer.

    The second figure is the margin to the runner-up, from 0 (a tie) to 1.
    """
    others = {name: np.array(seen, np.float64) for name, seen in SHADES.items() if name in among and name not in known}
    rivals = {name: seen for name, seen in known.items() if not among or name in among} | others
    apart = {name: float(distances(body[None], seen).min()) for name, seen in rivals.items()}
    best = min(apart, key=apart.__getitem__, default="")
    if not best or best in others or apart[best] > NEAR:
        return "", 0.0
    second = min((d for name, d in apart.items() if name != best), default=NEAR)
    return best, max(0.0, second - apart[best]) / max(second, 1e-6)
