"""The engine: begin a match, what may happen next, play it, and explain what is seen on the table.

`values.py` holds the types; they are imported from here. A state is the fold of moves through `play`, so there are no
inverse moves: undo is a shorter fold (`log.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields, is_dataclass, replace

from .changes import carry, difference
from .table import Table
from .values import (
    Award,
    BadSetup,
    Choice,
    Choices,
    Effect,
    Game,
    Guess,
    IllegalMove,
    InPlay,
    Move,
    Option,
    Outcome,
    Phase,
    Player,
    S,
    Setup,
    State,
    colours,
    in_play,
    owner,
    same,
    score,
)

MOST = 250  # dice on a table: with more, what may be done with them would fill the memory

__all__ = [
    "Award",
    "BadSetup",
    "Choice",
    "Choices",
    "Effect",
    "Game",
    "Guess",
    "IllegalMove",
    "InPlay",
    "Move",
    "Option",
    "Outcome",
    "Phase",
    "Player",
    "S",
    "Setup",
    "State",
    "begin",
    "certain",
    "choices",
    "colours",
    "dump",
    "explain",
    "in_play",
    "mine",
    "offered",
    "owner",
    "phase",
    "play",
    "same",
    "score",
]


def begin(game: Game[S], setup: Setup) -> S:
    """The state before the first move.

    Raises:
        BadSetup: These players, sheets and options cannot be played together.
    """
    first = game.phases[0]
    return settle(game, first.enter(replace(game.start(setup), phase=first.name)))


def phase(game: Game[S], state: S) -> Phase[S]:
    """The phase now: the first interrupt that is open, else the one in the sequence of play."""
    return next((p for p in game.interrupts if p.open(state)), game.phases[place(game, state)])


def place(game: Game[S], state: S) -> int:
    """Where in the sequence of play the state is."""
    return next(n for n, p in enumerate(game.phases) if p.name == state.phase)


def offered(game: Game[S], state: S) -> Choices[S]:
    """Every step that the phase and the effects in play know of, the barred ones with their reason."""
    if game.outcome(state) is not None:
        return ()
    found = tuple(phase(game, state).offer(state))
    for mine in state.effects:
        found = tuple(game.effects[mine.effect].offer(state, mine, found))
    first = {c.move: c for c in reversed(found)}  # equal dice make equal moves: one of them will do
    return tuple(first.values())[::-1]


def choices(game: Game[S], state: S) -> Choices[S]:
    """What may happen next: the only authority on it."""
    return tuple(c for c in offered(game, state) if not c.no)


def mine(found: Iterable[Choice[S]], player: str) -> Choices[S]:
    """The steps that a player's own phone shows: theirs, and those that are nobody's."""
    return tuple(c for c in found if c.move.player in ("", player))


def play(game: Game[S], state: S, move: Move, anyway: bool = False) -> S:
    """The state after a move, the only way forward.

    With `anyway`, what the rules bar is done all the same: the people at the table have the last word.

    Raises:
        IllegalMove: The move is not offered, is barred, or lacks the table that it reads.
    """
    choice = next((c for c in offered(game, state) if c.move == move.bare), None)
    if choice is None:
        what = " ".join(map(str, (move.name, move.player, *move.args))).strip()
        over = game.outcome(state) is not None
        raise IllegalMove(f"{what}: " + ("the match is over" if over else f"not offered in {phase(game, state).name}"))
    if choice.no and not anyway:
        raise IllegalMove(f"{choice.text}: {choice.no}")
    if choice.reads and move.table is None:
        raise IllegalMove(f"{choice.text}: needs the table as it is seen")
    if move.table is not None and (many := sum(1 for _ in move.table.all())) > MOST:
        raise IllegalMove(f"{choice.text}: {many} dice are told, at most {MOST} can be")
    return done(game, state, choice, move)


def done(game: Game[S], state: S, choice: Choice[S], move: Move) -> S:
    """The state after a choice, with the table that the move brings."""
    state = replace(state, news=())
    if choice.reads:
        state = seen_as(game, state, move.table)
    state = choice.do(state)
    if not choice.reads:
        state = seen_as(game, state, move.table)
    for effect in state.effects:
        if effect in state.effects:
            state = game.effects[effect.effect].after(state, effect, move)
    return settle(game, state)


def seen_as(game: Game[S], state: S, seen: Table | None) -> S:
    """The state with the table as seen, and the news of what that changes."""
    if seen is None:
        return state
    table = carry(state.table, seen)
    return replace(state, table=table, news=(*state.news, *game.told(state, table)))


def settle(game: Game[S], state: S) -> S:
    """Past every phase that has nothing to ask."""
    for _ in range(2 * len(game.phases)):
        if game.outcome(state) is not None or phase(game, state).open(state):
            return state
        state = advance(game, state)
    raise AssertionError(f"after {state.phase} no phase is open, and the match is not over")


def advance(game: Game[S], state: S) -> S:
    """Into the next phase; what holds until this one ends leaves play."""
    kept = tuple(e for e in state.effects if game.effects[e.effect].until != state.phase)
    following = game.phases[(place(game, state) + 1) % len(game.phases)]
    return following.enter(replace(state, phase=following.name, effects=kept))


def explain(game: Game[S], state: S, seen: Table, most: int = 400) -> tuple[Guess, ...]:
    """What may have been done, the best guess first: one move, or several that each come nearer to what is seen.

    Barred moves are guessed too; why they are barred is among what is odd. `most` bounds the choices that are tried.
    """
    found: list[Guess] = []
    start = Guess(left=difference(state.table, seen))
    todo: list[tuple[Guess, S]] = [(start, state)] if start.cost and sum(1 for _ in seen.all()) <= MOST else []
    known = {state}
    while todo and most > 0:
        so_far, now = todo.pop(0)
        may = offered(game, now)
        most -= len(may)
        for choice in may:
            guess, then = step(game, so_far, now, choice, seen)
            if guess.cost < start.cost or guess.far < start.far:
                found.append(guess)
            forced = choice.quiet or (len(may) == 1 and not choice.reads)
            further = guess.cost < so_far.cost or (forced and guess.cost == so_far.cost)
            if guess.cost and not choice.no and then not in known and further:
                known.add(then)
                todo.append((guess, then))
        todo.sort(key=lambda t: t[0].cost)
    return tuple(sorted(found, key=lambda g: (g.cost, g.told, len(g.moves))))


def step(game: Game[S], so_far: Guess, now: S, choice: Choice[S], seen: Table) -> tuple[Guess, S]:
    """A guess with one more choice, and where it leads.

    A reading is judged as a whole by the last step that reads, so its oddities replace those found before it. Where the
    match is over, everyone may have taken their dice.
    """
    move = replace(choice.move, table=seen) if choice.reads else choice.move
    odd = tuple(choice.reads(seen)) if choice.reads else so_far.odd
    then = done(game, now, choice, move)
    why = (choice.no,) if choice.no else ()
    told = so_far.told + (not choice.quiet)
    packed = not seen.dice and game.outcome(then) is not None
    left = () if packed else difference(then.table, seen)
    return Guess((*so_far.moves, move), left, (*why, *odd), told), then


def certain(game: Game[S], state: S, guesses: Sequence[Guess]) -> Guess | None:
    """The guess that may be taken without a question.

    It explains all, and no other that does so with as few moves leads elsewhere.
    """
    sure = [g for g in guesses if not g.cost and g.told == guesses[0].told]
    ends = {replace(after(game, state, g), news=()) for g in sure}
    return sure[0] if len(ends) == 1 else None


def after(game: Game[S], state: S, guess: Guess) -> S:
    """Where the moves of a guess lead."""
    for move in guess.moves:
        state = play(game, state, move, anyway=True)
    return state


def dump(state: State) -> str:
    """A state as JSON, the same bytes for the same state in every run; one way, since a state is its log."""
    return json.dumps(plain(state), ensure_ascii=False, sort_keys=True)


def plain(value: object) -> object:
    """A value of a state in the words of JSON."""
    if isinstance(value, Table):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, frozenset):
        return sorted(map(str, value))
    return [plain(v) for v in value] if isinstance(value, tuple) else value
