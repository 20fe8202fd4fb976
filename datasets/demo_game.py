"""The game of the demo's clip: three players attack on the World War board, build a tower, settle a border die.

The dice are named by player and flick: `b3` is Ben's third. `demo_motion` moves them, `demo_clip` films them.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.board_file import Board, Floats

PLAYERS: dict[str, str] = {"Ana": "red", "Ben": "blue", "Cleo": "green"}
OWNERS: dict[str, str] = {name[0].lower(): name for name in PLAYERS}


@dataclass(frozen=True)
class Resting:
    """A die at rest: its value, sheet mm, yaw in degrees as seen from above, and the die that carries it."""

    value: int
    at: tuple[float, float]
    yaw: float
    on: str = ""


@dataclass(frozen=True)
class Flick:
    """A flick of a die to where it comes to rest, maybe from a hand in the picture, maybe bumping another die.

    `start` (sheet mm) is where it comes from, where the owner's edge will not do.
    """

    die: str
    to: Resting
    hand: bool = False
    bumped: str = ""
    bump: Resting | None = None
    start: tuple[float, float] | None = None


@dataclass(frozen=True)
class Carry:
    """A hand lifts a die and sets it down elsewhere, its value kept."""

    die: str
    at: tuple[float, float]
    yaw: float
    on: str = ""


Step = Flick | Carry
Table = dict[str, Resting]

STEPS: tuple[Step, ...] = (
    Flick("a1", Resting(4, (176, 146), 24), hand=True),
    Flick("b1", Resting(4, (318, 166), 61), start=(-90, 230)),
    Flick("c1", Resting(6, (62, 150), 12), start=(490, 250)),
    Flick("a2", Resting(1, (134, 258), 50)),
    Flick("b2", Resting(6, (136, 191), 8)),
    Flick("c2", Resting(3, (76, 84), 70), hand=True),
    Flick("a3", Resting(5, (300, 40), 33)),
    Flick("b3", Resting(3, (118, 257), 15), bumped="a2", bump=Resting(6, (276, 262), 37)),
    Flick("c3", Resting(4, (172, 286), 78), start=(490, 300)),
    Flick("a4", Resting(3, (230, 66), 20)),
    Flick("b4", Resting(1, (345, 238), 55), start=(-90, 215)),
    Flick("c4", Resting(2, (368, 158), 40)),
    Flick("a5", Resting(2, (234, 186), 66), hand=True),
    Flick("b5", Resting(5, (176, 44), 30), hand=True, start=(22, 58)),
    Flick("c5", Resting(5, (346, 84), 10)),
    Carry("c2", (346.5, 84.5), 22, on="c5"),
    Carry("b2", (176, 196), 84),
)


def after(table: Table, step: Step) -> Table:
    """Return the table when a step's dice have come to rest."""
    if isinstance(step, Carry):
        return table | {step.die: replace(table[step.die], at=step.at, yaw=step.yaw, on=step.on)}
    if step.bump:
        return table | {step.die: step.to, step.bumped: step.bump}
    return table | {step.die: step.to}


def tables() -> Iterator[Table]:
    """Yield the empty table and the table after each step."""
    table: Table = {}
    yield table
    for step in STEPS:
        table = after(table, step)
        yield table


def colour(die: str) -> str:
    """Return a die's colour."""
    return PLAYERS[OWNERS[die[0]]]


def word(table: Table, die: str) -> str:
    """Return a die as the rules write it: `green5^green3` is a 3 on a 5."""
    own = f"{colour(die)}{table[die].value}"
    return f"{word(table, table[die].on)}^{own}" if table[die].on else own


def foot(resting: Resting, edge: float) -> Floats:
    """Return the corners (4, 2) of a die's foot, in sheet mm."""
    angle = -math.radians(resting.yaw)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2
    return np.asarray(corners @ turn.T + np.array(resting.at))


def depth(shape: Floats, point: Floats) -> float:
    """Return how far a point lies inside a polygon, in mm; negative outside."""
    contour = (shape * 10).astype(np.int32).reshape(-1, 1, 2)
    return cv2.pointPolygonTest(contour, (float(point[0]) * 10, float(point[1]) * 10), True) / 10


def touched(board: Board, resting: Resting) -> list[str]:
    """Return the territories that a die's foot overlaps by more than the board's border, in the sheet's order."""
    corners = foot(resting, board.die)
    grid = np.linspace(0, 1, 33)
    rows = [corners[0] * (1 - t) + corners[3] * t for t in grid]
    others = [corners[1] * (1 - t) + corners[2] * t for t in grid]
    points = [a * (1 - t) + b * t for a, b in zip(rows, others, strict=True) for t in grid]
    return [t.id for t in board.territories if any(depth(s, p) > board.border for s in t.shapes for p in points)]


def text(board: Board, table: Table) -> str:
    """Return the table in the rules' notation, spaces and dice in order."""
    spaces: dict[str, list[str]] = defaultdict(list)
    carrying = {resting.on for resting in table.values()}
    for die in table.keys() - carrying:
        spaces["/".join(touched(board, table[die]))].append(word(table, die))
    return " | ".join(f"{space}: {' '.join(sorted(spaces[space]))}" for space in sorted(spaces))


def score(board: Board, table: Table) -> dict[str, int]:
    """Return what each player gains in combat: territories (ties share, rounded up) and a point a tower."""
    strength: dict[str, Counter[str]] = defaultdict(Counter)
    carrying = {resting.on for resting in table.values()}
    gains = dict.fromkeys(PLAYERS, 0)
    for die in table.keys() - carrying:
        tower = bool(table[die].on)
        owner = OWNERS[die[0]]
        strength[touched(board, table[die])[0]][owner] += table[die].value + tower
        gains[owner] += tower
    for space, fighters in strength.items():
        best = [player for player, sum_ in fighters.items() if sum_ == max(fighters.values())]
        for player in best:
            gains[player] += -(-board.territory(space).points // len(best))
    return gains


def told(step: Step) -> str:
    """Return a step in words."""
    owner = OWNERS[step.die[0]]
    if isinstance(step, Flick):
        bump = f", bumping {colour(step.bumped)}" if step.bump else ""
        return f"{owner} flicks {colour(step.die)} {step.to.value}{bump}"
    return f"{owner} sets a die on their own: a tower" if step.on else f"{owner} moves the die off the border"
