"""Moves the demo's dice and hands: where everything is at any moment of a step, from 0 (before) to 1 (at rest)."""

import math
from dataclasses import dataclass

import numpy as np

from datasets import scene
from datasets.camera import Floats, world
from datasets.demo_game import Carry, Flick, Resting, Step, Table, colour
from datasets.die import height, lying, spin
from datasets.scene import Die, Hand, Look

LOOKS: dict[str, Look] = {
    "red": Look("red", (0.50, 0.014, 0.014)),
    "blue": Look("blue", (0.012, 0.05, 0.36)),
    "green": Look("green", (0.010, 0.20, 0.042)),
}
SKINS = {"a": (0.56, 0.30, 0.20), "b": (0.40, 0.21, 0.13), "c": (0.60, 0.35, 0.25)}
SLEEVES = {"a": (0.30, 0.28, 0.25), "b": (0.05, 0.10, 0.11), "c": (0.16, 0.06, 0.10)}
ARMS = {"a": math.radians(96), "b": math.radians(4), "c": math.radians(176)}  # the way the hand points
MARGIN = 130.0  # mm beyond the sheet's edge from where a hand comes
LIFT = 46.0  # mm that a hand carries above the dice
HIT, SPENT = 0.36, 0.025  # when two dice meet: the share of the time gone, and of the way left
UP = np.array([0.0, 0.0, 1.0])

FLICK_IN, FLICK_ROLL = 5, 7  # frames of a hand's coming, and of the die's way
CARRY = 16


@dataclass(frozen=True)
class Moment:
    """What stands on the table at one moment."""

    dice: tuple[Die, ...]
    hands: tuple[Hand, ...] = ()


def frames(step: Step) -> int:
    """Return how many frames a step moves for."""
    if isinstance(step, Carry):
        return CARRY
    return FLICK_ROLL + (FLICK_IN if step.hand else 0)


def at_rest(table: Table) -> Moment:
    """Return the dice of a table at rest."""
    names = list(table)
    return Moment(tuple(standing(table, die, names) for die in names))


def standing(table: Table, die: str, names: list[str]) -> Die:
    """Return one die at rest, on the sheet or on the die that carries it."""
    rest = table[die]
    on = names.index(rest.on) if rest.on else -1
    return scene.flat(LOOKS[colour(die)], rest.value, *rest.at, math.radians(rest.yaw), int(bool(rest.on)), on)


def moment(before: Table, after: Table, step: Step, share: float) -> Moment:
    """Return the table at a share (0 to 1) of a step."""
    if isinstance(step, Carry):
        return carried(before, after, step, share)
    return flicked(before, after, step, share)


def flicked(before: Table, after: Table, step: Flick, share: float) -> Moment:
    """Return the table while a die is flicked: a hand may come first, then the die rolls in and slows down."""
    coming = FLICK_IN / frames(step) if step.hand else 0.0
    rolling = max(0.0, (share - coming) / (1 - coming))
    start = launch(step)
    dice = {name: die for name, die in zip(before, at_rest(before).dice, strict=True) if name != step.bumped}
    hands: tuple[Hand, ...] = ()
    if step.hand:
        away = ease(1 - share / (coming * 0.8)) if share < coming else ease((share - coming) / (1 - coming) * 1.9)
        hands = (reaching(step.die, world(*start, 8), away),)
        dice[step.die] = rolled(step.die, after[step.die], start, slowing(rolling))
        if share < coming:
            dice[step.die] = shifted(dice[step.die], np.array(hands[0].pinch) - world(*start, 8))
    elif not step.bump:
        dice[step.die] = rolled(step.die, after[step.die], start, slowing(rolling))
    if step.bump:
        dice |= bumped(before, step, start, rolling)
    return Moment(tuple(dice.values()), hands)


