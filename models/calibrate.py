"""Fit how sure a reading may be, on sources that the reader was not trained on.

    python -m models.calibrate --data DATA --run RUN [--fresh FOLDER ...]

`RUN` holds `held_SET.pt`: readers trained without one set each (`pipsight train face --held-back SET`). Each reads what
the shipped detector finds on the pictures of its set, and a part of the pictures of every fresh folder (labelled like a
set, and shown to no reader: rendered with other seeds). What they read is kept as `RUN/cases_SET.npz`. Test sets take
no part. Fitted, in this order:

- the temperature of the network alone (least negative log-likelihood), by which turns are joined;
- the weight of the pip patterns, and what each flaw of a picture adds to the temperature (the same measure);
- whether a find is a die at all (logistic regression), where it is dropped and where it is asked;
- the bar: the lowest certainty from which at most one accepted value in `ONE_WRONG_IN` is wrong.

Every source counts alike. All of it goes into `manifest.json`, and into `calibration.json` what came of it: for each
source with weights that were fitted on the others.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from models.calibrated import table
from models.cases import NO_DIE, Cases, Look, gather, joined
from models.export import note
from models.fitting import least, regression
from vision.certainty import FLAWS, Certainty, weighed
from vision.face import chances

ONE_WRONG_IN = 300
LOWEST_BAR, HIGHEST_BAR = 0.8, 0.999
DROPPED = 0.003  # share of real dice that may be taken for something else
LEAST_SURE = 0.8  # probability of being a die below which it is asked in any case
FALSE_IN = 100  # pictures in which one accepted find may be no die
TEMPERATURES = np.geomspace(0.2, 3.0, 80)
BINS = 15
FOLDER = Path(__file__).parent
REPORT = FOLDER / "calibration.json"

Logits = NDArray[np.float32]
Numbers = NDArray[np.float64]
Truth = NDArray[np.int64]


def run(data: Path, to: Path, fresh: Sequence[Path] = ()) -> dict[str, Any]:
    """Gather the cases of each held-back reader where that is not done, fit, write both files; return the report.

    Raises ValueError without a held-back reader.
    """
    cases = joined(held(data, to, fresh))
    temperature, settings = fit(cases)
    report = {"weights": settings, "temperature": temperature, **measured(cases), "sources": apart(cases)}
    REPORT.write_text(json.dumps(_rounded(report), indent=1) + "\n", encoding="utf-8")
    note("face.onnx", _rounded({"temperature": temperature, **settings}))
    return report


def held(data: Path, to: Path, fresh: Sequence[Path]) -> list[Cases]:
    """The cases of every held-back reader in `to`; gathered once for the same reader and detector."""
    from datasets.photos import sets
    from vision.dice import Detector
    from vision.models import content

    readers = sorted(to.glob("held_*.pt"))
    parts = []
    for n, file in enumerate(readers):
        name = file.stem.removeprefix("held_")
        wanted = [*sets(data, (name,))]
        for folder in fresh:
            wanted += sets(data, (str(folder),))[n :: len(readers)]
        mark = hashlib.sha256(file.read_bytes() + content("detector.onnx") + repr(wanted).encode()).hexdigest()[:12]
        kept = to / f"cases_{name}_{mark}.npz"
        if not kept.exists():
            click.echo(f"reading {len(wanted)} pictures with {file.name}", err=True)
            gather(wanted, Detector(), network(file)).save(kept)
        parts.append(Cases.load(kept))
    return parts


def network(weights: Path) -> Look:
    """Open trained weights of the face reader as a function of crops."""
    import torch

    from models.face_net import FaceNet

    learnt = torch.load(weights, map_location="cpu", weights_only=True)
    stages = sorted(name for name in learnt if name.startswith("stages.") and name.endswith(".one.0.weight"))
    net: Any = FaceNet([int(learnt[name].shape[0]) for name in stages])
    net.load_state_dict(learnt)
    net.eval()

    def look(crops: NDArray[np.float32]) -> Logits:
        with torch.no_grad():
            return np.asarray(net(torch.from_numpy(crops)).numpy(), np.float32)

    return look


def fit(cases: Cases) -> tuple[float, dict[str, Any]]:
    """Return the network's temperature and the settings `bar` and `certainty` (see vision.certainty)."""
    dice, weights = cases.truth != NO_DIE, even(cases)
    faces = cases.truth > 0
    heat = temperature(cases.logits[:, faces], cases.truth[faces], weights[faces])
    told = _told(cases, heat)
    pips, heats = _evidence(told, cases.truth, np.where(dice, weights, 0))
    read = weighed(told["faces"], told["pips"], told["flaws"], pips, heats)
    faced = told["faces"].argmax(axis=1) > 0
    real = [regression(told["signs"][k], dice[k], weights[k]) for k in (faced, ~faced)]
    certainty = {"pips": pips, "heat": heats.tolist(), "faced": real[0].tolist(), "bare": real[1].tolist()}
    found = Certainty.of({"certainty": certainty | {"drop": 0.0, "sure": 0.0}, "bar": 0.0}).judge(cases.evidence(heat))
    chance = np.array([v.real for v in found])
    told_right = dice & (read.argmax(axis=1) > 0)
    low = bar(read[told_right], cases.truth[told_right])
    certainty |= {"drop": dropping(chance, dice), "sure": asking(chance, dice, accepted=_over(read, low), cases=cases)}
    return heat, {"bar": low, "certainty": certainty}


