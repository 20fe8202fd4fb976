"""Train the detector (stage 1: where are dice?) with ultralytics, from scratch, on labelled photographs.

    python -m models.train_detector --data DATA --run RUN [--config models/detector.toml] [--resume]

`DATA` holds `photos/<set>` and `rendered`. Needs the extra `train`; nothing of it is imported at run time.
"""

from __future__ import annotations

import argparse
import os
import tomllib
from pathlib import Path
from typing import Any

os.environ.update(YOLO_OFFLINE="1", YOLO_AUTOINSTALL="false")  # no calls home, no installing by itself

CONFIG = Path(__file__).with_name("detector.toml")


def main() -> None:
    """Prepare the data set where it is missing, then train or go on with training."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--config", type=Path, default=CONFIG)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--pictures", type=int, default=0, help="only so many pictures, for a smoke run")
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text(encoding="utf-8"))
    described = prepare(asked.data, asked.run, config["data"], asked.pictures)
    train(described, asked.run, config["train"], asked.resume)


def prepare(data: Path, run: Path, config: dict[str, Any], most: int = 0) -> Path:
    """Write the YOLO data set under `run/yolo` once; return its description file."""
    from datasets.photos import sets, write_yolo

    described = run.resolve() / "yolo" / "dice.yaml"
    if described.exists():
        return described
    folder = described.parent
    pictures = sets(data, tuple(config["sets"]))
    if most:
        pictures = pictures[:: max(1, len(pictures) // most)][:most]
    watched = [p for n, p in enumerate(pictures) if n % config["watch_every"] == 0]
    write_yolo(pictures, folder / "train", config["longest"], config["distracted"], config["seed"])
    write_yolo(watched, folder / "watch", config["longest"])
    described.write_text(
        f"path: {folder}\ntrain: train/images\nval: watch/images\nnames:\n  0: die\n", encoding="utf-8"
    )
    return described


def train(described: Path, run: Path, config: dict[str, Any], resume: bool) -> None:
    """Run ultralytics' training; checkpoints lie under `run/detector/weights`."""
    from ultralytics import YOLO, settings

    settings.update({"sync": False})
    if config.get("amp") == "bf16":
        _allow_bfloat16_on_cpu()
    last = run.resolve() / "detector" / "weights" / "last.pt"
    if resume and last.exists():
        model = YOLO(str(last))
        model.add_callback("on_pretrain_routine_start", _use_every_core)
        model.train(resume=True)
        return
    options = {k: v for k, v in config.items() if k != "model"}
    model = YOLO(config["model"])
    model.add_callback("on_pretrain_routine_start", _use_every_core)
    model.train(data=str(described), project=str(run.resolve()), name="detector", exist_ok=True, **options)


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
    main()
