"""A match in plain values: awards by era, the end of a match, and signs for players."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules.core import Move
from rules.sheet import Sheet
from rules.table import Die
from webui import show, told
from webui.desk import Desk
from webui.live import Live
from webui.match import Match

SPACES = ("heartland", "north-coast", "dust-plains", "heartland/south-reach", "amber-gulf")


def play_to_the_end(match: Match, seed: int = 4) -> None:
    rng = Random(seed)
    while match.choices():
        allowed = [c for c in match.choices() if c.move.name not in ("bump", "tower", "shot")]
        choice = rng.choice([c for c in allowed if c.move.name == "flick"] or allowed)
        move = choice.move
        if choice.reads:
            die = Die(rng.choice(SPACES), str(move.args[0]), rng.randint(1, 6))
            move = Move(move.name, move.player, move.args, match.state.table.put(die))
        match.add([move], len(match.log.entries))


def test_every_award_stands_in_its_era_and_the_match_ends(match: Match, live: Live, world: Sheet) -> None:
    play_to_the_end(match)
    groups = show.groups(match.rules, match.folded)
    assert [group["title"] for group in groups] == ["Era 1", "Era 2", "Era 3"]
    for player, points in match.totals().items():
        given_ = [a["points"] for group in groups for a in group["awards"] if a["player"] == player]
        assert sum(given_) == points
    said = show.told(match.rules, match.state, None)
    assert (
        said["outcome"]["ranking"][0] == [said["order"][0]]
        and said["choices"] == []
        and "wins" in said["outcome"]["why"]
    )
    live.desk = Desk(match, world)
    live.word = "by hand"
    state = told.state(live)
    assert state["moment"]["word"] == "over" and state["match"]["era"] == {"now": 3, "of": 3}
    json.dumps(state)


@given(st.lists(st.text(min_size=1, max_size=6), min_size=1, max_size=8, unique=True))
def test_every_player_has_a_sign_of_their_own(names: list[str]) -> None:
    signs = show.letters(names)
    assert len(set(signs)) == len(names) and all(signs)


def test_signs_are_initials_where_these_tell_players_apart() -> None:
    assert show.letters(["Ann", "Bob"]) == ["A", "B"] and show.letters(["Ann", "Abe"]) == ["A", "Ab"]
