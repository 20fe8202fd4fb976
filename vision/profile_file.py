"""A profile as one file: JSON with the taught cut-outs as PNG in base64, and what was learned from them.

Such files come from other people: every value is checked before it is used, nothing in them names a file, and
what a file may hold is bounded. The cut-outs are kept so that a newer face reader can be taught again.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np

from vision.colour import SHADES
from vision.picture import BadPicture, Image, decode
from vision.profile import Gain, Profile, Taught
from vision.sights import SIGHTS, Numbers
from vision.teaching import CUT, MOST_DICE

FORMAT = 1
MOST_BYTES = 16 * 1024 * 1024
LONGEST = 40  # characters of a name
MOST_PICTURES = 1000
LARGEST = 1e3  # of any figure in a file


class BadProfile(ValueError):
    """A profile that cannot be used; tells which value, and why."""


def dumps(profile: Profile) -> bytes:
    """Return the file of a profile."""
    dice = zip(profile.taught, profile.bodies, profile.evidence, strict=True)
    told = {
        "pipsight-dice": FORMAT,
        "name": profile.name,
        "made": profile.made,
        "model": profile.model,
        "sights": list(SIGHTS),
        "reads": profile.reads,
        "names": profile.names,
        "gain": {key: getattr(profile.gain, key) for key in Gain.__slots__},
        "dice": [_die(one, body, given) for one, body, given in dice],
    }
    return (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()


def _die(one: Taught, body: Numbers, given: Numbers) -> dict[str, Any]:
    _, png = cv2.imencode(".png", one.cut)
    return {
        "picture": one.picture,
        "value": one.value,
        "colour": one.colour,
        "seen": one.seen,
        "rgb": list(one.rgb),
        "body": [round(float(v), 3) for v in body],
        "evidence": [round(float(v), 5) for v in given],
        "png": base64.b64encode(png.tobytes()).decode("ascii"),
    }


def loads(data: bytes) -> Profile:
    """Return the profile of a file's bytes; raises BadProfile."""
    if len(data) > MOST_BYTES:
        raise BadProfile(f"{len(data) / 2**20:.0f} MiB; at most {MOST_BYTES // 2**20} MiB are read")
    try:
        told = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BadProfile("not a profile of dice (no JSON)") from error
    if not isinstance(told, dict) or "pipsight-dice" not in told:
        raise BadProfile("not a profile of dice")
    version = told["pipsight-dice"]
    if version != FORMAT:
        raise BadProfile(f"a profile of version {str(version)[:20]}; this pipsight knows version {FORMAT}")
    return _profile(told)


def _profile(told: dict[str, Any]) -> Profile:
    if told.get("sights") != list(SIGHTS):
        raise BadProfile("sights: not those of this version")
    rows = told.get("dice")
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_DICE:
        raise BadProfile(f"dice: a list of 1 to {MOST_DICE} is needed")
    taught = tuple(_taught(n, row) for n, row in enumerate(rows))
    return Profile(
        name=name_of(told.get("name")),
        made=_word(told, "made", 40),
        model=_word(told, "model", 80),
        taught=taught,
        bodies=np.array([_figures(row, "body", 3, -200, 200) for row in rows]),
        evidence=np.array([_figures(row, "evidence", len(SIGHTS), -LARGEST, 0) for row in rows]),
        reads=_flag(told, "reads"),
        names=_flag(told, "names"),
        gain=_gain(told.get("gain")),
    )


def name_of(said: object) -> str:
    """Return a profile's name: 1 to 40 characters that can be printed; raises BadProfile."""
    name = said.strip() if isinstance(said, str) else ""
    if not name or len(name) > LONGEST or not name.isprintable():
        raise BadProfile(f"name: 1 to {LONGEST} letters are needed")
    return name


def _taught(n: int, row: object) -> Taught:
    if not isinstance(row, dict):
        raise BadProfile(f"dice, {n}: not an object")
    try:
        value, picture = _whole(row, "value", 6), _whole(row, "picture", MOST_PICTURES)
        colour = _word(row, "colour", 20)
        if colour not in (SHADES if value else ("",)):
            raise BadProfile(f"colour: dice are {', '.join(SHADES)}")
        red, green, blue = (int(v) for v in _figures(row, "rgb", 3, 0, 255))
        _figures(row, "body", 3, -200, 200)
        _figures(row, "evidence", len(SIGHTS), -LARGEST, 0)
        return Taught(picture, value, colour, _word(row, "seen", 20), (red, green, blue), _cut(row.get("png")))
    except BadProfile as why:
        raise BadProfile(f"dice, {n}: {why}") from None


def _cut(said: object) -> Image:
    try:
        image = decode(base64.b64decode(said if isinstance(said, str) else "", validate=True), "png")
    except (binascii.Error, ValueError, BadPicture) as why:
        raise BadProfile(f"its picture cannot be read ({why})") from None
    if image.shape != (CUT, CUT, 3):
        raise BadProfile(f"png: {image.shape[1]} x {image.shape[0]}, not {CUT} x {CUT}")
    return image


def _gain(said: object) -> Gain:
    if not isinstance(said, dict):
        raise BadProfile("gain: not an object")
    pairs: dict[str, Sequence[float]] = {}
    for key in ("right", "accepted", "sure_wrong", "certainty", "named"):
        pairs[key] = _figures(said, key, 2, 0, LARGEST)
    whole = {key: (int(pair[0]), int(pair[1])) for key, pair in pairs.items() if key != "certainty"}
    return Gain(
        pictures=_whole(said, "pictures", MOST_PICTURES),
        dice=_whole(said, "dice", MOST_DICE),
        certainty=(pairs["certainty"][0], pairs["certainty"][1]),
        **whole,
    )


def _figures(row: dict[str, Any], key: str, count: int, least: float, most: float) -> list[float]:
    said = row.get(key)
    fine = isinstance(said, list) and len(said) == count
    if not fine or not all(type(v) in (int, float) and least <= v <= most for v in said or ()):
        raise BadProfile(f"{key}: {count} numbers from {least:g} to {most:g} are needed")
    return [float(v) for v in said or ()]


def _whole(row: dict[str, Any], key: str, most: int) -> int:
    said = row.get(key)
    if type(said) is not int or not 0 <= said <= most:
        raise BadProfile(f"{key}: a whole number from 0 to {most} is needed")
    return said


def _word(row: dict[str, Any], key: str, longest: int) -> str:
    said = row.get(key)
    if not isinstance(said, str) or len(said) > longest or not (said.isprintable() or not said):
        raise BadProfile(f"{key}: a text of at most {longest} letters is needed")
    return said


def _flag(told: dict[str, Any], key: str) -> bool:
    said = told.get(key)
    if not isinstance(said, bool):
        raise BadProfile(f"{key}: true or false is needed")
    return said
