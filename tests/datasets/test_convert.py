"""Every form in which others publish labels comes to the same labels; what cannot be right is named."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip

from datasets.cache import read_cache
from datasets.check import check
from datasets.check import main as check_command
from datasets.convert import SETS, main, value_of
from datasets.hard import meets
from datasets.photos import BadLabels, read
from datasets.published import class_names, yaml_names
from datasets.whole import whole

WIDE, HIGH = 200, 100
DICE = [(3, (20.0, 10.0, 40.0, 30.0)), (6, (100.0, 50.0, 40.0, 40.0))]


def run(*args: str | Path, code: int = 0) -> str:
    found = CliRunner().invoke(main, [str(arg) for arg in args])
    assert found.exit_code == code, found.output
    return found.output


def shot(path: Path, size: tuple[int, int] = (WIDE, HIGH)) -> Path:
    """Write a picture; returns its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), np.full((size[1], size[0], 3), 120, np.uint8))
    return path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def yolo_line(value: int, box: tuple[float, float, float, float]) -> str:
    x, y, w, h = box
    return f"{value - 1} {(x + w / 2) / WIDE} {(y + h / 2) / HIGH} {w / WIDE} {h / HIGH}\n"


YOLO = "".join(yolo_line(*die) for die in DICE)


def roboflow(source: Path) -> None:
    write(
        source / "data.yaml",
        "train: ../train/images\nnc: 6\nnames: ['dice_1', 'dice_2', 'dice_3', 'dice_4', 'dice_5', 'dice_6']\n",
    )
    shot(source / "train" / "images" / "a_jpg.rf.0123.jpg")
    write(source / "train" / "labels" / "a_jpg.rf.0123.txt", YOLO)


def outlines(source: Path) -> None:
    """Corners instead of boxes, as exports mix them in, and names one a line."""
    write(source / "data.yaml", "nc: 6\nnames:\n- '1'\n- '2'\n- '3'\n- '4'\n- '5'\n- '6'\ntrain: x\n")
    shot(source / "images" / "a.png")
    text = ""
    for value, (x, y, w, h) in DICE:
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
        text += f"{value - 1} " + " ".join(f"{px / WIDE} {py / HIGH}" for px, py in corners) + "\n"
    write(source / "labels" / "a.txt", text)


def darknet(source: Path) -> None:
    write(source / "obj.names", "1\n2\n3\n4\n5\n6\n")
    shot(source / "obj" / "a.jpg")
    write(source / "obj" / "a.txt", YOLO)


def kaggle(source: Path) -> None:
    write(source / "classes.txt", "One\nTwo\nThree\nFour\nFive\nSix\n")
    shot(source / "Images" / "a.jpg")
    write(source / "Annotations" / "a.txt", YOLO)


def voc(source: Path) -> None:
    shot(source / "JPEGImages" / "a.jpg")
    objects = "".join(
        f"<object><name>{value} pips</name><bndbox><xmin>{x + 1}</xmin><ymin>{y + 1}</ymin>"
        f"<xmax>{x + w}</xmax><ymax>{y + h}</ymax></bndbox></object>"
        for value, (x, y, w, h) in DICE
    )
    size = f"<size><width>{WIDE}</width><height>{HIGH}</height></size>"
    write(source / "Annotations" / "a.xml", f"<annotation>{size}{objects}</annotation>")


def table(source: Path) -> None:
    shot(source / "train" / "a.jpg")
    rows = "".join(f"a.jpg,{WIDE},{HIGH},dice{v},{x},{y},{x + w},{y + h}\n" for v, (x, y, w, h) in DICE)
    write(source / "train" / "_annotations.csv", "filename,width,height,class,xmin,ymin,xmax,ymax\n" + rows)


