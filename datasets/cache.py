"""Read ultralytics' labels.cache files without running what they hold.

Such a file is a pickled dictionary (in an .npy container since version 8): one of its entries, `labels`, lists for each
picture its path, shape, classes and boxes. A pickle can name any function of this machine; here only what builds
arrays of numbers is let in, and everything else is refused.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from datasets.photos import BadLabels, Box

ALLOWED = {
    ("numpy", "dtype"), ("numpy", "ndarray"), ("collections", "OrderedDict"),
    ("numpy.core.multiarray", "_reconstruct"), ("numpy._core.multiarray", "_reconstruct"),
    ("numpy.core.multiarray", "scalar"), ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"), ("numpy.core.numeric", "_frombuffer"),
}  # fmt: skip

Row = tuple[int, Box]


class _Careful(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        """Let in what builds arrays."""
        if (module, name) == ("_codecs", "encode"):
            return _encode
        if (module, name) not in ALLOWED:
            raise pickle.UnpicklingError(f"names {module}.{name}, which labels do not need")
        return super().find_class(module, name)


def _encode(text: str, how: str) -> bytes:
    """How pickles of protocol 2 tell the bytes of an array."""
    if how != "latin1":
        raise pickle.UnpicklingError(f"bytes told as {how}")
    return text.encode("latin1")


def read_cache(file: Path) -> Iterator[tuple[str, tuple[int, int], list[Row]]]:
    """Yield name, size (width, height) and classes with boxes (centre x, y, w, h in parts of it); raises BadLabels."""
    try:
        with file.open("rb") as stream:
            if stream.read(6) == b"\x93NUMPY":
                stream.seek(0)
                version = np.lib.format.read_magic(stream)
                reader = (
                    np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
                )
                reader(stream)
            else:
                stream.seek(0)
            told = _Careful(stream).load()
        held = told.item() if isinstance(told, np.ndarray) else told
        entries = held["labels"]
        rows = [_entry(entry) for entry in entries]
    except (pickle.UnpicklingError, EOFError, ValueError, KeyError, TypeError, AttributeError, IndexError) as why:
        raise BadLabels(f"{file}: not labels that ultralytics cached ({why})") from None
    yield from rows


def _entry(entry: dict[str, Any]) -> tuple[str, tuple[int, int], list[Row]]:
    height, width = (int(side) for side in entry["shape"][:2])
    kinds = np.asarray(entry["cls"], float).ravel()
    boxes = np.asarray(entry["bboxes"], float).reshape(-1, 4)
    if len(kinds) != len(boxes):
        raise ValueError(f"{len(kinds)} classes, {len(boxes)} boxes")
    rows: list[Row] = [(int(kind), (b[0], b[1], b[2], b[3])) for kind, b in zip(kinds, boxes.tolist(), strict=True)]
    return PurePosixPath(str(entry["im_file"]).replace("\\", "/")).name, (width, height), rows
