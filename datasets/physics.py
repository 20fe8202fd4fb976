"""Lets dice fall, roll and come to rest with MuJoCo: throws, piles, dice that lean on dice, walls and small things.

Lengths here are mm as everywhere; MuJoCo works in cm, where its solver is well conditioned for dice.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from datasets.die import DieShape, Floats, surface

STEP, LONGEST = 0.002, 2.5  # s
STILL = 0.05  # cm/s and rad/s under which everything counts as resting
SOFT = 'solref="0.004 1" solimp="0.95 0.99 0.001"'
CARRIES = 0.25  # share of a die's weight from which another die counts as its support


@dataclass(frozen=True)
class Body:
    """A die to be let go: where its centre is (world mm), how it is turned, its speed in mm/s and rad/s."""

    shape: DieShape
    centre: tuple[float, float, float]
    turn: Floats
    speed: tuple[float, float, float] = (0.0, 0.0, 0.0)
    spin: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Block:
    """A box that does not move: its middle and half sizes in mm, turned about the vertical by `yaw` rad."""

    middle: tuple[float, float, float]
    half: tuple[float, float, float]
    yaw: float = 0.0


@dataclass(frozen=True)
class Rest:
    """A die at rest: centre in mm, 3x3 rotation, and the index of the die that carries it (-1: none)."""

    centre: Floats
    turn: Floats
    support: int


def anyhow(rng: np.random.Generator) -> Floats:
    """Draw a rotation, all equally likely."""
    q, r = np.linalg.qr(rng.normal(size=(3, 3)))
    q = q * np.sign(np.diag(r))
    return np.asarray(q if np.linalg.det(q) > 0 else -q)


@lru_cache(maxsize=64)
def hull(shape: DieShape) -> str:
    """Return the die's convex form as MuJoCo's list of vertices in cm."""
    points = np.unique(np.round(surface(shape, 3)[0] / 10, 5), axis=0)
    return " ".join(f"{v:.5f}" for v in points.ravel())


def described(bodies: Sequence[Body], blocks: Sequence[Block], friction: float) -> str:
    """Return the whole scene as MuJoCo's XML."""
    meshes = {body.shape: f"m{k}" for k, body in enumerate(bodies)}
    told = [
        f'<mujoco><option gravity="0 0 -981" timestep="{STEP}" integrator="implicitfast" cone="elliptic" impratio="10"'
        ' iterations="50"><flag multiccd="enable"/></option><asset>',
        *(f'<mesh name="{name}" vertex="{hull(shape)}"/>' for shape, name in meshes.items()),
        f'</asset><worldbody><geom type="plane" size="300 300 1" friction="{friction} 0.005 0.0001" {SOFT}/>',
    ]
    for block in blocks:
        middle, half = (" ".join(f"{v / 10:.5f}" for v in vector) for vector in (block.middle, block.half))
        way = f"{math.cos(block.yaw / 2):.6f} 0 0 {math.sin(block.yaw / 2):.6f}"
        told.append(
            f'<geom type="box" pos="{middle}" size="{half}" quat="{way}" friction="{friction} .005 .0001" {SOFT}/>'
        )
    for body in bodies:
        told.append(
            f'<body><freejoint/><geom type="mesh" mesh="{meshes[body.shape]}" density="1.2" '
            f'friction="{friction} 0.005 0.0001" {SOFT}/></body>'
        )
    return "".join([*told, "</worldbody></mujoco>"])


def settle(bodies: Sequence[Body], blocks: Sequence[Block] = (), friction: float = 0.5) -> list[Rest] | None:
    """Let the dice go and return them at rest, in the same order; None if they did not come to rest in time.

    Raises ImportError without mujoco.
    """
    import mujoco

    model = mujoco.MjModel.from_xml_string(described(bodies, blocks, friction))
    data = mujoco.MjData(model)
    for k, body in enumerate(bodies):
        data.qpos[7 * k : 7 * k + 3] = np.array(body.centre) / 10
        mujoco.mju_mat2Quat(data.qpos[7 * k + 3 : 7 * k + 7], np.ascontiguousarray(body.turn, float).ravel())
        data.qvel[6 * k : 6 * k + 3] = np.array(body.speed) / 10
        data.qvel[6 * k + 3 : 6 * k + 6] = body.spin
    while data.time < LONGEST:
        mujoco.mj_step(model, data, 50)
        if data.time > 0.15 and np.abs(data.qvel).max() < STILL:
            carried = supports(mujoco, model, data, len(bodies))
            return [resting(data, k, carried[k]) for k in range(len(bodies))]
    return None


def resting(data: Any, index: int, support: int) -> Rest:
    """Return one die as the simulation left it."""
    w, x, y, z = data.qpos[7 * index + 3 : 7 * index + 7]
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    return Rest(np.array(data.qpos[7 * index : 7 * index + 3]) * 10, turn, support)


def supports(mujoco: Any, model: Any, data: Any, count: int) -> list[int]:
    """Return for each die which other die carries it (the one that presses upwards most), or -1."""
    lift, force = np.zeros((count, count + 1)), np.zeros(6)
    for k in range(data.ncon):
        contact = data.contact[k]
        first, second = (int(model.geom_bodyid[g]) - 1 for g in (contact.geom1, contact.geom2))
        mujoco.mj_contactForce(model, data, k, force)
        up = float((contact.frame.reshape(3, 3).T @ force[:3])[2])
        if second >= 0:
            lift[second, first] += up
        if first >= 0:
            lift[first, second] -= up
    weights = model.body_mass[1:] * 981
    best = lift[:, :count].argmax(axis=1)
    return [int(b) if lift[k, b] > CARRIES * weights[k] else -1 for k, b in enumerate(best)]


def apart(a: DieShape, b: DieShape, first: Rest, second: Rest) -> float:
    """Return how far two dice are apart in mm, or how deep (negative) the one is in the other."""
    gaps = []
    for inner, outer, one, other in ((a, b, first, second), (b, a, second, first)):
        points = (surface(inner)[0] @ one.turn.T + one.centre - other.centre) @ other.turn
        gaps.append(float(outside(outer, points).min()))
    return min(gaps)


def outside(shape: DieShape, points: Floats) -> Floats:
    """Return how far points (n, 3) in a die's own frame are outside its surface in mm, negative inside."""
    beyond = np.abs(points) - (shape.half - shape.corner)
    far = np.linalg.norm(np.maximum(beyond, 0), axis=1) + np.minimum(beyond.max(axis=1), 0) - shape.corner
    if shape.ball:
        far = np.maximum(far, np.linalg.norm(points, axis=1) - shape.ball * shape.half)
    return np.asarray(far)
