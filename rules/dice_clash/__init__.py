"""Dice Clash: the sequence of play. Each phase is a chapter of the rulebook in a file of its own.

Read `sheets.py` for what is printed, `state.py` for what a match knows, then the chapters as they stand here:
`rounds.py`, `turns.py` (with `placement.py` and `modifiers.py`), `powers.py` and `legends.py` for what follows a die.
`checks.py` reads the grids, `pool.py` is for an owner's own page, `seen.py` for what a camera sees.
"""

from __future__ import annotations

from ..core import Effect, Game, Phase
from .legends import asked
from .rounds import awards, new_round, order, outcome, roll_off
from .seen import odd, told
from .setup import complete, start
from .state import AGAIN, ANEW, BARE, CLOSED, ROLL_FIRST, Clash
from .turns import turn

EFFECTS: dict[str, Effect[Clash]] = {
    BARE: Effect("no modifiers hold for the next die"),
    CLOSED: Effect("a space is closed for the next die"),
    ROLL_FIRST: Effect("the next die is rolled before it is placed"),
    AGAIN: Effect("the legend can be made to roll again once this round"),
    ANEW: Effect("the legend's next 1 or 6 is rolled again"),
}

GAME: Game[Clash] = Game(
    title="Dice Clash",
    start=start,
    interrupts=(Phase("settle", asked, lambda s: bool(s.asks)),),
    phases=(
        Phase("roll-off", roll_off, lambda s: not s.first),
        Phase("round", turn, lambda s: bool(s.turn), new_round),
    ),
    effects=EFFECTS,
    awards=awards,
    outcome=outcome,
    order=order,
    told=told,
    odd=odd,
    complete=complete,
)
