"""Die die DIE!: the sequence of play. Each phase is a chapter of the rulebook in a file of its own.

Read `state.py` for what a match knows, `sheets.py` for boards, then the chapters in the order in which they stand here,
and `effects.py` for the rules that are not always there. Phases that only some maps or modules have are closed else.
"""

from __future__ import annotations

from ..core import Game, Phase
from .attack import attack, attacking, new_era
from .black_hole import fell_in, teleport
from .card_effects import card, open_card
from .combat import combat
from .counts import impossible
from .effects import EFFECTS
from .eras import clearing, dice_lie, outcome
from .flick_back import flick_back, out_of_arena
from .monuments import due, monument
from .movement import movement, moving, to_move
from .options import OPTIONS
from .setup import complete, start
from .state import MONUMENTS, Match, order, told
from .volcano import ask_all, asking, boil, erupt, sacrifice, spills

GAME: Game[Match] = Game(
    title="Die die DIE!",
    start=start,
    interrupts=(
        Phase("flick back", flick_back, out_of_arena),
        Phase("black hole", teleport, fell_in),
        Phase("card", card, open_card),
    ),
    phases=(
        Phase("attack", attack, attacking, new_era),
        Phase("sacrifice", sacrifice, asking, ask_all),
        Phase("movement", movement, moving, to_move),
        Phase("lava", erupt, spills, boil),
        Phase("monument", monument, lambda s: bool(s.placing), due),
        Phase("combat", lambda s: (), lambda s: False, combat),
        Phase("era end", clearing, dice_lie),
    ),
    effects=EFFECTS,
    awards=lambda s: s.awards,
    outcome=outcome,
    order=order,
    told=told,
    options=OPTIONS,
    odd=impossible,
    complete=complete,
    pieces=MONUMENTS,
)
