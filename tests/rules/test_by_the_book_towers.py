"""Towers of Die die DIE! as its rulebook tells them: built, shot from, toppled."""

import pytest
from by_the_book import ABC, OTHERS, Match, abc, told, towers


@pytest.mark.rule("DDD-12")
def test_a_shot_is_off_an_own_tower_that_stood_and_still_stands():
    m = towers()
    assert m.args("shot", "Ann") == {("a: red1^red2",)}


@pytest.mark.rule("DDD-12")
def test_one_shot_a_turn():
    m = towers()
    m.do("shot", table=f"a: red1 | b: red5^red6 red3 | {OTHERS}")
    assert not m.may("shot")


@pytest.mark.rule("DDD-12")
@pytest.mark.rule("DDD-17")
def test_no_shot_off_a_tower_that_fell_in_the_attack():
    m = towers("a: red1 red2 | b: red5 red6")
    assert not m.may("shot") and ("a: red1", "a: red2") in m.args("tower", "Ann")


@pytest.mark.rule("DDD-12")
def test_no_shot_off_a_tower_that_came_to_be_in_this_attack():
    m = towers("a: red1^red2 | b: red5^red6")
    assert m.args("shot", "Ann") == {("a: red1^red2",)}


@pytest.mark.rule("DDD-12")
def test_no_shot_off_a_tower_that_came_to_be_while_the_old_one_fell():
    m = towers("a: red1 red2 | b: red5^red6")
    assert any("red's tower in A fell" in line for line in m.state.news)
    assert not m.may("shot")


@pytest.mark.rule("DDD-12")
def test_a_tower_that_an_attack_pushed_and_turned_still_stands():
    m = towers("b: red1^red2 red5 red6")
    assert m.args("shot", "Ann") == {("b: red1^red2",)}
    m = towers("a: red1^red4 | b: red5 red6")
    assert m.args("shot", "Ann") == {("a: red1^red4",)}
    m = towers("a/b: red1^red2 | b: red5 red6")
    assert m.args("shot", "Ann") == {("a/b: red1^red2",)}


@pytest.mark.rule("DDD-12")
def test_a_pushed_tower_whose_top_cannot_be_read_still_stands():
    m = towers("b/c: red?^red? red5 red6")
    assert m.may("shot")


@pytest.mark.rule("DDD-12")
def test_a_tower_that_others_toppled_did_not_stand_when_the_turn_began():
    m = towers(start="a: red1 red2", last="a: red1^red2 | b: red5 red6")
    assert not m.may("shot")


@pytest.mark.rule("DDD-12")
def test_a_bump_after_the_attack_may_cost_the_tower():
    m = towers()
    m.do("bump", table=f"a: red1 red2 | b: red5 red6 | {OTHERS}")
    assert not m.may("shot")


@pytest.mark.rule("DDD-12")
@pytest.mark.parametrize("eras", [0, 1])
def test_never_a_shot_in_the_first_and_second_turn_of_an_era(eras):
    m = Match(3, ABC)
    for _ in range(eras):
        m.era("a: red1")
    assert m.who("flick") == "Ann"
    tower = "a: red1^red1"  # a die more than was flicked: only a tower that stands too early can put this to the test
    m.flicks(tower)
    assert not m.may("shot")
    m.flicks(f"{tower} blue1", f"{tower} blue1 green1", f"{tower} blue1 green1 red1")
    assert not m.may("shot")
    m.flicks(f"{tower} blue1 green1 red1 blue1", f"{tower} blue1 green1 red1 blue1 green1")
    assert not m.may("shot")
    m.flicks(f"{tower} blue1 green1 red1 blue1 green1 red1")
    assert m.may("shot", "Ann")


@pytest.mark.rule("DDD-12")
def test_a_tower_by_accident_may_be_shot_from_in_the_third_turn():
    m = abc("a: red1", "a: red1 | b: blue1", "a: red1 | b: blue1 | c: green1", "a: red1^red4 | b: blue1 | c: green1")
    assert not m.may("shot")
    m.flicks("a: red1^red4 | b: blue1 blue1 | c: green1", "a: red1^red4 | b: blue1 blue1 | c: green1 green1")
    m.flicks("a: red1^red4 | b: blue1 blue1 red1 | c: green1 green1")
    assert m.args("shot", "Ann") == {("a: red1^red4",)}


