"""The wheel holds all that is needed: in an empty environment it reads, replays and checks from anywhere."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def pipsight(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command of a new environment that holds the wheel; its dependencies are borrowed from this one."""
    home = tmp_path_factory.mktemp("empty")
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    install = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True)
    inside = subprocess.run(
        [str(scripts / "python"), "-c", "import site; print(site.getsitepackages()[0])"],
        capture_output=True,
        text=True,
        check=True,
    )
    borrowed = [p for p in site.getsitepackages() if Path(p).is_dir()]
    Path(inside.stdout.strip(), "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    return scripts / "pipsight"


def run(pipsight: Path, *words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    calm = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONWARNINGS")}
    calm["PIPSIGHT_DATA"] = str(folder / "data")
    return subprocess.run([str(pipsight), *words], cwd=folder, env=calm, capture_output=True, text=True, check=False)


def test_everything_travels_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for needed in (
        "models/detector.onnx",
        "models/face.onnx",
        "models/manifest.json",
        "models/README.md",
        "rules/die_die_die/data/boards/world-war.toml",
        "rules/die_die_die/data/boards/world-war.geo.json",
        "webui/data/demo.mp4",
        "webui/templates/page.html",
        "webui/static/page.js",
        "rules/py.typed",
    ):
        assert needed in names
    tops = {n.split("/")[0] for n in names if ".dist-info" not in n}
    assert tops == {"rules", "vision", "webui", "models"}


def test_it_reads_a_picture_from_another_folder(pipsight: Path, tmp_path: Path) -> None:
    still = ROOT / "tests" / "data" / "still.jpg"
    done = run(pipsight, "read", str(still), "--board", "world-war", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert len(told["dice"]) > 3
    where = subprocess.run(
        [str(pipsight.parent / "python"), "-c", "import vision, models; print(vision.__file__, models.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    assert str(ROOT / "vision") not in where.stdout


def test_the_doctor_finds_it_well(pipsight: Path, tmp_path: Path) -> None:
    done = run(pipsight, "doctor", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "detector.onnx" in done.stdout
