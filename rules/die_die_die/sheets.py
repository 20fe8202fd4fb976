"""The boards of Die die DIE! as the rules know them: points and neighbours, no shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..boardfile import NAME, BadSheet, Problem, odd_board, toml

GAME = "die-die-die"
KINDS = ("territory", "ground")  # ground: a space that nobody can hold; a die there is brought to a territory


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board: a territory with its points, or ground between them."""

    id: str
    title: str
    points: int = 0
    near: tuple[str, ...] = ()
    kind: str = "territory"


@dataclass(frozen=True, slots=True)
class Board:
    """A map: its eras, for how many players it is recommended, and its spaces."""

    id: str
    title: str
    eras: int
    players: tuple[int, int]
    spaces: tuple[Space, ...]

    @property
    def territories(self) -> tuple[Space, ...]:
        """The spaces that dice fight for."""
        return tuple(s for s in self.spaces if s.kind == "territory")

    @property
    def titles(self) -> dict[str, str]:
        """The title of each space."""
        return {s.id: s.title for s in self.spaces}

    def is_territory(self, name: str) -> bool:
        """Whether this is the id of a territory."""
        return any(s.id == name for s in self.territories)

    def near(self, name: str) -> tuple[str, ...]:
        """The territories beside a space; all of them for a space that the board does not know."""
        space = next((s for s in self.spaces if s.id == name), None)
        found = tuple(n for n in space.near if self.is_territory(n)) if space else ()
        return found or tuple(s.id for s in self.territories)


def parse(text: str) -> Board:
    """The board that a TOML text tells.

    Raises:
        BadSheet: With all that is wrong: the board as file, the key, and the reason with the known names.
    """
    try:
        told = toml(text)
    except ValueError as e:
        raise BadSheet((Problem("board", "", f"cannot be read: {e}"),)) from None
    file = f"{told['id']}.toml" if NAME[0](told.get("id")) else "board"
    bad = tuple(Problem(file, key, why) for key, why in (*odd_board(told), *odd_map(told)))
    if bad:
        raise BadSheet(bad)
    spaces = tuple(Space(**{**s, "near": tuple(s.get("near", ()))}) for s in told["space"])
    fewest, most = told["players"]
    return Board(told["id"], told["title"], told["eras"], (fewest, most), spaces)


def odd_map(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What this game asks of a board beyond what every board has: key and reason."""
    yield from ((key, "is missing") for key in ("eras", "players") if key not in told)
    if told.get("game", GAME) != GAME:
        yield "game", f"is {told['game']!r}, not {GAME!r}"
    spaces = [s for s in told.get("space", ()) if isinstance(s, dict)] if isinstance(told.get("space"), list) else []
    for s in spaces:
        if s.get("kind", "territory") not in KINDS:
            yield f"space {s.get('id')}.kind", f"{s['kind']!r} is unknown; known: {', '.join(KINDS)}"
        elif s.get("kind", "territory") == "territory" and "points" not in s:
            yield f"space {s.get('id')}.points", "is missing"
    if spaces and all(s.get("kind", "territory") != "territory" for s in spaces):
        yield "space", "there is no territory"
