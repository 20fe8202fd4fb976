"""Krakatoa: caldera, sacrifice, lava."""

import pytest
from ddd import ARMIES, GAME, Table, barred, do, names, odd, on, phase, see, taken, won

from rules import sheet
from rules.core import Player, colours
from rules.die_die_die import lava
from rules.die_die_die.duties import duties
from rules.die_die_die.sheets import parse

BOARD = parse(sheet.text("krakatoa"))
TEST = "caldera: blue3 | old-forest: red6 blue1 green2^green4 | mangroves: green2 red1"
FOUR = (*ARMIES, Player("Dan", ("yellow",)))


@pytest.mark.rule("DDD-60", "DDD-65")
def test_five_areas_and_a_caldera() -> None:
    assert [s.id for s in BOARD.of_kind("caldera")] == ["caldera"]
    assert {n: len(BOARD.numbered(n)) for n in range(1, 6)} == dict.fromkeys(range(1, 6), 2)
    assert BOARD.eras == 3 and BOARD.players == (4, 5)


@pytest.mark.rule("DDD-74")
def test_a_die_is_in_the_caldera_when_its_centre_is() -> None:
    board = sheet.shipped("krakatoa")
    assert board.place(200, 182, 0.0) == "caldera"  # half of it lies on the summit
    assert board.place(200, 187, 0.0) == "summit"  # and here a part lies in the caldera
    assert BOARD.within(Table.parse("caldera: red4").dice[0], "caldera")


@pytest.mark.rule("DDD-66")
def test_a_die_in_the_caldera_asks_nobody() -> None:
    s = on("krakatoa", "caldera: blue3 | summit: red1 green1")
    assert phase(GAME, s).name == "era end" and won(s, "summit") == [("Bob", 4)]


@pytest.mark.rule("DDD-66")
def test_the_lowest_is_asked_first_and_the_leader_must() -> None:
    s = on("krakatoa", "summit: red1 red2 blue4 | lagoon: green5 yellow1", players=FOUR)
    assert phase(GAME, s).name == "sacrifice" and s.asks == ("Dan", "Cy", "Bob", "Ann")
    assert barred(s)[("sacrifice", "Ann", "summit: red1")] == "Dan is asked first"
    s = do(do(do(s, "pass"), "pass"), "pass")
    assert s.asks == ("Ann",) and barred(s)[("pass", "Ann")] == "everybody else has passed"
    assert names(s) == [("sacrifice", "summit: red1"), ("sacrifice", "summit: red2"), ("bump",)]
    s = do(s, "sacrifice", "Ann", "summit: red2")
    assert str(s.table.at("caldera")) == "caldera: red2"
    assert phase(GAME, s).name == "lava" and names(s)[0] == ("lava", 2)  # Black Ridge and Lagoon
    assert won(do(s, "lava"), "summit") == [("Bob", 4)]


@pytest.mark.rule("DDD-66")
def test_who_has_no_die_is_skipped_also_when_forced() -> None:
    s = on("krakatoa", "summit: blue4 | lagoon: green5")
    assert s.asks == ("Cy", "Bob")
    s = do(s, "pass")
    assert ("pass", "Bob") in barred(s)
    empty = on("krakatoa", "")
    assert empty.asks == () and phase(GAME, empty).name == "attack"  # nobody has a die: no eruption, the next era


@pytest.mark.rule("DDD-66", "DDD-51")
def test_a_sacrifice_is_taken_from_the_camera_passes_before_it_too() -> None:
    s = on("krakatoa", "summit: red1 blue4 | lagoon: green5")
    guess = taken(s, "summit: red1 | caldera: blue4 | lagoon: green5")
    assert guess is not None and [(m.name, m.player) for m in guess.moves] == [("pass", "Cy"), ("sacrifice", "Bob")]


@pytest.mark.rule("DDD-66")
def test_a_tower_gives_its_top_and_its_value_is_kept() -> None:
    s = on("krakatoa", "summit: red6^red2 | lagoon: green5")
    s = do(do(s, "pass"), "sacrifice", "Ann")
    assert str(s.table.at("caldera")) == "caldera: red2" and str(s.table.at("summit")) == "summit: red6"


@pytest.mark.rule("DDD-67", "DDD-69", "DDD-73", "DDD-76")
def test_what_the_lava_takes_and_who_stays() -> None:
    s = on("krakatoa", TEST)
    assert phase(GAME, s).name == "lava" and names(s)[0] == ("lava", 3)
    s = do(s, "lava")
    assert str(s.table) == "caldera: blue3 | mangroves: green2 red1 | old-forest: blue1"
    assert sorted(s.dead) == ["green", "green", "red"]
    assert "blue 1 of Old Forest stays: Bob has a die in the caldera" in str(s.news) or won(s, "summit") == [("Bob", 4)]


