"""Train the face reader (stage 2: which face lies on top?), and calibrate how sure it may be.

    pipsight train face --data DATA --run RUN [--config models/face.toml] [--held-back SET]

With `--held-back` the named set is left out of training and read afterwards; what comes out (`RUN/held_SET.npz`:
logits of four turns, faces) is what `models.calibrate` fits the temperature and the acceptance bar on.
`python -m models.train_face` is the same command.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from datasets.faces import CONTEXT, CROP, Cut, Faces, cut_out, relight, spoil
from datasets.hard import false_finds, joined
from datasets.photos import sets, share, thinned
from models.device import autocast, chosen
from models.face_net import SIDE, FaceNet
from models.runs import Started, fresh, same, settings
from vision.dice import Detector

CONFIG = Path(__file__).with_name("face.toml")


@dataclass(frozen=True)
class Wish:
    """What is asked of a training beside its configuration.

    `held_back` is a set that is read afterwards instead of learnt; `epochs` other than 0 takes the place of the
    configuration's; `start` are weights to go on from, at a quarter of the rate; `most` keeps only so many pictures.
    """

    held_back: str = ""
    epochs: int = 0
    start: Path | None = None
    most: int = 0
    resume: bool = False
    device: str = "auto"


def run(data: Path, to: Path, config: Path = CONFIG, wish: Wish = Wish()) -> Path:
    """Cut out the dice where that is not done yet, train, save weights or held-back logits; return the weights.

    Raises BadLabels, NoDevice, Started.
    """
    name = f"held_{wish.held_back}" if wish.held_back else "face"
    fresh(to / f"{name}.ckpt", wish.resume)
    told = settings(config)
    told["train"]["epochs"] = wish.epochs or told["train"]["epochs"]
    if wish.start:
        told["train"]["rate"] /= 4
    if not wish.resume:
        same(to / "cuts.json", told["data"] | {"data": str(data.resolve()), "pictures": wish.most})
    every = faces(data, to / "cuts.npz", told["data"], wish.most)
    learnt = every.only(learns(every, wish.held_back, told["data"].get("mixed", [])))
    net = train(learnt, told["train"], to / f"{name}.ckpt", wish.start, chosen(wish.device))
    torch.save(net.state_dict(), to / f"{name}.pt")
    if wish.held_back:
        held = every.only(every.sources == wish.held_back)
        np.savez_compressed(to / f"{name}.npz", logits=turns(net, held.cuts), faces=held.faces)
    return to / f"{name}.pt"


def learns(every: Faces, held_back: str, mixed: list[str]) -> NDArray[np.bool_]:
    """Tell for each cut-out whether it is learnt: not those of the set that is held back.

    Composed pictures (sets in `mixed`) show dice of every set, so with a set held back only their grounds are learnt.
    """
    apart = every.sources == held_back
    if held_back:
        apart |= np.isin(every.sources, [Path(name).name for name in mixed]) & (every.faces > 0)
    return np.asarray(~apart)


def faces(data: Path, kept: Path, config: dict[str, Any], most: int = 0) -> Faces:
    """Return the cut-outs (of `most` pictures where that is not 0), from the file `kept` where it exists."""
    if kept.exists():
        with np.load(kept) as told:
            return Faces(told["cuts"], told["faces"], told["sources"])
    pictures = thinned(share(sets(data, tuple(config["sets"])), config.get("share", {}), 1), most)
    found = cut_out(pictures, config["side"], config["smallest"], config["elsewhere"])
    if config.get("hard"):
        searched = thinned(share(sets(data, tuple(config["hard"])), config.get("share", {}), 1), most)
        found = joined(found, false_finds(searched, Detector(), config["side"]))
    np.savez(kept, cuts=found.cuts, faces=found.faces, sources=found.sources)
    return found


def train(
    found: Faces, config: dict[str, Any], checkpoint: Path, start: Path | None = None, device: str = "cpu"
) -> FaceNet:
    """Train from scratch or from `start` (AdamW, one cycle, bfloat16); resumes from `checkpoint`.

    The losses stand in a table beside the checkpoint (`.csv`: epoch, loss). The network returns to the CPU.
    """
    torch.manual_seed(config["seed"])
    net: FaceNet = FaceNet(config["widths"]).to(device, memory_format=torch.channels_last)
    if start is not None:
        net.load_state_dict(torch.load(start, map_location=device, weights_only=True))
    steps = -(-len(found.faces) // config["batch"])
    optimiser = torch.optim.AdamW(net.parameters(), lr=config["rate"], weight_decay=config["weight_decay"])
    cycle = torch.optim.lr_scheduler.OneCycleLR(optimiser, config["rate"], total_steps=steps * config["epochs"])
    loss_of = nn.CrossEntropyLoss(label_smoothing=config["smoothing"])
    done = _resume(checkpoint, net, optimiser, cycle, device)
    for epoch in range(done, config["epochs"]):
        net.train()
        total = 0.0
        drawn = batches(found, config["batch"], config["seed"] * 1000 + epoch)
        with click.progressbar(drawn, steps, f"epoch {epoch + 1}/{config['epochs']}", file=sys.stderr) as shown:
            for crops, truth in shown:
                with autocast(device):
                    loss = loss_of(net(crops.to(device)), truth.to(device))
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                cycle.step()
                total += loss.item()
        print(f"epoch {epoch + 1}/{config['epochs']} loss {total / steps:.4f}", flush=True)
        _note_loss(checkpoint.with_suffix(".csv"), epoch + 1, total / steps)
        states = {"net": net.state_dict(), "optimiser": optimiser.state_dict(), "cycle": cycle.state_dict()}
        torch.save({"epoch": epoch + 1, **states}, checkpoint)
    net.cpu().eval()
    return net


def _note_loss(file: Path, epoch: int, loss: float) -> None:
    """Write the loss of an epoch, after the epochs before it."""
    kept = file.read_text(encoding="utf-8").splitlines()[:epoch] if file.exists() and epoch > 1 else ["epoch,loss"]
    file.write_text("\n".join([*kept, f"{epoch},{loss:.5f}"]) + "\n", encoding="utf-8")


def _resume(checkpoint: Path, net: FaceNet, optimiser: Any, cycle: Any, device: str) -> int:
    if not checkpoint.exists():
        return 0
    told = torch.load(checkpoint, map_location=device, weights_only=True)
    if told["cycle"]["total_steps"] != cycle.total_steps:
        raise Started(f"{checkpoint}: begun with another number of passes or crops; --start goes on from its weights")
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
    from models.commands import face

    face(prog_name="python -m models.train_face")
