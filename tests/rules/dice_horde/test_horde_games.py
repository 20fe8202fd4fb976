"""The stored matches of the two example sheets: together they hold every step, both endings, and every requirement."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from siege import GAME

from rules.core import Move, begin, choices, explain, play
from rules.dice_horde.sheets import ACTIONS, ATTACKS, PRICED
from rules.dice_horde.shipped import ruler_sheets, tower_sheets
from rules.dice_horde.state import Siege
from rules.log import Correct, Undo, live, load

LOGS = sorted((Path(__file__).parents[2] / "games" / "dice-horde").glob("*.jsonl"))
STEPS = {
    *("appear", "lacking", "gain", "roll", "horde", "set", "done", *ACTIONS, "hit", "give", "spread", "pierce"),
    *("explode", "blow", "blows", "spell", "over", "main attack", "flag attack", "skulls", "essence"),
    *("upgrade main", "shield", "buy upgrade", *(f"buy {what}" for what in PRICED), "clear"),
}
Happens = Callable[[Siege, Move, Siege], bool]


def told(words: str) -> Happens:
    """News that hold these words."""
    return lambda before, move, after: any(words in line for line in after.news)


def named(*names: str) -> Happens:
    """A step of one of these names."""
    return lambda before, move, after: move.name in names


def ticked(before: Siege, move: Move, after: Siege) -> bool:
    """An instruction that moves a die is known again by the table that it leaves."""
    return move.name == "horde" and before.table != after.table and explain(GAME, before, after.table)[0].cost == 0


OCCURS: dict[str, Happens] = {
    "DH-1": lambda before, move, after: len(after.table) == 13,
    "DH-2": lambda before, move, after: len(after.sheet.round_segments) >= after.sheet.rounds,
    "DH-3": named("gain"),
    "DH-4": lambda before, move, after: move.name == "roll" and len(after.used) > 1 and after.used[-1] < after.used[-2],
    "DH-5": lambda before, move, after: move.name == "horde" and len({d.face for d in before.queue}) > 1,
    "DH-6": lambda before, move, after: move.args[1:] == ("move",) and told("to segment")(before, move, after),
    "DH-7": lambda before, move, after: after.gate < before.gate,
    "DH-8": told("attacks with"),
    "DH-9": lambda before, move, after: after.broken != before.broken,
    "DH-10": told("heals: set it to"),
    "DH-11": told("stays: 1 barricade after segment"),
    "DH-12": told("the trap there takes 3"),
    "DH-13": named("barricade", "trap", "armour", "upgrade"),
    "DH-14": lambda before, move, after: move.args[1:] == ("attack",) and told("(armour")(before, move, after),
    "DH-15": named("hit"),
    "DH-16": told("readied"),
    "DH-17": lambda before, move, after: move.args[1:] == ("charge",),
    "DH-18": named("give"),
    "DH-19": named("pierce"),
    "DH-20": named("explode"),
    "DH-21": named("main attack"),
    "DH-22": named("skulls"),
    "DH-23": named("upgrade main"),
    "DH-24": lambda before, move, after: after.survived,
    "DH-25": lambda before, move, after: any(len(one) > 1 for one in before.todo) and move.name in ATTACKS,
    "DH-26": lambda before, move, after: move.name == "horde" and len(choices(GAME, before)) == 1,
    "DH-27": told("no tower in reach stands"),
    "DH-28": lambda before, move, after: (
        "6" in str(move.args[:1])[-4:]
        and told("to segment")(before, move, after)
        and (move.name == "gain" or move.args[1:] == ("heal",))
    ),
    "DH-29": named("blow", "blows"),
    "DH-30": named("spread"),
    "DH-31": named("spell"),
    "DH-32": named("clear"),
    "DH-33": named("buy upgrade"),
    "DH-34": ticked,
}


def steps() -> Iterator[tuple[Siege, Move, Siege]]:
    """Every step that counts of every stored match, with the states around it."""
    for path in LOGS:
        setup, entries = load(path)
        state: Siege = begin(GAME, setup)
        for _, move in live(entries):
            before, state = state, play(GAME, state, move, anyway=True)
            yield before, move, state


@pytest.mark.rule("DH-2")
def test_over_the_example_sheets_games_every_requirement_occurs() -> None:
    assert list(OCCURS) == [f"DH-{n}" for n in range(1, 35)]
    missing = dict(OCCURS)
    for before, move, after in steps():
        missing = {name: happens for name, happens in missing.items() if not happens(before, move, after)}
    assert list(missing) == []


def test_every_step_kind_of_entry_sheet_and_ending_is_in_a_stored_match() -> None:
    loaded = [load(path) for path in LOGS]
    assert {e.name for _, entries in loaded for e in entries if isinstance(e, Move)} == STEPS
    assert {type(e) for _, entries in loaded for e in entries} == {Move, Undo, Correct}
    texts = {text for setup, _ in loaded for text in setup.sheets}
    assert texts == {p.read_text("utf-8") for p in (*tower_sheets().values(), *ruler_sheets().values())}
