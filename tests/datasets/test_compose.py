"""Dice cut out of pictures and laid on other grounds: outlines, boxes, seeds, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from datasets import compose, cutouts, lay
from datasets.photos import Label, Picture, sets, share, tight


def die_on(ground: tuple[int, int, int], body: tuple[int, int, int]) -> np.ndarray[Any, Any]:
    picture = np.full((200, 240, 3), ground, np.uint8)
    cv2.rectangle(picture, (80, 60), (149, 129), body, -1)
    for x, y in ((97, 77), (132, 112), (115, 95)):
        cv2.circle(picture, (x, y), 6, (250, 250, 250), -1)
    noise = np.random.default_rng(1).integers(-4, 5, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


def test_a_die_is_cut_along_its_own_edge() -> None:
    found = cutouts.cut(die_on((90, 160, 200), (30, 30, 180)), (72, 52, 86, 86))
    assert found is not None
    high, wide = found.shape[:2]
    assert abs(high - 70) <= 4 and abs(wide - 70) <= 4
    assert (found[8:-8, 8:-8, 3] == 255).all()


def test_nothing_is_cut_where_there_is_no_outline() -> None:
    plain = np.full((200, 240, 3), 128, np.uint8)
    assert cutouts.cut(plain, (72, 52, 86, 86)) is None
    assert cutouts.cut(die_on((90, 160, 200), (30, 30, 180)), (80, 60, 6, 6)) is None


def test_a_die_that_another_covers_is_not_free() -> None:
    one, two = Label(3, (10, 10, 40, 40)), Label(4, (40, 10, 40, 40))
    picture = Picture("x", Path("x.jpg"), (200, 200), (one, two, Label(5, (100, 100, 40, 40))))
    assert [cutouts.free(die, picture) for die in picture.dice] == [False, False, True]


@pytest.fixture
def stock(tmp_path: Path) -> tuple[Path, Path]:
    cuts, grounds = tmp_path / "cuts", tmp_path / "grounds"
    (cuts / "mine").mkdir(parents=True)
    grounds.mkdir()
    lines = []
    for value in range(1, 7):
        picture = np.full((60, 60, 4), (40 * value, 30, 200, 255), np.uint8)
        cv2.imwrite(str(cuts / "mine" / f"{value}.png"), picture)
        lines.append(json.dumps({"image": f"mine/{value}.png", "value": value}))
    (cuts / "cutouts.jsonl").write_text("\n".join(lines))
    cv2.imwrite(str(grounds / "g.jpg"), np.random.default_rng(0).integers(0, 80, (300, 400, 3), np.uint8))
    return cuts, grounds


def test_a_picture_is_drawn_from_its_seed_alone(stock: tuple[Path, Path]) -> None:
    have = compose.store(*stock, None)
    one, two = (compose.compose(have, np.random.default_rng(7)) for _ in range(2))
    assert one[1] == two[1] and np.array_equal(one[0], two[0])


def test_boxes_hold_the_dice_and_dice_do_not_lie_on_each_other(stock: tuple[Path, Path]) -> None:
    have = compose.store(*stock, None)
    seen = 0
    for seed in range(12):
        image, dice = compose.compose(have, np.random.default_rng(seed))
        boxes = [d["box"] for d in dice]
        for x, y, w, h in boxes:
            assert 0 <= x and 0 <= y and x + w <= image.shape[1] and y + h <= image.shape[0] and w > 0 and h > 0
        for n, a in enumerate(boxes):
            for b in boxes[:n]:
                assert lay._shared(tuple(a), tuple(b)) <= lay.SHARED * min(a[2] * a[3], b[2] * b[3]) + 1
        seen += len(boxes)
    assert seen > 12


def test_a_laid_die_is_where_its_box_says() -> None:
    image = np.full((200, 200, 3), 255, np.uint8)
    laid: list[lay.Laid] = []
    die = lay.Laid(np.full((40, 40, 4), (0, 0, 255, 255), np.uint8), 3)
    assert lay.lay(image, die, laid, None, np.random.default_rng(4))
    x, y, w, h = (int(v) for v in laid[0].box)
    inside, outside = image[y + 2 : y + h - 2, x + 2 : x + w - 2], np.delete(image, np.s_[max(0, x - 9) : x + w + 9], 1)
    assert (inside[..., 2].astype(int) - inside[..., 0] > 100).all()
    assert (outside[..., 2].astype(int) - outside[..., 0] < 20).all()


def test_the_command_resumes_and_says_what_is_missing(stock: tuple[Path, Path], tmp_path: Path) -> None:
    cuts, grounds = stock
    out = tmp_path / "out"
    asked = [str(out), "--cutouts", str(cuts), "--grounds", str(grounds), "--count", "3"]
    assert CliRunner().invoke(compose.main, asked).exit_code == 0
    before = (out / "images" / "000001.jpg").stat().st_mtime_ns
    assert CliRunner().invoke(compose.main, [*asked[:-1], "4"]).exit_code == 0
    assert (out / "images" / "000001.jpg").stat().st_mtime_ns == before
    assert len((out / "labels.jsonl").read_text().splitlines()) == 4
    told = CliRunner().invoke(compose.main, [*asked, "--without", "mine"])
    assert told.exit_code == 2 and "no dice left" in told.output
    empty = tmp_path / "none"
    empty.mkdir()
    told = CliRunner().invoke(compose.main, [str(out), "--cutouts", str(cuts), "--grounds", str(empty)])
    assert told.exit_code == 2 and "0 grounds" in told.output


def test_loose_labels_are_drawn_in_and_alike_pictures_thinned() -> None:
    assert tight((100.0, 100.0, 100.0, 100.0), "unknown") == (100, 100, 100, 100)
    x, y, w, h = tight((100.0, 100.0, 100.0, 100.0), "rune55")
    assert x == y == pytest.approx(107.5) and w == h == pytest.approx(85)
    pictures = [Picture(name, Path("p"), (9, 9), ()) for name in ("a", "b") for _ in range(200)]
    kept = share(pictures, {"a": 0.25}, 3)
    assert sum(p.source == "b" for p in kept) == 200 and 25 < sum(p.source == "a" for p in kept) < 80


def test_pictures_that_a_test_set_shows_as_well_are_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "rune55"
    folder.mkdir()
    names = [
        "0u9xMiHr1Nvqlv9Wblme_jpg.rf.1.jpg",
        "IMG_0631_jpg.rf.2.jpg",
        "IMG_20191208_111228_jpg.rf.3.jpg",
        "00000_jpg",
    ]
    lines = [
        {"image": f"images/{n}.jpg", "original": name, "width": 9, "height": 9, "dice": []}
        for n, name in enumerate(names)
    ]
    (folder / "labels.jsonl").write_text("\n".join(json.dumps(line) for line in lines))
    assert [p.original for p in sets(tmp_path, ("rune55",))] == ["00000_jpg"]
