"""A match as it is played: undo and redo, corrections, and that its log tells it whole."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import IllegalMove, Move, Setup, dump
from rules.log import Correct, Entry, Stale, Undo, replay
from rules.sheet import Sheet
from rules.table import Die, Table
from webui.match import Breaks, Match, cursor
from webui.store import Store

SPACES = ("heartland", "north-coast", "dust-plains", "heartland/south-reach", "amber-gulf")


def flick(player: str, table: str) -> Move:
    colour = {"Ann": "red", "Bob": "blue", "Cy": "green"}[player]
    return Move("flick", player, (colour,), Table.parse(table))


def add(match: Match, *moves: Move) -> None:
    for move in moves:
        match.add([move], len(match.log.entries))


def one_more(match: Match, rng: Random) -> Move:
    """Some step that is allowed now, its table as it may be seen."""
    choice = rng.choice([c for c in match.choices() if c.move.name != "bump"] or list(match.choices()))
    if not choice.reads:
        return choice.move
    colour = str(choice.move.args[0]) if choice.move.name == "flick" else "red"
    table = match.state.table.put(Die(rng.choice(SPACES), colour, rng.randint(1, 6)))
    return Move(choice.move.name, choice.move.player, choice.move.args, table)


def test_undo_and_redo_are_entries(match: Match) -> None:
    add(match, flick("Ann", "heartland: red4"), flick("Bob", "heartland: red4 blue2"))
    match.undo(2)
    assert str(match.state.table) == "heartland: red4" and match.cursor.future == (2,)
    match.undo(3)
    assert not match.steps and not match.cursor.past
    with pytest.raises(IllegalMove, match="nothing to undo"):
        match.undo(4)
    match.redo(4)
    match.redo(5)
    assert str(match.state.table) == "heartland: blue2 red4"
    with pytest.raises(IllegalMove, match="nothing to do again"):
        match.redo(6)
    assert match.log.entries[2:] == [Undo(1), Undo(0), Undo(1), Undo(2)]
    match.undo(6)
    add(match, flick("Bob", "heartland: red4 blue5"))
    assert match.cursor.future == () and [match.text_of(e) for e in (0, 7)] == [
        "Ann: flick a red die",
        "Bob: flick a blue die",
    ]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["move", "undo", "redo", "jump"]), max_size=40), st.integers(0, 99))
def test_undo_and_redo_go_through_time_as_people_expect(acts: list[str], seed: int) -> None:
    """Against a model with two stacks of places."""
    rng = Random(seed)
    entries: list[Entry] = []
    stood: list[tuple[int, ...]] = [()]
    past: list[tuple[int, ...]] = []
    future: list[tuple[int, ...]] = []
    for act in acts:
        here = stood[-1]
        if act == "move":
            past, future = [*past, here], []
            entries.append(Move("m"))
            stood.append((*here, len(entries) - 1))
            continue
        at = cursor(entries)
        if act == "jump":
            to = rng.randint(0, len(entries))
            entries.append(Undo(to))
            stood.append(stood[to])
            past, future = [stood[n] for n in cursor(entries).past], [stood[n] for n in cursor(entries).future]
            continue
        assert bool(at.past) == bool(past) and bool(at.future) == bool(future)
        if act == "undo" and past:
            future, here = [*future, here], past.pop()
            entries.append(Undo(at.past[-1]))
        elif act == "redo" and future:
            past, here = [*past, here], future.pop()
            entries.append(Undo(at.future[-1]))
        else:
            continue
        stood.append(stood[entries[-1].to])
        assert stood[-1] == here


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000))
def test_a_match_replayed_is_the_match_played(seed: int) -> None:
    """Played, undone, redone and corrected, the state is byte for byte what the log on disk tells."""
    from webui.boards import setup_of

    rng = Random(seed)
    setup = setup_of("die-die-die", "world-war", [("Ann", ("red",)), ("Bob", ("blue",))], [])
    with TemporaryDirectory() as folder:
        store = Store(Path(folder))
        match = Match(store.create(setup))
        for _ in range(30):
            entries = len(match.log.entries)
            dice = rng.random()
            if dice < 0.7 and match.choices():
                match.add([one_more(match, rng)], entries)
            elif dice < 0.8 and match.cursor.past:
                match.undo(entries)
            elif dice < 0.9 and match.cursor.future:
                match.redo(entries)
            elif match.steps:
                step = rng.choice(match.steps)
                seen = step.move.table or step.state.table
                turned = Table(tuple(Die(d.space, d.colour, rng.randint(1, 6), 0, d.under) for d in seen))
                match.correct(step.entry, turned, entries, back=True)
            assert match.broken is None
        again = store.open(match.log.id)
        state, broken = replay(GAMES[setup.game], again.setup, again.entries)
        store.close()
        assert broken is None and dump(state) == dump(match.state) and dump(Match(again).state) == dump(state)


def test_old_news_is_refused(match: Match) -> None:
    add(match, flick("Ann", "heartland: red4"))
    for after in (0, 2, -1):
        with pytest.raises(Stale):
            match.add([flick("Bob", "heartland: red4 blue2")], after)
        with pytest.raises(Stale):
            match.undo(after)
    assert len(match.log.entries) == 1


def test_an_illegal_move_writes_nothing(match: Match) -> None:
    with pytest.raises(IllegalMove, match="Ann's turn"):
        match.add([flick("Bob", "heartland: blue2")], 0)
    match.add([flick("Bob", "heartland: blue2")], 0, anyway=True)
    with pytest.raises(IllegalMove, match="dance"):
        match.add([Move("dance")], 1)
    assert len(match.log.entries) == 1


def test_several_moves_are_written_together_or_not_at_all(match: Match) -> None:
    with pytest.raises(IllegalMove):
        match.add([flick("Ann", "heartland: red4"), Move("dance")], 0)
    assert match.log.entries == [] and match.steps == ()


def test_a_correction_changes_what_was_counted(match: Match) -> None:
    add(match, flick("Ann", "heartland: red4"), flick("Bob", "heartland: red4 blue2"))
    match.correct(1, Table.parse("heartland: red3 blue2"), 2)
    assert str(match.state.table) == "heartland: blue2 red3"
    assert match.text_of(2) == "correction of “Bob: flick a blue die”"
    match.undo(3)
    assert str(match.state.table) == "heartland: blue2 red4"


def border_match(match: Match) -> None:
    """Everyone has flicked; red lies on a border and is set into a territory."""
    table = ""
    for n in range(5):
        for player, colour in (("Ann", "red"), ("Bob", "blue"), ("Cy", "green")):
            space = "heartland/south-reach" if (colour, n) == ("red", 0) else "dust-plains"
            table = f"{table} | {space}: {colour}{n + 1}".removeprefix(" | ")
            add(match, flick(player, table))
    add(match, Move("over", "Cy"))
    add(match, Move("adjust", "Ann", ("heartland/south-reach: red1", "heartland")))


def test_a_correction_that_breaks_a_later_step_is_refused_with_the_reason(match: Match) -> None:
    border_match(match)
    before = match.log.path.read_bytes()
    entries = len(match.log.entries)
    last = next(s for s in reversed(match.steps) if s.move.name == "flick")
    plain = Table(tuple(d.to("heartland") if "/" in d.space else d for d in last.state.table))
    with pytest.raises(Breaks, match=r"set red 1 in the border.*no longer be possible"):
        match.correct(last.entry, plain, entries)
    assert match.log.path.read_bytes() == before
    match.correct(last.entry, plain, entries, back=True)
    assert match.broken is None and not any("/" in d.space for d in match.state.table)
    assert match.log.entries[entries:] == [Undo(entries - 1), Correct(last.entry, match.log.entries[-1].move)]


def test_earlier_corrections_outlive_a_step_back(match: Match) -> None:
    """What was corrected before is still corrected after a later correction had to go back."""
    border_match(match)
    first = match.steps[0]
    match.correct(first.entry, Table.parse("heartland/south-reach: red1"), len(match.log.entries))
    last = next(s for s in reversed(match.steps) if s.move.name == "flick")
    changed = Table(tuple(Die(d.space, d.colour, 6 if d.colour == "green" else d.face) for d in last.state.table))
    match.correct(last.entry, changed, len(match.log.entries))
    other = match.steps[4]
    plain = Table(tuple(d.to("heartland") if "/" in d.space else d for d in last.state.table))
    match.correct(last.entry, plain, len(match.log.entries), back=True)
    corrected = {entry: move for entry, move in ((s.entry, s.move) for s in match.steps)}
    assert corrected[last.entry].table == plain and corrected[other.entry] == other.move


def test_a_log_that_the_rules_no_longer_know_is_mended_by_going_back(store: Store, setup: Setup, world: Sheet) -> None:
    log = store.create(setup)
    log.append([flick("Ann", "heartland: red4"), Move("dance"), flick("Bob", "heartland: red4 blue2")])
    match = Match(store.open(log.id))
    assert match.broken and match.broken.entry == 1 and "dance" in match.broken.why
    with pytest.raises(IllegalMove, match="broken"):
        match.add([flick("Bob", "heartland: red4 blue2")], 3)
    match.mend(3)
    assert match.broken is None and str(match.state.table) == "heartland: red4"
