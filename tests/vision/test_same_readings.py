"""What is done for speed changes no reading: the tables of a still picture and of the demo clip, as first read.

A new detector or face reader has to read them too: they are what lies there.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from rules.sheet import Sheet
from vision.board import pose_from_markers
from vision.camera import open_source
from vision.picture import Image, load
from vision.reader import Reader

STILL = (
    "amber-gulf: blue4 green2 | dust-plains: blue1 red6 | heartland: red2 red4 | iron-hills: green3+1 red5 | "
    "north-coast: blue5 red3 | south-reach: blue3 green4 | westmark: green6 | westmark/heartland: blue6"
)
CLIP = {
    199: "amber-gulf: blue4 | dust-plains: red6 | frozen-sea: green3 | heartland: red4 | iron-hills: red5 | "
    "south-reach: blue3 | westmark: green6 | westmark/heartland: blue6",
    399: "amber-gulf: blue4 green2 | dust-plains: blue1 red6 | heartland: red2 red4 | iron-hills: green3 red5 | "
    "north-coast: blue5 red3 | south-reach: blue3 green4 | westmark: green6 | westmark/heartland: blue6",
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def told(reader: Reader, image: Image, sheet: Sheet, thorough: bool = False) -> str:
    """The table by space; +1 is a die on another."""
    spaces: dict[str, list[str]] = {}
    for die in reader.look(image, pose_from_markers(image, sheet), sheet, thorough=thorough).dice:
        name = f"{die.colour}{die.value}" + (f"+{die.level}" if die.level else "")
        spaces.setdefault(str(die.space), []).append(name)
    return " | ".join(f"{space}: {' '.join(sorted(dice))}" for space, dice in sorted(spaces.items()))


def test_a_still_picture_reads_as_before(reader: Reader, sheet: Sheet) -> None:
    assert told(reader, load(Path(__file__).parents[1] / "data" / "still.jpg"), sheet) == STILL


def test_the_demo_clip_reads_as_before(reader: Reader, sheet: Sheet) -> None:
    source = open_source(str(resources.files("webui") / "data" / "demo.mp4"))
    try:
        for number, table in CLIP.items():
            frame = source.read()
            while frame.number < number:
                frame = source.read()
            assert told(reader, frame.image, sheet) == table
    finally:
        source.close()


def test_a_thorough_look_loses_no_die_of_a_usual_size(reader: Reader, sheet: Sheet) -> None:
    image = load(Path(__file__).parents[1] / "data" / "still.jpg")
    closely = told(reader, image, sheet, thorough=True)
    for space in STILL.split(" | "):
        place, dice = space.split(": ")
        assert set(dice.split()) <= set(closely.split(f"{place}: ")[1].split(" | ")[0].split())
