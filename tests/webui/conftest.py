"""A store in a temporary folder, a session on it, and a page that talks to it as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from webui_fakes import FakeCamera, FakeReader, Tray

from rules import sheet
from rules.core import Setup
from rules.sheet import Sheet
from webui import create_app
from webui.boards import setup_of
from webui.desk import Desk
from webui.live import Live
from webui.match import Match
from webui.places import Places
from webui.store import Store

PLAYERS = [("Ann", ("red",)), ("Bob", ("blue",)), ("Cy", ("green",))]


@pytest.fixture(scope="session")
def world() -> Sheet:
    return sheet.shipped("world-war")


@pytest.fixture(scope="session")
def places(world: Sheet) -> Places:
    return Places(world)


@pytest.fixture
def tray(world: Sheet, places: Places) -> Tray:
    return Tray(world, places)


@pytest.fixture(scope="session")
def setup() -> Setup:
    return setup_of("die-die-die", "world-war", PLAYERS, [])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(tmp_path / "data")
    yield found
    found.close()


@pytest.fixture
def match(store: Store, setup: Setup) -> Match:
    return Match(store.create(setup))


@pytest.fixture
def desk(match: Match, world: Sheet) -> Desk:
    """A desk that a camera looks at."""
    found = Desk(match, world)
    found.blind = False
    return found


@pytest.fixture
def camera() -> FakeCamera:
    return FakeCamera()


@pytest.fixture
def live(tmp_path: Path, camera: FakeCamera) -> Iterator[Live]:
    found = Live(Store(tmp_path / "live"), camera.open, lambda: FakeReader(camera))
    yield found
    found.close()


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


@pytest.fixture
def page(live: Live) -> Page:
    return Page(create_app(live).test_client())
