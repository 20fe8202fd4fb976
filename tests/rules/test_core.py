"""The engine, on a toy: a race of pawns with an effect, an interrupt and a phase that closes by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial

import pytest

from rules.core import (
    Award,
    Choice,
    Choices,
    Effect,
    Game,
    IllegalMove,
    InPlay,
    Move,
    Outcome,
    Phase,
    Player,
    Setup,
    State,
    begin,
    certain,
    choices,
    colours,
    dump,
    explain,
    in_play,
    mine,
    offered,
    owner,
    phase,
    play,
    score,
)
from rules.table import Table, die


@dataclass(frozen=True, kw_only=True)
class Race(State):
    """Steps made, what is asked, rounds played, and whether the toy is stuck."""

    steps: int = 0
    asks: bool = False
    rounds: int = 0
    stuck: bool = False


def start(setup: Setup) -> Race:
    return Race(setup=setup, table=Table.parse("start: red1+2 blue1"), stuck="stuck" in setup.options)


def advance_pawn(s: Race, colour: str) -> Race:
    old = next(iter(s.table.of(colour)))
    goal = {"start": "middle", "middle": "end"}[old.space]
    return replace(s, table=s.table.swap(old, new=[old.to(goal)]), steps=s.steps + 1, asks=goal == "end")


def run(s: Race) -> Iterable[Choice[Race]]:
    for p in s.setup.players:
        colour = p.colours[0]
        if s.table.of(colour).at("end"):
            continue
        no = "blue waits" if p.name == "Bob" and s.steps == 0 else ""
        yield Choice(Move("go", p.name), f"{p.name}: one on", partial(advance_pawn, colour=colour), no=no)
        yield Choice(Move("go", p.name), f"{p.name}: one on (said twice)", partial(advance_pawn, colour=colour), no=no)
    yield Choice(Move("throw", "", ("red",)), "red is thrown anywhere", threw, partial(odd_throw, s))
    yield Choice(Move("freeze", "Ann"), "nobody else may go", freeze)


def threw(s: Race) -> Race:
    return replace(s, steps=s.steps + 2)


def odd_throw(s: Race, seen: Table) -> Iterable[str]:
    if seen.count("red") != 1:
        yield f"{seen.count('red')} red dice"
    if seen.of("blue") != s.table.of("blue"):
        yield "blue moved"


def freeze(s: Race) -> Race:
    return replace(s, effects=(*s.effects, InPlay("frozen", "Ann")), steps=s.steps + 1)


def answered(s: Race) -> Race:
    return replace(s, asks=False)


def frozen(s: Race, mine: InPlay, found: Choices[Race]) -> Iterable[Choice[Race]]:
    yield from (replace(c, no="frozen") if c.move.player not in ("", mine.player) else c for c in found)


def counted(s: Race, mine: InPlay, move: Move) -> Race:
    return replace(s, news=(*s.news, f"{mine.player} keeps all frozen"))


def thawed(s: Race, mine: InPlay, move: Move) -> Race:
    return replace(s, effects=tuple(e for e in s.effects if e.effect == "thaw"))


def again(s: Race) -> Race:
    return replace(s, rounds=s.rounds + 1, steps=0)


RACE: Game[Race] = Game(
    title="Race",
    start=start,
    interrupts=(
        Phase("arrival", lambda s: [Choice(Move("cheer"), "cheer", answered)], lambda s: s.asks),
    ),
    phases=(
        Phase("run", run, lambda s: s.steps < 3 and not s.stuck),
        Phase("rest", lambda s: (), lambda s: False, again),
    ),
    effects={
        "frozen": Effect("nobody else may go", frozen, counted, until="run"),
        "thaw": Effect("ends all others", after=thawed),
    },
    awards=lambda s: tuple(Award(owner(s.setup, d.colour), 1, "arrived", d.space) for d in s.table.at("end")),
    outcome=lambda s: Outcome((("Ann",), ("Bob",)), "two rounds") if s.rounds == 2 else None,
    order=lambda s: tuple(p.name for p in s.setup.players),
)  # fmt: skip
SETUP = Setup("race", (Player("Ann", ("red",)), Player("Bob", ("blue",))), ())


def go(*players: str) -> Race:
    s = begin(RACE, SETUP)
    for p in players:
        s = play(RACE, s, Move("go", p))
    return s


def test_what_is_offered_is_the_only_authority() -> None:
    s = begin(RACE, SETUP)
    assert [c.move.name for c in offered(RACE, s)] == ["go", "go", "throw", "freeze"]  # doubles are dropped
    assert [c.move for c in choices(RACE, s)] == [Move("go", "Ann"), Move("throw", "", ("red",)), Move("freeze", "Ann")]
    assert next(c.text for c in offered(RACE, s)) == "Ann: one on"  # the first of the doubles
    with pytest.raises(IllegalMove, match="Bob: one on: blue waits"):
        play(RACE, s, Move("go", "Bob"))
    with pytest.raises(IllegalMove, match="fly Ann 3: not offered in run"):
        play(RACE, s, Move("fly", "Ann", (3,)))
    assert str(play(RACE, s, Move("go", "Bob"), anyway=True).table) == "middle: blue1 | start: red1+2"


def test_an_interrupt_comes_before_the_phase_and_phases_close_by_themselves() -> None:
    s = go("Ann", "Ann")
    assert phase(RACE, s).name == "arrival" and [c.move.name for c in choices(RACE, s)] == ["cheer"]
    s = play(RACE, s, Move("cheer"))
    assert s.phase == "run" and RACE.awards(s) == (Award("Ann", 1, "arrived", "end"),)
    s = play(RACE, s, Move("go", "Bob"))
    assert (s.phase, s.rounds, s.steps) == ("run", 1, 0)  # past rest, into the next round


def test_the_match_ends() -> None:
    s = begin(RACE, SETUP)
    for _ in range(4):
        s = play(RACE, s, Move("throw", "", ("red",), Table.parse("start: red1 blue1")))
    assert RACE.outcome(s) and offered(RACE, s) == ()
    with pytest.raises(IllegalMove, match="the match is over"):
        play(RACE, s, Move("go", "Ann"))


def test_a_game_that_is_stuck_says_so() -> None:
    with pytest.raises(AssertionError, match="no phase is open"):
        begin(replace(RACE, outcome=lambda s: None), replace(SETUP, options=frozenset({"stuck"})))


def test_an_effect_bars_follows_and_ends_with_its_phase() -> None:
    s = play(RACE, begin(RACE, SETUP), Move("freeze", "Ann"))
    assert in_play(s, "frozen") == (InPlay("frozen", "Ann"),)
    assert [c.no for c in offered(RACE, s) if c.move.player == "Bob"] == ["frozen"]
    assert s.news == ("Ann keeps all frozen",)
    s = play(RACE, s, Move("go", "Ann"))
    s = play(RACE, s, Move("throw", "", ("red",), Table.parse("start: red1 blue1")))
    assert s.rounds == 1 and s.effects == ()


def test_an_effect_that_another_has_ended_does_nothing_more() -> None:
    s = replace(begin(RACE, SETUP), effects=(InPlay("thaw"), InPlay("frozen", "Ann")))
    s = play(RACE, s, Move("go", "Ann"))
    assert s.effects == (InPlay("thaw"),) and s.news == ()


def test_a_reading_is_needed_carried_and_told() -> None:
    s = begin(RACE, SETUP)
    with pytest.raises(IllegalMove, match="needs the table"):
        play(RACE, s, Move("throw", "", ("red",)))
    s = play(RACE, s, Move("throw", "", ("red",), Table.parse("end: red5 | start: blue1")))
    assert str(s.table) == "end: red5+2 | start: blue1" and s.news == ("red 1 from start to end, now 5",)


def test_any_move_may_carry_a_table_which_then_holds() -> None:
    s = play(RACE, begin(RACE, SETUP), Move("go", "Ann", table=Table.parse("middle: red3 blue1")))
    assert str(s.table) == "middle: blue1 red3+2"
    assert "blue 1 from start to middle" in s.news


def test_explain_names_several_steps_and_what_is_left() -> None:
    s = begin(RACE, SETUP)
    best = explain(RACE, s, Table.parse("middle: red1 blue1"))[0]
    assert [m.player for m in best.moves] == ["Ann", "Bob"] and best.cost == 0
    alone = explain(RACE, s, Table.parse("start: red1 | middle: blue1"))
    assert alone[0].odd == ("blue waits",) and certain(RACE, s, alone) is None
    turned = explain(RACE, s, Table.parse("middle: red4 | start: blue1"))
    assert any(g.moves[0].name == "go" and g.left for g in turned)
    either = explain(RACE, s, Table.parse("middle: red1 | start: blue1"))
    assert [g.cost for g in either[:2]] == [0, 0] and certain(
        RACE, s, either
    ) is None  # thrown or gone: the ends differ
    simple = certain(RACE, s, explain(RACE, s, Table.parse("end: red1 | start: blue1")))
    assert simple is not None and [m.name for m in simple.moves] == ["throw"]  # one step rather than two


def test_explain_walks_through_a_forced_step() -> None:
    s = go("Ann", "Ann")
    best = certain(RACE, s, explain(RACE, s, Table.parse("end: red1 | middle: blue1")))
    assert best is not None and [m.name for m in best.moves] == ["cheer", "go"]


def test_nothing_seen_is_nothing_guessed() -> None:
    s = begin(RACE, SETUP)
    assert explain(RACE, s, s.table) == () and certain(RACE, s, ()) is None
    assert explain(RACE, s, Table.parse("start: red? blue1")) == ()


def test_explain_is_bounded() -> None:
    assert explain(RACE, begin(RACE, SETUP), Table.parse("moon: red1"), most=0) == ()


def test_helpers() -> None:
    s = begin(RACE, SETUP)
    assert colours(SETUP, "Bob") == ("blue",) and colours(SETUP, "Eve") == ()
    assert owner(SETUP, "red") == "Ann" and owner(SETUP, "pink") == ""
    assert [c.move.player for c in mine(offered(RACE, s), "Bob")] == ["Bob", ""]
    assert score([Award("Ann", 2, ""), Award("Ann", 1, "")], ["Ann", "Bob"]) == {"Ann": 3, "Bob": 0}
    assert die("start", "red1").value == 1


def test_a_dump_is_the_same_for_the_same_state() -> None:
    a, b = go("Ann"), go("Ann")
    assert dump(a) == dump(b) and dump(a) != dump(go("Ann", "Bob"))
    options = frozenset({"x", "y", "a"})
    assert '["a", "x", "y"]' in dump(begin(RACE, replace(SETUP, options=options)))
