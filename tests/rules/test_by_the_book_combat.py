"""The combat phase of Die die DIE! as its rulebook tells it: strengths, ties, towers, and why each point is given."""

import re
from collections import Counter

import pytest
from by_the_book import GAME, SEATS, WORLD_WAR, Match, by_hand, small_board

from rules import core
from rules.table import Table

ARMIES = {"red": "Ann", "blue": "Ben", "green": "Cat", "yellow": "Dan", "black": "Eve"}


def fought(final, points=2, players=3, options=()):
    """The gains of a battle for one territory worth this much, and one without worth for the rest."""
    m = Match(players, small_board({"field": points, "away": 1}), options).era(final)
    return {name: gain for name, gain in m.score.items() if gain}


@pytest.mark.rule("DDD-30")
@pytest.mark.parametrize(
    ("final", "winner"),
    [
        ("field: red1 red1 red1 blue2", "Ann"),
        ("field: red6 blue2 blue3 blue2", "Ben"),
        ("field: red1 red1 red1 red1 red1 blue4", "Ann"),
        ("field: red2 blue2 green2 red1", "Ann"),
        ("field: red5 blue1^blue5", "Ben"),
        ("field: red6^red1 blue3", "Ben"),
        ("field: red6 blue6^blue6", "Ben"),
        ("field: red2^red3 red4 blue6 blue1", "Ann"),
    ],
)
def test_the_highest_sum_wins_and_a_tower_is_its_top_and_1(final, winner):
    gains = fought(final, points=3)
    towers = Counter(ARMIES[word.split("^")[0].rstrip("0123456789")] for word in final.split() if "^" in word)
    assert gains == {k: v for k, v in ({n: towers[n] + 3 * (n == winner) for n in ("Ann", "Ben", "Cat")}).items() if v}


@pytest.mark.rule("DDD-30")
def test_a_tower_with_a_6_on_top_is_worth_7():
    assert fought("field: red1^red6 blue6 blue1") == {"Ann": 1 + 1, "Ben": 1}
    assert fought("field: red1^red6 blue6 blue2") == {"Ann": 1, "Ben": 2}
    assert fought("field: red6^red1 blue2") == {"Ann": 1 + 1, "Ben": 1}


@pytest.mark.rule("DDD-30")
def test_two_towers_in_one_territory_count_each():
    assert fought("field: red1^red2 red1^red3 blue6") == {"Ann": 2 + 2}
    assert fought("field: red1^red2 red1^red3 blue6 blue1") == {"Ann": 2 + 1, "Ben": 1}


@pytest.mark.rule("DDD-31")
def test_the_winner_takes_all_and_only_dice_there_take_part():
    assert fought("field: red6 blue5 green5 | away: blue1") == {"Ann": 2, "Ben": 1}


@pytest.mark.rule("DDD-31")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_empty_territory_pays_nobody(players):
    m = Match(players).era("westmark: red1")
    assert [(a.player, a.where, a.points) for a in GAME.awards(m.state)] == [("Ann", "westmark", 1)]
    assert not any(Match(players).era("").score.values())


@pytest.mark.rule("DDD-32")
@pytest.mark.parametrize("tied", [2, 3, 4, 5])
@pytest.mark.parametrize("points", [1, 2, 3, 4, 5])
def test_tied_players_share_rounded_up(tied, points):
    share = {1: [1, 1, 1, 1], 2: [1, 1, 1, 1], 3: [2, 1, 1, 1], 4: [2, 2, 1, 1], 5: [3, 2, 2, 1]}[points][tied - 2]
    dice = " ".join(f"{colour}4" for _, colour in SEATS[:tied])
    others = " ".join(f"{colour}3" for _, colour in SEATS[tied:])
    gains = fought(f"field: {dice} {others}", points, players=5)
    assert gains == {name: share for name, _ in SEATS[:tied]}


@pytest.mark.rule("DDD-32")
def test_the_rulebooks_ties():
    assert fought("field: red2 blue2", points=3) == {"Ann": 2, "Ben": 2}
    assert fought("field: red5 blue4 blue1 green2 green3", points=1) == {"Ann": 1, "Ben": 1, "Cat": 1}


@pytest.mark.rule("DDD-32")
def test_a_tie_for_second_place_shares_nothing():
    assert fought("field: red5 blue4 green4", points=3) == {"Ann": 3}


@pytest.mark.rule("DDD-33")
def test_each_standing_tower_is_a_point_also_where_it_loses():
    assert fought("field: red1^red2 red3^red1 blue6") == {"Ann": 2, "Ben": 2}
    assert fought("field: red1^red1 blue6 | away: red2^red2 blue6") == {"Ann": 2, "Ben": 3}


