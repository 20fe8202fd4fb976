"""`make bench`: how long reading takes, with the share of each part, beside others that ran in the same minute.

Machines are noisy and differ, so everything is run in turns, many times; the least time is the one that nothing
disturbed, and a fixed piece of work (a 2000 x 2000 matrix product) tells how fast this machine was meanwhile. `cpu`
is the computing time of all threads: what is left of it on a busy machine is nearly the same. No test asserts a time.

    make bench                      what is installed: onnxruntime, and OpenVINO where it is (extra `fast`)
    make bench WEIGHTS=last.pt      and ultralytics' own YOLO.predict with these weights, where it is installed
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import numpy as np

from rules.sheet import Sheet, shipped
from tests.bench_rivals import blobs, yolo
from tests.bench_table import crowded
from vision.board import Pose, pose_from_markers
from vision.picture import Image
from vision.reader import Reader

import cv2  # isort: skip

RUNS = 15
DICE = 25
FEW = 3  # runs of what takes long
ENGINES = ("onnxruntime", "openvino")
Times = list[tuple[float, float]]  # seconds by the clock, and of computing


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=Path, help="of the same detector, for YOLO.predict")
    parser.add_argument("--memory", choices=ENGINES, help=argparse.SUPPRESS)
    parser.add_argument("--picture", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--runs", type=int, default=RUNS)
    asked = parser.parse_args()
    if asked.memory:
        return print(peak(asked.memory, asked.picture))
    cv2.setNumThreads(2)
    sheet = shipped("world-war")
    image = crowded(reader("onnxruntime"), sheet, DICE)
    pose = pose_from_markers(image, sheet)
    readers = {name: reader(name) for name in engines()}
    print(table(compare(jobs(readers, image, pose, sheet, asked.weights), asked.runs)))
    for name, one in readers.items():
        print(f"\n{name}: {len(one.look(image, pose, sheet).dice)} dice, {parts(one, image, pose, sheet, asked.runs)}")
    print("\n" + memory(image))


def reader(name: str) -> Reader:
    """A reader whose networks one engine runs."""
    os.environ["PIPSIGHT_ENGINE"] = name
    try:
        return Reader()
    finally:
        del os.environ["PIPSIGHT_ENGINE"]


def engines() -> list[str]:
    """The engines that are installed."""
    return [name for name in ENGINES if importlib.util.find_spec(name)]


def jobs(
    readers: dict[str, Reader], image: Image, pose: Pose, sheet: Sheet, weights: Path | None
) -> dict[str, Callable[[], object] | str]:
    """What is measured, by its name in the table; a sentence where it is left out."""
    yard = np.random.default_rng(1).random((2000, 2000), np.float32)
    told: dict[str, Callable[[], object] | str] = {"yardstick: 2000 x 2000 matrix product": lambda: yard @ yard}
    for name in ENGINES:
        one = readers.get(name)
        gone = f"{name} is not installed here"
        told[f"pipsight, {name}: {DICE} dice on a board"] = (
            (lambda r=one: r.look(image, pose, sheet)) if one else gone  # type: ignore[misc]
        )
        told[f"pipsight, {name}: no board"] = (lambda r=one: r.look(image)) if one else gone  # type: ignore[misc]
    predict = yolo(weights)
    told["YOLO.predict, same detector (finds only)"] = predict if isinstance(predict, str) else lambda: predict(image)
    told["blobs and clusters (pips only)"] = lambda: blobs(image)
    told["find the board by its markers"] = lambda: pose_from_markers(image, sheet)
    told["find the board again near its place"] = lambda: pose_from_markers(image, sheet, pose)
    return told


def compare(wanted: dict[str, Callable[[], object] | str], runs: int) -> dict[str, Times | str]:
    """Run everything in turns, after one round that does not count."""
    told: dict[str, Times | str] = {name: work if isinstance(work, str) else [] for name, work in wanted.items()}
    for turn in range(runs + 1):
        for name, work in wanted.items():
            times = told[name]
            if isinstance(work, str) or isinstance(times, str):
                continue
            one = timed(work)
            if turn:
                times.append(one)
    told["start to first reading"] = [timed(first_reading) for _ in range(FEW)]
    return told


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds by the clock and seconds of computing of one call."""
    clock, computing = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - computing


def first_reading() -> None:
    """Start a program, load the networks and read one picture."""
    clip = str(resources.files("webui") / "data" / "demo.mp4")
    code = (
        "from vision.camera import open_source\nfrom vision.reader import Reader\n"
        f"image = open_source({clip!r}).read().image\nReader().look(image)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def table(measured: dict[str, Times | str]) -> str:
    """Milliseconds: median and least by the clock, least of computing, and the least in yardsticks."""
    first = next(iter(measured.values()))
    yardstick = 1.0 if isinstance(first, str) else min(clock for clock, _ in first)
    lines = [f"{'milliseconds':46}{'median':>8}{'least':>8}{'cpu':>8}{'yardsticks':>12}"]
    for name, times in measured.items():
        if isinstance(times, str):
            lines.append(f"{name:46}    left out: {times}")
            continue
        clocks, cpus = zip(*times, strict=True)
        least = min(clocks)
        cpu = f"{1000 * min(cpus):8.0f}" if name != "start to first reading" else " " * 8
        lines.append(f"{name:46}{1000 * np.median(clocks):8.0f}{1000 * least:8.0f}{cpu}{least / yardstick:12.2f}")
    return "\n".join(lines)


def parts(one: Reader, image: Image, pose: Pose, sheet: Sheet, runs: int) -> str:
    """The least time of each step of one reading, and its share."""
    told: dict[str, list[float]] = {}
    for _ in range(runs):
        one.look(image, pose, sheet)
        for name, seconds in one.parts.items():
            told.setdefault(name, []).append(seconds)
    whole = sum(min(v) for v in told.values())
    return ", ".join(f"{name} {1000 * min(v):.1f} ms ({min(v) / whole:.0%})" for name, v in told.items())


def memory(image: Image) -> str:
    """Peak memory of a program of its own that reads the picture, and the weights' size."""
    told = []
    with tempfile.TemporaryDirectory() as folder:
        spot = Path(folder) / "table.png"
        cv2.imwrite(str(spot), image)
        for name in engines():
            words = [sys.executable, "-m", "tests.bench", "--memory", name, "--picture", str(spot)]
            told.append(f"{name} {subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()} MB")
    files = [f for f in resources.files("models").iterdir() if f.name.endswith(".onnx")]
    weights = sum(len(f.read_bytes()) for f in files) / 1e6
    return f"peak memory while reading: {', '.join(told)}; weights {weights:.1f} MB"


def peak(name: str, picture: Path) -> int:
    """Peak resident memory (MB) of this process after it read a picture ten times, with a board and without."""
    image, sheet, one = cv2.imread(str(picture)), shipped("world-war"), reader(name)
    assert image is not None
    pose = pose_from_markers(np.asarray(image, np.uint8), sheet)
    for _ in range(10):
        one.look(np.asarray(image, np.uint8), pose, sheet)
        one.look(np.asarray(image, np.uint8))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
