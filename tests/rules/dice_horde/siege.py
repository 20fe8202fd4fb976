"""Short ways into a match of Dice Horde on small sheets: A yellow, B red, C green, white for the rounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.core import Choice, Move, Player, Setup, begin, choices, offered, play
from rules.dice_horde import GAME
from rules.dice_horde.horde import next_type
from rules.dice_horde.state import Siege, built, colour, rebuilt
from rules.table import Die, Table

HERE = Path(__file__).parent
TOWER = (HERE / "mini-tower.toml").read_text(encoding="utf-8")
RULER = (HERE / "mini-ruler.toml").read_text(encoding="utf-8")
COLOURS = ("yellow", "red", "green", "white")
ME = "Ann"


def setup(tower: str = TOWER, ruler: str = RULER, colours: tuple[str, ...] = COLOURS) -> Setup:
    return Setup("dice-horde", (Player(ME, colours),), (tower, ruler))


def start(**more: Any) -> Siege:
    return replace(begin(GAME, setup()), **more)


def full(text: str) -> Table:
    """A table with the pool filled up to four dice of each type, and the round die where it is not told."""
    table = Table.parse(text)
    for c in COLOURS[:3]:
        table = table.put(*(Die("pool", c, 0) for _ in range(4 - table.count(c))))
    return table if table.count("white") else table.put(Die("round-1", "white", 1))


def at(text: str, phase: str = "your actions", **more: Any) -> Siege:
    """Round 1 on this table, in a phase, with nothing due."""
    base: dict[str, Any] = {"round": 1, "used": (1,), "due": (), "table": full(text), "phase": phase, "news": ()}
    return start(**base | more)


def marked(s: Siege, name: str, **marks: int) -> Siege:
    """The same with marks on a tower."""
    return rebuilt(s, replace(built(s, name), **marks))


def horde(text: str, *turns: tuple[str, ...], **more: Any) -> Siege:
    """Step 1 with these types and symbols, like ("A", "move")."""
    acts = tuple((t[0], tuple(t[1:])) for t in turns)
    return next_type(at(text, "horde", acts=acts, **more))


def does(s: Siege, name: str, *args: str | int) -> Siege:
    """Play a step of the player, or one that is nobody's."""
    move = next(c.move for c in offered(GAME, s) if c.move.name == name and c.move.args == args)
    return play(GAME, s, move)


def only(s: Siege) -> Choice[Siege]:
    """The one step that there is."""
    (choice,) = choices(GAME, s)
    return choice


def forced(s: Siege, phase: str = "horde") -> list[str]:
    """The arguments of each forced step of a phase to its end."""
    out = []
    while s.phase == phase and GAME.outcome(s) is None:
        choice = only(s)
        out.append(" ".join(map(str, choice.move.args)))
        s = play(GAME, s, choice.move)
    return out


def run(s: Siege, phase: str = "horde") -> Siege:
    """Where the forced steps of a phase lead."""
    while s.phase == phase and GAME.outcome(s) is None:
        s = play(GAME, s, only(s).move)
    return s


def names(s: Siege) -> list[tuple[str | int, ...]]:
    return [(c.move.name, *c.move.args) for c in choices(GAME, s)]


def barred(s: Siege) -> dict[tuple[str | int, ...], str]:
    return {(c.move.name, *c.move.args): c.no for c in offered(GAME, s) if c.no}


def lies(s: Siege, *spaces: str) -> str:
    """What lies on path, horizon and graveyard, or in these spaces."""
    aside = ("pool", "round-die")
    there = s.table.where(lambda d: d.space in spaces if spaces else d.space not in aside and d.colour != "white")
    return str(there)


def shoot(s: Siege, tower: str, n: int, **marks: int) -> Siege:
    """A tower with these marks attacks a segment in step 2."""
    s = marked(replace(s, acting=True, side="upper", todo=(("attack any",),)), tower, **marks)
    return does(s, "attack any", tower, n)


def mv(name: str, *args: str | int) -> Move:
    return Move(name, ME, args)


__all__ = ["GAME", "ME", "Table", "colour"]
