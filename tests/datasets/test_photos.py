"""Labelled photographs: reading, leaving out what has rolled away, and the YOLO form."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from datasets.distract import distract
from datasets.faces import cut_out, relight, spoil
from datasets.photos import BadLabels, read, write_yolo

import cv2  # isort: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One picture of three dice; one of them has rolled out of it, one is to be ignored."""
    place = tmp_path / "mini"
    (place / "images").mkdir(parents=True)
    picture = np.full((240, 320, 3), 150, np.uint8)
    picture[100:140, 60:100] = (30, 30, 200)
    cv2.imwrite(str(place / "images" / "a.jpg"), picture)
    dice = [
        {"value": 4, "box": [60, 100, 40, 40], "colour": "red"},
        {"value": 2, "box": [330, 100, 40, 40]},
        {"value": 1, "box": [10, 10, 20, 20], "ignore": True},
    ]
    line = {"image": "images/a.jpg", "width": 320, "height": 240, "dice": dice}
    (place / "labels.jsonl").write_text(json.dumps(line) + "\n")
    return place


def test_labels_are_read(folder: Path) -> None:
    (picture,) = read(folder)
    assert [(d.value, d.box) for d in picture.dice] == [(4, (60, 100, 40, 40)), (2, (330, 100, 40, 40))]
    assert [picture.shown(d) for d in picture.dice] == [1.0, 0.0]
    assert picture.ignored == ((10, 10, 20, 20),)


def test_a_place_that_nobody_scores_may_stand_beside_the_dice(folder: Path) -> None:
    line = json.loads((folder / "labels.jsonl").read_text()) | {"ignore": [{"box": [1, 2, 30, 40], "why": "in a hand"}]}
    (folder / "labels.jsonl").write_text(json.dumps(line) + "\n")
    (picture,) = read(folder)
    assert picture.ignored == ((10, 10, 20, 20), (1, 2, 30, 40))


def test_a_broken_label_names_file_and_line(folder: Path) -> None:
    with (folder / "labels.jsonl").open("a") as file:
        file.write('{"image": "images/b.jpg"\n')
    with pytest.raises(BadLabels, match=r"labels\.jsonl, line 2"):
        list(read(folder))


def test_the_yolo_form_is_normalised_and_leaves_out_what_is_not_in_view(folder: Path, tmp_path: Path) -> None:
    write_yolo(list(read(folder)), tmp_path / "yolo")
    (file,) = (tmp_path / "yolo" / "labels").glob("*.txt")
    assert file.read_text() == "0 0.250000 0.500000 0.125000 0.166667\n"


def test_things_are_pasted_clear_of_dice() -> None:
    picture = np.full((240, 320, 3), 150, np.uint8)
    picture[100:140, 60:100] = (30, 30, 200)
    rng = np.random.default_rng(1)
    spoiled = [distract(picture, [(60.0, 100.0, 40.0, 40.0)], rng, most=8) for _ in range(12)]
    assert any((s != picture).any() for s in spoiled)
    assert all((s[102:138, 62:98] == picture[102:138, 62:98]).all() for s in spoiled)


def test_cut_outs_show_the_die_in_the_middle(folder: Path) -> None:
    found = cut_out(list(read(folder)), 120, 9, elsewhere=2.0)
    assert found.faces[0] == 4
    assert set(found.faces[1:].tolist()) == {0}
    assert found.cuts[0][60, 60, 2] > 150 > found.cuts[0][60, 60, 0]
    assert abs(int(found.cuts[0][10, 60, 0]) - 150) < 20


def test_spoiling_is_the_same_for_the_same_seed() -> None:
    cut = np.random.default_rng(1).integers(0, 255, (120, 120, 3)).astype(np.uint8)
    one, two = (spoil(cut, 64, np.random.default_rng(5)) for _ in range(2))
    assert (one == two).all()
    batch = np.stack([one, two]).astype(np.float32) / 255
    lit = relight(batch, np.random.default_rng(5))
    assert lit.shape == (2, 64, 64, 3)
    assert lit.dtype == np.float32
    assert 0 <= lit.min() <= lit.max() <= 1
