"""What the commands of training say where training cannot be done; needs none of the heavy extras."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from models import commands
from webui.cli import main

COMMANDS = [["train", "detector"], ["train", "face"], ["train", "onestage"], ["export", "face"]]


def run(*args: str | Path, code: int = 0) -> str:
    found = CliRunner().invoke(main, [str(arg) for arg in args])
    assert found.exit_code == code, found.output
    return found.output


def words(command: list[str], folder: Path) -> list[str | Path]:
    (folder / "weights.pt").write_bytes(b"")
    if command[0] == "export":
        return [*command, "--weights", folder / "weights.pt"]
    return [*command, "--data", folder, "--run", folder / "run"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_explained(command: list[str]) -> None:
    assert "Usage" in run(*command, "--help")


@pytest.mark.parametrize("command", COMMANDS)
def test_without_the_extra_one_line_says_so(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(commands, "find_spec", lambda name: None if name == "torch" else real(name))
    told = run(*words(command, tmp_path), code=1)
    assert "the extra `train` is not installed (torch" in told and told.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_in_an_installed_wheel_one_line_says_so(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "REPOSITORY", tmp_path)
    told = run(*words(command, tmp_path), code=1)
    assert "need the repository" in told and told.count("\n") == 1


def test_data_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "nowhere" in run("train", "face", "--data", tmp_path / "nowhere", "--run", tmp_path, code=2)


def test_from_any_folder_the_repository_is_found(tmp_path: Path) -> None:
    """An editable install knows the packages that ship, and datasets/ is none of them."""
    (tmp_path / "datasets").mkdir()
    (tmp_path / "datasets" / "__init__.py").write_text("raise ImportError('the wrong one')")
    code = f"import sys; sys.path.append({str(Path(__file__).parents[2])!r}); from webui.cli import main; main()"
    command = [sys.executable, "-c", code, "evaluate", "photos", "gone", "--data", "."]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 1 and "labels.jsonl" in told.stderr, told.stderr
