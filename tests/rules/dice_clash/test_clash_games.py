"""The stored matches: each plays to its end as it did; together they hold every step, power, and kind of ending."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from clash import GAME

from rules.core import Move, Setup, begin, play, score
from rules.dice_clash.powers import POWERS
from rules.dice_clash.sheets import WARRIORS
from rules.dice_clash.state import Clash, legend
from rules.log import Correct, Entry, Undo, dumps, header, live, load

HOME = Path(__file__).parent / "games"
LOGS = sorted(HOME.glob("*.jsonl"))
STEPS = {
    *("roll off", "place", "place aside", "no play", "roll", "ready", "back", "move", "discard", "take back", "cover"),
    *("done", "close", "set aside", "pick", "ahead", "again", "set next"),
}
FIXED = {"shield-wall", "berserker"}  # ask nothing: they are in the figures of the red die


@cache
def played(path: Path) -> tuple[Setup, tuple[Entry, ...], tuple[Clash, ...]]:
    """A stored match with its entries and every state that counts."""
    setup, entries = load(path)
    states: list[Clash] = [begin(GAME, setup)]
    for _, move in live(entries):
        states.append(play(GAME, states[-1], move))
    return setup, tuple(entries), tuple(states)


def every() -> Iterator[Clash]:
    """Every state of every stored match."""
    for path in LOGS:
        yield from played(path)[2]


@pytest.mark.rule("DC-15")
@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_stored_match_ends_as_it_did(path: Path) -> None:
    expected = tomllib.loads((HOME / "expected.toml").read_text("utf-8"))[path.stem]
    setup, entries, states = played(path)
    outcome = GAME.outcome(states[-1])
    assert outcome is not None and outcome.why == expected["why"]
    assert [p for rank in outcome.ranking for p in rank] == expected["ranking"]
    points = score(GAME.awards(states[-1]), expected["ranking"])
    assert [points[p] for p in expected["ranking"]] == expected["points"]
    assert path.read_text("utf-8").splitlines() == [header(setup), *map(dumps, entries)]


def test_every_step_and_kind_of_entry_is_in_a_stored_match() -> None:
    entries = [e for path in LOGS for e in played(path)[1]]
    assert {e.name for e in entries if isinstance(e, Move)} == STEPS
    assert {type(e) for e in entries} == {Move, Undo, Correct}


@pytest.mark.rule("DC-12")
def test_every_power_is_in_a_stored_match() -> None:
    asked = {ask.what for s in every() for ask in s.asks}
    powers = {able for w in WARRIORS.values() for able in (w.green, w.skull)}
    assert asked == (powers | {"ahead"} | (POWERS.keys() - powers)) - FIXED


@pytest.mark.rule("DC-13")
@pytest.mark.rule("DC-15")
def test_every_kind_of_ending_is_in_a_stored_match() -> None:
    ends = [played(path)[2][-1] for path in LOGS]
    assert {(bool(legend(s)), s.lost[-1].loser == legend(s)) for s in ends} == {
        (False, False), (True, True), (True, False),
    }  # fmt: skip
    assert {s.lost[-1].loser == s.setup.players[0].name for s in ends if not legend(s)} == {True, False}
    whys = " ".join(lost.why for s in ends for lost in s.lost)
    for why in (
        "no die stops",
        "no space of the grid is left",
        "no die of the pool is left",
        "that was rolled does not stop",
    ):
        assert why in whys
