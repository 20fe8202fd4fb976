"""A camera alone plays: sightings go through reading and explain, and nobody taps."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rules import game, sheet
from rules.core import Move, Player, Setup, begin, certain, choices, explain, phase, play, score
from rules.log import replay
from rules.reading import Reading, SeenDie, Sighting, read
from rules.table import Table

HERE = Path(__file__).parent / "data"
MINI = sheet.load(HERE / "mini.toml")
GAME = game("die-die-die")
COLOURS = {"Ann": "red", "Bob": "blue", "Cy": "green"}
SETUP = Setup(
    "die-die-die", tuple(Player(n, (c,)) for n, c in COLOURS.items()), ((HERE / "mini.toml").read_text("utf-8"),)
)
CELLS = [(x, y) for x in range(55, 200, 24) for y in range(24, 125, 23)]


@dataclass
class Real:
    """The dice as they really lie: each a pile of (colour, face), bottom first, at a point."""

    rng: Random
    piles: dict[tuple[float, float], list[tuple[str, int]]] = field(default_factory=dict)

    def open(self) -> list[tuple[float, float]]:
        return [c for c in CELLS if all(abs(c[0] - x) + abs(c[1] - y) > 17 for x, y in self.piles)]

    def free(self) -> tuple[float, float]:
        return self.rng.choice(self.open())

    def sighting(self) -> Sighting:
        return Sighting(
            tuple(
                SeenDie(
                    *pile[-1], x + self.rng.gauss(0, 0.3), y + self.rng.gauss(0, 0.3), 0.0, 0.99, level=len(pile) - 1
                )
                for (x, y), pile in self.piles.items()
            )
        )

    def flick(self, colour: str) -> None:
        """A die comes, and now and then one that lay alone moves and turns."""
        if self.piles and self.rng.random() < 0.4:
            at = self.rng.choice(list(self.piles))
            if len(self.piles[at]) == 1:
                hit = self.piles.pop(at)[0][0]
                self.piles[self.free()] = [(hit, self.rng.randint(1, 6))]
        self.piles[self.free()] = [(colour, self.rng.randint(1, 6))]

    def build(self, colour: str) -> bool:
        """One die onto another of this colour, of another face, if there are such."""
        own = [at for at, pile in self.piles.items() if len(pile) == 1 and pile[0][0] == colour]
        pairs = [(a, b) for a in own for b in own if self.piles[a] != self.piles[b]]
        if not pairs:
            return False
        top, base = self.rng.choice(pairs)
        self.piles[base] += self.piles.pop(top)
        return True

    def shoot(self, tower: str) -> None:
        """The top of a tower, told as "red5^red4", flies and rolls."""
        pile = next(p for p in self.piles.values() if "^".join(f"{c}{f}" for c, f in p) == tower)
        self.piles[self.free()] = [(pile.pop()[0], self.rng.randint(1, 6))]

    def settle(self, at: tuple[float, float]) -> None:
        """A pile on a border is set into one of its territories, as near as there is room."""
        homes = MINI.place(*at, 0.0).split("/")
        pile = self.piles.pop(at)
        room = [c for c in self.open() if MINI.place(*c, 0.0) in homes]
        self.piles[min(room, key=lambda c: (c[0] - at[0]) ** 2 + (c[1] - at[1]) ** 2)] = pile


@dataclass
class Desk:
    """What the program holds: the reading and the match."""

    state: Any
    reading: Reading = field(default_factory=Reading)
    moves: list[Move] = field(default_factory=list)
    flat: bool = False  # the camera cannot tell height: towers are asked, and the first answer is tapped

    def see(self, real: Real) -> None:
        sighting = real.sighting()
        if self.flat:
            sighting = Sighting(tuple(replace(d, level=0) for d in sighting.dice))
        self.reading = read(MINI, sighting, self.reading, list(COLOURS.values()))
        assert self.flat or self.reading.doubts == (), self.reading.doubts
        while self.reading.doubts:
            doubt = self.reading.doubts[0]
            self.reading = self.reading.say(doubt.spot, doubt.likely[0])
        piles = ["^".join(f"{c}{f}" for c, f in pile) for pile in real.piles.values()]
        assert [s.die.word() for s in self.reading.spots] == piles
        found = explain(GAME, self.state, self.reading.table)
        guess = certain(GAME, self.state, found)
        assert guess is not None or not found, (str(self.state.table), str(self.reading.table), found[:3])
        for move in guess.moves if guess else ():
            self.state = play(GAME, self.state, move)
            self.moves.append(move)
        assert GAME.outcome(self.state) or self.state.table == self.reading.table


def play_era(desk: Desk, real: Real) -> Table:
    """An era as people play it, flicks, towers, border dice, until everyone takes their dice back; what lay there."""
    while desk.state.queue:
        player = desk.state.queue[0]
        real.flick(COLOURS[player])
        desk.see(real)
        shots = [c.move for c in choices(GAME, desk.state) if c.move.name == "shot"]
        if shots and real.rng.random() < 0.5:
            real.shoot(str(shots[0].args[0]).partition(": ")[2])
            desk.see(real)
        if real.rng.random() < 0.3 and real.build(COLOURS[player]):
            desk.see(real)
    for player in desk.state.turn:
        for at in [at for at, pile in real.piles.items() if pile[-1][0] == COLOURS[player]]:
            if "/" in MINI.place(*at, 0.0):
                real.settle(at)
                desk.see(real)
    lies = desk.reading.table
    real.piles.clear()
    desk.see(real)
    assert GAME.outcome(desk.state) or phase(GAME, desk.state).name == "attack"
    return lies


def by_hand(table: Table) -> dict[str, int]:
    """The points of an era, counted anew from the rulebook."""
    points = dict.fromkeys(COLOURS, 0)
    for space, worth in (("north", 3), ("south", 2), ("east", 1)):
        power = {p: sum(d.face + len(d.under) for d in table.at(space).of(c)) for p, c in COLOURS.items()}
        best = max(power.values())
        winners = [p for p in COLOURS if power[p] == best and best]
        for p in winners:
            points[p] += (worth + len(winners) - 1) // len(winners)
    for d in table:
        if d.under:
            points[next(p for p, c in COLOURS.items() if c == d.colour)] += 1
    return points


@pytest.mark.rule("DDD-10")
@pytest.mark.rule("DDD-22")
@settings(max_examples=4, phases=[Phase.generate])
@given(st.integers(0, 10**9))
def test_a_camera_plays_a_match_without_a_click(seed: int) -> None:
    desk, real = Desk(begin(GAME, SETUP)), Real(Random(seed))
    points = dict.fromkeys(COLOURS, 0)
    for _ in range(3):
        for player, gained in by_hand(play_era(desk, real)).items():
            points[player] += gained
        assert score(GAME.awards(desk.state), COLOURS) == points
    assert GAME.outcome(desk.state) is not None
    again, broken = replay(GAME, SETUP, desk.moves)
    assert broken is None and again == desk.state


@settings(max_examples=3, phases=[Phase.generate])
@given(st.integers(0, 10**9))
def test_with_a_camera_that_cannot_tell_height_the_first_answer_is_right(seed: int) -> None:
    desk, real = Desk(begin(GAME, SETUP), flat=True), Real(Random(seed))
    for _ in range(2):
        play_era(desk, real)


def test_a_tower_that_the_camera_cannot_tell_takes_one_tap() -> None:
    desk, real = Desk(begin(GAME, SETUP)), Real(Random(1))
    for colour in ("red", "blue", "green"):
        real.piles[real.free()] = [(colour, 2)]
        desk.see(real)
    real.piles[real.free()] = [("red", 5)]
    desk.see(real)
    assert real.build("red")
    flat = Sighting(tuple(replace(d, level=0) for d in real.sighting().dice))
    reading = read(MINI, flat, desk.reading, list(COLOURS.values()))
    [doubt] = reading.doubts
    reading = reading.say(doubt.spot, doubt.likely[0])
    guess = certain(GAME, desk.state, explain(GAME, desk.state, reading.table))
    assert guess is not None and [m.name for m in guess.moves] == ["tower"]
