"""The boards of Die die DIE! as the rules know them: points, neighbours, areas, planets, no shapes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..boardfile import NAME, BadSheet, Problem, odd_board, toml
from ..table import Die

GAME = "die-die-die"
KINDS = ("territory", "ground", "caldera", "hole", "rope")  # ground: nobody can hold it; a die there is brought away
AREAS = range(1, 6)  # of Krakatoa, and the planets of Space
CREW = (5,)  # dice of each colour of a player


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board: a territory with its points, a caldera, a black hole, a rope, or ground between them.

    `number` is the area of Krakatoa or the planet of Space that a territory belongs to, 0 for none; `leads` is where a
    die on a rope may go; `counts_in` is the territory that dice in a caldera or on a rope fight for.
    """

    id: str
    title: str
    points: int = 0
    near: tuple[str, ...] = ()
    kind: str = "territory"
    centre: bool = False
    number: int = 0
    leads: tuple[str, ...] = ()
    counts_in: str = ""


@dataclass(frozen=True)
class Board:
    """A map: its eras, for how many players it is recommended, its spaces, each player's dice, and its own rules."""

    id: str
    title: str
    eras: int
    players: tuple[int, int]
    spaces: tuple[Space, ...]
    crew: tuple[int, ...] = CREW
    effects: tuple[str, ...] = ()

    @cached_property
    def territories(self) -> tuple[Space, ...]:
        """The spaces that dice fight for."""
        return self.of_kind("territory")

    @property
    def rigid(self) -> bool:
        """Whether the number of players is no recommendation: where a crew has two colours (DDD-1)."""
        return len(self.crew) > 1

    def of_kind(self, kind: str) -> tuple[Space, ...]:
        """The spaces of a kind."""
        return tuple(s for s in self.spaces if s.kind == kind)

    def numbered(self, *numbers: int) -> tuple[Space, ...]:
        """The territories of these areas or planets."""
        return tuple(s for s in self.territories if s.number in numbers)

    def within(self, d: Die, kind: str) -> bool:
        """Whether a die lies wholly in a space of this kind (DDD-74)."""
        return d.space in self._by_id and self._by_id[d.space].kind == kind

    def home(self, d: Die) -> str:
        """The territory that a die lies in, on a rope the one below it; "" on a border and elsewhere."""
        return self._only(d, self._below)

    def arena(self, d: Die) -> str:
        """The territory that a die fights for: its home, or for one in a caldera the territory around; else ""."""
        return self._only(d, self._other)

    def _only(self, d: Die, other: dict[str, str]) -> str:
        if self.is_territory(d.space):
            return d.space
        names = {other.get(n, n) for n in d.spaces}
        found = names.pop() if len(names) == 1 else ""
        return found if self.is_territory(found) else ""

    def ropes(self, d: Die) -> tuple[str, ...]:
        """Where a die may go that is on a rope (DDD-63)."""
        if d.space in self._lands:
            return ()
        return tuple(dict.fromkeys(n for s in self.spaces if s.leads and s.id in d.spaces for n in s.leads))

    @cached_property
    def titles(self) -> dict[str, str]:
        """The title of each space."""
        return {s.id: s.title for s in self.spaces}

    @cached_property
    def _by_id(self) -> dict[str, Space]:
        return {s.id: s for s in self.spaces}

    @cached_property
    def _lands(self) -> frozenset[str]:
        return frozenset(s.id for s in self.territories)

    @cached_property
    def _below(self) -> dict[str, str]:
        return {s.id: s.counts_in for s in self.of_kind("rope")}

    @cached_property
    def _other(self) -> dict[str, str]:
        return {s.id: s.counts_in for s in self.spaces if s.counts_in}

    def is_territory(self, name: str) -> bool:
        """Whether this is the id of a territory."""
        return name in self._lands

    def near(self, name: str) -> tuple[str, ...]:
        """The territories beside a space; all of them for a space that the board does not know."""
        space = self._by_id.get(name)
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
    lists = ("near", "leads")
    spaces = tuple(Space(**{**s, **{k: tuple(s.get(k, ())) for k in lists}}) for s in told["space"])
    fewest, most = told["players"]
    own = {k: tuple(told[k]) for k in ("crew", "effects") if k in told}
    return Board(told["id"], told["title"], told["eras"], (fewest, most), spaces, **own)


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
    lands = [s for s in spaces if s.get("kind", "territory") == "territory"]
    if spaces and not lands:
        yield "space", "there is no territory"
    yield from odd_regions(spaces, [str(s.get("id")) for s in lands])


def odd_regions(spaces: list[dict[str, Any]], lands: list[str]) -> Iterator[tuple[str, str]]:
    """What is wrong with calderas, black holes and ropes: where they lead, and the numbers that they need."""
    for s in spaces:
        kind, where = s.get("kind"), f"space {s.get('id')}"
        if kind in ("caldera", "rope") and s.get("counts_in") not in lands:
            yield f"{where}.counts_in", f"must be a territory, not {s.get('counts_in')!r}"
        if kind == "rope" and (not s.get("leads") or not set(map(str, s["leads"])) <= set(lands)):
            yield f"{where}.leads", "must be the territories that a die on the rope may go to"
    numbers = [s.get("number") for s in spaces]
    missing = [str(n) for n in AREAS if n not in numbers]
    if missing and any(s.get("kind") in ("caldera", "hole") for s in spaces):
        yield "space", f"no territory has the number {', '.join(missing)}: a die in the middle names one of 1 to 5"
