"""A lesson: pictures of a player's dice, what was found in them, and what people say about each find.

Used by the page and by `pipsight teach`. Pictures are read once, when they come; only cut-outs and a small copy to be
looked at are kept.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from vision.camera import Frame
from vision.colour import SHADES
from vision.dice import Box
from vision.picture import Image
from vision.profile import Profile, Taught
from vision.teaching import LEAST_DICE, LEAST_PICTURES, MOST_DICE, MOST_PICTURES, CannotTeach, cut_of, missing, teach
from vision.view import DieView

from .pictures import Encoded
from .watcher import Learns

SAME = 0.7  # share of two boxes' union from which nothing has moved between two pictures


class NoSuchPicture(LookupError):
    """The lesson has no such picture or find."""


@dataclass(frozen=True, slots=True)
class Find:
    """One find: what was read of it, and what people say (`value` None: not said and not readable)."""

    view: DieView
    cut: Image
    value: int | None
    colour: str
    gone: bool = False
    said: bool = False


@dataclass(slots=True)
class Shot:
    """One picture with its finds; `jpeg` is a small copy."""

    id: int
    name: str
    size: tuple[int, int]
    jpeg: bytes
    finds: list[Find]


class Lesson:
    """The pictures so far."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.shots: list[Shot] = []
        self._next = 1

    def add(self, image: Image, name: str, reader: Learns) -> Shot:
        """Read a picture and keep what is found; raises CannotTeach, naming the picture, where it teaches nothing."""
        if len(self.shots) >= MOST_PICTURES:
            raise CannotTeach(f"{name}: there are {MOST_PICTURES} pictures already; take one out first")
        view = reader.taught(None).look(image)
        if not view.dice:
            raise CannotTeach(f"{name}: no dice found; come nearer, or put them on a plain ground with more light")
        if len(view.dice) + sum(len(shot.finds) for shot in self.shots) > MOST_DICE:
            raise CannotTeach(f"{name}: {len(view.dice)} more dice; at most {MOST_DICE} are kept in all")
        for shot in self.shots:
            if _still(shot, view.size, [die.box for die in view.dice]):
                raise CannotTeach(f"{name}: nothing has moved since {shot.name}; roll the dice before each picture")
        ordered = sorted(view.dice, key=lambda die: (round(die.box[1] / max(1.0, die.box[3])), die.box[0]))
        finds = [Find(die, cut_of(image, die.box), die.value, die.colour) for die in ordered]
        shot = Shot(self._next, name, view.size, Encoded().jpeg(Frame(image, self._next, 0.0)), finds)
        self._next += 1
        self.shots.append(shot)
        return shot

    def shot(self, which: int) -> Shot:
        """The picture with this id; raises NoSuchPicture."""
        found = next((shot for shot in self.shots if shot.id == which), None)
        if found is None:
            raise NoSuchPicture(f"picture {which} is not here any more")
        return found

    def say(self, which: int, n: int, value: int | None = None, colour: str = "", gone: bool | None = None) -> None:
        """What people say about find `n` of a picture; raises NoSuchPicture and CannotTeach."""
        finds = self.shot(which).finds
        if not 0 <= n < len(finds):
            raise NoSuchPicture(f"picture {which} has no find {n}")
        find = finds[n]
        if value is not None:
            if not 1 <= value <= 6:
                raise CannotTeach(f"a die shows 1 to 6, not {value}")
            find = replace(find, value=value, said=True, gone=False)
        if colour:
            if colour not in SHADES:
                raise CannotTeach(f"no dice are {colour[:40]!r}; known colours: {', '.join(SHADES)}")
            find = replace(find, colour=colour)
        finds[n] = find if gone is None else replace(find, gone=gone)

    def drop(self, which: int) -> None:
        """Take a picture out; raises NoSuchPicture."""
        self.shots.remove(self.shot(which))

    def taught(self) -> list[Taught]:
        """Every find as people left it; raises CannotTeach where one has no value yet."""
        found = []
        for shot in self.shots:
            for n, find in enumerate(shot.finds, 1):
                if find.value is None and not find.gone:
                    raise CannotTeach(f"{shot.name}, die {n}: say what it shows, or take it out")
                value = 0 if find.gone else int(find.value or 0)
                colour = find.colour if value else ""
                found.append(Taught(shot.id, value, colour, find.view.colour, find.view.rgb, find.cut))
        return found

    def learn(self, name: str, reader: Learns, made: str) -> Profile:
        """Make a profile of it all; raises CannotTeach."""
        return teach(name, self.taught(), reader.faces, made)

    def told(self) -> dict[str, Any]:
        """The lesson in plain values, for the page."""
        dice = [find for shot in self.shots for find in shot.finds if not find.gone]
        unread = sum(find.value is None for find in dice)
        return {
            "pictures": [_shot(shot) for shot in self.shots],
            "dice": len(dice),
            "unread": unread,
            "missing": missing_words(self.shots),
            "wanted": wanted(len(self.shots), len(dice), unread),
            "most": MOST_PICTURES,
        }


def wanted(pictures: int, dice: int, unread: int) -> str:
    """What is still needed before it can be saved; empty where nothing is."""
    if pictures < LEAST_PICTURES:
        return f"{LEAST_PICTURES - pictures} more picture{'s' if LEAST_PICTURES - pictures > 1 else ''}"
    if dice < LEAST_DICE:
        return f"{LEAST_DICE - dice} more dice"
    return f"the value of {unread} dice" if unread else ""


def missing_words(shots: list[Shot]) -> dict[str, list[int]]:
    """By colour, the faces that no picture shows yet."""
    dice = [find for shot in shots for find in shot.finds if not find.gone and find.value]
    taught = [Taught(0, int(find.value or 0), find.colour, "", find.view.rgb, find.cut) for find in dice]
    return {colour: list(faces) for colour, faces in missing(taught).items()}


def gain_told(profile: Profile) -> dict[str, Any]:
    """What a profile changes, in plain values."""
    return {
        "name": profile.name,
        "made": profile.made,
        "reads": profile.reads,
        "names": profile.names,
        "colours": sorted({one.colour for one in profile.taught if one.value}),
        **{key: getattr(profile.gain, key) for key in type(profile.gain).__slots__},
    }


def _shot(shot: Shot) -> dict[str, Any]:
    wide, high = shot.size
    return {
        "id": shot.id,
        "name": shot.name,
        "width": wide,
        "height": high,
        "finds": [
            {
                "box": [round(v, 1) for v in find.view.box],
                "read": find.view.value,
                "certainty": round(find.view.certainty, 3),
                "accepted": find.view.accepted,
                "value": find.value,
                "colour": find.colour,
                "gone": find.gone,
                "said": find.said,
            }
            for find in shot.finds
        ],
    }


def _still(shot: Shot, size: tuple[int, int], boxes: list[Box]) -> bool:
    """Whether every die lies where one lay in an earlier picture."""
    before = [find.view.box for find in shot.finds]
    if shot.size != size or len(before) != len(boxes):
        return False
    return all(any(_overlap(box, other) > SAME for other in before) for box in boxes)


def _overlap(a: Box, b: Box) -> float:
    wide = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    high = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    both = max(0.0, wide) * max(0.0, high)
    return both / max(1e-9, a[2] * a[3] + b[2] * b[3] - both)
