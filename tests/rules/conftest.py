"""A small board and a setup on it."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rules import sheet
from rules.core import Player, Setup
from rules.sheet import Sheet

DATA = Path(__file__).parent / "data"
settings.register_profile("rules", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("deep", parent=settings.get_profile("rules"), derandomize=False, max_examples=400)
settings.load_profile(os.environ.get("PIPSIGHT_HYPOTHESIS", "rules"))


@pytest.fixture(scope="session")
def mini() -> Sheet:
    return sheet.load(DATA / "mini.toml")


@pytest.fixture(scope="session")
def mini_text() -> str:
    return (DATA / "mini.toml").read_text(encoding="utf-8")


@pytest.fixture
def setup(mini_text: str) -> Setup:
    players = (Player("Ann", ("red",)), Player("Bob", ("blue",)), Player("Cy", ("green",)))
    return Setup("die-die-die", players, (mini_text,))