@pytest.mark.rule("DDD-12")
def test_a_shot_die_that_leaves_the_arena_is_flicked_again():
    m = towers()
    m.do("shot", table=f"a: red1 | b: red5 red6 | {OTHERS}")
    assert m.who("back") == "Ann" and not m.may("flick")
    m.do("back", table=f"a: red1 red6 | b: red5 red6 | {OTHERS}")
    assert not m.may("shot") and m.may("tower", "Ann") and m.who("flick") == "Ben"


@pytest.mark.rule("DDD-12")
def test_an_option_takes_a_shot_die_that_leaves_the_arena():
    m = towers(options=("shot-lost",))
    m.do("shot", table=f"a: red1 | b: red5 red6 | {OTHERS}")
    assert not m.may("back") and m.who("flick") == "Ben"


@pytest.mark.rule("DDD-12")
@pytest.mark.parametrize(
    ("stood", "bumped", "may"), [("red1^red2", "red1 red2", False), ("red1 red2", "red1^red2", True)]
)
def test_a_bump_before_the_turn_decides_whether_a_tower_stood(stood, bumped, may):
    m = abc("a: red1", "a: red1 | b: blue1", "a: red1 | b: blue1 green1", "a: red1 red2 | b: blue1 green1")
    m.do("tower", "Ann", "a: red2", "a: red1")
    m.flicks(f"a: {stood} | b: blue1 green1 blue2", f"a: {stood} | b: blue1 green1 blue2 green2")
    m.do("bump", table=f"a: {bumped} | b: blue1 green1 blue2 green2")
    m.flicks("a: red1^red2 | b: blue1 green1 blue2 green2 red5")
    assert bool(m.may("shot")) == may


@pytest.mark.rule("DDD-12")
@pytest.mark.rule("DDD-14")
def test_a_shot_may_knock_out_others():
    m = towers()
    m.do("shot", table="a: red1 red3 | b: blue1 red5 red6 | c: green1 blue1 green1")
    assert m.who("back") == "Ben"
    m.do("back", table="a: red1 red3 | b: blue1 red5 red6 | c: green1 blue1 green1 blue6")
    assert m.who("back") == "Cat"
    m.do("back", table="a: red1 red3 green5 | b: blue1 red5 red6 | c: green1 blue1 green1 blue6")
    assert m.who("flick") == "Ben" and m.may("tower", "Ann") and not m.may("shot")


@pytest.mark.rule("DDD-13")
def test_a_tower_needs_two_own_dice_in_the_arena():
    m = abc("a: red1", "a: red1 blue2")
    assert not m.may("tower")
    m.flicks("a: red1 blue2 green3", "a: red1 blue2 green3 | b: red4")
    assert m.args("tower", "Ann") == {("a: red1", "b: red4"), ("b: red4", "a: red1")}
    assert not m.may("tower", "Ben")


@pytest.mark.rule("DDD-13")
def test_the_two_dice_may_lie_in_different_territories_and_the_value_is_kept():
    m = abc("a: red1", "a: red1 blue2", "a: red1 blue2 green3", "a: red1 blue2 green3 | b: red4")
    m.do("tower", "Ann", "b: red4", "a: red1")
    assert m.table == "a: blue2 green3 red1^red4"


@pytest.mark.rule("DDD-13")
def test_a_changed_face_under_lifting_is_a_question():
    m = abc("a: red1", "a: red1 blue2", "a: red1 blue2 green3", "a: red1 blue2 green3 | b: red4")
    assert told(m, "a: red1^red4 blue2 green3") == [("tower", "Ann")]
    assert told(m, "a: red1^red5 blue2 green3") == []