@pytest.mark.rule("DDD-33")
@pytest.mark.rule("DDD-32")
def test_a_tower_in_a_tie_and_one_that_wins():
    assert fought("field: red1^red3 blue4", points=3) == {"Ann": 2 + 1, "Ben": 2}
    assert fought("field: red1^red4 blue4", points=3) == {"Ann": 3 + 1}


@pytest.mark.rule("DDD-34")
def test_markers_move_in_the_order_that_held_before_the_combat():
    m = Match().era("south-reach: green1 | westmark: blue1")
    assert m.order == ("Cat", "Ben", "Ann")
    m.era("heartland: red1 | north-coast: blue1 | westmark: green1")
    assert m.score == {"Ann": 3, "Ben": 3, "Cat": 3}
    assert m.order == ("Ann", "Ben", "Cat")


@pytest.mark.rule("DDD-34")
def test_a_marker_that_lands_on_one_still_to_move_is_counted_before_it():
    m = Match().era("westmark: red1 | heartland: blue1")
    assert m.order == ("Ben", "Ann", "Cat")
    m.era("north-coast: red1 | amber-gulf: green1 | frozen-sea: green1 | westmark: green1")
    assert m.score == {"Ann": 3, "Ben": 3, "Cat": 3}
    assert m.order == ("Cat", "Ann", "Ben")


@pytest.mark.rule("DDD-35")
def test_a_4_against_a_2():
    assert fought("field: red4 blue2") == {"Ann": 2}


@pytest.mark.rule("DDD-36")
@pytest.mark.parametrize("base", [1, 2, 3, 4, 5, 6])
def test_a_tower_of_4_against_3_and_2(base):
    assert fought(f"field: red{base}^red4 blue3 blue2") == {"Ann": 1 + 1, "Ben": 1}


@pytest.mark.rule("DDD-37")
def test_5_points_and_3_land_on_top_of_the_marker_on_8():
    first = "heartland: red1 | dust-plains: red1^red1 | north-coast: blue1 | iron-hills: blue1 | westmark: blue1"
    m = Match().era(first + " | south-reach: red1")
    assert m.score == {"Ann": 8, "Ben": 5, "Cat": 0} and m.order == ("Ann", "Ben", "Cat")
    m.era("heartland: blue1")
    assert m.score == {"Ann": 8, "Ben": 8, "Cat": 0} and m.order == ("Ben", "Ann", "Cat")
    assert m.who("flick") == "Ben"


ERAS = (
    "heartland: red1^red4 blue3 blue2 green6 | north-coast: red2 blue2 green2 | frozen-sea: red5"
    " | westmark: blue2^blue1 green6",
    "iron-hills: green1^green1 red1 | amber-gulf: red4 blue4 | dust-plains: blue6 green1 green5"
    " | south-reach: red1 red2",
    "heartland: red1 blue1 green1 | south-reach: red2^red2 green3 | westmark: blue1",
)


@pytest.mark.rule("DDD-39")
def test_the_awards_of_each_era_add_up_to_the_steps_of_the_markers():
    m, before = Match(), 0
    for final in ERAS:
        m.battle(final)
        new = GAME.awards(m.state)[before:]
        before += len(new)
        steps = by_hand(Table.parse(final), WORLD_WAR, ARMIES)
        assert core.score(new, m.names) == {n: steps[n] for n in m.names}
        m.do("clear") if m.may("clear") else None
    assert len(GAME.awards(m.state)) == before


@pytest.mark.rule("DDD-39")
def test_each_award_names_place_and_reason():
    titles = {space: space.replace("-", " ").title() for space in WORLD_WAR}
    for final in ERAS:
        m = Match().era(final)
        for award in GAME.awards(m.state):
            assert award.points > 0 and award.player in m.names and titles[award.where] in award.why
            told = award.why.lower()
            assert "tower in" in told or "won" in told or "tied" in told


@pytest.mark.rule("DDD-39")
def test_an_award_tells_strengths_and_with_whom_it_is_shared():
    whys = {
        (a.player, a.where): a.why
        for a in Match(3).era("heartland: red4 red2 blue5 | westmark: blue3 green3 red1").state.awards
    }
    assert set(whys) == {("Ann", "heartland"), ("Ben", "westmark"), ("Cat", "westmark")}
    assert {"6", "5"} <= set(re.findall(r"\d+", whys["Ann", "heartland"]))
    assert "Cat" in whys["Ben", "westmark"] and "Ben" in whys["Cat", "westmark"]
    assert "3" in whys["Ben", "westmark"] and "tied" in whys["Ben", "westmark"]


@pytest.mark.rule("DDD-39")
def test_what_was_gained_is_told_when_it_is_counted():
    m = Match().battle("heartland: red4 | westmark: blue2^blue3")
    told = " ".join(m.state.news)
    assert all(word in told for word in ("Ann +3", "Ben +1", "Heartland", "Westmark", "tower"))
