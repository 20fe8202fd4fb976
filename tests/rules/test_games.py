"""Stored matches, as the program saves them: each still plays to its end, and together they cover the game."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rules import game
from rules.core import score
from rules.die_die_die import deck
from rules.die_die_die.state import MONUMENTS
from rules.log import Correct, Move, Undo, dumps, header, load, replay
from rules.sheet import boards

HOME = Path(__file__).parents[1] / "games"
LOGS = sorted(HOME.glob("*/*.jsonl"))
STEPS = """
    flick shot tower over bump back lost teleport sacrifice pass adjust beside shows remove done area lava set clear
    monuments open card swap lay line aside exchange flip close melt add copy repeat march raise shown
""".split()


@pytest.mark.rule("DDD-4")
@pytest.mark.rule("DDD-5")
@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_stored_match_ends_as_it_did(path: Path) -> None:
    expected = tomllib.loads((path.parent / "expected.toml").read_text("utf-8"))[path.stem]
    setup, entries = load(path)
    rules = game(setup.game)
    state, broken = replay(rules, setup, entries)
    assert broken is None
    outcome = rules.outcome(state)
    assert outcome is not None and outcome.why == expected["why"]
    assert [p for rank in outcome.ranking for p in rank] == expected["ranking"]
    assert score(rules.awards(state), expected["ranking"]) == dict(
        zip(expected["ranking"], expected["points"], strict=True)
    )


@pytest.mark.parametrize("path", LOGS, ids=lambda p: p.stem)
def test_a_stored_match_is_written_as_it_was(path: Path) -> None:
    setup, entries = load(path)
    assert path.read_text("utf-8").splitlines() == [header(setup), *map(dumps, entries)]


def test_every_map_option_step_card_monument_and_ending_is_in_one() -> None:
    loaded = [load(path) for path in LOGS if path.parent.name == "die-die-die"]
    moves = [e for _, entries in loaded for e in entries if isinstance(e, Move)]
    maps = {tomllib.loads(setup.sheets[0])["id"] for setup, _ in loaded}
    assert maps == {name for name, file in boards().items() if file.parents[2].name == "die_die_die"}
    assert {o for setup, _ in loaded for o in setup.options} == {o.id for o in game("die-die-die").options}
    assert {m.name for m in moves} == set(STEPS)
    played = {m.args[-1] for m in moves if m.name in ("card", "swap", "line", "repeat")}
    assert played >= {card.id for card in deck.parse(deck.shipped())}
    assert {m.args[0] for m in moves if m.name == "set"} == set(MONUMENTS)
    whys = json.dumps([tomllib.loads(p.read_text("utf-8")) for p in HOME.glob("die-die-die/expected.toml")])
    assert "wins with" in whys and "marker lies on top" in whys
    assert {type(e) for _, entries in loaded for e in entries} == {Move, Undo, Correct}
