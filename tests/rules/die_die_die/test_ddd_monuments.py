"""Monuments: where they are set, how they fall, what they bring."""

import pytest
from ddd import GAME, MINI, Move, Table, do, flicks, names, odd, on, phase, play, replace, see, start, taken, won

from rules.core import Award, IllegalMove, in_play, offered
from rules.die_die_die.monuments import bloodiest
from rules.die_die_die.state import Match


def ages(table: str, era: int = 1, *options: str, **more: object) -> Match:
    """The end of an attack in some age, with the monuments of the table set already."""
    return on(MINI, table, "monuments", *options, era=era, **more)  # type: ignore[arg-type]


@pytest.mark.rule("DDD-4", "DDD-80")
def test_four_ages() -> None:
    s = ages("north: red4 | south: blue1", 3)
    assert "Era 1 of 4: Ann, Bob, Cy" in start("monuments").news
    s = do(s, "set") if phase(GAME, s).name == "monument" else s
    assert GAME.outcome(s) is None
    s = do(s, "clear")
    assert s.era == 4 and GAME.outcome(s) is None


@pytest.mark.rule("DDD-80")
def test_the_bloodiest_territory_by_tops_and_tower_points() -> None:
    s = ages("north: red1^red6 red1 | south: blue2 blue6 | east: green1")
    assert bloodiest(s) == ["north", "south"]  # 7 + 1 and 8
    assert phase(GAME, s).name == "monument"
    assert [(c.move.player, *c.move.args) for c in offered(GAME, s) if c.move.name == "set"] == [
        ("Cy", "pyramid", "north"),
        ("Cy", "pyramid", "south"),
    ]  # all on one score: the last in turn order chooses
    s = do(s, "set", "Cy", "pyramid", "south")
    assert "pyramid1" in str(s.table.at("south")) and s.monuments == ("pyramid",)
    assert ("Bob", 1) in won(s, "south")  # it stands already when the combat is counted


@pytest.mark.rule("DDD-80")
def test_without_a_tie_there_is_one_choice_and_each_age_has_its_own() -> None:
    for era, monument in ((1, "pyramid"), (2, "castle"), (3, "highrise")):
        s = ages("north: red1^red6 | south: blue6", era)
        assert [n for n in names(s) if n[0] == "set"] == [("set", monument, "north")]
    assert phase(GAME, ages("north: red6 | south: blue1", 4)).name == "era end"  # none in the last age


@pytest.mark.rule("DDD-80")
def test_the_lowest_score_chooses() -> None:
    lead = (Award("Cy", 3, "earlier"), Award("Bob", 1, "earlier"))
    s = on(MINI, "north: red6 | south: blue6", "monuments", awards=lead, turn=("Cy", "Bob", "Ann"), era=1)
    assert {c.move.player for c in offered(GAME, s) if c.move.name == "set"} == {"Ann"}


@pytest.mark.rule("DDD-80")
def test_monuments_are_set_after_the_lava() -> None:
    s = on("krakatoa", "caldera: red1 | hot-springs: blue6 blue5 | summit: green2", "monuments")
    assert phase(GAME, s).name == "lava"
    s = do(s, "lava")
    assert [n for n in names(s) if n[0] == "set"] == [("set", "pyramid", "summit")]  # the blue dice are gone


@pytest.mark.rule("DDD-81")
def test_monuments_fall_and_lie_over_borders_as_people_tell() -> None:
    s = do(do(ages("north: red6 blue1 | south: green1"), "set"), "clear")
    assert str(s.table) == "north: pyramid1" and s.era == 2  # they stay as they lie
    s = see(s, "north/south: pyramid2")
    assert s.news == ("the pyramid lies fallen in the border of North and South",)
    assert odd(s, "monuments", "north/south: pyramid1 | north: red1")[0] == "dice lie otherwise than before"
    s = flicks(s, "north: pyramid1 red4")  # a flick may do both
    assert str(s.table) == "north: pyramid1 red4" and "the pyramid stands in North" in s.news
    assert taken(s, "north: pyramid2 red4") is not None


