"""The rulebook's chapters on power cards, sentence by sentence."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from book import Game

LIE = "heartland: red3 blue2 | westmark: red2 green6 | dust-plains: blue5 green2"


def cards(final: str = LIE, *options: str) -> Game:
    return Game("world-war", 3, "power-cards", *options).attack(final)


@pytest.mark.rule("DDD-41")
def test_after_adjusting_three_ways_to_use_a_card() -> None:
    g = cards("heartland/westmark: red3 | heartland: blue2 | dust-plains: green2")
    assert not g.may("card") and {m.player for m in g.may("adjust")} == {"Ann"}
    g.do("adjust", "Ann", "heartland/westmark: red3", "heartland").do("open", "", "stout")
    assert g.may("card", "Ann") and g.may("swap", "Ann") and g.may("lay", "Ann")
    assert not g.may("card", "Ben")


@pytest.mark.rule("DDD-41")
def test_an_exchanged_card_takes_effect_and_is_discarded() -> None:
    g = cards().do("open", "", "backflip").do("swap", "Ann", "stout", "backflip").do("flip", "Ann", "westmark: red2")
    assert "westmark: green6 red5" in g.table and g.state.lying == ("stout",) and g.state.discards == ("backflip",)


@pytest.mark.rule("DDD-41")
def test_a_laid_card_is_for_all_and_moves_one_die_next_door() -> None:
    g = cards().do("lay", "Ann", "stout").do("march", "Ann", "heartland: red3", "north-coast")
    assert "north-coast: red3" in g.table
    assert ("fusion", "stout") in [m.args for m in g.may("swap", "Ben")]


@pytest.mark.rule("DDD-43")
def test_dynamic_duo_swaps_two_dice_of_a_colour() -> None:
    g = cards().do("card", "Ann", "dynamic-duo").do("exchange")
    assert "heartland: blue2 red2" in g.table and "westmark: green6 red3" in g.table


@pytest.mark.rule("DDD-44")
@pytest.mark.parametrize(("face", "now"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 1)])
def test_opposite_faces_add_up_to_seven(face: int, now: int) -> None:
    g = cards(f"heartland: red{face} | westmark: green6 | dust-plains: blue5").do("card", "Ann", "backflip").do("flip")
    assert f"red{now}" in g.table


@pytest.mark.rule("DDD-45")
def test_only_its_player_moves_or_alters_dice_in_quarantine() -> None:
    g = cards("heartland: red3 blue2 | heartland/westmark: blue1 | dust-plains: green2")
    g.do("card", "Ann", "quarantine").do("close", "Ann", "heartland")
    assert [m.args[1] for m in g.may("adjust", "Ben")] == ["westmark"]
    g.do("adjust", "Ben").do("card", "Ben", "backflip")
    assert [m.args[0] for m in g.may("flip", "Ben")] == ["westmark: blue1"]


@pytest.mark.rule("DDD-46")
def test_stout_brings_a_point_where_its_player_ties() -> None:
    g = (
        cards("heartland: red3 blue3 | westmark: red2 green2 | dust-plains: blue5 green5")
        .do("card", "Ann", "stout")
        .moved()
    )
    assert g.points == {"Ann": 2 + 1 + 1 + 1, "Ben": 2 + 1, "Cat": 1 + 1}


@pytest.mark.rule("DDD-47")
def test_a_secret_tower_is_built_in_the_movement_phase() -> None:
    g = cards().do("card", "Ann", "secret-tower").do("tower", "Ann", "heartland: red3", "westmark: red2").moved()
    assert "tower in Westmark (red 3 on red 2)" in g.whys


@pytest.mark.rule("DDD-48")
def test_fusion_of_three_onto_two_ends_with_five() -> None:
    g = cards().do("card", "Ann", "fusion").do("melt", "Ann", "heartland: red3").do("add", "Ann", "westmark: red2", 3)
    assert "westmark: green6 red5" in g.table and "red3" not in g.table


@pytest.mark.rule("DDD-48")
def test_fusion_may_give_two_to_one_die_and_one_to_another() -> None:
    g = cards("heartland: red3 red1 | westmark: red2 green6 | dust-plains: blue5").do("card", "Ann", "fusion")
    g.do("melt", "Ann", "heartland: red3").do("add", "Ann", "westmark: red2", 2).do("add", "Ann", "heartland: red1", 1)
    assert "heartland: red2" in g.table and "red4" in g.table


@pytest.mark.rule("DDD-49")
def test_shadow_tactics_copies_within_the_territory_or_its_border() -> None:
    g = cards("heartland: red3 blue2 | heartland/westmark: green6 | dust-plains: blue5").do(
        "card", "Ann", "shadow-tactics"
    )
    assert {m.args[1] for m in g.may("copy")} == {2, 6}


@pytest.mark.rule("DDD-50")
def test_history_repeats_a_discarded_card() -> None:
    g = cards().do("card", "Ann", "backflip").do("flip", "Ann", "westmark: red2").do("card", "Ben", "history")
    assert [m.args for m in g.may("repeat")] == [("backflip",)]
    g.do("repeat").do("flip", "Ben", "heartland: blue2")
    assert g.state.discards == ("backflip", "history")


@pytest.mark.rule("DDD-42")
def test_the_next_era_deals_the_same_cards() -> None:
    g = cards().do("open", "", "stout").do("card", "Ann", "backflip").do("aside").moved().do("clear")
    assert g.state.hands == ("Ann", "Ben", "Cat") and g.state.untold == 1 and not g.state.discards


@pytest.mark.rule("DDD-83")
def test_the_two_cards_of_the_monuments() -> None:
    g = Game("world-war", 3, "monuments", "power-cards").attack("heartland: red6 blue5").moved().do("set").do("clear")
    g.see("heartland: pyramid2").attack("heartland: red6 blue6 pyramid2 | westmark: blue1")
    while not g.may("card", "Ben"):
        g.do("done")
    g.do("card", "Ben", "archeology").moved()
    g.do("set") if len(g.may("set")) == 1 else g.do("set", "", "castle", "heartland")
    assert "the pyramid lies fallen in Heartland (Archeology)" in g.whys
    assert "the castle stands in Heartland (Archeology)" in g.whys
    h = Game("world-war", 3, "monuments", "power-cards").attack("heartland: red6 blue5").moved().do("set").do("clear")
    h.see("heartland: pyramid2").attack("heartland: red6 pyramid2 | westmark: blue1")
    h.do("card", "Ann", "rebuild").do("raise").moved().do("set")
    assert "Rebuild: raised the pyramid" in h.whys and "the pyramid stands in Heartland" in h.whys
