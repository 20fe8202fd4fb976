"""`pipsight export`: turn trained weights into the files that ship.

The options stand in models/commands.py, which `python -m models.*` uses too.
"""

from __future__ import annotations

from models.commands import export

__all__ = ["export"]
