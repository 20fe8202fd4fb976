"""Die die DIE!: the sequence of play. Each phase is a chapter of the rulebook in a file of its own.

Read `state.py` for what a match knows, `sheets.py` for boards, then the chapters in the order in which they stand here.
"""

from __future__ import annotations

from ..core import Game, Phase
from .attack import attack, attacking, new_era
from .combat import combat
from .eras import clearing, dice_lie, outcome
from .flick_back import flick_back, out_of_arena
from .movement import movement, moving, to_move
from .optional import EFFECTS
from .options import OPTIONS
from .setup import start
from .state import Match, order, told

GAME: Game[Match] = Game(
    title="Die die DIE!",
    start=start,
    interrupts=(Phase("flick back", flick_back, out_of_arena),),
    phases=(
        Phase("attack", attack, attacking, new_era),
        Phase("movement", movement, moving, to_move),
        Phase("combat", lambda s: (), lambda s: False, combat),
        Phase("era end", clearing, dice_lie),
    ),
    effects=EFFECTS,
    awards=lambda s: s.awards,
    outcome=outcome,
    order=order,
    told=told,
    options=OPTIONS,
)
