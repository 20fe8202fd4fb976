"""`pipsight evaluate`: tell how well labelled pictures are read.

The options stand in models/commands.py, which `python -m models.*` uses too.
"""

from __future__ import annotations

from models.commands import evaluate

__all__ = ["evaluate"]
