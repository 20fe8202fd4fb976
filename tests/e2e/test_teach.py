"""Teaching in a browser: pictures corrected by tap and key, a profile kept and known after a restart, errors named."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

pytestmark = pytest.mark.e2e

CLIP = Path(__file__).parents[2] / "webui" / "data" / "demo.mp4"
WAIT = 60_000  # ms that reading a picture may take
Visit = Callable[..., Any]


@pytest.fixture(scope="session")
def rolls(script: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three tables of the demo clip with other dice in other places."""
    folder, clip = tmp_path_factory.mktemp("rolls"), cv2.VideoCapture(str(CLIP))
    found = []
    for event in script["events"][3:12:4]:
        clip.set(cv2.CAP_PROP_POS_FRAMES, (event["frame"] + event["last"]) // 2)
        fine, image = clip.read()
        assert fine
        found.append(folder / f"roll {len(found) + 1}.jpg")
        cv2.imwrite(str(found[-1]), np.asarray(image))
    clip.release()
    return found


@contextmanager
def serving(data: Path, *args: str) -> Iterator[str]:
    """The program on a data folder, until the end of the block; its address."""
    command = [sys.executable, "-W", "ignore", "-c", "from webui.cli import main; main()", "serve", *args]
    environment = {**os.environ, "PIPSIGHT_DATA": str(data)}
    child = subprocess.Popen(
        [*command, "--no-browser", "--port", "0"], stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        assert child.stdout is not None
        address = re.search(r"http://\S+", child.stdout.readline())
        assert address, "it did not start"
        yield address[0]
    finally:
        child.terminate()
        child.wait()
        child.stdout.close()


@pytest.fixture
def patient(visit: Visit) -> Iterator[Visit]:
    """Open pages that wait longer: models load, and pictures are read, while they do."""
    expect.set_options(timeout=WAIT)

    def opened(address: str, *size: int, **more: Any) -> Any:
        page = visit("about:blank", *size, **more)
        page.set_default_timeout(WAIT)
        page.goto(address)
        return page

    yield opened
    expect.set_options(timeout=5_000)


def upload(page: Any, files: list[Path]) -> None:
    page.locator("#files").set_input_files([str(file) for file in files])
    expect(page.locator(".shot")).to_have_count(len(files), timeout=WAIT)
    expect(page.locator("#busy")).to_be_hidden(timeout=WAIT)


def shoot(page: Any, name: str) -> None:
    if folder := os.environ.get("PIPSIGHT_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


CALL_ALL_PINK = """async () => {
  const headers = { "Content-Type": "application/json", "X-Pipsight": "1" };
  const post = (path, body) => fetch(path, { method: "POST", body: JSON.stringify(body), headers });
  const { lesson } = await (await fetch("/teach/lesson")).json();
  for (const shot of lesson.pictures) for (const [die, find] of shot.finds.entries()) {
    const said = find.value ? { value: find.value } : { gone: true };
    const colour = find.colour === "red" ? "pink" : find.colour;
    await post("/teach/die", { picture: shot.id, die, ...said, colour });
  }
}"""


def test_dice_are_taught_and_still_known_after_a_restart(patient: Visit, rolls: list[Path], tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        page = patient(f"{address}teach")
        expect(page.locator("#wanted")).to_contain_text("3 more pictures")
        expect(page.locator("#learn")).to_be_disabled()
        upload(page, rolls)
        expect(page.locator(".cover tbody tr")).not_to_have_count(0)
        shoot(page, "taught")
        _corrected(page)
        page.evaluate(CALL_ALL_PINK)
        page.reload()
        expect(page.locator(".shot")).to_have_count(3)
        expect(page.locator(".cover th[scope=row]", has_text="pink")).to_be_visible()
        page.locator("#name").fill("Ann's pink dice")
        page.locator("#learn").click()
        expect(page.locator(".result")).to_contain_text("Ann's pink dice is kept.", timeout=3 * WAIT)
        expect(page.locator(".shot")).to_have_count(0)
        shoot(page, "kept")
    with serving(tmp_path) as address:
        page = patient(f"{address}teach")
        expect(page.locator("[data-profile='ann-s-pink-dice']")).to_contain_text("pink")
        page.goto(address)
        page.locator("select[name=dice]").select_option(label="Ann's pink dice")
        shoot(page, "chosen")
        for n, name in enumerate(("Ann", "Bob", "Cy")):
            page.locator("#new-match .player input").nth(n).fill(name)
        page.locator("select[name=camera]").select_option("")
        page.get_by_role("button", name="Begin").click()
        expect(page.locator("#word")).to_have_text("by hand")
        page.goto(f"{address}teach")
        page.get_by_role("button", name="Remove Ann's pink dice").click()
        page.get_by_role("button", name="Forget them").click()
        expect(page.locator("#profiles")).to_contain_text("None yet")


def _corrected(page: Any) -> None:
    """By key, by tap, and taken out and back."""
    find = page.locator(".find").first
    find.focus()
    page.keyboard.press("5")
    expect(find).to_have_attribute("aria-label", re.compile(r"^Die 1: \w+ 5, said by you$"))
    expect(find).to_be_focused()
    find.click()
    page.locator("#dialog [data-face='2']").click()
    expect(find).to_have_attribute("aria-label", re.compile(r" 2, said by you$"))
    find.focus()
    page.keyboard.press("Delete")
    expect(find).to_have_attribute("aria-label", "Find 1, no die")
    page.keyboard.press("Enter")
    shoot(page, "dialog")
    page.get_by_role("button", name="It is a die").click()
    expect(find).to_have_attribute("aria-label", re.compile(r" 2, said by you$"))


def test_what_is_wrong_is_told_on_the_page(patient: Visit, rolls: list[Path], tmp_path: Path) -> None:
    empty, torn, twice = tmp_path / "empty.png", tmp_path / "torn.jpg", tmp_path / "twice.jpg"
    cv2.imwrite(str(empty), np.full((400, 600, 3), 130, np.uint8))
    torn.write_bytes(rolls[0].read_bytes()[:9000])
    twice.write_bytes(rolls[0].read_bytes())
    with serving(tmp_path / "data") as address:
        page = patient(f"{address}teach")
        page.locator("#files").set_input_files([str(file) for file in (rolls[0], empty, torn, twice)])
        told = page.locator("#trouble li")
        expect(told).to_have_count(3, timeout=2 * WAIT)
        expect(told.nth(0)).to_contain_text("empty.png: no dice found")
        expect(told.nth(1)).to_contain_text("torn.jpg: the JPEG is broken off")
        expect(told.nth(2)).to_contain_text("twice.jpg: nothing has moved since roll 1.jpg")
        expect(page.locator(".shot")).to_have_count(1)
        page.locator("#import").set_input_files(str(torn))
        expect(page.locator("#toast")).to_contain_text("torn.jpg: not a profile of dice")


@pytest.mark.parametrize(("width", "height", "scheme"), [(390, 844, "light"), (390, 844, "dark"), (1366, 768, "dark")])
def test_it_fits_and_everything_has_a_name(
    patient: Visit, rolls: list[Path], tmp_path: Path, width: int, height: int, scheme: str
) -> None:
    with serving(tmp_path) as address:
        page = patient(f"{address}teach", width, height, color_scheme=scheme)
        upload(page, rolls[:1])
        shoot(page, f"{width}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert (page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 21)") == (
            scheme == "dark"
        )
        small = page.eval_on_selector_all(
            "button, select, a.button, .upload",
            "found => found.filter(e => e.offsetParent && e.getBoundingClientRect().height < 38).map(e => e.outerHTML)",
        )
        assert small == []
        nameless = page.eval_on_selector_all(
            "button, select, input, [role=button]",
            """found => found.filter(e => !(e.innerText || e.textContent.trim() || e.getAttribute('aria-label')
            || e.title || (e.labels && e.labels.length))).map(e => e.outerHTML)""",
        )
        assert nameless == []
