"""Random play of any game through its choices, with what must hold at every step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from rules.changes import difference
from rules.core import Choice, Game, Move, Setup, State, begin, choices, dump, explain, offered, phase, play, score
from rules.log import Correct, Undo, dumps, header, loads, parse_header, replay
from rules.table import Table

See = Callable[[Any, Choice[Any], Random], Table]
Check = Callable[[Any, tuple[Choice[Any], ...]], None]


def nothing(state: Any, may: tuple[Choice[Any], ...]) -> None:
    """No further check."""


@dataclass
class Played:
    """A match that was played to its end: its last state, its moves, and the state before each."""

    end: Any
    moves: list[Move]
    states: list[Any]


def random_game(
    game: Game[Any], setup: Setup, rng: Random, see: See, steps: int = 1500, every: int = 1, also: Check = nothing
) -> Played:
    """A match to its end, each step drawn from the choices.

    What any state must hold is checked at each `every`th of them, and `also` at each.
    """
    state = begin(game, setup)
    moves: list[Move] = []
    states: list[Any] = []
    while may := choices(game, state):
        if len(moves) % every == 0:
            check_state(game, state, may, rng)
        also(state, may)
        states.append(state)
        choice = rng.choice(may)
        move = replace(choice.move, table=see(state, choice, rng)) if choice.reads else choice.move
        before, state = state, play(game, state, move)
        moves.append(move)
        if not choice.reads and rng.random() < 0.2:
            check_explained(game, before, state)
        assert len(moves) < steps, "no end"
    assert game.outcome(state) is not None, f"a dead end in {phase(game, state).name}: {state}"
    return Played(state, moves, states)


def check_state(game: Game[Any], state: State, may: tuple[Choice[Any], ...], rng: Random) -> None:
    assert game.outcome(state) is None
    every = offered(game, state)
    assert len({c.move for c in every}) == len(every), "doubles"
    assert all(c.text.strip() for c in every)
    assert {c.move for c in may} == {c.move for c in every if not c.no}
    hash(state)
    names = {p.name for p in state.setup.players}
    assert {c.move.player for c in every} <= names | {""}
    assert sorted(game.order(state)) == sorted(names)
    first: dict[Move, Any] = {}
    for c in phase(game, state).offer(state):  # equal moves must mean equal things
        if not c.reads:
            assert first.setdefault(c.move, c).do(state) == c.do(state), c.move
    for c in rng.sample(every, min(3, len(every))):  # what is barred can be done all the same
        assert play(game, state, replace(c.move, table=state.table), anyway=True) is not None
    total = score(game.awards(state), names)
    assert sum(total.values()) == sum(a.points for a in game.awards(state))
    assert all(a.why and a.player in names for a in game.awards(state))
    assert explain(game, state, state.table) == (), "nothing happened, and something is guessed"


def check_explained(game: Game[Any], before: State, after: State) -> None:
    """What the rules themselves did to the table is understood when it is seen."""
    if difference(before.table, after.table):
        assert explain(game, before, after.table)[0].cost == 0


def check_log(game: Game[Any], setup: Setup, played: Played, rng: Random) -> None:
    """The log of a match: replayed, undone, redone, corrected to itself, written and read."""
    moves, end = played.moves, played.end
    again, broken = replay(game, setup, moves)
    assert broken is None and again == end and dump(again) == dump(end)
    k = rng.randrange(len(moves))
    back, _ = replay(game, setup, [*moves, Undo(k)])
    assert back == played.states[k] and dump(back) == dump(played.states[k])
    last, _ = replay(game, setup, moves[:-1])
    assert last == played.states[-1]
    redone, _ = replay(game, setup, [*moves, Undo(k), Undo(len(moves))])
    assert redone == end
    same, _ = replay(game, setup, [*moves, Correct(k, moves[k])])
    assert same == end
    entries = [*moves, Undo(k), Correct(0, moves[0])]
    assert loads([dumps(e) for e in entries]) == entries
    assert parse_header(header(setup)) == setup


def pairwise(names: list[str], fits: Callable[[frozenset[str]], bool]) -> Iterator[frozenset[str]]:
    """Sets of options in which each two stand in each of their four ways, where these fit; then all of them."""

    def ways(chosen: frozenset[str]) -> set[Any]:
        return {(a, a in chosen, b, b in chosen) for a, b in combinations(names, 2)}

    rng = Random(0)
    left = {(a, x, b, y) for a, b in combinations(names, 2) for x in (False, True) for y in (False, True)}
    left -= {w for w in left if not any(fits(some(names, w, rng)) for _ in range(50))}
    while left:
        way = min(left)  # each set is built around a pair that stood in no set yet
        tried = [e for e in (some(names, way, rng) for _ in range(60)) if fits(e)]
        best = max(tried, key=lambda e: len(ways(e) & left), default=frozenset())
        left -= ways(best) | {way}
        yield best
    yield frozenset(names)


def some(names: list[str], way: tuple[str, bool, str, bool], rng: Random) -> frozenset[str]:
    """Any set of options in which two stand as told."""
    a, x, b, y = way
    chosen = {n for n in names if n not in (a, b) and rng.random() < 0.5}
    return frozenset(chosen | ({a} if x else set()) | ({b} if y else set()))
