"""Movement phase of Die die DIE!"""

import pytest
from ddd import GAME, Move, Table, barred, in_movement, last_flick, names, phase, play, replace, see, taken

from rules.core import IllegalMove, InPlay, explain
from rules.die_die_die.effects import EFFECTS
from rules.die_die_die.fight import fight
from rules.die_die_die.rule import Rule


@pytest.mark.rule("DDD-20")
def test_a_border_die_goes_to_a_territory_that_it_touches() -> None:
    s = in_movement("north/south: red4 | north: blue1 | east: green2")
    assert phase(GAME, s).name == "movement"
    assert names(s)[:2] == [("adjust", "north/south: red4", "north"), ("adjust", "north/south: red4", "south")]
    assert "red 4 in the border" not in str(s.news)
    s = see(s, "south: red4 | north: blue1 | east: green2")
    assert phase(GAME, s).name == "era end" and str(s.table) == "east: green2 | north: blue1 | south: red4"


@pytest.mark.rule("DDD-20")
def test_towers_move_whole_and_values_are_kept() -> None:
    s = in_movement("north/east: red4^red6 | north: blue1 | south: green2")
    moved = play(GAME, s, Move("adjust", "Ann", ("north/east: red4^red6", "east")))
    assert str(moved.table) == "east: red4^red6 | north: blue1 | south: green2"
    seen = "east: red4^red5 | north: blue1 | south: green2"
    assert taken(s, seen) is None and explain(GAME, s, Table.parse(seen))[0].left  # a turned die is asked


@pytest.mark.rule("DDD-20")
def test_in_turn_order_and_several_at_once() -> None:
    s = in_movement("north/south: blue4 red4 red5 | north/east: red1 | south: green2")
    assert barred(s)[("adjust", "Bob", "north/south: blue4", "north")] == "it is Ann's turn"
    assert barred(s)[("done", "Ann")] == "red 1 in the border of North and East cannot stay so"
    guess = taken(s, "north: red4 red1 | south: green2 red5 blue4")
    assert guess is not None and len(guess.moves) == 4 and guess.moves[-1].player == "Bob"
    assert taken(s, "north/south: red4 red5 | north/east: red1 | south: green2 blue4") is None  # out of turn: asked
    with pytest.raises(IllegalMove, match="it is Ann's turn"):
        play(GAME, s, Move("adjust", "Bob", ("north/south: blue4", "north")))
    s = play(GAME, s, Move("adjust", "Bob", ("north/south: blue4", "north")), anyway=True)
    assert "blue4" not in str(s.table.at("north/south"))


@pytest.mark.rule("DDD-21", "DDD-25")
def test_a_cocked_die_stays_until_its_owner_moves_and_then_is_out() -> None:
    s = last_flick("north: red? blue2 | south: green4 green6")
    assert not any(n[0] == "remove" for n in names(s))  # a later flick may free it
    s = play(GAME, s, Move("over", "Cy"))
    assert names(s)[-2:] == [("remove", "north: red?"), ("bump",)]
    assert phase(GAME, see(s, "north: blue2 | south: green4 green6")).name == "era end"
    s = play(GAME, s, Move("remove", "Ann", ("north: red?",)))
    assert s.dead == ("red",) and s.table.count("red") == 0


@pytest.mark.rule("DDD-21")
def test_a_die_that_only_the_camera_cannot_read_is_read_by_people() -> None:
    s = in_movement("north: red? blue2 | south: green4 green6")
    s = play(GAME, s, Move("shows", "Ann", ("north: red?", 5)))
    assert s.awards[0].player == "Ann" and s.awards[0].where == "north"


@pytest.mark.rule("DDD-21")
def test_a_clear_die_is_not_taken_off() -> None:
    s = in_movement("north/south: red4 | north: blue1 | east: green2")
    assert barred(s)[("remove", "Ann", "north/south: red4")] == "it shows a clear 4"
    assert taken(s, "north: blue1 | east: green2") is None


@pytest.mark.rule("DDD-22")
def test_the_phase_ends_by_itself() -> None:
    s = in_movement("north: red4 blue1 | east: green2")
    assert phase(GAME, s).name == "era end"  # nobody had anything to do
    s = in_movement("north/south: blue4 green1 | east: red2 green2")
    s = play(GAME, s, Move("adjust", "Bob", ("north/south: blue4", "north")))
    assert phase(GAME, s).name == "movement" and names(s)[0][0] == "adjust"
    s = play(GAME, s, Move("adjust", "Cy", ("north/south: green1", "north")))
    assert phase(GAME, s).name == "era end"