@pytest.mark.rule("DDD-13")
def test_one_tower_a_turn():
    m = abc("a: red1", "a: red1 blue2", "a: red1 blue2 green3", "a: red1 red4 blue2 green3")
    m.flicks("a: red1 red4 blue2 green3 | b: blue1", "a: red1 red4 blue2 green3 | b: blue1 green1")
    m.flicks(
        "a: red1 red4 blue2 green3 | b: blue1 green1 red5 ",
    )
    m.flicks("a: red1 red4 blue2 green3 | b: blue1 green1 red5 | c: blue1")
    m.flicks("a: red1 red4 blue2 green3 | b: blue1 green1 red5 | c: blue1 green1")
    m.flicks("a: red1 red4 blue2 green3 | b: blue1 green1 red5 red6 | c: blue1 green1")
    m.do("tower", "Ann", "a: red1", "a: red4")
    assert not m.may("tower")


@pytest.mark.rule("DDD-13")
def test_a_towers_top_may_be_taken_and_a_covered_die_not():
    m = towers()
    offered = m.args("tower", "Ann")
    assert ("a: red1^red2", "b: red6") in offered
    assert not any("red1" in str(lifted).split() for lifted, _ in offered)
    m.do("tower", "Ann", "a: red1^red2", "b: red6")
    assert m.table.startswith("a: red1 | b: red6^red2 red5")


@pytest.mark.rule("DDD-13")
@pytest.mark.rule("DDD-26")
def test_a_die_under_another_players_die_is_covered():
    m = abc("a: red1", "a: red1 | b: blue2", "a: red1 | b: blue2 | c: green3", "a: red1 red4 | b: blue2 | c: green3")
    m.flicks("a: red1^blue5 red4 | b: blue2 | c: green3")
    assert ("a: red1^blue5", "b: blue2") in m.args("tower", "Ben")
    m.flicks(
        "a: red1^blue5 red4 | b: blue2 | c: green3 green3", "a: red1^blue5 red4 | b: blue2 red6 | c: green3 green3"
    )
    assert m.args("tower", "Ann") == {("a: red4", "b: red6"), ("b: red6", "a: red4")}
    assert not m.may("shot")


@pytest.mark.rule("DDD-12")
@pytest.mark.rule("DDD-26")
def test_a_die_on_another_players_die_is_no_tower_to_shoot_from():
    m = abc("a: red1", "a: red1 blue2", "a: red1 blue2 green3", "a: red1 blue2^red2 green3")
    m.flicks("a: red1 blue2^red2 green3 blue1", "a: red1 blue2^red2 green3 blue1 green2")
    m.flicks("a: red1 blue2^red2 green3 blue1 green2 red5")
    assert not m.may("shot")


@pytest.mark.rule("DDD-18")
def test_a_tower_is_two_dice():
    m = towers()
    assert not any(base == "a: red1^red2" for _, base in m.args("tower", "Ann"))


@pytest.mark.rule("DDD-18")
def test_an_option_allows_higher_towers_worth_top_plus_1():
    m = towers(options=("high-towers",))
    m.do("tower", "Ann", "b: red6", "a: red1^red2")
    assert "red1^red2^red6" in m.table
    m = Match(2, ABC, ("high-towers",)).era("b: red1^red2^red3 blue4")
    assert m.score == {"Ann": 2, "Ben": 1}  # 4 to 4 for one point, and one tower


@pytest.mark.rule("DDD-12")
def test_a_die_flicked_back_onto_its_own_makes_a_new_tower():
    m = towers("a: red1 | b: red5 red6")
    m.do("back", table=f"a: red1^red3 | b: red5 red6 | {OTHERS}")
    assert not m.may("shot")


@pytest.mark.rule("DDD-17")
def test_a_toppled_tower_is_two_dice():
    m = Match(2, ABC).battle("a: red1^red5 blue5").score
    assert m == {"Ann": 3, "Ben": 0}
    m = Match(2, ABC).attack("a: red1^red5 blue5").do("bump", table="a: red1 red3 blue5")
    while m.may("lost"):
        m.play(m.may("lost")[0].move)
    assert m.finish().score == {"Ann": 0, "Ben": 2}
