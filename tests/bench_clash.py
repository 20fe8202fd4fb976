"""How long Dice Clash's rules take: `python -m tests.bench_clash`; random matches of the example grids, two and solo.

Each figure stands beside the time of one fixed piece of work measured in the same run, since machines are noisy and
differ. Limits: 10 ms for the choices of a state, 100 ms for a legend's whole turn, from its roll to the next player's
turn. The exit status is 1 where one is passed.
"""

from __future__ import annotations

import sys
import time
from random import Random
from statistics import median

from rules.core import Player, Setup, begin, choices, play
from rules.dice_clash import GAME
from rules.dice_clash.state import Clash, legend
from rules.log import replay
from tests.bench_horde import timed, yardstick

COLOURS = ("black", "white", "red")
MATCHES = (("knight", "samurai"), ("spartan", "da-ji"), ("ninja", "khutulun"))
LIMITS = {"choices": 0.010, "legend's turn": 0.100}


def setup(a: str, b: str) -> Setup:
    """A match of two example grids."""
    return GAME.complete(Setup("dice-clash", (Player("Ann", COLOURS, a), Player("Bob", COLOURS, b)), ()))


def measure(start: Setup, rng: Random) -> tuple[list[float], list[float], float, int]:
    """Seconds for the choices of each state, for each turn of a legend, and for replaying the match; its moves."""
    state: Clash = begin(GAME, start)
    offers: list[float] = []
    turns: list[float] = []
    moves = []
    while True:
        seconds, may = timed(lambda state=state: choices(GAME, state))  # type: ignore[misc]
        if not may:
            return offers, turns, timed(lambda: replay(GAME, start, moves))[0], len(moves)
        offers.append(seconds)
        theirs = state.turn == legend(state) != ""
        sure = tuple(c for c in may if c.move.name != "no play") or may
        move = rng.choice(sure).move
        before = time.process_time()
        following = play(GAME, state, move)
        taken = time.process_time() - before + seconds
        if theirs and not state.asks:
            if state.rolled is None:
                turns.append(0.0)
            turns[-1] += taken
        moves.append(move)
        state = following


def main() -> int:
    """Measure and print; 1 where a limit is passed."""
    yard, over = yardstick(), 0
    print(f"yardstick (100,000 sums in plain Python): {yard * 1000:.1f} ms")
    for names in MATCHES:
        offers, turns, whole, count = measure(setup(*names), Random(1))
        for name, times in (("choices", offers), ("legend's turn", turns)):
            if times:
                worst = max(times)
                over += worst > LIMITS[name]
                told = (
                    f"median {median(times) * 1000:.2f} ms, worst {worst * 1000:.2f} ms ({worst / yard:.2f} yardsticks)"
                )
                print(f"{' - '.join(names)}: {name}: {told}, limit {LIMITS[name] * 1000:.0f} ms")
        print(f"{' - '.join(names)}: replay of {count} moves: {whole * 1000:.1f} ms")
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
