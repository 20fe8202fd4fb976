"""`pipsight teach` and the profiles that other commands read with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from teach_fakes import Eyes, picture, profile_of

from vision.profile_file import dumps
from webui.cli import main
from webui.commands import read as reading
from webui.commands import teach as teaching
from webui.profiles import Profiles

ROLLS = [(4, 2, 3), (1, 4), (4, 4, 5, 6)]


@pytest.fixture(autouse=True)
def eyes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(teaching, "Reader", Eyes)
    monkeypatch.setattr(reading, "Reader", Eyes)
    monkeypatch.setenv("PIPSIGHT_DATA", str(tmp_path / "data"))


@pytest.fixture
def rolls(tmp_path: Path) -> list[str]:
    folder = tmp_path / "rolls"
    folder.mkdir()
    for n, values in enumerate(ROLLS):
        (folder / f"{n}.png").write_bytes(picture(values))
    return [str(folder / f"{n}.png") for n in range(len(ROLLS))]


def run(*args: str, **more: Any) -> Any:
    return CliRunner().invoke(main, ["teach", *args], **more)


def given() -> list[str]:
    return [word for values in ROLLS for word in ("--values", ",".join(map(str, values)))]


def test_dice_are_taught_listed_exported_removed_and_taken_in(rolls: list[str], tmp_path: Path) -> None:
    found = run("My dice", *rolls, *given(), *["--colours", "purple"] * 3)
    assert found.exit_code == 0, found.output
    assert "0.png: 3 dice, row by row from the upper left" in found.output
    assert "9 dice in 3 pictures" in found.output and "colours     0 before, 9 after" in found.output
    assert "kept, and used for" in found.output
    assert "my-dice" in run("--list").output and "purple; 9 dice" in run("--list").output
    there = tmp_path / "out.json"
    assert run("--export", "My dice", str(there)).exit_code == 0
    again = run("--export", "My dice", str(there))
    assert again.exit_code == 1 and "File exists" in again.output
    assert run("--remove", "my-dice").output == "my-dice is forgotten\n"
    assert "no dice were taught yet" in run("--list").output
    assert run("--import", str(there)).output == "kept as my-dice\n"
    taken = run("--import", str(there))
    assert taken.exit_code == 1 and "already" in taken.output
    assert run("--import", str(there), "--replace").exit_code == 0


def test_a_folder_and_a_file_of_labels_do_as_well(rolls: list[str], tmp_path: Path) -> None:
    labels = tmp_path / "labels.json"
    told = {f"{n}.png": {"values": list(values), "colours": ["pink"]} for n, values in enumerate(ROLLS)}
    labels.write_text(json.dumps(told))
    found = run("pink", str(Path(rolls[0]).parent), "--labels", str(labels))
    assert found.exit_code == 0, found.output
    assert Profiles(tmp_path / "data").get("pink").names


def test_what_was_read_is_corrected_when_asked(rolls: list[str]) -> None:
    typed = "".join(f"{','.join(map(str, values))}\n{','.join(['brown'] * len(values))}\n" for values in ROLLS)
    found = run("brown", *rolls, input=typed)
    assert found.exit_code == 0, found.output
    assert "values, - for no die [2,2,2]" in found.output and "colours [blue,blue,blue]" in found.output


def test_a_find_that_is_no_die_is_left_out(rolls: list[str]) -> None:
    found = run("some", *rolls, "--values", "4,-,3", *given()[2:], *["--colours", "purple"] * 3)
    assert found.exit_code == 0, found.output
    assert "8 dice in 3 pictures" in found.output


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--values", "4,2"], "0.png: 2 values, but 3 dice were found"),
        (["--values", "4,2,seven"], "0.png, die 3: 'seven' is no value"),
        (["--values", "4,2,9"], "a die shows 1 to 6, not 9"),
        (["--values", "4,2,²"], "is no value"),
        (["--colours", "mauve"], "no dice are 'mauve'; known colours: red"),
        (["--values", "1,2,3"] * 4, "--values 4 times, but there are 3 pictures"),
        (["--yes"], "it would change nothing for the better"),
    ],
)
def test_wrong_corrections_are_named(rolls: list[str], args: list[str], why: str) -> None:
    found = run("mine", *rolls, *args)
    assert found.exit_code in (1, 2) and why in found.output, found.output
    assert "no dice were taught yet" in run("--list").output


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        ("{", "no JSON"),
        ("[]", "an object is needed"),
        ('{"x.png": {}}', "no picture 'x.png' is given"),
        ('{"0.png": {"values": 3}}', "values and colours are lists; not 'values'"),
        ('{"0.png": {"value": [3]}}', "not 'value'"),
    ],
)
def test_wrong_labels_are_named(rolls: list[str], tmp_path: Path, labels: str, why: str) -> None:
    file = tmp_path / "labels.json"
    file.write_text(labels)
    found = run("mine", *rolls, "--labels", str(file))
    assert found.exit_code == 1 and why in found.output


def test_pictures_that_cannot_be_used_are_named(rolls: list[str], tmp_path: Path) -> None:
    (tmp_path / "torn.png").write_bytes(picture((1, 2))[:99])
    (tmp_path / "bare.png").write_bytes(picture(()))
    for name, why in (
        ("torn.png", "broken off"),
        ("bare.png", "bare.png: no dice found"),
        ("gone.png", "No such file"),
    ):
        found = run("mine", *rolls[:1], str(tmp_path / name), "--yes")
        assert found.exit_code == 1 and why in found.output, found.output
    found = run("mine", *rolls[:2], "--yes")
    assert "2 pictures with dice; at least 3 are needed" in found.output


def test_a_name_is_asked_before_the_pictures_are_read(rolls: list[str], tmp_path: Path) -> None:
    Profiles(tmp_path / "data").save(profile_of("mine"))
    found = run("mine", *rolls)
    assert found.exit_code == 1 and "already" in found.output and "row by row" not in found.output
    assert run().exit_code == 2 and run("mine").exit_code == 2
    assert run("--remove", "other").exit_code == 1 and run("--export", "other").exit_code == 1


def test_a_damaged_profile_is_listed_with_its_reason(tmp_path: Path) -> None:
    profiles = Profiles(tmp_path / "data")
    profiles.save(profile_of("good"))
    profiles.save(profile_of("bad"))
    profiles.path("bad").write_bytes(b"{}")
    lines = run("--list").output.splitlines()
    assert lines[0].startswith("bad ") and lines[0].endswith("cannot be used: bad.dice.json: not a profile of dice")
    assert lines[1].startswith("good ")
    assert run("--import", str(tmp_path)).exit_code == 1


def test_read_takes_taught_dice_by_name_or_file(
    rolls: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Profiles(tmp_path / "data").save(profile_of("mine"))
    (tmp_path / "other.json").write_bytes(dumps(profile_of("theirs")))
    worn: list[str] = []
    taught = Eyes.taught

    def notice(self: Eyes, profile: Any) -> Eyes:
        worn.append(profile.name)
        return taught(self, profile)

    monkeypatch.setattr(Eyes, "taught", notice)
    for dice in ("mine", str(tmp_path / "other.json")):
        assert CliRunner().invoke(main, ["read", rolls[0], "--dice", dice]).exit_code == 0
    assert worn == ["mine", "theirs"]
    found = CliRunner().invoke(main, ["read", rolls[0], "--dice", "lost"])
    assert found.exit_code == 1 and "no dice 'lost'; taught: mine" in found.output
    lost = CliRunner().invoke(main, ["read", rolls[0], "--dice", str(tmp_path / "lost.json")])
    assert lost.exit_code == 1 and "lost.json: No such file" in lost.output


def test_serve_begins_no_match_without_its_dice(tmp_path: Path) -> None:
    args = ["serve", "--board", "world-war", "--player", "Ann=red", "--player", "Bob=blue", "--player", "Cy=green"]
    found = CliRunner().invoke(main, [*args, "--dice", "lost", "--port", "0", "--no-browser"])
    assert found.exit_code == 1 and "no dice 'lost'; taught: none yet" in found.output
    assert list((tmp_path / "data" / "matches").iterdir()) == []
    alone = CliRunner().invoke(main, ["serve", "--dice", "lost"])
    assert alone.exit_code == 2 and "--dice needs --board or --match" in alone.output
