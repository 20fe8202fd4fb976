"""What a correction would change, without writing it."""

from __future__ import annotations

from typing import Any

from rules.changes import difference
from rules.core import score
from rules.table import Table

from .desk import Desk


def tried(desk: Desk, entry: int, table: Table) -> dict[str, Any]:
    """What the table at an earlier step would change: dice, totals, the step that would no longer fit.

    Raises IllegalMove for an entry that is no step that counts.
    """
    _, then = desk.match.corrected(entry, table)
    step = next(step for step in desk.match.steps if step.entry == entry)
    names = [player.name for player in desk.match.log.setup.players]
    return {
        "changes": [change.text(desk.sheet.titles) for change in difference(step.table, table)],
        "totals": desk.match.totals(),
        "then": score(desk.match.rules.awards(then.state), names),
        "broken": then.broken and {"text": desk.match.text_of(then.broken.entry), "why": then.broken.why},
    }
