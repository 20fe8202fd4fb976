"""Sheets: which space a die lies in, and files that are refused with all that is wrong."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from math import cos, inf, pi, sin, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import polygon, sheet
from rules.sheet import BadSheet, Sheet

DATA = Path(__file__).parent / "data"
angles = st.floats(-10, 10)
near = st.floats(-30, 30)


@pytest.mark.rule("DDD-23")
@pytest.mark.parametrize(
    ("off", "angle", "place"),
    [
        (7, 0.0, "north/south"),  # edges parallel, 1 mm over
        (9, 0.0, "north"),
        (9, pi / 4, "north/south"),  # it reaches 11.3 mm
        (11, pi / 4, "north"),  # 0.3 mm over
        (10.7, pi / 4, "north/south"),  # 0.6 mm over, by a corner
        (7.6, pi / 2, "north"),  # 0.4 mm over
        (7.4, pi / 2, "north/south"),
        (0, 1.0, "north/south"),
        (8.3, None, "north/south"),  # turn unknown: a circle that reaches 9.0 mm
        (8.8, None, "north"),
        (12, None, "north"),
    ],
)
def test_on_a_border(mini: Sheet, off: float, angle: float | None, place: str) -> None:
    assert mini.where(90, 70 - off, angle) == place
    mirrored = {"north": "south"}.get(place, place)
    assert mini.where(90, 70 + off, angle) == mirrored


@pytest.mark.rule("DDD-23")
@given(st.floats(0, 30), angles)
def test_a_straight_border_is_exact(off: float, angle: float) -> None:
    mini = sheet.load(DATA / "mini.toml")
    reach = 8 * (abs(cos(angle)) + abs(sin(angle)))
    if abs(reach - off - 0.5) > 1e-6:
        assert mini.where(90, 70 - off, angle) == ("north/south" if reach - off > 0.5 else "north")


def test_where_three_meet_and_where_none_is(mini: Sheet) -> None:
    assert mini.where(140, 70, 0.3) == "north/south/east"
    assert mini.where(20, 70, 0.0) == "" and mini.touched(20, 70, 0.0) == {}
    assert mini.where(32.2, 40, 0.0) == "north"  # it touches one alone, however little
    assert mini.where(32.2, 70, 0.0) == "north/south" or mini.where(32.2, 70, 0.0) in ("north", "south")


def test_a_corner_of_a_space_that_points_into_a_side(tmp_path: Path) -> None:
    """The die's corners lie outside the wedge, and its part of the foot is deeper than half a millimetre."""

    def wedge(told: dict[str, Any]) -> None:
        told["spaces"] = {
            "north": [[[40, 10], [90, 10], [90, 60], [60, 70], [90, 80], [90, 130], [40, 130]]],
            "south": [[[60, 70], [90, 60], [140, 60], [140, 80], [90, 80]]],
            "east": [[[140, 10], [205, 10], [205, 130], [140, 130]]],
        }

    board = sheet.load(changed(tmp_path, shapes=wedge))
    assert board.where(55, 70, 0.0) == "north/south"  # the wedge reaches 3 mm in, 1.9 mm wide at the die's side
    assert board.where(52.5, 70, 0.0) == "north"  # half a millimetre
    assert board.where(75, 70, 0.0) == "north/south"


@pytest.mark.rule("DDD-24")
def test_the_nearest_of_a_die_that_touches_none(mini: Sheet) -> None:
    assert mini.place(25, 40, 0.0) == "~north" and mini.place(25, 70.2, 0.0) == "~north/south"
    assert mini.place(25, 100, None) == "~south" and mini.place(225, 70, 0.0) == "~east"
    assert mini.place(-5, 40, 0.0) == "" and mini.place(20, 150, 0.0) == ""  # out of the arena
    assert mini.place(90, 30, 0.0) == "north"


@given(st.floats(45, 200), st.floats(15, 125), st.one_of(st.none(), angles))
def test_shares_of_a_foot_on_the_board_add_up(x: float, y: float, angle: float | None) -> None:
    mini = sheet.load(DATA / "mini.toml")
    found = mini.touched(x, y, angle)
    whole = 58 <= x <= 190 and 24 <= y <= 116
    assert sum(found.values()) <= 1 + 1e-9 and (not whole or abs(sum(found.values()) - 1) < 1e-9)
    assert set(mini.where(x, y, angle).split("/")) <= set(found)
    assert mini.touched(x, y, angle, 4.0).keys() <= found.keys() or angle is None