def _told(cases: Cases, heat: float) -> dict[str, Numbers]:
    evidence = cases.evidence(heat)
    return {
        "faces": np.array([e.face.chances for e in evidence]),
        "pips": np.array([e.said for e in evidence]),
        "flaws": np.array([e.flaws for e in evidence]),
        "signs": np.array([e.signs for e in evidence]),
    }


def _evidence(told: dict[str, Numbers], truth: Truth, weights: Numbers) -> tuple[float, Numbers]:
    """The weight of the pip patterns and the heat of each flaw; squares keep a flaw from making anything surer."""
    share, right = weights / weights.sum(), np.maximum(truth, 0)

    def parts(at: Numbers) -> tuple[float, Numbers]:
        return float(at[0] ** 2), np.concatenate([at[1:2], at[2:] ** 2])

    def cost(at: Numbers) -> float:
        read = weighed(told["faces"], told["pips"], told["flaws"], *parts(at))
        chosen = read[np.arange(len(right)), right]
        return float(-(share * np.log(np.maximum(chosen, 1e-9))).sum() + 1e-4 * (at[2:] ** 2).sum())

    return parts(least(cost, np.array([0.5, 0.0, *[0.3] * len(FLAWS)])))


def even(cases: Cases) -> Numbers:
    """Weights with which every source counts alike."""
    names, place, counts = np.unique(cases.sources, return_inverse=True, return_counts=True)
    return np.asarray(len(cases) / len(names) / counts[place])


def _over(read: Numbers, low: float) -> NDArray[np.bool_]:
    return np.asarray((read.max(axis=1) >= low) & (read.argmax(axis=1) > 0))


def dropping(chance: Numbers, dice: NDArray[np.bool_]) -> float:
    """The probability of being a die below which a find is dropped: it costs at most `DROPPED` of the real ones."""
    return float(np.clip(np.quantile(chance[dice], DROPPED), 0.02, 0.5))


def asking(chance: Numbers, dice: NDArray[np.bool_], accepted: NDArray[np.bool_], cases: Cases) -> float:
    """The least probability of being a die from which accepted false finds are at most one in `FALSE_IN` pictures."""
    wrong = np.sort(chance[~dice & accepted])[::-1]
    allowed = cases.pictures // FALSE_IN
    return float(np.clip(np.nextafter(wrong[allowed], 1) if len(wrong) > allowed else 0.0, LEAST_SURE, 0.99))