def coco(source: Path) -> None:
    shot(source / "train" / "a.jpg")
    told = {
        "images": [{"id": 7, "file_name": "a.jpg", "width": WIDE, "height": HIGH}],
        "categories": [{"id": 0, "name": "dice"}, *({"id": n, "name": str(n)} for n in range(1, 7))],
        "annotations": [
            {"id": n, "image_id": 7, "category_id": v, "bbox": list(box)} for n, (v, box) in enumerate(DICE)
        ],
    }
    write(source / "train" / "_annotations.coco.json", json.dumps(told))


def cached(*, container: bool) -> Callable[[Path], None]:
    def make(source: Path) -> None:
        write(source / "data.yaml", 'names: ["1","2","3","4","5","6"]\n')
        shot(source / "images" / "val" / "a.jpg")
        boxes = [[(x + w / 2) / WIDE, (y + h / 2) / HIGH, w / WIDE, h / HIGH] for _, (x, y, w, h) in DICE]
        entry = {
            "im_file": "../somewhere/images/val/a.jpg",
            "shape": (HIGH, WIDE),
            "cls": np.array([[v - 1] for v, _ in DICE], np.float32),
            "bboxes": np.array(boxes, np.float32),
            "segments": [],
            "normalized": True,
        }
        file = source / "labels" / "val.cache"
        file.parent.mkdir(parents=True)
        told = {"labels": [entry], "version": "1.0.3", "hash": "x", "results": (1, 0, 0, 0, 1), "msgs": []}
        with file.open("wb") as stream:
            if container:
                np.save(stream, np.array(told, dtype=object), allow_pickle=True)
            else:
                pickle.dump(told, stream, protocol=2)

    return make


@pytest.mark.parametrize(
    ("form", "make"),
    [
        ("yolo", roboflow),
        ("yolo", outlines),
        ("yolo", darknet),
        ("yolo", kaggle),
        ("voc", voc),
        ("table", table),
        ("coco", coco),
        ("cache", cached(container=True)),
        ("cache", cached(container=False)),
    ],
)
def test_every_form_comes_to_the_same_labels(tmp_path: Path, form: str, make: Callable[[Path], None]) -> None:
    make(tmp_path / "source")
    assert "1 pictures, 2 dice, 0 left out" in run("mine", tmp_path / "source", tmp_path / "out", "--form", form)
    (picture,) = read(tmp_path / "out" / "mine")
    assert [(d.value, pytest.approx(d.box, abs=0.11)) for d in picture.dice] == [(v, box) for v, box in DICE]
    assert picture.size == (WIDE, HIGH) and picture.source == "mine"
    assert check(tmp_path / "out" / "mine") == []


def test_crops_are_of_the_value_of_their_folder(tmp_path: Path) -> None:
    for value, tint in ((2, (30, 30, 200)), (5, (200, 60, 30))):
        file = shot(tmp_path / "source" / "test" / str(value) / "x.jpg", (60, 50))
        cv2.imwrite(str(file), np.full((50, 60, 3), tint, np.uint8))
    run("casino_crops", tmp_path / "source", tmp_path)
    told = [json.loads(line) for line in (tmp_path / "casino_crops" / "labels.jsonl").read_text().splitlines()]
    assert [(t["dice"][0]["value"], t["dice"][0]["colour"], t["crop"], t["split"]) for t in told] == [
        (2, "red", True, "test"),
        (5, "blue", True, "test"),
    ]
    assert told[0]["dice"][0]["box"] == [0, 0, 60, 50]


def test_one_picture_of_each_source_name_and_the_splits_of_the_set(tmp_path: Path) -> None:
    source = tmp_path / "source"
    roboflow(source)
    for split, name in (("train", "a_jpg.rf.0999"), ("valid", "b_jpg.rf.1"), ("test", "c_jpg.rf.1")):
        shot(source / split / "images" / f"{name}.jpg")
        write(source / split / "labels" / f"{name}.txt", "")
    run("epanemu_augmented", source, tmp_path / "one")
    run("epanemu_clean", source, tmp_path / "two")
    run("rune55", source, tmp_path / "three")
    names = [
        [json.loads(line)["original"][0] for line in (folder / "labels.jsonl").read_text().splitlines()]
        for folder in (
            tmp_path / "one" / "epanemu_augmented",
            tmp_path / "two" / "epanemu_clean",
            tmp_path / "three" / "rune55",
        )
    ]
    assert names == [["a"], ["c", "b"], ["c", "a", "b"]]


