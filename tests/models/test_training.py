"""Training runs from pictures to a network that the reader loads; small, and only where the extra `train` is there."""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from click.testing import CliRunner

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision import models
from vision.picture import load
from vision.reader import Reader
from webui.cli import main

ROOT = Path(__file__).parents[2]

missing = importlib.util.find_spec("ultralytics") is None and not os.environ.get("PIPSIGHT_REQUIRE_HEAVY")
needs = pytest.mark.skipif(missing, reason="the extra `train` is not installed")
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


FACE = """[data]
sets = ["drawn"]
side = 120
smallest = 9
elsewhere = 1.0
[train]
epochs = 3
batch = 16
rate = 0.004
weight_decay = 0.01
smoothing = 0.05
widths = [8, 16]
seed = 1
"""
DETECTOR = """[data]
sets = ["drawn"]
longest = 160
distracted = 0.5
watch_every = 5
seed = 1
[train]
model = "yolo11n.yaml"
epochs = 1
imgsz = 96
batch = 8
workers = 0
amp = "bf16"
plots = false
val = true
seed = 1
"""


def run(*args: str | Path, code: int = 0) -> str:
    """Run `pipsight` with `args`; returns what it printed."""
    found = CliRunner().invoke(main, [str(arg) for arg in args])
    if found.exception and not isinstance(found.exception, SystemExit):
        raise found.exception
    assert found.exit_code == code, found.output
    return found.output


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Refuse and note every connection to elsewhere, and every program that would install something."""
    tried: list[str] = []
    connect, spawn = socket.socket.connect, subprocess.Popen.__init__

    def refuse(self: socket.socket, address: Any) -> None:
        if self.family == getattr(socket, "AF_UNIX", None) or str(address[0]).startswith("127."):
            return connect(self, address)
        tried.append(str(address))
        raise OSError("no network in this test")

    def watch(self: Any, args: Any, *more: Any, **named: Any) -> None:
        words = args if isinstance(args, str) else " ".join(map(str, args))
        if "pip install" in words or "uv pip" in words or "apt" in words.split():
            tried.append(words)
        spawn(self, args, *more, **named)

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(subprocess.Popen, "__init__", watch)
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *_, **__: tried.append(f"name {host}") or [])
    return tried


def test_the_face_reader_learns_saves_and_resumes(data: Path, tmp_path: Path) -> None:
    config = tmp_path / "face.toml"
    config.write_text(FACE)
    words = ["train", "face", "--data", data, "--run", tmp_path / "run", "--config", config, "--device", "cpu"]
    told = run(*words)
    losses = [float(line.split()[-1]) for line in told.splitlines() if line.startswith("epoch") and "loss" in line]
    assert len(losses) == 3 and losses[-1] < losses[0]
    assert (tmp_path / "run" / "face.pt").exists()
    assert [line.split(",")[0] for line in (tmp_path / "run" / "face.csv").read_text().split()] == [
        *("epoch", "1", "2", "3")
    ]
    assert "--resume goes on with it" in run(*words, code=1), "a training that was begun is not overwritten"
    assert "loss" not in run(*words, "--resume"), "everything is done: nothing is trained again"
    assert "--start goes on from its weights" in run(*words, "--resume", "--epochs", "4", code=1)


def test_a_training_is_the_same_again(data: Path, tmp_path: Path) -> None:
    config = tmp_path / "face.toml"
    config.write_text(FACE)
    words = ["train", "face", "--data", data, "--config", config, "--pictures", "6", "--epochs", "2", "--device", "cpu"]
    for name in "ab":
        run(*words, "--run", tmp_path / name)
    assert (tmp_path / "a" / "face.csv").read_text() == (tmp_path / "b" / "face.csv").read_text()
    with np.load(tmp_path / "a" / "cuts.npz") as cuts:
        assert (cuts["faces"] > 0).sum() == 18, "six pictures of three dice"


def test_other_settings_do_not_share_a_folder(data: Path, tmp_path: Path) -> None:
    config = tmp_path / "face.toml"
    config.write_text(FACE)
    words = ["train", "face", "--data", data, "--run", tmp_path / "run", "--config", config, "--epochs", "1"]
    run(*words, "--pictures", "4")
    (tmp_path / "run" / "face.ckpt").unlink()
    assert "prepared from other settings" in run(*words, "--pictures", "5", code=1)


def trained(which: str, data: Path, folder: Path) -> Path:
    """Train a detector for one pass, export it; returns the exported file."""
    config = folder / f"{which}.toml"
    config.write_text(DETECTOR.replace("[train]", "faces = true\n[train]" if which == "onestage" else "[train]"))
    words = ["train", which, "--data", data, "--run", folder, "--config", config, "--device", "cpu"]
    run(*words)
    weights = folder / which / "weights" / "last.pt"
    assert str(weights) in run(*words, "--resume"), "everything is done: nothing is trained again"
    assert "--resume goes on with it" in run(*words, code=1)
    run("export", which, "--weights", weights, "--to", folder, "--side", "96")
    file = folder / f"{which}.onnx"
    assert json.loads((folder / "manifest.json").read_text())[file.name]["side"] == 96
    assert str(folder).encode() not in file.read_bytes(), "no path of the training machine"
    network = onnxruntime.InferenceSession(str(file), providers=["CPUExecutionProvider"])
    told = network.run(None, {network.get_inputs()[0].name: np.zeros((1, 96, 64, 3), np.uint8)})[0]
    assert told.shape[:2] == (1, 10 if which == "onestage" else 5), "any picture whose sides are steps of 32 px"
    return file


def labels(folder: Path) -> list[str]:
    return "".join(file.read_text() for file in (folder / "train" / "labels").glob("*.txt")).splitlines()


def test_twenty_pictures_become_models_that_read_a_picture(
    data: Path, tmp_path: Path, no_network: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The smoke run: both networks, trained for one pass, exported, and a picture read with what came out."""
    trained("detector", data, tmp_path)
    assert [line.split()[0] for line in labels(tmp_path / "yolo")] == ["0"] * 60
    config = tmp_path / "face.toml"
    config.write_text(FACE)
    run("train", "face", "--data", data, "--run", tmp_path, "--config", config, "--epochs", "1", "--device", "cpu")
    run("export", "face", "--weights", tmp_path / "face.pt", "--to", tmp_path)
    shipped = json.loads((ROOT / "models" / "manifest.json").read_text())
    made = json.loads((tmp_path / "manifest.json").read_text())
    told = {name: shipped[name] | made[name] for name in ("detector.onnx", "face.onnx")}
    told["detector.onnx"]["bar"] = 0.0001  # after one pass nothing is sure
    (tmp_path / "manifest.json").write_text(json.dumps(told))
    monkeypatch.setattr(models.resources, "files", lambda package: tmp_path)
    models.manifest.cache_clear()
    try:
        eye = Reader()
        finds = eye._detector.find(load(data / "photos" / "drawn" / "images" / "0.png"))
        read = eye.faces.read_crops([np.full((64, 64, 3), 90, np.uint8)])
        view = eye.look(load(data / "photos" / "drawn" / "images" / "0.png"))
    finally:
        models.manifest.cache_clear()
    assert finds and view.size == (160, 160)
    assert all(0 <= find.score <= 1 and min(find.box[2:]) >= 0 for find in finds)
    assert sum(read[0].chances) == pytest.approx(1)
    assert no_network == []


