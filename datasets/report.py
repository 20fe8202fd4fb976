"""Tell what data sets hold: `python -m datasets.report FOLDER... [--chart sizes.png] [--every 5]`

Pictures, dice, values, colours and widths of boxes come from the labels; brightness and blur are measured on every
n-th picture. A width is the longer side of a box. Brightness is the mean level of a picture (0 to 255), sharpness that
of models/slices.py, die by die.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.chart import Chart, Image, below
from datasets.photos import BadLabels, Picture, read
from models.slices import sharpness, width
from vision.picture import BadPicture, load

STEPS = [8 * 2 ** (n / 2) for n in range(16)]  # px: 8 to 1448, two steps an octave


@dataclass(frozen=True)
class Held:
    """What a set holds; `light` is a figure a picture measured, `sharp` one a die measured."""

    name: str
    pictures: Sequence[Picture]
    light: Sequence[float]
    sharp: Sequence[float]

    @property
    def widths(self) -> list[float]:
        """Widths of all boxes, px."""
        return [width(die.box) for picture in self.pictures for die in picture.dice]


def held(folder: Path, every: int) -> Held:
    """Read a set and measure every n-th picture; raises BadLabels, BadPicture."""
    pictures = list(read(folder))
    light, sharp = [], []
    with click.progressbar(pictures[::every], label=folder.name) as shown:
        for picture in shown:
            image = load(picture.path)
            light.append(float(image.mean()))
            for die in picture.dice:
                x, y, w, h = (int(v) for v in die.box)
                part = image[max(0, y) : y + h, max(0, x) : x + w]
                if min(part.shape[:2]) >= 3:
                    sharp.append(sharpness(part))
    return Held(folder.name, pictures, light, sharp)


def table(sets: Sequence[Held]) -> str:
    """The report as Markdown: a row a set, then colours."""
    lines = [
        "| set | pictures | without dice | dice | 1 | 2 | 3 | 4 | 5 | 6 | no face | width: least, 5, 50, 95 %, most | "
        "brightness 10, 50, 90 % | sharpness 10, 50, 90 % |",
        "|---" * 14 + "|",
    ]
    for one in sets:
        values = Counter(die.value for picture in one.pictures for die in picture.dice)
        empty = sum(not picture.dice for picture in one.pictures)
        counts = " | ".join(str(values[value]) for value in (1, 2, 3, 4, 5, 6, None))
        lines.append(
            f"| `{one.name}` | {len(one.pictures)} | {empty} | {values.total()} | {counts} | "
            f"{_spread(one.widths, (0, 5, 50, 95, 100), '.0f')} | {_spread(one.light, (10, 50, 90), '.0f')} | "
            f"{_spread(one.sharp, (10, 50, 90), '.2f')} |"
        )
    return "\n".join([*lines, "", *(_colours(one) for one in sets)])


def _spread(values: Sequence[float], at: Sequence[int], how: str) -> str:
    return ", ".join(format(v, how) for v in np.percentile(values, at)) if len(values) else "–"


def _colours(one: Held) -> str:
    found = Counter(die.colour or "not told" for picture in one.pictures for die in picture.dice)
    return f"`{one.name}` by colour: " + ", ".join(f"{name} {count}" for name, count in found.most_common())


def sizes(sets: Sequence[Held]) -> Image:
    """Histograms of the widths, a set under the other; two bars an octave from 8 px on."""
    charts = []
    for number, one in enumerate(sets):
        counts, _edges = np.histogram(one.widths, [0, *STEPS[1:], math.inf])
        top = max(1.0, float(counts.max()))
        log = (math.log2(STEPS[0]), math.log2(STEPS[-1]) + 0.5)
        chart = Chart(
            f"{one.name}: widths of {len(one.widths)} dice", "log2 of px (5: 32 px)", "dice", log, (0, top), (560, 200)
        )
        chart.bars([float(c) for c in counts], number)
        charts.append(chart.image)
    return below(charts)


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--chart", type=click.Path(dir_okay=False, path_type=Path), help="Draw the widths (.png or .jpg).")
@click.option("--every", default=5, show_default=True, type=click.IntRange(1), help="Measure every n-th picture.")
def main(folders: tuple[Path, ...], chart: Path | None, every: int) -> None:
    """Tell what the sets in FOLDERS hold."""
    try:
        sets = [held(folder, every) for folder in folders]
    except (BadLabels, BadPicture, FileNotFoundError) as why:
        raise click.ClickException(str(why)) from None
    click.echo(table(sets))
    if chart:
        fine, data = cv2.imencode(".jpg" if chart.suffix in (".jpg", ".jpeg") else ".png", sizes(sets))
        assert fine
        chart.write_bytes(data.tobytes())


if __name__ == "__main__":
    main()