@given(near, near, angles, st.floats(4, 40))
def test_a_clip_is_that_of_a_fine_grid(x: float, y: float, angle: float, size: float) -> None:
    shape = ((-20.0, -20.0), (20.0, -20.0), (20.0, 0.0), (0.0, 0.0), (0.0, 20.0), (-20.0, 20.0))  # an L
    foot = polygon.square(x, y, angle, size)
    assert polygon.area(foot) == pytest.approx(size * size)
    step = 0.5
    inside = 0
    for i in range(-40, 40):
        for j in range(-40, 40):
            p = ((i + 0.5) * step, (j + 0.5) * step)
            inside += polygon.inside(p, shape) and polygon.inside(p, foot)
    assert abs(polygon.area(polygon.clip(shape, foot)) - inside * step * step) <= 4 * size * step


@given(near, near, st.floats(1, 900))
def test_a_disc_has_the_area_that_it_stands_for(x: float, y: float, content: float) -> None:
    assert polygon.area(polygon.disc(x, y, content)) == pytest.approx(content)
    assert polygon.twice(polygon.disc(x, y, content)) > 0 < polygon.twice(polygon.square(x, y, 1.0, 2.0))


def test_distances() -> None:
    assert polygon.distance((0, 3), ((-5, 0), (5, 0))) == 3 and polygon.distance((8, 4), ((-5, 0), (5, 0))) == 5
    assert polygon.distance((3, 4), ((0, 0), (0, 0))) == 5
    square = polygon.square(0, 0, 0, 2)
    assert polygon.gap((0, 0), square) == 0 and polygon.gap((4, 0), square) == pytest.approx(3)
    assert sqrt(2) == pytest.approx(max(abs(complex(*p)) for p in square))


