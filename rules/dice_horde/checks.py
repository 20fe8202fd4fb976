"""Reads tower sheets and ruler sheets from TOML and tells everything that is missing or wrong at once.

`sheets.py` holds what they become. A sheet names ``sheet = "tower"`` or ``sheet = "ruler"``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..boardfile import NAME, TABLE, WORDS, BadSheet, Keys, Problem, Test, odd_keys, toml, whole
from .sheets import (
    ACTIONS,
    GAME,
    LOWER_SPELLS,
    MAIN,
    PRICED,
    STATS,
    SYMBOLS,
    TARGETS,
    TOWER_COLOURS,
    TYPES,
    UPPER_SPELLS,
    Arrival,
    Flag,
    RoundSegment,
    RulerSheet,
    Scroll,
    Segment,
    Tower,
    TowerSheet,
)

Odd = Iterator[tuple[str, str]]  # key and reason
MOST_TEXT = 40_000  # characters of a sheet
LAST = 30  # rounds, segments, hearts, levels: more than any sheet of paper holds


def between(low: int, high: int) -> Test:
    """A test for a whole number from `low` to `high`."""
    return lambda v: type(v) is int and low <= v <= high, f"must be a whole number from {low} to {high}"


def one_of(known: tuple[str, ...]) -> Test:
    """A test for one of the known words."""
    return lambda v: isinstance(v, str) and v in known, f"must be one of {', '.join(known)}"


def many(test: Test, low: int, high: int) -> Test:
    """A test for a list of `low` to `high` values that each pass a test."""
    how = str(low) if low == high else f"{low} to {high}"
    return (
        lambda v: isinstance(v, list) and low <= len(v) <= high and all(map(test[0], v)),
        f"must be a list of {how}, each of which {test[1]}",
    )


def is_due(v: Any) -> bool:
    """Whether a value names a die of the horizon, like "A2"."""
    return isinstance(v, str) and len(v) == 2 and v[0] in TYPES and v[1] in "123456"


def is_action(v: Any) -> bool:
    """Whether a value is a player action, or a list of those of which one may be done."""
    if isinstance(v, list):
        return bool(v) and all(isinstance(w, str) and w in ACTIONS for w in v)
    return isinstance(v, str) and v in ACTIONS


def is_turn(v: Any) -> bool:
    """Whether a value is a type with its symbols in order, like ["A", "move", "attack"]."""
    return isinstance(v, list) and bool(v) and v[0] in TYPES and all(w in SYMBOLS for w in v[1:])


BY_VALUE = many(between(0, LAST), 6, 6)
LEVELS: Test = (
    lambda v: isinstance(v, list) and len(v) == 2 and all(map(between(1, 12)[0], v)) and v[0] <= v[1],
    "must be [first level, top level], from 1 to 12",
)
SPACES = many(between(1, 4), 0, 4)
DUE: Test = (is_due, 'must be a type and a value like "A2"')
ACTION: Test = (is_action, f"must be one of {', '.join(ACTIONS)}, or a list of those of which one may be done")
TURN: Test = (is_turn, f'must be a type and its symbols like ["A", "move"]; types {", ".join(TYPES)}; symbols '
              f"{', '.join(SYMBOLS)}")  # fmt: skip
ROWS: Test = (
    lambda v: isinstance(v, list) and 0 < len(v) <= LAST and all(isinstance(x, dict) for x in v),
    f"must be tables like [[tower]], at most {LAST}",
)
HEAD: Keys = {
    "id": NAME, "title": WORDS, "game": one_of((GAME,)), "sheet": one_of(("tower", "ruler")),
}  # fmt: skip
TOWER_SHEET: Keys = HEAD | {
    "rounds": between(1, LAST), "gate": between(1, LAST), "ruler": NAME, "flag": TABLE, "segment": ROWS, "tower": ROWS,
    "main": TABLE, "round": ROWS, "horizon": many(many(DUE, 0, 12), 1, LAST),
}  # fmt: skip
FLAG: Keys = {"move": BY_VALUE, "attack": BY_VALUE, "target": one_of(TARGETS)}
SEGMENT: Keys = {"upper": SPACES, "lower": SPACES, "barricades": between(0, 9)}
TOWER: Keys = {
    "id": NAME, "title": WORDS, "colour": one_of(TOWER_COLOURS), "segment": whole(1), "row": one_of(("upper", "lower")),
    "hearts": between(1, LAST), "charges": many(between(1, LAST), 0, 9), "armour": between(0, 12),
}  # fmt: skip
LEVEL: Keys = dict.fromkeys(STATS, LEVELS)
ROUND: Keys = {"horde": many(TURN, 0, 3), "upper": many(ACTION, 1, 8), "lower": many(ACTION, 1, 8)}
RULER_SHEET: Keys = HEAD | {
    "prices": TABLE, "skulls": TABLE, "main": between(0, LAST), "scroll": many(TABLE, 0, 12),
}  # fmt: skip
SKULLS: Keys = {"marks": between(0, 300), "flags": many(between(1, 300), 0, 60)}
SCROLL: Keys = {
    "id": NAME, "title": WORDS, "essence": many(one_of(TYPES), 4, 4), "upper": one_of(UPPER_SPELLS),
    "lower": one_of(LOWER_SPELLS),
}  # fmt: skip


def tower_sheet(text: str) -> TowerSheet:
    """The tower sheet that a TOML text tells.

    Raises:
        BadSheet: With all that is missing or wrong: the sheet as file, the key, and the reason.
    """
    told = checked(text, "tower sheet", odd_tower_sheet)
    flags = tuple(_flag(t, told["flag"][t]) for t in TYPES)
    length = len(told["segment"])
    return TowerSheet(
        told["id"],
        told["title"],
        told["rounds"],
        told["gate"],
        told["ruler"],
        flags,
        tuple(Segment(tuple(s["upper"]), tuple(s["lower"]), s["barricades"]) for s in told["segment"]),
        tuple(Tower(**tuples(t)) for t in told["tower"]),
        Tower(MAIN, "Main tower", MAIN, length, "", **tuples(told["main"])),
        tuple(_round(r) for r in told["round"]),
        tuple(tuple(Arrival(d[0], int(d[1])) for d in row) for row in told["horizon"]),
    )


def tuples(told: dict[str, Any]) -> dict[str, Any]:
    """The keys of a table, its lists as tuples."""
    return {k: tuple(v) if isinstance(v, list) else v for k, v in told.items()}


def _flag(name: str, told: dict[str, Any]) -> Flag:
    return Flag(name, tuple(told["move"]), tuple(told["attack"]), told["target"], told.get("title", ""))


def _round(told: dict[str, Any]) -> RoundSegment:
    def sides(v: list[Any]) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(a) if isinstance(a, list) else (a,) for a in v)

    return RoundSegment(tuple((t[0], tuple(t[1:])) for t in told["horde"]), sides(told["upper"]), sides(told["lower"]))


def ruler_sheet(text: str) -> RulerSheet:
    """The ruler sheet that a TOML text tells.

    Raises:
        BadSheet: With all that is missing or wrong: the sheet as file, the key, and the reason.
    """
    told = checked(text, "ruler sheet", odd_ruler_sheet)
    scrolls = tuple(Scroll(**tuples(s)) for s in told["scroll"])
    prices = tuple((what, told["prices"][what]) for what in PRICED)
    track = told["skulls"]
    return RulerSheet(told["id"], told["title"], prices, track["marks"], tuple(track["flags"]), told["main"], scrolls)


def checked(text: str, kind: str, odd: Callable[[dict[str, Any]], Odd]) -> dict[str, Any]:
    """The table of a sheet's text, once nothing is wrong with it; raises BadSheet."""
    if len(text) > MOST_TEXT:
        raise BadSheet((Problem(kind, "", f"is longer than {MOST_TEXT} characters"),))
    try:
        told = toml(text)
    except ValueError as e:
        raise BadSheet((Problem(kind, "", f"cannot be read: {e}"),)) from None
    file = f"{told['id']}.toml" if NAME[0](told.get("id")) else kind
    if bad := tuple(Problem(file, key, why) for key, why in odd(told)):
        raise BadSheet(bad)
    return told


