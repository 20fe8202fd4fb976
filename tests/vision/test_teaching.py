"""Teaching: what helps is used, what does not is left alone, and no other die is read otherwise than before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dice_pictures import RedSighted, cut, reading, taught

from vision import teaching
from vision.colour import Colour
from vision.face import FaceReader
from vision.profile import Profile, Taught, called
from vision.sights import SIGHTS, body_of, lab, pooled, seen_by, weights
from vision.teaching import CannotTeach, middle, missing, spoiled, teach

DICE = [taught(n, 1 + (n + k) % 6) for n in range(4) for k in range(3)]


@pytest.fixture(scope="module")
def profile() -> Profile:
    reader: Any = RedSighted()
    return teach("Ann's", DICE, reader)


def test_a_reader_that_sees_by_red_light_is_taught_so(profile: Profile) -> None:
    assert profile.reads
    assert profile.gain.dice == 12 and profile.gain.pictures == 4
    assert profile.gain.right[0] <= 3 and profile.gain.right[1] == 12
    assert profile.gain.accepted[1] > profile.gain.accepted[0]
    assert profile.gain.certainty[1] > profile.gain.certainty[0] + 0.3
    assert profile.gain.sure_wrong == (0, 0)


def test_the_profile_reads_dice_like_the_taught_ones(profile: Profile) -> None:
    see = RedSighted().read_crops
    crops = [middle(cut(n)) for n in (5, 6)]
    assert [one.value for one in see(crops)] == [2, 2]
    assert [one.value for one in profile.read(crops, see(crops), see)] == [5, 6]


def test_dice_unlike_the_taught_ones_are_read_as_ever(profile: Profile) -> None:
    see = RedSighted().read_crops
    crops = [middle(cut(5, body=(60, 170, 60))), middle(cut(3, body=(235, 235, 235)))]
    plain = see(crops)
    assert [one.chances for one in profile.read(crops, plain, see)] == [one.chances for one in plain]


def test_what_shows_no_face_stays_so(profile: Profile) -> None:
    see = RedSighted().read_crops
    crops = [middle(cut(5))]
    none = [reading(0, 0.5)]
    assert profile.read(crops, none, see)[0].chances == none[0].chances


def test_a_profile_that_is_not_used_for_values_changes_none(profile: Profile) -> None:
    from dataclasses import replace

    see = RedSighted().read_crops
    crops = [middle(cut(5))]
    plain = see(crops)
    assert replace(profile, reads=False).read(crops, plain, see) is plain
    assert profile.read([], [], see) == []


def test_what_is_read_right_already_is_refused_with_the_reason() -> None:
    class Sure(RedSighted):
        def read_crops(self, crops: Any) -> Any:
            return [reading(4, 0.99) for _ in crops]

    reader: Any = Sure()
    with pytest.raises(CannotTeach, match="change nothing for the better: 8 of 8 are read right without it, 8 without"):
        teach("sure", [taught(n, 4) for n in range(4) for _ in range(2)], reader)


def test_colours_alone_are_worth_a_profile() -> None:
    class Sure(RedSighted):
        def read_crops(self, crops: Any) -> Any:
            return [reading(4, 0.99) for _ in crops]

    one = Taught(0, 4, "purple", "blue", (70, 60, 150), cut(4))
    dice = [Taught(n, 4, one.colour, one.seen, one.rgb, one.cut) for n in range(4) for _ in range(2)]
    reader: Any = Sure()
    found = teach("purple ones", dice, reader)
    assert not found.reads and found.names and found.gain.named == (0, 8)
    assert found.called(Colour("blue", (72, 61, 148), 0.2), ("purple", "red")).name == "purple"
    assert found.called(Colour("blue", (0, 122, 188), 0.2), ("purple", "blue")).name == "blue", "unlike the taught"
    assert found.called(Colour("white", (240, 240, 236), 0.9)).name == "white"


def test_a_colour_is_named_by_the_nearest_taught_die() -> None:
    known = {"red": np.array([lab((190, 40, 40))]), "orange": np.array([lab((220, 120, 40))])}
    assert called(lab((195, 45, 42)), known)[0] == "red"
    assert called(lab((222, 125, 44)), known, ("orange", "red"))[0] == "orange"
    assert called(lab((222, 125, 44)), known, ("red", "green")) == ("", 0.0), "orange is not in play"
    assert called(lab((20, 20, 20)), known) == ("", 0.0)
    assert called(lab((20, 20, 20)), {}) == ("", 0.0)


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ([], "0 pictures with dice; at least 3"),
        (DICE[:6], "2 pictures with dice; at least 3"),
        (DICE[::3], "4 dice; at least 6"),
        ([taught(n, 0) for n in range(9)], "0 pictures with dice"),
        (DICE * 14, "168 finds; at most 160"),
    ],
)
def test_too_little_and_too_much_is_told(dice: list[Taught], why: str) -> None:
    reader: Any = RedSighted()
    with pytest.raises(CannotTeach, match=why):
        teach("none", dice, reader)


def test_the_faces_that_are_missing_are_told_by_colour() -> None:
    dice = [taught(0, n, "red") for n in (1, 2, 3, 4, 5, 6)] + [taught(1, 2, "blue"), taught(1, 0)]
    assert missing(dice) == {"blue": (1, 3, 4, 5, 6)}


def test_another_face_reader_is_taught_again(profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    reader: Any = RedSighted()
    assert teaching.renewed(profile, reader) is profile
    monkeypatch.setattr(teaching, "network", lambda: "another")
    again = teaching.renewed(profile, reader)
    assert again.model == "another" and again.reads and again.name == profile.name
    assert np.allclose(again.evidence, profile.evidence)


def test_shares_add_up_and_far_dice_have_none() -> None:
    evidence = np.array([[-3.0, -0.01, -3, -3, -3], [-3, -0.02, -2, -3, -3]])
    taught_bodies = np.array([[20.0, 0, 0], [22, 1, 0]])
    shares = weights(np.array([[21.0, 0, 0], [90, 0, 3], [40, 60, 40]]), taught_bodies, evidence)
    assert np.allclose(shares.sum(axis=1), 1)
    assert shares[0, 1] > 0.95
    assert (shares[1:, 0] == 1).all()
    assert ((shares > 0).sum(axis=1) <= 2).all()


def test_joined_chances_add_up_and_keep_what_says_no_face() -> None:
    rng = np.random.default_rng(2)
    chances = rng.dirichlet(np.ones(7) / 3, (len(SIGHTS), 40))
    shares = rng.dirichlet(np.ones(len(SIGHTS)), 40)
    found = pooled(chances, shares)
    assert np.allclose(found.sum(axis=1), 1)
    assert (found[:, 0] >= chances[0, :, 0] - 1e-9).all()
    none = chances[0].argmax(axis=1) == 0
    assert none.any() and (found[none] == chances[0][none]).all()


def test_sights_are_crops_that_a_reader_takes() -> None:
    crop = middle(cut(5))
    for sight in SIGHTS:
        (seen,) = seen_by([crop], sight)
        assert seen.shape == crop.shape and seen.dtype == np.uint8
    assert (seen_by([crop], "red light")[0] == crop[..., 2:3]).all()


def test_the_body_of_a_crop_is_its_middle() -> None:
    assert np.abs(body_of(middle(cut(1, body=(40, 40, 180)))) - lab((180, 40, 40))).max() < 6


def test_spoiled_crops_are_the_same_for_the_same_seed() -> None:
    one = spoiled(cut(6), np.random.default_rng(3))
    assert (one == spoiled(cut(6), np.random.default_rng(3))).all() and one.shape == (64, 64, 3)


def test_the_shipped_reader_can_be_taught() -> None:
    """What it gains on drawn dice is not the point; that every number is there and holds together is."""
    white = [
        Taught(
            n,
            1 + (n + 2 * k) % 6,
            "white",
            "grey",
            (228, 226, 224),
            cut(1 + (n + 2 * k) % 6, (226, 226, 228), (20, 20, 20)),
        )
        for n in range(3)
        for k in range(3)
    ]
    found = teach("white", white, FaceReader())
    assert found.names and found.gain.named == (0, 9)
    assert found.evidence.shape == (9, len(SIGHTS)) and (found.evidence <= 0).all()
    assert all(0 <= n <= found.gain.dice for n in (*found.gain.right, *found.gain.accepted))