@pytest.mark.rule("DDD-22")
def test_people_may_end_it_with_a_die_on_a_border_which_then_fights_nowhere() -> None:
    s = in_movement("north/south: red4 | north: blue1 | south: green2")
    with pytest.raises(IllegalMove, match="cannot stay so"):
        play(GAME, s, Move("done", "Ann"))
    s = play(GAME, s, Move("done", "Ann"), anyway=True)
    assert phase(GAME, s).name == "era end" and {a.player for a in s.awards} == {"Bob", "Cy"}


@pytest.mark.rule("DDD-24")
def test_a_die_off_the_territories_goes_to_the_nearest() -> None:
    s = in_movement("~north: red4 | ~north/south: blue2 | south: green4")
    assert [n for n in names(s) if n[0] == "adjust"] == [("adjust", "~north: red4", "north")]
    s = see(s, "north: red4 | ~north/south: blue2 | south: green4")
    assert [n[2] for n in names(s) if n[0] == "adjust"] == ["north", "south"]  # equally near: the owner's choice


@pytest.mark.rule("DDD-24")
def test_a_die_off_the_territories_is_out_by_option() -> None:
    s = in_movement("~north: red4 | south: green4", "off-ground-out")
    assert [n[0] for n in names(s)] == ["remove", "bump"]


@pytest.mark.rule("DDD-24")
def test_a_line_with_blank_ground_leads_to_the_territory_only() -> None:
    s = in_movement("north/lake: red4 | lake: blue1 | south: green4")
    assert [n[2] for n in names(s) if n[0] == "adjust"] == ["north"]
    s = see(s, "north: red4 | lake: blue1 | south: green4")
    assert {n[2] for n in names(s) if n[0] == "adjust"} == {"north", "south", "east"}  # a space no board knows


@pytest.mark.rule("DDD-26")
def test_a_die_on_another_player_s_is_set_beside_and_both_count() -> None:
    s = in_movement("north: blue4^red6 | south: green2")
    assert names(s)[0] == ("beside", "north: blue4^red6")
    s = see(s, "north: blue4 red6 | south: green2")
    north = fight(s, s.board.territories[0])
    assert dict(north.strengths) == {"Ann": 6, "Bob": 4}
    assert not any("tower" in a.why for a in s.awards)


@pytest.mark.rule("DDD-26")
def test_own_die_on_own_die_by_accident_is_a_tower() -> None:
    s = in_movement("north: red4^red6 | south: green2")
    assert phase(GAME, s).name == "era end" and sum("tower in" in a.why for a in s.awards) == 1


@pytest.mark.rule("DDD-26", "DDD-18")
def test_a_third_die_is_set_beside_unless_towers_may_be_higher() -> None:
    table = "north: red4^red6^red1 | south: green2"
    s = in_movement(table)
    s = play(GAME, s, Move("beside", "Ann", ("north: red4^red6^red1",)))
    assert str(s.table.at("north")) == "north: red1 red4^red6"
    assert phase(GAME, in_movement(table, "high-towers")).name == "era end"


@pytest.mark.rule("DDD-19")
def test_a_bump_in_the_movement_phase_is_taken_too() -> None:
    s = in_movement("north/south: red4 | north: blue1 | south: green2")
    s = play(GAME, s, Move("bump", table=Table.parse("north/south: red4 | east: blue6 | south: green2")))
    assert phase(GAME, s).name == "movement" and s.news == ("blue 1 from North to East, now 6",)


@pytest.mark.rule("DDD-22")
def test_a_rule_that_lets_players_act_keeps_the_phase_open_until_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = Rule("cards", moves=lambda s, mine, player: player == "Bob")
    monkeypatch.setitem(EFFECTS, "cards", cards)
    s = last_flick("north/south: red4 | north: blue1 | south: green2 green3")
    s = play(GAME, replace(s, effects=(InPlay("cards"),)), Move("over", "Cy"))
    assert barred(s)[("done", "Bob")] == "it is Ann's turn"
    s = play(GAME, s, Move("adjust", "Ann", ("north/south: red4", "north")))
    assert names(s) == [("done",), ("bump",)] and phase(GAME, s).name == "movement"
    guess = taken(s, "")  # nobody acts: the bare table says so
    assert guess is not None and [m.name for m in guess.moves] == ["done", "clear"]
    assert phase(GAME, play(GAME, s, Move("done", "Bob"))).name == "era end"
