from __future__ import annotations

from pathlib import Path

from datasets.hard import meets
from datasets.photos import Label
from models.evaluate import Score, match, share, sources
from vision.view import DieView


def die(box: tuple[float, float, float, float], face: int = 3) -> DieView:
    return DieView(box, 0.9, tuple(0.94 if n == face else 0.01 for n in range(7)), 0.9, "red", (200, 0, 0))


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


def test_overlap_is_symmetric_and_bounded() -> None:
    assert meets((0, 0, 10, 10), (0, 0, 10, 10)) == 1
    assert meets((0, 0, 10, 10), (5, 0, 10, 10)) == meets((5, 0, 10, 10), (0, 0, 10, 10)) == 50 / 150
    assert meets((0, 0, 10, 10), (20, 0, 10, 10)) == 0


def test_the_table_tells_counts_beside_shares() -> None:
    text = sources({"x": Score(pictures=4, whole=3, dice=10, found=9, right=9, accepted=8, accepted_right=8)})
    assert "90.0 % (9 of 10)" in text
    assert share(0, 0) == "–"


def test_the_default_sets_are_never_trained_on() -> None:
    import tomllib

    from datasets.photos import TEST

    for name in ("detector.toml", "face.toml"):
        config = tomllib.loads((Path(__file__).parents[2] / "models" / name).read_text(encoding="utf-8"))
        assert not set(TEST) & set(config["data"]["sets"])
