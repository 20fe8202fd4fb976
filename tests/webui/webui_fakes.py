"""A table that tests set: dice by text, a camera that shows it, a reader that sees exactly what is there."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import numpy as np
from flask.testing import FlaskClient

from rules.sheet import Sheet
from rules.table import Die, Table
from vision.board import Pose
from vision.camera import Frame, NoPicture
from vision.view import DieView, View
from webui.places import Places

SIZE = (640, 512)  # px, the board fills the picture
RGB = {"red": (214, 58, 47), "blue": (44, 107, 211), "green": (36, 147, 79)}


def chances(face: int, sure: float = 0.99, second: int = 0) -> tuple[float, ...]:
    """Probabilities of no face and 1 to 6."""
    other = second or face % 6 + 1
    return tuple(sure if n == face else 1 - sure if n == other else 0.0 for n in range(7))


@dataclass
class Tray:
    """Dice on a sheet, told by text; a die that is told again lies where it lay."""

    sheet: Sheet
    places: Places
    at: dict[tuple[str, str, int], tuple[float, float]] = field(default_factory=dict)

    def lay(self, text: str, unsure: dict[str, tuple[float, int]] | None = None) -> View:
        """The view of a table like "heartland: red4 blue2"; `unsure`: word to its certainty and second likeliest."""
        now: dict[tuple[str, str, int], tuple[float, float]] = {}
        dice = []
        for die in Table.parse(text):
            n = sum(key[:2] == (die.space, die.word()) for key in now)
            key = (die.space, die.word(), n)
            now[key] = self.at.get(key) or self.places.free(die.space, [*now.values(), *self.at.values()])
            dice.append(self.view(die, now[key], (unsure or {}).get(die.word(), (0.99, 0))))
        self.at = now
        return View(tuple(dice), SIZE)

    def view(self, die: Die, at: tuple[float, float], certainty: tuple[float, int]) -> DieView:
        scale = SIZE[0] / self.sheet.width
        edge = self.sheet.die * scale
        x, y = at[0] * scale - edge / 2, at[1] * scale - edge / 2
        box = (x, y, edge, edge)
        faces = chances(die.face, *certainty)
        return DieView(box, 0.95, faces, 0.9, die.colour, RGB[die.colour], mm=at, angle=0.0, level=len(die.under))


class FakeCamera:
    """Fifty pictures a second of whatever view is set; a moving hand, trouble and an end on demand."""

    live = True

    def __init__(self) -> None:
        self.name = "fake"
        self.view = View((), SIZE)
        self.hand = False
        self.trouble = ""
        self.opened = 0
        self.closed = Event()
        self.began = time.monotonic()
        self.number = 0

    def open(self, spec: str) -> FakeCamera:
        if self.trouble:
            raise NoPicture(f"{spec}: {self.trouble}")
        self.opened += 1
        return self

    def read(self) -> Frame:
        time.sleep(0.02)
        if self.trouble:
            raise NoPicture(f"fake: {self.trouble}")
        self.number += 1
        image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
        for die in self.view.dice:
            x, y, w, h = map(int, die.box)
            image[y : y + h, x : x + w] = die.rgb[::-1]
        if self.hand:
            left = 40 * (self.number % 9)
            image[150:400, left : left + 220] = 200
        return Frame(image, self.number, time.monotonic() - self.began)

    def close(self) -> None:
        self.closed.set()


class FakeReader:
    """Sees what the camera shows, without looking at the picture."""

    def __init__(self, camera: FakeCamera) -> None:
        self.camera = camera

    def look(
        self,
        image: np.ndarray,
        pose: Pose | None = None,
        sheet: Sheet | None = None,
        colours: Collection[str] | None = None,
    ) -> View:
        return self.camera.view


PLAYERS = [("Ann", ("red",)), ("Bob", ("blue",)), ("Cy", ("green",))]
CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class Page:
    """What a browser does: it knows the last state and says so with each act."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.state: dict[str, Any] = {}

    def look(self) -> dict[str, Any]:
        self.state = self.client.get("/state").get_json()
        return self.state

    def post(self, path: str, said: object, headers: dict[str, str] | None = None) -> Any:
        return self.client.post(path, json=said, headers={"X-Pipsight": "1", **(headers or {})})

    def begin(self, **more: object) -> dict[str, Any]:
        players = [{"name": name, "colours": list(colours)} for name, colours in PLAYERS]
        said = {"game": "die-die-die", "board": "world-war", "players": players, "camera": "", **more}
        return self.took(self.post("/matches", said))

    def act(self, path: str, **said: object) -> Any:
        match = self.state.get("match") or {}
        return self.post(path, {"after": match.get("entries", 0), "reading": match.get("reading", 0), **said})

    def do(self, path: str, **said: object) -> dict[str, Any]:
        return self.took(self.act(path, **said))

    def took(self, answer: Any) -> dict[str, Any]:
        assert answer.status_code == 200, answer.get_json()
        self.state = answer.get_json()
        return self.state

    @property
    def match(self) -> dict[str, Any]:
        found = self.state["match"]
        assert isinstance(found, dict)
        return found
