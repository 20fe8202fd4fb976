"""Every rule that is not always there, in the order in which they are asked: maps, optional rules, modules, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from ..core import Award, Choice, Choices, InPlay
from .cards import HAD_CARD, PIRATE_CARDS, POWER_CARDS
from .monuments import MONUMENTS_RULE
from .optional import GUERILLA, SUMMARY_EXECUTION
from .pirates import PIRATE_SHIP
from .rule import Rule
from .state import Fight, Match, at


def stout(s: Match, mine: InPlay, f: Fight, found: list[Award]) -> list[Award]:
    """Stout: a point for each territory in which its player is among those tied for the highest strength (DDD-46)."""
    tied = len(f.winners) > 1 and mine.player in f.winners
    if "stout-where-paid" in s.setup.options:
        tied = tied and any(a.player == mine.player and "tied" in a.why for a in found)
    return found + [Award(mine.player, 1, f"Stout: tied {f.space.title}", f.space.id)] * tied


def rebuilt(s: Match, mine: InPlay) -> list[Award]:
    """Rebuild's point joins the combat count (DDD-83)."""
    return [Award(mine.player, 1, f"Rebuild: raised the {mine.args[0]}")]


def keep_out(s: Match, mine: InPlay, found: Choices[Match]) -> Iterable[Choice[Match]]:
    """Quarantine: nobody else brings anything in or out or changes anything there, whatever the step (DDD-45)."""
    seen = [closed(s, mine, c) for c in found]
    stuck = [c.move.player for c in seen if c.move.name == "adjust" and c.no]
    for c in seen:
        ways = [o for o in seen if o.move.player == c.move.player and o.move.name in DUTIES and not o.no]
        if c.move.name == "done" and c.move.player in stuck and not ways and "cannot stay" in c.no:
            yield replace(c, no="")  # a die that may go nowhere else stays where it lies, and fights for nothing
        else:
            yield c


DUTIES = ("adjust", "beside", "shows", "remove")


def closed(s: Match, mine: InPlay, c: Choice[Match]) -> Choice[Match]:
    """A step, barred where it would touch a territory that is closed to its player."""
    theirs = c.move.player not in ("", mine.player)
    if s.phase != "movement" or not theirs or c.no or c.reads or c.move.name in DUTIES[1:]:
        return c
    then = c.do(s).table
    if then is s.table:
        return c
    was, now = Counter(s.table.dice), Counter(then.dice)  # exactly: a bonus counts, and one of two equal dice
    touched = {s.board.home(d) for d in (was - now) + (now - was)}
    return replace(c, no=f"{at(s, str(mine.args[0]))} is in quarantine") if mine.args[0] in touched else c


EFFECTS: dict[str, Rule] = {
    "pirate-ship": PIRATE_SHIP,
    "guerilla": GUERILLA,
    "monuments": MONUMENTS_RULE,
    "summary-execution": SUMMARY_EXECUTION,
    "power-cards": POWER_CARDS,
    "pirate-cards": PIRATE_CARDS,
    "had-card": HAD_CARD,
    "stout": Rule("a point for each tie", awards=stout, until="combat"),
    "archeology": Rule("monuments count also fallen and tied", until="combat"),
    "rebuild": Rule("a point for a raised monument", also=rebuilt, until="combat"),
    "quarantine": Rule("nobody else acts there", offer=keep_out, until="movement"),
}
BY_OPTION = ("guerilla", "monuments", "summary-execution", "power-cards")
BY_MAP = ("pirate-ship", "pirate-cards")
