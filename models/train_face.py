"""Train the face reader (stage 2: which face lies on top?), and calibrate how sure it may be.

    python -m models.train_face --data DATA --run RUN [--config models/face.toml] [--held-back SET]

With `--held-back` the named set is left out of training and read afterwards; what comes out (`RUN/held_SET.npz`:
logits of four turns, faces) is what `models.calibrate` fits the temperature and the acceptance bar on.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.faces import CONTEXT, CROP, Cut, Faces, cut_out, relight, spoil
from datasets.hard import false_finds, joined
from datasets.photos import sets
from models.face_net import SIDE, FaceNet
from vision.dice import Detector

CONFIG = Path(__file__).with_name("face.toml")


def main() -> None:
    """Cut out the dice where that is not done yet, train, and save weights or held-back logits."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--config", type=Path, default=CONFIG)
    parser.add_argument("--held-back", default="")
    parser.add_argument("--epochs", type=int, default=0)
    parser.add_argument("--start", type=Path, help="weights to go on from, at a quarter of the rate")
    asked = parser.parse_args()
    config = tomllib.loads(asked.config.read_text(encoding="utf-8"))
    if asked.epochs:
        config["train"]["epochs"] = asked.epochs
    asked.run.mkdir(parents=True, exist_ok=True)
    every = faces(asked.data, asked.run / "cuts.npz", config["data"])
    name = f"held_{asked.held_back}" if asked.held_back else "face"
    if asked.start:
        config["train"]["rate"] /= 4
    net = train(every.only(every.sources != asked.held_back), config["train"], asked.run / f"{name}.ckpt", asked.start)
    torch.save(net.state_dict(), asked.run / f"{name}.pt")
    if asked.held_back:
        held = every.only(every.sources == asked.held_back)
        np.savez_compressed(asked.run / f"{name}.npz", logits=turns(net, held.cuts), faces=held.faces)


def faces(data: Path, kept: Path, config: dict[str, Any]) -> Faces:
    """Return the cut-outs, from the file `kept` where it exists."""
    if kept.exists():
        with np.load(kept) as told:
            return Faces(told["cuts"], told["faces"], told["sources"])
    found = cut_out(sets(data, tuple(config["sets"])), config["side"], config["smallest"], config["elsewhere"])
    if config.get("hard"):
        searched = sets(data, tuple(config["hard"]))
        found = joined(found, false_finds(searched, Detector(), config["side"]))
    np.savez(kept, cuts=found.cuts, faces=found.faces, sources=found.sources)
    return found


def train(found: Faces, config: dict[str, Any], checkpoint: Path, start: Path | None = None) -> FaceNet:
    """Train from scratch or from `start` (AdamW, one cycle, bfloat16); resumes from `checkpoint`."""
    torch.manual_seed(config["seed"])
    net: FaceNet = FaceNet(config["widths"]).to(memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
    steps = -(-len(found.faces) // config["batch"])
    optimiser = torch.optim.AdamW(net.parameters(), lr=config["rate"], weight_decay=config["weight_decay"])
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, config["rate"], total_steps=steps * config["epochs"])
    loss_of = nn.CrossEntropyLoss(label_smoothing=config["smoothing"])
    done = _resume(checkpoint, net, optimiser, cycle)
    for epoch in range(done, config["epochs"]):
        net.train()
        total = 0.0
        for crops, truth in batches(found, config["batch"], config["seed"] * 1000 + epoch):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                loss = loss_of(net(crops), truth)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            cycle.step()
            total += loss.item()
        print(f"epoch {epoch + 1}/{config['epochs']} loss {total / steps:.4f}", flush=True)
        states = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "cycle": cycle.state_dict()}
        torch.save({"epoch": epoch + 1, **states}, checkpoint)
    net.eval()
    return net


def _resume(checkpoint: Path, net: FaceNet, optimiser: Any, cycle: Any) -> int:
    if not checkpoint.exists():
        return 0
    told = torch.load(checkpoint, weights_only=True)
    net.load_state_dict(told["net"])
    optimiser.load_state_dict(told["optimiser"])
    cycle.load_state_dict(told["cycle"])
    return int(told["epoch"])


def batches(found: Faces, size: int, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield shuffled, spoiled batches: N x 3 x 64 x 64 RGB and N faces; the next one is made meanwhile."""
    order = np.random.default_rng(seed).permutation(len(found.faces))
    parts = [order[n : n + size] for n in range(0, len(order), size)]

    def make(n: int) -> tuple[torch.Tensor, torch.Tensor]:
        rng = np.random.default_rng((seed, n))
        crops = np.stack([spoil(found.cuts[i], SIDE, rng) for i in parts[n]]).astype(np.float32) / 255
        return tensor(relight(crops, rng)), torch.from_numpy(found.faces[parts[n]])

    with ThreadPoolExecutor(1) as ahead:
        waiting = ahead.submit(make, 0)
        for n in range(len(parts)):
            ready = waiting.result()
            if n + 1 < len(parts):
                waiting = ahead.submit(make, n + 1)
            yield ready


def tensor(crops: NDArray[Any]) -> torch.Tensor:
    """N x H x W x 3 BGR to N x 3 x H x W RGB."""
    turned = torch.from_numpy(np.ascontiguousarray(crops[..., ::-1].transpose(0, 3, 1, 2)))
    return turned.contiguous(memory_format=torch.channels_last)


def turns(net: FaceNet, cuts: Cut) -> NDArray[np.float32]:
    """Logits 4 x N x 7 of the unspoiled crops in four quarter turns."""
    import cv2

    edge = round(cuts.shape[1] * (1 - CROP / CONTEXT) / 2)
    crops = np.stack([cv2.resize(c[edge:-edge, edge:-edge], (SIDE, SIDE), interpolation=cv2.INTER_AREA) for c in cuts])
    net.eval()
    found = []
    with torch.no_grad():
        for quarter in range(4):
            turned = np.rot90(crops, quarter, (1, 2)).astype(np.float32) / 255
            parts = [net(tensor(turned[n : n + 512])).numpy() for n in range(0, len(turned), 512)]
            found.append(np.concatenate(parts))
    return np.stack(found)


if __name__ == "__main__":
    main()