def odd_tower_sheet(told: dict[str, Any]) -> Odd:
    """What is wrong with a tower sheet: first each key by itself, then how they go together."""
    wrong = [*odd_keys(told, TOWER_SHEET, {}), *_odd_kind(told, "tower"), *_odd_parts(told)]
    yield from wrong
    if not wrong:
        yield from odd_path(told)
        yield from odd_towers(told)
        yield from odd_rounds(told)


def _odd_kind(told: dict[str, Any], kind: str) -> Odd:
    if told.get("sheet") in ("tower", "ruler") and told["sheet"] != kind:
        yield "sheet", f"is {told['sheet']!r}, not {kind!r}"


def _odd_parts(told: dict[str, Any]) -> Odd:
    """What is wrong inside the tables of a tower sheet."""
    flags = told.get("flag")
    if isinstance(flags, dict):
        yield from odd_keys(flags, dict.fromkeys(TYPES, TABLE), {}, "flag.")
        for name in (t for t in TYPES if isinstance(flags.get(t), dict)):
            yield from odd_keys(flags[name], FLAG, {"title": WORDS}, f"flag.{name}.")
    for key, must in (("segment", SEGMENT), ("round", ROUND), ("tower", TOWER | LEVEL)):
        rows: list[dict[str, Any]] = told[key] if ROWS[0](told.get(key)) else []
        for n, row in enumerate(rows, 1):
            yield from odd_keys(row, must, {}, f"{key} {row.get('id', n)}.")
    if isinstance(told.get("main"), dict):
        yield from odd_keys(told["main"], LEVEL, {}, "main.")


