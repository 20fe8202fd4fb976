"""Die die DIE! as its rulebook tells it: setup, turn order, eras, the end, and a log that can go back."""

import pytest
from by_the_book import GAME, SEATS, WORLD_WAR, Match, Stack, by_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import core, log, sheet
from rules.core import BadSetup, IllegalMove, Move, Player, Setup
from rules.table import Table


def setup(*players: Player, board: str = "") -> Setup:
    return Setup("die-die-die", players, (board or sheet.text("world-war"),))


@pytest.mark.rule("DDD-1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_armies_with_five_dice_each(players):
    m = Match(players)
    flicked = []
    while m.may("flick"):
        flicked.append(m.who("flick"))
        colour = dict(SEATS)[flicked[-1]]
        m.do("flick", table=f"{m.table} | heartland: {colour}1".lstrip(" |"))
    assert flicked == [name for name, _ in SEATS[:players]] * 5


@pytest.mark.rule("DDD-1")
def test_one_or_six_armies_are_refused():
    six = [Player(name, (colour,)) for name, colour in (*SEATS, ("Fay", "white"))]
    for players in (six[:1], six):
        with pytest.raises(BadSetup):
            core.begin(GAME, setup(*players))


@pytest.mark.rule("DDD-1")
def test_an_army_has_a_colour_of_its_own():
    with pytest.raises(BadSetup, match="red"):
        core.begin(GAME, setup(Player("Ann", ("red",)), Player("Ben", ("red",))))


@pytest.mark.rule("DDD-1")
def test_fewer_players_than_recommended_are_warned_and_may_play():
    assert any("recommended" in line for line in Match(2).state.news)
    for players in (3, 4, 5):
        assert not any("recommended" in line for line in Match(players).state.news)


@pytest.mark.rule("DDD-2")
def test_all_markers_start_on_0_with_the_first_player_on_top():
    m = Match(4)
    assert m.order == ("Ann", "Ben", "Cat", "Dan")
    assert m.score == {"Ann": 0, "Ben": 0, "Cat": 0, "Dan": 0}
    assert m.who("flick") == "Ann"


@pytest.mark.rule("DDD-2")
def test_seats_and_not_names_or_colours_decide():
    state = core.begin(GAME, setup(Player("Zoe", ("yellow",)), Player("Ann", ("red",)), Player("Mia", ("blue",))))
    assert GAME.order(state) == ("Zoe", "Ann", "Mia")


@pytest.mark.rule("DDD-3")
def test_higher_score_first():
    m = Match().era("heartland: green1 | north-coast: blue1 | westmark: red1")
    assert m.score == {"Ann": 1, "Ben": 2, "Cat": 3}
    assert m.order == ("Cat", "Ben", "Ann")


@pytest.mark.rule("DDD-3")
def test_a_marker_that_arrives_lands_on_top():
    m = Match().era("north-coast: red1 | iron-hills: blue1 | south-reach: green1")
    assert m.score == {"Ann": 2, "Ben": 2, "Cat": 2}
    assert m.order == ("Cat", "Ben", "Ann")


@pytest.mark.rule("DDD-3")
def test_a_marker_that_gains_nothing_keeps_its_place_in_the_stack():
    m = Match(4).era("frozen-sea: blue1")
    assert m.order == ("Ben", "Ann", "Cat", "Dan")
    m.era("westmark: yellow1")
    assert m.order == ("Dan", "Ben", "Ann", "Cat")


@pytest.mark.rule("DDD-3")
def test_an_era_without_points_leaves_the_order():
    m = Match().era("")
    assert m.order == ("Ann", "Ben", "Cat") and not any(m.score.values())


@pytest.mark.rule("DDD-3")
def test_winning_and_tower_points_are_one_step_of_the_marker():
    m = Match().era("heartland: red2^red1 | north-coast: blue1 | iron-hills: blue1 | frozen-sea: green2^green1")
    assert m.score == {"Ann": 4, "Ben": 4, "Cat": 2}
    assert m.order == ("Ben", "Ann", "Cat")


FIRST = (
    "heartland: red1 | north-coast: blue1 | iron-hills: blue1 | westmark: blue1"
    " | south-reach: green1 | amber-gulf: green1"
)
SECOND = "north-coast: red1 | south-reach: green3 blue2"


@pytest.mark.rule("DDD-7")
@pytest.mark.rule("DDD-5")
@pytest.mark.rule("DDD-34")
def test_three_eras_move_the_stack():
    m = Match().era(FIRST)
    assert m.score == {"Ann": 3, "Ben": 5, "Cat": 3} and m.order == ("Ben", "Cat", "Ann")
    m.era(SECOND)
    assert m.score == {"Ann": 5, "Ben": 5, "Cat": 5} and m.order == ("Ann", "Cat", "Ben")
    m.era("")
    end = GAME.outcome(m.state)
    assert end is not None and end.ranking == (("Ann",), ("Cat",), ("Ben",))


@pytest.mark.rule("DDD-7")
@pytest.mark.rule("DDD-5")
def test_after_a_last_era_on_one_score_the_marker_on_top_wins():
    two_eras = sheet.text("world-war").replace("eras = 3", "eras = 2")
    m = Match(board=two_eras).era(FIRST)
    assert GAME.outcome(m.state) is None
    m.era(SECOND)
    end = GAME.outcome(m.state)
    assert end is not None and end.ranking[0] == ("Ann",)
    assert "5" in end.why and "Ann" in end.why


@pytest.mark.rule("DDD-4")
@pytest.mark.rule("DDD-5")
def test_three_eras_are_played_and_most_points_win():
    m = Match()
    for final, wins in (("heartland: green1", "Cat"), ("heartland: blue1", "Ben"), ("westmark: red1", "Ann")):
        assert GAME.outcome(m.state) is None
        m.era(final)
        assert m.score[wins] > 0
    end = GAME.outcome(m.state)
    assert end is not None and end.ranking == (("Ben",), ("Cat",), ("Ann",))
    assert not core.offered(GAME, m.state)


@pytest.mark.rule("DDD-5")
def test_nobody_plays_on_after_the_end():
    m = Match().era("").era("").era("westmark: red1")
    with pytest.raises(IllegalMove, match="over"):
        core.play(GAME, m.state, Move("flick", "Ann", ("red",), Table.parse("westmark: red1")))


@pytest.mark.rule("DDD-6")
def test_after_an_era_every_die_is_back_on_its_sheet():
    m = Match()
    m.battle("heartland: red1^red2 | westmark: blue1")
    assert m.phase == "era end"
    m.do("clear")
    assert m.table == "" and m.state.effects == ()
    flicked = []
    while m.may("flick"):
        flicked.append(m.who("flick"))
        m.do("flick", table=f"{m.table} | westmark: {dict(SEATS)[flicked[-1]]}1".lstrip(" |"))
    assert sorted(flicked) == sorted(["Ann", "Ben", "Cat"] * 5)


@pytest.mark.rule("DDD-6")
def test_a_bare_arena_tells_that_the_era_is_over():
    m = Match().battle("heartland: red1")
    sure = core.certain(GAME, m.state, core.explain(GAME, m.state, Table()))
    assert sure is not None and [x.name for x in sure.moves] == ["clear"]


@pytest.mark.rule("DDD-6")
@pytest.mark.rule("DDD-10")
def test_the_order_after_an_era_holds_for_the_whole_next_one():
    m = Match().era("heartland: green1 | north-coast: blue1")
    assert m.order == ("Cat", "Ben", "Ann")
    turns = []
    while m.may("flick"):
        turns.append(m.who("flick"))
        m.do("flick", table=f"{m.table} | westmark/heartland: {dict(SEATS)[turns[-1]]}1".lstrip(" |"))
    assert turns == ["Cat", "Ben", "Ann"] * 5
    m.finish()
    while m.may("adjust"):
        turns.append(m.who("adjust"))
        m.play(m.may("adjust")[0].move)
    assert turns[15:] == ["Cat"] * 5 + ["Ben"] * 5 + ["Ann"] * 5


@pytest.mark.rule("DDD-6")
def test_a_second_era_starts_like_a_first_one():
    first, second = Match(), Match().era("")
    assert [(c.move, c.no) for c in core.offered(GAME, first.state)] == [
        (c.move, c.no) for c in core.offered(GAME, second.state)
    ]
    m = second.flicks("westmark: red1", "westmark: red1 blue1", "westmark: red1 blue1 green1")
    m.flicks("westmark: red1^red1 blue1 green1")
    assert not m.offered("shot")


def tables(colours):
    """Tables of at most five dice a colour, some of them towers, none on a border."""
    space, face = st.sampled_from(sorted(WORLD_WAR)), st.integers(1, 6)
    single = st.tuples(space, face, st.just(0))
    tower = st.tuples(space, face, face)
    army = st.lists(st.one_of(single, single, tower), max_size=5).map(five)
    return st.tuples(*(army for _ in colours)).map(lambda armies: laid(dict(zip(colours, armies, strict=True))))


def five(army):
    """No more pieces of an army than five dice make."""
    while sum(1 + bool(under) for _, _, under in army) > 5:
        army = army[:-1]
    return army


def laid(armies):
    words = [
        f"{space}: {colour}{under}^{colour}{face}" if under else f"{space}: {colour}{face}"
        for colour, army in armies.items()
        for space, face, under in army
    ]
    return " | ".join(words)


@pytest.mark.rule("DDD-3")
@pytest.mark.rule("DDD-30")
@pytest.mark.rule("DDD-34")
@pytest.mark.rule("DDD-39")
@settings(max_examples=25, deadline=None)
@given(data=st.data(), players=st.integers(2, 5))
def test_whole_matches_score_as_reckoned_by_hand(data, players):
    m, owners = Match(players), {colour: name for name, colour in SEATS[:players]}
    stack, total = Stack(m.names), dict.fromkeys(m.names, 0)
    for _ in range(3):
        final = data.draw(tables(tuple(owners)))
        gains = by_hand(Table.parse(final), WORLD_WAR, owners)
        stack.count(gains)
        total = {n: total[n] + gains[n] for n in m.names}
        m.era(final)
        assert m.score == total
        assert m.order == stack.order()
    end = GAME.outcome(m.state)
    assert end is not None and [name for rank in end.ranking for name in rank] == list(stack.order())


def replayed(m, *more):
    state, broken = log.replay(GAME, m.setup, [*m.entries, *more])
    assert broken is None, broken
    return state


@pytest.mark.rule("DDD-39")
def test_a_log_replays_to_the_same_state():
    m = Match().era(FIRST).era(SECOND).battle("heartland: red2^red1 blue3")
    assert replayed(m) == m.state
    again = log.loads(map(log.dumps, m.entries))
    assert again == m.entries and log.parse_header(log.header(m.setup)) == m.setup


def test_undo_and_redo():
    m = Match().era(FIRST)
    n, first = len(m.entries), m.state
    m.era(SECOND)
    assert replayed(m, log.Undo(n)) == first
    assert replayed(m, log.Undo(n), log.Undo(len(m.entries))) == m.state
    assert replayed(m, log.Undo(0)) == Match().state


@pytest.mark.rule("DDD-19")
def test_a_corrected_table_is_counted_anew():
    m = Match().attack(
        "heartland: red4 red1 red1 red1 red1 | westmark: blue1 blue1 blue1 blue1 blue1 green1 green1 green1 "
        "green1 green1"
    )
    wrong = m.entries[-1]
    m.finish()
    assert m.score == {"Ann": 3, "Ben": 1, "Cat": 1}
    right = Table.parse(
        "heartland: red4 red1 red1 red1 red1 | westmark: blue1 blue1 blue1 blue1 blue1 green2 green1 green1 "
        "green1 green1"
    )
    n = m.entries.index(wrong)
    state = replayed(m, log.Correct(n, Move(wrong.name, wrong.player, wrong.args, right)))
    assert core.score(GAME.awards(state), m.names) == {"Ann": 3, "Ben": 0, "Cat": 1}


def test_a_correction_that_changes_the_order_leaves_the_next_era_standing():
    m = Match().era("heartland: red1 | north-coast: blue1")
    last = max(n for n, e in enumerate(m.entries) if e.name == "flick")
    assert m.order == ("Ann", "Ben", "Cat")
    m.era("heartland: blue1")
    was = m.entries[last]
    right = Move(was.name, was.player, was.args, Table.parse("heartland: blue1 | north-coast: red1"))
    state = replayed(m, log.Correct(last, right))
    assert core.score(GAME.awards(state), m.names) == {"Ann": 2, "Ben": 6, "Cat": 0}
    assert GAME.order(state) == ("Ben", "Ann", "Cat")
