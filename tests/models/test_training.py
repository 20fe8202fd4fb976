"""Training runs from pictures to a network that the reader loads; small, and only where the extra `train` is there."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

needs = pytest.mark.skipif(importlib.util.find_spec("ultralytics") is None, reason="the extra `train` is not installed")
pytestmark = [needs, pytest.mark.filterwarnings("default")]

PIPS = {1: [(0, 0)], 2: [(-1, -1), (1, 1)], 5: [(-1, -1), (1, 1), (0, 0), (1, -1), (-1, 1)]}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty drawn pictures of three dice each, in the form of the real sets."""
    home = tmp_path_factory.mktemp("data")
    place = home / "photos" / "drawn"
    (place / "images").mkdir(parents=True)
    rng = np.random.default_rng(1)
    lines = []
    for n in range(20):
        picture = np.full((160, 160, 3), rng.integers(90, 160), np.uint8)
        dice = []
        for column, value in enumerate(rng.permutation([1, 2, 5]).tolist()):
            x, y = 8 + 50 * column, int(rng.integers(10, 110))
            picture[y : y + 40, x : x + 40] = 240
            for across, down in PIPS[value]:
                cv2.circle(picture, (x + 20 + 11 * across, y + 20 + 11 * down), 4, (20, 20, 20), -1)
            dice.append({"value": value, "box": [x, y, 40, 40]})
        cv2.imwrite(str(place / "images" / f"{n}.png"), picture)
        lines.append(json.dumps({"image": f"images/{n}.png", "width": 160, "height": 160, "dice": dice}))
    (place / "labels.jsonl").write_text("\n".join(lines) + "\n")
    return home


def test_the_face_reader_learns_saves_and_resumes(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from models import train_face

    config = tmp_path / "face.toml"
    config.write_text(
        '[data]\nsets = ["drawn"]\nheld_back = []\nside = 120\nsmallest = 9\nelsewhere = 1.0\n'
        "[train]\nepochs = 3\nbatch = 16\nrate = 0.004\nweight_decay = 0.01\nsmoothing = 0.05\nwidths = [8, 16]\n"
        "seed = 1\n"
    )
    words = ["x", "--data", str(data), "--run", str(tmp_path / "run"), "--config", str(config)]
    monkeypatch.setattr(sys, "argv", words)
    train_face.main()
    losses = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines() if line.startswith("epoch")]
    assert losses[-1] < losses[0]
    assert (tmp_path / "run" / "face.pt").exists()
    train_face.main()  # everything is done: nothing is trained again
    assert "epoch" not in capsys.readouterr().out


def test_the_detector_trains_and_its_export_finds_boxes(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from models import export, train_detector

    config: dict[str, Any] = {
        "model": "yolo11n.yaml",
        "epochs": 1,
        "imgsz": 96,
        "batch": 8,
        "workers": 0,
        "plots": False,
        "val": False,
        "seed": 1,
    }
    prepared = {"sets": ["drawn"], "longest": 160, "distracted": 0.5, "watch_every": 5, "seed": 1}
    described = train_detector.prepare(data, tmp_path, prepared)
    assert len(list((described.parent / "train" / "labels").glob("*.txt"))) == 20
    train_detector.train(described, tmp_path, config, resume=False)
    monkeypatch.setattr(export, "DETECTOR_SIDE", 96)
    settings = export.detector(tmp_path / "detector" / "weights" / "last.pt", tmp_path / "detector.onnx")
    assert settings == {"side": 96}
    assert str(tmp_path).encode() not in (tmp_path / "detector.onnx").read_bytes(), "no path of the training machine"
    network = cv2.dnn.readNetFromONNX(str(tmp_path / "detector.onnx"))
    network.setInput(np.zeros((1, 3, 96, 96), np.float32))
    assert network.forward().shape[:2] == (1, 5)
