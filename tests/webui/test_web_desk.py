"""What is decided about a reading: taken when beyond doubt, asked when not, never counted twice, never lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from webui_fakes import Tray

from rules.core import IllegalMove, Move
from rules.log import Correct, Stale
from rules.reading import Reading
from rules.sheet import Sheet
from rules.table import Die, Table
from webui.desk import Desk
from webui.match import Match
from webui.what_if import tried

See = Callable[..., None]


@pytest.fixture
def see(desk: Desk, tray: Tray) -> See:
    """Let the camera see a table: `see("heartland: red4")`."""

    def show(text: str, **unsure: tuple[float, int]) -> None:
        desk.see(tray.lay(text, unsure).sighting())

    return show


def table(desk: Desk) -> str:
    return str(desk.match.state.table)


def done(desk: Desk) -> list[str]:
    return [step.text for step in desk.match.steps]


def texts(desk: Desk) -> list[str]:
    return ["; ".join(told.texts) for told in desk.guesses]


def test_what_is_beyond_doubt_is_taken_at_once(desk: Desk, see: See) -> None:
    see("heartland: red4")
    see("heartland: red4 blue2")
    assert done(desk) == ["Ann: flick a red die", "Bob: flick a blue die"]
    assert table(desk) == "heartland: blue2 red4" and not desk.asking() and not desk.moved


def test_two_flicks_between_two_looks_are_both_taken(desk: Desk, see: See) -> None:
    see("heartland: red4 blue2")
    assert done(desk) == ["Ann: flick a red die", "Bob: flick a blue die"]


def test_a_flick_out_of_turn_is_asked_and_taken_by_one_tap(desk: Desk, see: See) -> None:
    see("heartland: blue2")
    assert done(desk) == [] and texts(desk)[0] == "Bob: flick a blue die"
    assert desk.guesses[0].guess.odd == ("it is Ann's turn",)
    desk.take(0, 0)
    assert done(desk) == ["Bob: flick a blue die"] and not desk.asking()
    with pytest.raises(IllegalMove, match="no guess"):
        desk.take(0, 1)


def test_a_doubt_waits_for_one_tap(desk: Desk, see: See) -> None:
    see("heartland: red4", red4=(0.6, 1))
    assert done(desk) == [] and len(desk.reading.doubts) == 1
    likely = desk.reading.doubts[0].likely
    assert [die.face for die in likely[:2]] == [4, 1]
    desk.answer(0, 1, 0)
    assert table(desk) == "heartland: red1" and not desk.asking()
    see("heartland: red4", red4=(0.6, 1))
    assert table(desk) == "heartland: red1" and not desk.asking(), "a person's word outlives the frame"


def test_no_die_there_is_an_answer(desk: Desk, see: See) -> None:
    see("heartland: red4", red4=(0.6, 1))
    desk.answer(0, None, 0)
    assert done(desk) == [] and desk.reading.spots == () and not desk.asking()
    see("heartland: red4 red6", red4=(0.6, 1))
    assert table(desk) == "heartland: red6"


@pytest.mark.parametrize(("doubt", "likely"), [(1, 0), (-1, 0), (0, 99), (0, -1)])
def test_an_answer_to_nothing_is_refused(desk: Desk, see: See, doubt: int, likely: int) -> None:
    see("heartland: red4", red4=(0.6, 1))
    with pytest.raises(IllegalMove, match="question"):
        desk.answer(doubt, likely, 0)


def test_what_was_undone_is_not_taken_again_by_itself(desk: Desk, see: See) -> None:
    see("heartland: red4")
    desk.undo(1)
    assert done(desk) == [] and texts(desk)[0] == "Ann: flick a red die"
    see("heartland: red4")
    assert done(desk) == [] and desk.asking()
    desk.redo(2)
    assert done(desk) == ["Ann: flick a red die"] and not desk.asking()
    desk.undo(3)
    see("heartland: red5")
    assert table(desk) == "heartland: red5", "another table is another reading"


def test_a_changed_value_corrects_what_was_counted(desk: Desk, see: See) -> None:
    see("heartland: red4")
    see("heartland: red4 blue2")
    n = next(n for n, spot in enumerate(desk.reading.spots) if spot.die.colour == "red")
    desk.say(n, Die("heartland", "red", 3), 2)
    assert table(desk) == "heartland: blue2 red3" and isinstance(desk.match.log.entries[-1], Correct)
    see("heartland: red4 blue2")
    assert table(desk) == "heartland: blue2 red3" and not desk.asking()
    desk.undo(3)
    assert table(desk) == "heartland: blue2 red4"


def test_the_same_word_again_changes_nothing(desk: Desk, see: See) -> None:
    see("heartland: red4")
    desk.say(0, Die("heartland", "red", 4), 1)
    assert len(desk.match.log.entries) == 1 and desk.reading.spots[0].said


def test_a_wrong_die_is_removed_from_what_was_counted(desk: Desk, see: See) -> None:
    see("heartland: red4")
    desk.say(0, None, 1)
    assert table(desk) == "" and done(desk) == ["Ann: flick a red die"]
    with pytest.raises(IllegalMove, match="no die 7"):
        desk.say(7, None, 2)


def test_a_die_that_the_camera_missed_is_added(desk: Desk, see: See) -> None:
    see("heartland: red4")
    desk.add(Die("amber-gulf", "blue", 2), None, 1)
    assert done(desk)[-1] == "Bob: flick a blue die" and table(desk) == "amber-gulf: blue2 | heartland: red4"
    see("heartland: red4")
    assert table(desk) == "amber-gulf: blue2 | heartland: red4" and not desk.asking()


def test_a_bumped_die_is_asked_once(desk: Desk, see: See) -> None:
    see("heartland: red4")
    see("heartland: red6")
    assert texts(desk)[0] == "A die was bumped: it counts as it lies" and table(desk) == "heartland: red4"
    desk.leave()
    assert not desk.asking() and desk.note == "left as it is, not counted"
    see("heartland: red6")
    assert not desk.asking()
    desk.count(1)
    assert table(desk) == "heartland: red6" and not desk.moved


def play_era(desk: Desk, see: See, border: bool = False) -> None:
    """Everyone flicks their five dice; red's first may lie on a border."""
    lying = ""
    for n in range(5):
        for colour in ("red", "blue", "green"):
            space = "heartland/south-reach" if border and (colour, n) == ("red", 0) else "dust-plains"
            lying = f"{lying} | {space}: {colour}{n + 1}".removeprefix(" | ")
            see(lying)


