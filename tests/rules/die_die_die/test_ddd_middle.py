"""What lava and black hole do, told from a table with no match running."""

import pytest
from ddd import Table

from rules import sheet
from rules.die_die_die.middle import erupts, swallows
from rules.die_die_die.sheets import parse
from rules.table import Die

KRAKATOA, SPACE = parse(sheet.text("krakatoa")), parse(sheet.text("space"))
TEST = "caldera: blue3 | old-forest: red6 blue1 green2^green4 | mangroves: green2 red1"


def colour(d: Die) -> str:
    return d.colour


@pytest.mark.rule("DDD-73", "DDD-76")
def test_the_lava_from_a_table() -> None:
    found = erupts(KRAKATOA, Table.parse(TEST), colour)
    assert found.lines() == [
        "blue 3 lies in the caldera: lava over area 3 (Old Forest and Palm Bay)",
        "the green tower of 4 of Old Forest goes: area 3 lies under the lava",
        "red 6 of Old Forest goes: area 3 lies under the lava",
        "blue 1 of Old Forest stays: blue has a die in the caldera",
        "green 2 of Mangroves stays: area 5 stays dry",
        "red 1 of Mangroves stays: area 5 stays dry",
    ]


@pytest.mark.rule("DDD-71", "DDD-73", "DDD-76")
def test_several_dice_by_the_chosen_option() -> None:
    table = Table.parse(TEST.replace("blue3", "blue3 red5"))
    assert {str(d) for d, _ in erupts(KRAKATOA, table, colour).go} == {"old-forest: green2^green4", "mangroves: green2"}
    one = erupts(KRAKATOA, table, colour, highest=True)
    assert [n.text for n in one.named] == [
        "blue 3 lies in the caldera, and a higher one spills",
        "red 5 lies in the caldera: lava over area 5 (Mud Fields and Mangroves)",
    ]
    assert [str(d) for d, _ in one.go] == ["mangroves: green2"]


@pytest.mark.rule("DDD-68", "DDD-73", "DDD-75")
def test_values_of_six_and_more_are_chosen() -> None:
    table = Table.parse("caldera: red6+2 | lagoon: blue1 | summit: green1 | ~summit: green2")
    open_choice = erupts(KRAKATOA, table, colour)
    assert open_choice.named[0].numbers == (1, 2, 3, 4, 5) and open_choice.go == ()
    assert open_choice.lines()[0].startswith("red 6 with a bonus of 2 lies in the caldera: 6 or more, so its owner")
    chosen = erupts(KRAKATOA, table, colour, chosen=[2])
    assert [why for _, why in chosen.go] == ["blue 1 of Lagoon goes: area 2 lies under the lava"]
    assert "green 1 of Summit stays: its territory belongs to no area" in chosen.lines()
    assert "green 2 of open ground near Summit stays: it lies in no territory" in chosen.lines()
    assert erupts(KRAKATOA, Table.parse("caldera: red?"), colour).lines()[0].endswith("its value is not clear")
    assert erupts(KRAKATOA, Table.parse("lagoon: red1"), colour).lines()[0].startswith("No die lies in the caldera")


@pytest.mark.rule("DDD-73", "DDD-77")
def test_the_black_hole_from_a_table() -> None:
    assert swallows(SPACE, Table.parse("black-hole: red4 | ember: blue2")).lines() == [
        "red 4 lies in the black hole: planet 4, Ring World",
        "red 4 goes: rolled anew outside, then set on Ring World",
        "blue 2 of Ember stays: it is not in the hole",
    ]
    six = swallows(SPACE, Table.parse("black-hole: red6"))
    assert six.named[0].numbers == (1, 2, 3, 4, 5) and "any planet" in six.named[0].text
    assert swallows(SPACE, Table.parse("black-hole: red2+5")).named[0].numbers == (1, 2, 3, 4, 5)
    assert swallows(SPACE, Table.parse("")).lines() == ["No die lies in the black hole: nothing happens"]
    assert swallows(SPACE, Table.parse("black-hole: red?")).go == ()
