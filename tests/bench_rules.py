"""`make bench`: how long the rules of Die die DIE! take: what may happen next, and a match replayed from its log.

The busiest table is measured: five players, cards, monuments, all dice in the arena. Times are process time, so that
what else runs on the machine does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from rules import game, sheet
from rules.core import Move, Player, Setup, State, begin, choices, offered, play
from rules.log import replay

GAME = game("die-die-die")
MOST_CHOICES, MOST_REPLAY = 5.0, 500.0  # ms
ENTRIES = 500
COLOURS = ("red", "blue", "green", "yellow", "black")
PREFERRED = ("flick", "over", "card", "flip", "adjust", "done", "set", "lava", "area", "sacrifice", "clear", "aside")


def setup(board: str) -> Setup:
    """Five players with every module."""
    players = tuple(Player(f"P{n}", (c,)) for n, c in enumerate(COLOURS))
    options = frozenset({"power-cards", "monuments", "guerilla", "summary-execution"})
    return GAME.complete(Setup("die-die-die", players, (sheet.text(board),), options))


def match(board: str) -> tuple[Setup, list[Move], list[State]]:
    """A match to its end, dice dealt out over the territories one after another, and the state before each move."""
    begun = setup(board)
    state, moves, states = begin(GAME, begun), [], []
    lands = [t.id for t in state.board.territories]
    while may := choices(GAME, state):
        choice = min(may, key=lambda c: PREFERRED.index(c.move.name) if c.move.name in PREFERRED else 99)
        move = choice.move
        if choice.reads:
            n = len(moves)
            near = state.board.near(lands[n % len(lands)])[0]
            where = lands[n % len(lands)] if n % 3 else "/".join(sorted((lands[n % len(lands)], near), key=lands.index))
            word = f"{where}: {move.args[0]}{n % 6 + 1}"
            move = Move(move.name, move.player, move.args, state.table.put(*type(state.table).parse(word)))
        states.append(state)
        moves.append(move)
        state = play(GAME, state, move)
    return begun, moves, states


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Fewest milliseconds of process time that a call takes."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return 1000 * min(times)


def main() -> None:
    """Measure and print."""
    for board in ("world-war", "krakatoa"):
        begun, moves, states = match(board)
        each = sorted(best(partial(offered, GAME, state)) for state in states)
        whole = best(partial(replay, GAME, begun, moves)) * ENTRIES / len(moves)
        print(
            f"{board}: {len(moves)} moves; choices {each[len(each) // 2]:.2f} ms median, {each[-1]:.2f} ms at most "
            f"(bound {MOST_CHOICES:.0f}); replay of {ENTRIES} entries {whole:.0f} ms (bound {MOST_REPLAY:.0f})"
        )


if __name__ == "__main__":
    main()