def test_a_plain_detector_is_trained_and_judged_in_the_same_way(
    data: Path, tmp_path: Path, no_network: list[str]
) -> None:
    file = trained("onestage", data, tmp_path)
    assert {line.split()[0] for line in labels(tmp_path / "yolo6")} == {"0", "1", "4"}
    told = run("evaluate", "photos", "drawn", "--data", data, "--onestage", file, "--side", "160")
    assert "| `drawn` | 20 | 60 | " in told and "| value | dice | found |" in told
    assert no_network == []


def test_ultralytics_neither_calls_home_nor_installs() -> None:
    code = "import models.train_detector, ultralytics.utils as u; print(u.ONLINE, u.AUTOINSTALL)"
    environment = {k: v for k, v in os.environ.items() if not k.startswith("YOLO_")}
    told = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert told.stdout.split()[-2:] == ["False", "False"]


def test_a_device_that_is_not_there_is_named(data: Path, tmp_path: Path) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is one here")
    words = ["train", "face", "--data", data, "--run", tmp_path / "run", "--device", "cuda"]
    config = tmp_path / "face.toml"
    config.write_text(FACE)
    assert "no device 'cuda' on this machine; here: cpu" in run(*words, "--config", config, code=1)


def test_a_set_that_is_not_there_is_named(data: Path, tmp_path: Path) -> None:
    words = ["train", "detector", "--data", data, "--run", tmp_path / "run", "--device", "cpu"]
    config = tmp_path / "detector.toml"
    config.write_text(DETECTOR.replace("drawn", "gone"))
    told = run(*words, "--config", config, code=1)
    assert "gone" in told and "labels.jsonl" in told
