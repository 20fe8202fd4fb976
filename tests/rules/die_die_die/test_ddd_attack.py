"""Attack phase of Die die DIE!"""

import pytest
from ddd import GAME, Move, Table, barred, flicks, last_flick, names, phase, play, replace, see, setup, start, taken

from rules.core import IllegalMove, choices, explain, offered
from rules.die_die_die.towers import towers
from rules.log import replay


@pytest.mark.rule("DDD-10")
def test_turns_go_round_until_all_dice_are_used() -> None:
    s = start()
    turns = []
    text = ""
    while s.queue:
        p = s.queue[0]
        turns.append(p)
        colour = {"Ann": "red", "Bob": "blue", "Cy": "green"}[p]
        text = " | ".join(filter(None, [text, f"north: {colour}1"]))
        s = flicks(s, text)
    assert turns == ["Ann", "Bob", "Cy"] * 5
    assert phase(GAME, s).name == "attack" and ("flick", "red") not in names(s)


@pytest.mark.rule("DDD-10")
def test_another_player_is_barred_and_named_and_can_insist() -> None:
    s = start()
    assert barred(s)[("flick", "Bob", "blue")] == "it is Ann's turn"
    move = Move("flick", "Bob", ("blue",), Table.parse("south: blue1"))
    with pytest.raises(IllegalMove, match="it is Ann's turn"):
        play(GAME, s, move)
    assert play(GAME, s, move, anyway=True).queue[:3] == ("Ann", "Cy", "Ann")


@pytest.mark.rule("DDD-11")
def test_a_flick_needs_a_die_that_stays_in() -> None:
    s = start()
    assert explain(GAME, s, Table()) == ()  # it flew out: nothing happened, the same player flicks again
    with pytest.raises(IllegalMove, match="needs the table"):
        play(GAME, s, Move("flick", "Ann", ("red",)))
    odd = next(iter(choices(GAME, s))).reads
    assert odd is not None and "no new red die lies in the arena" in list(odd(Table()))
    s = see(s, "north: red4")
    assert s.used == ("red",) and s.queue[0] == "Bob"


@pytest.mark.rule("DDD-12")
def test_a_shot_is_off_a_tower_that_stood_and_still_stands() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1", "north: red4 blue1 green1")
    s = flicks(s, "north: red4^red6 blue1 green1")  # an accident in the second turn
    assert not any(n[0] == "shot" for n in names(s))
    s = flicks(s, "north: red4^red6 blue1 green1 blue2", "north: red4^red6 blue1 green1 blue2 green2")
    s = flicks(s, "north: red4^red6 blue1 green1 blue2 green2 | south: red1")
    assert ("shot", "north: red4^red6") in names(s)
    shot = see(s, "north: red4 blue1 green1 blue2 green2 | south: red1 red2")
    assert shot.news == ("red's tower in North fell, its lower die is a 4, its top a 2 in South",)
    assert not any(n[0] == "shot" for n in names(shot)) and any(n[0] == "tower" for n in names(shot))  # one a turn
    fell = flicks(
        replace(start(), used=("red", "red"), table=Table.parse("north: red4^red6")),
        "north: red4 red6 | south: red1",
    )
    assert not any(n[0] == "shot" for n in names(fell))  # the flick itself toppled it


@pytest.mark.rule("DDD-12")
def test_no_shot_off_a_tower_of_this_very_flick() -> None:
    s = replace(start(), used=("red",) * 2, table=Table.parse("north: red4 red6"))
    s = flicks(s, "north: red4 red6^red2")
    assert not any(n[0] == "shot" for n in names(s))


@pytest.mark.rule("DDD-12")
def test_a_shot_die_that_leaves_is_flicked_again_or_by_option_lost() -> None:
    for options, name in (((), "flick back"), (("shot-lost",), "attack")):
        s = replace(start(*options), used=("red",) * 2, table=Table.parse("north: red4^red6"))
        s = flicks(s, "north: red4^red6 | south: red1")
        s = play(GAME, s, Move("shot", "Ann", ("north: red4^red6",), Table.parse("north: red4 | south: red1")))
        assert phase(GAME, s).name == name
        assert s.dead == (() if name == "flick back" else ("red",))


