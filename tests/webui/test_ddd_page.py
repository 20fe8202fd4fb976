"""Die die DIE! on the page: all maps by hand, typed tables, complaints with a reason, what is still to be done."""

from __future__ import annotations

from typing import Any

import pytest
from webui_fakes import Page, Tray

from rules import sheet
from rules.core import Move
from rules.log import loads
from rules.sheet import Sheet
from rules.table import Table
from webui.boards import setup_of
from webui.desk import Desk
from webui.live import Live
from webui.match import Match
from webui.places import Places
from webui.store import Store

CREWS = [{"name": "Ann", "colours": ["red", "white"]}, {"name": "Bob", "colours": ["blue", "black"]}]
ARMIES = [{"name": "Ann", "colours": ["red"]}, {"name": "Bob", "colours": ["blue"]}]


def type_flicks(page: Page, last: str = "", dice: int = 5) -> None:
    """Both players flick all their dice by typing the table; the last flick leaves it as told."""
    board = page.state["match"]
    spaces = page.client.get("/board").get_json()["spaces"]
    lands = [s["id"] for s in spaces if s["points"]]
    table: list[str] = []
    while True:
        flick = next((c for c in page.match["choices"] if c["name"] == "flick" and not c["no"]), None)
        if flick is None:
            break
        table.append(f"{flick['args'][0]}{len(table) % 4 + 1}")
        text = f"{lands[0]}: {' '.join(table)}"
        page.do("/table", table=text)
    assert board["players"] and len(table) == 2 * dice
    if last:
        page.do("/table", table=last)


@pytest.mark.parametrize(("board", "players", "dice"), [
    ("world-war", ARMIES, 5), ("krakatoa", ARMIES, 5), ("space", ARMIES, 5), ("pirate-ship", CREWS, 7),
])  # fmt: skip
def test_every_map_is_played_by_typing(page: Page, board: str, players: list[dict[str, Any]], dice: int) -> None:
    page.begin(board=board, players=players)
    type_flicks(page, dice=dice)
    for _ in range(40):
        may = [c for c in page.match["choices"] if not c["no"]]
        if page.match["phase"] == "era end":
            break
        step = next((c for c in may if c["name"] in ("over", "done", "sacrifice", "lava", "area")), None)
        assert step is not None, may
        page.do("/play", name=step["name"], player=step["player"], args=step["args"])
    assert page.match["totals"] and any(page.match["totals"].values())
    assert [at["points"] for at in page.match["track"]] == sorted(set(page.match["totals"].values()), reverse=True)
    page.do("/table", table="")  # everyone takes their dice back
    assert page.match["era"]["now"] == 2


@pytest.mark.parametrize(("table", "why"), [
    ("heartland: red1 red2 red3 red4 red5 red6", "6 red dice are seen, Ann has 5"),
    ("heartland: red1^red2^red3", "a tower of 3 dice in Heartland: two is the most"),
    ("heartland: green4", "nobody plays green dice"),
    ("heartland: red7", "red 7 in Heartland: a die shows 1 to 6"),
    ("atlantis: red4", "'atlantis' is no space of World War"),
    ("heartland: pyramid1", "the pyramid has not been set"),
])  # fmt: skip
def test_impossible_tables_are_named_and_taken_with_a_reason(page: Page, live: Live, table: str, why: str) -> None:
    page.begin(board="world-war", players=ARMIES)
    answer = page.act("/table", table=table)
    assert answer.status_code == 422 and why in answer.get_json()["complaints"]
    page.do("/table", table=table, anyway=True, reason="we checked")
    while page.state["guesses"] and page.match["entries"] == 0:
        page.do("/take", guess=0)
    assert page.match["table"] == str(Table.parse(table))
    log = live.playing().match.log.path.read_text(encoding="utf-8").splitlines()
    said = [e for e in loads(log[1:]) if isinstance(e, Move) and e.reason]
    assert [e.reason for e in said] == ["we checked"]


def test_a_move_out_of_turn_and_a_card_not_held_are_insisted_on_with_a_reason(page: Page, live: Live) -> None:
    page.begin(board="world-war", players=ARMIES, options=["power-cards"])
    page.do("/table", table="heartland: red4", anyway=True)
    barred = next(c for c in page.match["choices"] if c["name"] == "flick" and c["player"] == "Ann")
    said = {"name": "flick", "player": "Ann", "args": ["red"]}
    assert barred["no"] == "it is Bob's turn" and page.act("/play", **said).status_code == 422
    page.do("/play", **said, anyway=True, reason="Bob is late")
    entries = live.playing().match.log.entries
    assert isinstance(entries[-1], Move) and entries[-1].reason == "Bob is late"
    assert page.act("/play", **said, anyway=True, reason="a\nb").status_code == 400
    assert page.act("/play", **said, anyway=True, reason="x" * 300).status_code == 400


