"""Profiles as files: a round trip, and files that are damaged, foreign or hostile."""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
import pytest
from dice_pictures import RedSighted, taught

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from vision.profile import Profile
from vision.profile_file import MOST_BYTES, BadProfile, dumps, loads, name_of
from vision.teaching import teach


@pytest.fixture(scope="module")
def profile() -> Profile:
    reader: Any = RedSighted()
    dice = [taught(n, 1 + (n + k) % 6) for n in range(3) for k in range(3)]
    return teach("Änn's “red” dice", [*dice, taught(2, 0)], reader, "2026-12-01")


@pytest.fixture
def told(profile: Profile) -> dict[str, Any]:
    found = json.loads(dumps(profile))
    assert isinstance(found, dict)
    return found


def refused(told: dict[str, Any]) -> str:
    with pytest.raises(BadProfile) as why:
        loads(json.dumps(told).encode())
    return str(why.value)


def png(shape: tuple[int, int, int]) -> str:
    return base64.b64encode(cv2.imencode(".png", np.zeros(shape, np.uint8))[1].tobytes()).decode()


def test_a_profile_is_the_same_after_a_round_trip(profile: Profile) -> None:
    found = loads(dumps(profile))
    for key in ("name", "made", "model", "reads", "names", "gain"):
        assert getattr(found, key) == getattr(profile, key), key
    assert np.allclose(found.bodies, profile.bodies, atol=1e-3)
    assert np.allclose(found.evidence, profile.evidence, atol=1e-4)
    for one, other in zip(found.taught, profile.taught, strict=True):
        assert (one.picture, one.value, one.colour, one.seen, one.rgb) == (
            other.picture,
            other.value,
            other.colour,
            other.seen,
            other.rgb,
        )
        assert (one.cut == other.cut).all()
    assert dumps(found) == dumps(profile)


@pytest.mark.parametrize(
    "data", [b"", b"\x00\xff", b"[]", b"null", b"{}", b"[" * 100_000, b'{"pipsight": 1}', b"1e999"]
)
def test_what_is_no_profile_is_told_so(data: bytes) -> None:
    with pytest.raises(BadProfile, match="not a profile of dice"):
        loads(data)


def test_a_huge_file_is_not_even_parsed() -> None:
    with pytest.raises(BadProfile, match="at most 16 MiB are read"):
        loads(b"[" * (MOST_BYTES + 1))


def test_a_newer_version_is_named(told: dict[str, Any]) -> None:
    assert refused(told | {"pipsight-dice": 2}) == "a profile of version 2; this pipsight knows version 1"
    assert "version" in refused(told | {"pipsight-dice": {"a": ["b"] * 500}})


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("name", "", "name: 1 to 40 letters"),
        ("name", "x" * 41, "name: 1 to 40 letters"),
        ("name", "a\nb", "name: 1 to 40 letters"),
        ("name", None, "name: 1 to 40 letters"),
        ("made", 7, "made: a text"),
        ("model", "x" * 500, "model: a text"),
        ("sights", ["x-rays"], "sights: not those of this version"),
        ("reads", 1, "reads: true or false"),
        ("names", None, "names: true or false"),
        ("dice", [], "dice: a list of 1 to 160"),
        ("dice", {}, "dice: a list of 1 to 160"),
        ("dice", [1] * 161, "dice: a list of 1 to 160"),
        ("dice", [1], "dice, 0: not an object"),
        ("gain", [], "gain: not an object"),
        ("gain", {}, "gain|right: 2 numbers"),
    ],
)
def test_every_value_of_a_profile_is_checked(told: dict[str, Any], key: str, value: object, why: str) -> None:
    said = refused(told | {key: value})
    assert any(said.startswith(one) for one in why.split("|")), said


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("value", 7, "value: a whole number from 0 to 6"),
        ("value", -1, "value: a whole number from 0 to 6"),
        ("value", 3.0, "value: a whole number"),
        ("value", True, "value: a whole number"),
        ("picture", 10**9, "picture: a whole number"),
        ("colour", "mauve", "colour: dice are red, "),
        ("colour", "", "colour: dice are red, "),
        ("colour", ["red"], "colour: a text"),
        ("seen", "x" * 21, "seen: a text"),
        ("rgb", [1, 2], "rgb: 3 numbers from 0 to 255"),
        ("rgb", [1, 2, 256], "rgb: 3 numbers from 0 to 255"),
        ("body", [float("nan"), 0, 0], "body: 3 numbers"),
        ("body", [float("inf"), 0, 0], "body: 3 numbers"),
        ("body", [10**400, 0, 0], "body: 3 numbers"),
        ("body", "abc", "body: 3 numbers"),
        ("evidence", [0, 0, 0, 0], "evidence: 5 numbers"),
        ("evidence", [0, 0, 0, 0, float("nan")], "evidence: 5 numbers"),
        ("evidence", [0, 0, 0, 0, 1], "evidence: 5 numbers"),
        ("evidence", [0, 0, 0, 0, [0]], "evidence: 5 numbers"),
        ("png", None, "its picture cannot be read"),
        ("png", "§§", "its picture cannot be read"),
        ("png", "AAAA", "its picture cannot be read"),
        ("png", png((60, 120, 3)), "png: 120 x 60, not 120 x 120"),
        ("png", png((400, 400, 3)), "png: 400 x 400, not 120 x 120"),
    ],
)
def test_every_value_of_a_die_is_checked(told: dict[str, Any], key: str, value: object, why: str) -> None:
    told["dice"][1][key] = value
    assert refused(told).startswith(f"dice, 1: {why}")


def test_a_picture_that_would_fill_the_memory_is_refused(told: dict[str, Any]) -> None:
    bomb = bytearray(cv2.imencode(".png", np.zeros((4, 4, 3), np.uint8))[1].tobytes())
    bomb[16:24] = (50_000).to_bytes(4, "big") * 2
    told["dice"][0]["png"] = base64.b64encode(bytes(bomb)).decode()
    assert "megapixels" in refused(told)


def test_a_find_without_a_die_has_no_colour(told: dict[str, Any]) -> None:
    told["dice"][-1]["colour"] = "red"
    assert "colour" in refused(told)


def test_names_are_trimmed_and_may_be_in_any_script() -> None:
    assert name_of("  骰子 ") == "骰子"
