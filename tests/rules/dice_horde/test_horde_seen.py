"""What the camera sees of instructions and choices (DH-26, DH-34), and tables that people tell."""

from __future__ import annotations

from dataclasses import replace

import pytest
from siege import GAME, at, does, full, horde, lies, marked, mv, only, shoot

from rules.core import certain, explain, play
from rules.dice_horde.seen import differs
from rules.dice_horde.state import Siege
from rules.table import Table


def seen(s: Siege, text: str) -> Table:
    """The table with this on path and horizon and in the graveyard, the rest in the pool."""
    return full(f"{text} | {s.table.of('white')}")


@pytest.mark.rule("DH-26")
def test_an_instruction_tells_from_where_to_where() -> None:
    assert only(horde("2-1: yellow3", ("A", "move"))).text == "yellow 3 from segment 2 space 1 to segment 4 space 1"
    assert only(horde("2-1: yellow3", ("A", "heal"))).text == "yellow 3 in segment 2 space 1 heals: set it to 4"
    s = only(horde("4-1: yellow3", ("A", "move"))).text
    assert s.endswith("return it to the pool")


@pytest.mark.rule("DH-26")
def test_several_instructions_done_at_once_are_ticked_off_together() -> None:
    s = horde("1-1: yellow3 | 1-2: yellow1 | horizon: yellow4", ("A", "move"))
    best = explain(GAME, s, seen(s, "2-1: yellow1 | 3-1: yellow3 | horizon: yellow4"))[0]
    assert [m.args[0] for m in best.moves] == ["1-2: yellow1", "1-1: yellow3"] and best.cost == 0


@pytest.mark.rule("DH-26")
def test_a_step_that_only_marks_paper_is_passed_when_a_later_one_is_seen() -> None:
    s = horde("1-1: yellow1 | 1-2: yellow3", ("A", "attack", "move"))
    best = explain(GAME, s, seen(s, "2-1: yellow1 | 1-2: yellow3"))[0]
    assert [m.args[1] for m in best.moves] == ["attack", "move"] and best.cost == 0


@pytest.mark.rule("DH-34")
def test_seen_there_it_is_ticked_off() -> None:
    s = horde("2-1: yellow3", ("A", "move"))
    found = explain(GAME, s, seen(s, "4-1: yellow3"))
    guess = certain(GAME, s, found)
    assert guess is not None and guess.moves == (only(s).move,)


@pytest.mark.rule("DH-34")
@pytest.mark.parametrize(("there", "told"), [("4-2: yellow3", "segment 4 space 2"), ("4-1: yellow4", "is 4 now")])
def test_seen_elsewhere_or_with_another_face_the_difference_is_named(there: str, told: str) -> None:
    s = horde("2-1: yellow3", ("A", "move"))
    found = explain(GAME, s, seen(s, there))
    assert certain(GAME, s, found) is None
    (line,) = differs(GAME, s, seen(s, there))
    assert told in line


@pytest.mark.rule("DH-26")
def test_a_players_hit_is_seen_through_the_choices_that_mark_nothing() -> None:
    s = at("1-1: yellow3 | 4-4: red2", acting=True)
    best = explain(GAME, s, seen(s, "1-1: yellow2 | 4-4: red2"))[0]
    assert [m.name for m in best.moves] == ["set", "attack green", "hit"] and best.cost == 0


@pytest.mark.rule("DH-26")
def test_the_round_die_is_seen_where_it_lies() -> None:
    s = at("1-1: yellow3", "round die", round=1, used=())
    best = explain(GAME, s, full("1-1: yellow3 | round-2: white2"))[0]
    assert best.moves[0].args == (2,) and best.cost == 0


@pytest.mark.rule("DH-34")
def test_a_table_that_people_tell_keeps_the_dice_that_wait() -> None:
    s = horde("1-1: yellow1 | 1-2: yellow3 | 1-3: yellow5", ("A", "move"))
    told = seen(s, "2-1: yellow1 | 1-2: yellow4 | 1-4: yellow5")  # a 3 was a 4, and the 5 lay elsewhere
    s = play(GAME, s, replace(only(s).move, table=told))
    assert [str(d) for d in s.queue] == ["1-2: yellow4", "1-4: yellow5"]
    s = play(GAME, s, replace(only(s).move, table=seen(s, "2-1: yellow1 | 3-1: yellow4")))  # the 5 was taken away
    assert s.queue == () and s.phase != "horde"


@pytest.mark.rule("DH-29")
def test_targets_and_blows_stay_known_in_a_table_that_people_tell() -> None:
    s = shoot(marked(at("3-1: yellow1 | 3-2: red3 | 3-3: red4"), "r1", lost=1), "r1", 3)
    s = play(GAME, s, replace(mv("hit", "3-1: yellow1"), table=seen(s, "3-2: red2 | 3-3: red4 | graveyard: yellow1")))
    s = does(s, "explode", "3-1: yellow1")
    s = play(GAME, s, replace(mv("blow", "3-2: red2"), table=seen(s, "3-2: red1 | 3-3: red5 | graveyard: yellow1")))
    assert lies(does(s, "blow", "3-3: red5")) == "3-2: red1 | 3-3: red4 | graveyard: yellow1"


@pytest.mark.rule("DH-1")
def test_a_told_table_with_a_die_too_few_names_it() -> None:
    s = horde("1-1: yellow1", ("A", "move"))
    s = play(GAME, s, replace(only(s).move, table=Table.parse("2-1: yellow1 | pool: yellow? yellow?")))
    assert "3 yellow dice on the table, not 4: 1 missing" in s.news
