"""The commands of training, exporting and evaluating: `pipsight train`, `pipsight export`, `pipsight evaluate`.

The one place for their options; what they do is imported when they run, as it needs the extra `train` and the
repository.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from models.device import DEVICES, NoDevice
from models.runs import Started, Unusable

FOLDER = Path(__file__).parent
REPOSITORY = FOLDER.parent

_folder = click.Path(exists=True, file_okay=False, path_type=Path)
_file = click.Path(exists=True, dir_okay=False, path_type=Path)
_new = click.Path(dir_okay=False, writable=True, path_type=Path)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


@contextmanager
def needing(*, train: bool) -> Iterator[None]:
    """Tell in one line what is missing here, or what is wrong with data, device or run. Raises ClickException."""
    if not (REPOSITORY / "datasets" / "photos.py").is_file():
        raise click.ClickException(
            "training and evaluating need the repository: its folder datasets/ is not part of an installed pipsight"
        )
    if sys.path[:1] != [str(REPOSITORY)]:
        sys.path.insert(0, str(REPOSITORY))  # first: another package of the name `datasets` is well known
    missing = [name for name in ("torch", "ultralytics", "onnx") if train and find_spec(name) is None]
    if missing:
        raise click.ClickException(
            f"the extra `train` is not installed ({', '.join(missing)} missing): pip install -e '.[train]'"
        )
    from datasets.photos import BadLabels
    from vision.models import BadModel
    from vision.picture import BadPicture

    try:
        yield
    except (BadLabels, BadModel, BadPicture, NoDevice, Started, Unusable, OSError) as why:
        raise click.ClickException(str(why)) from None


def _training(config: str) -> Decorator:
    """The options that every training has; `config` is the file of its settings."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(
            (
                click.option("--data", type=_folder, required=True, help="Holds photos/SET and rendered."),
                click.option("--run", "to", type=click.Path(file_okay=False, path_type=Path), required=True),
                click.option("--config", type=_file, default=FOLDER / config, show_default=f"models/{config}"),
                click.option("--resume", is_flag=True, help="Go on with the training that was begun in RUN."),
                click.option("--pictures", "most", default=0, help="Only so many pictures, for a smoke run."),
                click.option("--device", type=click.Choice(DEVICES), default="auto", show_default=True),
            )
        ):
            command = option(command)
        return command

    return decorate


@click.group()
def train() -> None:
    """Train a network, from scratch, on labelled pictures; needs the extra `train` and the repository."""


@train.command()
@_training("detector.toml")
def detector(data: Path, to: Path, config: Path, resume: bool, most: int, device: str) -> None:
    """Train stage 1: where are dice?"""
    with needing(train=True):
        from models import train_detector

        click.echo(train_detector.run(data, to, config, resume, most, device))


@train.command()
@_training("face.toml")
@click.option("--held-back", default="", metavar="SET", help="Leave this set out and read it afterwards.")
@click.option("--epochs", default=0, help="Passes; 0: as the configuration says.")
@click.option("--start", type=_file, help="Weights to go on from, at a quarter of the rate.")
def face(data: Path, to: Path, config: Path, most: int, **wish: Any) -> None:
    """Train stage 2: which face lies on top?"""
    with needing(train=True):
        from models import train_face

        click.echo(train_face.run(data, to, config, train_face.Wish(most=most, **wish)))


@train.command()
@_training("onestage.toml")
def onestage(data: Path, to: Path, config: Path, resume: bool, most: int, device: str) -> None:
    """Train what we compare with: one plain detector of six classes, on the same data."""
    with needing(train=True):
        from models import train_detector

        click.echo(train_detector.run(data, to, config, resume, most, device))


@click.command()
@click.argument("which", type=click.Choice(["detector", "face", "onestage"]))
@click.option("--weights", type=_file, required=True, help="What the training wrote: last.pt or face.pt.")
@click.option("--to", type=_folder, help="Folder of the .onnx and its manifest; models/ for what ships.")
@click.option("--side", default=0, help="Side of the detector's input, px; 0: 640.")
def export(which: str, weights: Path, to: Path | None, side: int) -> None:
    """Turn trained weights into the ONNX file that is read from, and write its hash into the manifest."""
    with needing(train=True):
        from models import export as exporting

        click.echo(exporting.run(which, weights, to, side))


@click.group()
def evaluate() -> None:
    """Tell how well labelled pictures are read; needs the repository."""


@evaluate.command()
@click.argument("names", nargs=-1, metavar="[SET]...")
@click.option("--data", type=_folder, required=True, help="Holds photos/SET.")
@click.option("--rendered", type=_folder, help="Held-out rendered pictures: cocked, translucent, towers.")
@click.option("--onestage", type=_file, help="Read with this plain detector of six classes instead.")
@click.option("--side", default=640, show_default=True, help="Side of that detector's input, px.")
@click.option("--pictures", "most", default=0, help="Only so many pictures of each set.")
@click.option("--json", "as_json", type=_new, help="Write counts and everything that went wrong.")
@click.option("--worst", type=_new, help="Draw a sheet of what went wrong (.jpg or .png).")
@click.option("--card", type=_file, help="Write the figures between the marks of this model card.")
@click.option("--curves", type=_file, multiple=True, help="A training's results.csv or face.csv, drawn for the card.")
def photos(
    names: tuple[str, ...],
    data: Path,
    as_json: Path | None,
    worst: Path | None,
    card: Path | None,
    curves: tuple[Path, ...],
    **wish: Any,
) -> None:
    """Read labelled photographs and print the model card's figures; without SET the test sets."""
    with needing(train=False):
        from datasets.photos import TEST
        from models import evaluate as judging

        asked = judging.Wish(names or TEST, **wish)
        scores = judging.evaluate(data, asked)
        click.echo(judging.report(scores, asked))
        if as_json:
            judging.save(scores, as_json)
        if worst:
            judging.draw_worst(scores, worst)
        if card:
            judging.publish(scores, asked, card, curves)
