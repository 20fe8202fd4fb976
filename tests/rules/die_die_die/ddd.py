"""Short ways into a match of Die die DIE! on the small board: Ann red, Bob blue, Cy green."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules import sheet
from rules.core import Award, Guess, Move, Player, Setup, begin, certain, choices, explain, offered, phase, play, settle
from rules.die_die_die import GAME
from rules.die_die_die.state import MONUMENTS, Match
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


ARMIES = (Player("Ann", ("red",)), Player("Bob", ("blue",)), Player("Cy", ("green",)))
CREWS = (Player("Ann", ("red", "white")), Player("Bob", ("blue", "black")))


def on(board: str, table: str, *options: str, players: tuple[Player, ...] = ARMIES, **more: object) -> Match:
    """The match on a shipped board when the attack is over and the table lies so."""
    text = sheet.text(board) if board in sheet.boards() else board
    state: Match = begin(GAME, GAME.complete(Setup("die-die-die", players, (text,), frozenset(options))))
    lies = Table.parse(table)
    used = tuple(d.colour for d in lies.all() if d.colour not in MONUMENTS)
    stand = tuple(m for m in MONUMENTS if lies.count(m))
    state = replace(state, table=lies, used=used, queue=(), monuments=stand, **more)  # type: ignore[arg-type]
    return settle(GAME, state)


def crews(table: str, *options: str, **more: object) -> Match:
    """As `on`, on Pirate Ship without cards: Ann's masters are red, her sailors white, Bob's blue and black."""
    return on("pirate-ship", table, *options, players=CREWS, **({"hands": ()} | more))  # type: ignore[arg-type]


def do(
    state: Match, name: str, player: str = "", *args: str | int, table: str | None = None, anyway: bool = False
) -> Match:
    """The state after one step; without a player, of whoever may do it."""
    found = [c.move for c in offered(GAME, state) if c.move.name == name and (anyway or not c.no)]
    found = [m for m in found if (not player or m.player == player) and (not args or m.args == args)]
    assert len(found) == 1, (
        name,
        player,
        args,
        [(c.move.name, c.move.player, c.move.args, c.no) for c in offered(GAME, state)],
    )
    return play(GAME, state, replace(found[0], table=None if table is None else Table.parse(table)), anyway)


def won(state: Match, where: str = "") -> list[tuple[str, int]]:
    """Who got how many points, in one space or all of them, in the order in which they were counted."""
    return [(a.player, a.points) for a in state.awards if where in ("", a.where)]


def odd(state: Match, name: str, seen: str, player: str = "") -> list[str]:
    """What is odd about a table after this step."""
    step = next(c for c in offered(GAME, state) if c.move.name == name and player in ("", c.move.player))
    assert step.reads is not None
    return list(step.reads(Table.parse(seen)))


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
    "ARMIES",
    "CREWS",
    "GAME",
    "MINI",
    "PLAYERS",
    "Award",
    "Move",
    "Table",
    "barred",
    "crews",
    "do",
    "flicks",
    "in_movement",
    "last_flick",
    "names",
    "odd",
    "on",
    "phase",
    "play",
    "replace",
    "see",
    "setup",
    "start",
    "taken",
    "won",
]  # fmt: skip
