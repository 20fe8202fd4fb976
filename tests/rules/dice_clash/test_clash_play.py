"""Random matches to both endings: dice are conserved, pools stay hidden, the log replays, undo and redo lead back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest
from clash import GAME, SHIPPED, setup
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rules_harness import check_log, random_game

from rules.core import Choice, Setup, begin, choices, dump, phase, play
from rules.dice_clash.sheets import DICE, KINDS, WARRIORS
from rules.dice_clash.state import Clash, legend, seat
from rules.log import Undo, replay
from rules.table import Table

PEOPLE = [n for n in SHIPPED if not WARRIORS[n].legend]
LEGENDS = [n for n in SHIPPED if WARRIORS[n].legend]
PAIRS = [(a, b) for a, b in zip(PEOPLE, PEOPLE[1:] + PEOPLE[:1], strict=True)]
SOLO = [(PEOPLE[n], LEGENDS[n % 2]) for n in range(len(PEOPLE))]


def match(a: str, b: str) -> Setup:
    return setup(SHIPPED[a], SHIPPED[b])


def nothing_is_read(state: Any, choice: Choice[Any], rng: Random) -> Table:
    raise AssertionError(f"{choice.text}: no step of this game reads a table")


def check_dice(s: Clash, may: Any = ()) -> None:
    """Each player's dice are on the grid, aside, in the pool, out, in the hand, or stand aside; one on a space."""
    assert list(GAME.odd(s, s.table)) == []
    if not s.turn:
        return
    for p in s.setup.players:
        n = seat(s, p.name)
        there = Counter(d.colour for d in s.table if d.space.startswith(f"{n + 1}-"))
        there.update(s.pools[n])
        there.update(s.out[n])
        there.update([s.rolled.kind] if s.rolled and s.turn == p.name else [])
        there.update(["white"] * s.spare if p.name == legend(s) else [])
        assert there == DICE, p.name
    assert all(1 <= d.face <= 6 for d in s.table)
    assert all(tuple(sorted(pool, key=KINDS.index)) == pool for pool in (*s.pools, *s.out))
    assert set(s.adrenaline) == {lost.loser for lost in s.lost} and len(s.lost) <= 2


@pytest.mark.rule("DC-14")
@pytest.mark.parametrize("names", PAIRS + SOLO, ids="-".join)
def test_a_match_comes_to_its_end(names: tuple[str, str]) -> None:
    @settings(max_examples=1, phases=[Phase.generate])
    @given(st.integers(0, 10**9))
    def matches(seed: int) -> None:
        rng = Random(seed)
        played = random_game(GAME, match(*names), rng, nothing_is_read, every=8, also=check_dice)
        check_log(GAME, match(*names), played, rng)
        outcome = GAME.outcome(played.end)
        assert outcome is not None and outcome.ranking[0] != outcome.ranking[1]
        wins = Counter(a.player for a in GAME.awards(played.end))
        assert wins[outcome.ranking[0][0]] == 2 and wins[outcome.ranking[1][0]] <= 1

    matches()


def test_any_two_warriors_can_play_and_the_first_choices_are_all_playable() -> None:
    for a, b in combinations(SHIPPED, 2):
        if WARRIORS[a].legend:
            a, b = b, a
        if not WARRIORS[a].legend:
            s = begin(GAME, match(a, b))
            assert len(choices(GAME, s)) == 6


def test_undo_leads_back_to_any_step() -> None:
    rng = Random(5)
    start = match("samurai", "khutulun")
    played = random_game(GAME, start, rng, nothing_is_read, every=50)
    for n in range(0, len(played.states), 5):
        back, broken = replay(GAME, start, [*played.moves, Undo(n)])
        assert broken is None and back == played.states[n] and dump(back) == dump(played.states[n])


@settings(max_examples=2, phases=[Phase.generate])
@given(st.integers(0, 10**9), st.sampled_from([("knight", "highlander"), ("ninja", "khutulun")]))
def test_a_table_told_at_any_step_never_stops_the_match(seed: int, names: tuple[str, str]) -> None:
    """People lay dice elsewhere, turn them, take some away; the match goes on from what lies there."""
    rng = Random(seed)
    state: Clash = begin(GAME, match(*names))
    for _ in range(60):
        may = choices(GAME, state)
        if not may:
            break
        move = rng.choice(may).move
        told = shaken(play(GAME, state, move).table, rng) if rng.random() < 0.3 else None
        state = play(GAME, state, replace(move, table=told))
        assert choices(GAME, state) or GAME.outcome(state) is not None, phase(GAME, state).name
        hash(state)
        list(GAME.odd(state, state.table))


def shaken(table: Table, rng: Random) -> Table:
    """The table with one die elsewhere, turned, gone or new."""
    dice = list(table)
    if not dice:
        return Table.parse("1-a1: green?")
    d = rng.choice(dice)
    where = rng.choice(["1-a1", "2-b2", "1-aside", "1-a1/1-a2", "~2-c3", "3-a1", "pool", "2-z9"])
    new = rng.choice([d.to(where), replace(d, face=rng.randint(0, 6)), replace(d, colour="green"), None])
    return table.swap(d, new=[new] if new else [])
