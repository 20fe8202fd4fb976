"""A contact sheet: many pictures of a set small on one page, with their labels drawn in, to look at."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
SEEN, COCKED, IGNORED = (60, 255, 60), (0, 200, 255), (160, 160, 160)


def sheet(folder: Path, lines: Sequence[dict[str, Any]], columns: int = 6, cell: int = 320) -> Image:
    """Return the pictures of these lines of a `labels.jsonl` in `folder`, each in a square of `cell` px."""
    cells = [thumbnail(folder, line, cell) for line in lines]
    blank = np.full((cell, cell, 3), 40, np.uint8)
    cells += [blank] * (-len(cells) % columns or (columns if not cells else 0))
    return np.vstack([np.hstack(cells[first : first + columns]) for first in range(0, len(cells), columns)])


def thumbnail(folder: Path, line: dict[str, Any], cell: int) -> Image:
    """Return one picture in a square, its dice's boxes and values drawn in."""
    page = np.full((cell, cell, 3), 40, np.uint8)
    picture = cv2.imread(str(folder / line["image"]))
    if picture is None:
        return page
    scale = cell / max(picture.shape[:2])
    small = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    for die in line["dice"]:
        x, y, w, h = (round(v * scale) for v in die["box"])
        colour = IGNORED if die.get("ignore") else SEEN if die["value"] else COCKED
        cv2.rectangle(small, (x, y), (x + w, y + h), colour, 1)
        cv2.putText(small, str(die["value"] or "-"), (x, y - 2), cv2.FONT_HERSHEY_SIMPLEX, 0.35, colour, 1, cv2.LINE_AA)
    page[: small.shape[0], : small.shape[1]] = small[:cell, :cell]
    return page
