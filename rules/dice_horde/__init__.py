"""Dice Horde: the sequence of play. Each phase is a chapter of the rulebook in a file of its own.

Read `sheets.py` for what is printed, `state.py` for what a match knows, then the chapters as they stand here:
`horizon.py`, `horde.py` (with `movement.py` and `attack.py`), `actions.py` (with `shots.py`), `ruler.py`, `ending.py`.
`checks.py` reads the sheets, `layout.py` draws the board from them.
"""

from __future__ import annotations

from ..core import Game, Phase
from . import actions, horde, ruler
from .ending import EFFECTS, outcome
from .horizon import arrivals, arriving, new_round, rolls, unrolled
from .seen import told
from .setup import start
from .shots import attacking
from .state import Siege, me

GAME: Game[Siege] = Game(
    title="Dice Horde",
    start=start,
    interrupts=(Phase("tower attack", attacking, lambda s: s.attack is not None),),
    phases=(
        Phase("horizon", arrivals, arriving, new_round),
        Phase("round die", rolls, unrolled),
        Phase("horde", horde.instructions, horde.acting, horde.begin_step),
        Phase("your actions", actions.actions, actions.acting, actions.begin_step),
        Phase("main tower", actions.main_attacks, actions.main_reaches, actions.begin_main),
        Phase("ruler", ruler.ruler, ruler.ruling, ruler.begin_step),
        Phase("round end", ruler.clearing, ruler.unburied),
    ),
    effects=EFFECTS,
    awards=lambda s: (),
    outcome=outcome,
    order=lambda s: (me(s),),
    told=told,
)
