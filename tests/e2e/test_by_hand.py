"""A match without a camera, in a browser: begun, played on the map, corrected, undone, found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

Visit = Callable[..., Any]


def begin(page: Any) -> None:
    names = page.locator("#new-match .player input")
    for n, name in enumerate(("Ann", "Bob", "Cy")):
        names.nth(n).fill(name)
    page.locator("select[name=camera]").select_option("")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#word")).to_have_text("by hand")


def tap(page: Any, x: float, y: float, face: int) -> None:
    """Put a die on the map at a share of its width and height."""
    expect(page.locator(".space")).to_have_count(8)
    there = page.locator(".die").count()
    box = page.locator("#overlay").bounding_box()
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
    page.locator(f"#dialog [data-face='{face}']").click()
    expect(page.locator(".die")).to_have_count(there + 1)


def test_a_match_by_hand(pipsight: Callable[..., str], visit: Visit) -> None:
    page = visit(pipsight("serve"))
    begin(page)
    expect(page.locator(".space")).to_have_count(8)
    tap(page, 0.5, 0.5, 4)
    expect(page.locator(".die")).to_have_count(1)
    expect(page.locator(".die")).to_have_attribute("aria-label", "red 4, in Heartland, Ann, said by a person")
    tap(page, 0.85, 0.52, 2)
    expect(page.locator(".die")).to_have_count(2)
    expect(page.locator("#news li").nth(1)).to_have_text("Bob: flick a blue die")
    page.locator(".die.c-red").click()
    page.keyboard.press("6")
    expect(page.locator(".die.c-red")).to_have_attribute("data-word", "red6")
    page.keyboard.press("u")
    expect(page.locator(".die.c-red")).to_have_attribute("data-word", "red4")
    page.keyboard.press("r")
    expect(page.locator(".die.c-red")).to_have_attribute("data-word", "red6")
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".die")).to_have_count(1)
    page.reload()
    expect(page.locator(".die")).to_have_count(1)
    expect(page.locator("#redo")).to_be_enabled()


def test_a_throw_is_told_by_its_button(pipsight: Callable[..., str], visit: Visit) -> None:
    page = visit(pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue"))
    page.locator(".step", has_text="Flick a red die").click()
    page.locator("#dialog select").select_option("amber-gulf")
    page.locator("#dialog [data-face='5']").click()
    expect(page.locator(".die")).to_have_attribute("data-space", "amber-gulf")
    expect(page.locator(".step", has_text="Flick a blue die")).to_be_visible()


def test_what_the_rules_bar_is_shown_and_can_be_insisted_on(pipsight: Callable[..., str], visit: Visit) -> None:
    page = visit(pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue"))
    barred = page.locator(".step.barred", has_text="Flick a blue die")
    expect(barred).to_contain_text("it is Ann's turn")
    barred.click()
    expect(page.locator("#dialog")).to_contain_text("it is Ann's turn")
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#undo")).to_be_disabled()
    barred.click()
    page.get_by_role("button", name="Do it anyway").click()
    expect(page.locator("#undo")).to_be_enabled()


def test_an_older_step_is_corrected_from_the_history(pipsight: Callable[..., str], visit: Visit) -> None:
    page = visit(pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue"))
    tap(page, 0.5, 0.5, 4)
    tap(page, 0.85, 0.52, 2)
    expect(page.locator(".die")).to_have_count(2)
    page.keyboard.press("h")
    page.locator(".history li").first.get_by_role("button").click()
    page.locator("textarea").fill("heartland: red1\namber-gulf: blue5")
    page.get_by_role("button", name="What would change?").click()
    expect(page.locator("#dialog")).to_contain_text("red 4 in Heartland is 1 now")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator(".die.c-red")).to_have_attribute("data-word", "red1")
    expect(page.locator(".die.c-blue")).to_have_attribute("data-word", "blue5")
    expect(page.locator("#dialog")).to_be_hidden()
    page.keyboard.press("h")
    page.locator(".history li").first.get_by_role("button").click()
    page.locator("textarea").fill("heartland red1")
    page.get_by_role("button", name="Correct it").click()
    expect(page.locator("#toast")).to_contain_text("table: no dice in")


def test_two_pages_see_the_same(pipsight: Callable[..., str], visit: Visit) -> None:
    address = pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue")
    one, other = visit(address), visit(address, 390, 844)
    tap(one, 0.5, 0.5, 4)
    expect(other.locator(".die")).to_have_count(1)
    other.get_by_role("button", name="Undo").click()
    expect(one.locator(".die")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_screen(pipsight: Callable[..., str], visit: Visit, width: int, height: int, scheme: str) -> None:
    address = pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bartholomew the Long=blue")
    page = visit(address, width, height, color_scheme=scheme)
    tap(page, 0.5, 0.5, 4)
    expect(page.locator(".die")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#word").evaluate("e => parseFloat(getComputedStyle(e).fontSize)") >= 33
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(18, 22, 21)"
    assert dark == (scheme == "dark")
    small = page.eval_on_selector_all(
        "button, select, summary",
        "found => found.filter(e => e.offsetParent && e.getBoundingClientRect().height < 24).map(e => e.outerHTML)",
    )
    assert small == []


def test_everything_can_be_reached_by_keyboard_and_has_a_name(pipsight: Callable[..., str], visit: Visit) -> None:
    page = visit(pipsight("serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue"))
    tap(page, 0.5, 0.5, 4)
    expect(page.locator(".die")).to_have_count(1)
    nameless = page.eval_on_selector_all(
        "button, select, input, [role=button]",
        """found => found.filter(e => e.offsetParent !== null || e.ownerSVGElement).filter(e => !(e.innerText
        || e.getAttribute('aria-label') || e.title || (e.labels && e.labels.length))).map(e => e.outerHTML)""",
    )
    assert nameless == []
    page.locator(".die").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#dialog")).to_be_hidden()
    assert page.locator(".die").evaluate("e => e === document.activeElement"), "the focus comes back"
    assert page.locator("#said").get_attribute("aria-live") == "polite"
