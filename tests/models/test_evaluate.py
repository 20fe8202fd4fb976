"""Judging, counting, slices, the card and the sheet of errors, on pictures and labels whose truth is known."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.hard import meets
from datasets.photos import TEST, Box, Label, Picture
from datasets.worst import KINDS, caption, sheet
from models import card, evaluate, pictures, slices
from models.onestage import OneStage, marked
from models.runs import Unusable
from models.score import (
    Case,
    add_up,
    calibration_error,
    count,
    interval,
    judge,
    match,
    reliability,
)
from vision.view import DieView
from webui.cli import main

ROOT = Path(__file__).parents[2]


def die(box: Box, face: int = 3, sure: float = 0.94) -> DieView:
    rest = (1 - sure) / 6
    return DieView(box, 0.9, tuple(sure if n == face else rest for n in range(7)), 0.9, "red", (200, 0, 0))


def picture(*dice: Label, incomplete: bool = False, ignored: tuple[Box, ...] = ()) -> Picture:
    return Picture("drawn", Path("a.png"), (200, 200), dice, incomplete, ignored)


# judging


def test_each_find_explains_one_label_at_most() -> None:
    labels = [Label(3, (0, 0, 10, 10)), Label(4, (30, 0, 10, 10)), Label(5, (60, 0, 10, 10))]
    finds = (die((1, 0, 10, 10)), die((0, 1, 10, 10)), die((31, 1, 10, 10)), die((90, 90, 10, 10)))
    pairs, spare = match(labels, finds)
    assert [d is not None for _, d in pairs] == [True, True, False]
    assert {d.box for d in spare} >= {(90, 90, 10, 10)}
    assert len(spare) == 2


def test_a_find_that_covers_less_than_half_is_false() -> None:
    pairs, spare = match([Label(3, (0, 0, 10, 10))], (die((6, 0, 10, 10)),))
    assert pairs[0][1] is None
    assert len(spare) == 1


def test_the_bar_is_what_its_reason_says() -> None:
    """A loose box meets its die, half a die and two dice together do not."""
    assert meets((0, 0, 10, 10), (-1, -1, 12, 12)) == pytest.approx(0.69, abs=0.01)
    assert meets((0, 0, 10, 10), (2.5, 2.5, 5, 5)) == 0.25
    assert meets((0, 0, 10, 10), (0, 0, 20.1, 10)) < 0.5


def test_overlap_is_symmetric_and_bounded() -> None:
    assert meets((0, 0, 10, 10), (0, 0, 10, 10)) == 1
    assert meets((0, 0, 10, 10), (5, 0, 10, 10)) == meets((5, 0, 10, 10), (0, 0, 10, 10)) == 50 / 150
    assert meets((0, 0, 10, 10), (20, 0, 10, 10)) == 0


def test_what_nobody_is_asked_to_find_is_neither_right_nor_false() -> None:
    hand, out = (100.0, 100.0, 80.0, 80.0), Label(2, (190, 0, 40, 40))
    below = Label(6, (0, 100, 40, 40), covered=True)
    shot = judge(
        picture(Label(3, (0, 0, 40, 40)), out, below, ignored=(hand,)),
        [
            die((0, 0, 40, 40)),
            die((192, 0, 30, 40)),
            die((0, 104, 40, 40)),
            die((130, 130, 20, 20)),
            die((60, 0, 9, 9)),
        ],
    )
    assert [case.right for case in shot.cases] == [True]
    assert [find.box for find in shot.spare] == [(60, 0, 9, 9)]


def test_incomplete_labels_count_no_false_finds() -> None:
    finds = [die((0, 0, 40, 40)), die((90, 90, 40, 40))]
    for incomplete, false, whole in ((False, 1, 0), (True, 0, 1)):
        total = add_up([judge(picture(Label(3, (0, 0, 40, 40)), incomplete=incomplete), finds)])
        assert (total.false, total.false_accepted, total.whole, total.judged) == (false, false, whole, not incomplete)


def test_a_die_without_a_readable_face_is_found_but_not_scored() -> None:
    cocked = Label(None, (0, 0, 40, 40), tilt=20)
    total = add_up([judge(picture(cocked), [die((0, 0, 40, 40), 5)]), judge(picture(cocked), [])])
    assert (total.dice, total.found, total.false, total.whole) == (0, 0, 0, 2)
    assert (total.faceless, total.faceless_found, total.faceless_taken) == (2, 1, 1)
    assert "1, 1 of 2" in card.sources({"x": total})


def test_sums_by_die() -> None:
    label = Label(3, (0, 0, 10, 10))
    cases = [
        Case(label, None),
        Case(label, die(label.box)),
        Case(label, die(label.box, 4)),
        Case(label, die(label.box, 0)),
    ]
    cases.append(Case(label, die(label.box, 3, 0.8)))
    total = count(cases)
    assert (total.dice, total.found, total.right, total.accepted, total.accepted_right) == (5, 4, 2, 2, 1)
    assert total.table == {(3, -1): 1, (3, 3): 2, (3, 4): 1, (3, 0): 1}
    assert "| **3** | 0 | 0 | 2 | 1 | 0 | 0 | 1 | 1 |" in card.confusion(total)


# figures


def test_wilsons_interval() -> None:
    """Figures of the usual worked examples: 81 of 263, and none of 10."""
    assert interval(81, 263) == pytest.approx((0.2553, 0.3662), abs=2e-4)
    assert interval(0, 10) == pytest.approx((0.0, 0.2775), abs=2e-4)
    assert interval(0, 0) == (0, 1)


def test_a_share_tells_numbers_and_interval() -> None:
    assert card.share(9, 10) == "90.0 % (9 of 10; 59.6 to 98.2)"
    assert card.share(0, 0) == "–"


def test_calibration_error_is_the_gap_between_certainty_and_truth() -> None:
    told = [(0.9, True)] * 9 + [(0.9, False)]
    assert calibration_error(told) == pytest.approx(0)
    assert calibration_error([(0.9, False)] * 10) == pytest.approx(0.9)
    assert calibration_error([(0.91, True)] * 5 + [(0.31, False)] * 5) == pytest.approx((0.09 + 0.31) / 2)
    assert calibration_error([]) == 0
    assert reliability([(1.0, True), (1.0, False)]) == [(1.0, 0.5, 2)]


def test_the_default_sets_are_never_trained_on() -> None:
    for name in ("detector.toml", "face.toml", "onestage.toml"):
        config = tomllib.loads((ROOT / "models" / name).read_text(encoding="utf-8"))
        assert not set(TEST) & {*config["data"]["sets"], *config["data"].get("hard", [])}


# slices


def scene(ground: int, body: tuple[int, int, int]) -> np.ndarray[Any, np.dtype[np.uint8]]:
    shown = np.full((120, 120, 3), ground, np.uint8)
    shown[40:80, 40:80] = body
    for x, y in ((50, 50), (70, 70), (60, 60)):
        cv2.circle(shown, (x, y), 4, (20, 20, 20), -1)
    return shown


def test_slices_are_measured_on_the_picture() -> None:
    label = Label(3, (40, 40, 40, 40))
    assert "white on white" in slices.slices(scene(200, (225, 225, 220)), label, [])
    assert "white on white" not in slices.slices(scene(60, (225, 225, 220)), label, [])
    assert "white on white" not in slices.slices(scene(200, (40, 40, 230)), label, [])
    sharp = scene(60, (225, 225, 220))
    assert "blur" not in slices.slices(sharp, label, [])
    assert "blur" in slices.slices(cv2.GaussianBlur(sharp, (0, 0), 6), label, [])
    glare = sharp.copy()
    glare[42:52, 42:52] = 255
    assert "glare" in slices.slices(glare, label, [])
    assert "glare" not in slices.slices(sharp, label, [])


def test_slices_by_place_and_size() -> None:
    shown = scene(60, (225, 225, 220))
    label = Label(3, (40, 40, 40, 40))
    assert "touching" in slices.slices(shown, label, [(81, 50, 40, 40)])
    assert "touching" not in slices.slices(shown, label, [(86, 50, 40, 40)])
    assert slices.gap((0, 0, 10, 10), (10, 12, 5, 5)) == 2
    bands = [
        next(iter(slices.slices(shown, Label(1, (40, 40, w, 8)), []) & set(slices.BANDS))) for w in (9, 12, 30, 50)
    ]
    assert tuple(bands) == slices.BANDS
    assert "under 24 px" in slices.slices(shown, Label(1, (40, 40, 20, 20)), [])


def test_slices_that_only_labels_tell() -> None:
    label = Label(None, (40, 40, 40, 40), tilt=4, finish="translucent", stands=True)
    assert {"cocked", "translucent", "on another die"} <= slices.slices(scene(60, (9, 9, 200)), label, [])
    assert not {"cocked", "translucent", "on another die"} & slices.slices(
        scene(60, (9, 9, 200)), Label(3, (40, 40, 40, 40), tilt=1, finish="opaque"), []
    )


def test_a_die_at_the_edge_or_of_no_pixels_has_slices_too() -> None:
    shown = scene(200, (225, 225, 220))
    for box in ((-10, -10, 20, 20), (110, 110, 30, 30), (5, 5, 1, 1), (0, 0, 120, 120)):
        assert slices.slices(shown, Label(3, box), [])


# the card, its pictures and the sheet of errors


@pytest.fixture
def scores() -> dict[str, list[evaluate.Shot]]:
    labels = (Label(3, (0, 0, 40, 40)), Label(4, (60, 0, 40, 40)), Label(None, (0, 60, 40, 40), tilt=9))
    good = [die(labels[0].box), die(labels[1].box, 4), die(labels[2].box, 0)]
    bad = [die(labels[0].box, 5), die((150, 150, 20, 20)), die(labels[2].box, 6)]
    shown = np.full((200, 200, 3), 90, np.uint8)
    judged = [evaluate.sliced(judge(picture(*labels), finds), shown) for finds in (good, bad)]
    return {"room": judged, "made": judged[:1]}


def test_the_figures_are_all_there(scores: dict[str, list[evaluate.Shot]]) -> None:
    text = card.figures(scores, "made")
    assert "| `room` | 2 | 4 | 75.0 % (3 of 4; 30.1 to 95.4) | 66.7 % (2 of 3;" in text
    assert "| 1 in 2 (1 in 2.0) | 1 in 2 (1 in 2.0) | 2, 1 of 2 |" in text
    assert "| 3 | 3 | 100.0 % (3 of 3;" in text, "by value, over all sets"
    assert "| 24 to 48 px | 4 |" in text, "widths are told of photographs only"
    for name in slices.NAMED:
        assert f"| {name} |" in text
    assert "*cocked*, without a readable face: 100.0 % (3 of 3; 43.8 to 100.0) found, 1 of them taken" in text
    assert "| **4** | 0 | 0 | 0 | 1 | 0 | 0 | 0 | 1 |" in text
    assert "| `all` |" in text


def test_the_card_changes_between_its_marks_only(tmp_path: Path, scores: dict[str, list[evaluate.Shot]]) -> None:
    file = tmp_path / "models" / "README.md"
    file.parent.mkdir()
    file.write_text(f"# Card\n\nBefore.\n{card.BEGIN}\nstale\n{card.END}\n\nAfter.\n")
    table = tmp_path / "run" / "results.csv"
    table.parent.mkdir()
    table.write_text("epoch,  train/box_loss,val/cls_loss\n1,3.1,2\n2,1.5,\n3,1.0,1\n")
    evaluate.publish(scores, evaluate.Wish(), file, [table])
    told = file.read_text()
    assert told.startswith("# Card\n\nBefore.\n") and told.endswith("\n\nAfter.\n") and "stale" not in told
    assert "![Losses of training](../.images/curves.png)" in told
    for name in ("reliability.png", "curves.png"):
        drawn = cv2.imread(str(tmp_path / ".images" / name))
        assert drawn is not None and (drawn != 255).any()
    again = file.read_text()
    evaluate.publish(scores, evaluate.Wish(), file, [table])
    assert file.read_text() == again


def test_a_card_without_marks_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("# Card\n")
    with pytest.raises(Unusable, match=r"README\.md: the lines"):
        card.between_marks(file, "x")
    assert file.read_text() == "# Card\n"


def test_the_shipped_card_has_marks() -> None:
    told = (ROOT / "models" / "README.md").read_text(encoding="utf-8")
    assert told.count(card.BEGIN) == told.count(card.END) == 1


@pytest.mark.parametrize("text", ["", "a,b\n1,2\n", "epoch,loss\nx,y\n"])
def test_a_table_that_is_none_of_a_training_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "results.csv"
    file.write_text(text)
    with pytest.raises(pictures.BadCurves, match=r"results\.csv"):
        pictures.curves([file])


def test_errors_are_told_with_their_kind(scores: dict[str, list[evaluate.Shot]]) -> None:
    wrong = evaluate.errors(scores["room"])
    assert [entry["kind"] for entry in wrong] == ["wrong and sure", "missed", "no face, but sure", "false and sure"]
    assert {entry["kind"] for entry in wrong} <= set(KINDS)
    assert caption(wrong[0]) == ("3 > 5 94%", "40 px a.png") and caption(wrong[1])[0] == "4 > missed"
    assert caption(wrong[3])[0] == "no label > 3 94%" and caption(wrong[2])[0] == "no face > 6 94%"


def test_the_sheet_shows_every_error_once(scores: dict[str, list[evaluate.Shot]]) -> None:
    drawn = sheet(evaluate.errors(scores["room"]))
    assert drawn.shape == (4 * (30 + 184), 1200, 3)
    assert sheet([]).shape == (30, 1200, 3)


def test_the_sheet_is_made_from_a_run(tmp_path: Path, scores: dict[str, list[evaluate.Shot]]) -> None:
    from datasets.worst import main as worst

    run = tmp_path / "run.json"
    evaluate.save(scores, run)
    told = json.loads(run.read_text())
    assert told["room"]["found"] == 3 and told["room"]["table"]["4 as -1"] == 1 and told["made"]["errors"] == []
    found = CliRunner().invoke(worst, [str(run), str(tmp_path / "sheet.jpg")])
    assert found.exit_code == 0 and "4 errors of 2 sets" in found.output
    assert cv2.imread(str(tmp_path / "sheet.jpg")) is not None
    run.write_text("[1]")
    assert "run.json: not what" in CliRunner().invoke(worst, [str(run), str(tmp_path / "x.jpg")]).output


# one stage


def test_boxes_of_one_stage_become_dice_of_the_picture() -> None:
    told = np.zeros((10, 4), np.float32)
    told[:4] = np.array([(50, 50, 20, 20), (51, 50, 20, 20), (100, 30, 10, 10), (9, 9, 4, 4)]).T
    told[4 + 2, 0], told[4 + 5, 1], told[4, 2], told[4, 3] = 0.9, 0.6, 0.3, 0.2
    found = marked(told, 0.5)
    assert [(f.box, f.value, f.accepted) for f in found] == [
        ((80, 80, 40, 40), 3, True),
        ((190, 50, 20, 20), 1, False),
    ]
    assert found[1].why == "score 30%"
    assert marked(told[:, 3:], 0.5) == []


def test_a_file_that_is_no_such_network_is_named(tmp_path: Path) -> None:
    file = tmp_path / "x.onnx"
    file.write_bytes(b"no network")
    with pytest.raises(Unusable, match=r"x\.onnx: not a network"):
        OneStage(file)
    with pytest.raises(Unusable, match=r"detector\.onnx: tells 5 rows"):
        OneStage(ROOT / "models" / "detector.onnx")


# the command


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A set of two pictures: the one die that the shipped reader knows well, and nothing."""
    place = tmp_path / "data" / "photos" / "room"
    (place / "images").mkdir(parents=True)
    lines = []
    for n in range(2):
        shown = np.full((320, 320, 3), (70, 95, 120), np.uint8)
        if n == 0:
            cv2.rectangle(shown, (130, 130), (190, 190), (240, 240, 240), -1)
            for x, y in ((145, 145), (175, 175), (160, 160)):
                cv2.circle(shown, (x, y), 6, (20, 20, 20), -1)
        cv2.imwrite(str(place / "images" / f"{n}.png"), shown)
        dice = [{"value": 3, "box": [130, 130, 60, 60]}] if n == 0 else []
        lines.append(json.dumps({"image": f"images/{n}.png", "width": 320, "height": 320, "dice": dice}))
    (place / "labels.jsonl").write_text("\n".join(lines) + "\n")
    return tmp_path / "data"