@pytest.mark.rule("DDD-13")
def test_a_tower_needs_two_own_dice_and_ends_the_turn() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1", "north: red4 blue1 green1")
    assert not any(n[0] == "tower" for n in names(s))
    s = flicks(s, "north: red4 blue1 green1 | south: red6")
    assert [n for n in names(s) if n[0] == "tower"] == [
        ("tower", "north: red4", "south: red6"),
        ("tower", "south: red6", "north: red4"),
    ]
    s = see(s, "north: blue1 green1 | south: red6^red4")
    assert not any(n[0] == "tower" for n in names(s))  # one a turn
    assert "Ann builds a tower in South: red 4 on red 6" in s.news


@pytest.mark.rule("DDD-13")
def test_a_changed_face_while_lifting_is_asked() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1", "north: red4 blue1 green1")
    s = flicks(s, "north: red4 blue1 green1 | south: red6")
    seen = "north: blue1 green1 | south: red6^red5"
    assert taken(s, seen) is None
    best = explain(GAME, s, Table.parse(seen))[0]
    assert best.moves[0].name == "tower" and len(best.left) == 1


@pytest.mark.rule("DDD-13", "DDD-18")
def test_a_top_may_be_taken_and_towers_are_two_high() -> None:
    table = "north: red4^red6 | south: red1"
    built = [n[1:] for n in names(last_flick(table, acting="Ann")) if n[0] == "tower"]
    assert built == [("north: red4^red6", "south: red1")]  # the top onto a single die, nothing onto a tower
    assert not [n for n in names(last_flick(table, "tops-stay", acting="Ann")) if n[0] == "tower"]
    high = [n[1:] for n in names(last_flick(table, "high-towers", acting="Ann")) if n[0] == "tower"]
    assert ("south: red1", "north: red4^red6") in high
    s = play(GAME, last_flick(table, "high-towers", acting="Ann"), Move("tower", "Ann", high[1]))
    assert str(s.table) == "north: red4^red6^red1"
    assert {(a.points, a.where) for a in s.awards} == {(3, "north"), (1, "north")}


@pytest.mark.rule("DDD-14")
def test_dice_knocked_out_come_back_at_once_owners_in_turn_order() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1", "north: red4 blue1 green1")
    seen = Table.parse("north: red4 red6")
    assert taken(s, str(seen)) is None  # missed by the camera or knocked out: asked, not guessed
    assert explain(GAME, s, seen)[0].odd == (
        "0 blue dice are seen, 1 should lie there",
        "0 green dice are seen, 1 should lie there",
    )
    s = play(GAME, s, Move("flick", "Ann", ("red",), seen))
    assert phase(GAME, s).name == "flick back"
    assert [n for n in names(s) if n[0] == "back"] == [("back",)] and ("back", "Cy") in barred(s)
    s = see(s, "north: red4 red6 | south: blue2")
    assert phase(GAME, s).name == "flick back"
    s = see(s, "north: red4 red6 green3 | south: blue2")
    assert phase(GAME, s).name == "attack"
    assert s.acting == "Ann" and any(n[0] == "tower" for n in names(s))  # it is still Ann's turn
    assert s.queue[0] == "Bob"


@pytest.mark.rule("DDD-14")
def test_both_come_back_before_the_camera_looks() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1", "north: red4 blue1 green1", "north: red4 red6")
    s = see(s, "north: red4 red6 green3 | south: blue2")
    assert phase(GAME, s).name == "attack"


@pytest.mark.rule("DDD-14")
def test_there_is_a_way_out_of_flicking_back() -> None:
    s = flicks(start(), "north: red4", "south: blue1")
    assert phase(GAME, s).name == "flick back"
    s = play(GAME, s, Move("lost", "Ann"))
    assert phase(GAME, s).name == "attack" and s.dead == ("red",) and s.queue[0] == "Cy"


@pytest.mark.rule("DDD-15", "DDD-17")
def test_what_a_flick_changed_is_told() -> None:
    s = replace(start(), table=Table.parse("north: red4 | east: blue5^blue3"), used=("red", "blue", "blue"))
    s = see(s, "south: red2 red6 | east: blue3 blue5")
    assert "blue's tower in East fell, its lower die is a 5" in s.news
    assert towers(s, "Bob") == ()
    s = replace(start(), table=Table.parse("north: red4 | east: blue5^blue3"), used=("red", "blue", "blue"))
    s = play(GAME, s, Move("bump", table=Table.parse("south: red2 | east: blue3 blue5")))
    assert set(s.news) == {"red 4 from North to South, now 2", "blue's tower in East fell, its lower die is a 5"}


@pytest.mark.rule("DDD-15")
def test_others_may_move_with_a_flick() -> None:
    s = flicks(start(), "north: red4", "north: red4 blue1")
    guess = taken(s, "south: red1 | east: blue6 | north: green2")
    assert guess is not None and [m.name for m in guess.moves] == ["flick"] and guess.moves[0].player == "Cy"


