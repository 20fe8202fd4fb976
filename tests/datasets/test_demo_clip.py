"""The demo's clip: its game is a legal one on the World War board, its script tells it, its video can be read."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets import board_file, demo_clip, demo_game, demo_motion
from datasets.board_file import Board
from datasets.demo_game import Carry, Flick
from rules.table import Table

CLIP = demo_clip.HOUSE / "webui" / "data" / "demo.mp4"


@pytest.fixture(scope="module")
def board() -> Board:
    return board_file.load(demo_clip.BOARD)


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(CLIP.with_suffix(".json").read_text(encoding="utf-8"))
    return told


def test_the_players_flick_in_turn_and_a_tower_ends_the_attack() -> None:
    flicks = [step for step in demo_game.STEPS if isinstance(step, Flick)]
    carries = [step for step in demo_game.STEPS if isinstance(step, Carry)]
    assert [f.die for f in flicks] == [f"{player}{turn}" for turn in range(1, 6) for player in "abc"]
    assert [c.die[0] for c in carries] == ["c", "b"]
    assert carries[0].on and not carries[1].on


def test_dice_at_rest_lie_clear_of_borders_and_of_each_other(board: Board) -> None:
    shapes = [shape for territory in board.territories for shape in territory.shapes]
    for number, table in enumerate(demo_game.tables()):
        for name, die in table.items():
            deepest = max(min(demo_game.depth(s, p) for p in demo_game.foot(die, board.die)) for s in shapes)
            on_border = name == "b2" and 5 <= number <= 16
            assert len(demo_game.touched(board, die)) == 1 + on_border
            assert on_border or deepest >= 5, (number, name)
        for a, b in combinations(table, 2):
            apart = float(np.hypot(*np.subtract(table[a].at, table[b].at)))
            assert apart >= board.die * 2**0.5 + 3 or table[a].on == b or table[b].on == a


def test_dice_never_sink_into_the_sheet_on_their_way() -> None:
    tables = list(demo_game.tables())
    for step, before, after in zip(demo_game.STEPS, tables, tables[1:], strict=False):
        for share in np.linspace(0, 1, 9):
            for die in demo_motion.moment(before, after, step, float(share)).dice:
                reach = np.abs(die.turn[2]).sum() * (die.shape.half - die.shape.corner) + die.shape.corner
                assert die.centre[2] - reach > -0.01


def test_the_score_is_the_one_worked_out_by_hand(board: Board, script: dict[str, Any]) -> None:
    # Heartland 3: red 4 + 2 ties with blue 6, 2 each. Iron Hills 2: red 5 beats the tower on 3 (4).
    # North Coast 2: blue 5. South Reach 2: green 4. Dust Plains 2: red 6. Amber Gulf 1: blue. Westmark 1: green.
    # Frozen Sea is empty. The tower itself is worth 1.
    expected = {"Ana": 2 + 2 + 2, "Ben": 2 + 2 + 1, "Cleo": 1 + 2 + 1}
    assert demo_game.score(board, list(demo_game.tables())[-1]) == expected == script["score"]


def test_the_script_tells_each_table_in_the_rules_notation(board: Board, script: dict[str, Any]) -> None:
    told = [event["table"] for event in script["events"]]
    assert told == [demo_game.text(board, table) for table in demo_game.tables()]
    assert told == [str(Table.parse(text)) for text in told]
    assert script["board"] == board.id
    assert [p["name"] for p in script["players"]] == ["Ana", "Ben", "Cleo"]


def test_every_table_rests_long_enough_to_be_read(script: dict[str, Any]) -> None:
    events = script["events"]
    assert all(e["last"] - e["frame"] + 1 >= 1.5 * script["fps"] for e in events)
    assert all(a["last"] < b["frame"] for a, b in pairwise(events))
    assert events[-1]["last"] == script["frames"] - 1
    assert sum(shot.frames for shot in demo_clip.shots()) == script["frames"]


def test_the_clip_is_small_and_reads_to_its_end_with_all_markers(script: dict[str, Any]) -> None:
    assert CLIP.stat().st_size < 5_000_000
    rests = {(event["frame"] + event["last"]) // 2 for event in script["events"]}
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    count, seen = 0, []
    video = cv2.VideoCapture(str(CLIP))
    while True:
        there, frame = video.read()
        if not there:
            break
        if count in rests:
            ids = detector.detectMarkers(frame)[1]
            seen.append(set() if ids is None else {int(n) for n in ids.ravel()})
        count += 1
    video.release()
    assert count == script["frames"]
    assert seen == [{0, 1, 2, 3}] * len(script["events"])


def test_a_picture_that_was_not_rendered_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="still-00"):
        demo_clip.developed(tmp_path, next(demo_clip.shots()))