def measured(cases: Cases, settings: dict[str, Any] | None = None, heat: float = 0.0) -> dict[str, Any]:
    """What the settings make of the cases (those fitted on them where none are given): counts, error, bins."""
    if settings is None:
        heat, settings = fit(cases)
    judge = Certainty.of(settings)
    found = judge.judge(cases.evidence(heat))
    read, real = np.array([v.chances for v in found]), np.array([v.real for v in found])
    dice, faces = cases.truth != NO_DIE, cases.truth > 0
    value, certainty = read.argmax(axis=1), read.max(axis=1)
    shown, right = real >= np.where([v.readable for v in found], judge.drop, judge.sure), value == cases.truth
    accepted = shown & (real >= judge.sure) & (certainty >= judge.bar) & (value > 0)
    large = faces & (cases.quality[:, 0] >= 24)
    small = faces & ~large
    said = dice & (value > 0)  # a die that is told to have a value: what its certainty is about
    return {
        "dice": int(faces.sum()),
        "right": _share(right, faces),
        "accepted": _share(accepted, large),
        "accepted_right": _share(right, accepted & dice),
        "accepted_wrong": int((accepted & dice & ~right).sum()),
        "small": int(small.sum()),
        "small_accepted": _share(accepted, small),
        "small_wrong": int((accepted & small & ~right).sum()),
        "cocked": int((dice & ~faces).sum()),
        "cocked_accepted": int((accepted & dice & ~faces).sum()),
        "dropped": _share(~shown, dice),
        "false": int((~dice).sum()),
        "false_shown": int((shown & ~dice).sum()),
        "false_accepted": int((accepted & ~dice).sum()),
        "pictures": cases.pictures,
        "error": calibration_error(read[said], cases.truth[said]) if said.any() else None,
        "bins": bins(read[said], cases.truth[said]),
    }


def apart(cases: Cases) -> dict[str, Any]:
    """For each source what weights that were fitted on the others make of it."""
    told = {}
    names = np.unique(cases.sources)
    for name in names:
        mine = cases.sources == name
        if len(names) > 1:
            heat, settings = fit(cases.only(~mine))
        else:
            heat, settings = fit(cases)
        told[str(name)] = measured(cases.only(mine), settings, heat)
    return told


def _share(part: NDArray[np.bool_], of: NDArray[np.bool_]) -> float | None:
    return float(part[of].mean()) if of.any() else None


def temperature(logits: Logits, truth: Truth, weights: Numbers | None = None) -> float:
    """Return the temperature with the least negative log-likelihood of the truth."""
    share = np.full(len(truth), 1.0) if weights is None else weights

    def cost(heat: float) -> float:
        chosen = chances(logits, heat)[np.arange(len(truth)), truth]
        return float(-(share * np.log(np.maximum(chosen, 1e-9))).sum())

    return float(min(TEMPERATURES, key=cost))


def bar(read: Numbers, truth: Truth) -> float:
    """Return the lowest certainty from which at most one accepted value in `ONE_WRONG_IN` is wrong."""
    certainty, wrong = read.max(axis=1), read.argmax(axis=1) != truth
    order = np.argsort(-certainty)
    rate = np.cumsum(wrong[order]) / np.arange(1, len(order) + 1)
    fine = np.flatnonzero(rate <= 1 / ONE_WRONG_IN)
    if not len(fine):
        return HIGHEST_BAR
    return float(np.clip(certainty[order][fine[-1]], LOWEST_BAR, HIGHEST_BAR))


def bins(read: Numbers, truth: Truth, count: int = BINS) -> list[dict[str, float]]:
    """The reliability diagram: for each range of certainty how many values, their mean certainty, the share right."""
    certainty, right = read.max(axis=1), read.argmax(axis=1) == truth
    place = np.minimum((certainty * count).astype(int), count - 1)
    return [
        {
            "from": b / count,
            "count": int(k.sum()),
            "certainty": float(certainty[k].mean()),
            "right": float(right[k].mean()),
        }
        for b in range(count)
        if (k := place == b).any()
    ]


def calibration_error(read: Numbers, truth: Truth, count: int = BINS) -> float:
    """Expected calibration error: mean gap between certainty and share of right values over certainty bins."""
    told = bins(read, truth, count)
    return float(sum(abs(b["certainty"] - b["right"]) * b["count"] for b in told) / len(truth))


def _rounded(told: Any) -> Any:
    """The same with figures to five digits, so that the file stays readable."""
    if isinstance(told, float):
        return float(f"{told:.5g}")
    if isinstance(told, dict):
        return {k: _rounded(v) for k, v in told.items()}
    return [_rounded(v) for v in told] if isinstance(told, list) else told


@click.command(help=__doc__)
@click.option("--data", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--run", "to", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True)
@click.option("--fresh", type=click.Path(exists=True, file_okay=False, path_type=Path), multiple=True)
def main(data: Path, to: Path, fresh: tuple[Path, ...]) -> None:
    """Fit, print what was fitted, and write both files."""
    report = run(data, to, fresh)
    click.echo(table(report))


if __name__ == "__main__":
    main()
