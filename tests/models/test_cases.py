"""What becomes a case for calibration: which finds have a truth, and which truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.photos import Label, Picture
from models.cases import NO_DIE, Cases, complete, gather, joined
from vision.dice import Found

BOXES = [(40.0, 40.0, 50.0, 50.0), (140.0, 40.0, 50.0, 50.0), (40.0, 140.0, 50.0, 50.0)]
ELSEWHERE = (200.0, 180.0, 30.0, 30.0)


class Finder:
    """Finds the same boxes in every picture."""

    def __init__(self, boxes: list[tuple[float, float, float, float]]) -> None:
        self.boxes = boxes

    def find(self, image: np.ndarray) -> list[Found]:
        return [Found(box, 0.8) for box in self.boxes]


def look(crops: np.ndarray) -> np.ndarray:
    """A reader that takes the brightness of a crop for what it shows."""
    logits = np.zeros((len(crops), 7), np.float32)
    logits[:, 3] = 4 * crops.mean(axis=(1, 2, 3))
    return logits


def picture(
    folder: Path, dice: list[Label], incomplete: bool = False, ignored: tuple[tuple[float, ...], ...] = ()
) -> Picture:
    image = np.full((240, 260, 3), 90, np.uint8)
    for die in dice:
        x, y, w, h = (int(v) for v in die.box)
        image[y : y + h, x : x + w] = 230
    path = folder / "table.png"
    cv2.imwrite(str(path), image)
    return Picture("drawn", path, (260, 240), tuple(dice), incomplete, ignored)  # type: ignore[arg-type]


DICE = [Label(3, BOXES[0]), Label(None, BOXES[1], tilt=40), Label(5, BOXES[2], seen=0.0)]


def truths(made: Picture, boxes: list[tuple[float, float, float, float]]) -> list[int]:
    cases = gather([made], Finder(boxes), look)  # type: ignore[arg-type]
    return cases.truth[~cases.shrunk].tolist()


def test_a_find_gets_the_truth_of_the_die_that_it_shows(tmp_path: Path) -> None:
    made = picture(tmp_path, DICE)
    told = truths(made, [*BOXES, ELSEWHERE])
    assert told[:4] == [3, 0, 0, NO_DIE], "a value, a cocked die, a hidden face, and no die"


def test_nothing_is_said_of_what_labels_leave_open(tmp_path: Path) -> None:
    half = Label(4, BOXES[1], seen=0.6)
    riddle = Label(None, BOXES[2])
    made = picture(tmp_path, [DICE[0], half, riddle])
    assert not complete(made)
    assert truths(made, [*BOXES, ELSEWHERE]) == [3]
    assert truths(picture(tmp_path, [DICE[0]], incomplete=True), [BOXES[0], ELSEWHERE]) == [3]
    assert truths(picture(tmp_path, [DICE[0]], ignored=(ELSEWHERE,)), [BOXES[0], ELSEWHERE]) == [3]


def test_a_box_that_meets_a_die_in_part_is_neither_die_nor_none(tmp_path: Path) -> None:
    made = picture(tmp_path, [DICE[0]])
    assert truths(made, [BOXES[0], (65.0, 40.0, 50.0, 50.0)])[:1] == [3]
    assert len(truths(made, [BOXES[0], (65.0, 40.0, 50.0, 50.0)])) == 1


def test_some_dice_are_shown_smaller_as_well(tmp_path: Path) -> None:
    made = picture(tmp_path, [Label(3, box) for box in BOXES])
    cases = gather([made] * 12, Finder(BOXES), look)  # type: ignore[arg-type]
    small = cases.only(cases.shrunk)
    assert 0 < len(small) < len(cases) / 2
    assert (small.truth == 3).all()
    assert small.quality[:, 0].min() > 9
    assert small.quality[:, 0].max() < 28
    assert cases.quality[~cases.shrunk, 0].tolist() == [50.0] * int((~cases.shrunk).sum())


def test_cases_are_kept_and_joined(tmp_path: Path) -> None:
    cases = gather([picture(tmp_path, DICE)], Finder([*BOXES, ELSEWHERE]), look)  # type: ignore[arg-type]
    cases.save(tmp_path / "cases.npz")
    again = Cases.load(tmp_path / "cases.npz")
    assert again.pictures == cases.pictures == 1
    twice = joined([cases, again])
    assert len(twice) == 2 * len(cases)
    assert twice.pictures == 2
    assert twice.logits.shape[:2] == (4, len(twice))
    known = twice.evidence(1.0)
    assert known[0].quality == known[len(cases)].quality
    assert known[0].face.value == 3
    with pytest.raises(ValueError, match="held-back reader"):
        joined([])