def odd_path(told: dict[str, Any]) -> Odd:
    """Segments whose rows do not hold the spaces 1 to 4 once each."""
    for n, segment in enumerate(told["segment"], 1):
        spaces = [*segment["upper"], *segment["lower"]]
        if lacking := [str(k) for k in range(1, 5) if k not in spaces]:
            yield f"segment {n}", f"space {' and '.join(lacking)} is missing: in the upper row or the lower row?"
        if twice := [str(k) for k in range(1, 5) if spaces.count(k) > 1]:
            yield f"segment {n}", f"space {' and '.join(twice)} stands in two places"


def odd_towers(told: dict[str, Any]) -> Odd:
    """Towers beside the path, two in one place, and charges that no damage readies."""
    towers = told["tower"]
    ids = [t["id"] for t in towers]
    yield from ((f"tower {n}", "stands twice") for n in dict.fromkeys(ids) if ids.count(n) > 1)
    if MAIN in ids:
        yield "tower main", "is the main tower's own id"
    places: dict[tuple[int, str], str] = {}
    for t in towers:
        if t["segment"] > len(told["segment"]):
            yield f"tower {t['id']}.segment", f"there is no segment {t['segment']}, the path has {len(told['segment'])}"
        other = places.setdefault((t["segment"], t["row"]), t["id"])
        if other != t["id"]:
            yield f"tower {t['id']}", f"stands where {other} stands: segment {t['segment']}, {t['row']} row"
        if t["charges"] != sorted(set(t["charges"])):
            yield f"tower {t['id']}.charges", "must rise"
        if any(at > t["hearts"] for at in t["charges"]):
            yield f"tower {t['id']}.charges", f"there are only {t['hearts']} hearts"


def odd_rounds(told: dict[str, Any]) -> Odd:
    """Rounds without a horizon or a round segment, types that act twice, flags of towers that nobody has."""
    if len(told["horizon"]) != told["rounds"]:
        yield "horizon", f"names {len(told['horizon'])} rounds, the game has {told['rounds']}"
    if len(told["round"]) < told["rounds"]:
        yield "round", f"{len(told['round'])} round segments are too few: each of {told['rounds']} rounds uses one up"
    standing = {f"attack {t['colour']}" for t in told["tower"]} | {"attack any"}
    for n, segment in enumerate(told["round"], 1):
        acting = [turn[0] for turn in segment["horde"]]
        yield from ((f"round {n}.horde", f"type {t} stands twice") for t in TYPES if acting.count(t) > 1)
        yield from (
            (f"round {n}.horde", f"type {t} is missing (one that rests stands there without symbols)")
            for t in TYPES
            if t not in acting
        )
        actions = [
            a for side in ("upper", "lower") for one in segment[side] for a in (one if isinstance(one, list) else [one])
        ]
        for a in dict.fromkeys(actions):
            if a.startswith("attack") and a not in standing:
                yield f"round {n}", f"{a!r}: there is no {a.removeprefix('attack ')} tower"


def odd_ruler_sheet(told: dict[str, Any]) -> Odd:
    """What is wrong with a ruler sheet."""
    yield from odd_keys(told, RULER_SHEET, {})
    yield from _odd_kind(told, "ruler")
    if isinstance(told.get("prices"), dict):
        yield from odd_keys(told["prices"], dict.fromkeys(PRICED, between(0, 99)), {}, "prices.")
    if isinstance(told.get("skulls"), dict):
        yield from odd_keys(told["skulls"], SKULLS, {}, "skulls.")
        yield from odd_track(told["skulls"])
    if RULER_SHEET["scroll"][0](told.get("scroll")):
        for n, scroll in enumerate(told["scroll"], 1):
            yield from odd_keys(scroll, SCROLL, {}, f"scroll {scroll.get('id', n)}.")
        ids = [s.get("id") for s in told["scroll"]]
        yield from (
            (f"scroll {n}", "stands twice") for n in dict.fromkeys(map(str, ids)) if list(map(str, ids)).count(n) > 1
        )


def odd_track(track: dict[str, Any]) -> Odd:
    """Flags of the skull track that lie beyond it or out of order."""
    if not (SKULLS["marks"][0](track.get("marks")) and SKULLS["flags"][0](track.get("flags"))):
        return
    if track["flags"] != sorted(set(track["flags"])):
        yield "skulls.flags", "must rise"
    if any(n > track["marks"] for n in track["flags"]):
        yield "skulls.flags", f"the track has only {track['marks']} skulls"
