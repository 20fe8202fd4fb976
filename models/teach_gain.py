"""Measure what teaching gains: a few pictures of a set that the reader has never seen, tested on the rest of it.

    python -m models.teach_gain --data DATA --held kaggle_d6=RUN/held_kaggle_d6.pt [--held SET=WEIGHTS ...]

WEIGHTS are those of a reader that was trained without SET (`pipsight train face --held-back SET`). Each trial draws
other pictures. Told is, for the rest of the set and for dice of other sets (which a profile of SET must not harm, in
faces and in places without a face): right, accepted, right of accepted, before and after. `--test` adds the test sets
to the other dice; it is for reporting, never for choosing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.faces import cut_out
from datasets.photos import TEST, TRAIN, sets
from vision.face import FaceReader, FaceReading
from vision.models import Batch, Tensor, manifest
from vision.picture import Image, load
from vision.profile import Profile, Taught
from vision.sights import Numbers
from vision.teaching import CUT, CannotTeach, cut_of, middle, teach

OTHERS = 1500  # dice and places of other sets that are read for comparison
CHUNK = 128


class Held:
    """A network with held-back weights, called as `vision.models.Model` is."""

    def __init__(self, weights: Path) -> None:
        """Load the weights (torch)."""
        from models.face_net import opened

        self.settings = manifest()["face.onnx"]
        self.outputs = ("logits",)
        self._net = opened(weights)

    def __call__(self, batch: Batch, output: str = "") -> Tensor:
        """The logits (N x 7) of N x 3 x 64 x 64."""
        import torch

        with torch.no_grad():
            return np.asarray(self._net(torch.from_numpy(np.asarray(batch))).numpy(), np.float32)


@dataclass
class Dice:
    """Crops with their values (0: no face) and, where they come from one set, their pictures and cut-outs."""

    crops: list[Image]
    values: NDArray[np.int64]
    pictures: NDArray[np.int64]
    cuts: list[Image]


def main() -> None:
    """Measure each held-back set and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--held", action="append", required=True, metavar="SET=WEIGHTS")
    parser.add_argument("--pictures", type=int, nargs="+", default=[3, 4, 5])
    parser.add_argument("--trials", type=int, default=5)
    parser.add_argument("--test", action="store_true")
    asked = parser.parse_args()
    print("| set | taught on | dice | | right | accepted | right of accepted | wrong and sure |")
    print("|---" * 8 + "|")
    for held in asked.held:
        name, _, weights = held.partition("=")
        faces = reader(Path(weights))
        mine = dice_of(asked.data, name)
        groups = {"other sets": others(asked.data, tuple(s for s in TRAIN if s != name))}
        groups |= {s: others(asked.data, (s,)) for s in TEST} if asked.test else {}
        for count in asked.pictures:
            trials(name, faces, mine, groups, count, asked.trials)


def reader(weights: Path) -> FaceReader:
    """The face reader with held-back weights in place of the shipped ones."""
    faces = FaceReader()
    faces._model = Held(weights)  # type: ignore[assignment]
    return faces


def dice_of(data: Path, name: str) -> Dice:
    """Every die of one set, in its labelled box."""
    cuts, values, pictures = [], [], []
    for n, picture in enumerate(sets(data, (name,))):
        image = load(picture.path)
        for die in picture.dice:
            if die.value and picture.shown(die) > 0.8:
                cuts.append(cut_of(image, die.box))
                values.append(die.value)
                pictures.append(n)
    return Dice([middle(cut) for cut in cuts], np.array(values), np.array(pictures), cuts)


def others(data: Path, names: tuple[str, ...]) -> Dice:
    """Dice of other sets and places there that show none."""
    found = cut_out(sets(data, names), CUT, 9.0, 1.2)
    chosen = np.sort(np.random.default_rng(5).permutation(len(found.faces))[:OTHERS])
    crops = [middle(np.asarray(found.cuts[n], np.uint8)) for n in chosen]
    return Dice(crops, found.faces[chosen], np.zeros(len(chosen), np.int64), [])


