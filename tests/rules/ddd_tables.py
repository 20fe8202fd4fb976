"""Plausible tables for the steps of Die die DIE! that read one: dice fly, knock others about, topple towers, leave."""

from __future__ import annotations

from random import Random
from typing import Any

from rules.core import Choice
from rules.die_die_die.black_hole import fallen
from rules.die_die_die.counts import due, lost
from rules.die_die_die.state import MONUMENTS, Match
from rules.table import Die, Table


def thrown(state: Match, colour: str, rng: Random) -> Die:
    """A die somewhere: in a territory, on a border or rope, in a caldera or hole, on open ground, sometimes cocked."""
    spaces = [s.id for s in state.board.spaces]
    lands = [s.id for s in state.board.territories]
    a = rng.choice(lands)
    near = [n for n in state.board.near(a) if n != a]
    border = "/".join(sorted((a, rng.choice(near)), key=spaces.index)) if near else a
    odd = [s.id for s in state.board.spaces if s.kind in ("caldera", "hole")]
    odd += [f"{s.counts_in}/{s.id}" for s in state.board.of_kind("rope")]
    where = rng.choice([a, a, border, f"~{a}", f"~{border}", rng.choice(odd) if odd else a])
    return Die(where, colour, rng.choice([1, 2, 3, 4, 5, 6, 0]))


def see(state: Match, choice: Choice[Any], rng: Random) -> Table:
    """How the table may look after this step."""
    dice = list(state.table)
    name, player = choice.move.name, choice.move.player
    if name == "shot":
        tower = Die.parse(str(choice.move.args[0]))
        dice.remove(tower)
        dice.append(Die(tower.space, *_of(tower.under[-1]), under=tower.under[:-1]))
        if rng.random() < 0.8:
            dice.append(thrown(state, tower.colour, rng))
    elif name == "back":
        dice.append(thrown(state, lost(state, player)[0], rng))
    elif name == "flick" and rng.random() < 0.95:
        dice.append(thrown(state, str(choice.move.args[0]), rng))
    elif name == "teleport":
        return landed(state, str(choice.move.args[1]), rng)
    elif name == "monuments":
        return Table(tuple(tipped(state, d, rng) if d.colour in MONUMENTS else d for d in dice))
    if name != "shown" and dice and rng.random() < 0.4:
        dice = knocked(state, dice, rng)
    table = Table(tuple(dice))
    assert all(table.count(c) <= due(state, c) + (name == "flick") for p in state.setup.players for c in p.colours)
    return table


def landed(state: Match, planet: str, rng: Random) -> Table:
    """A die from the black hole lies on a planet, perhaps over its frontier, with a new value."""
    d = fallen(state)[0]
    near = [n for n in state.board.near(planet) if n != planet]
    names = [s.id for s in state.board.spaces]
    where = rng.choice([planet, "/".join(sorted((planet, rng.choice(near)), key=names.index))])
    below = [Die(d.space, *_of(d.under[-1]), under=d.under[:-1])] if d.under else []
    return state.table.swap(d, new=[*below, Die(where, d.colour, rng.randint(1, 6), d.bonus)])


def tipped(state: Match, d: Die, rng: Random) -> Die:
    """A monument that stands or lies, there or over a border."""
    home = d.spaces[0]
    near = state.board.near(home)
    return Die(rng.choice([d.space, home, f"{home}/{rng.choice(near)}"]), d.colour, rng.choice([1, 2]))


def knocked(state: Match, dice: list[Die], rng: Random) -> list[Die]:
    """One die or tower is hit: it moves, turns, topples, comes to rest on another, or leaves the arena."""
    hit = rng.choice(dice)
    left = [d for d in dice if d is not hit]
    if hit.colour in MONUMENTS:
        return [*left, tipped(state, hit, rng)]
    dice = [d for d in left if d.colour not in MONUMENTS]
    if rng.random() < 0.2 and state.phase == "attack":
        return left + [thrown(state, d.colour, rng) for d in hit.under]
    if rng.random() < 0.2 and dice:
        base = rng.choice(dice)
        top = Die(base.space, hit.colour, hit.face, under=base.each())
        return [top if d is base else d for d in left] + [thrown(state, d.colour, rng) for d in hit.under]
    return left + [thrown(state, d.colour, rng) for d in hit.each()]


def _of(d: Die) -> tuple[str, int, int]:
    return d.colour, d.face, d.bonus
