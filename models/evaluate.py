"""Read labelled pictures with the shipped models and tell all that the model card says of it.

    pipsight evaluate photos --data DATA [--rendered FOLDER] [--card models/README.md] [--worst sheet.jpg] [SET ...]

The default sets are the test sets; `--onestage FILE` reads with a plain detector of six classes instead.
`python -m models.evaluate` is the same command.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import click

from datasets.photos import TEST, Picture, read, sets
from datasets.worst import sheet
from models import card, pictures
from models.onestage import OneStage
from models.score import Find, Shot, add_up, asked, calibration_error, certainties, judge
from models.slices import slices
from vision.picture import Image, load
from vision.reader import Reader

TRUST, CURVES = "reliability.png", "curves.png"


class Look(Protocol):
    """What looks at a picture: the reader of two stages, or one to compare with."""

    def look(self, image: Image) -> Any:
        """Return something whose `dice` are finds."""


class Stills:
    """The shipped reader as `pipsight read` takes it: still pictures are looked at thoroughly."""

    def __init__(self) -> None:
        """Load the models; raises BadModel."""
        self._reader = Reader()

    def look(self, image: Image) -> Any:
        """Read one picture."""
        return self._reader.look(image, thorough=True)


@dataclass(frozen=True)
class Wish:
    """What is asked of an evaluation beside the data: see the options of `pipsight evaluate photos`."""

    names: tuple[str, ...] = TEST
    rendered: Path | None = None
    onestage: Path | None = None
    side: int = 640
    most: int = 0


def evaluate(data: Path, wish: Wish) -> dict[str, list[Shot]]:
    """Read all pictures of the sets (and of the folder `rendered`); raises BadLabels, BadPicture, Unusable."""
    eye: Look = OneStage(wish.onestage, wish.side) if wish.onestage else Stills()
    asked_for = {name: sets(data, (name,)) for name in wish.names}
    if wish.rendered:
        asked_for[wish.rendered.name] = list(read(wish.rendered))
    return {name: list(_judged(eye, name, found, wish.most)) for name, found in asked_for.items()}


def _judged(eye: Look, name: str, found: Sequence[Picture], most: int) -> Iterator[Shot]:
    kept = found[:: max(1, len(found) // most)][:most] if most else found
    with click.progressbar(kept, label=name, file=sys.stderr) as shown:
        for picture in shown:
            image = load(picture.path)
            yield sliced(judge(picture, eye.look(image).dice), image)


def sliced(shot: Shot, image: Image) -> Shot:
    """Tell each die of a judged picture which slices it belongs to."""
    wanted, elsewhere = asked(shot.picture)
    boxes = [(die, die.box) for die in wanted]
    cases = tuple(
        replace(
            case,
            slices=slices(image, case.label, [*elsewhere, *(box for die, box in boxes if die is not case.label)]),
        )
        for case in shot.cases
    )
    return replace(shot, cases=cases)


def errors(shots: Sequence[Shot]) -> list[dict[str, Any]]:
    """What went wrong, one entry a die: its kind, picture, box, label and what was read."""
    found = []
    for shot in shots:
        for case in shot.cases:
            kind = _kind(case.label.value, case.find)
            if kind:
                found.append(_entry(shot, kind, case.label.box, case.label.value, case.find))
        if not shot.picture.incomplete:
            for find in shot.spare:
                found.append(_entry(shot, "false and sure" if find.accepted else "false", find.box, None, find))
    return found


def _kind(value: int | None, find: Find | None) -> str:
    if find is None:
        return "missed"
    if value is None:
        return "no face, but sure" if find.accepted else ""
    if find.value == value:
        return ""
    return "wrong and sure" if find.accepted else "wrong"


def _entry(shot: Shot, kind: str, box: Sequence[float], value: int | None, find: Find | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": kind,
        "source": shot.picture.source,
        "picture": str(shot.picture.path),
        "box": [round(v, 1) for v in box],
        "label": value,
    }
    if find is not None:
        told |= {"read": find.value, "certainty": round(find.certainty, 4), "why": find.why}
        told |= {"found": [round(v, 1) for v in find.box]}
    return told


def plain(scores: dict[str, list[Shot]]) -> dict[str, Any]:
    """Counts, calibration errors and everything that went wrong, as JSON-ready values."""
    told: dict[str, Any] = {}
    for name, shots in scores.items():
        total = add_up(shots)
        counts = {k: v for k, v in vars(total).items() if k != "table"}
        table = {f"{value} as {seen}": n for (value, seen), n in sorted(total.table.items())}
        told[name] = counts | {"table": table, "calibration_error": round(calibration_error(certainties(shots)), 5)}
        told[name]["errors"] = errors(shots)
    return told


def report(scores: dict[str, list[Shot]], wish: Wish) -> str:
    """The figures as Markdown."""
    return card.figures(scores, wish.rendered.name if wish.rendered else "")


def publish(scores: dict[str, list[Shot]], wish: Wish, file: Path, tables: Sequence[Path]) -> None:
    """Write the figures between the card's marks, and the pictures that it shows; raises NoMarks, BadCurves."""
    text = report(scores, wish)
    shown = [("How far certainty can be trusted", TRUST, pictures.trust(scores))]
    if tables:
        shown.append(("Losses of training", CURVES, pictures.curves(tables)))
    links = "\n\n".join(f"![{title}](../.images/{name})" for title, name, _ in shown)
    card.between_marks(file, f"{text}\n{links}")
    for _title, name, picture in shown:
        pictures.write(picture, file.resolve().parent.parent / ".images" / name)


def draw_worst(scores: dict[str, list[Shot]], file: Path) -> None:
    """Draw the sheet of what went wrong; raises Unusable for an ending that is none of a picture."""
    wrong = [entry for shots in scores.values() for entry in errors(shots)]
    pictures.write(sheet(wrong), file)


def save(scores: dict[str, list[Shot]], file: Path) -> None:
    """Write counts and errors as JSON, which `python -m datasets.worst` draws."""
    file.write_text(json.dumps(plain(scores), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    from models.commands import photos

    photos(prog_name="python -m models.evaluate")