def trials(name: str, faces: FaceReader, mine: Dice, groups: dict[str, Dice], count: int, runs: int) -> None:
    """Teach `runs` times from `count` pictures drawn anew, and print the means."""
    plain = {where: read(faces, dice.crops) for where, dice in ({"the rest of it": mine} | groups).items()}
    rows: dict[str, list[Numbers]] = {}
    seconds, refused, taught_dice = [], [], []
    for run in range(runs):
        drawn = np.random.default_rng(run).choice(np.unique(mine.pictures), count, replace=False)
        chosen = np.isin(mine.pictures, drawn)
        began = time.perf_counter()
        try:
            profile = learn(faces, mine, chosen)
        except CannotTeach as why:
            refused.append(str(why))
            profile = None
        seconds.append(time.perf_counter() - began)
        taught_dice.append(int(chosen.sum()))
        for where, dice in ({"the rest of it": mine} | groups).items():
            keep = ~chosen if dice is mine else np.ones(len(dice.values), np.bool_)
            after = plain[where] if profile is None else taught(faces, profile, dice.crops, plain[where])
            for kind, part in (("", keep & (dice.values > 0)), (", no face", keep & (dice.values == 0))):
                if part.any():
                    both = [counted(one, dice.values, part, faces.bar) for one in (plain[where], after)]
                    rows.setdefault(where + kind, []).append(np.array(both))
    for where, found in rows.items():
        tell(f"`{name}`", f"{count} pictures, {np.mean(taught_dice):.0f} dice", where, np.mean(found, axis=0))
    words = f"; refused in {len(refused)} of {runs}, e.g.: {refused[0]}" if refused else ""
    print(f"<!-- {name}, {count} pictures: taught in {np.mean(seconds):.1f} s, at most {max(seconds):.1f} s{words} -->")


def learn(faces: FaceReader, mine: Dice, chosen: NDArray[np.bool_]) -> Profile:
    """Teach the chosen dice; raises CannotTeach."""
    dice = [
        Taught(int(mine.pictures[n]), int(mine.values[n]), "white", "white", (255, 255, 255), mine.cuts[n])
        for n in np.flatnonzero(chosen)
    ]
    return teach("held", dice, faces)


def read(faces: FaceReader, crops: Sequence[Image]) -> list[FaceReading]:
    """Read many crops, some at a time."""
    return [one for n in range(0, len(crops), CHUNK) for one in faces.read_crops(crops[n : n + CHUNK])]


def taught(faces: FaceReader, profile: Profile, crops: list[Image], plain: list[FaceReading]) -> list[FaceReading]:
    """Read crops with a profile."""
    return profile.read(crops, plain, lambda wanted: read(faces, wanted))


def counted(told: list[FaceReading], values: NDArray[np.int64], part: NDArray[np.bool_], bar: float) -> Numbers:
    """Dice, right, accepted, right of the accepted, wrong and sure."""
    value = np.array([one.value or 0 for one in told])[part]
    sure = (np.array([one.certainty for one in told])[part] >= bar) & (value > 0)
    right = value == values[part]
    return np.array([part.sum(), right.sum(), sure.sum(), (sure & right).sum(), (sure & ~right).sum()], np.float64)


def tell(name: str, on: str, where: str, both: Numbers) -> None:
    """Print one row: before and after."""
    (dice, *before), (_, *after) = both

    def pair(n: int, of: tuple[float, float]) -> str:
        shares = [f"{100 * one[n] / all_:.2f}" if all_ else "–" for one, all_ in zip((before, after), of, strict=True)]
        return f"{shares[0]} → {shares[1]} %"

    print(
        f"| {name} | {on} | {dice:.0f} | {where} | {pair(0, (dice, dice))} | {pair(1, (dice, dice))} | "
        f"{pair(2, (before[1], after[1]))} | {before[3]:.1f} → {after[3]:.1f} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
