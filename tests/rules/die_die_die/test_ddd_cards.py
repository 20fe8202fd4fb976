"""Power cards: who uses which, and what each does."""

import pytest
from ddd import ARMIES, GAME, MINI, Move, barred, crews, do, names, on, phase, play, replace, see, taken, won

from rules import sheet
from rules.boardfile import BadSheet
from rules.core import BadSetup, Setup, begin, choices, in_play, offered
from rules.die_die_die import deck
from rules.die_die_die.hands import hidden
from rules.die_die_die.state import Match

LIE = "north: red4 blue2 | south: red1 green6 | east: blue5 green2"


def cards(table: str = LIE, *options: str, **more: object) -> Match:
    """The movement phase with a card in every hand."""
    return on(MINI, table, "power-cards", *options, **more)  # type: ignore[arg-type]


def plays(card: str, table: str = LIE, player: str = "Ann", **more: object) -> Match:
    """A player has just played a card; those before have passed."""
    s = cards(table, **more)
    while s.movers[0] != player:
        s = do(s, "done", s.movers[0])
    return do(s, "card", player, card)


def after(s: Match) -> Match:
    """The movement phase is over."""
    while phase(GAME, s).name == "movement":
        s = do(s, "done")
    return s


@pytest.mark.rule("DDD-40")
def test_the_deck_is_a_file_with_one_of_each_card() -> None:
    assert [c.id for c in cards().deck] == [
        "dynamic-duo",
        "backflip",
        "quarantine",
        "stout",
        "secret-tower",
        "fusion",
        "shadow-tactics",
        "history",
    ]
    assert len(cards(LIE, "monuments").deck) == 10
    assert all(c.text.endswith(".") for c in cards().deck)


@pytest.mark.rule("DDD-40")
def test_a_table_may_edit_the_deck() -> None:
    own = deck.shipped() + '\n[[card]]\nid = "armistice"\ntitle = "Armistice"\ntext = "We agree."\ncount = 2\n'
    setup = Setup("die-die-die", ARMIES, (MINI, own), frozenset({"power-cards"}))
    s = begin(GAME, setup)
    assert deck.ids(s.deck).count("armistice") == 2
    lies = cards(LIE)
    s = do(replace(lies, deck=s.deck), "card", "Ann", "armistice")
    assert names(s)[0] == ("shown",)  # nothing in print: the table shows what it did
    s = do(s, "shown", "Ann", table=LIE.replace("red4", "red5"))
    assert "red5" in str(s.table) and s.playing is None and s.discards == ("armistice",)
    twice = deck.shipped().replace('id = "stout"', 'id = "fusion"')
    for text, why in (
        ("[[card]]\nid = 1", "deck: card 1.id: must be a word"),
        ("x = 1", "x: is unknown"),
        (deck.shipped().replace('"flip"', '"flop"'), "does: is unknown; known: swap"),
        (twice, "card fusion: stands twice"),
    ):
        with pytest.raises(BadSheet, match=why):
            deck.parse(text)
    few = deck.shipped().split("[[card]]")
    with pytest.raises(BadSetup, match="the deck has 2 cards, 3 players need 4"):
        begin(GAME, Setup("die-die-die", ARMIES, (MINI, "[[card]]".join(few[:3])), frozenset({"power-cards"})))
    with pytest.raises(BadSetup, match="no cards are played"):
        begin(GAME, Setup("die-die-die", ARMIES, (MINI, own)))


@pytest.mark.rule("DDD-40")
def test_hands_are_secret_and_the_open_card_is_named() -> None:
    s = begin(GAME, GAME.complete(Setup("die-die-die", ARMIES, (MINI,), frozenset({"power-cards"}))))
    assert s.hands == ("Ann", "Bob", "Cy") and s.untold == 1 and s.lying == ()
    assert len([n for n in names(s) if n[0] == "open"]) == 8
    s = do(s, "open", "", "stout")
    assert s.lying == ("stout",) and "stout" not in hidden(s) and not [n for n in names(s) if n[0] == "open"]


@pytest.mark.rule("DDD-41")
def test_only_after_adjusting_and_in_turn_order() -> None:
    s = cards("north/south: red4 | north: blue2 | east: green1")
    assert (
        barred(s)[("card", "Ann", "backflip")] == "first red 4 in the border of North and South has its place to take"
    )
    assert barred(s)[("card", "Bob", "backflip")] == "it is Ann's turn"
    s = see(s, "north: red4 blue2 | east: green1")
    assert ("card", "backflip") in names(s)


