"""The card's pictures: how far certainty can be trusted, and how training went."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from pathlib import Path

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.chart import Chart, Image, Series, below
from models.runs import Unusable
from models.score import Shot, calibration_error, certainties, reliability

SIZE = (520, 300)
BINS = 10
LOSSES = {
    "train/box_loss": "box",
    "train/cls_loss": "class",
    "val/box_loss": "box, watched",
    "val/cls_loss": "class, watched",
    "loss": "loss",
}
"""Columns of ultralytics' results.csv and of the face reader's face.csv that are drawn, and what they are called."""


class BadCurves(Unusable):
    """A table of a training that cannot be drawn; names the file and the reason."""


def trust(scores: Mapping[str, Sequence[Shot]]) -> Image:
    """The reliability diagram: certainty across, share of right values up, a line a set."""
    chart = Chart("How sure, and how often right", "certainty", "right", (0, 1), (0, 1), (SIZE[0], 420))
    chart.diagonal()
    for number, (name, shots) in enumerate(scores.items()):
        told = certainties(shots)
        points = [(sure, right) for sure, right, _ in reliability(told, BINS)]
        chart.line(Series(f"{name} {100 * calibration_error(told):.1f} %", points), number, dots=True)
    return chart.image


def curves(files: Sequence[Path]) -> Image:
    """The losses of trainings, a chart a file, pass by pass; raises BadCurves."""
    return below([_chart(file) for file in files])


def _chart(file: Path) -> Image:
    found = [series for series in columns(file) if series.points]
    if not found:
        raise BadCurves(f"{file}: none of the columns {', '.join(LOSSES)} is there")
    highest = max(y for series in found for _, y in series.points)
    last = max(x for series in found for x, _ in series.points)
    title = f"{file.parent.name}/{file.name}"
    chart = Chart(title, "pass", "loss", (0, max(2.0, last)), (0, highest * 1.05), SIZE)
    for number, series in enumerate(found):
        chart.line(series, number, dots=len(series.points) < 3)
    return chart.image


def columns(file: Path) -> list[Series]:
    """The columns of `LOSSES` that a table has, over its column `epoch`; raises BadCurves."""
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            rows = [{k.strip(): v for k, v in row.items() if k} for row in csv.DictReader(lines)]
        return [
            Series(name, [(float(row["epoch"]), float(row[column])) for row in rows if row.get(column)])
            for column, name in LOSSES.items()
        ]
    except (ValueError, KeyError) as why:
        raise BadCurves(f"{file}: not a table of a training ({why})") from None


def write(picture: Image, file: Path) -> None:
    """Write a picture; raises OSError where it cannot be written, Unusable for an ending that is none of a picture."""
    try:
        fine, data = cv2.imencode(file.suffix, picture)
    except cv2.error:
        fine = False
    if not fine:
        raise Unusable(f"{file}: write it as .png or .jpg")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data.tobytes())
