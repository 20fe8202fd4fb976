"""The attack phase of Die die DIE! as its rulebook tells it: turns, flicks, dice that fly out, and what is seen."""

import pytest
from by_the_book import ABC, GAME, OTHERS, Match, abc, towers

from rules import core
from rules.core import IllegalMove, Move
from rules.table import Table


@pytest.mark.rule("DDD-10")
def test_players_take_turns_until_all_dice_are_used():
    m, turns = abc(), []
    for n in range(15):
        turns.append(m.who("flick"))
        colour = m.may("flick")[0].move.args[0]
        m.do("flick", table=f"{m.table} | {'abc'[n % 3]}: {colour}{n % 6 + 1}".lstrip(" |"))
    assert turns == ["Ann", "Ben", "Cat"] * 5
    assert not m.offered("flick")


@pytest.mark.rule("DDD-10")
def test_a_flick_out_of_turn_is_barred_and_told_why():
    m = abc("a: red1")
    assert m.who("flick") == "Ben"
    (early,) = m.offered("flick", "Cat")
    assert "Ben" in early.no
    with pytest.raises(IllegalMove, match="Ben"):
        m.play(Move("flick", "Cat", ("green",), Table.parse("a: red1 green2")))
    m.play(Move("flick", "Cat", ("green",), Table.parse("a: red1 green2")), anyway=True)
    assert m.table == "a: green2 red1"


@pytest.mark.rule("DDD-10")
def test_a_turn_is_attack_then_shot_then_tower():
    m = abc("a: red1", "a: red1 | b: blue1", "a: red1 | b: blue1 | c: green1")
    assert not m.may("tower") and not m.may("shot")
    m.flicks("a: red1^red2 | b: blue1 | c: green1")
    m.flicks("a: red1^red2 | b: blue1 blue1 | c: green1", "a: red1^red2 | b: blue1 blue1 | c: green1 green2")
    assert m.who("flick") == "Ann" and not m.may("shot") and not m.may("tower", "Ann")
    m.flicks("a: red1^red2 red6 | b: blue1 blue1 | c: green1 green2")
    assert m.may("shot", "Ann") and m.may("tower", "Ann")
    m.do("shot", table="a: red1 red6 | b: blue1 blue1 | c: green1 green2 red3")
    assert not m.may("shot") and m.may("tower", "Ann")
    m.do("tower", "Ann", "c: red3", "a: red6")
    assert not m.may("shot") and not m.may("tower") and m.who("flick") == "Ben"
    assert m.table == "a: red1 red6^red3 | b: blue1 blue1 | c: green1 green2"


@pytest.mark.rule("DDD-10")
def test_a_tower_built_first_leaves_no_shot_in_that_turn():
    m = towers()
    m.do("tower", "Ann", "b: red6", "b: red5")
    assert not m.may("shot")


@pytest.mark.rule("DDD-11")
def test_a_die_that_flies_out_is_flicked_again_by_the_same_player_until_it_stays():
    m = abc("a: red1")
    m.do("flick", table="a: red1")
    for _ in range(3):
        assert not m.may("flick") and m.who("back") == "Ben"
        m.do("back", table="a: red1")
    m.do("back", table="a: red2 blue3")
    assert m.who("flick") == "Cat" and m.table == "a: blue3 red2"


@pytest.mark.rule("DDD-11")
def test_a_turn_goes_on_after_a_flick_that_needed_two_tries():
    m = towers(last="a: red1^red2 | b: red5")
    m.do("back", table=f"a: red1^red2 | b: red5 | {OTHERS} red6")
    assert m.may("shot", "Ann") and m.may("tower", "Ann")


@pytest.mark.rule("DDD-14")
def test_knocked_out_dice_are_flicked_back_in_turn_order():
    m = abc("a: red1", "a: red1 | b: blue2", "a: red1 | b: blue2 | c: green3", "a: red1 red2 | b: blue2 | c: green3")
    m.flicks("a: red1 red2 | b: blue2 blue5 | c: green3")
    m.flicks("b: blue5 | c: green3 green1")
    assert m.table == "b: blue5 | c: green1 green3"
    assert m.who("back") == "Ann" and not m.may("flick") and not m.may("tower")
    m.do("back", table="b: blue5 | c: green3 green1 red4")
    assert m.who("back") == "Ann"
    m.do("back", table="a: red6 | b: blue5 | c: green3 green1 red4")
    assert m.who("back") == "Ben"
    m.do("back", table="a: red6 blue1 | b: blue5 | c: green3 green1 red4")
    assert m.who("flick") == "Ann" and m.may("tower", "Cat") and not m.may("tower", "Ann")


@pytest.mark.rule("DDD-14")
def test_a_die_flicked_back_may_knock_out_others():
    m = abc("a: red1", "a: red1 | b: blue2", "a: red1 | b: blue2 | c: green3")
    m.flicks("a: red1 red4 | c: green3")
    assert m.who("back") == "Ben"
    m.do("back", table="a: blue2 | c: green3")
    assert m.who("back") == "Ann"
    m.do("back", table="a: blue2 red3 | c: green3").do("back", table="a: blue2 red3 red5 | c: green3")
    assert m.who("flick") == "Ben" and m.may("tower", "Ann")


@pytest.mark.rule("DDD-14")
def test_the_order_of_flicking_back_is_the_one_of_the_era():
    m = Match(3, ABC).era("c: green1 | a: blue1")
    assert m.order == ("Cat", "Ben", "Ann")
    m.flicks("a: green1", "a: green1 blue1", "")
    backs = []
    for seen in ("a: green1", "a: green1 blue1", "a: green1 blue1 red1"):
        backs.append(m.who("back"))
        m.do("back", table=seen)
    assert backs == ["Cat", "Ben", "Ann"] and m.who("flick") == "Cat"


