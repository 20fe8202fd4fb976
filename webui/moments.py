"""The one word that tells everybody at the table what is going on, and the light that goes with it."""

from __future__ import annotations

from .desk import Desk
from .horde_panel import awaited
from .live import Live

LIGHTS = {  # colour is never alone: the page draws another sign for each light
    "go": ("waiting", "confirmed", "by hand", "set it so"),
    "wait": ("starting", "hand in view", "settling", "reading"),
    "ask": ("asking", "not counted", "over"),
    "stop": ("no camera", "no board", "broken", "trouble"),
    "off": ("paused", "no match"),
}


def moment(live: Live) -> dict[str, str]:
    """Word, reason and light of this moment; to be asked under the session's lock."""
    word, why = _moment(live)
    return {"word": word, "why": why, "light": next(light for light, all_of in LIGHTS.items() if word in all_of)}


def _moment(live: Live) -> tuple[str, str]:
    if live.desk is None:
        return "no match", "begin one, or open one from the list"
    if live.trouble:
        return "trouble", live.trouble
    if live.paused:
        return "paused", "the camera is not read until you go on"
    if live.word not in ("read", "by hand", "waiting"):
        return live.word, live.why or _next(live.desk)
    return _table(live)


def _table(live: Live) -> tuple[str, str]:
    desk = live.playing()
    if desk.asking():
        return "asking", _question(desk)
    if desk.match.rules.outcome(desk.match.state) is not None:
        return "over", "the match is over"
    if desk.due:
        return "set it so", "the dice do not lie yet as the last step says"
    if desk.moved:
        return "not counted", desk.note
    if live.word == "by hand":
        return "by hand", _next(desk) or "no camera: put dice on the map, tap what is done"
    return ("confirmed" if desk.match.steps else "waiting"), _next(desk)


def _question(desk: Desk) -> str:
    if desk.reading.doubts:
        text = desk.reading.doubts[0].text
        return text[:1].upper() + text[1:]
    return "a step no longer fits" if desk.match.broken else "What was done?"


def _next(desk: Desk) -> str:
    """What is waited for: the first throw that the rules allow now, or the first step."""
    may = desk.match.choices()
    if (chosen := awaited(desk)) is not None:
        return f"Next: {chosen}"
    first = next((choice for choice in may if choice.reads), may[0] if may else None)
    return f"Next: {first.text}" if first else ""
