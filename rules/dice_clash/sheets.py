"""The printed things of Dice Clash as the rules know them: warriors, battle grids, dice. Frozen values, no shapes.

`checks.py` reads grids from their TOML texts and tells all that is wrong. The words of a space are a closed vocabulary:
``a+1`` attack, ``d-2`` defence, ``+2`` die value, ``+-1`` up or down, ``swap``, ``move``, ``flip``, ``eye``; on a
legend's grid ``set4`` and ``flame`` too. ``a+1/d+1`` is a choice of modifiers (DC-2, 5, 8, 9, 10, 31, 33).
"""

from __future__ import annotations

from dataclasses import dataclass

GAME = "dice-clash"
KINDS = ("black", "white", "red")  # of a player's dice, in the order in which their colours name them
DICE = {"black": 6, "white": 2, "red": 1}  # of each kind (DC-1)
FACES = range(1, 7)
PLAIN_WORDS = ("+-1", "swap", "move", "flip", "eye")
LEGEND_WORDS = ("flame", *(f"set{n}" for n in FACES))

Space = tuple[tuple[str, ...], ...]  # modifiers in printed order, each the alternatives of which one holds


@dataclass(frozen=True, slots=True)
class Warrior:
    """A warrior or a legend, with the power of the green side and of the skull side by id."""

    id: str
    title: str
    green: str
    skull: str
    legend: bool = False


WARRIORS = {
    w.id: w
    for w in (
        Warrior("viking", "Viking", "shield-wall", "berserker"),
        Warrior("knight", "Knight", "switch-stance", "high-guard"),
        Warrior("ninja", "Ninja", "smoke-bomb", "genjutsu"),
        Warrior("spartan", "Spartan", "phalanx", "dory"),
        Warrior("samurai", "Samurai", "rashomon", "nigiri"),
        Warrior("highlander", "Highlander", "donnybrook", "quickening"),
        Warrior("da-ji", "Da Ji", "mirage", "malevolent-spirit", legend=True),
        Warrior("khutulun", "Khutulun", "pre-emptive-strike", "enrage", legend=True),
    )
}


@dataclass(frozen=True, slots=True)
class Grid:
    """A battle grid: its spaces row by row, on the green side and on the adrenaline side."""

    id: str
    title: str
    warrior: Warrior
    columns: int
    green: tuple[Space, ...]
    skull: tuple[Space, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The spaces in reading order: a letter for the row, a number for the column."""
        return tuple(f"{chr(ord('a') + n // self.columns)}{n % self.columns + 1}" for n in range(len(self.green)))

    @property
    def corners(self) -> frozenset[str]:
        """The spaces at the corners."""
        names = self.names
        return frozenset((names[0], names[self.columns - 1], names[-self.columns], names[-1]))

    def beside(self, name: str) -> frozenset[str]:
        """The spaces orthogonally adjacent to a space."""
        row, column = ord(name[0]), int(name[1:])
        near = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return frozenset(f"{chr(r)}{c}" for r, c in near) & frozenset(self.names)
