"""A store in a temporary folder, a session on it, and a page that talks to it as a browser would."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from webui_fakes import PLAYERS, FakeCamera, FakeReader, Page, Tray

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


@pytest.fixture
def page(live: Live) -> Page:
    return Page(create_app(live).test_client())