def test_corrections_are_put_in(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shot(source / "images" / "train" / "IMG_20191208_112623.jpg", (2736, 2736))
    write(source / "labels" / "train" / "IMG_20191208_112623.txt", "2 0.5 0.5 0.1 0.1\n")
    shot(source / "images" / "train" / "IMG_20191208_111530.jpg", (2736, 2736))
    write(source / "labels" / "train" / "IMG_20191208_111530.txt", "")
    run("kaggle_d6", source, tmp_path)
    one, two = read(tmp_path / "kaggle_d6")
    assert [d.value for d in one.dice] == [6] and one.dice[0].box == (430, 2392, 152, 152)
    assert [d.value for d in two.dice] == [3] and two.ignored == ((680, 2380, 220, 240),)


def test_pictures_published_without_labels_get_ours_by_their_path(tmp_path: Path) -> None:
    shot(tmp_path / "source" / "myphotos" / "dice01.jpg", (WIDE * 2, HIGH * 2))
    shot(tmp_path / "source" / "colours" / "1.jpg")
    line = {"original": "Owner__myphotos_dice01.jpg", "image": "images/9.jpg", "width": WIDE, "height": HIGH}
    ours = tmp_path / "ours.jsonl"
    ours.write_text(json.dumps(line | {"dice": [{"value": 3, "box": [20, 10, 40, 30], "colour": "ivory"}]}) + "\n")
    assert "published without labels" in run("damiantab", tmp_path / "source", tmp_path, code=1)
    assert "1 pictures, 1 dice" in run("damiantab", tmp_path / "source", tmp_path, "--labels", ours)
    (picture,) = read(tmp_path / "damiantab")
    assert picture.dice[0].box == (20, 10, 40, 30) and check(tmp_path / "damiantab") == []
    ours.write_text("{}\n")
    assert "ours.jsonl: not a labels.jsonl" in run(
        "damiantab", tmp_path / "source", tmp_path / "x", "--labels", ours, code=1
    )


def test_a_box_round_pips_grows_to_the_whole_die(tmp_path: Path) -> None:
    picture = np.full((240, 320, 3), (60, 80, 100), np.uint8)
    cv2.add(picture, np.random.default_rng(1).integers(0, 12, picture.shape).astype(np.uint8), picture)
    cv2.rectangle(picture, (130, 90), (189, 149), (235, 235, 235), -1)
    for x, y in ((145, 105), (175, 135), (160, 120)):
        cv2.circle(picture, (x, y), 5, (20, 20, 20), -1)
    found = whole(picture, (139, 99, 42, 42), 3)
    assert not found.estimated and meets(found.box, (130, 90, 60, 60)) > 0.85
    lost = whole(np.full((240, 320, 3), 128, np.uint8), (139, 99, 42, 42), 3)
    assert lost.estimated and meets(lost.box, (122, 82, 76, 76)) > 0.9
    assert whole(np.full((20, 20, 3), 128, np.uint8), (0, 0, 9, 9), 1).estimated
    (tmp_path / "source").mkdir()
    cv2.imwrite(str(tmp_path / "source" / "dice_1.png"), picture)
    write(tmp_path / "source" / "dice_1.txt", f"2 {160 / 320} {120 / 240} {42 / 320} {42 / 240}\n")
    run("matteop65", tmp_path / "source", tmp_path)
    (told,) = read(tmp_path / "matteop65")
    assert told.dice[0].value == 3 and meets(told.dice[0].box, (130, 90, 60, 60)) > 0.85


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("3", 3),
        ("dice_5", 5),
        ("Six", 6),
        ("2 pips", 2),
        ("d6", 6),
        ("D6_1", None),
        ("dog", None),
        ("12", None),
        ("0", None),
    ],
)
def test_what_a_class_tells(name: str, value: int | None) -> None:
    assert value_of(name) == value


