"""Combat, scoring, eras and the end of Die die DIE!"""

import tomllib
from pathlib import Path

import pytest
from ddd import GAME, Award, Move, Table, in_movement, last_flick, names, phase, play, replace, setup, start
from hypothesis import given
from hypothesis import strategies as st

from rules.core import begin, choices, score
from rules.die_die_die.eras import outcome
from rules.die_die_die.fight import fight
from rules.die_die_die.state import Match, order

EXAMPLES = tomllib.loads((Path(__file__).parent / "rulebook.toml").read_text(encoding="utf-8"))["fight"]


def marked(example: dict[str, object]) -> object:
    return pytest.param(example, marks=pytest.mark.rule(example["rule"]), id=str(example["name"]))


@pytest.mark.parametrize("example", [marked(e) for e in EXAMPLES])
def test_worked_examples(example: dict[str, object]) -> None:
    s = in_movement(str(example["before"]))
    points = {t.id: t.points for t in s.board.territories}
    assert example["points"].items() <= points.items()  # type: ignore[attr-defined]
    assert phase(GAME, s).name == "era end"
    assert sorted([a.player, a.points, a.where] for a in s.awards) == sorted(example["awards"])  # type: ignore[call-overload]


def gains(*rounds: dict[str, int]) -> Match:
    """The match after these eras' gains, each era counted in the order that held before it."""
    s = start()
    for gained in rounds:
        s = replace(s, awards=(*s.awards, *(Award(p, gained[p], "") for p in order(s) if gained.get(p))))
    return s


@pytest.mark.rule("DDD-2")
def test_all_start_on_nothing_the_first_player_on_top() -> None:
    assert order(start()) == ("Ann", "Bob", "Cy") and start().awards == ()


@pytest.mark.rule("DDD-3", "DDD-5", "DDD-7", "DDD-34")
def test_the_stack_of_two_eras() -> None:
    s = gains({"Ann": 3, "Bob": 5, "Cy": 3})
    assert order(s) == ("Bob", "Cy", "Ann")
    s = gains({"Ann": 3, "Bob": 5, "Cy": 3}, {"Ann": 2, "Bob": 0, "Cy": 2})
    assert order(s) == ("Ann", "Cy", "Bob") and set(score(s.awards, order(s)).values()) == {5}
    ended = outcome(replace(s, era=3, phase="era end"))
    assert ended is not None and ended.ranking[0] == ("Ann",) and "marker lies on top" in ended.why


@pytest.mark.rule("DDD-3")
def test_a_marker_that_gains_nothing_keeps_its_place() -> None:
    assert order(gains({"Bob": 4, "Ann": 4}, {"Cy": 4})) == ("Cy", "Bob", "Ann")
    s = replace(start(), awards=(Award("Bob", 0, "nothing"),))
    assert order(s) == ("Ann", "Bob", "Cy")
    s = replace(start("zero-restacks"), awards=(Award("Bob", 0, "nothing"),))
    assert order(s) == ("Bob", "Ann", "Cy")


@pytest.mark.rule("DDD-3")
def test_by_option_a_gain_of_nothing_restacks() -> None:
    s = in_movement("north: red4 | south: green1", "zero-restacks")
    assert [(a.player, a.points) for a in s.awards] == [("Ann", 3), ("Bob", 0), ("Cy", 2)]


@pytest.mark.rule("DDD-37")
def test_five_and_three_land_on_top_of_eight() -> None:
    s = replace(start(), awards=(Award("Bob", 8, ""), Award("Ann", 5, ""), Award("Ann", 3, "")))
    assert order(s)[:2] == ("Ann", "Bob")


@pytest.mark.rule("DDD-34")
def test_players_count_in_the_order_that_held_before() -> None:
    s = in_movement("north: red4 green4 | south: blue4 red1", awards=(Award("Cy", 1, ""),))
    assert [a.player for a in s.awards[1:]] == sorted((a.player for a in s.awards[1:]), key=s.turn.index)


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob", "Cy"]), st.integers(0, 4)), max_size=12))
@pytest.mark.rule("DDD-3")
def test_the_order_is_that_of_a_real_stack(gained: list[tuple[str, int]]) -> None:
    stacks: dict[int, list[str]] = {0: ["Ann", "Bob", "Cy"]}  # top first, moved marker by marker
    for player, points in gained:
        if points:
            at = next(n for n, stack in stacks.items() if player in stack)
            stacks[at].remove(player)
            stacks.setdefault(at + points, []).insert(0, player)
    by_hand = tuple(p for n in sorted(stacks, reverse=True) for p in stacks[n])
    assert order(replace(start(), awards=tuple(Award(p, n, "") for p, n in gained))) == by_hand


