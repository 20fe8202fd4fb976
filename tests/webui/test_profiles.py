"""The folder of profiles: kept, found by name, taken over from a file, and never led astray by a name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from teach_fakes import profile_of

from vision.profile_file import MOST_BYTES, dumps
from webui.profiles import ENDING, BadProfiles, NameTaken, NoSuchProfile, Profiles


@pytest.fixture
def profiles(tmp_path: Path) -> Profiles:
    return Profiles(tmp_path)


def test_a_profile_is_found_by_name_and_id_after_a_restart(profiles: Profiles, tmp_path: Path) -> None:
    assert profiles.list() == []
    assert profiles.save(profile_of("Ann's Würfel")) == "ann-s-wurfel"
    again = Profiles(tmp_path)
    assert again.get("Ann's Würfel").name == again.get("ann-s-wurfel").name == "Ann's Würfel"
    assert [(kept.id, kept.name, kept.trouble) for kept in again.list()] == [("ann-s-wurfel", "Ann's Würfel", "")]


def test_a_name_that_is_taken_is_kept_unless_it_is_to_be_replaced(profiles: Profiles) -> None:
    profiles.save(profile_of("red"))
    before = profiles.path("red").read_bytes()
    with pytest.raises(NameTaken, match="dice named 'RED' already"):
        profiles.save(profile_of("RED"))
    assert profiles.path("red").read_bytes() == before
    profiles.save(profile_of("RED"), replace=True)
    assert profiles.get("red").name == "RED"


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/abs", "..", "a/../../b", "C:\\dice", "CON", "骰子", "🎲", ".hidden", "-rf"]
)
def test_no_name_leads_out_of_the_folder(profiles: Profiles, name: str) -> None:
    which = profiles.save(profile_of(name))
    assert profiles.path(name).parent == profiles.folder
    assert [file.name for file in profiles.folder.iterdir()] == [f"{which}{ENDING}"]
    assert profiles.get(name).name == name
    profiles.remove(name)
    assert list(profiles.folder.iterdir()) == []


@pytest.mark.parametrize("name", ["", "..", "../x", "red/../red", "x" * 300, "a\0b", "\udcff"])
def test_what_was_never_taught_is_named(profiles: Profiles, name: str) -> None:
    profiles.save(profile_of("blue"))
    with pytest.raises(NoSuchProfile, match="taught: blue"):
        profiles.get(name)


def test_a_damaged_file_is_named_and_hides_no_other(profiles: Profiles) -> None:
    profiles.save(profile_of("good"))
    (profiles.folder / f"torn{ENDING}").write_bytes(dumps(profile_of("torn"))[:-40])
    (profiles.folder / f"folder{ENDING}").mkdir()
    with (profiles.folder / f"huge{ENDING}").open("wb") as huge:
        huge.truncate(MOST_BYTES + 1)
    told = {kept.id: kept.trouble for kept in profiles.list()}
    assert told["good"] == ""
    assert told["torn"] == f"torn{ENDING}: not a profile of dice (no JSON)"
    assert told["huge"] == f"huge{ENDING}: larger than 16 MiB"
    assert told["folder"].startswith(f"folder{ENDING}: ")
    with pytest.raises(BadProfiles, match="torn"):
        profiles.get("torn")
    profiles.remove("torn")
    assert "torn" not in {kept.id for kept in profiles.list()}


def test_a_file_from_elsewhere_is_checked_before_it_is_kept(profiles: Profiles) -> None:
    assert profiles.take(dumps(profile_of("Bo")), "bo.json") == "bo"
    with pytest.raises(NameTaken):
        profiles.take(dumps(profile_of("Bo")), "bo.json")
    with pytest.raises(BadProfiles, match=r"cat\.jpg: not a profile of dice"):
        profiles.take(b"\xff\xd8\xff", "cat.jpg")
    assert [kept.id for kept in profiles.list()] == ["bo"]


def test_a_full_disk_leaves_what_was_there(profiles: Profiles, monkeypatch: pytest.MonkeyPatch) -> None:
    profiles.save(profile_of("red"))
    before = profiles.path("red").read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BadProfiles, match="No space left on device"):
        profiles.save(profile_of("red"), replace=True)
    assert profiles.path("red").read_bytes() == before
    assert len(list(profiles.folder.iterdir())) == 1
