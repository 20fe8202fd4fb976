"""Where profiles of dice live: one file each in the folder `dice` of the data folder, beside the matches.

A file is named after the profile, never by it: letters and figures of its name, so that no name leads elsewhere. A
file that cannot be used is named with its reason and hides no other.
"""

from __future__ import annotations

import hashlib
import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from vision.profile import Profile
from vision.profile_file import MOST_BYTES, BadProfile, dumps, loads, name_of
from vision.teaching import renewed

from .watcher import Learns

ENDING = ".dice.json"
ID = re.compile(r"[0-9a-z][0-9a-z-]{0,60}")
MOST_PROFILES = 200  # listed; more in one folder were not put there by people


class BadProfiles(RuntimeError):
    """A profile cannot be read or written; names the file and the reason."""


class NoSuchProfile(BadProfiles):
    """The folder has no profile of this name."""


class NameTaken(BadProfiles):
    """The folder has a profile of this name already."""


@dataclass(frozen=True, slots=True)
class Kept:
    """One line in the list of profiles; `trouble` tells why it cannot be used."""

    id: str
    name: str
    profile: Profile | None
    trouble: str = ""


class Profiles:
    """The profiles in one data folder."""

    def __init__(self, data: Path) -> None:
        """The profiles of a data folder, which need not be there yet."""
        self.folder = data / "dice"
        self._known: dict[Path, tuple[tuple[int, int], Kept]] = {}  # a file is read again when it has changed

    def list(self) -> list[Kept]:
        """Every profile in the folder by its name; damaged ones come with their trouble."""
        files = sorted(self.folder.glob(f"*{ENDING}"))[:MOST_PROFILES]
        fresh: dict[Path, tuple[tuple[int, int], Kept]] = {}
        for file in files:
            state, was = _state(file), self._known.get(file)
            fresh[file] = was if was is not None and was[0] == state else (state, _kept(file))
        self._known = fresh
        found = [kept for _, kept in fresh.values()]
        return sorted(found, key=lambda kept: (kept.name.casefold(), kept.id))

    def get(self, name: str) -> Profile:
        """The profile of this name or id; raises NoSuchProfile and BadProfiles."""
        return read_file(self.path(name))

    def path(self, name: str) -> Path:
        """The file of the profile of this name or id; raises NoSuchProfile."""
        for one in (name, _id(name)):
            file = self.folder / f"{one}{ENDING}"
            if ID.fullmatch(one) and file.is_file():
                return file
        known = ", ".join(kept.id for kept in self.list()) or "none yet"
        raise NoSuchProfile(f"no dice {name[:60]!r}; taught: {known}")

    def file(self, name: str) -> tuple[str, bytes]:
        """The name and the bytes of a profile's file; raises NoSuchProfile and BadProfiles."""
        path = self.path(name)
        try:
            return path.name, path.read_bytes()
        except OSError as why:
            raise BadProfiles(f"{path}: {why.strerror or why}") from None

    def free(self, name: str, replace: bool = False) -> Path:
        """The file that a profile of this name gets; raises NameTaken where it is there, BadProfiles for no name."""
        try:
            file = self.folder / f"{_id(name_of(name))}{ENDING}"
        except BadProfile as why:
            raise BadProfiles(str(why)) from None
        if file.exists() and not replace:
            raise NameTaken(f"there are dice named {name.strip()!r} already; choose another name, or replace them")
        return file

    def save(self, profile: Profile, replace: bool = False) -> str:
        """Keep a profile under its name and return its id; raises NameTaken and BadProfiles, and nothing is changed."""
        file = self.free(profile.name, replace)
        kept = file.name.removesuffix(ENDING)
        fresh = self.folder / f"{kept}.new"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with fresh.open("wb") as written:
                written.write(dumps(profile))
                written.flush()
                os.fsync(written.fileno())
            os.replace(fresh, file)
        except OSError as why:
            fresh.unlink(missing_ok=True)
            raise BadProfiles(f"{file}: {why.strerror or why}") from None
        return kept

    def remove(self, name: str) -> None:
        """Forget a profile, damaged or not; raises NoSuchProfile and BadProfiles."""
        file = self.path(name)
        try:
            file.unlink()
        except OSError as why:
            raise BadProfiles(f"{file}: {why.strerror or why}") from None

    def take(self, data: bytes, what: str, replace: bool = False) -> str:
        """Keep a profile that comes as a file's bytes; its id. Raises BadProfiles (it names `what`) and NameTaken."""
        try:
            return self.save(loads(data), replace)
        except BadProfile as why:
            raise BadProfiles(f"{what}: {why}") from None


def read_with(plain: Learns, profiles: Profiles, dice: str) -> tuple[Learns, str]:
    """A reader with the profile of this name in mind ("" for none), and why it had to be left out, if so."""
    if not dice:
        return plain, ""
    try:
        return plain.taught(renewed(profiles.get(dice), plain.faces)), ""
    except BadProfiles as why:
        return plain, f"read without the profile of dice: {why}"


def _id(name: str) -> str:
    """Letters and figures of a name; a name without any gets a number of its own."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub(r"[^0-9a-z]+", "-", plain).strip("-")[:60].strip("-")
    if re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", found):  # names that Windows keeps for devices
        return f"{found}-dice"
    return found or "dice-" + hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _state(file: Path) -> tuple[int, int]:
    """What changes when a file is written: its time (ns) and size."""
    try:
        told = file.stat()
    except OSError:
        return 0, 0
    return told.st_mtime_ns, told.st_size


def _kept(file: Path) -> Kept:
    which = file.name.removesuffix(ENDING)
    try:
        profile = read_file(file)
    except BadProfiles as why:
        return Kept(which, which, None, str(why))
    return Kept(which, profile.name, profile)


def read_file(file: Path) -> Profile:
    """The profile in a file, wherever it lies; raises BadProfiles."""
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadProfiles(f"{file.name}: larger than {MOST_BYTES // 2**20} MiB")
        return loads(file.read_bytes())
    except OSError as why:
        raise BadProfiles(f"{file.name}: {why.strerror or why}") from None
    except BadProfile as why:
        raise BadProfiles(f"{file.name}: {why}") from None