def test_overlap() -> None:
    a = polygon.square(0, 0, 0, 10)
    for dx, dy, laps in ((10, 0, False), (9.9, 0, True), (10, 10, False), (0, 0, True), (0, 3, True), (30, 0, False)):
        assert polygon.overlap(a, polygon.square(dx, dy, 0, 10)) is laps
    assert polygon.overlap(a, polygon.square(0, 0, 0, 2)) and polygon.overlap(polygon.square(0, 0, 0, 2), a)
    bay = ((-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (3.0, 5.0), (3.0, -3.0), (-3.0, -3.0), (-3.0, 5.0), (-5.0, 5.0))
    fits = ((-3.0, -3.0), (3.0, -3.0), (3.0, 5.0), (-3.0, 5.0))
    assert not polygon.overlap(bay, fits) and polygon.overlap(bay, tuple((x, y - 1) for x, y in fits))


# files


def changed(
    folder: Path,
    words: Callable[[str], str] = lambda text: text,
    shapes: Callable[[dict[str, Any]], None] = lambda told: None,
    name: str = "mini",
) -> Path:
    """The small board in another folder, with something changed."""
    text = words((DATA / "mini.toml").read_text(encoding="utf-8"))
    told = json.loads((DATA / "mini.geo.json").read_text(encoding="utf-8"))
    shapes(told)
    (folder / f"{name}.geo.json").write_text(json.dumps(told), encoding="utf-8")
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / f"{name}.toml"


def problems(path: Path) -> dict[tuple[str, str], str]:
    with pytest.raises(BadSheet) as bad:
        sheet.load(path)
    assert str(bad.value).count("\n") + 1 == len(bad.value.problems)
    found: dict[tuple[str, str], str] = {}
    for p in bad.value.problems:
        found[p.file, p.key] = "; ".join(filter(None, [found.get((p.file, p.key)), p.reason]))
    return found


def test_a_board(mini: Sheet) -> None:
    assert (mini.id, mini.title, mini.game, mini.width, mini.height, mini.die, mini.border) == (
        "mini", "Mini", "die-die-die", 240.0, 140.0, 16.0, 0.5)  # fmt: skip
    assert mini.dictionary == "4X4_50" and [m.id for m in mini.markers] == [0, 1, 2, 3]
    assert (mini.markers[1].x, mini.markers[1].y, mini.markers[1].size) == (225.0, 15.0, 20.0)
    assert [s.id for s in mini.spaces] == list(mini.shapes) == ["north", "south", "east"]
    assert mini.titles["east"] == "East"


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('id = "mini"', 'id = "maxi"', "id", "is 'maxi', the file says 'mini'"),
        ('title = "Mini"\n', "", "title", "is missing"),
        ("die = 16.0", "die = 0.0", "die", "must be a number from 1 to 1000000, not 0.0"),
        ("die = 16.0", "die = nan", "die", "must be a number from 1 to 1000000, not nan"),
        ("die = 16.0", "die = true", "die", "must be a number from 1 to 1000000, not True"),
        ("border = 0.5", "border = -1", "border", "must be a number from 0 to 1000000, not -1"),
        ("eras = 3", "eras = 3\nage = 4", "age", "is unknown; known: id, title"),
        ("players = [2, 4]", "players = [4, 2]", "players", "must be [fewest, most]"),
        ('"4X4_50"', '"ARUCO"', "markers.dictionary", 'must be like "4X4_50", not'),
        ('"4X4_50"', '"4X4_2"', "markers.dictionary", 'must be like "4X4_50", not'),
        ('"4X4_50"', '"4X5_50"', "markers.dictionary", 'must be like "4X4_50", not'),
        ("[1, 225.0", "[50, 225.0", "markers.places", "marker 50: the dictionary holds 0 to 49"),
        ("[1, 225.0", "[0, 225.0", "markers.places", "marker 0 stands twice"),
        ("[1, 225.0", "[1, 235.0", "markers.places", "marker 1 at 235, 15 reaches beyond the sheet"),
        ("[1, 225.0", '["1", 225.0', "markers.places", "must be a list of [id, x, y]"),
        ("size = 20.0", "size = 20.0\nunit = 1", "markers.unit", "is unknown; known: dictionary, size, places"),
        ('near = ["south", "east"]', 'near = ["south"]', "space north.near", "'east' is missing: east names north"),
        ('near = ["south", "east"]', 'near = ["south", "west"]', "space north.near", "no space 'west'"),
        ('near = ["south", "east"]', 'near = ["north"]', "space north.near", "a space is not its own neighbour"),
        ('id = "east"', 'id = "north"', "space north", "stands twice"),
        ('id = "east"', 'id = "The East"', "space The East.id", "must be a word of a-z, 0-9, -, _, not 'The East'"),
        ("points = 3", "point = 3", "space north.point", "is unknown; known: id, title, points, near, kind"),
        ("points = 3", "points = -3", "space north.points", "must be a whole number from 0 to 1000000, not -3"),
        ("[markers]", "[marker]", "markers", "is missing"),
    ],
)  # fmt: skip
def test_words_that_are_wrong(tmp_path: Path, old: str, new: str, key: str, reason: str) -> None:
    assert old in (DATA / "mini.toml").read_text(encoding="utf-8")
    found = problems(changed(tmp_path, lambda text: text.replace(old, new, 1)))
    assert reason in found[("mini.toml", key)]


