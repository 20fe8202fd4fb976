"""Read labelled pictures with the shipped models and tell, by source and by value, what was found and read.

    python -m models.evaluate --data DATA [--json FILE] [--errors] [SET ...]

A find counts for a labelled die when their boxes share at least half of their union. Of each source are told:
dice found, false finds (not where the labels are incomplete), values right of the found, the share accepted, right
of the accepted, pictures fully right. The default sets are the test sets.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from datasets.hard import meets
from datasets.photos import TEST, Label, Picture, sets
from vision.picture import load
from vision.reader import Reader
from vision.view import DieView

MEETS = 0.5


@dataclass
class Score:
    """Counts over the pictures of one source; `table` counts (value, what was read or 0)."""

    pictures: int = 0
    whole: int = 0
    dice: int = 0
    found: int = 0
    false: int = 0
    false_accepted: int = 0
    right: int = 0
    accepted: int = 0
    accepted_right: int = 0
    table: Counter[tuple[int, int]] = field(default_factory=Counter)
    by_value: dict[int, Counter[str]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def main() -> None:
    """Evaluate the asked sets and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", default=list(TEST))
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--errors", action="store_true", help="name the pictures with accepted wrong values")
    asked = parser.parse_args()
    reader = Reader()
    scores = {name: score(reader, sets(asked.data, (name,))) for name in asked.sets}
    print(sources(scores))
    print(values(scores.values()))
    if asked.errors:
        print("\n".join(line for s in scores.values() for line in s.wrong))
    if asked.json:
        asked.json.write_text(json.dumps({n: _plain(s) for n, s in scores.items()}, indent=1) + "\n", encoding="utf-8")


def score(reader: Reader, pictures: Iterable[Picture]) -> Score:
    """Read every picture and count."""
    total = Score()
    for picture in pictures:
        dice = reader.look(load(picture.path)).dice
        pairs, spare = match([d for d in picture.dice if picture.shown(d) > 0.5], dice)
        total.pictures += 1
        if not picture.incomplete:
            total.false += len(spare)
            total.false_accepted += sum(d.accepted for d in spare)
        fine = [_count(total, picture, label, die) for label, die in pairs]
        total.whole += all(fine) and (picture.incomplete or not spare)
    return total


def _count(total: Score, picture: Picture, label: Label, die: DieView | None) -> bool:
    if label.value is None:
        return True
    one = total.by_value.setdefault(label.value, Counter())
    total.dice += 1
    one["dice"] += 1
    if die is None:
        return False
    right = die.value == label.value
    total.found += 1
    total.right += right
    total.accepted += die.accepted
    total.accepted_right += die.accepted and right
    total.table[label.value, die.value or 0] += 1
    one.update(found=1, right=right, accepted=die.accepted, accepted_right=die.accepted and right)
    if die.accepted and not right:
        total.wrong.append(f"{picture.source}/{picture.path.name}: {label.value} read as {die.value}, box {label.box}")
    return right


def match(labels: list[Label], dice: tuple[DieView, ...]) -> tuple[list[tuple[Label, DieView | None]], list[DieView]]:
    """Pair labels with finds, best overlap first; the second list holds finds that no label explains."""
    pairs_by_share = sorted(
        ((meets(label.box, die.box), n, m) for n, label in enumerate(labels) for m, die in enumerate(dice)),
        reverse=True,
    )
    of: dict[int, int] = {}
    for shared, n, m in pairs_by_share:
        if shared >= MEETS and n not in of and m not in of.values():
            of[n] = m
    pairs = [(label, dice[of[n]] if n in of else None) for n, label in enumerate(labels)]
    return pairs, [d for m, d in enumerate(dice) if m not in of.values()]


def sources(scores: dict[str, Score]) -> str:
    """The table by source, as Markdown."""
    head = "| set | pictures | dice | found | false finds (accepted) | right of found | accepted | right of accepted | "
    lines = [head + "pictures fully right |", "|---" * 9 + "|"]
    for name, s in scores.items():
        lines.append(
            f"| `{name}` | {s.pictures} | {s.dice} | {share(s.found, s.dice)} | {s.false} ({s.false_accepted}) | "
            f"{share(s.right, s.found)} | {share(s.accepted, s.found)} | {share(s.accepted_right, s.accepted)} | "
            f"{share(s.whole, s.pictures)} |"
        )
    return "\n".join(lines)


def values(scores: Iterable[Score]) -> str:
    """The table by value over all sources, with what each value was read as, as Markdown."""
    every, table = {n: Counter[str]() for n in range(1, 7)}, Counter[tuple[int, int]]()
    for s in scores:
        table += s.table
        for value, one in s.by_value.items():
            every[value] += one
    lines = [
        "| value | dice | found | right of found | accepted | right of accepted | read as 1 2 3 4 5 6 none |",
        "|---" * 7 + "|",
    ]
    for value, one in every.items():
        read = " ".join(str(table[value, n]) for n in (1, 2, 3, 4, 5, 6, 0))
        lines.append(
            f"| {value} | {one['dice']} | {share(one['found'], one['dice'])} | {share(one['right'], one['found'])} | "
            f"{share(one['accepted'], one['found'])} | {share(one['accepted_right'], one['accepted'])} | {read} |"
        )
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    """A count and its share, as in `98.5 % (197 of 200)`."""
    return f"{100 * part / whole:.1f} % ({part} of {whole})" if whole else "–"


def _plain(s: Score) -> dict[str, object]:
    told = {k: v for k, v in vars(s).items() if k not in ("table", "by_value")}
    table = {f"{value} as {read}": count for (value, read), count in sorted(s.table.items())}
    return told | {"table": table, "by_value": {str(k): dict(v) for k, v in s.by_value.items()}}


if __name__ == "__main__":
    main()