@pytest.mark.parametrize(
    "text",
    [
        "names: ['1', \"2\", 3]",
        "names:\n- '1'\n- 2\n- \"3\"\nnc: 3",
        "nc: 3\nnames:\n  0: '1'\n  1: 2\n  2: 3\n",
        "names: {0: 1, 1: 2, 2: 3}",
    ],
)
def test_names_in_all_their_forms(text: str) -> None:
    assert yaml_names(text) == ("1", "2", "3")
    assert yaml_names("train: x\nnc: 3\n") == ()


def test_names_stand_in_the_set(tmp_path: Path) -> None:
    write(tmp_path / "data_test.yaml", "train: x\n")
    write(tmp_path / "obj.names", "1\n2\n\n")
    assert class_names(tmp_path) == ("1", "2")


BAD: list[tuple[str, Callable[[Path], Any], str]] = [
    ("yolo", lambda s: shot(s / "a.jpg"), "name the classes with --names"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "9 0.5 0.5 0.1 0.1\n")), "a.txt, line 1: class 9"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "\nx y\n")), "a.txt, line 2: 'x y' is no class"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "1 0.5 0.5 0.1\n")), "3 numbers after the class"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "1 0.9 0.5 0.4 0.1\n")), "line 1: the box leaves"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "1 0.5 0.5 0 0.1\n")), "line 1: a box without area"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", "1 nan 0.5 0.1 0.1\n")), "a.txt, line 1"),
    ("yolo", lambda s: (darknet(s), write(s / "obj" / "a.txt", YOLO + YOLO)), "dice 0 and 2 are one die"),
    ("yolo", lambda s: (darknet(s), write(s / "obj.names", "1\n2\ndog\n4\n5\n6\n")), "class 'dog' tells no value"),
    ("yolo", lambda s: (darknet(s), (s / "obj" / "a.jpg").write_bytes(b"x")), "a.jpg"),
    ("yolo", lambda s: s.mkdir(), "no picture in this folder"),
    ("voc", lambda s: (voc(s), write(s / "Annotations" / "a.xml", "<annotation>")), "a.xml: "),
    ("voc", lambda s: (voc(s), write(s / "Annotations" / "a.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]>")), "not the .xml"),
    ("voc", lambda s: (voc(s), shot(s / "JPEGImages" / "a.jpg", (HIGH, WIDE))), "turned by its EXIF note?"),
    ("table", lambda s: (table(s), write(s / "train" / "b.csv", "image,label\na.jpg,3\n")), "b.csv, line 2: no image"),
    ("table", lambda s: shot(s / "a.jpg"), "no .csv with boxes"),
    ("coco", lambda s: (coco(s), write(s / "x.json", "[]")), "x.json: not COCO labels"),
    ("cache", lambda s: shot(s / "a.jpg"), "no .cache file"),
    ("voc", lambda s: shot(s / "a.jpg"), "no labelled picture of this form (voc)"),
]  # fmt: skip


@pytest.mark.parametrize(("form", "make", "told"), BAD)
def test_what_cannot_be_right_is_named_and_nothing_is_written(
    tmp_path: Path, form: str, make: Callable[[Path], Any], told: str
) -> None:
    make(tmp_path / "source")
    assert told in run("mine", tmp_path / "source", tmp_path / "out", "--form", form, code=1)
    assert not (tmp_path / "out").exists()


def test_what_is_wrong_can_be_left_out(tmp_path: Path) -> None:
    darknet(tmp_path / "source")
    write(tmp_path / "source" / "obj" / "a.txt", "1 0.9 0.5 0.4 0.1\n" + YOLO)
    told = run("mine", tmp_path / "source", tmp_path / "out", "--form", "yolo", "--skip")
    assert "1 pictures, 2 dice, 1 left out" in told and "left out: " in told
    assert "holds labels already" in run("mine", tmp_path / "source", tmp_path / "out", "--form", "yolo", code=1)
    assert "not one of kaggle_d6" in run("other", tmp_path / "source", tmp_path / "out", code=1)


