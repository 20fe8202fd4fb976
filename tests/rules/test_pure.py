"""Rules are pure: the standard library alone, no clock, no chance; and each requirement has its test."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
HOME = HERE.parents[1] / "rules"
FILES = sorted(HOME.rglob("*.py"))
IMPURE = {"random", "time", "datetime", "secrets", "os", "socket", "threading", "subprocess"}
NEEDED = {*range(1, 8), *range(10, 16), *range(17, 27), *range(30, 38), 39}


def imported(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {a.name.partition(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(str(node.module).partition(".")[0])
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(HOME)))
def test_imports(path: Path) -> None:
    assert imported(path) <= sys.stdlib_module_names - IMPURE


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(HOME)))
def test_sizes(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) < 300
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 30, node.name


def test_each_requirement_of_this_game_is_proved() -> None:
    told = " ".join(p.read_text("utf-8") for p in sorted((HERE).rglob("test_*.py")))
    proved = {int(n) for n in re.findall(r"DDD-(\d+)", told)}
    assert NEEDED - proved == set()