def bumped(before: Table, step: Flick, start: tuple[float, float], share: float) -> dict[str, Die]:
    """Return the flicked die and the one that it knocks away: it runs straight into it and is nearly spent then."""
    assert step.bump
    old, since = before[step.bumped], (share - HIT) / (1 - HIT)
    pushed = rolled(step.bumped, step.bump, old.at, slowing(since), quarters=3)
    left = SPENT * slowing(since)
    if share < HIT:
        pushed = scene.flat(LOOKS[colour(step.bumped)], old.value, *old.at, math.radians(old.yaw))
        left = 1 - share / HIT * (1 - SPENT)
    return {step.die: rolled(step.die, step.to, start, left), step.bumped: pushed}


def rolled(die: str, to: Resting, start: tuple[float, float], left: float, quarters: int = 4) -> Die:
    """Return a die on its rolling, sliding way to rest, a share `left` of it to go; it always touches the sheet."""
    end, begin = world(*to.at), world(*start)
    way = (end - begin) / np.linalg.norm(end - begin)
    over = spin(np.cross(UP, way), -left * quarters * math.pi / 2)
    turn = over @ spin(UP, left * 1.3) @ lying(to.value, math.radians(to.yaw))
    look = LOOKS[colour(die)]
    resting = scene.flat(look, to.value, *to.at, 0.0)
    return resting.moved(end + (begin - end) * left + UP * height(resting.shape, turn), turn)


def carried(before: Table, after: Table, step: Carry, share: float) -> Moment:
    """Return the table while a hand fetches a die, carries it over and sets it down."""
    names = list(before)
    dice = dict(zip(names, at_rest(before).dice, strict=True))
    first = dice[step.die]
    last = standing(after, step.die, list(after))
    grip, lift, go, drop, leave = 0.27, 0.36, 0.62, 0.72, 0.76
    along, turned = ease((share - lift) / (go - lift)), ease((share - grip) / (drop - grip))
    raised = ease((share - grip) / (lift - grip)) * (1 - ease((share - go) / (drop - go)))
    a, b = np.array(first.centre), np.array(last.centre)
    centre = a + (b - a) * along + UP * raised * LIFT
    yaw = math.radians(before[step.die].yaw * (1 - turned) + step.yaw * turned)
    dice[step.die] = first.moved(centre, lying(before[step.die].value, yaw))
    away = ease(1 - share / grip) if share < grip else ease((share - leave) / (1 - leave))
    return Moment(tuple(dice.values()), (reaching(step.die, centre, away),))


def reaching(die: str, to: Floats, away: float) -> Hand:
    """Return a player's hand at a world point, drawn back to beyond its owner's edge by a share of the way."""
    who = die[0]
    yaw = ARMS[who]
    reach = {"a": 320 + to[1], "b": to[0], "c": 400 - to[0]}[who] + MARGIN
    back = np.array([-math.cos(yaw), -math.sin(yaw), 0.3]) * reach * away
    place = to + back
    return Hand((float(place[0]), float(place[1]), float(place[2])), yaw, SKINS[who], SLEEVES[who])


def launch(step: Flick) -> tuple[float, float]:
    """Return the sheet point (mm) from which a die comes: its owner's edge, outside the picture without a hand."""
    if step.start:
        return step.start
    x, y = step.to.at
    if step.die[0] == "a":
        return (x * 0.7 + 60, 298) if step.hand else (x * 0.6 + 80, 352)
    side = 1 if step.die[0] == "c" else -1
    return (200 + side * (178 if step.hand else 290), y * 0.8 + 32)


def shifted(die: Die, by: Floats) -> Die:
    """Return the die shifted by world mm."""
    return die.moved(np.array(die.centre) + by, die.turn)


def slowing(share: float) -> float:
    """Return the share of its way that a die still has to go, after a share of its time."""
    return float((1 - min(max(share, 0.0), 1.0)) ** 2.2)


def ease(share: float) -> float:
    """Return a share from 0 to 1 that starts and ends slowly."""
    t = min(max(share, 0.0), 1.0)
    return t * t * (3 - 2 * t)
