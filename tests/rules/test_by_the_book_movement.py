"""The movement phase of Die die DIE! as its rulebook tells it: borders, unclear dice, dice on others' dice."""

import pytest
from by_the_book import ABC, Match, told

from rules.core import IllegalMove, Move
from rules.table import Table


def moving(final, players=3, options=()):
    """The movement phase after a battle that left this table; other dice are out."""
    return Match(players, ABC, options).battle(final)


@pytest.mark.rule("DDD-20")
def test_each_border_die_may_go_to_the_territories_that_it_touches():
    m = moving("a: red5 | a/b: red4 | a/b/c: red1^red2 | b/c: blue6")
    assert m.phase == "movement" and m.who("adjust") == "Ann"
    assert m.args("adjust") == {
        ("a/b: red4", "a"),
        ("a/b: red4", "b"),
        ("a/b/c: red1^red2", "a"),
        ("a/b/c: red1^red2", "b"),
        ("a/b/c: red1^red2", "c"),
    }
    barred = {c.move.args: c.no for c in m.offered("adjust", "Ben")}
    assert set(barred) == {("b/c: blue6", "b"), ("b/c: blue6", "c")} and all("Ann" in no for no in barred.values())


@pytest.mark.rule("DDD-20")
def test_values_stay_and_towers_go_as_one():
    m = moving("a: red5 | a/b: red4 | a/b/c: red1^red2 | b/c: blue6")
    m.do("adjust", "Ann", "a/b/c: red1^red2", "c").do("adjust", "Ann", "a/b: red4", "b")
    assert m.table == str(Table.parse("a: red5 | b: red4 | c: red1^red2 | b/c: blue6"))
    m.do("adjust", "Ben", "b/c: blue6", "c")
    assert m.phase == "era end" and m.table == str(Table.parse("a: red5 | b: red4 | c: red1^red2 blue6"))
    assert m.score == {"Ann": 2 + 1 + 1, "Ben": 3, "Cat": 0}


@pytest.mark.rule("DDD-20")
def test_players_adjust_in_turn_order():
    m = Match(3, ABC).era("c: green1 | a: blue1")
    assert m.order == ("Cat", "Ben", "Ann")
    m.battle("a/b: red1 blue1 green1")
    turns = []
    while m.may("adjust"):
        turns.append(m.who("adjust"))
        m.play(m.may("adjust")[0].move)
    assert turns == ["Cat", "Ben", "Ann"]


@pytest.mark.rule("DDD-20")
def test_the_camera_tells_where_a_die_was_set():
    m = moving("a/b: red4 blue2")
    assert told(m, "b: red4 | a/b: blue2") == [("adjust", "Ann")]
    assert told(m, "b: red5 | a/b: blue2") == []
    m.do("adjust", "Ann", "a/b: red4", "a")
    assert told(m, "a: red4 | b: blue2")[:1] == [("adjust", "Ben")]


@pytest.mark.rule("DDD-20")
def test_a_die_inside_a_territory_does_not_move():
    m = moving("a: red5 | a/b: red4")
    assert not any("red5" in str(c.move.args) for c in m.offered("adjust"))
    with pytest.raises(IllegalMove):
        m.play(Move("adjust", "Ann", ("a: red5", "b")))


@pytest.mark.rule("DDD-21")
def test_a_die_without_a_clear_result_is_out_for_the_era():
    m = moving("a: red? blue1")
    assert m.phase == "movement" and m.who("remove") == "Ann"
    m.do("remove", "Ann", "a: red?")
    assert m.table == "a: blue1" and m.score == {"Ann": 0, "Ben": 2, "Cat": 0}
    m.do("clear")
    flicks = 0
    while m.may("flick"):
        flicks += 1
        m.do("flick", table=f"{m.table} | a: {m.may('flick')[0].move.args[0]}1".lstrip(" |"))
    assert flicks == 15


@pytest.mark.rule("DDD-21")
def test_a_clear_die_may_not_be_taken_off():
    m = moving("a: red? red3 | a/b: red2")
    assert m.args("remove") == {("a: red?",)}


@pytest.mark.rule("DDD-21")
def test_an_unclear_die_does_not_stay_for_the_combat():
    m = moving("a: red? blue1")
    assert not m.may("done")
    m.do("remove", "Ann", "a: red?")
    assert m.phase == "era end"


@pytest.mark.rule("DDD-21")
def test_only_the_unclear_die_of_a_tower_is_out():
    m = moving("a: red3^red? blue2")
    m.do("remove", "Ann")
    assert m.table == str(Table.parse("a: red3 blue2")) and m.score == {"Ann": 2, "Ben": 0, "Cat": 0}


@pytest.mark.rule("DDD-21")
def test_a_covered_die_needs_no_clear_result():
    m = moving("a: red?^red3 blue3")
    assert m.phase == "era end" and m.score == {"Ann": 3, "Ben": 0, "Cat": 0}


@pytest.mark.rule("DDD-22")
def test_the_phase_ends_when_no_die_lies_on_a_border():
    m = moving("a/b: red4 | b/c: green2")
    assert m.phase == "movement" and not m.may("done")
    m.do("adjust", "Ann", "a/b: red4", "a")
    assert m.phase == "movement" and not m.may("done", "Cat")
    m.do("adjust", "Cat", "b/c: green2", "c")
    assert m.phase == "era end"


@pytest.mark.rule("DDD-22")
def test_without_border_dice_there_is_nothing_to_ask():
    assert moving("a: red4 blue2").phase == "era end"


