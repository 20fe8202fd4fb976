"""Where the detector looks, proven with a made-up network that sees white squares, but only 24 to 170 px wide ones."""

from __future__ import annotations

from importlib import resources

import numpy as np
import onnxruntime
import pytest

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.dice import Detector, _cut, _round, _starts, _steps, _tiles
from vision.merge import Box, Found
from vision.models import content
from vision.picture import Image

FULL = (0.0, 0.0, 1920.0, 1080.0)


class Squares:
    """Tells 5 x N for the white squares of one picture, and how many pictures it was shown."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def __call__(self, batch: np.ndarray) -> np.ndarray:
        self.shown.append(batch.shape)
        assert batch.dtype == np.uint8
        assert batch.shape[1] % 64 == batch.shape[2] % 64 == 0
        light = (batch[0].min(axis=2) > 160).astype(np.uint8)
        *_, stats, _ = cv2.connectedComponentsWithStats(light)
        rows = [
            (x + w / 2, y + h / 2, w, h, 0.8 if w >= 24 else 0.3 if w >= 18 else 0.15)
            for x, y, w, h, _ in stats[1:].tolist()
        ]
        return np.array([r for r in rows if 10 <= r[2] <= 170], np.float32).reshape(1, -1, 5).transpose(0, 2, 1)


@pytest.fixture(scope="module")
def loaded() -> Detector:
    return Detector()


@pytest.fixture
def detector(loaded: Detector) -> Detector:
    loaded._model = Squares()
    return loaded


def table(*squares: tuple[int, int, int], size: tuple[int, int] = (1920, 1080)) -> Image:
    image = np.full((size[1], size[0], 3), 90, np.uint8)
    for x, y, side in squares:
        image[y : y + side, x : x + side] = 255
    return image


def found(detector: Detector, image: Image, thorough: bool = False, view: Box | None = None) -> list[tuple[int, ...]]:
    return sorted(tuple(round(v) for v in f.box) for f in detector.find(image, view, thorough))


def near(told: list[tuple[int, ...]], *squares: tuple[int, int, int]) -> bool:
    """Whether the boxes are those of the squares, to a quarter of their size."""
    wanted = sorted(squares)
    return len(told) == len(wanted) and all(
        abs(x - a) + abs(y - b) + abs(w - side) + abs(h - side) < side / 4 + 3
        for (x, y, w, h), (a, b, side) in zip(told, wanted, strict=True)
    )


def test_one_look_is_enough_for_dice_of_the_usual_size(detector: Detector) -> None:
    squares = ((100, 100, 90), (900, 500, 120), (1700, 900, 100))
    assert near(found(detector, table(*squares)), *squares)
    assert detector._model.shown == [(1, 384, 640, 3)], "the picture in its own shape"


def test_small_dice_are_looked_at_again_from_nearer_but_only_where_they_are(detector: Detector) -> None:
    small, large = (300, 300, 57), (1500, 200, 150)
    assert near(found(detector, table(small, large)), small, large)
    assert len(detector._model.shown) == 2, "57 px are 19 at the input; the other tile holds none"


@pytest.mark.parametrize("side", [12, 14, 20, 30, 60, 150, 300, 500, 800])
def test_a_thorough_look_finds_every_size(detector: Detector, side: int) -> None:
    square = (700, 150, side)
    assert near(found(detector, table(square), True), square)


def test_a_thorough_look_finds_all_sizes_in_one_picture(detector: Detector) -> None:
    squares = ((40, 40, 600), (700, 60, 12), (760, 60, 25), (900, 300, 60), (1300, 100, 400), (1800, 1000, 13))
    assert near(found(detector, table(*squares), True), *squares)


def test_a_part_of_the_picture_keeps_its_place(detector: Detector) -> None:
    squares = ((700, 150, 60), (1000, 420, 12))
    for thorough in (False, True):
        told = found(detector, table(*squares), thorough, (600.0, 100.0, 640.0, 480.0))
        assert near(told, *(squares if thorough else squares[:1]))


def test_a_plain_table_is_not_searched_closely(detector: Detector) -> None:
    assert found(detector, table(size=(4000, 3000)), True) == []
    assert len(detector._model.shown) == 3
    assert found(detector, table((3100, 2000, 20), size=(4000, 3000)), True)
    assert len(detector._model.shown) < 20


@pytest.mark.parametrize("size", [(5, 1920), (1920, 3), (1, 1), (30, 40)])
def test_pictures_as_thin_as_a_hair_hold_nothing(detector: Detector, size: tuple[int, int]) -> None:
    assert found(detector, table(size=size)) == []
    assert found(detector, table(size=size), True) == []


def test_tiles_cover_the_view_and_overlap() -> None:
    tiles = _tiles(FULL, 640)
    seen = np.zeros((1080, 1920), int)
    for x, y, w, h in tiles:
        seen[int(y) : int(y + h), int(x) : int(x + w)] += 1
    assert 1 <= seen.min() <= seen.max() <= 4
    assert _starts(0.0, 600.0, 640.0) == [0.0]


def test_a_box_on_a_tiles_inner_edge_is_left_to_the_next_tile() -> None:
    tile = (0.0, 0.0, 640.0, 640.0)
    assert _cut((630, 5, 10, 10), tile, FULL)
    assert not _cut((0, 5, 10, 10), tile, FULL)


def test_steps_lead_from_a_scale_to_the_pictures_own() -> None:
    for scale in (0.1, 0.16, 0.33, 0.5, 0.67, 0.9):
        assert np.isclose(scale * np.prod(_steps(scale)), 1)
        assert max(_steps(scale)) < 2.2
    assert _steps(1.0) == _steps(2.5) == []


def test_one_square_is_enough_for_neighbours() -> None:
    some = [Found((x, 500.0, 12.0, 12.0), 0.2) for x in (300.0, 350.0, 1915.0)]
    tiles = _round(some, FULL, 320)
    assert len(tiles) == 2
    assert all(0 <= x and x + w <= 1920 and 0 <= y and y + h <= 1080 for x, y, w, h in tiles)


def test_the_shipped_detector_takes_any_picture_as_bytes_and_all_weights_are_small() -> None:
    network = onnxruntime.InferenceSession(content("detector.onnx"), providers=["CPUExecutionProvider"])
    (wanted,) = network.get_inputs()
    assert wanted.type == "tensor(uint8)"
    for high, wide in ((384, 640), (640, 448)):
        told = network.run(None, {wanted.name: np.zeros((1, high, wide, 3), np.uint8)})[0]
        assert told.shape == (1, 5, high * wide // 64 + high * wide // 256 + high * wide // 1024)
    assert sum(len(content(name)) for name in ("detector.onnx", "face.onnx")) <= 15e6
    assert not [f.name for f in resources.files("models").iterdir() if f.name.endswith((".pt", ".bin", ".xml"))]
