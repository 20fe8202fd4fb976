"""The house keeps its order: import directions, file sizes, no window, and every command in the README."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("rules", "vision", "webui", "models", "datasets")

ALLOWED = {
    "rules": {"rules"},
    "vision": {"vision", "rules.sheet", "rules.reading"},
    "webui": {"webui", "vision", "rules", "models.commands"},  # the commands of training; they import late what they do
}
PURE = {"random", "time", "datetime", "secrets", "numpy", "cv2", "flask", "onnxruntime"}
AT_RUN_TIME_NEVER = {"torch", "ultralytics", "mitsuba", "mujoco", "manifold3d", "pyoidn"}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    package = ".".join(path.relative_to(ROOT).parts[:-1])
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            yield ".".join([*above, *filter(None, [node.module])])


@pytest.mark.parametrize("package", ALLOWED)
def test_imports_run_one_way(package: str) -> None:
    ours = set(PACKAGES) | {"tests"}
    for path in modules(package):
        for name in imported(path):
            if name.split(".")[0] in ours:
                assert any(name == a or name.startswith(f"{a}.") for a in ALLOWED[package]), f"{path} imports {name}"


def test_the_rules_are_pure() -> None:
    for path in modules("rules"):
        assert not PURE & {name.split(".")[0] for name in imported(path)}, path


@pytest.mark.parametrize("package", ["rules", "vision", "webui"])
def test_training_and_rendering_are_never_imported_at_run_time(package: str) -> None:
    for path in modules(package):
        assert not AT_RUN_TIME_NEVER & {name.split(".")[0] for name in imported(path)}, path


@pytest.mark.parametrize("package", PACKAGES)
def test_files_and_functions_stay_readable(package: str) -> None:
    for path in modules(package):
        text = path.read_text(encoding="utf-8")
        assert text.count("\n") < 300, f"{path} holds two subjects?"
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 40, f"{path}: {node.name}"


def test_no_window_is_opened() -> None:
    """OpenCV aborts the whole program where it cannot open a window."""
    for package in PACKAGES:
        for path in modules(package):
            names = {
                n.attr for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Attribute)
            }
            assert not names & {"imshow", "namedWindow", "waitKey"}, path


def test_the_readme_names_every_command() -> None:
    from webui.cli import COMMANDS

    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"pipsight {command}" in readme


def test_the_top_level_holds_nothing_else() -> None:
    import subprocess

    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    wanted = {*PACKAGES, "tests", "pyproject.toml", "Makefile", "LICENSE"}
    wanted |= {f"{name}.md" for name in ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY")}
    assert {name.split("/")[0] for name in listed.stdout.splitlines() if not name.startswith(".")} <= wanted