def test_dice_that_move_when_none_should_are_not_counted(desk: Desk, see: See) -> None:
    play_era(desk, see)
    desk.play(Move("over", "Cy"), 15)
    assert desk.match.state.phase == "era end" and desk.match.totals()["Ann"]
    see("dust-plains: red1")
    assert not desk.asking() and desk.note == "dice moved, not counted" and len(desk.moved) == 14
    see("")
    assert done(desk)[-1].endswith("everyone takes their dice back") and not desk.moved


def test_taking_the_dice_back_ends_the_era_by_itself(desk: Desk, see: See) -> None:
    """No click from the first flick to the era's score."""
    play_era(desk, see)
    see("")
    assert sum(desk.match.totals().values()) > 0 and desk.match.state.phase == "attack"


def test_a_computed_step_says_what_to_set_on_the_table(desk: Desk, see: See) -> None:
    play_era(desk, see, border=True)
    desk.play(Move("over", "Cy"), 15)
    desk.play(Move("adjust", "Ann", ("heartland/south-reach: red1", "heartland")), 16)
    assert desk.due and not desk.asking() and len(desk.moved) == 1
    see(str(desk.match.state.table))
    assert not desk.due and not desk.moved


def test_a_computed_step_is_seen_too(desk: Desk, see: See) -> None:
    play_era(desk, see, border=True)
    desk.play(Move("over", "Cy"), 15)
    see(table(desk).replace("heartland/south-reach", "heartland"))
    assert done(desk)[-1].startswith("Ann: set red 1") and not desk.asking()


def test_a_correction_after_the_count_changes_the_score(desk: Desk, see: See) -> None:
    play_era(desk, see, border=True)
    desk.play(Move("over", "Cy"), 15)
    desk.play(Move("adjust", "Ann", ("heartland/south-reach: red1", "heartland")), 16)
    see(str(desk.match.state.table))
    before = desk.match.totals()
    n = next(n for n, spot in enumerate(desk.reading.spots) if spot.die.space == "heartland")
    desk.say(n, None, 17)
    assert desk.match.totals()["Ann"] == before["Ann"] - 3


def test_always_ask_and_never_ask(desk: Desk, see: See) -> None:
    desk.mode = "always"
    see("heartland: red4")
    assert done(desk) == [] and texts(desk)[0] == "Ann: flick a red die"
    desk.take(0, 0)
    desk.mode = "automatic"
    see("heartland: red4 blue2", blue2=(0.6, 3))
    assert table(desk) == "heartland: blue2 red4" and not desk.asking()


def test_without_a_camera_the_reading_follows_what_is_played(match: Match, world: Sheet) -> None:
    desk = Desk(match, world)
    desk.add(Die("heartland", "red", 4), (200.0, 150.0), 0)
    desk.add(Die("heartland", "blue", 2), None, 1)
    assert table(desk) == "heartland: blue2 red4" and not desk.asking()
    desk.undo(2)
    assert [str(s.die) for s in desk.reading.spots] == ["heartland: red4"] and not desk.asking()
    assert (desk.reading.spots[0].x, desk.reading.spots[0].y) == (200.0, 150.0)
    desk.redo(3)
    assert len(desk.reading.spots) == 2
    desk.say(0, Die("heartland", "red", 6), 4)
    assert "red6" in table(desk) and not desk.asking()