@pytest.mark.rule("DDD-39")
def test_every_point_has_its_place_and_reason() -> None:
    s = in_movement("north: red4 red3 blue5 | south: red6^red2 blue3 green1 | east: green4 blue4")
    assert [(a.player, a.points, a.why, a.where) for a in s.awards] == [
        ("Ann", 3, "won North 7 to 5 (red 3 + 4)", "north"),
        ("Ann", 1, "tied South at 3 (red tower 2+1) with Bob: 2 shared by 2, rounded up", "south"),
        ("Ann", 1, "tower in South (red 2 on red 6)", "south"),
        ("Bob", 1, "tied South at 3 (blue 3) with Ann: 2 shared by 2, rounded up", "south"),
        ("Bob", 1, "tied East at 4 (blue 4) with Cy: 1 shared by 2, rounded up", "east"),
        ("Cy", 1, "tied East at 4 (green 4) with Bob: 1 shared by 2, rounded up", "east"),
    ]
    assert s.news[-1] == "Cy +1: tied East at 4 (green 4) with Bob: 1 shared by 2, rounded up"
    alone = in_movement("north: red4 | south: green1")
    assert alone.awards[0].why == "won North with 4 (red 4), unopposed"


@pytest.mark.rule("DDD-30", "DDD-31")
def test_strengths_of_a_fight() -> None:
    s = in_movement("north: red4 red6^red3 blue5")
    north, south, _ = (fight(s, t) for t in s.board.territories)
    assert north.strengths == (("Ann", 8), ("Bob", 5)) and north.winners == ("Ann",)
    assert south.strengths == () and south.winners == ()


@pytest.mark.rule("DDD-6")
def test_everyone_takes_their_dice_back_and_the_new_order_holds() -> None:
    s = in_movement("north: blue4 | south: green1", awards=())
    s = replace(s, dead=("red",))
    assert names(s) == [("clear",)]
    s = play(GAME, s, Move("clear"))
    assert (s.era, s.phase, len(s.table), s.dead, s.used) == (2, "attack", 0, (), ())
    assert s.turn == ("Bob", "Cy", "Ann") and s.queue == s.turn * 5
    assert s.news[-1] == "Era 2 of 3: Bob, Cy, Ann"


@pytest.mark.rule("DDD-4", "DDD-5")
def test_three_eras_then_the_winner() -> None:
    s = start()
    for era in (1, 2, 3):
        assert s.era == era and outcome(s) is None
        lies = Table.parse("north: red4 blue1 | south: green1 green2")
        s = replace(s, table=lies, used=("red", "blue", "green", "green"), queue=(), acting="Cy", may=("tower",))
        s = play(GAME, s, Move("over", "Cy"))
        if era < 3:
            s = play(GAME, s, Move("clear"))
    ended = GAME.outcome(s)
    assert ended is not None and ended.why == "Ann wins with 9 points after 3 eras"
    assert ended.ranking == (("Ann",), ("Cy",), ("Bob",)) and choices(GAME, s) == ()


def test_an_unread_die_fights_with_nothing() -> None:
    s = last_flick("north: red? | south: green1 green2")
    s = play(GAME, s, Move("over", "Cy"))
    s = play(GAME, s, Move("done", "Ann"), anyway=True)
    assert [a.points for a in s.awards if a.player == "Ann"] == [3]  # alone, it still takes the territory


@pytest.mark.rule("DDD-38")
def test_guerilla() -> None:
    s = in_movement("north: red4 red2 blue1 | east: green2 blue2", "guerilla")
    assert [(a.player, a.points) for a in s.awards if a.where == "north"] == [("Ann", 3), ("Ann", 2)]
    assert not any("guerilla" in a.why for a in s.awards if a.where == "east")


@pytest.mark.rule("DDD-16")
def test_summary_execution() -> None:
    s = begin(GAME, setup("summary-execution"))
    s = play(GAME, s, Move("flick", "Ann", ("red",), Table.parse("north: red1")))
    s = play(GAME, s, Move("flick", "Bob", ("blue",), Table.parse("north: blue1")))
    assert s.dead == ("red",) and phase(GAME, s).name == "attack" and s.queue[0] == "Cy"
    s = begin(GAME, setup("summary-execution", "execution-for-good"))
    s = play(GAME, s, Move("flick", "Ann", ("red",), Table.parse("")))
    assert s.gone == ("red",) and s.dead == ("red",)
