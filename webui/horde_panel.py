"""What the page tells of Dice Horde beyond what it tells of every game: the step that is due, and what differs."""

from __future__ import annotations

from typing import Any

from rules.core import choices, phase
from rules.dice_horde import GAME
from rules.dice_horde.seen import differs, odd_counts
from rules.dice_horde.state import Siege

from .desk import Desk
from .show import move


def panel(desk: Desk) -> dict[str, Any] | None:
    """The round, the gate, the one step that is due, how the table differs from it; None for another game."""
    s = desk.match.state
    if not isinstance(s, Siege):
        return None
    may = choices(GAME, s)
    due = may[0] if len(may) == 1 else None
    seen = desk.reading.table
    return {
        "round": s.round,
        "rounds": s.sheet.rounds,
        "gate": s.gate,
        "durability": s.sheet.gate,
        "instruction": None if due is None else due.text,
        "step": None if due is None else move(due.move),
        "differs": list(differs(GAME, s, seen)) if desk.moved and not desk.guesses else [],
        "counts": list(odd_counts(s, seen)),
        "back": last_choice(desk) is not None,
    }


def awaited(desk: Desk) -> str | None:
    """What people choose next in Dice Horde; None where a step is due, or in another game."""
    s = desk.match.state
    if not isinstance(s, Siege) or len(choices(GAME, s)) < 2:
        return None
    return "roll the round die" if s.phase == "round die" else f"your choice, {phase(GAME, s).name}"


def last_choice(desk: Desk) -> int | None:
    """The entry of the last step that was a choice; all steps after it had to be."""
    for step in reversed(desk.match.steps):
        if len(choices(desk.match.rules, step.before)) > 1:
            return step.entry
    return None