def test_a_step_that_reads_takes_the_table_as_it_lies(desk: Desk, see: See) -> None:
    desk.mode = "always"
    see("heartland: red4")
    desk.play(Move("flick", "Ann", ("red",)), 0)
    assert table(desk) == "heartland: red4" and not desk.asking()
    see("heartland: red4 blue2", blue2=(0.4, 1))
    with pytest.raises(IllegalMove, match="first answer"):
        desk.play(Move("flick", "Bob", ("blue",)), 1)


def test_nothing_is_to_be_counted_before_the_first_step(desk: Desk) -> None:
    with pytest.raises(IllegalMove, match="no step yet"):
        desk.count(0)


def test_old_news_is_refused_everywhere(desk: Desk, see: See) -> None:
    see("heartland: red4")
    red = Die("heartland", "red", 1)
    acts: list[Callable[[], object]] = [
        lambda: desk.say(0, red, 0),
        lambda: desk.add(red, None, 0),
        lambda: desk.answer(0, 0, 0),
        lambda: desk.take(0, 0),
        lambda: desk.count(0),
        lambda: desk.undo(0),
        lambda: desk.play(Move("bump"), 0),
        lambda: desk.correct(0, Table(), 0),
    ]
    for act in acts:
        with pytest.raises(Stale):
            act()
    assert len(desk.match.log.entries) == 1


def test_trying_a_correction_writes_nothing(desk: Desk, see: See) -> None:
    see("heartland: red4")
    told = tried(desk, 0, Table.parse("heartland: red5"))
    assert told["changes"] == ["red 4 in Heartland is 5 now"] and told["broken"] is None
    assert len(desk.match.log.entries) == 1
    with pytest.raises(IllegalMove, match="entry 5"):
        tried(desk, 5, Table())


def test_a_desk_is_laid_again_as_it_was_kept(desk: Desk, see: See, world: Sheet) -> None:
    from webui.spots import desk_file, restore

    see("heartland: red4")
    desk.say(0, Die("heartland", "red", 3), 1)
    kept = desk_file(desk, "0", None)
    again = Desk(Match(desk.match.log), world)
    assert restore(again, kept) is None
    assert again.reading.spots[0].said and str(again.reading.spots[0].die) == "heartland: red3"
    assert str(again.held) == "heartland: red3"
    assert again.reading != Reading()


def test_the_match_catches_up_when_a_question_is_answered_late(desk: Desk, see: See) -> None:
    """People flick on although blue's die is still asked about."""
    lying = "amber-gulf: red1"
    see(lying)
    for n, more in enumerate(["blue2", "green3", "red4", "blue5", "green6", "red2", "blue1"]):
        lying += f" | {('heartland', 'dust-plains', 'westmark')[n % 3]}: {more}"
        see(lying, blue2=(0.6, 3))
    assert len(done(desk)) == 1 and len(desk.reading.doubts) == 1
    desk.answer(0, 1, 1)
    assert len(done(desk)) == 8 and not desk.asking() and not desk.moved
    assert "blue3" in table(desk) and "blue2" not in table(desk)
    desk.undo(8)
    assert "blue3" in table(desk) and "blue1" not in table(desk)


def test_two_questions_are_both_waited_for(desk: Desk, see: See) -> None:
    see("amber-gulf: red1", red1=(0.6, 6))
    see("amber-gulf: red1 | heartland: blue2", red1=(0.6, 6), blue2=(0.6, 3))
    see("amber-gulf: red1 | heartland: blue2 | westmark: green3", red1=(0.6, 6), blue2=(0.6, 3))
    desk.answer(0, 0, 0)
    assert done(desk) == [] and len(desk.reading.doubts) == 1
    desk.answer(0, None, 0)
    assert done(desk)[0] == "Ann: flick a red die" and "blue" not in table(desk)


def test_a_throw_that_the_table_does_not_show_is_asked_about(desk: Desk, see: See) -> None:
    flick = Move("flick", "Ann", ("red",))
    with pytest.raises(IllegalMove, match="no new red die lies in the arena"):
        desk.play(flick, 0)
    desk.play(flick, 0, anyway=True)
    assert done(desk) == ["Ann: flick a red die"]


def test_what_is_believed_may_still_be_read_otherwise(desk: Desk, see: See) -> None:
    desk.mode = "automatic"
    see("heartland: red4", red4=(0.6, 1))
    assert table(desk) == "heartland: red4" and not desk.reading.spots[0].said
