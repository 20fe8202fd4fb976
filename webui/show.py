"""A match in plain values, for `replay --json` and for the page: what stands, why, and what may come next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core import Award, Choice, Game, Move, Outcome, State, offered, score
from rules.log import Broken

from .match import Fold, Step


def told(rules: Game[Any], state: State, broken: Broken | None) -> dict[str, Any]:
    """A state as `pipsight replay --json` prints it; the README's reference section documents the keys."""
    given = tuple(rules.awards(state))
    return {
        "game": state.setup.game,
        "phase": state.phase,
        "table": str(state.table),
        "choices": [choice(c) for c in offered(rules, state)],
        "awards": [award(a) for a in given],
        "totals": score(given, [player.name for player in state.setup.players]),
        "order": list(rules.order(state)),
        "track": track(rules, state),
        "outcome": outcome(rules.outcome(state)),
        "news": list(state.news),
        "broken": None if broken is None else {"entry": broken.entry, "why": broken.why},
    }


def track(rules: Game[Any], state: State) -> list[dict[str, Any]]:
    """The score track, its highest space first: the points, and the markers there from the top of the stack down."""
    order = rules.order(state)
    total = score(rules.awards(state), order)
    return [
        {"points": n, "stack": [p for p in order if total[p] == n]} for n in sorted(set(total.values()), reverse=True)
    ]


def choice(offer: Choice[Any]) -> dict[str, Any]:
    """A next step; `no` tells why it is barred, and is empty where it is not."""
    return {**move(offer.move), "text": offer.text, "no": offer.no}


def move(done: Move) -> dict[str, Any]:
    """Who did what, by the ids of the log."""
    return {"player": done.player, "name": done.name, "args": list(done.args)}


def award(given: Award) -> dict[str, Any]:
    """Points, and why."""
    return {"player": given.player, "points": given.points, "why": given.why, "where": given.where}


def outcome(end: Outcome | None) -> dict[str, Any] | None:
    """Who won and by what, best first; None while the match goes on."""
    return None if end is None else {"ranking": [list(tied) for tied in end.ranking], "why": end.why}


def groups(rules: Game[Any], folded: Fold) -> list[dict[str, Any]]:
    """The awards, those that came at one time together; each group named by its era, or by the step that brought it."""
    found: list[dict[str, Any]] = []
    before = rules.awards(folded.first)
    for step in folded.steps:
        now = rules.awards(step.state)
        fresh = [award(a) for a in now[len(before) :]] if now[: len(before)] == before else [award(a) for a in now]
        if fresh:
            _group(found, _title(step), fresh)
        before = now
    return found


def _group(found: list[dict[str, Any]], title: str, fresh: list[dict[str, Any]]) -> None:
    if found and found[-1]["title"] == title:
        found[-1]["awards"] += fresh
    else:
        found.append({"title": title, "awards": fresh})


def _title(step: Step) -> str:
    era = getattr(step.before, "era", 0)
    return f"Era {era}" if era else step.text


def era(state: State) -> dict[str, int] | None:
    """Which era it is, of how many, in games that have eras."""
    now, board = getattr(state, "era", 0), getattr(state, "board", None)
    return {"now": now, "of": getattr(board, "eras", 0)} if now else None


def letters(names: Sequence[str]) -> list[str]:
    """A short sign for each player, all different, so that colour is never alone."""
    signs: list[str] = []
    for n, name in enumerate(names, 1):
        tries = [name[:1].upper(), name[:2].capitalize(), str(n)]
        signs.append(next(sign for sign in [*tries, f"{n}."] if sign and sign not in signs))
    return signs
