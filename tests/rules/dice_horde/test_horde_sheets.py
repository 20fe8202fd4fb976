"""Tower sheets and ruler sheets: the shipped ones, and what is told of broken ones (DH-2, DH-25)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from siege import GAME, RULER, TOWER, setup

from rules.boardfile import BadSheet
from rules.core import begin
from rules.dice_horde.checks import ruler_sheet, tower_sheet
from rules.dice_horde.sheets import ACTIONS, SYMBOLS, TARGETS, TOWER_COLOURS, TYPES
from rules.dice_horde.shipped import ruler_sheets, tower_sheets


def wrong(text: str, read: object = tower_sheet) -> list[str]:
    with pytest.raises(BadSheet) as bad:
        read(text)  # type: ignore[operator]
    return [str(p) for p in bad.value.problems]


def without(text: str, line: str) -> str:
    """The text without the first line that begins so."""
    return re.sub(rf"(?m)^{re.escape(line)}.*\n", "", text, count=1)


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize("path", [*tower_sheets().values()], ids=lambda p: p.stem)
def test_a_shipped_tower_sheet_can_be_played(path: Path) -> None:
    text = path.read_text("utf-8")
    sheet = tower_sheet(text)
    assert sheet.id == path.stem
    s = begin(GAME, setup(text, ruler_sheets()[sheet.ruler].read_text("utf-8")))
    assert s.round == 1 and s.gate == sheet.gate and len(s.towers) == len(sheet.towers)
    assert sheet.main.segment == sheet.length and len(sheet.round_segments) >= sheet.rounds


@pytest.mark.rule("DH-2")
def test_the_shipped_sheets_use_every_word_there_is() -> None:
    sheets = [tower_sheet(p.read_text("utf-8")) for p in tower_sheets().values()]
    for sheet in sheets:
        assert {t.colour for t in sheet.towers} == set(TOWER_COLOURS)
        assert {f.target for f in sheet.flags} == set(TARGETS)
        turns = [turn for r in sheet.round_segments for turn in r.horde]
        assert {s for _, symbols in turns for s in symbols} == set(SYMBOLS)
        assert any(not symbols for _, symbols in turns) and any(symbols[:1] == ("heal",) for _, symbols in turns)
        actions = {a for r in sheet.round_segments for one in (*r.upper, *r.lower) for a in one}
        assert actions == set(ACTIONS)
        assert {due.type for row in sheet.horizon for due in row} == set(TYPES)
    assert sorted(sheet.rounds for sheet in sheets) == [6, 9]
    for path in ruler_sheets().values():
        ruler = ruler_sheet(path.read_text("utf-8"))
        assert ruler.id == path.stem and ruler.flags and ruler.main and ruler.scrolls


@pytest.mark.rule("DH-25")
def test_the_demo_has_six_rounds_and_two_flags_of_which_one_is_activated() -> None:
    demo = tower_sheet(tower_sheets()["first-night"].read_text("utf-8"))
    assert demo.rounds == 6
    for segment in demo.round_segments:
        (either,) = [one for one in segment.lower if len(one) > 1]
        assert len(either) == 2 and all(a.startswith("attack ") for a in either)
    road = tower_sheet(tower_sheets()["long-road"].read_text("utf-8"))
    assert all(len(one) == 1 for segment in road.round_segments for one in (*segment.upper, *segment.lower))


KEYS = [line.split(" =")[0] for line in TOWER.splitlines() if " =" in line and not line.startswith(("#", " "))]


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize("key", sorted(set(KEYS)))
def test_every_key_that_is_missing_is_named(key: str) -> None:
    told = wrong(without(TOWER, f"{key} ="))
    assert len(told) == 1 and re.fullmatch(
        rf"mini\.toml: ([a-z0-9A-C .]+\.)?{key}: is missing|tower sheet: id: is missing", told[0]
    )


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("[flag.C]", "[flag.D]", "mini.toml: flag.C: is missing"),
        ("[flag.C]", "[flag.D]", "mini.toml: flag.D: is unknown; known: A, B, C"),
        ("move = [1, 1, 2, 2, 3, 3]", "move = [1, 2, 3]", "flag.A.move: must be a list of 6"),
        ('target = "dual"', 'target = "double"', "flag.C.target: must be one of most-developed, armour-piercing, dual"),
        ("lower = [2, 4]", "lower = [2]", "segment 4: space 4 is missing"),
        ("lower = [2, 4]", "lower = [2, 4, 1]", "segment 4: space 1 stands in two places"),
        ('id = "y1"', 'id = "g1"', "tower g1: stands twice"),
        ('row = "lower"', 'row = "upper"', "tower y1: stands where g1 stands: segment 1, upper row"),
        ("segment = 4", "segment = 5", "tower r2.segment: there is no segment 5, the path has 4"),
        ("charges = [1, 3]", "charges = [3, 1]", "tower g1.charges: must rise"),
        ("charges = [2, 4]", "charges = [2, 7]", "tower y1.charges: there are only 6 hearts"),
        ("red = [1, 4]", "red = [4, 1]", "tower g1.red: must be [first level, top level]"),
        ("rounds = 3", "rounds = 4", "horizon: names 3 rounds, the game has 4"),
        ("rounds = 3", "rounds = 4", "round: 3 round segments are too few: each of 4 rounds uses one up"),
        ('"A2"', '"D2"', "horizon: must be a list of 1 to 30"),
        ('["A", "move", "attack"]', '["B", "move"]', "round 1.horde: type B stands twice"),
        ('["A", "move", "attack"]', '["B", "move"]', "round 1.horde: type A is missing"),
        ('["A", "move", "attack"]', '["A", "fly"]', "round 1.horde: must be a list of 0 to 3"),
        ('"attack green"', '"attack purple"', "round 1.upper: must be a list of 1 to 8"),
        ('colour = "blue"', 'colour = "red"', "round 3: 'attack blue': there is no blue tower"),
        ('sheet = "tower"', 'sheet = "ruler"', "sheet: is 'ruler', not 'tower'"),
        ('game = "dice-horde"', 'game = "chess"', "game: must be one of dice-horde, not 'chess'"),
        ("gate = 5", "gate = true", "gate: must be a whole number from 1 to 30, not True"),
        ('id = "mini"', 'id = "mini', "tower sheet: cannot be read"),
        ("gate = 5", "gate = 5\nmoat = 1", "moat: is unknown; known: id, title"),
    ],
)
def test_what_is_wrong_with_a_tower_sheet_is_named(was: str, now: str, told: str) -> None:
    assert was in TOWER
    assert any(told in line for line in wrong(TOWER.replace(was, now, 1))), wrong(TOWER.replace(was, now, 1))


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("trap = 3\n", "", "mini-ruler.toml: prices.trap: is missing"),
        ("marks = 12\n", "", "mini-ruler.toml: skulls.marks: is missing"),
        ("flags = [3, 8]", "flags = [8, 3]", "skulls.flags: must rise"),
        ("flags = [3, 8]", "flags = [3, 13]", "skulls.flags: the track has only 12 skulls"),
        ('"A", "A", "B", "C"', '"A", "B", "C"', "scroll dawn.essence: must be a list of 4"),
        ('upper = "shield"', 'upper = "storm"', "scroll dawn.upper: must be one of shield"),
        ("main = 2\n", "", "main: is missing"),
        ('sheet = "ruler"', 'sheet = "tower"', "sheet: is 'tower', not 'ruler'"),
    ],
)
def test_what_is_wrong_with_a_ruler_sheet_is_named(was: str, now: str, told: str) -> None:
    assert was in RULER
    found = wrong(RULER.replace(was, now, 1), ruler_sheet)
    assert any(told in line for line in found), found


@pytest.mark.rule("DH-2")
def test_everything_that_is_wrong_is_told_at_once() -> None:
    told = wrong(TOWER.replace("gate = 5", "").replace('target = "dual"', "").replace("hearts = 3", "hearts = 0"))
    assert len(told) == 3


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize(
    "text", ["", "id = 1", "flag = 3\nsegment = 4\ntower = 'x'\nround = []", "a" * 50_000, "[[" * 900]
)
def test_no_text_crashes_the_reader(text: str) -> None:
    assert wrong(text) and wrong(text, ruler_sheet)
