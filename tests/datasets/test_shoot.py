"""Whole tables drawn by number: the same again for the same number, kept when they exist, and their truth is exact."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets import contact, groups, layout, looks, scene, shoot, truth
from datasets.camera import Camera
from datasets.die import DieShape, Floats
from datasets.finish import Finish
from datasets.groups import Group
from datasets.scene import Die, Look, Part, Scene, Thing
from datasets.solids import box

RED = Look("red", (0.5, 0.02, 0.02))
PLATE = Finish("matte", (0.4, 0.1, 0.1))
ABOVE = Camera((0.0, -90.0, 110.0), (0.0, 0.0, 4.0), 30.0, 96, 80, roll=12.0)


@pytest.fixture
def stocked() -> None:
    """Skip where the extra `render` is missing; its bindings warn on import."""
    for name in ("mitsuba", "mujoco", "manifold3d", "pyoidn"):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            pytest.importorskip(name, reason="the extra `render` is not installed")


def outline_mask(die: Die, camera: Camera) -> Floats:
    return truth.filled(truth.outer(camera, die), (camera.height, camera.width))


def test_hidden_and_cut_dice_are_told() -> None:
    dice = (scene.flat(RED, 5, 0, 0, 0.3), scene.flat(RED, 2, 18, 0, 0.1), scene.flat(RED, 2, 300, 0, 0.1))
    table = Scene(ABOVE, None, dice)
    ids = np.full((80, 96), -1, np.int32)
    for k in (0, 1):
        ids[outline_mask(dice[k], ABOVE)] = k
    seen = truth.judged(table, ids)
    assert [d["value"] for d in seen] == [5, 2]  # the third is out of the picture
    assert all(d["blocked"] < 0.3 and d["face"] > 0.8 and not d["ignore"] for d in seen)
    ids[ids == 1] = -1
    ids[40, 60:63] = 1
    assert truth.judged(table, ids)[1]["ignore"]
    assert truth.judged(table, ids)[1]["blocked"] > 0.9


def test_supports_are_counted_among_the_dice_that_are_told() -> None:
    far = scene.flat(RED, 2, 300, 0, 0.1)
    lower, upper = scene.flat(RED, 4, 0, 0, 0.0), scene.flat(RED, 6, 0, 0, 0.5, level=1, support=1)
    table = Scene(ABOVE, None, (far, lower, upper))
    told = truth.judged(table, np.where(outline_mask(upper, ABOVE), 2, -1).astype(np.int32))
    assert [(d["value"], d["support"], d["level"]) for d in told] == [(4, -1, 0), (6, 0, 1)]
    assert told[0]["blocked"] == 1.0


def test_what_is_seen_is_where_the_truth_says(stocked: None) -> None:
    from datasets import render

    shapes = [DieShape(), DieShape(12.0, 0.3, painted=True), DieShape(20.0, 2.0, ball=1.4)]
    kinds = [(shape, RED) for shape in shapes]
    dice = tuple(groups.standing(kind, k + 1, 22.0 * k - 22, 3.0, 0.4 * k) for k, kind in enumerate(kinds))
    table = Scene(ABOVE, None, dice)
    ids = render.ids(table)
    for k, told in enumerate(truth.judged(table, ids)):
        rows, columns = np.nonzero(ids == k)
        x, y, w, h = told["box"]
        assert (x, y) == pytest.approx((columns.min(), rows.min()), abs=1.0)
        assert (x + w, y + h) == pytest.approx((columns.max() + 1, rows.max() + 1), abs=1.0)
        assert told["blocked"] < 0.03 and told["face"] > 0.9 and told["inside"] == pytest.approx(1.0, abs=0.03)
    lid = Thing((Part(box(50, 70, 1).moved(np.eye(3), np.array([-32.0, -5, 18])), PLATE),), "lid")
    hidden = truth.judged(table, render.ids(Scene(ABOVE, None, dice, things=(lid,))))
    assert hidden[0]["blocked"] > 0.9 and hidden[0]["ignore"] and not hidden[2]["ignore"]


def same(a: Scene, b: Scene) -> bool:
    dice = all(
        x.look == y.look and x.shape == y.shape and x.centre == y.centre and (x.turn == y.turn).all()
        for x, y in zip(a.dice, b.dice, strict=True)
    )
    assert a.ground and b.ground
    return dice and a.camera == b.camera and a.lamps == b.lamps and (a.ground.picture == b.ground.picture).all()


def test_a_number_draws_the_same_table_again_and_another_another(stocked: None) -> None:
    assert same(layout.scene(7, (96, 72)), layout.scene(7, (96, 72)))
    assert layout.scene(8, (96, 72)).camera != layout.scene(7, (96, 72)).camera


def test_dice_of_a_drawn_table_stand_on_it_and_not_in_each_other(stocked: None) -> None:
    from datasets.physics import Rest, apart

    counted = 0
    for number in range(20, 26):
        dice = layout.scene(number, (160, 120)).dice
        counted += len(dice)
        rests = [Rest(np.array(d.centre), d.turn, d.support) for d in dice]
        for k, (die, rest) in enumerate(zip(dice, rests, strict=True)):
            assert die.centre[2] > die.shape.half * 0.9
            for other, there in zip(dice[:k], rests[:k], strict=True):
                near = np.linalg.norm(rest.centre - there.centre) < (die.shape.edge + other.shape.edge) * 0.9
                assert not near or apart(die.shape, other.shape, rest, there) > -0.5
    assert counted > 5


@pytest.mark.parametrize("name", list(groups.KINDS))
def test_every_kind_of_group_holds_dice_with_supports_of_its_own(name: str, stocked: None) -> None:
    rng = np.random.default_rng(5)
    least = max(groups.KINDS[name][1], 2)
    found = groups.group(name, looks.sets(rng, least), rng)
    assert 1 <= len(found.dice) <= least
    moved = found.moved(100.0, 50.0, 1.0)
    assert all(d.support < len(found.dice) for d in moved.dice)
    heights = [(a.centre[2], b.centre[2]) for a, b in zip(found.dice, moved.dice, strict=True)]
    assert all(a == pytest.approx(b) for a, b in heights)
    assert all(np.hypot(d.centre[0] - 100, d.centre[1] - 50) < found.radius for d in moved.dice)
    if name == "tower":
        assert [d.support for d in found.dice] == list(range(-1, least - 1))


def test_groups_keep_their_supports_when_they_are_gathered() -> None:
    kind = (DieShape(), RED)
    tower = Group((groups.standing(kind, 1, 0, 0, 0), groups.standing(kind, 2, 0, 0, 0, 16.0, 0)))
    dice, _things = layout.gathered([tower, tower.moved(50, 0, 0)])
    assert [d.support for d in dice] == [-1, 0, -1, 2]


def test_pictures_are_kept_and_all_told_in_order(tmp_path: Path, stocked: None) -> None:
    out = tmp_path / "set"
    run = [str(out), "--size", "72x64", "--samples", "1", "--workers", "1", "--count"]
    for folder in ("images", "truth"):
        (out / folder).mkdir(parents=True)
    line = {"image": "images/0000003.jpg", "width": 64, "height": 64, "dice": [{"value": 4, "box": [1, 2, 30, 30]}]}
    (out / "truth" / "0000003.json").write_text(json.dumps(line), encoding="utf-8")
    cv2.imwrite(str(out / "images" / "0000003.jpg"), np.full((64, 64, 3), 90, np.uint8))
    kept = (out / "images" / "0000003.jpg").read_bytes()
    result = CliRunner().invoke(shoot.main, [*run, "2", "--first", "2"])
    assert result.exit_code == 0, result.output
    assert (out / "images" / "0000003.jpg").read_bytes() == kept
    lines = [json.loads(text) for text in (out / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [told["image"] for told in lines] == ["images/0000002.jpg", "images/0000003.jpg"]
    assert lines[1] == line
    assert (lines[0]["width"], lines[0]["height"]) == (72, 64)
    for die in lines[0]["dice"]:
        x, y, w, h = die["box"]
        assert 0 <= x and x + w <= 72.05 and 0 <= y and y + h <= 64.05
    assert cv2.imread(str(out / "thumbnails.jpg")) is not None


def test_a_size_that_is_none_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(shoot.main, [str(tmp_path), "--size", "640by480"])
    assert result.exit_code == 2 and "640by480" in result.output
    assert not list(tmp_path.iterdir())


def test_a_contact_sheet_shows_boxes_and_does_without_a_missing_picture(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(cv2.imencode(".png", np.zeros((50, 100, 3), np.uint8))[1].tobytes())
    die = {"value": 3, "box": [10, 10, 20, 20]}
    lines = [{"image": "a.png", "dice": [die]}, {"image": "missing.png", "dice": []}]
    page = contact.sheet(tmp_path, lines, columns=2, cell=100)
    assert page.shape == (100, 200, 3)
    assert (page[10, 15] == contact.SEEN).all() and (page[:50, 100:] == 40).all()
    assert contact.sheet(tmp_path, [], columns=2, cell=50).shape == (50, 100, 3)