@pytest.mark.rule("DDD-41")
def test_a_card_is_played_and_discarded() -> None:
    s = plays("stout")
    assert s.discards == ("stout",) and s.hands == ("Bob", "Cy") and "Ann plays Stout" in s.news
    assert barred(s)[("card", "Bob", "stout")] == "Stout is discarded"
    assert not [n for n in names(s) if n[0] == "card" and n[1] == "stout"]
    s = play(GAME, s, Move("card", "Bob", ("stout",)), anyway=True)  # people may insist all the same
    assert len(in_play(s, "stout")) == 2


@pytest.mark.rule("DDD-41")
def test_who_holds_no_card_plays_none() -> None:
    s = plays("stout", "north: red4 | south: blue1 | east: green2")
    s = replace(
        s,
        hands=("Cy",),
        movers=("Bob", "Cy"),
        table=s.table.swap(*s.table.at("south")).put(*[d.to("north/south") for d in s.table.at("south")]),
    )
    assert barred(s)[("card", "Bob", "fusion")].startswith("first blue 1")
    s = see(s, "north: red4 | south: blue1 | east: green2")
    assert phase(GAME, s).name == "movement" and {c.move.player for c in offered(GAME, s) if c.move.name == "card"} == {
        "Cy"
    }


@pytest.mark.rule("DDD-41")
def test_the_card_in_hand_is_swapped_for_an_open_one() -> None:
    s = do(cards(), "open", "", "backflip")
    s = do(s, "swap", "Ann", "fusion", "backflip")
    assert s.lying == ("fusion",) and s.discards == ("backflip",) and "Ann" not in s.hands
    s = do(s, "flip", "Ann", "south: red1")
    assert "red6" in str(s.table.at("south"))
    assert ("swap", "stout", "fusion") in names(s)  # for Bob, too


@pytest.mark.rule("DDD-41")
def test_a_card_laid_open_moves_an_own_die_to_a_territory_beside() -> None:
    s = do(cards("north: red4 red6^red2 | south: blue1 | east: green1"), "lay", "Ann", "fusion")
    assert s.lying == ("fusion",) and s.discards == ()
    assert {n[1:] for n in names(s) if n[0] == "march"} == {
        ("north: red4", "south"),
        ("north: red4", "east"),
        ("north: red6^red2", "south"),
        ("north: red6^red2", "east"),
    }
    s = see(s, "north: red4 | south: blue1 red6^red2 | east: green1")
    assert "red6^red2" in str(s.table.at("south")) and s.playing is None


@pytest.mark.rule("DDD-42")
def test_the_same_cards_are_dealt_again() -> None:
    s = do(cards(), "open", "", "backflip")
    s = do(s, "card", "Ann", "stout")
    s = do(s, "swap", "Bob", "fusion", "backflip")
    s = do(after(do(s, "aside")), "clear")
    assert s.era == 2 and s.hands == ("Ann", "Bob", "Cy") and (s.untold, s.lying, s.discards) == (1, (), ())
    assert (
        sorted(s.known) == ["backflip", "fusion", "stout"] and len(hidden(s)) == 8
    )  # one of the four is not known yet
    s = do(s, "open", "", "history")
    assert set(hidden(s)) == {"backflip", "fusion", "stout"}  # the set of four, and no other


@pytest.mark.rule("DDD-43")
def test_dynamic_duo() -> None:
    s = plays("dynamic-duo", "north: red4^red6 | south: red1 green6 | east: blue5")
    assert [n for n in names(s) if n[0] == "exchange"] == [("exchange", "north: red4^red6", "south: red1")]
    s = do(s, "exchange")
    assert str(s.table) == "east: blue5 | north: red4^red1 | south: green6 red6"
    assert [n[0] for n in names(plays("dynamic-duo", "north: red4 | south: blue1 | east: green1"))] == ["aside"]
    same = plays("dynamic-duo", "north: red4 red4 | south: blue1 | east: green1")
    assert [n[0] for n in names(same)] == ["aside"]  # nothing would change


