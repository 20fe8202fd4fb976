"""Random matches to win and to loss: dice are conserved, the log replays, undo and redo lead where they should."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rules_harness import check_log, random_game
from siege import COLOURS, GAME, RULER, TOWER, setup

from rules.core import Choice, begin, choices, phase, play
from rules.dice_horde.seen import odd_counts
from rules.dice_horde.shipped import ruler_sheets, tower_sheets
from rules.dice_horde.state import Siege, free_flags, horde, purse, segment
from rules.log import Undo, replay
from rules.table import Table

SHEETS = {p.stem: p.read_text("utf-8") for p in tower_sheets().values()}
RULERS = {p.stem: p.read_text("utf-8") for p in ruler_sheets().values()}
SETUPS = {
    "mini": setup(TOWER, RULER),
    "weak": setup(TOWER.replace("gate = 5", "gate = 1"), RULER),
    "strong": setup(TOWER.replace("gate = 5", "gate = 30"), RULER),
    "first-night": setup(SHEETS["first-night"], RULERS["squire"]),
    "long-road": setup(SHEETS["long-road"], RULERS["steward"]),
}
ends: Counter[str] = Counter()


def nothing_is_read(state: Any, choice: Choice[Any], rng: Random) -> Table:
    raise AssertionError(f"{choice.text}: no step of this game reads a table")


def check_marks(s: Siege) -> None:
    """What must hold of dice and marks at any time."""
    assert list(odd_counts(s, s.table)) == []
    spaces = Counter(d.space for d in horde(s) if segment(d) > 0)
    assert all(n == 1 for n in spaces.values()), "two dice on one space"
    assert all(1 <= d.face <= 6 for d in s.table if d.space not in ("pool", "round-die"))
    assert set(s.queue) | set(s.healing) <= set(horde(s))
    assert 0 <= s.gate <= s.sheet.gate and 0 <= purse(s) and s.skulls <= s.ruler.skulls and free_flags(s) >= 0
    assert len(set(s.used)) == len(s.used) <= s.sheet.rounds
    assert all(0 <= x <= b <= g.barricades for x, b, g in zip(s.broken, s.built, s.sheet.segments, strict=True))
    assert len(set(s.traps)) == len(s.traps) and set(s.sprung) <= set(s.traps)
    assert min(s.essence) >= s.raised and max(s.essence) <= s.ruler.main
    for b in s.towers:
        assert 0 <= b.lost <= b.tower.hearts and 0 <= b.armour <= b.tower.armour and b.used <= len(b.tower.charges)
        assert b.red <= b.tower.red[1] and b.green <= b.tower.green[1] and b.blue <= b.tower.blue[1]


@pytest.mark.parametrize("name", SETUPS)
def test_a_match_comes_to_its_end(name: str) -> None:
    @settings(max_examples=1 if name in SHEETS else 2, phases=[Phase.generate])
    @given(st.integers(0, 10**9))
    def matches(seed: int) -> None:
        rng = Random(seed)
        played = random_game(GAME, SETUPS[name], rng, nothing_is_read)
        check_log(GAME, SETUPS[name], played, rng)
        for state in (*played.states, played.end):
            check_marks(state)
        outcome = GAME.outcome(played.end)
        assert outcome is not None and outcome.why
        lost = outcome.ranking[0] != ("Ann",)
        assert lost == (played.end.gate == 0) and lost != played.end.survived
        ends["lost" if lost else "won"] += 1

    matches()


@pytest.mark.rule("DH-24")
def test_random_matches_were_both_won_and_lost() -> None:
    for name in ("weak", "strong"):
        if not ends["won"] or not ends["lost"]:
            played = random_game(GAME, SETUPS[name], Random(name), nothing_is_read)
            ends["won" if played.end.survived else "lost"] += 1
    assert ends["won"] and ends["lost"]


@pytest.mark.rule("DH-26")
def test_undo_inside_a_round_leads_back_to_any_step() -> None:
    rng = Random(5)
    played = random_game(GAME, SETUPS["mini"], rng, nothing_is_read)
    second = [n for n, state in enumerate(played.states) if state.round == 2]
    for n in second[:: max(1, len(second) // 6)]:
        back, broken = replay(GAME, SETUPS["mini"], [*played.moves, Undo(n)])
        assert broken is None and back == played.states[n]


@settings(max_examples=3, phases=[Phase.generate])
@given(st.integers(0, 10**9))
def test_a_table_told_at_any_step_never_stops_the_match(seed: int) -> None:
    """People lay dice elsewhere, turn them, take some away; the match goes on from what lies there."""
    rng = Random(seed)
    state: Siege = begin(GAME, SETUPS["strong"])
    for _ in range(150):
        may = choices(GAME, state)
        if not may:
            break
        move = rng.choice(may).move
        told = shaken(play(GAME, state, move).table, rng) if rng.random() < 0.3 else None
        state = play(GAME, state, replace(move, table=told))
        assert set(state.queue) | set(state.healing) <= set(horde(state))
        assert choices(GAME, state) or GAME.outcome(state) is not None, phase(GAME, state).name
        hash(state)


def shaken(table: Table, rng: Random) -> Table:
    """The table with one die elsewhere, turned, gone or new."""
    dice = list(table)
    d = rng.choice(dice)
    where = rng.choice(["1-1", "2-3", "4-4", "horizon", "graveyard", "pool", "1-1/1-2", "~3-2", "round-2"])
    kinds = [d.to(where), replace(d, face=rng.randint(0, 6)), None, d]
    new = rng.choice(kinds)
    extra = [replace(d, colour=rng.choice([*COLOURS, "blue"]))] if rng.random() < 0.2 else []
    return table.swap(d, new=[*([new] if new else []), *extra])
