"""`pipsight train`: train a network.

The options stand in models/commands.py, which `python -m models.*` uses too.
"""

from __future__ import annotations

from models.commands import train

__all__ = ["train"]
