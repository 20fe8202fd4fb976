"""Pictures that show the same are found however they lie; pictures of one desk are not the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.chart import Chart, Series
from datasets.duplicates import LARGE, SIDE, TURNS, bits_of, groups, laid, lay, main, waves
from datasets.report import main as report

Picture = np.ndarray[Any, np.dtype[np.uint8]]


def table(seed: int, dice: int = 5) -> Picture:
    """A desk with a lamp's light on it and dice strewn by a seed."""
    ramp = np.linspace(60, 190, 320)[None, :, None] * np.linspace(0.7, 1.1, 320)[:, None, None]
    shown = np.clip(np.repeat(ramp, 3, axis=2), 0, 255).astype(np.uint8)
    rng = np.random.default_rng(seed)
    for _ in range(dice):
        x, y, side = (int(v) for v in rng.integers((10, 10, 30), (250, 250, 60)))
        cv2.rectangle(shown, (x, y), (x + side, y + side), rng.integers(0, 255, 3).tolist(), -1)
    return shown


def noisy(picture: Any) -> Any:
    """As a dim camera would see it; such a file is large."""
    noise = np.random.default_rng(1).integers(-12, 12, picture.shape)
    return np.clip(picture.astype(int) + noise, 0, 255).astype(np.uint8)


def put(folder: Path, name: str, picture: Picture, original: str = "") -> None:
    (folder / "images").mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(folder / "images" / name), picture)
    line = {"image": f"images/{name}", "width": picture.shape[1], "height": picture.shape[0], "dice": []}
    line["original"] = original or name
    with (folder / "labels.jsonl").open("a") as file:
        file.write(json.dumps(line) + "\n")


def run(*folders: Path, code: int = 0) -> str:
    found = CliRunner().invoke(main, [str(folder) for folder in folders])
    assert found.exit_code == code, found.output
    return found.output


@pytest.mark.parametrize("way", TURNS)
def test_the_hash_of_a_turned_picture_follows_from_its_waves(way: tuple[bool, bool, bool]) -> None:
    small = cv2.resize(table(3), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    turned = np.ascontiguousarray(lay(grey, way))
    assert np.bitwise_count(bits_of(waves(turned)) ^ bits_of(laid(waves(grey), way))).sum() <= 2


def test_all_eight_ways_are_different() -> None:
    picture = np.arange(9).reshape(3, 3)
    assert len({lay(picture, way).tobytes() for way in TURNS}) == 8


def test_a_turned_mirrored_shrunk_and_pressed_picture_is_found(tmp_path: Path) -> None:
    picture = table(1)
    put(tmp_path / "train", "a.png", picture)
    put(tmp_path / "train", "other.png", table(2))
    ways = {
        "turned.png": np.rot90(picture),
        "mirrored.png": picture[:, ::-1],
        "small.png": cv2.resize(picture, (150, 150), interpolation=cv2.INTER_AREA),
        "dark.png": (picture * 0.8).astype(np.uint8),
        "both.png": np.rot90(picture[:, ::-1], 3),
        "large.png": noisy(cv2.resize(picture, (1280, 1280))),
    }
    assert cv2.imencode(".png", ways["large.png"])[1].nbytes > LARGE
    for name, shown in ways.items():
        put(tmp_path / "more", name, np.ascontiguousarray(shown))
    told = run(tmp_path / "train", tmp_path / "more")
    (line,) = [line for line in told.splitlines() if line.startswith("across sets: ")]
    assert all(name in line for name in ("a.png", *ways)) and "other.png" not in line
    assert "8 pictures, 1 groups that show the same, 6 pictures more than needed" in told


def test_pictures_of_one_desk_are_not_the_same(tmp_path: Path) -> None:
    for seed in range(8):
        put(tmp_path / "train", f"{seed}.png", table(seed))
    assert "8 pictures, 0 groups" in run(tmp_path / "train")


def test_a_test_picture_with_a_twin_is_an_error(tmp_path: Path) -> None:
    put(tmp_path / "damiantab", "a.png", table(1))
    put(tmp_path / "train", "b.png", np.ascontiguousarray(table(1)[::-1]))
    told = run(tmp_path / "damiantab", tmp_path / "train", code=1)
    assert "TEST PICTURE WITH A TWIN: damiantab/a.png, train/b.png" in told
    assert "test pictures with a twin in another set: 1" in told


def test_one_source_name_in_two_sets_is_told(tmp_path: Path) -> None:
    put(tmp_path / "one", "a.png", table(1), "IMG_20191208_112104.jpg")
    put(tmp_path / "one", "c.png", table(3), "dice_1.jpg")
    put(tmp_path / "two", "b.png", table(2), "IMG_20191208_112104_jpg.rf.bb.jpg")
    put(tmp_path / "two", "d.png", table(4), "dice_1_jpg.rf.cc.jpg")
    told = run(tmp_path / "one", tmp_path / "two")
    assert "one source name in one and two: IMG_20191208_112104" in told and "dice_1\n" not in told


def test_groups_join_what_hangs_together() -> None:
    assert groups(6, [(0, 1), (1, 4), (2, 3)]) == [[0, 1, 4], [2, 3]]
    assert groups(3, []) == []


def test_a_folder_of_pictures_alone_will_do_and_a_broken_one_is_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), table(1))
    assert "1 pictures" in run(tmp_path)
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    assert "b.jpg" in run(tmp_path, code=1)


# the report


def test_the_report_counts_and_measures(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    put(folder, "a.png", table(1))
    lines = [json.loads(line) for line in (folder / "labels.jsonl").read_text().splitlines()]
    dice = [
        {"value": 3, "box": [10, 10, 30, 20], "colour": "red"},
        {"value": 3, "box": [90, 10, 60, 50]},
        {"value": None, "box": [90, 90, 120, 50]},
    ]
    put(folder, "b.png", np.full((320, 320, 3), 40, np.uint8))
    lines.append(lines[0] | {"image": "images/b.png", "dice": dice})
    (folder / "labels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = CliRunner().invoke(report, [str(folder), "--chart", str(tmp_path / "sizes.png"), "--every", "1"])
    assert found.exit_code == 0, found.output
    assert "| `set` | 2 | 1 | 3 | 0 | 0 | 2 | 0 | 0 | 0 | 1 | 30, 33, 60, 114, 120 | " in found.output
    assert "`set` by colour: not told 2, red 1" in found.output
    drawn = cv2.imread(str(tmp_path / "sizes.png"))
    assert drawn is not None and drawn.shape == (200, 560, 3)
    assert "labels.jsonl" in CliRunner().invoke(report, [str(tmp_path)]).output


def test_a_chart_puts_points_where_they_belong() -> None:
    chart = Chart("t", "x", "y", (0, 10), (0, 1), (400, 300))
    left, low = chart.at(0, 0)
    right, top = chart.at(10, 1)
    assert (left, right) == (62, 384) and (low, top) == (254, 34)
    assert chart.at(5, 0.5) == ((left + right) // 2, (low + top) // 2)
    before = chart.image.copy()
    chart.line(Series("a", [(0, 0), (10, 1)]), 0)
    middle = chart.at(5, 0.5)
    assert (
        chart.image[middle[1] - 2 : middle[1] + 3, middle[0]] != before[middle[1] - 2 : middle[1] + 3, middle[0]]
    ).any()
