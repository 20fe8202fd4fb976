"""Dice Horde by simulated players: `python -m tests.simulate_horde [GAMES [SHEET ..]]` tells how often each wins.

The round die is fair; a random player takes any step, a greedy one the step after which its table looks best, reading
ahead through the steps that mark nothing. Both are far from what people do; they show that a sheet can be won and lost.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from rules import game
from rules.core import Choice, Move, Player, Setup, begin, choices, offered, play
from rules.dice_horde.checks import tower_sheet
from rules.dice_horde.shipped import ruler_sheets, tower_sheets
from rules.dice_horde.state import Siege, horde, purse, segment, standing

GAME = game("dice-horde")
GAMES = 200
COLOURS = ("yellow", "red", "green", "white")
PASSES = ("done", "over")

Choose = Callable[[Siege, tuple[Choice[Siege], ...], Random], Choice[Siege]]


@dataclass
class Played:
    """A game to its end."""

    end: Siege
    moves: list[Move]

    @property
    def won(self) -> bool:
        return self.end.survived and self.end.gate > 0


def setup(tower: str, ruler: str = "") -> Setup:
    """The setup of a shipped tower sheet, with its own ruler sheet or another."""
    sheet = tower_sheets()[tower]
    text = sheet.read_text("utf-8")
    other = ruler or tower_sheet(text).ruler
    return Setup("dice-horde", (Player("Ann", COLOURS),), (text, ruler_sheets()[other].read_text("utf-8")))


def one_game(start: Setup, choose: Choose, rng: Random) -> Played:
    """Play one game; forced steps and the round die are nobody's choice."""
    state: Siege = begin(GAME, start)
    moves: list[Move] = []
    while may := choices(GAME, state):
        chance = len(may) == 1 or may[0].move.name == "roll"
        choice = rng.choice(may) if chance else choose(state, may, rng)
        moves.append(choice.move)
        state = play(GAME, state, choice.move)
    return Played(state, moves)


def at_random(state: Siege, may: tuple[Choice[Siege], ...], rng: Random) -> Choice[Siege]:
    """Any step."""
    return rng.choice(may)


def greedy(state: Siege, may: tuple[Choice[Siege], ...], rng: Random) -> Choice[Siege]:
    """The step after which the table looks best; of equals any."""
    worth = {c: looking(state, c, 2) for c in may}
    best = max(worth.values())
    return rng.choice([c for c in may if worth[c] == best])


def looking(state: Siege, choice: Choice[Siege], ahead: int) -> float:
    """How good the table looks after a step, or after the best that can follow one that marks nothing."""
    if choice.move.name in PASSES:
        return value(state) - 0.01
    then = choice.do(state)
    if not (choice.quiet and ahead):
        return value(then)
    offers = [c for c in follow_ups(then) if not c.no]
    return max((looking(then, c, ahead - 1) for c in offers), default=value(then))


def follow_ups(state: Siege) -> list[Choice[Siege]]:
    return list(offered(GAME, state))


def value(s: Siege) -> float:
    """How good a table looks: gate, towers and what they can do, against dice by value and nearness to the gate."""
    length = s.sheet.length
    danger = sum((1.0 + d.face) * (0.5 + segment(d) / length) ** 2 for d in horde(s))
    towers = sum(0.6 * b.left + 1.2 * b.red + b.green + 0.8 * b.blue + 0.8 * b.armour for b in s.towers if b.stands)
    main = 2.5 * s.chief.red + 2 * s.chief.green + 1.5 * s.chief.blue
    dead = sum(0.4 * d.face + 0.5 for d in s.table.at("graveyard"))
    hoard = 0.5 * purse(s) + 1.2 * sum(s.essence) - 3.0 * s.raised + 0.9 * sum(map(len, s.marked)) - 2.0 * len(s.cast)
    walls = sum(0.9 * standing(s, n) * n / length for n in range(1, length + 1))
    traps = 0.9 * (len(s.traps) - len(s.sprung))
    flags = 1.5 * (sum(at <= s.skulls for at in s.ruler.flags) - s.flags)
    return 6.0 * s.gate - danger + towers + main + dead + hoard + walls + traps + flags


PLAYERS: dict[str, Choose] = {"random": at_random, "greedy": greedy}


def rate(tower: str, player: str, games: int = GAMES) -> tuple[int, float]:
    """Games won, and the rounds that were played on average."""
    start = setup(tower)
    played = [one_game(start, PLAYERS[player], Random(f"{tower} {player} {n}")) for n in range(games)]
    return sum(p.won for p in played), sum(p.end.round for p in played) / games


def main() -> None:
    """Print a line for each sheet and player."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for tower in sys.argv[2:] or tower_sheets():
        for player in PLAYERS:
            won, rounds = rate(tower, player, games)
            print(f"{tower:12} {player:7} {won:4} of {games} won ({won / games:.0%}), {rounds:.1f} rounds on average")


if __name__ == "__main__":
    main()
