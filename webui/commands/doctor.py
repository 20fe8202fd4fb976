"""`pipsight doctor`: is this installation whole, and what does it find on this machine?"""

from __future__ import annotations

import hashlib
import json
import platform
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files

import click

PACKAGES = ("pipsight", "flask", "cheroot", "numpy", "onnxruntime", "platformdirs", "segno", "cv2-enumerate-cameras")
OPENCV = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: is it well, and what was found."""

    what: str
    well: bool
    found: str


@click.command()
@click.option("--data", default=None, metavar="FOLDER", help="The data folder to check; also PIPSIGHT_DATA.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=None, help="The port to check; 8321 and the next ones without."
)
@click.option("--json", "as_json", is_flag=True, help='One JSON object: {"well": bool, "findings": [...]}.')
def doctor(data: str | None, port: int | None, as_json: bool) -> None:
    """Check versions, models, cameras, the data folder and the port. Exit status 1 when something is wrong."""
    findings = [*versions(), *opencv(), *models(), *reader(), *cameras(), *folder(data), *free(port)]
    well = all(finding.well for finding in findings)
    if as_json:
        click.echo(
            json.dumps({"well": well, "findings": [asdict(finding) for finding in findings]}, ensure_ascii=False)
        )
    else:
        for finding in findings:
            click.echo(f"{'ok   ' if finding.well else 'WRONG'}  {finding.what}: {finding.found}")
    if not well:
        sys.exit(1)


def versions() -> Iterator[Finding]:
    """Python, the system, and the packages that are needed."""
    yield Finding(
        "python", sys.version_info >= (3, 11), f"{platform.python_version()} on {platform.platform(terse=True)}"
    )
    for name in PACKAGES:
        found = installed(name)
        yield Finding(name, bool(found), found or "not installed")


def installed(name: str) -> str:
    """The version of an installed package; empty where there is none."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def opencv() -> Iterator[Finding]:
    """Exactly one OpenCV: all its packages write the same folder, and taking one off breaks the other."""
    found = [f"{name} {installed(name)}" for name in OPENCV if installed(name)]
    told = ", ".join(found) or "not installed"
    yield Finding(
        "opencv",
        len(found) == 1,
        told
        if len(found) < 2
        else f"{told}: they share one folder; uninstall all of them, then install opencv-python-headless",
    )


def models() -> Iterator[Finding]:
    """The models that ship, by the hashes in their manifest."""
    home = files("models")
    try:
        told = json.loads((home / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as why:
        yield Finding("models", False, f"manifest.json: {why}")
        return
    for name, said in sorted(told.items()):
        wanted = str(said.get("sha256", "")) if isinstance(said, dict) else ""
        try:
            found = hashlib.sha256((home / name).read_bytes()).hexdigest()
        except OSError as why:
            yield Finding(f"model {name}", False, f"{why.strerror or why}")
            continue
        told_of = "" if found == wanted else f", but the manifest says {wanted[:16] or 'nothing'}"
        yield Finding(f"model {name}", found == wanted, f"sha256 {found[:16]}{told_of}")


def reader() -> Iterator[Finding]:
    """Do the models load, and what runs them?"""
    from vision.models import BadModel, engine
    from vision.reader import Reader

    try:
        Reader()
    except (BadModel, OSError) as why:
        yield Finding("reader", False, str(why))
    except KeyError as name:
        yield Finding("reader", False, f"manifest.json does not name {name}")
    else:
        yield Finding("reader", True, f"loads, on {engine()}")


def cameras() -> Iterator[Finding]:
    """The cameras by name; none is no fault, a match can be kept by hand."""
    from vision.camera import devices

    found = devices()
    yield Finding("cameras", True, ", ".join(f"{camera.index}: {camera.name}" for camera in found) or "none found")


def folder(data: str | None) -> Iterator[Finding]:
    """Can matches be written, and is nobody else at it?"""
    from ..lock import Taken
    from ..store import BadStore, Store, data_folder

    where = data_folder(data)
    try:
        store = Store(where)
    except Taken as why:
        yield Finding("data folder", True, f"{why} now")
        return
    except BadStore as why:
        yield Finding("data folder", False, str(why))
        return
    try:
        probe = where / "doctor.tmp"
        probe.write_bytes(b"pipsight")
        probe.unlink()
        yield Finding("data folder", True, f"{where}, {len(store.matches())} matches")
    except OSError as why:
        yield Finding("data folder", False, f"{where}: {why.strerror}")
    finally:
        store.close()


def free(port: int | None) -> Iterator[Finding]:
    """A port to serve on, on this machine only."""
    from ..server import HOST, free_port

    try:
        yield Finding("port", True, f"{HOST}:{free_port(port)} is free")
    except click.ClickException as why:
        yield Finding("port", False, why.message)
    except OSError as why:
        yield Finding("port", False, str(why))
