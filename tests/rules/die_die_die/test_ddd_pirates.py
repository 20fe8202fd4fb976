"""Pirate Ship: crews, ropes, scoring, cards in a line."""

import pytest
from ddd import CREWS, GAME, Move, Table, barred, crews, do, flicks, names, on, phase, play, replace, see, won

from rules import sheet
from rules.core import BadSetup, Setup, begin, choices, offered
from rules.die_die_die.state import Match


def start() -> Match:
    setup = GAME.complete(Setup("die-die-die", CREWS, (sheet.text("pirate-ship"),)))
    return begin(GAME, setup)


@pytest.mark.rule("DDD-1", "DDD-4", "DDD-61")
def test_two_captains_of_seven_dice_in_two_colours() -> None:
    s = start()
    assert s.queue == ("Ann", "Bob") * 7 and s.board.eras == 4
    assert [c.text for c in choices(GAME, s)][:2] == [
        "Ann: flick a red die, a master, from a platform on your side",
        "Ann: flick a white die, a sailor, from a platform on your side",
    ]
    with pytest.raises(BadSetup, match="Pirate Ship is for 2 players"):
        on("pirate-ship", "")


@pytest.mark.rule("DDD-61")
def test_either_kind_in_any_order_until_none_is_left() -> None:
    s = start()
    text = ""
    for n in range(3):
        text = f"{text} red1" if text else "gull: red1"
        s = play(GAME, s, Move("flick", "Ann", ("red",), Table.parse(text)))
        text += " blue1" if n != 1 else " black1"
        s = play(GAME, s, Move("flick", "Bob", ("black" if n == 1 else "blue",), Table.parse(text)))
    assert barred(s)[("flick", "Ann", "red")] == "no red die is left on the sheet"
    assert ("flick", "Ann", "white") not in barred(s)


@pytest.mark.rule("DDD-61")
def test_towers_may_mix_both() -> None:
    s = start()
    for text in ("gull: red1", "gull: red1 blue1", "gull: red1 blue1 white5"):
        colour = {"gull: red1": "red", "gull: red1 blue1": "blue"}.get(text, "white")
        s = play(GAME, s, Move("flick", s.queue[0], (colour,), Table.parse(text)))
    assert [n[1:] for n in names(s) if n[0] == "tower"] == [
        ("gull: red1", "gull: white5"),
        ("gull: white5", "gull: red1"),
    ]
    s = see(s, "gull: blue1 red?^white5")
    assert str(s.table) == "gull: blue1 red1^white5"


@pytest.mark.rule("DDD-62")
def test_the_three_examples() -> None:
    assert won(crews("gull: red3 white2 black4")) == [("Ann", 2)]
    assert won(crews("gull: white5 blue4")) == [("Ann", 1)]
    assert won(crews("gull: red5 black2 black3")) == [("Ann", 1)]


@pytest.mark.rule("DDD-62")
def test_a_master_under_a_sailor_counts_and_towers_count_as_elsewhere() -> None:
    s = crews("gull: red1^white5 black4")
    assert won(s) == [("Ann", 2), ("Ann", 1)]
    assert s.awards[0].why == "won The Gull 6 to 4 (white tower 5+1) with a master"
    assert won(crews("gull: red1^white5 black4", "no-ship-towers")) == [("Ann", 2)]
    assert won(crews("sea: white6 | gull: blue2 red2")) == [("Ann", 1), ("Ann", 1), ("Bob", 1)]


@pytest.mark.rule("DDD-63")
def test_a_die_on_a_rope_may_go_to_either_ship_or_fights_for_the_sea() -> None:
    s = crews("sea/west-rope: red4 | gull: black1")
    assert phase(GAME, s).name == "movement"
    assert [n for n in names(s) if n[0] in ("adjust", "done")] == [
        ("adjust", "sea/west-rope: red4", "gull"),
        ("adjust", "sea/west-rope: red4", "kraken"),
        ("done",),
    ]
    assert won(see(s, "kraken: red4 | gull: black1"), "kraken") == [("Ann", 2)]
    s = do(s, "done")
    assert [n[0] for n in names(s)][-2:] != ["adjust"]
    while phase(GAME, s).name == "movement":
        s = do(s, "done")
    assert won(s, "sea") == [("Ann", 2)]


@pytest.mark.rule("DDD-63", "DDD-20")
def test_a_die_between_ship_and_rope_has_three_ways_and_must_take_one() -> None:
    s = crews("gull/sea/west-rope: red4 | gull: black1")
    assert [n[2] for n in names(s) if n[0] == "adjust"] == ["gull", "sea", "kraken"]
    assert "cannot stay so" in barred(s)[("done", "Ann")]


@pytest.mark.rule("DDD-64")
def test_four_cards_each_one_a_phase_and_a_line_from_the_next_era_on() -> None:
    s = crews("gull: red3 black4 | sea: white2", hands=("Ann",) * 4 + ("Bob",) * 4)
    assert s.hands == ("Ann",) * 4 + ("Bob",) * 4
    assert not {n[0] for n in names(s)} & {"swap", "lay", "open"}  # the other uses of the module do not apply
    s = do(do(s, "card", "Ann", "backflip"), "flip", "Ann", "gull: red3")
    assert not s.movers.count("Ann") or "Bob's turn" in barred(s)[("card", "Ann", "stout")]
    s = do(s, "card", "Bob", "stout")
    s = do(s, "done") if phase(GAME, s).name == "movement" else s
    assert s.discards == ("backflip", "stout") and s.lying == ()
    s = do(s, "clear")
    assert s.era == 2 and s.lying == ("backflip", "stout") and s.discards == ()
    s = replace(
        s, queue=(), table=Table.parse("gull: red3 black4"), used=("red", "black"), phase="movement", movers=s.turn
    )
    first = s.turn[0]
    assert ("line", "backflip") in names(s) and ("card", "backflip") not in names(s)
    assert barred(s)[("card", first, "backflip")] == "Backflip lies open on the table"
    s = do(s, "line", first, "backflip")
    assert s.lying == ("stout",) and s.discards == ("backflip",)
    assert s.hands.count(first) == 3


@pytest.mark.rule("DDD-64")
def test_the_cards_belong_to_the_map_with_and_without_the_module() -> None:
    for options in ((), ("power-cards",)):
        s = crews("gull: red3 black4", *options)
        assert [e.effect for e in s.effects if "cards" in e.effect] == ["pirate-cards"]


@pytest.mark.rule("DDD-46")
def test_stout_also_where_a_tie_pays_nothing() -> None:
    s = do(crews("gull: white4 black4", hands=("Ann",)), "card", "Ann", "stout")
    assert won(s) == [("Ann", 1)]
    s = do(crews("gull: white4 black4", "stout-where-paid", hands=("Ann",)), "card", "Ann", "stout")
    assert won(s) == []


def test_flicks_of_a_crew_are_seen_by_colour() -> None:
    s = start()
    assert len([c for c in offered(GAME, s) if c.move.name == "flick"]) == 4
    s = see(s, "sea: white2")
    assert s.used == ("white",) and s.queue[0] == "Bob"
    assert flicks is not None
