"""The board that is drawn from a tower sheet, and what a camera makes of dice on it (DH-1, 2, 26)."""

from __future__ import annotations

from pathlib import Path

import pytest
from siege import GAME, TOWER, full, horde, only, start

from rules import sheet
from rules.core import certain, explain, play
from rules.dice_horde.checks import tower_sheet
from rules.dice_horde.layout import board, board_geo, board_toml, layout
from rules.dice_horde.seen import differs, odd_counts
from rules.dice_horde.shipped import DATA, tower_sheets
from rules.reading import Reading, SeenDie, Sighting, read
from rules.sheet import Sheet
from rules.table import Table

COLOURS = ("yellow", "red", "green", "white")


def middle(on: Sheet, space: str) -> tuple[float, float]:
    (shape,) = on.shapes[space]
    return (shape[0][0] + shape[2][0]) / 2, (shape[0][1] + shape[2][1]) / 2


def sighted(on: Sheet, table: Table, angle: float = 0.6, sure: bool = True) -> Sighting:
    """What a camera sees of a table: dice in a space without a place of their own lie in rows."""
    dice, rows = [], dict.fromkeys(on.shapes, 0)
    for d in table:
        x, y = middle(on, d.space)
        n, rows[d.space] = rows[d.space], rows[d.space] + 1
        if d.space in ("pool", "horizon", "graveyard"):
            (left, top), _, _, _ = on.shapes[d.space][0]
            x, y = left + 11 + 20 * (n % 2), top + 14 + 23 * (n // 2)
        face = d.face or 1 + n % 6
        dice.append(SeenDie(d.colour, face if sure else 0, x, y, angle, 0.99 if sure else 0.3, sure=sure))
    return Sighting(tuple(dice))


@pytest.mark.rule("DH-2")
@pytest.mark.parametrize("path", [*tower_sheets().values()], ids=lambda p: p.stem)
def test_the_shipped_boards_are_what_their_tower_sheets_draw(path: Path) -> None:
    told = tower_sheet(path.read_text("utf-8"))
    assert (DATA / "boards" / f"{path.stem}.toml").read_text("utf-8") == board_toml(told)
    assert (DATA / "boards" / f"{path.stem}.geo.json").read_text("utf-8") == board_geo(told)
    assert sheet.shipped(path.stem) == board(told)


@pytest.mark.rule("DH-2")
def test_any_sheet_that_can_be_played_makes_a_board_without_a_fault(tmp_path: Path) -> None:
    long = "\n".join(["[[segment]]\nupper = [1, 2, 3, 4]\nlower = []\nbarricades = 0\n"] * 9)
    for text in (
        TOWER,
        TOWER + long,
        TOWER.replace("upper = [1, 3]\nlower = [2, 4]", "upper = []\nlower = [4, 3, 2, 1]"),
    ):
        told = tower_sheet(text)
        (tmp_path / "mini.toml").write_text(board_toml(told), "utf-8")
        (tmp_path / "mini.geo.json").write_text(board_geo(told), "utf-8")
        assert sheet.load(tmp_path / "mini.toml") == board(told)
        lay = layout(told)
        cards = [*lay.towers, lay.main, lay.flags, lay.schedule, lay.gate, *(box for _, box in lay.regions)]
        for n, a in enumerate(cards):
            assert a.x >= 0 and a.y >= 0 and a.x + a.w <= lay.width and a.y + a.h <= lay.height
            for b in cards[n + 1 :]:
                apart = a.x + a.w <= b.x or b.x + b.w <= a.x or a.y + a.h <= b.y or b.y + b.h <= a.y
                assert apart, (a, b)


@pytest.mark.rule("DH-1")
@pytest.mark.parametrize("sure", [True, False])
def test_dice_of_the_pool_are_counted_and_their_faces_never_asked(sure: bool) -> None:
    on, s = board(tower_sheet(TOWER)), start()
    found = read(on, sighted(on, s.table, sure=sure), Reading(()), COLOURS)
    assert found.doubts == () and found.table == s.table
    again = read(on, sighted(on, s.table, sure=sure), found, COLOURS)
    assert again.doubts == () and again.table == s.table and list(odd_counts(s, again.table)) == []


@pytest.mark.rule("DH-26")
@pytest.mark.rule("DH-34")
def test_a_camera_ticks_instructions_off_and_tells_what_differs() -> None:
    on = board(tower_sheet(TOWER))
    s = horde("2-1: yellow3 | horizon: red3 green2 | graveyard: green4", ("A", "move"), ("B", "move"))
    before = read(on, sighted(on, s.table), Reading(()), COLOURS)
    assert before.table == s.table and explain(GAME, s, before.table) == ()
    for there in ("4-2: yellow3", "4-1: yellow4"):
        lies = full(f"{there} | horizon: red3 green2 | graveyard: green4")
        seen = read(on, sighted(on, lies), before, COLOURS).table
        assert seen == lies
        assert certain(GAME, s, explain(GAME, s, seen)) is None and len(differs(GAME, s, seen)) == 1
    lies = full("4-1: yellow3 | horizon: red3 green2 | graveyard: green4")
    guess = certain(GAME, s, explain(GAME, s, read(on, sighted(on, lies), before, COLOURS).table))
    assert guess is not None and guess.moves == (only(s).move,)
    assert play(GAME, s, guess.moves[0]).table == lies


@pytest.mark.rule("DH-1")
def test_a_die_that_left_the_sheet_is_named_as_missing() -> None:
    on, s = board(tower_sheet(TOWER)), start()
    sighting = sighted(on, s.table)
    found = read(on, Sighting(sighting.dice[1:]), Reading(()), COLOURS)
    gone = sighting.dice[0].colour
    assert list(odd_counts(s, found.table)) == [f"3 {gone} dice on the table, not 4: 1 missing"]
