"""The rulebook's chapter on maps, sentence by sentence."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from book import GAME, Game

from rules import sheet


@pytest.mark.rule("DDD-4")
@pytest.mark.parametrize(("board", "eras"), [("world-war", 3), ("pirate-ship", 4), ("krakatoa", 3), ("space", 3)])
def test_each_map_is_played_in_its_eras(board: str, eras: int) -> None:
    assert f"Era 1 of {eras}" in Game(board).state.news[-1 if board != "pirate-ship" else 0]
    assert sheet.shipped(board).game == "die-die-die"


@pytest.mark.rule("DDD-61")
def test_a_crew_is_three_masters_and_four_sailors() -> None:
    g = Game("pirate-ship").attack("gull: red1 red2 red3 white1 white2 white3 white4 | kraken: blue1 black1")
    assert g.state.used.count("red") == 3 and g.state.used.count("white") == 4


@pytest.mark.rule("DDD-62")
def test_master_and_sailors_together_are_the_force_of_a_player() -> None:
    g = Game("pirate-ship").attack("sea: red2 white3 blue4 | gull: black6 white5 | kraken: blue1 red1").moved()
    # sea: 5 against 4 with a master; gull: 6 against 5, sailors only; kraken: a tie of masters
    assert g.points == {"Ann": 2 + 1, "Ben": 1 + 1}


@pytest.mark.rule("DDD-62")
def test_ties_with_only_sailors_do_not_score() -> None:
    assert Game("pirate-ship").attack("sea: white3 black3").moved().points == {"Ann": 0, "Ben": 0}


@pytest.mark.rule("DDD-63")
def test_dice_on_a_rope_can_go_to_any_ship() -> None:
    g = Game("pirate-ship").attack("sea/east-rope: red3^white2 | gull: black1")
    assert {m.args[1] for m in g.may("adjust", "Ann")} == {"gull", "kraken"}
    assert g.see("gull: black1 red3^white2").moved().points["Ann"] == 2 + 1  # a master aboard, and the tower


@pytest.mark.rule("DDD-64")
def test_used_cards_form_a_line_in_the_next_era() -> None:
    g = Game("pirate-ship").attack("gull: red3 | sea: black4")
    g.do("card", "Ann", "stout")
    assert not g.may("line")
    assert not g.may("card", "Ann")  # one in each movement phase
    g.moved().do("clear").attack("gull: red3 | sea: black4")
    first = g.state.turn[0]
    assert [m.args for m in g.may("line", first)] == [("stout",)]


@pytest.mark.rule("DDD-66")
def test_the_lowest_score_may_sacrifice_first_and_the_leader_has_to() -> None:
    g = Game("krakatoa").attack("summit: red6 red2 | lagoon: blue3 | palm-bay: green1")
    assert g.phase == "sacrifice"
    order = []
    while len(g.state.asks) > 1:
        order.append(g.may("pass")[0].player)
        g.do("pass")
    assert order == ["Cat", "Ben"] and not g.may("pass") and {m.player for m in g.may("sacrifice")} == {"Ann"}
    g.do("sacrifice", "Ann", "summit: red2")
    assert g.phase == "lava"  # nobody has dice to set: the game went on from the movement phase


@pytest.mark.rule("DDD-67", "DDD-69")
def test_the_lava_takes_all_dice_of_the_area_but_those_of_who_gave() -> None:
    g = Game("krakatoa").attack(
        "caldera: red2 | lagoon: blue3 red1 | black-ridge: green6^green5 | summit: blue1 | palm-bay: green4"
    )
    g.do("lava")
    assert g.table == "caldera: red2 | lagoon: red1 | palm-bay: green4 | summit: blue1"
    assert "won Summit 2 to 1 (red 2)" in g.whys  # the die in the caldera fights for the top


@pytest.mark.rule("DDD-68")
def test_a_six_lets_its_owner_choose() -> None:
    g = Game("krakatoa").attack("caldera: blue6 | lagoon: red3 | palm-bay: green4")
    assert {(m.player, m.args[0]) for m in g.may("area")} == {("Ben", n) for n in range(1, 6)}


@pytest.mark.rule("DDD-70")
def test_a_card_changes_the_area() -> None:
    g = Game("krakatoa", 3, "power-cards").attack("caldera: red2 | lagoon: blue3 | mangroves: green4")
    g.do("card", "Ann", "backflip").do("flip", "Ann", "caldera: red2").moved()
    assert [m.args for m in g.may("lava")] == [(5,)]


@pytest.mark.rule("DDD-72")
def test_the_black_hole_names_a_planet_and_the_die_is_rolled_anew() -> None:
    g = Game("space")
    g.do("flick", "Ann", "red", table="black-hole: red3")
    assert g.phase == "black hole" and [m.args[1] for m in g.may("teleport")] == ["verdant"]
    g.see("verdant/ring-world: red6")  # over a frontier, in part inside
    assert g.phase == "attack" and g.may("flick")[0].player == "Ben"
    g.do("flick", "Ben", "blue", table="verdant/ring-world: red6 | black-hole: blue6")
    assert len(g.may("teleport")) == 5


@pytest.mark.rule("DDD-80", "DDD-82")
def test_the_bloodiest_territory_gets_the_pyramid_and_its_winner_a_point() -> None:
    g = Game("world-war", 3, "monuments").attack("heartland: red6 blue5 | westmark: green6 green4")
    g.do("set")
    assert "heartland: blue5 pyramid1 red6" in g.table
    assert g.points["Ann"] == 3 + 1 and g.points["Cat"] == 1
    assert GAME.outcome(g.state) is None


@pytest.mark.rule("DDD-80")
def test_with_equal_totals_the_lowest_score_picks() -> None:
    g = Game("world-war", 3, "monuments").attack("heartland: red6 | westmark: green6")
    assert {m.player for m in g.may("set")} == {"Cat"} and len(g.may("set")) == 2


@pytest.mark.rule("DDD-81", "DDD-82")
def test_monuments_fall_and_then_bring_nothing() -> None:
    g = Game("world-war", 3, "monuments").attack("heartland: red6 blue5").do("set").do("clear")
    g.see("heartland: pyramid2")
    g.attack("heartland: red6 pyramid2").do("set")
    assert g.points["Ann"] == (3 + 1) + (3 + 1)  # the castle stands there now, the pyramid lies fallen
