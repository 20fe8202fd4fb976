"""Every requirement of the rules list has a test that carries its identifier."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

HOME = Path(__file__).parent
LISTED = (HOME / "requirements.txt").read_text(encoding="utf-8").split()


def carried() -> Iterator[str]:
    """The identifiers of every `@pytest.mark.rule`, and of the worked examples that one test runs through."""
    for path in HOME.parents[1].rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from marked(node)
    yield from (e["rule"] for e in tomllib.loads((HOME / "rulebook.toml").read_text(encoding="utf-8"))["fight"])


def marked(test: ast.FunctionDef) -> Iterator[str]:
    """The identifiers that a test function carries."""
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (a.value for a in mark.args if isinstance(a, ast.Constant) and isinstance(a.value, str))


def test_no_requirement_is_without_a_test() -> None:
    assert len(LISTED) == len(set(LISTED)) == 70
    assert sorted(set(LISTED) - set(carried())) == []


def test_no_test_carries_an_identifier_that_is_not_listed() -> None:
    assert sorted({rule for rule in carried() if rule.startswith("DDD-")} - set(LISTED)) == []