def test_two_flicks_before_the_camera_looked() -> None:
    guess = taken(start(), "north: red4 | south: blue1")
    assert guess is not None and [(m.name, m.player) for m in guess.moves] == [("flick", "Ann"), ("flick", "Bob")]


def test_a_flick_out_of_turn_is_understood_and_asked() -> None:
    best = explain(GAME, start(), Table.parse("south: blue1"))[0]
    assert best.moves[0].player == "Bob" and best.odd == ("it is Ann's turn",)
    assert taken(start(), "south: blue1") is None


def test_a_flick_out_of_turn_is_asked_also_when_another_came_in_turn() -> None:
    assert taken(start(), "north: red1 green1") is None
    found = explain(GAME, start(), Table.parse("north: red1 green1"))
    assert (("Ann", "Cy"), ("it is Bob's turn",)) in [(tuple(m.player for m in g.moves), g.odd) for g in found]


def test_a_stranger_s_die_is_odd() -> None:
    assert taken(start(), "south: red1 yellow2") is None
    assert explain(GAME, start(), Table.parse("south: red1 yellow2"))[0].odd == ("nobody plays yellow dice",)


@pytest.mark.rule("DDD-18", "DDD-26")
def test_a_die_on_another_s_is_no_tower() -> None:
    s = replace(start(), table=Table.parse("north: blue4^red6 | south: red2^red3"))
    assert [str(d) for d in towers(s, "Ann")] == ["south: red2^red3"]


@pytest.mark.rule("DDD-19")
def test_a_bump_is_taken_as_it_lies_and_never_put_back() -> None:
    s = flicks(start(), "north: red3", "north: red3 blue1")
    guesses = explain(GAME, s, Table.parse("south: red5 | north: blue1"))
    assert guesses[0].moves[0].name == "bump" and guesses[0].odd == ("dice moved without a step of the rules",)
    s = play(GAME, s, guesses[0].moves[0])
    assert str(s.table) == "north: blue1 | south: red5"
    assert names(s) == [("flick", "green"), ("bump",)]  # play goes on, nothing is asked


def test_the_last_turn_ends_by_itself_after_its_tower() -> None:
    s = last_flick("north: red1 blue2 | south: green4 | east: green6")
    assert names(s)[-2:] == [("over",), ("bump",)]
    s = see(s, "north: red1 blue2 | south: green4^green6")
    assert phase(GAME, s).name == "era end" and s.awards


def test_the_last_turn_ends_by_itself_when_no_tower_can_be_built() -> None:
    s = replace(start(), queue=("Cy",), used=("red", "blue"), table=Table.parse("north: red1 blue2"))
    s = see(s, "north: red1 blue2 | south: green4")
    assert phase(GAME, s).name == "era end"


def test_the_end_of_the_attack_needs_no_tap_when_the_next_thing_is_seen() -> None:
    s = last_flick("north/south: red1 | north: blue2 | south: green4 green6")
    guess = taken(s, "south: red1 green4 green6 | north: blue2")
    assert guess is not None and [m.name for m in guess.moves] == ["over", "adjust"]
    s = last_flick("north: blue2 | south: green4 green6")
    guess = taken(s, "")
    assert guess is not None and [m.name for m in guess.moves] == ["over", "clear"]
    guess = taken(replace(s, era=3), "")  # the last era: the match is over, and the dice are gone
    assert guess is not None and [m.name for m in guess.moves] == ["over"]
    assert taken(replace(s, era=3), "north: blue3 | south: green4 green6") is None


def test_only_what_is_offered_can_be_done() -> None:
    with pytest.raises(IllegalMove, match="fly Ann: not offered in attack"):
        play(GAME, start(), Move("fly", "Ann"))
    _, broken = replay(GAME, setup(), [Move("flick", "Ann", ("red",), Table.parse("north: red1")), Move("over", "Ann")])
    assert broken is not None and broken.entry == 1 and "over Ann" in broken.why


def test_every_choice_says_what_it_is() -> None:
    s = last_flick("north: red1 blue2 | south: green4 | east: green6")
    assert [c.text for c in offered(GAME, s)] == [
        "Cy: put green 6 from East on green 4 in South",
        "Cy: put green 4 from South on green 6 in East",
        "Cy: no more, the attack is over",
        "A die was bumped: it counts as it lies",
    ]
