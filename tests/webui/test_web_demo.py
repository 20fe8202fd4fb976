"""The demo without a browser: it ends an era with the right score by itself, and says so when it cannot."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from webui_fakes import SIZE

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.view import View
from webui.cli import main
from webui.commands import demo


class Nothing:
    """A reader that sees no dice."""

    def look(self, *args: object) -> View:
        return View((), SIZE)


@pytest.mark.xfail(run=False, reason="the tower that ends the clip is asked about since towers and certainty changed")
def test_the_demo_scores_an_era_without_a_click() -> None:
    script = json.loads((files("webui") / "data" / "demo.json").read_text(encoding="utf-8"))
    code = "from webui.cli import main; main()"
    command = [sys.executable, "-W", "ignore", "-c", code, "demo", "--once", "--no-browser", "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == script["score"]


def test_a_clip_without_an_era_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PATIENCE", 0.5)
    monkeypatch.setattr("webui.commands.serve.shared", Nothing)
    cv2.imwrite(str(tmp_path / "empty.png"), np.full((90, 160, 3), 90, np.uint8))
    done = CliRunner().invoke(main, ["demo", "--once", "--port", "0", "--clip", str(tmp_path)])
    assert done.exit_code == 1 and "the clip is over and the era was not scored" in done.output


def test_a_clip_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["demo", "--clip", str(tmp_path / "none.mp4")])
    assert done.exit_code == 2 and "none.mp4" in done.output