@pytest.mark.rule("DDD-71", "DDD-76")
def test_each_die_in_the_caldera_spills_its_own_area() -> None:
    s = on("krakatoa", TEST.replace("blue3", "blue3 red5"))
    s = do(s, "lava")
    assert str(s.table) == "caldera: blue3 red5 | mangroves: red1 | old-forest: blue1 red6"
    assert won(s, "summit") == [("Ann", 4)]
    assert next(a.why for a in s.awards if a.where == "summit") == "won Summit 5 to 3 (red 5)"


@pytest.mark.rule("DDD-71")
def test_by_option_only_the_highest_spills() -> None:
    s = do(on("krakatoa", TEST.replace("blue3", "blue3 red5"), "lava-highest"), "lava")
    assert str(s.table) == "caldera: blue3 red5 | mangroves: red1 | old-forest: blue1 green2^green4 red6"


@pytest.mark.rule("DDD-68")
def test_owners_of_sixes_choose_in_turn_order() -> None:
    s = on("krakatoa", "caldera: red6 blue6 | palm-bay: green1 | lagoon: green2 | summit: green3")
    assert names(s) == [("area", n) for n in range(1, 6)] and {c[1] for c in barred(s)} == set()
    s = do(s, "area", "Ann", 2)
    assert s.spills[0].colour == "blue"
    s = do(do(s, "area", "Bob", 3), "lava")
    assert str(s.table) == "caldera: blue6 red6 | summit: green3"


@pytest.mark.rule("DDD-68", "DDD-75")
def test_a_bonus_counts_and_a_tower_s_point_does_not() -> None:
    die = Table.parse("caldera: red3^red5").dice[0]
    assert lava.area_of(die) == 5
    assert lava.area_of(Table.parse("caldera: red6+2").dice[0]) == 0
    assert lava.area_of(Table.parse("caldera: red1+2").dice[0]) == 3


@pytest.mark.rule("DDD-70", "DDD-75")
def test_a_card_may_change_or_empty_the_caldera() -> None:
    s = on("krakatoa", "caldera: red1 | terraces: blue5 | fisher-cove: red2 | hot-springs: green3", "power-cards")
    s = do(do(s, "card", "Ann", "backflip"), "flip", "Ann", "caldera: red1")
    while phase(GAME, s).name == "movement":
        s = do(s, "done")
    assert names(s)[0] == ("area", 1)  # a 6 now
    s = on("krakatoa", "caldera: red1 | terraces: blue5 | hot-springs: green3 red2", "power-cards")
    s = do(do(s, "card", "Ann", "fusion"), "melt", "Ann", "caldera: red1")
    s = do(s, "add", "Ann", "hot-springs: red2", 1)
    while phase(GAME, s).name == "movement":
        s = do(s, "done")
    assert phase(GAME, s).name == "era end" and "green3" in str(s.table)  # no spill


@pytest.mark.rule("DDD-24", "DDD-69")
def test_a_die_in_the_caldera_stays_there_and_one_on_its_line_goes_to_the_summit() -> None:
    s = on("krakatoa", "caldera/summit: red4 | caldera: blue5 | lagoon: green1")
    assert [n for n in names(s) if n[0] == "adjust"] == [("adjust", "caldera/summit: red4", "summit")]
    assert duties(s, "Bob") == [] and colours(s.setup, "Bob") == ("blue",)
    s = see(s, "summit: red4 | caldera: blue5 | lagoon: green1")
    assert won(s, "summit") == [("Bob", 4)]


@pytest.mark.rule("DDD-75")
def test_the_summit_has_no_area() -> None:
    assert next(t for t in BOARD.territories if t.id == "summit").number == 0
    table = Table.parse("summit: red1 | caldera: blue2 | lagoon: red5 | black-ridge/lagoon: red2")
    found = lava.flow(BOARD, table, [2], lambda d: d.colour)
    assert [str(d) for d in found.go] == ["lagoon: red5"]
    assert [(str(d), why) for d, why in found.stay] == [
        ("black-ridge/lagoon: red2", "it lies on a border: where its owner sets it decides")
    ]


@pytest.mark.rule("DDD-19")
def test_a_bump_while_asked_is_taken_as_it_lies() -> None:
    s = on("krakatoa", "summit: red1 blue4 | lagoon: green5")
    assert odd(s, "bump", "caldera: red1 | summit: blue4 | lagoon: green5") == [
        "dice moved without a step of the rules"
    ]
    s = do(s, "bump", table="caldera: red1 | summit: blue4 | lagoon: green5")
    assert phase(GAME, s).name != "sacrifice"  # a die lies in the caldera
