"""Trays leave room for their dice and have walls; hands are closed skins with an arm, clear of dice or over them."""

from __future__ import annotations

import numpy as np
import pytest

from datasets import arenas, clutter, limbs
from datasets.die import Mesh

RANDOM = np.random.default_rng


def edges(mesh: Mesh) -> np.ndarray:
    """Return how often each edge between two places is used, whatever its direction."""
    _, same = np.unique(np.round(mesh.vertices, 4), axis=0, return_inverse=True)
    corners = same[mesh.triangles]
    pairs = np.sort(np.concatenate([corners[:, [0, 1]], corners[:, [1, 2]], corners[:, [2, 0]]]), axis=1)
    return np.unique(pairs, axis=0, return_counts=True)[1]


def test_surface_nets_find_a_closed_ball() -> None:
    x, y, z = np.mgrid[-8:9, -8:9, -8:9].astype(float)
    points, triangles = limbs.net(np.sqrt(x**2 + y**2 + z**2) - 5.3)
    assert np.linalg.norm(points - 8, axis=1) == pytest.approx(5.3, abs=0.12)
    a, b, c = (points[triangles[:, k]] - 8 for k in range(3))
    volume = (a * np.cross(b, c)).sum() / 6
    assert volume == pytest.approx(4 / 3 * np.pi * 5.3**3, rel=0.06)
    assert set(edges(Mesh(points, triangles, points)).tolist()) == {2}


@pytest.mark.parametrize("pose", ["flat", "fist"])
def test_a_hand_lies_on_the_table_with_its_arm_behind(pose: str) -> None:
    thing = limbs.limb(RANDOM(2), 100, 50, 0.0, pose)
    hand, sleeve = (part.mesh.vertices for part in thing.parts)
    assert 0 <= hand[:, 2].min() < 2 or pose == "fist"
    assert hand[:, 0].max() < 100 + 110 and hand[:, 0].min() < 100 - 200
    assert sleeve[:, 0].min() < -500 and thing.name == f"hand {pose}"
    with pytest.raises(KeyError):
        limbs.skin("thumbs up")


def test_the_other_hand_is_a_mirror_image_that_still_faces_outwards() -> None:
    mesh = limbs.mirrored(limbs.skin("flat"))
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    sides = (np.cross(b - a, c - a) * mesh.normals[mesh.triangles].mean(1)).sum(1)
    assert (sides > 0).mean() > 0.99


def test_a_hand_beside_keeps_clear_and_one_over_is_above() -> None:
    taken = [(0.0, 0.0, 20.0)]
    found = [limbs.beside(RANDOM(seed), (-250, -250, 250, 250), taken) for seed in range(6)]
    for thing in filter(None, found):
        low = [p.mesh.vertices[p.mesh.vertices[:, 2] < 20, :2] for p in thing.parts]
        assert np.hypot(*np.concatenate(low).T).min() > 20
    assert any(found)
    assert limbs.beside(RANDOM(0), (-50, -50, 50, 50), [(0, 0, 600)]) is None
    assert min(p.mesh.vertices[:, 2].min() for p in limbs.over(RANDOM(1), (0, 0, 9, 9)).parts) > 20


def test_skins_run_from_pale_to_dark() -> None:
    tones = [max(limbs.complexion(RANDOM(seed))) for seed in range(40)]
    assert min(tones) < 0.15 and max(tones) > 0.6


@pytest.mark.parametrize("seed", range(10))
def test_trays_leave_their_dice_room_and_have_walls(seed: int) -> None:
    tray = arenas.around(RANDOM(seed), [(40, -60, 12), (90, -20, 12)], 5)
    floor, wall = (tray.thing.parts[k].mesh.vertices for k in (0, 1))
    assert floor[:, 2].max() == pytest.approx(arenas.FLOOR) and wall[:, 2].max() > 7
    x0, y0, x1, y1 = tray.inside
    inner = wall[(wall[:, 0] > x0 + 0.1) & (wall[:, 0] < x1 - 0.1) & (wall[:, 1] > y0 + 0.1) & (wall[:, 1] < y1 - 0.1)]
    assert (x0, y0, x1, y1) == (23, -77, 107, -3) and len(inner) == 0
    x, y, radius = tray.circle
    assert np.hypot(*(wall[:, :2] - (x, y)).T).max() <= radius + 1e-6


def test_outlines_are_of_every_form() -> None:
    assert {arenas.outline(RANDOM(seed), (50, 40))[2] for seed in range(40)} == {
        "box", "tray", "hexagonal tray", "octagonal tray", "round tray",
    }  # fmt: skip


def test_trays_and_hands_come_with_the_clutter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clutter, "TRAY", 0.6)
    monkeypatch.setattr(clutter, "OVER", 0.4)
    names = {
        t.name for seed in range(8) for t in clutter.scatter(RANDOM(seed), (-200, -200, 200, 200), [(0, 0, 15)], 1)
    }
    assert any("tray" in name for name in names) and any("hand" in name for name in names)
    assert clutter.enclosed(RANDOM(4), (0, 0, 1, 1), [(0, 0, 900)]) is None