def test_a_cache_that_would_run_something_is_refused(tmp_path: Path) -> None:
    class Trap:
        def __reduce__(self) -> tuple[Any, tuple[str]]:
            return Path.touch, (str(tmp_path / "sprung"),)

    file = tmp_path / "labels.cache"
    file.write_bytes(pickle.dumps({"labels": [Trap()]}))
    with pytest.raises(BadLabels, match=r"labels\.cache: not labels .* which labels do not need"):
        list(read_cache(file))
    assert not (tmp_path / "sprung").exists()


def test_every_set_of_the_card_has_a_recipe() -> None:
    from datasets.photos import CROPS, TEST, TRAIN

    assert set(SETS) == {*TRAIN, *CROPS, *TEST}


# check


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    darknet(tmp_path / "source")
    run("mine", tmp_path / "source", tmp_path, "--form", "yolo")
    return tmp_path / "mine"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"width": 99}, "is 200 x 100 px, labelled as 99 x 100"),
        ({"image": "images/b.jpg"}, "b.jpg is missing"),
        ({"width": "200"}, "'width' is missing or no int"),
        ({"dice": [{"box": [1, 1, 5, 5]}]}, "die 0: no 'value'"),
        ({"dice": [{"value": 7, "box": [1, 1, 5, 5]}]}, "die 0: value 7 is none of 1 to 6"),
        ({"dice": [{"value": True, "box": [1, 1, 5, 5]}]}, "value True"),
        ({"dice": [{"value": 1, "box": [1, 1, 5]}]}, "is not x, y, w, h"),
        ({"dice": [{"value": 1, "box": [1, 1, 0, 5]}]}, "has no area"),
        ({"dice": [{"value": 1, "box": [190, 1, 20, 5]}]}, "leaves the picture of 200 x 100 px"),
        ({"dice": [{"value": 1, "box": [9, 9, 50, 50]}, {"value": 2, "box": [9, 9, 50, 49]}]}, "dice 0 and 1 are one"),
        ({"dice": [3]}, "die 0: not an object"),
        ({"ignore": [{"box": None}]}, "ignore 0: box None"),
    ],
)  # fmt: skip
def test_a_wrong_label_is_named(folder: Path, change: dict[str, Any], told: str) -> None:
    file = folder / "labels.jsonl"
    file.write_text(json.dumps(json.loads(file.read_text()) | change) + "\n")
    words = check(folder)
    assert any(told in word and "labels.jsonl, line 1" in word for word in words), words


def test_lines_and_pictures_are_checked_too(folder: Path) -> None:
    file = folder / "labels.jsonl"
    file.write_text(file.read_text() * 2 + "{\n[]\n")
    shot(folder / "images" / "spare.png")
    words = "\n".join(check(folder))
    for told in (
        "line 2: images/0000.jpg is told of in line 1 too",
        "line 3: no JSON",
        "line 4: not an object",
        "nobody tells of images/spare.png",
    ):
        assert told in words
    assert check(folder / "images") == [f"{folder / 'images' / 'labels.jsonl'}: missing"]


def test_a_rendered_die_may_have_rolled_out(folder: Path) -> None:
    file = folder / "labels.jsonl"
    line = json.loads(file.read_text()) | {"dice": [{"value": None, "tilt": 9, "box": [190, 1, 60, 60]}]}
    file.write_text(json.dumps(line) + "\n")
    assert check(folder) == []


def test_the_check_is_a_command(folder: Path) -> None:
    assert "well" in CliRunner().invoke(check_command, [str(folder)]).output
    (folder / "labels.jsonl").write_text("{\n")
    found = CliRunner().invoke(check_command, [str(folder), "--quick"])
    assert found.exit_code == 1 and "no JSON" in found.output
