"""Where training computes, and in which precision: an accelerator is used where there is one."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from typing import Any

DEVICES = ("auto", "cpu", "cuda", "mps")


class NoDevice(RuntimeError):
    """The device that was asked for is not there; names it and those that are."""


def offline() -> None:
    """Forbid ultralytics to call home and to install packages by itself; call it before ultralytics is imported."""
    os.environ.update(YOLO_OFFLINE="1", YOLO_AUTOINSTALL="false")


def chosen(asked: str = "auto") -> str:
    """Return "cuda:0", "mps" or "cpu": what was asked for, or the fastest that is there. Raises NoDevice."""
    import torch

    there = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if asked != "auto" and not there.get(asked):
        known = ", ".join(name for name, here in there.items() if here)
        raise NoDevice(f"no device {asked!r} on this machine; here: {known}")
    name = asked if asked != "auto" else next(name for name, here in there.items() if here)
    return "cuda:0" if name == "cuda" else name


def half(device: str) -> bool:
    """Whether bfloat16 pays: on CUDA and, with AMX, on CPUs; what MPS makes of it depends on the version of macOS."""
    return not device.startswith("mps")


def autocast(device: str) -> AbstractContextManager[Any]:
    """A context in which a network computes in bfloat16 where that pays, in float32 elsewhere."""
    import torch

    if not half(device):
        return nullcontext()
    context: AbstractContextManager[Any] = torch.autocast(device.split(":")[0], dtype=torch.bfloat16)
    return context
