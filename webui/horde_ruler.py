"""The ruler sheet as a drawing: skull track, prices, essences and scrolls, with everything that pens have marked."""

from __future__ import annotations

from rules.dice_horde.layout import Box
from rules.dice_horde.sheets import TYPES
from rules.dice_horde.state import Siege, free_flags, open_scrolls, purse

from .horde_svg import INK, PALE, PENNANT, SKULL, SOFT, chip, cross, drawing, line, path, rect, words
from .horde_tower import WEAK, colour

WIDE = 210.0
ROW = 20  # skulls in a row


def ruler_sheet(s: Siege) -> str:
    """The ruler sheet as SVG, with the marks of this state."""
    track, high = skulls(s, 14)
    bottom = 14 + high
    parts = [
        words(WIDE / 2, 9, s.ruler.title, 6, "middle", INK, 700),
        track,
        prices(s, Box(6, bottom, 62, 40)),
        essences(s, Box(71, bottom, WIDE - 77, 40)),
        *(
            scroll(s, n, Box(6 + (WIDE - 10) / 3 * (n % 3), bottom + 44 + 36 * (n // 3), (WIDE - 10) / 3 - 2, 33))
            for n in range(len(s.ruler.scrolls))
        ),
    ]
    rows = -(-len(s.ruler.scrolls) // 3)
    return drawing(WIDE, bottom + 44 + 36 * rows + 2, s.ruler.title, *parts)


def skulls(s: Siege, top: float) -> tuple[str, float]:
    """The track: gained skulls filled, spent ones crossed out, flags above those that carry one; and its height."""
    step = (WIDE - 12) / ROW
    out = []
    for n in range(1, s.ruler.skulls + 1):
        x, y = 6 + step * ((n - 1) % ROW + 0.5), top + 9 + 13 * ((n - 1) // ROW)
        out.append(path(SKULL, x, y, 7, "#3b3a36" if n <= s.skulls else "none", INK if n <= s.skulls else SOFT, 0.4))
        if n <= s.spent:
            out.append(line(x - 3.4, y + 3, x + 3.4, y - 3, "#c0392b", 0.9))
        if n in s.ruler.flags:
            which = s.ruler.flags.index(n)
            got = n <= s.skulls
            fill = "#f0b429" if got and which >= s.flags else "none"
            out.append(path(PENNANT, x + 1.2, y - 5.4, 4, fill, INK if got else SOFT, 0.4))
            if got and which < s.flags:
                out.append(cross(Box(x - 0.8, y - 7.4, 4, 4), INK, 0.5))
    rows = -(-s.ruler.skulls // ROW)
    return "".join(out), 13.0 * rows + 5


def prices(s: Siege, box: Box) -> str:
    """What skulls buy, and how many there are to spend."""
    out = [rect(box, WEAK, SOFT, 0.4, 2)]
    out.append(words(box.x + 3, box.y + 7, f"{purse(s)} to spend", 5, "start", INK, 700))
    flags = free_flags(s)
    out.append(words(box.x + box.w - 3, box.y + 7, f"{flags} flag{'' if flags == 1 else 's'}", 4, "end", INK, 600))
    lines = [*((what, str(price)) for what, price in s.ruler.prices), ("upgrade", "its new level")]
    for n, (what, price) in enumerate(lines):
        y = box.y + 15 + 6.4 * n
        out += [words(box.x + 3, y, what, 4), words(box.x + box.w - 3, y, price, 4, "end", INK, 700)]
    return "".join(out)


def essences(s: Siege, box: Box) -> str:
    """The main tower's sets of three essences: marked, and those whose upgrade was taken crossed out."""
    out = [
        rect(box, "none", SOFT, 0.4, 2),
        words(box.x + 3, box.y + 6, "Main tower: three essences, one level", 4, "start", INK, 600),
    ]
    step = min(15.0, (box.w - 8) / max(s.ruler.main, 1))
    for n in range(s.ruler.main):
        x = box.x + 4 + step * (n + 0.5)
        for k, kind in enumerate(TYPES):
            out.append(chip(x, box.y + 14 + 9 * k, kind, colour(s, kind), 7, n >= s.essence[k]))
        if n < s.raised:
            out.append(cross(Box(x - 4, box.y + 10, 8, 26), INK, 0.9))
    return "".join(out)


def scroll(s: Siege, n: int, box: Box) -> str:
    """A scroll: its four essences, its two spells, open or used."""
    told, marks = s.ruler.scrolls[n], list(s.marked[n])
    used = dict(s.cast).get(told.id)
    open_ = told.id in open_scrolls(s)
    out = [rect(box, "#fff3cf" if open_ else "none", INK if open_ else SOFT, 0.7 if open_ else 0.4, 3)]
    out.append(words(box.x + 3, box.y + 6, told.title, 4, "start", INK, 700))
    for k, kind in enumerate(told.essence):
        got = kind in marks
        if got:
            marks.remove(kind)
        out.append(chip(box.x + 7 + 9 * k, box.y + 13, kind, colour(s, kind), 7, not got))
    for sign, spell, text, y in (
        ("▲", told.upper, "a shield to any tower", 23.0),
        ("▼", told.lower, "damage to all of the segment", 29.0),
    ):
        out.append(words(box.x + 3, box.y + y, f"{sign} {spell}: {text}", 2.9, "start", SOFT if used else INK))
    if used:
        out.append(cross(Box(box.x + box.w - 16, box.y + 3, 12, 12), INK, 1.2))
        out.append(words(box.x + box.w - 3, box.y + 19, used, 3, "end", SOFT))
    return "".join([*out, line(box.x + 3, box.y + 18, box.x + box.w - 3, box.y + 18, PALE, 0.3)])
