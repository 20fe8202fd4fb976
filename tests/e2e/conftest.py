"""A real browser on the real program: Debian's Chromium, driven by Playwright, and `pipsight` as a child process."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[2] / "webui" / "data"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()

Serve = Callable[..., str]


def _needed(why: str) -> None:
    if os.environ.get("PIPSIGHT_REQUIRE_E2E") == "1":
        pytest.fail(f"{why}, and PIPSIGHT_REQUIRE_E2E=1 asks for the browser tests")
    pytest.skip(why)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        _needed("no Chromium is installed")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _needed("playwright is not installed")
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def script() -> dict[str, Any]:
    told = json.loads((DATA / "demo.json").read_text(encoding="utf-8"))
    assert isinstance(told, dict)
    return told


@pytest.fixture
def pipsight(tmp_path: Path) -> Iterator[Serve]:
    """Start `pipsight ARGS` on any port; its address."""
    with ExitStack() as stack:

        def start(*args: str | Path) -> str:
            code = "from webui.cli import main; main()"
            command = [sys.executable, "-W", "ignore", "-c", code, *map(str, args), "--no-browser", "--port", "0"]
            environment = {**os.environ, "PIPSIGHT_DATA": str(tmp_path / "data")}
            child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
            assert child.stdout is not None
            stack.callback(child.stdout.close)
            stack.callback(child.wait)
            stack.callback(child.terminate)
            address = re.search(r"http://\S+", child.stdout.readline())
            assert address, "it did not start"
            return address[0]

        yield start


@pytest.fixture
def visit(browser: Any) -> Iterator[Callable[..., Any]]:
    """Open a page; at the end it must have had no error, and asked nobody but this machine."""
    with ExitStack() as stack:
        wrong: list[str] = []

        def heard(message: Any) -> None:
            if message.type in ("error", "warning") and "status of 4" not in message.text:
                wrong.append(message.text)

        def asked(request: Any) -> None:
            if not request.url.startswith(("http://127.0.0.1:", "blob:http://127.0.0.1:", "data:")):
                wrong.append(f"asked {request.url}")

        def open_page(address: str, width: int = 1366, height: int = 820, **more: Any) -> Any:
            context = browser.new_context(viewport={"width": width, "height": height}, **more)
            stack.callback(context.close)
            context.set_default_timeout(10_000)
            page = context.new_page()
            page.on("console", heard)
            page.on("pageerror", lambda why: wrong.append(str(why)))
            page.on("request", asked)
            page.goto(address)
            return page

        yield open_page
    assert wrong == []
