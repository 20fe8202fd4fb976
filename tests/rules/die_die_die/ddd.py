"""Short ways into a match of Die die DIE! on the small board: Ann red, Bob blue, Cy green."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules.core import Award, Guess, Move, Player, Setup, begin, certain, choices, explain, offered, phase, play
from rules.die_die_die import GAME
from rules.die_die_die.state import Match
from rules.table import Table

MINI = (Path(__file__).parents[1] / "data" / "mini.toml").read_text(encoding="utf-8")
PLAYERS = (Player("Ann", ("red",)), Player("Bob", ("blue",)), Player("Cy", ("green",)))


def setup(*options: str, players: tuple[Player, ...] = PLAYERS, board: str = MINI) -> Setup:
    return Setup("die-die-die", players, (board,), frozenset(options))


def start(*options: str, **kinds: object) -> Match:
    return begin(GAME, setup(*options, **kinds))  # type: ignore[arg-type]


def flicks(state: Match, *tables: str) -> Match:
    """Each next player flicks, and the table lies like this."""
    for text in tables:
        player = state.queue[0]
        colour = next(p.colours[0] for p in state.setup.players if p.name == player)
        state = play(GAME, state, Move("flick", player, (colour,), Table.parse(text)))
    return state


def in_movement(table: str, *options: str, awards: tuple[Award, ...] = ()) -> Match:
    """The movement phase on this table, reached by the end of the attack."""
    state = start(*options)
    lies = Table.parse(table)
    used = tuple(d.colour for d in lies.all())
    state = replace(state, awards=awards, table=lies, used=used, queue=(), acting="Cy", may=("tower",))
    if any(c.move.name == "over" for c in offered(GAME, state)):
        return play(GAME, state, Move("over", "Cy"))
    raise AssertionError("the attack is not open")


def last_flick(table: str, *options: str, acting: str = "Cy") -> Match:
    """The attack after the last flick, with the tower of the acting player still to come."""
    lies = Table.parse(table)
    used = tuple(d.colour for d in lies.all())
    return replace(start(*options), table=lies, used=used, queue=(), acting=acting, may=("tower",))


def names(state: Match) -> list[tuple[str | int, ...]]:
    return [(c.move.name, *c.move.args) for c in choices(GAME, state)]


def barred(state: Match) -> dict[tuple[str | int, ...], str]:
    return {(c.move.name, c.move.player, *c.move.args): c.no for c in offered(GAME, state) if c.no}


def taken(state: Match, seen: str) -> Guess | None:
    """What is taken without a question when the table is seen like this."""
    return certain(GAME, state, explain(GAME, state, Table.parse(seen)))


def see(state: Match, seen: str) -> Match:
    """The state after what is seen, all of it beyond doubt."""
    guess = taken(state, seen)
    assert guess is not None, explain(GAME, state, Table.parse(seen))[:3]
    for move in guess.moves:
        state = play(GAME, state, move)
    return state


__all__ = [
    "GAME", "MINI", "PLAYERS", "Award", "Move", "Table", "barred", "flicks", "in_movement", "last_flick", "names",
    "phase", "play", "replace", "see", "setup", "start", "taken",
]  # fmt: skip