@pytest.mark.rule("DDD-44", "DDD-51", "DDD-52")
def test_backflip() -> None:
    s = plays("backflip", "north: red?^red6 red2+1 | south: green6 | east: blue5")
    assert {n[1] for n in names(s) if n[0] == "flip"} == {"north: red?^red6", "north: red2+1"}  # faces that are seen
    assert "red5+1" in str(do(s, "flip", "Ann", "north: red2+1").table)
    s = see(s, "north: red4^red1 red2 | south: green6 | east: blue5")
    assert "red?^red1" in str(s.table) and "red2+1" in str(s.table)


@pytest.mark.rule("DDD-45")
def test_quarantine_closes_a_territory_to_all_others() -> None:
    s = do(
        plays("quarantine", "north: red4 blue2 | north/south: blue3 | south: blue1 | east: green2"),
        "close",
        "Ann",
        "north",
    )
    assert in_play(s, "quarantine")[0].args == ("north",)
    assert barred(s)[("adjust", "Bob", "north/south: blue3", "north")] == "North is in quarantine"
    s = do(s, "adjust", "Bob", "north/south: blue3", "south")  # it takes its other territory
    s = do(s, "card", "Bob", "backflip")
    assert barred(s)[("flip", "Bob", "north: blue2")] == "North is in quarantine"
    s = do(s, "flip", "Bob", "south: blue1")
    s = do(s, "lay", "Cy", "fusion")
    assert barred(s)[("march", "Cy", "east: green2", "north")] == "North is in quarantine"
    s = after(do(s, "march", "Cy", "east: green2", "south"))
    assert not in_play(s, "quarantine")


@pytest.mark.rule("DDD-45")
def test_one_marker_and_its_player_is_free() -> None:
    s = do(plays("quarantine"), "close", "Ann", "north")
    s = do(do(s, "card", "Bob", "history"), "repeat", "Bob", "quarantine")
    s = do(s, "close", "Bob", "south")
    assert [(e.player, e.args) for e in in_play(s, "quarantine")] == [("Bob", ("south",))]
    s = do(s, "card", "Cy", "backflip")
    assert ("flip", "Cy", "south: green6") in barred(s) and ("flip", "east: green2") in names(s)


@pytest.mark.rule("DDD-45")
def test_a_die_that_may_go_nowhere_else_stays_and_people_go_on() -> None:
    s = do(plays("quarantine", "north: red4 | ~north: blue3 | south: blue1 | east: green2"), "close", "Ann", "north")
    assert barred(s)[("adjust", "Bob", "~north: blue3", "north")] == "North is in quarantine"
    s = after(do(s, "done", "Bob"))
    assert phase(GAME, s).name == "era end" and won(s, "north") == [("Ann", 3)]


@pytest.mark.rule("DDD-46")
def test_stout_counts_each_tie_also_twice() -> None:
    table = "north: red4 blue4 | south: red1 green1 | east: green2 blue2"
    assert [a.why for a in after(plays("stout", table)).awards if "Stout" in a.why] == [
        "Stout: tied North",
        "Stout: tied South",
    ]
    s = do(do(plays("stout", table), "card", "Bob", "history"), "repeat", "Bob", "stout")
    assert [(a.player, a.where) for a in after(s).awards if "Stout" in a.why] == [
        ("Ann", "north"),
        ("Ann", "south"),
        ("Bob", "north"),
        ("Bob", "east"),
    ]
    assert not in_play(after(s), "stout")


@pytest.mark.rule("DDD-47")
def test_secret_tower() -> None:
    s = plays("secret-tower", "north: red4 | south: red6 blue1 | east: green1")
    assert [n[0] for n in names(s)] == ["tower", "tower", "aside"]
    s = after(see(s, "north: red4^red6 | south: blue1 | east: green1"))
    assert ("Ann", 1) in won(s, "north")


@pytest.mark.rule("DDD-48", "DDD-51")
@pytest.mark.parametrize(("other", "points", "now", "worth"), [("red2", 3, "red5", 5), ("red5", 3, "red6+2", 8)])
def test_fusion(other: str, points: int, now: str, worth: int) -> None:
    s = plays("fusion", f"north: red3 | south: {other} blue1 | east: green1")
    s = do(s, "melt", "Ann", "north: red3")
    assert s.playing is not None and s.playing.points == points and s.dead == ("red",)
    s = do(s, "add", "Ann", f"south: {other}", points)
    assert now in str(s.table) and s.playing is None
    assert s.table.of("red").dice[0].value == worth


