"""Every requirement of the list for Dice Clash has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

LISTED = {f"DC-{n}" for n in (*range(1, 19), *range(20, 29), *range(30, 38))}


def test_no_identifier_is_without_a_test() -> None:
    told = "".join(p.read_text("utf-8") for p in Path(__file__).parent.rglob("test_*.py"))
    named = set(re.findall(r'mark\.rule\("(DC-\d+)"\)', told))
    assert len(LISTED) == 35
    assert LISTED - named == set()
    assert named - LISTED == set()