@pytest.mark.rule("DDD-81")
def test_only_monuments_that_were_set_can_lie_there() -> None:
    s = do(do(ages("north: red6 blue1 | south: green1"), "set"), "clear")
    assert "the castle has not been set" in odd(s, "monuments", "north: pyramid1 castle1")
    assert "pyramid 3 in North: a die shows 1 to 6" in odd(s, "monuments", "north: pyramid3")


@pytest.mark.rule("DDD-82", "DDD-84")
def test_a_standing_monument_over_a_line_counts_in_both() -> None:
    table = "north/south: pyramid1 | north: red6 | south: red4 blue4"
    s = ages(table, 4)
    assert [(a.player, a.points, a.where) for a in s.awards if "pyramid" in a.why] == [("Ann", 1, "north")]
    s = replace(on(MINI, table, "monuments", "power-cards", era=4), hands=("Bob",), movers=("Bob",))
    s = do(s, "card", "Bob", "archeology")
    assert [(a.player, a.points, a.where) for a in s.awards if "pyramid" in a.why] == [
        ("Ann", 1, "north"),
        ("Bob", 1, "south"),
    ]


@pytest.mark.rule("DDD-82")
def test_fallen_ones_bring_nothing_and_ties_only_by_option() -> None:
    assert not [a for a in ages("north: pyramid2 red6", 4).awards if "pyramid" in a.why]
    tie = "north: pyramid1 red6 blue6"
    assert not [a for a in ages(tie, 4).awards if "pyramid" in a.why]
    assert len([a for a in ages(tie, 4, "monument-ties").awards if "pyramid" in a.why]) == 2
    two = ages("north: pyramid1 castle1 red6", 4)
    assert [a.why for a in two.awards if a.points == 1] == ["the castle stands in North", "the pyramid stands in North"]


@pytest.mark.rule("DDD-83")
def test_rebuild_raises_a_fallen_one_for_a_point_in_the_count() -> None:
    s = on(MINI, "north: pyramid2 red6 | south: castle1 blue1", "monuments", "power-cards", era=4, hands=("Bob",))
    s = do(s, "card", "Bob", "rebuild")
    assert [n for n in names(s) if n[0] == "raise"] == [("raise", "pyramid")]
    s = do(s, "raise")
    assert "pyramid1" in str(s.table) and ("Ann", 1) in won(s, "north")
    assert [(a.player, a.why) for a in s.awards if "Rebuild" in a.why] == [("Bob", "Rebuild: raised the pyramid")]
    assert [a.player for a in s.awards] == sorted((a.player for a in s.awards), key=s.turn.index)
    none = on(MINI, "north: pyramid1 red6 | south: blue1", "monuments", "power-cards", era=4, hands=("Bob",))
    none = do(none, "card", "Bob", "rebuild")
    assert [n[0] for n in names(none) if n[0] != "monuments"] == ["aside"]
    assert not [a for a in do(none, "aside").awards if "Rebuild" in a.why]


@pytest.mark.rule("DDD-83")
def test_archeology_scores_fallen_ones_of_wins_and_ties() -> None:
    s = on(
        MINI,
        "north: pyramid2 castle1 red6 blue6 | south: highrise2 blue1",
        "monuments",
        "power-cards",
        era=4,
        hands=("Bob",),
    )
    s = do(s, "card", "Bob", "archeology")
    assert [(a.player, a.why) for a in s.awards if "Archeology" in a.why] == [
        ("Bob", "the castle stands in North (Archeology)"),
        ("Bob", "the pyramid lies fallen in North (Archeology)"),
        ("Bob", "the highrise lies fallen in South (Archeology)"),
    ]
    assert not in_play(s, "archeology")


@pytest.mark.rule("DDD-84")
def test_one_out_of_the_arena_scores_nothing_and_never_comes_back() -> None:
    s = on(MINI, "north: red6 pyramid1 | south: blue1", "monuments", "power-cards", era=4, hands=("Bob",))
    s = see(s, "north: red6 | south: blue1")
    assert s.news == ("the pyramid left the arena",)
    s = do(s, "card", "Bob", "rebuild")
    assert [n[0] for n in names(s)] == ["aside"]
    s = do(s, "aside")
    assert not [a for a in s.awards if "pyramid" in a.why]
    with pytest.raises(IllegalMove):
        play(GAME, s, Move("monuments", table=Table.parse("north: pyramid1")))
