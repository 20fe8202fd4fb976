"""Fit how sure the face reader may be, on sources that it was not trained on.

    python -m models.calibrate RUN/held_*.npz

Each file holds logits of a reader that never saw that source. The temperature makes the mean certainty match the
share of right values (least negative log-likelihood); the bar is the lowest certainty from which at most one
accepted value in `ONE_WRONG_IN` is wrong. Test sets take no part. Writes both into `manifest.json`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.export import note
from vision.face import chances

ONE_WRONG_IN = 300
LOWEST_BAR = 0.8
TEMPERATURES = np.geomspace(0.2, 3.0, 80)

Logits = NDArray[np.float32]
Truth = NDArray[np.int64]


def main() -> None:
    """Fit, print what was fitted, and write the manifest."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("held", type=Path, nargs="+")
    asked = parser.parse_args()
    logits, truth = gather(asked.held)
    faces = truth > 0  # certainty is about a die's value; background crops would make it look easy
    heat = temperature(logits[:, faces], truth[faces])
    read = chances(logits[:, faces], heat)
    least = bar(read, truth[faces])
    sure = read.max(axis=1) >= least
    right = read.argmax(axis=1) == truth[faces]
    print(f"{len(right)} faces of {len(asked.held)} held-back sources: right {right.mean():.4f}")
    print(f"temperature {heat:.3f}, expected calibration error {calibration_error(read, truth[faces]):.4f}")
    print(f"bar {least:.3f}: accepted {sure.mean():.4f}, right of accepted {right[sure].mean():.5f}")
    for file in asked.held:
        _tell(file, heat, least)
    note("face.onnx", {"temperature": round(heat, 4), "bar": round(least, 4)})


def _tell(file: Path, heat: float, least: float) -> None:
    logits, truth = gather([file])
    read, faces = chances(logits, heat), truth > 0
    right, sure = (read.argmax(axis=1) == truth)[faces], (read.max(axis=1) >= least)[faces]
    none = (read.argmax(axis=1) == 0)[~faces].mean() if (~faces).any() else float("nan")
    print(
        f"  {file.stem}: {faces.sum()} faces, right {right.mean():.4f}, accepted {sure.mean():.4f}, "
        f"right of accepted {right[sure].mean():.5f}, background told apart {none:.3f}"
    )


def gather(files: list[Path]) -> tuple[Logits, Truth]:
    """Join the logits (4 x N x 7) and faces (N) of the files."""
    told = [np.load(f) for f in files]
    return np.concatenate([t["logits"] for t in told], axis=1), np.concatenate([t["faces"] for t in told])


def temperature(logits: Logits, truth: Truth) -> float:
    """Return the temperature with the least negative log-likelihood of the truth."""

    def cost(heat: float) -> float:
        chosen = chances(logits, heat)[np.arange(len(truth)), truth]
        return float(-np.log(np.maximum(chosen, 1e-9)).mean())

    return float(min(TEMPERATURES, key=cost))


def bar(read: NDArray[np.float64], truth: Truth) -> float:
    """Return the lowest certainty from which at most one accepted value in `ONE_WRONG_IN` is wrong."""
    certainty, wrong = read.max(axis=1), read.argmax(axis=1) != truth
    order = np.argsort(-certainty)
    rate = np.cumsum(wrong[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(rate <= 1 / ONE_WRONG_IN)
    if not len(fine):
        return 0.999
    return float(np.clip(certainty[order][fine[-1]], LOWEST_BAR, 0.999))


def calibration_error(read: NDArray[np.float64], truth: Truth, bins: int = 15) -> float:
    """Expected calibration error: mean gap between certainty and share of right values over certainty bins."""
    certainty, right = read.max(axis=1), read.argmax(axis=1) == truth
    place = np.minimum((certainty * bins).astype(int), bins - 1)
    gaps = [
        abs(certainty[place == b].mean() - right[place == b].mean()) * (place == b).mean()
        for b in range(bins)
        if (place == b).any()
    ]
    return float(sum(gaps))


if __name__ == "__main__":
    main()