@pytest.mark.rule("DDD-48", "DDD-44")
def test_backflip_of_a_fused_die() -> None:
    s = plays("backflip", "south: red6+2 blue1 | east: green1")
    s = do(s, "flip")
    assert "red1+2" in str(s.table) and s.table.of("red").dice[0].value == 3


@pytest.mark.rule("DDD-48")
def test_fusion_is_split_at_will_and_what_is_left_can_be_given_up() -> None:
    s = do(plays("fusion", "north: red3 red1 | south: red2 blue1 | east: green1"), "melt", "Ann", "north: red3")
    s = do(do(s, "add", "Ann", "north: red1", 2), "add", "Ann", "south: red2", 1)
    assert str(s.table.of("red")) == "north: red3 | south: red3" and s.playing is None
    s = do(plays("fusion", "north: red3 | south: red2 blue1 | east: green1"), "melt", "Ann", "north: red3")
    assert next(c.text for c in choices(GAME, s) if c.move.name == "aside") == "Ann: the other 3 of its value are lost"
    assert do(s, "aside").playing is None
    seen = "south: red5 blue1 | east: green1"  # both at once, before the camera looked
    guess = taken(plays("fusion", "north: red3 | south: red2 blue1 | east: green1"), seen)
    assert guess is not None and [m.name for m in guess.moves] == ["melt", "add"]


@pytest.mark.rule("DDD-48", "DDD-52")
def test_fusion_spends_a_tower_s_top_without_its_point() -> None:
    s = do(plays("fusion", "north: red5^red3 | south: red2 blue1 | east: green1"), "melt", "Ann", "north: red5^red3")
    assert s.playing is not None and s.playing.points == 3 and "north: red5" in str(s.table)


@pytest.mark.rule("DDD-49", "DDD-52")
def test_shadow_tactics() -> None:
    table = "north: red4 blue2 | south: red1 green6+1 | south/east: blue5 | east: green2"
    s = plays("shadow-tactics", table)
    assert {n[1:] for n in names(s) if n[0] == "copy"} == {
        ("north: red4", 2),
        ("south: red1", 7),
        ("south: red1", 5),
    }
    assert "red6+1" in str(do(s, "copy", "Ann", "south: red1", 7).table)
    s = plays("shadow-tactics", "north: red4 blue6^blue2 | south: green1")
    assert [n[1:] for n in names(s) if n[0] == "copy"] == [("north: red4", 2)]  # a tower's top, without its point


@pytest.mark.rule("DDD-50")
def test_history_repeats_a_discarded_card() -> None:
    s = plays("stout")
    s = do(s, "card", "Bob", "history")
    assert [n for n in names(s) if n[0] == "repeat"] == [("repeat", "stout")]
    s = do(s, "repeat")
    assert [e.player for e in in_play(s, "stout")] == ["Ann", "Bob"] and s.discards == ("stout", "history")
    assert [n[0] for n in names(plays("history"))] == ["aside"]  # nothing is discarded yet


@pytest.mark.rule("DDD-6")
def test_card_effects_and_bonuses_end_with_the_era() -> None:
    s = do(plays("fusion", "north: red5 | south: red2 blue1 | east: green1"), "melt", "Ann", "north: red5")
    s = do(after(do(s, "add", "Ann", "south: red2", 5)), "clear")
    assert s.era == 2 and not s.table.dice and {e.effect for e in s.effects} == {"power-cards"}


@pytest.mark.rule("DDD-64", "DDD-50")
def test_used_cards_of_captains_are_the_discards() -> None:
    s = crews("gull: red3 | sea: black4", hands=("Ann", "Bob"))
    s = do(do(do(s, "card", "Ann", "backflip"), "flip"), "card", "Bob", "history")
    assert names(s)[0] == ("repeat", "backflip")


def test_the_shipped_deck_is_part_of_the_log() -> None:
    setup = GAME.complete(Setup("die-die-die", ARMIES, (sheet.text("world-war"),), frozenset({"power-cards"})))
    assert setup.sheets[1] == deck.shipped() and GAME.complete(setup) == setup
