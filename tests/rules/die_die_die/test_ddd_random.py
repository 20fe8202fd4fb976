"""Four maps, cards, monuments, Summary Execution and Guerilla in every combination, played at random to the end.

A few matches by default; `PIPSIGHT_HYPOTHESIS=deep` plays hundreds.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from by_the_book import Stack
from ddd_tables import see
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from rules_harness import check_log, random_game

from rules import sheet
from rules.core import Choice, Player, Setup, in_play, score
from rules.die_die_die import GAME
from rules.die_die_die.counts import lost
from rules.die_die_die.state import MONUMENTS, Match, order
from rules.table import Die

MAPS = ("world-war", "pirate-ship", "krakatoa", "space")
MODULES = ("power-cards", "monuments", "summary-execution", "guerilla")
RULINGS = tuple(o.id for o in GAME.options if o.id not in MODULES)
NEEDS = {"execution-for-good": "summary-execution", "guerilla-ties": "guerilla", "monument-ties": "monuments"}
COLOURS = ("red", "blue", "green", "yellow", "black", "white", "pink")
FEW = 3
DEEP = settings().max_examples > 200
STEPS = 2500


def setup_of(board: str, options: frozenset[str], count: int) -> Setup:
    """A match on a map; Pirate Ship is always for two captains with two colours each."""
    players = tuple(Player(f"P{n}", (COLOURS[n],)) for n in range(count))
    if board == "pirate-ship":
        players = (Player("P0", ("red", "white")), Player("P1", ("blue", "pink")))
    return GAME.complete(Setup("die-die-die", players, (sheet.text(board),), options))


def check_dice(s: Match) -> None:
    """Every die is on its sheet, in the arena, outside on its way back, or out; no monument is made or doubled."""
    out = Counter(lost(s)) if s.phase == "attack" else Counter()
    cleared = s.phase == "era end" and not any(d.colour not in MONUMENTS for d in s.table)
    for p in s.setup.players:
        for c, most in zip(p.colours, s.board.crew, strict=True):
            used = s.used.count(c)
            assert used + s.absent.count(c) <= most
            assert cleared or s.table.count(c) + s.dead.count(c) + out[c] == used
    assert Counter(d.colour for d in s.table.all() if d.colour in MONUMENTS) <= Counter(s.monuments)


def check_points(s: Match) -> None:
    """The awards add up to the scores, and moving cardboard markers by them gives the turn order."""
    names = [p.name for p in s.setup.players]
    total = score(s.awards, names)
    assert sum(total.values()) == sum(a.points for a in s.awards)
    assert all(a.why for a in s.awards)
    if "zero-restacks" in s.setup.options:
        return
    stack = Stack(names)
    for a in s.awards:
        at = next(k for k, pile in stack.piles.items() if a.player in pile)
        stack.piles[at].remove(a.player)
        stack.piles.setdefault(at + a.points, []).insert(0, a.player)
    assert stack.order() == order(s)


def check_offers(s: Match, may: tuple[Choice[Any], ...]) -> None:
    """Nobody is offered what a quarantine, an empty hand or a lava spill forbids."""
    for c in may:
        if c.move.name in ("card", "swap", "lay"):
            assert c.move.player in s.hands
        if c.move.name == "line":
            assert c.move.args[0] in s.lying
        if c.move.name == "repeat":
            assert c.move.args[0] in s.discards
    if s.phase == "movement":
        for mark in in_play(s, "quarantine"):
            check_closed(s, may, mark.player, str(mark.args[0]))


def check_closed(s: Match, may: tuple[Choice[Any], ...], player: str, space: str) -> None:
    """Whatever others do in the movement phase, the dice of a quarantined territory stay as they are."""

    def there(state: Match) -> list[Die]:
        return sorted(d for d in state.table if set(d.spaces) - {"west-rope", "east-rope"} == {space})

    for c in may:
        if not c.reads and c.move.player not in ("", player) and c.move.name not in ("beside", "shows", "remove"):
            assert there(c.do(s)) == there(s), c.move


def check_lava(before: Match, after: Match) -> None:
    """Lava takes only dice of its areas, and of nobody who has a die in the caldera."""
    gone = Counter(before.table.all()) - Counter(after.table.all())
    safe = {d.colour for d in before.table.at("caldera")}
    for d in gone:
        number = next(t.number for t in before.board.territories if t.id == d.space)
        assert number in before.areas and d.colour not in safe
    hot = {t.id for t in before.board.territories if t.number in before.areas}
    assert all(d.colour in safe for d in after.table if d.space in hot and d.colour not in MONUMENTS)


@settings(max_examples=400 if DEEP else FEW, phases=[Phase.generate])
@given(
    seed=st.integers(0, 10**9),
    board=st.sampled_from(MAPS),
    modules=st.sets(st.sampled_from(MODULES)),
    rulings=st.sets(st.sampled_from(RULINGS), max_size=4),
    count=st.integers(2, 5),
)
def test_any_combination_comes_to_its_end(
    seed: int, board: str, modules: set[str], rulings: set[str], count: int
) -> None:
    play_out(seed, board, frozenset(modules | {r for r in rulings if NEEDS.get(r, r) in modules | {r}}), count)


@pytest.mark.parametrize("board", MAPS)
def test_all_modules_together_on_each_map(board: str) -> None:
    play_out(7, board, frozenset(MODULES), 3)


def play_out(seed: int, board: str, options: frozenset[str], count: int) -> None:
    """A match to its end, with all that must hold."""
    rng = Random(seed)
    setup = setup_of(board, options, count)
    played = random_game(GAME, setup, rng, see, steps=STEPS, every=1 if DEEP else 12, also=check_offers)
    check_log(GAME, setup, played, rng)
    states = [*played.states, played.end]
    for move, (before, after) in zip(played.moves, pairwise(states), strict=True):
        check_dice(before)
        if move.name == "lava":
            check_lava(before, after)
    for s in states[::20]:
        check_points(s)
    check_points(played.end)
    eras = 4 if "monuments" in options or board == "pirate-ship" else 3
    outcome = GAME.outcome(played.end)
    assert played.end.era == eras and outcome is not None
    assert tuple(p for rank in outcome.ranking for p in rank) == order(played.end)