def test_an_impossible_correction_is_named(page: Page) -> None:
    page.begin(board="world-war", players=ARMIES)
    page.do("/table", table="heartland: red4")
    answer = page.act("/correct", entry=0, table="atlantis: red4")
    assert answer.status_code == 422 and answer.get_json()["complaints"] == ["'atlantis' is no space of World War"]
    page.do("/correct", entry=0, table="atlantis: red4", anyway=True, reason="it lies on the floor plan")
    assert page.match["table"] == "atlantis: red4"


def test_cards_and_crews_begin_with_their_sheets(page: Page) -> None:
    page.begin(board="pirate-ship", players=CREWS)
    assert page.match["rulings"] == [] and "cards" not in page.match["phase"]
    listed = page.client.get("/matches").get_json()
    assert {b["id"]: b["colours"] for b in listed["boards"]}["pirate-ship"] == 2
    assert len(setup_of("die-die-die", "world-war", [("A", ("red",)), ("B", ("blue",))], ["power-cards"]).sheets) == 2


@pytest.fixture
def cards(store: Store, world: Sheet) -> Desk:
    """A match with cards and monuments on which a camera looks."""
    players = [("Ann", ("red",)), ("Bob", ("blue",))]
    setup = setup_of("die-die-die", "world-war", players, ["power-cards", "monuments"])
    desk = Desk(Match(store.create(setup)), world)
    desk.blind = False
    return desk


def flick_all(desk: Desk, tray: Tray, last: str) -> None:
    """Flicks until the queue is empty, as a camera sees them; the last leaves this table."""
    while queue := getattr(desk.match.state, "queue", ()):
        colour = {"Ann": "red", "Bob": "blue"}[queue[0]]
        table = desk.match.state.table.put(*Table.parse(f"westmark: {colour}1"))
        text = last if len(queue) == 1 else str(table)
        desk.see(tray.lay(text).sighting())
        if desk.guesses:
            desk.take(0, len(desk.match.log.entries))


LAST = "heartland: red4 red2 blue3 | westmark: red1 red1 red1 | iron-hills: blue1 blue1 blue1 blue1"


@pytest.mark.rule("DDD-51")
def test_what_a_card_did_is_to_be_done_on_the_table_until_it_is_seen(cards: Desk, tray: Tray) -> None:
    flick_all(cards, tray, LAST)
    assert cards.match.state.phase in ("attack", "movement")
    after = lambda: len(cards.match.log.entries)  # noqa: E731
    for c in cards.match.choices():
        if c.move.name == "over":
            cards.play(c.move, after())
    cards.play(Move("card", "Ann", ("dynamic-duo",)), after())
    cards.play(Move("exchange", "Ann", ("heartland: red4", "westmark: red1")), after())
    assert cards.due and len(cards.moved) == 2
    half = LAST.replace("heartland: red4 ", "heartland: ").replace("westmark: ", "westmark: red4 ")
    cards.see(tray.lay(half).sighting())  # one of the two was carried over: the other is still to come
    assert cards.due and cards.moved and not cards.guesses
    whole = half.replace("westmark: red4 red1", "westmark: red4").replace("heartland: ", "heartland: red1 ")
    cards.see(tray.lay(whole).sighting())
    assert not cards.due and not cards.moved


@pytest.mark.rule("DDD-81")
def test_monuments_stand_as_people_told_though_no_camera_sees_them(cards: Desk, tray: Tray) -> None:
    flick_all(cards, tray, LAST)
    after = lambda: len(cards.match.log.entries)  # noqa: E731
    for _ in range(8):
        step = next((c for c in cards.match.choices() if c.move.name in ("over", "done", "set")), None)
        if step is not None:
            cards.play(step.move, after())
    assert "pyramid1" in str(cards.reading.table)
    cards.see(tray.lay(LAST).sighting())
    assert "pyramid1" in str(cards.reading.table) and not cards.moved
    n = next(n for n, s in enumerate(cards.reading.spots) if s.die.colour == "pyramid")
    fallen = Table.parse("heartland: pyramid2").dice[0]
    cards.say(n, fallen, after())
    if cards.guesses:
        cards.take(0, after())
    assert "pyramid2" in str(cards.match.state.table)
    cards.see(tray.lay("").sighting())
    if cards.guesses:
        cards.take(0, after())
    assert str(cards.match.state.table) == "heartland: pyramid2" and getattr(cards.match.state, "era", 0) == 2


def test_the_map_shows_the_middle(world: Sheet) -> None:
    assert "black-hole" in Places(sheet.shipped("space")).spaces()
    assert world.titles