@pytest.mark.rule("DDD-14")
def test_a_die_of_a_toppled_tower_may_fly_out():
    m = towers("a: red1 | b: red5 red6")
    assert m.who("back") == "Ann"
    m.do("back", table=f"a: red1 | b: red5 red6 red3 | {OTHERS}")
    assert not m.may("shot") and m.may("tower", "Ann")


@pytest.mark.rule("DDD-15")
def test_the_table_is_what_is_seen_and_nothing_of_before():
    seen = "a: green3 red6 | b: blue2^blue5 red5 | b/c: green1 | c: blue6 blue? green2 red1 red2"
    m = towers()
    m.flicks(seen)
    assert m.table == str(Table.parse(seen)) and m.who("flick") == "Cat"


@pytest.mark.rule("DDD-16")
def test_summary_execution_takes_the_dice_that_fly_out():
    m = abc("a: red1", "a: red1 | b: blue2", options=("summary-execution",))
    m.flicks("a: red1 | b: blue2")
    assert not m.may("back") and m.who("flick") == "Ann"
    m.flicks("b: red3")
    assert not m.may("back") and m.who("flick") == "Ben"
    flicked = []
    while m.may("flick"):
        flicked.append(m.who("flick"))
        m.do("flick", table=f"{m.table} | c: {m.may('flick')[0].move.args[0]}1")
    assert sorted(flicked) == ["Ann"] * 3 + ["Ben"] * 4 + ["Cat"] * 4
    m.finish()
    m.do("clear")
    again = 0
    while m.may("flick"):
        again += 1
        m.do("flick", table=f"{m.table} | c: {m.may('flick')[0].move.args[0]}1".lstrip(" |"))
    assert again == 15


@pytest.mark.rule("DDD-16")
def test_summary_execution_for_the_match():
    m = Match(2, ABC, ("summary-execution", "execution-for-good")).flicks("", "a: blue1", "")
    while m.may("flick"):
        m.do("flick", table=f"{m.table} | c: {m.may('flick')[0].move.args[0]}1".lstrip(" |"))
    m.finish()
    m.do("clear")
    left = {"Ann": 0, "Ben": 0}
    while m.may("flick"):
        left[m.who("flick")] += 1
        m.do("flick", table=f"{m.table} | c: {m.may('flick')[0].move.args[0]}1".lstrip(" |"))
    assert left == {"Ann": 3, "Ben": 4}


@pytest.mark.rule("DDD-16")
def test_summary_execution_takes_a_shot_die():
    m = towers(options=("summary-execution",))
    m.do("shot", table=f"a: red1 | b: red5 red6 | {OTHERS}")
    assert not m.may("back") and m.who("flick") == "Ben"
    assert m.may("tower", "Ann")


@pytest.mark.rule("DDD-19")
def test_a_bumped_die_stays_as_it_came_to_rest():
    m = abc("a: red3", "a: red3 | c: blue1")
    before = [(c.move, c.no) for c in core.offered(GAME, m.state)]
    m.do("bump", table="b: red5 | c: blue1")
    assert m.table == "b: red5 | c: blue1"
    assert [(c.move, c.no) for c in core.offered(GAME, m.state)] == before
    best = core.explain(GAME, abc("a: red3").state, Table.parse("b: red5"))[0]
    assert [x.name for x in best.moves] == ["bump"] and not best.left


@pytest.mark.rule("DDD-10")
def test_a_turn_is_over_when_the_next_player_flicks():
    m = abc("a: red1", "a: red1 blue1", "a: red1 blue1 green1", "a: red1 red2 blue1 green1")
    assert m.may("tower", "Ann")
    m.flicks("a: red1 red2 blue1 green1 blue2")
    assert not m.may("tower", "Ann") and m.may("tower", "Ben")


@pytest.mark.rule("DDD-10")
def test_the_last_player_may_still_build_and_then_the_attack_is_over():
    m = Match(2, ABC).attack("a: red1 red1 red1 red1 red1 | c: blue2 blue4 blue1 blue1 blue1")
    assert m.phase == "attack" and m.may("over", "Ben") and not m.may("tower", "Ann")
    m.do("tower", "Ben", "c: blue4", "c: blue2")
    assert m.phase == "era end" and m.score == {"Ann": 2, "Ben": 3 + 1}


@pytest.mark.rule("DDD-25")
def test_a_cocked_die_stays_and_a_later_flick_may_free_it():
    m = abc("a: red?")
    assert not m.offered("remove") and m.who("flick") == "Ben"
    m.flicks("a: red6 blue1")
    assert m.table == "a: blue1 red6"


@pytest.mark.rule("DDD-15")
@pytest.mark.rule("DDD-17")
def test_what_a_flick_changed_is_told():
    for base in ("blue5^blue3", "blue6^blue3", "blue?^blue3"):
        m = abc(
            "a: red4", "a: red4 | c: blue6", "a: red4 | c: blue6 | b: green1", "a: red4 | b: green1 red1 | c: blue6"
        )
        m.flicks(f"a: red4 | b: green1 red1 | c: {base}")
        m.flicks("b: red2 green1 green2 red1 | c: blue3 blue5")
        assert {"red 4 from A to B, now 2", "blue's tower in C fell, its lower die is a 5"} <= set(m.state.news)
        assert not any("red 1" in line or "green 1" in line for line in m.state.news), m.state.news
