"""Renders training pictures of dice on tables of all kinds, with the truth beside them.

`python -m datasets.shoot OUT --count 1000 --first 0` writes `OUT/images`, `OUT/truth` (a file a picture), and when all
are there `OUT/labels.jsonl` in the form of the photographs' labels and `OUT/thumbnails.jpg` to look at. A picture's
number is its seed, so machines share the work by ranges of numbers; pictures that exist are kept.
"""

import json
import multiprocessing
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from datasets import layout, sensor, truth
from datasets.contact import sheet

RENEWED = 40  # pictures after which a process is replaced, so that nothing that a library keeps can pile up
SHOWN = 48  # pictures on the sheet of thumbnails


@dataclass(frozen=True)
class Job:
    """One picture to render: its number, the folder of the set, light paths a pixel, and a size to have it in."""

    number: int
    out: Path
    samples: int
    size: tuple[int, int] | None

    @property
    def image(self) -> Path:
        """Where the picture goes."""
        return self.out / "images" / f"{self.number:07}.jpg"

    @property
    def told(self) -> Path:
        """Where its truth goes."""
        return self.out / "truth" / f"{self.number:07}.json"

    @property
    def done(self) -> bool:
        """Whether both are there."""
        return self.image.exists() and self.told.exists()


def shoot(job: Job) -> int:
    """Render one picture and write it and its truth; returns its number."""
    from datasets import render

    scene = layout.scene(job.number, job.size)
    stage = render.Stage(scene)
    told = truth.judged(scene, stage.ids())
    rng = np.random.default_rng((layout.SERIES, job.number, 1))
    picture = sensor.shoot(stage.picture(job.samples, job.number), rng)
    line = {
        "image": f"images/{job.image.name}",
        "width": scene.camera.width,
        "height": scene.camera.height,
        "ground": scene.ground.name if scene.ground else "",
        "dice": told,
    }
    job.told.write_text(json.dumps(line), encoding="utf-8")
    draft = job.image.with_suffix(".part.jpg")
    cv2.imwrite(str(draft), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    draft.replace(job.image)
    return job.number


def alone() -> None:
    """Keep a process to one thread, where several share the processor's cores."""
    import drjit

    drjit.set_thread_count(1)
    cv2.setNumThreads(1)


def collect(out: Path) -> list[dict[str, Any]]:
    """Write `labels.jsonl` from the truth of all pictures that are there, and return its lines."""
    lines = []
    for file in sorted((out / "truth").glob("*.json")):
        if (out / "images" / f"{file.stem}.jpg").exists():
            lines.append(file.read_text(encoding="utf-8"))
    draft = out / "labels.jsonl.part"
    draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    draft.replace(out / "labels.jsonl")
    return [json.loads(line) for line in lines]


def sized(_context: click.Context, _option: click.Parameter, value: str) -> tuple[int, int] | None:
    """Read WIDTHxHEIGHT; raises click.BadParameter."""
    if not value:
        return None
    parts = value.split("x")
    if len(parts) != 2 or not all(part.isdigit() and 64 <= int(part) <= 4096 for part in parts):
        raise click.BadParameter(f"{value!r} is not WIDTHxHEIGHT, each from 64 to 4096")
    return int(parts[0]), int(parts[1])


def work(jobs: list[Job], workers: int) -> None:
    """Render the jobs in parallel, with a progress bar."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("OIDN_NUM_THREADS", "1")
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, alone, maxtasksperchild=RENEWED) as pool:
        with click.progressbar(pool.imap_unordered(shoot, jobs), length=len(jobs), label="rendering") as numbers:
            for _number in numbers:
                pass


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=100, show_default=True, type=click.IntRange(1), help="How many pictures.")
@click.option("--first", default=0, show_default=True, help="The first picture's number, which is its seed.")
@click.option("--size", default="", callback=sized, help="WIDTHxHEIGHT of all pictures; mixed if not given.")
@click.option("--samples", default=8, show_default=True, type=click.IntRange(1), help="Light paths a pixel.")
@click.option("--workers", default=os.cpu_count() or 1, type=click.IntRange(1), help="Processes, one thread each.")
def main(out: Path, count: int, first: int, size: tuple[int, int] | None, samples: int, workers: int) -> None:
    """Render training pictures of dice into OUT; goes on where it was stopped."""
    for folder in ("images", "truth"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    jobs = [Job(number, out, samples, size) for number in range(first, first + count)]
    todo = [job for job in jobs if not job.done]
    if todo:
        work(todo, min(workers, len(todo)))
    lines = collect(out)
    cv2.imwrite(str(out / "thumbnails.jpg"), sheet(out, lines[-SHOWN:]))
    click.echo(f"{len(lines)} pictures, {sum(len(line['dice']) for line in lines)} dice in {out / 'labels.jsonl'}")


if __name__ == "__main__":
    main()