@pytest.mark.rule("DDD-22")
@pytest.mark.rule("DDD-19")
def test_a_die_bumped_onto_a_border_after_its_owners_turn_is_still_set_aside():
    m = moving("a/b: red4 | b/c: green2")
    m.do("adjust", "Ann", "a/b: red4", "a")
    m.do("bump", table="a/c: red6 | b/c: green2")
    assert m.phase == "movement"
    adjust_all(m)
    assert m.phase == "era end" and not any("/" in d.space for d in m.state.table)


def adjust_all(m):
    for _ in range(20):
        may = m.may("beside") + m.may("adjust") + m.may("done")
        if not may:
            return
        m.play(may[0].move)


@pytest.mark.rule("DDD-24")
def test_a_die_that_touches_no_territory_goes_to_the_nearest_its_owner_choosing_among_equals():
    m = moving("~a: red4 | ~b/c: red1^red2 | ~b: blue3")
    assert m.args("adjust") == {("~a: red4", "a"), ("~b/c: red1^red2", "b"), ("~b/c: red1^red2", "c")}
    assert not m.may("done")
    m.do("adjust", "Ann", "~a: red4", "a").do("adjust", "Ann", "~b/c: red1^red2", "c").do(
        "adjust", "Ben", "~b: blue3", "b"
    )
    assert m.table == str(Table.parse("a: red4 | b: blue3 | c: red1^red2")) and m.phase == "era end"


@pytest.mark.rule("DDD-25")
def test_a_cocked_die_is_judged_in_its_owners_turn():
    m = moving("a: blue? | a/b: red1")
    assert not m.may("remove")
    assert [bool(c.no) for c in m.offered("remove", "Ben")] == [True]
    m.do("adjust", "Ann", "a/b: red1", "b")
    m.do("remove", "Ben", "a: blue?")
    assert m.table == "b: red1"


@pytest.mark.rule("DDD-25")
def test_a_cocked_die_freed_by_a_later_flick_counts():
    m = Match(2, ABC).flicks("a: red?")
    while m.may("flick"):
        colour = m.may("flick")[0].move.args[0]
        m.do("flick", table=f"a: red2 | b: {colour}1" if len(m.entries) == 1 else f"{m.table} | b: {colour}1")
    m.finish()
    assert m.phase == "era end" and m.score["Ann"] == 2


@pytest.mark.rule("DDD-26")
def test_a_die_on_another_players_die_is_set_beside_it_by_its_owner():
    m = moving("a: red3^blue2 | b: red1")
    assert m.phase == "movement" and m.who("beside") == "Ben"
    m.do("beside", "Ben")
    assert m.table == str(Table.parse("a: red3 blue2 | b: red1"))
    assert m.phase == "era end" and m.score == {"Ann": 3, "Ben": 0, "Cat": 0}


@pytest.mark.rule("DDD-26")
def test_both_dice_count_and_none_is_a_tower():
    m = moving("a: red5^blue2 blue3")
    m.do("beside", "Ben")
    assert m.score == {"Ann": 1, "Ben": 1, "Cat": 0}


@pytest.mark.rule("DDD-26")
def test_own_die_on_own_die_by_accident_is_a_tower():
    m = moving("a: red3^red4 blue5 | b: blue1")
    assert m.phase == "era end" and m.score == {"Ann": 1 + 1, "Ben": 1 + 1, "Cat": 0}


@pytest.mark.rule("DDD-26")
def test_an_own_tower_on_another_players_die_is_set_beside_it_as_a_tower():
    m = moving("a: blue6^red3^red4 | b: blue1")
    m.do("beside", "Ann")
    assert m.table == str(Table.parse("a: blue6 red3^red4 | b: blue1"))
    assert m.score == {"Ann": 1, "Ben": 2 + 1, "Cat": 0}


@pytest.mark.rule("DDD-26")
@pytest.mark.rule("DDD-18")
def test_a_third_own_die_on_a_tower_is_set_beside_it():
    m = moving("a: red1^red2^red3 blue5 | b: blue1")
    m.do("beside", "Ann")
    assert m.table == str(Table.parse("a: red1^red2 red3 blue5 | b: blue1"))
    assert m.score == {"Ann": 2 + 1, "Ben": 1, "Cat": 0}


@pytest.mark.rule("DDD-26")
def test_a_die_on_anothers_tower_leaves_a_tower():
    m = moving("a: red3^red4^blue6")
    m.do("beside", "Ben")
    assert m.table == str(Table.parse("a: red3^red4 blue6"))
    assert m.score == {"Ann": 1, "Ben": 2, "Cat": 0}


@pytest.mark.rule("DDD-26")
@pytest.mark.rule("DDD-22")
@pytest.mark.parametrize(
    "pile", ["red3^blue2", "blue2^red3", "red3^blue2^green1", "green1^blue2^red3", "red1^blue2^red3"]
)
@pytest.mark.parametrize("where", ["a", "a/b", "~c", "~a/c"])
def test_piles_of_several_players_dice_end_side_by_side_in_a_territory(pile, where):
    m = moving(f"{where}: {pile}")
    adjust_all(m)
    assert m.phase == "era end"
    assert sorted(d.word() for d in m.state.table) == sorted(pile.split("^"))
    assert all(d.space in ("a", "b", "c") for d in m.state.table)


@pytest.mark.rule("DDD-26")
def test_the_lower_die_of_a_pile_on_a_border_is_its_owners_to_set():
    m = moving("a/b: red3^blue2")
    adjust_by = {}
    for _ in range(10):
        may = m.may("beside") + m.may("adjust")
        if not may:
            break
        adjust_by.setdefault(may[0].move.player, []).append(may[0].move.name)
        m.play(may[0].move)
    assert adjust_by["Ann"] == ["adjust"] and adjust_by["Ben"] == ["beside", "adjust"]
