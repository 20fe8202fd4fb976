"""A lock that lives as long as its process: a second program on the folder is refused, a crashed one not missed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

FAR = 1 << 20  # the byte that Windows locks: beyond the text, which then stays readable for the one who is refused


class Taken(RuntimeError):
    """Another program works in this folder."""


def hold(path: Path) -> IO[str]:
    """The open lock file, to be closed by its owner.

    Raises Taken, with the other's process id, and OSError.
    """
    handle = path.open("a+", encoding="ascii")
    try:
        _claim(handle)
    except OSError:
        handle.seek(0)
        other = handle.read().strip() or "?"
        handle.close()
        raise Taken(f"another pipsight (process {other}) uses {path.parent}") from None
    handle.seek(0)
    handle.truncate()
    handle.write(f"{os.getpid()}\n")
    handle.flush()
    return handle


def _claim(handle: IO[str]) -> None:
    if sys.platform == "win32":
        import msvcrt

        handle.seek(FAR)
        msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