def put(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda told: told.update({key: value})


def put_space(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda told: told["spaces"].update({key: value})


SQUARE = [[40, 10], [140, 10], [140, 70], [40, 70]]


@pytest.mark.parametrize(
    ("change", "key", "reason"),
    [
        (put("unit", "cm"), "unit", "must be 'mm', not 'cm'"),
        (put("version", 2), "version", "must be 1, the version that this program reads, not 2"),
        (put("sheet", "maxi"), "sheet", "is 'maxi', the board is 'mini'"),
        (put("spaces", []), "spaces", "must be a table"),
        (put("extra", 1), "extra", "is unknown; known: version, sheet, unit, spaces"),
        (lambda told: told.pop("unit"), "unit", "is missing"),
        (lambda told: told["spaces"].pop("east"), "spaces.east", "is missing"),
        (put_space("west", [SQUARE]), "spaces.west", "is no space of the board"),
        (put_space("north", []), "spaces.north", "must be a list of polygons"),
        (put_space("north", [SQUARE[:2]]), "spaces.north", "must be a list of polygons"),
        (put_space("north", [[*SQUARE[:3], [40, "x"]]]), "spaces.north", "must be a list of polygons"),
        (put_space("north", [[*SQUARE[:3], [40, inf]]]), "spaces.north", "must be a list of polygons"),
        (put_space("north", [[[-1, 10], *SQUARE[1:]]]), "spaces.north", "corner -1, 10 lies beyond the sheet of"),
        (put_space("north", [[SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]]), "spaces.north", "crosses or touches"),
        (put_space("north", [[*SQUARE, [40, 70]]]), "spaces.north", "crosses or touches itself near 40, 70"),
        (put_space("north", [[*SQUARE, [140, 70]]]), "spaces.north", "crosses or touches itself near"),
        (put_space("north", [[[40, 10], [140, 10], [60, 10]]]), "spaces.north", "crosses or touches itself near"),
        (put_space("north", [[[40, 10], [40.5, 10], [40.5, 10.5]]]), "spaces.north", "has no area"),
        (put_space("north", [[*SQUARE[:2], [140, 75], [40, 75]]]), "spaces.north", "overlaps south"),
        (put_space("north", [SQUARE, [[60, 20], [70, 20], [70, 30]]]), "spaces.north", "its polygons overlap"),
        (put_space("north", [[[40, 70], [140, 70], [140, 130], [40, 130]]]), "spaces.north", "overlaps south"),
    ],
)  # fmt: skip
def test_shapes_that_are_wrong(tmp_path: Path, change: Callable[[dict[str, Any]], None], key: str, reason: str) -> None:
    assert reason in problems(changed(tmp_path, shapes=change))[("mini.geo.json", key)]


def test_all_is_told_at_once(tmp_path: Path) -> None:
    def wrong(told: dict[str, Any]) -> None:
        del told["spaces"]["east"]
        told["spaces"]["north"] = [[SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]]

    found = problems(changed(tmp_path, lambda text: text.replace("[1, 225.0", "[1, 235.0"), wrong))
    assert set(found) == {
        ("mini.toml", "markers.places"),
        ("mini.geo.json", "spaces.east"),
        ("mini.geo.json", "spaces.north"),
    }
    several = problems(
        changed(tmp_path, lambda text: text.replace("die =", "dice =").replace("points = 3", "point = 3"))
    )
    assert {key for _, key in several} == {"die", "dice", "space north.point"}


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert ("mini.toml", "") in problems(tmp_path / "mini.toml")
    shutil.copy(DATA / "mini.toml", tmp_path)
    assert ("mini.geo.json", "") in problems(tmp_path / "mini.toml")
    (tmp_path / "mini.geo.json").write_bytes(b"\xff\xfe")
    assert "cannot be read" in problems(tmp_path / "mini.toml")[("mini.geo.json", "")]
    (tmp_path / "mini.geo.json").write_text("[1]")
    assert problems(tmp_path / "mini.toml")[("mini.geo.json", "")] == "must be a table"
    (tmp_path / "mini.geo.json").write_text("[" * 100_000)
    assert "cannot be read" in problems(tmp_path / "mini.toml")[("mini.geo.json", "")]
    (tmp_path / "mini.toml").write_text("title = ")
    assert "cannot be read" in problems(tmp_path / "mini.toml")[("mini.toml", "")]


@pytest.mark.parametrize("name", list(sheet.boards()))
def test_shipped_boards(name: str) -> None:
    board = sheet.shipped(name)
    assert board.id == name and sheet.text(name) == sheet.boards()[name].read_text(encoding="utf-8")
    for space in board.spaces:
        middle = polygon.core(board.shapes[space.id][0])
        assert board.where(*middle, None).startswith(space.id) or space.id in board.where(*middle, None)


def test_an_unknown_board() -> None:
    with pytest.raises(BadSheet, match=r"atlantis: no such board; known: .*world-war"):
        sheet.shipped("atlantis")


def test_a_space_by_its_centre_holds_a_die_whole_or_not_at_all(mini: Sheet) -> None:
    board = replace(mini, spaces=tuple(replace(s, centre=s.id == "north") for s in mini.spaces))
    points = [(float(x), float(y)) for x in range(5, 300, 3) for y in range(5, 200, 3)]
    border = [p for p in points if mini.where(*p, 0.0) == "north/south"]
    assert len(border) > 20 and {board.where(*p, 0.0) for p in border} == {"north", "south"}
