"""A sheet of what an evaluation got wrong, to look at: by source, worst kinds first, each tile with its caption.

    pipsight evaluate photos --data DATA --json run.json
    python -m datasets.worst run.json sheet.jpg [--most 24]

A tile shows the die with some ground round it: what is labelled in green, what was found in red. The caption says
what is labelled, what was read and how sure, then which picture it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from datasets.chart import FONT, INK, PAPER, Image

KINDS = ("wrong and sure", "no face, but sure", "false and sure", "wrong", "missed", "false")
TILE, CAPTION, ACROSS, ROOM = 150, 34, 8, 1.0  # px, px, tiles, boxes of ground on each side
LABELLED, FOUND = (60, 170, 60), (40, 40, 220)

Error = dict[str, Any]


def sheet(errors: Sequence[Error], most: int = 24) -> Image:
    """Draw errors (as models.evaluate tells them), at most `most` of a kind and source, unsure ones last."""
    rows: list[Image] = []
    for source in sorted({e["source"] for e in errors}):
        for kind in KINDS:
            found = [e for e in errors if e["source"] == source and e["kind"] == kind]
            if found:
                found.sort(key=lambda e: -e.get("certainty", 0.0))
                rows += _block(f"{source}: {kind}, {len(found)}", found[:most])
    return np.vstack(rows) if rows else _line("nothing went wrong")


def _block(title: str, errors: Sequence[Error]) -> Iterator[Image]:
    yield _line(title)
    tiles = [tile(e) for e in errors]
    blank: Image = np.full_like(tiles[0], 255)
    for n in range(0, len(tiles), ACROSS):
        row = tiles[n : n + ACROSS]
        yield np.hstack([*row, *[blank] * (ACROSS - len(row))])


def _line(text: str) -> Image:
    line: Image = np.full((30, TILE * ACROSS, 3), PAPER, np.uint8)
    cv2.putText(line, text, (6, 21), FONT, 0.6, INK, 1, cv2.LINE_AA)
    return line


def tile(error: Error) -> Image:
    """One error: TILE x TILE px of its picture over two lines of caption."""
    out: Image = np.full((TILE + CAPTION, TILE, 3), PAPER, np.uint8)
    picture = cv2.imread(error["picture"])
    if picture is not None:
        out[2 : TILE - 2, 2 : TILE - 2] = _view(picture, error)
    first, second = caption(error)
    cv2.putText(out, first, (3, TILE + 12), FONT, 0.36, INK, 1, cv2.LINE_AA)
    cv2.putText(out, second, (3, TILE + 27), FONT, 0.33, (120, 120, 120), 1, cv2.LINE_AA)
    return out


def caption(error: Error) -> tuple[str, str]:
    """Two lines: label, reading, certainty; size and picture."""
    label = {None: "no label" if error["kind"].startswith("false") else "no face"}.get(error["label"], error["label"])
    read = f"{error['read'] or 'none'} {error['certainty']:.0%}" if "read" in error else "missed"
    size = max(error["box"][2:])
    return f"{label} > {read}", f"{size:.0f} px {Path(error['picture']).name}"


def _view(picture: Any, error: Error) -> Any:
    """The die with ROOM boxes of ground round it, at TILE px, with the boxes that are known."""
    x, y, w, h = error["box"]
    half = max(w, h, 8) * (0.5 + ROOM)
    scale = (TILE - 4) / (2 * half)
    move = np.array([[scale, 0, -scale * (x + w / 2 - half)], [0, scale, -scale * (y + h / 2 - half)]])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    shown = cv2.warpAffine(picture, move, (TILE - 4, TILE - 4), flags=how, borderValue=(128, 128, 128))
    for name, tint in (("box", LABELLED), ("found", FOUND)):
        if name in error and (name == "found" or not error["kind"].startswith("false")):
            bx, by, bw, bh = error[name]
            corners = [np.round(move @ (px, py, 1)).astype(int).tolist() for px, py in ((bx, by), (bx + bw, by + bh))]
            cv2.rectangle(shown, corners[0], corners[1], tint, 1, cv2.LINE_AA)
    return shown


@click.command()
@click.argument("run", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--most", default=24, show_default=True, help="Tiles of a kind and source.")
def main(run: Path, out: Path, most: int) -> None:
    """Draw the errors of an evaluation (RUN, written by `pipsight evaluate photos --json`) into OUT."""
    try:
        told = json.loads(run.read_text(encoding="utf-8"))
        errors = [error for found in told.values() for error in found["errors"]]
    except (ValueError, KeyError, TypeError, AttributeError) as why:
        raise click.ClickException(f"{run}: not what `pipsight evaluate photos --json` writes ({why!r})") from None
    fine, data = cv2.imencode(".png" if out.suffix == ".png" else ".jpg", sheet(errors, most))
    if not fine:
        raise click.ClickException(f"{out}: the sheet is too long for a JPEG; write it as .png or lower --most")
    out.write_bytes(data.tobytes())
    click.echo(f"{len(errors)} errors of {len(told)} sets: {out}")


if __name__ == "__main__":
    main()
