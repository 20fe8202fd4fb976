"""`make bench`: how long reading takes, with the share of each part, and how that compares in the same run.

Machines are noisy and differ, so each time stands beside the time of one fixed piece of work (a 2000 x 2000 matrix
product) measured in the same run; the ratio is what can be compared. No test asserts a time.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from importlib import resources

import numpy as np

from rules.sheet import Sheet, shipped
from vision.board import Pose, pose_from_markers
from vision.camera import EndOfPictures, open_source
from vision.picture import Image
from vision.reader import Reader

import cv2  # isort: skip

RUNS = 15
FULL = (1920, 1080)


def median(work: Callable[[], object], runs: int = RUNS) -> float:
    """Median seconds of a call, after one that does not count."""
    work()
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def still(dice: int) -> Image:
    """The first picture of the demo clip that shows so many dice at rest, at 1920 x 1080."""
    reader, sheet = Reader(), shipped("world-war")
    source = open_source(str(resources.files("webui") / "data" / "demo.mp4"))
    pose: Pose | None = None
    try:
        while True:
            frame = source.read()
            if frame.number % 10:
                continue
            pose = pose or pose_from_markers(frame.image, sheet)
            if len(reader.look(frame.image, pose, sheet).dice) >= dice:
                return np.asarray(cv2.resize(frame.image, FULL, interpolation=cv2.INTER_CUBIC), np.uint8)
    except EndOfPictures:
        raise SystemExit(f"the demo clip never shows {dice} dice") from None
    finally:
        source.close()


def first_reading() -> float:
    """Seconds from starting the program to the first reading of a picture."""
    picture = str(resources.files("webui") / "data" / "demo.mp4")
    code = (
        "from vision.camera import open_source\nfrom vision.reader import Reader\n"
        f"image = open_source({picture!r}).read().image\nReader().look(image)\n"
    )
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def parts(reader: Reader, image: Image, pose: Pose | None, sheet: Sheet | None) -> str:
    """The share of each step of one reading, over several runs."""
    told: dict[str, list[float]] = {}
    for _ in range(RUNS):
        reader.look(image, pose, sheet)
        for name, seconds in reader.parts.items():
            told.setdefault(name, []).append(seconds)
    whole = sum(np.median(v) for v in told.values())
    return ", ".join(f"{name} {1000 * np.median(v):.0f} ms ({np.median(v) / whole:.0%})" for name, v in told.items())


def main() -> None:
    """Measure and print."""
    yard = np.random.default_rng(1).random((2000, 2000), np.float32)
    measure = median(lambda: yard @ yard)
    sheet, image, reader = shipped("world-war"), still(10), Reader()
    pose = pose_from_markers(image, sheet)
    seen = len(reader.look(image, pose, sheet).dice)
    rows = {
        f"read 1920 x 1080 with {seen} dice on the board": median(lambda: reader.look(image, pose, sheet)),
        f"read 1920 x 1080 with {seen} dice, no board": median(lambda: reader.look(image)),
        "find the board by its markers": median(lambda: pose_from_markers(image, sheet)),
        "start to first reading": median(first_reading, 3),
    }
    print(f"yardstick (2000 x 2000 matrix product): {measure * 1000:.1f} ms")
    for name, seconds in rows.items():
        print(f"{name}: {seconds * 1000:.0f} ms, {seconds / measure:.1f} yardsticks")
    print(f"parts of reading with the board: {parts(reader, image, pose, sheet)}")


if __name__ == "__main__":
    main()
