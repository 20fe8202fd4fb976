"""When a die of Die die DIE! lies on a border, by its place on the sheet in millimetres."""

import json
from math import pi

import pytest
from by_the_book import small_board

from rules import sheet


@pytest.fixture
def plain(tmp_path):
    """A sheet of two halves that meet at x = 150 mm, and a third that lies apart with blank ground around it."""
    told = small_board({"west": 1, "east": 2, "isle": 3})
    (tmp_path / "small.toml").write_text(told, encoding="utf-8")
    shapes = {
        "west": [[[50.0, 40.0], [150.0, 40.0], [150.0, 100.0], [50.0, 100.0]]],
        "east": [[[150.0, 40.0], [250.0, 40.0], [250.0, 100.0], [150.0, 100.0]]],
        "isle": [[[50.0, 140.0], [250.0, 140.0], [250.0, 190.0], [50.0, 190.0]]],
    }
    geo = {"version": 1, "sheet": "small", "unit": "mm", "spaces": shapes}
    (tmp_path / "small.geo.json").write_text(json.dumps(geo), encoding="utf-8")
    return sheet.load(tmp_path / "small.toml")


@pytest.mark.rule("DDD-23")
@pytest.mark.parametrize(
    ("off", "angle", "border"),
    [
        (0.0, 0.0, True),
        (7.0, 0.0, True),
        (7.4, 0.0, True),
        (7.6, 0.0, False),
        (8.0, 0.0, False),
        (9.0, 0.0, False),
        (9.0, pi / 4, True),
        (9.0, -pi / 4, True),
        (7.0, pi / 2, True),
        (9.0, pi, False),
        (10.7, pi / 4, True),
        (10.9, pi / 4, False),
        (12.0, pi / 4, False),
    ],
)
def test_a_die_is_on_the_border_from_half_a_millimetre_in_two_territories(plain, off, angle, border):
    assert plain.where(150.0 - off, 70.0, angle) == ("west/east" if border else "west")
    assert plain.where(150.0 + off, 70.0, angle) == ("west/east" if border else "east")


@pytest.mark.rule("DDD-23")
def test_the_overlap_is_an_option_of_the_board(plain, tmp_path):
    told = (tmp_path / "small.toml").read_text(encoding="utf-8")
    (tmp_path / "small.toml").write_text(told.replace("border = 0.5", "border = 2.0"), encoding="utf-8")
    wide = sheet.load(tmp_path / "small.toml")
    assert wide.where(143.0, 70.0, 0.0) == "west" and plain.where(143.0, 70.0, 0.0) == "west/east"
    assert wide.where(145.0, 70.0, 0.0) == "west/east"


@pytest.mark.rule("DDD-24")
def test_a_die_on_blank_ground_is_told_by_the_nearest_territories(plain):
    assert plain.place(100.0, 110.0, 0.0) == "~west"
    assert plain.place(100.0, 129.0, 0.0) == "~isle"
    assert plain.place(100.0, 120.0, 0.0) == "~west/isle"
    assert plain.place(20.0, 70.0, 0.0) == "~west"


@pytest.mark.rule("DDD-24")
def test_a_die_on_the_line_to_blank_ground_is_in_the_territory(plain):
    for off in (-7.9, -4.0, 0.0, 4.0, 7.4):
        assert plain.place(50.0 - off, 70.0, 0.0) == "west"
