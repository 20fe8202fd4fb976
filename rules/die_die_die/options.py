"""The house rulings and optional rules that a match may be played with, from `data/options.toml`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

from ..core import Option

OPTIONS = tuple(
    Option(**told)
    for told in tomllib.loads((files(__package__) / "data" / "options.toml").read_text("utf-8"))["option"]
)
