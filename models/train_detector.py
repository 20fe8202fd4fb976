"""Train the detector (stage 1: where are dice?) with ultralytics, from scratch, on labelled photographs.

    pipsight train detector --data DATA --run RUN [--config models/detector.toml] [--resume]

`DATA` holds `photos/<set>` and `rendered`. Needs the extra `train`; nothing of it is imported at run time.
`python -m models.train_detector` is the same command.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from models.device import chosen, half, offline
from models.runs import fresh, same, settings

offline()

CONFIG = Path(__file__).with_name("detector.toml")


def run(data: Path, to: Path, config: Path = CONFIG, resume: bool = False, most: int = 0, device: str = "auto") -> Path:
    """Prepare the data set under `to` where it is missing, train or go on with training; return the weights.

    `most` keeps only so many pictures, for a smoke run. Raises BadLabels, NoDevice, Started.
    """
    told = settings(config)
    name = "onestage" if told["data"].get("faces") else "detector"
    fresh(to / name / "weights" / "last.pt", resume)
    if not resume:
        same(to / f"{name}.json", told["data"] | {"data": str(data.resolve()), "pictures": most})
    described = prepare(data, to, told["data"], most)
    return train(described, to, told["train"], resume, chosen(device), name)


def prepare(data: Path, run: Path, config: dict[str, Any], most: int = 0) -> Path:
    """Write the YOLO data set under `run/yolo` (six classes: `run/yolo6`) once; return its description file."""
    from datasets.photos import sets, share, thinned, write_yolo

    faces = bool(config.get("faces"))
    described = run.resolve() / ("yolo6" if faces else "yolo") / "dice.yaml"
    if described.exists():
        return described
    folder = described.parent
    pictures = share(sets(data, tuple(config["sets"])), config.get("share", {}), config["seed"])
    pictures = thinned(pictures, most)
    watched = [p for n, p in enumerate(pictures) if n % config["watch_every"] == 0]
    write_yolo(pictures, folder / "train", config["longest"], config["distracted"], config["seed"], faces)
    write_yolo(watched, folder / "watch", config["longest"], faces=faces)
    names = "".join(f"  {n}: {word}\n" for n, word in enumerate("123456" if faces else ["die"]))
    described.write_text(f"path: {folder}\ntrain: train/images\nval: watch/images\nnames:\n{names}", encoding="utf-8")
    return described


def train(
    described: Path, run: Path, config: dict[str, Any], resume: bool, device: str = "cpu", name: str = "detector"
) -> Path:
    """Run ultralytics' training; checkpoints lie under `run/name/weights`, of which the last is returned."""
    from ultralytics import YOLO
    from ultralytics import settings as theirs

    theirs.update({"sync": False})
    _ask_for_no_font()
    if not half(device):
        config = config | {"amp": False}
    elif config.get("amp") == "bf16":
        _allow_bfloat16_on_cpu()
    last = run.resolve() / name / "weights" / "last.pt"
    if resume and last.exists():
        if _finished(last):
            return last
        model = YOLO(str(last))
        model.add_callback("on_pretrain_routine_start", _use_every_core)
        model.train(resume=True, device=device)
        return last
    options = {k: v for k, v in config.items() if k != "model"}
    model = YOLO(config["model"])
    model.add_callback("on_pretrain_routine_start", _use_every_core)
    place = {"data": str(described), "project": str(run.resolve()), "name": name, "exist_ok": True}
    model.train(**place, device=device, **options)
    return last


def _ask_for_no_font() -> None:
    """Ultralytics asks github.com for a font before every training, also where it is told that it is offline."""
    from ultralytics.data import utils

    utils.check_font = lambda *_: None


def _finished(checkpoint: Path) -> bool:
    """Whether ultralytics has done all passes: it then takes the optimiser out of the file and calls the pass -1."""
    import torch

    return int(torch.load(checkpoint, map_location="cpu", weights_only=False)["epoch"]) < 0


def _use_every_core(trainer: Any) -> None:
    """On a CPU ultralytics computes on all cores but one and loads pictures in the same process; undo both.

    OMP_NUM_THREADS leaves cores to others: threads that wait for each other on a busy machine are slower than one.
    """
    import torch

    if trainer.device.type == "cpu":
        torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", os.cpu_count() or 1)))
        trainer.args.workers = 2


def _allow_bfloat16_on_cpu() -> None:
    """Let the trainer use bfloat16 on a CPU: ultralytics asks for CUDA, while AMX runs it twice as fast as float32."""
    import torch
    from ultralytics.engine import trainer

    def autocast(enabled: bool | torch.dtype, device: str = "cpu") -> Any:
        return torch.autocast(device, dtype=torch.bfloat16, enabled=bool(enabled))

    trainer.autocast = autocast


if __name__ == "__main__":
    from models.commands import detector

    detector(prog_name="python -m models.train_detector")
