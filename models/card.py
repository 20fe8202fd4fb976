"""Write the figures of an evaluation as Markdown, and put them between the marks of a model card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from models.runs import Unusable
from models.score import MEETS, Case, Count, Shot, Total, add_up, calibration_error, certainties, count, interval
from models.slices import BANDS, NAMED

BEGIN, END = (
    "<!-- figures: begin (pipsight evaluate photos --card writes what stands here) -->",
    "<!-- figures: end -->",
)

Scores = Mapping[str, Sequence[Shot]]


class NoMarks(Unusable):
    """A card without the two marks between which the figures stand; names the file."""


def figures(scores: Scores, rendered: str = "") -> str:
    """Everything that the card tells of an evaluation, set by set; `rendered` names the set that is no photographs."""
    every = {name: add_up(shots) for name, shots in scores.items()}
    parts = [
        f"A find counts for a label when their boxes share {100 * MEETS:.0f} % of their union "
        "(models/score.py tells what is not scored, and why the bar is not tighter). In brackets: the numbers, and "
        "where the share may lie (Wilson, 19 of 20 cases).",
        "By set:\n\n" + sources(every),
        "By value, over all sets:\n\n" + values(_cases(scores, "")),
        "By width of the box's longer side, over the photographs:\n\n" + by_slice(_cases(scores, rendered), BANDS),
        "Hard slices, over all sets (what is not told by a label is measured on the picture):\n\n"
        + by_slice(_cases(scores, ""), NAMED),
        "What each slice means: " + "; ".join(f"*{name}*: {what}" for name, what in NAMED.items()) + ".",
        *(f"What was read in `{name}`:\n\n" + confusion(total) for name, total in every.items()),
        calibration(scores),
    ]
    return "\n\n".join(parts) + "\n"


def _cases(scores: Scores, but: str) -> list[Case]:
    return [case for name, shots in scores.items() if name != but for shot in shots for case in shot.cases]


def sources(every: Mapping[str, Total]) -> str:
    """The table by set, with the dice without a readable face apart."""
    lines = [
        "| set | pictures | dice | found | right of found | accepted | right of accepted | pictures fully right | "
        "false finds | accepted false finds | no readable face: found, taken |",
        "|---" * 11 + "|",
    ]
    for name, t in every.items():
        lines.append(
            f"| `{name}` | {t.pictures} | {t.dice} | {share(t.found, t.dice)} | {share(t.right, t.found)} | "
            f"{share(t.accepted, t.found)} | {share(t.accepted_right, t.accepted)} | {share(t.whole, t.pictures)} | "
            f"{_per_picture(t.false, t.judged)} | {_per_picture(t.false_accepted, t.judged)} | "
            f"{_of_faceless(t)} |"
        )
    return "\n".join(lines)


def _of_faceless(t: Total) -> str:
    return f"{t.faceless_found}, {t.faceless_taken} of {t.faceless}" if t.faceless else "–"


def _per_picture(finds: int, pictures: int) -> str:
    """False finds in all, and in how many pictures there is one."""
    if not pictures:
        return "–"
    return f"{finds} in {pictures}" + (f" (1 in {pictures / finds:.1f})" if finds else "")


def _row(name: str, c: Count) -> str:
    return (
        f"| {name} | {c.dice} | {share(c.found, c.dice)} | {share(c.right, c.found)} | {share(c.accepted, c.found)} | "
        f"{share(c.accepted_right, c.accepted)} | {c.accepted - c.accepted_right} |"
    )


def _table(first: str, rows: Sequence[tuple[str, Count]]) -> str:
    head = f"| {first} | dice | found | right of found | accepted | right of accepted | wrong and sure |"
    return "\n".join([head, "|---" * 7 + "|", *(_row(name, c) for name, c in rows)])


def values(cases: Sequence[Case]) -> str:
    """The table by labelled value."""
    return _table("value", [(str(n), count(c for c in cases if c.label.value == n)) for n in range(1, 7)])


def by_slice(cases: Sequence[Case], names: Sequence[str] | Mapping[str, str]) -> str:
    """The table by slice; of dice that have no readable face is told how many were found and taken with a value."""
    rows = [(name, [c for c in cases if name in c.slices]) for name in names]
    text = _table("slice", [(name, count(part)) for name, part in rows])
    blank = [(name, [c.find for c in part if c.label.value is None]) for name, part in rows]
    for name, finds in blank:
        if finds:
            found = [f for f in finds if f is not None]
            taken = sum(f.accepted for f in found)
            text += f"\n\n*{name}*, without a readable face: {share(len(found), len(finds))} found, "
            text += f"{taken} of them taken with a value."
    return text


def confusion(total: Count) -> str:
    """A matrix: labelled values down; across what was read: 1 to 6, no readable face, not found."""
    lines = ["| label | 1 | 2 | 3 | 4 | 5 | 6 | none | missed |", "|---" * 9 + "|"]
    for value in range(1, 7):
        read = " | ".join(str(total.table[value, n]) for n in (1, 2, 3, 4, 5, 6, 0, -1))
        lines.append(f"| **{value}** | {read} |")
    return "\n".join(lines)


def calibration(scores: Scores) -> str:
    """The table of expected calibration errors, set by set and over all."""
    told = {name: certainties(shots) for name, shots in scores.items()}
    told["all"] = [one for every in told.values() for one in every]
    lines = [
        "Certainty of found dice (15 bins):\n",
        "| set | mean certainty | right | calibration error |",
        "|---" * 4 + "|",
    ]
    for name, pairs in told.items():
        if pairs:
            sure, right = sum(s for s, _ in pairs) / len(pairs), sum(r for _, r in pairs) / len(pairs)
            lines.append(f"| `{name}` | {_percent(sure)} | {_percent(right)} | {_percent(calibration_error(pairs))} |")
    return "\n".join(lines)


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def share(part: int, whole: int) -> str:
    """A share with its numbers and interval, as in `98.5 % (197 of 200; 95.7 to 99.5)`."""
    if not whole:
        return "–"
    low, high = interval(part, whole)
    return f"{100 * part / whole:.1f} % ({part} of {whole}; {100 * low:.1f} to {100 * high:.1f})"


def between_marks(card: Path, text: str) -> None:
    """Put `text` between the marks of the card; raises NoMarks, and leaves the card alone then."""
    told = card.read_text(encoding="utf-8")
    before, begin, rest = told.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not begin or not end:
        raise NoMarks(f"{card}: the lines {BEGIN!r} and {END!r} are missing; put them where the figures belong")
    card.write_text(f"{before}{begin}\n{text.strip()}\n{end}{after}", encoding="utf-8")
