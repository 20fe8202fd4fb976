"""How long Dice Horde's rules take: `python -m tests.bench_horde`; the first sheet's game of 9 rounds, played greedily.

Each figure stands beside the time of one fixed piece of work measured in the same run, since machines are noisy and
differ. Limits: 10 ms for the choices of a state, 50 ms for a whole step of the horde (all instructions of a round).
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from random import Random
from statistics import median
from typing import TypeVar

from rules.core import begin, choices, phase, play
from rules.log import replay
from tests.simulate_horde import GAME, Played, greedy, one_game, setup

T = TypeVar("T")
LIMITS = {"choices": 0.010, "horde step": 0.050}


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """The best processor time of three calls, and what the call gives."""
    times = []
    for _ in range(3):
        start = time.process_time()
        found = work()
        times.append(time.process_time() - start)
    return min(times), found


def yardstick() -> float:
    """Seconds for a fixed piece of work in plain Python."""
    return timed(lambda: sum(n * n % 7 for n in range(100_000)))[0]


def measure(played: Played) -> tuple[dict[str, list[float]], list[float], float]:
    """Seconds for the choices of each state by phase, for each whole step of the horde, and for replaying the game."""
    start = setup("long-road")
    state = begin(GAME, start)
    found: dict[str, list[float]] = defaultdict(list)
    steps: list[float] = []
    previous = ""
    for move in played.moves:
        name = phase(GAME, state).name
        seconds, _ = timed(lambda state=state: choices(GAME, state))  # type: ignore[misc]
        found[name].append(seconds)
        before = time.process_time()
        following = play(GAME, state, move)
        taken = time.process_time() - before
        if name == "horde":
            if previous != "horde":
                steps.append(0.0)
            steps[-1] += taken + seconds
        state, previous = following, name
    return found, steps, timed(lambda: replay(GAME, start, played.moves))[0]


def report() -> list[tuple[str, float, float]]:
    """What was measured: a name, median and worst seconds."""
    played = one_game(setup("long-road"), greedy, Random(1))
    found, steps, whole = measure(played)
    rows = [(f"choices, {name}", median(times), max(times)) for name, times in found.items()]
    rows.append(
        ("choices, all", median(t for v in found.values() for t in v), max(t for v in found.values() for t in v))
    )
    rows.append(("horde step, all instructions of a round", median(steps), max(steps)))
    rows.append((f"replay of {len(played.moves)} moves", whole, whole))
    return rows


def main() -> None:
    """Measure and print."""
    yard = yardstick()
    print(f"yardstick (100,000 sums in plain Python): {yard * 1000:.1f} ms")
    for name, middle, worst in report():
        print(f"{name}: median {middle * 1000:.2f} ms, worst {worst * 1000:.2f} ms ({worst / yard:.2f} yardsticks)")


if __name__ == "__main__":
    main()
