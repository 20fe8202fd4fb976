"""Readings: what the camera saw becomes a table, what is unsure becomes a doubt, and a person's word lasts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import sheet
from rules.reading import STILL, Reading, SeenDie, Sighting, read
from rules.table import Die, Table, die

MINI = sheet.load(Path(__file__).parent / "data" / "mini.toml")
COLOURS = ("red", "blue", "green")
NORTH, SOUTH, EAST = (90.0, 40.0), (90.0, 100.0), (170.0, 60.0)


def seen(word: str, at: tuple[float, float], **more: object) -> SeenDie:
    """A die as the camera sees it from above: "red4" at a point."""
    d = die("x", word)
    told: dict[str, object] = {"angle": 0.2, "certainty": 0.99} | more
    return SeenDie(d.colour, d.face, *at, **told)  # type: ignore[arg-type]


def look(last: Reading, *dice: SeenDie) -> Reading:
    return read(MINI, Sighting(dice), last, COLOURS)


def unsure(word: str, at: tuple[float, float], *faces: int, **more: object) -> SeenDie:
    likely = tuple((f, 1 / (n + 2)) for n, f in enumerate(faces))
    return seen(word, at, sure=False, certainty=0.6, likely=likely, **more)


# beyond doubt


def test_what_is_sure_is_the_table() -> None:
    found = look(
        Reading(), seen("red4", NORTH), seen("blue2", (90, 68)), seen("green1", (25, 40)), seen("red6", (-20, 9))
    )
    assert str(found.table) == "north: red4 | north/south: blue2 | ~north: green1" and found.doubts == ()
    assert [s.seen for s in found.spots] == [0, 1, 2]  # the die beside the sheet is out of the arena


def test_a_moved_die_is_read_anew() -> None:
    found = look(look(Reading(), seen("red4", NORTH)), seen("red5", SOUTH))
    assert str(found.table) == "south: red5" and found.doubts == ()


def test_a_turned_die_is_read_anew() -> None:
    found = look(look(Reading(), seen("red4", NORTH)), seen("red5", NORTH))
    assert str(found.table) == "north: red5" and found.doubts == ()


def test_a_die_that_lies_still_does_not_flicker_over_a_border() -> None:
    x, y = 90.0, 61.6
    found = look(Reading(), seen("red4", (x, y), angle=0.0))
    assert str(found.table) == "north: red4"
    assert str(look(found, seen("red4", (x, y + 1.2), angle=0.0)).table) == "north: red4"
    assert str(look(found, seen("red4", (x, y + 3), angle=0.0)).table) == "north/south: red4"


def test_a_small_push_off_the_border_counts() -> None:
    found = look(Reading(), seen("red4", (90, 63.5), angle=0.0)).say(0, die("north/south", "red5"))
    found = look(found, seen("red4", (90, 61), angle=0.0))
    assert str(found.table) == "north: red5"  # pushed by less than STILL: the face that was said stays


# doubts


def test_an_unsure_die_is_asked_with_its_likely_faces() -> None:
    found = look(Reading(), unsure("red4", NORTH, 4, 6, why="too small: 14 px"))
    [doubt] = found.doubts
    assert doubt.text == "red in North: 4 or 6? (too small: 14 px)"
    assert [str(d) for d in doubt.likely[:2]] == ["north: red4", "north: red6"] and len(doubt.likely) == 6
    answered = found.say(doubt.spot, doubt.likely[1])
    assert answered.doubts == () and str(answered.table) == "north: red6"


def test_an_unread_die_is_asked() -> None:
    found = look(Reading(), seen("red?", NORTH))
    assert len(found.doubts) == 1 and {d.face for d in found.doubts[0].likely} == {1, 2, 3, 4, 5, 6}


def test_a_cocked_die_is_asked_and_may_stay_so() -> None:
    found = look(Reading(), seen("red4", NORTH, cocked=True, likely=((4, 0.6), (1, 0.3))))
    [doubt] = found.doubts
    assert doubt.text == "red in North is cocked" and str(found.table) == "north: red?"
    assert [d.face for d in doubt.likely[:3]] == [0, 4, 1]
    kept = found.say(0, doubt.likely[0])
    for face in (4, 1):
        kept = look(kept, seen(f"red{face}", NORTH, cocked=True))
        assert kept.doubts == () and str(kept.table) == "north: red?"
    assert str(look(kept, seen("red3", SOUTH)).table) == "south: red3"  # a flick freed it


def test_a_die_that_becomes_cocked_where_it_lies_is_asked() -> None:
    found = look(look(Reading(), seen("red4", NORTH)), seen("red4", NORTH, cocked=True))
    assert len(found.doubts) == 1


def test_a_colour_that_nobody_plays_is_asked() -> None:
    found = look(Reading(), seen("orange4", NORTH))
    [doubt] = found.doubts
    assert "nobody plays this colour" in doubt.text
    assert [str(d) for d in doubt.likely] == ["north: red4", "north: blue4", "north: green4"]
    assert look(found, seen("orange4", NORTH)).doubts == found.doubts
    assert read(MINI, Sighting((seen("orange4", NORTH),)), Reading()).doubts == ()  # any colour may play


def test_what_lay_there_is_the_first_answer_for_a_strange_colour() -> None:
    found = look(look(Reading(), seen("red4", NORTH)), seen("orange4", NORTH))
    assert len(found.doubts) == 1 and die("north", "red4") in found.doubts[0].likely


def test_a_doubt_lasts_until_it_is_answered_or_the_camera_is_sure() -> None:
    found = look(Reading(), unsure("red4", NORTH, 4, 6))
    assert look(found, unsure("red4", NORTH, 4, 6)).doubts == found.doubts
    assert look(found, unsure("red6", NORTH, 6, 4)).doubts[0].likely[0].face == 6
    sure = look(found, seen("red6", NORTH))
    assert sure.doubts == () and str(sure.table) == "north: red6"


def test_two_dice_in_one_place_are_asked() -> None:
    found = look(Reading(), seen("red4", NORTH), seen("red4", (92, 41), certainty=0.5))
    [doubt] = found.doubts
    assert found.spots[doubt.spot].seen == 1 and "only one fits" in doubt.text
    kept = found.say(doubt.spot, None)
    assert str(kept.table) == "north: red4"
    again = look(kept, seen("red4", NORTH), seen("red4", (92, 41), certainty=0.5))
    assert str(again.table) == "north: red4" and again.doubts == ()


# a person's word


def test_a_word_outlives_the_frame() -> None:
    found = look(Reading(), seen("red5", NORTH), unsure("blue2", SOUTH, 2, 3))
    found = found.say(0, die("north", "red4")).say(1, die("south", "blue3"))
    for _ in range(3):  # the same misread comes back, and is not asked again
        found = look(found, seen("red5", (91, 40)), unsure("blue2", (90, 101), 2, 3), seen("red1", EAST))
        assert str(found.table) == "east: red1 | north: red4 | south: blue3" and found.doubts == ()
    found = look(found, seen("red2", (91, 40)), unsure("blue6", (90, 101), 6, 3), seen("red1", EAST))
    assert str(found.table) == "east: red1 | north: red4 | south: blue3" and found.doubts == ()
    found = look(found, seen("red5", (110, 40)), unsure("blue2", (90, 101), 2, 3), seen("red1", EAST))
    assert str(found.table) == "east: red1 | north: red5 | south: blue3"  # it was moved: read anew


def test_a_word_outlives_a_hand_that_covers_the_die() -> None:
    found = look(Reading(), seen("red5", NORTH), seen("blue1", SOUTH)).say(0, die("north", "red4"))
    covered = look(found, seen("blue1", SOUTH))
    assert str(covered.table) == "south: blue1"
    assert str(look(covered, seen("red5", NORTH), seen("blue1", SOUTH)).table) == "north: red4 | south: blue1"


def test_a_word_about_the_colour_lasts_too() -> None:
    found = look(Reading(), seen("blue4", NORTH)).say(0, die("north", "red4"))
    assert str(look(found, seen("blue4", NORTH)).table) == "north: red4"
    assert str(look(found, unsure("green4", NORTH, 4)).table) == "north: red4"


def test_what_is_no_die_stays_none() -> None:
    found = look(Reading(), seen("red4", NORTH), seen("red1", EAST), unsure("blue1", SOUTH, 1, 2))
    found = found.say(1, None)
    assert str(found.table) == "north: red4 | south: blue1" and found.doubts[0].spot == 1
    found = look(found, seen("red4", NORTH), seen("red1", EAST), seen("blue1", SOUTH))
    assert str(found.table) == "north: red4 | south: blue1" and found.doubts == ()
    assert str(look(look(found, seen("red4", NORTH)), seen("red1", EAST)).table) == "east: red1"  # it had gone


def test_an_added_die_stays_until_it_is_seen_or_the_sheet_is_bare() -> None:
    found = look(Reading(), seen("red4", NORTH)).add(die("south", "blue2"), *SOUTH)
    found = look(found, seen("red4", NORTH))
    assert str(found.table) == "north: red4 | south: blue2" and found.spots[1].added
    now_seen = look(found, seen("red4", NORTH), seen("blue2", SOUTH))
    assert len(now_seen.spots) == 2 and not any(s.added for s in now_seen.spots)
    assert look(found).spots == ()
    assert found.say(1, None).ignored == () and len(found.say(1, None).spots) == 1


def test_there_is_no_such_spot() -> None:
    with pytest.raises(IndexError):
        Reading().say(0, None)


# towers


def tower(level: int, top: str = "red4", base: str = "red2", **more: object) -> tuple[Reading, Reading]:
    """Before: top in the north, base in the south. After: the top stands on the base."""
    before = look(Reading(), seen(top, NORTH), seen(base, SOUTH), seen("green1", EAST))
    return before, look(before, seen(top, (91, 101), level=level, **more), seen("green1", EAST))


def test_a_tower_that_camera_and_ledger_tell_is_taken() -> None:
    _, found = tower(1)
    assert found.doubts == () and str(found.table) == "east: green1 | south: red2^red4"
    _, found = tower(1, base="red4")  # equal faces
    assert found.doubts == () and str(found.table) == "east: green1 | south: red4^red4"
    _, found = tower(1, base="blue4")
    assert found.doubts == () and str(found.table) == "east: green1 | south: blue4^red4"


@pytest.mark.parametrize("base", ["red2", "red4", "blue2"])
def test_a_tower_that_the_ledger_alone_tells_is_the_first_answer(base: str) -> None:
    _, found = tower(0, base=base)
    [doubt] = found.doubts
    assert str(doubt.likely[0]) == f"south: {base}^red4" and die("south", "red4") in doubt.likely
    again = look(found, seen("red4", (91, 101)), seen("green1", EAST))
    assert again.doubts[0].likely == doubt.likely  # still asked
    answered = again.say(again.doubts[0].spot, again.doubts[0].likely[0])
    for _ in range(2):
        answered = look(answered, seen("red4", (91, 101)), seen("green1", EAST))
        assert answered.doubts == () and str(answered.table) == f"east: green1 | south: {base}^red4"
    alone = again.say(again.doubts[0].spot, die("south", "red4"))
    assert look(alone, seen("red4", (91, 101)), seen("green1", EAST)).doubts == ()


def test_a_tower_seen_aside_for_its_height_is_known_all_the_same() -> None:
    before = look(Reading(), seen("red4", NORTH), seen("red2", SOUTH))
    found = look(before, seen("red4", (SOUTH[0] + 7, SOUTH[1])))
    assert str(found.doubts[0].likely[0]) == "south: red2^red4"


def test_a_top_that_was_lifted_a_while_ago_is_known() -> None:
    before = look(Reading(), seen("red4", NORTH), seen("red2", SOUTH))
    lifted = look(before, seen("red2", SOUTH))
    assert lifted.doubts == () and len(lifted.away) == 1
    found = look(lifted, seen("red4", SOUTH, level=1))
    assert found.doubts == () and str(found.table) == "south: red2^red4"


def test_dice_that_went_long_ago_are_forgotten() -> None:
    before = look(Reading(), seen("red4", NORTH), seen("red2", SOUTH), seen("green1", EAST))
    taken = look(before, seen("green1", EAST))
    assert len(taken.away) == 2
    found = look(taken, seen("green1", EAST), seen("blue1", (60, 40)))
    assert found.away == () and found.doubts == ()
    assert look(found, seen("green1", EAST), seen("blue1", (60, 40)), seen("blue5", SOUTH)).doubts == ()


def test_an_unsure_top_is_asked_with_its_faces_on_the_base() -> None:
    _, found = tower(1, sure=False, likely=((4, 0.6), (6, 0.3)))
    assert [str(d) for d in found.doubts[0].likely[:2]] == ["south: red2^red4", "south: red2^red6"]


def test_a_height_that_the_ledger_does_not_know_is_asked() -> None:
    found = look(Reading(), seen("red4", SOUTH, level=1))
    [doubt] = found.doubts
    assert [d.word() for d in doubt.likely[:4]] == ["red?^red4", "blue?^red4", "green?^red4", "red4"]
    before = look(Reading(), seen("red4", SOUTH))
    assert look(before, seen("red4", SOUTH, level=1)).doubts[0].likely[0] == die("south", "red4")


def test_a_flicked_die_that_rests_on_another() -> None:
    before = look(Reading(), seen("red2", SOUTH), seen("green1", EAST))
    sure = look(before, seen("blue3", SOUTH, level=1), seen("green1", EAST))
    assert sure.doubts == () and str(sure.table.at("south")) == "south: red2^blue3"
    maybe = look(before, seen("blue3", SOUTH), seen("green1", EAST))
    assert [d.word() for d in maybe.doubts[0].likely[:2]] == ["blue3", "red2^blue3"]  # knocked out, or covered


def test_a_die_that_knocked_another_away_is_no_tower() -> None:
    before = look(Reading(), seen("red2", SOUTH), seen("green1", EAST))
    found = look(before, seen("blue3", SOUTH), seen("red5", NORTH), seen("green1", EAST))
    assert found.doubts == () and str(found.table) == "east: green1 | north: red5 | south: blue3"


def test_an_equal_die_that_went_while_another_came_is_no_tower() -> None:
    before = look(Reading(), seen("red2", SOUTH), seen("red2", NORTH))
    found = look(before, seen("red2", SOUTH), seen("blue1", EAST))
    assert found.doubts == () and str(found.table) == "east: blue1 | south: red2"


def test_where_equal_dice_leave_it_open_nothing_is_guessed() -> None:
    before = look(Reading(), seen("red2", SOUTH), seen("red2", NORTH), seen("red2", EAST))
    found = look(before, seen("red2", SOUTH), seen("red2", NORTH))
    assert found.doubts == () and len(found.table) == 2


def test_a_tower_keeps_what_is_under_it_and_falls() -> None:
    _, found = tower(1)
    for level in (0, 1):  # the camera may lose its height
        found = look(found, seen("red4", (91, 101), level=level), seen("green1", EAST))
        assert found.doubts == () and str(found.table) == "east: green1 | south: red2^red4"
    fallen = look(found, seen("red2", (91, 101)), seen("red6", NORTH), seen("green1", EAST))
    assert fallen.doubts == () and str(fallen.table) == "east: green1 | north: red6 | south: red2"
    said = found.say(0, die("south", "red2^red5"))
    fallen = look(said, seen("red2", (91, 101)), seen("red6", NORTH), seen("green1", EAST))
    assert str(fallen.table) == "east: green1 | north: red6 | south: red2"


@pytest.mark.parametrize("level", [0, 1])
def test_a_tower_that_is_moved_whole(level: int) -> None:
    _, found = tower(1)
    moved = look(found, seen("red4", (150, 100), level=level), seen("green1", EAST))
    if level:
        assert moved.doubts == () and str(moved.table) == "east: green1 red2^red4"
    else:
        assert [d.word() for d in moved.doubts[0].likely[:2]] == ["red2^red4", "red4"]


def test_a_misread_top_of_a_tower_that_was_said_stays_as_said() -> None:
    _, found = tower(1)
    said = found.say(0, die("south", "red2^red5"))
    for face in (4, 6):
        said = look(said, seen(f"red{face}", (91, 101)), seen("green1", EAST))
        assert str(said.table) == "east: green1 | south: red2^red5" and said.doubts == ()


def test_a_turned_top_is_read_anew_and_still_stands() -> None:
    _, found = tower(1)
    turned = look(found, seen("red6", (91, 101), level=1), seen("green1", EAST))
    assert str(turned.table.at("south")) == "south: red2^red6" or turned.doubts


# properties

CELLS = [(x, y) for x in range(55, 200, 25) for y in range(25, 125, 25)]


@st.composite
def scenes(draw: st.DrawFn, most: int = 8) -> list[SeenDie]:
    """Dice that lie apart on the board, all read for sure."""
    cells = draw(st.lists(st.sampled_from(CELLS), max_size=most, unique=True))
    return [
        SeenDie(draw(st.sampled_from(COLOURS)), draw(st.integers(1, 6)), x + draw(st.floats(-1, 1)), y,
                draw(st.one_of(st.none(), st.floats(0, 3))), 0.99)
        for x, y in cells
    ]  # fmt: skip


def truth(dice: list[SeenDie]) -> Table:
    return Table(tuple(Die(MINI.place(d.x, d.y, d.angle), d.colour, d.face) for d in dice))


@given(scenes())
def test_without_noise_the_table_is_what_lies_there(dice: list[SeenDie]) -> None:
    found = look(Reading(), *dice)
    assert found.table == truth(dice) and found.doubts == ()
    assert look(found, *dice).table == truth(dice)


@given(scenes(), st.randoms(use_true_random=False))
def test_the_camera_s_order_is_of_no_matter(dice: list[SeenDie], rng: Random) -> None:
    before = look(Reading(), *dice[: len(dice) // 2])
    mixed = list(dice)
    rng.shuffle(mixed)
    assert look(before, *mixed).table == look(before, *dice).table


@given(scenes(most=6), st.data())
def test_words_last_while_dice_lie_still(dice: list[SeenDie], data: st.DataObject) -> None:
    found = look(Reading(), *dice)
    said = {}
    for n in range(len(dice)):
        if data.draw(st.booleans()):
            word = replace(found.spots[n].die, face=data.draw(st.integers(1, 6)))
            found, said[n] = found.say(n, word), word
    shift = STILL / 4
    moved = [
        replace(d, x=d.x + data.draw(st.floats(-shift, shift)), y=d.y + data.draw(st.floats(-shift, shift)))
        for d in dice
    ]
    again = look(found, *moved)
    assert again.doubts == () and again.table == found.table
    assert {n for n, s in enumerate(again.spots) if s.said} == set(said)


@given(scenes(most=6).filter(lambda dice: len(dice) > 1), st.integers(0, 1))
def test_a_tower_of_any_two_dice(dice: list[SeenDie], level: int) -> None:
    top, base = dice[0], dice[1]
    before = look(Reading(), *dice)
    after = look(before, *dice[2:], replace(top, x=base.x, y=base.y, level=level))
    real = truth(dice[1:]).swap(truth([base]).dice[0])
    place = MINI.place(base.x, base.y, base.angle)
    stands = Die(place, top.colour, top.face, under=(Die(place, base.colour, base.face),))
    if level:
        assert after.doubts == () and after.table == real.put(stands)
    elif after.doubts:  # not asked only where equal dice leave open on which of them it stands
        [doubt] = after.doubts
        assert stands in doubt.likely and after.say(doubt.spot, stands).table == real.put(stands)
    else:
        assert len(after.table) == len(dice) - 1
        assert sum(d.colour == top.colour and d.face == top.face for d in dice) > 2


noisy = st.lists(
    st.builds(
        SeenDie,
        st.sampled_from([*COLOURS, "orange", ""]),
        st.integers(0, 6),
        st.floats(-50, 300),
        st.floats(-50, 200),
        st.one_of(st.none(), st.floats(-9, 9)),
        st.floats(0, 1),
        st.lists(st.tuples(st.integers(0, 6), st.floats(0, 1)), max_size=4).map(tuple),
        st.integers(0, 3),
        st.booleans(),
        st.booleans(),
        st.sampled_from(["", "blurred"]),
    ),
    max_size=6,
)


@settings(max_examples=150)
@given(st.lists(st.one_of(noisy, scenes(4)), min_size=1, max_size=4), st.data())
def test_noise_gives_doubts_and_never_an_error(pictures: list[list[SeenDie]], data: st.DataObject) -> None:
    found = Reading()
    for dice in pictures:
        found = look(found, *dice)
        assert all(0 <= d.spot < len(found.spots) and d.text and d.likely for d in found.doubts)
        assert len({d.spot for d in found.doubts}) == len(found.doubts)
        indexes = [s.seen for s in found.spots if s.seen >= 0]
        assert len(set(indexes)) == len(indexes) <= len(dice)
        for n, spot in enumerate(found.spots):
            d = dice[spot.seen] if spot.seen >= 0 else None
            if d and not spot.said and (d.colour not in COLOURS or d.face == 0):
                assert found.doubted(n) or spot.die.colour != d.colour or spot.die.face
        if found.doubts and data.draw(st.booleans()):
            doubt = data.draw(st.sampled_from(found.doubts))
            found = found.say(doubt.spot, data.draw(st.sampled_from([None, *doubt.likely])))


def test_numbers_that_are_none_are_left_out() -> None:
    assert look(Reading(), seen("red4", (float("nan"), 3)), seen("red4", (float("inf"), 3))).spots == ()


def test_a_die_that_nobody_could_read_is_asked_again_when_it_comes_back() -> None:
    cocked = replace(seen("blue?", (40, 40)), cocked=True, sure=False)
    away = look(look(Reading(), cocked), seen("red1", (55, 25)))
    back = look(away, replace(cocked, cocked=False), seen("red1", (55, 25)))
    assert [back.spots[d.spot].die.colour for d in back.doubts] == ["blue"]
