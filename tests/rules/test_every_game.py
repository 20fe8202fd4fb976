"""What must hold in every game, whatever is played: random matches through the choices."""

from random import Random

import pytest
from ddd_tables import see
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rules_harness import check_log, pairwise, random_game

from rules import GAMES
from rules.core import Player, Setup, score
from rules.die_die_die.state import Match

COLOURS = ("red", "blue", "green", "yellow", "black")
TABLES = {"die-die-die": see}
ELSEWHERE = {"dice-horde"}  # in test_horde_play.py: one player, and no step reads a table


def fits(options: frozenset[str]) -> bool:
    needs = {"execution-for-good": "summary-execution", "guerilla-ties": "guerilla", "monument-ties": "monuments"}
    return all(other in options for option, other in needs.items() if option in options)


RUNS = [(n, chosen) for n in TABLES for chosen in pairwise([o.id for o in GAMES[n].options], fits)]


def test_every_game_has_tables() -> None:
    assert set(TABLES) | ELSEWHERE == set(GAMES)


@pytest.mark.parametrize(
    ("name", "options"), RUNS, ids=lambda v: "+".join(sorted(v)) if isinstance(v, frozenset) else v
)
def test_a_match_comes_to_its_end(name: str, options: frozenset[str], mini_text: str) -> None:
    @settings(max_examples=1, phases=[Phase.generate])
    @given(st.integers(0, 10**9), st.integers(2, 5))
    def matches(seed: int, count: int) -> None:
        players = tuple(Player(f"P{n}", (COLOURS[n],)) for n in range(count))
        setup = GAMES[name].complete(Setup(name, players, (mini_text,), options))
        rng = Random(seed)
        played = random_game(GAMES[name], setup, rng, TABLES[name], every=5)
        check_log(GAMES[name], setup, played, rng)
        for state in (*played.states, played.end):
            check_dice(state)
        outcome = GAMES[name].outcome(played.end)
        assert outcome is not None and outcome.why
        total = score(GAMES[name].awards(played.end), [p.name for p in players])
        ranks = [total[p] for rank in outcome.ranking for p in rank]
        assert ranks == sorted(ranks, reverse=True) and len(ranks) == count

    matches()


def check_dice(state: Match) -> None:
    """Dice are neither made nor lost: each is on its sheet, on the table, outside on its way back, or out."""
    for player in state.setup.players:
        colour = player.colours[0]
        there, used, dead = state.table.count(colour), state.used.count(colour), state.dead.count(colour)
        assert used + state.queue.count(player.name) + (state.gone.count(colour) if not state.used else 0) <= 5
        if state.phase in ("attack", "movement"):
            assert there + dead <= used