def test_the_command_tells_judges_and_writes(data: Path, tmp_path: Path) -> None:
    sheet_file, run = tmp_path / "sheet.jpg", tmp_path / "run.json"
    words = ["evaluate", "photos", "room", "--data", data, "--rendered", data / "photos" / "room"]
    found = CliRunner().invoke(main, [*map(str, words), "--worst", str(sheet_file), "--json", str(run)])
    assert found.exit_code == 0, found.output
    assert "| `room` | 2 | 1 |" in found.output
    assert sheet_file.exists() and json.loads(run.read_text())["room"]["dice"] == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["gone"], "gone"),
        (["room", "--onestage", "LABELS"], "not a network that onnxruntime opens"),
        (["room", "--card", "LABELS"], "the lines"),
        (["room", "--worst", "sheet.doc"], "write it as .png or .jpg"),
    ],
)
def test_what_cannot_be_used_is_named_in_one_line(data: Path, words: list[str], told: str) -> None:
    labels = str(data / "photos" / "room" / "labels.jsonl")
    words = [labels if word == "LABELS" else word for word in words]
    found = CliRunner().invoke(main, ["evaluate", "photos", "--data", str(data), *words])
    assert found.exit_code == 1 and told in found.stderr and found.stderr.strip().count("\n") <= 1, found.stderr
