"""The network of the face reader: a small residual classifier of 64 x 64 px crops into "no face" and 1 to 6."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch
from torch import nn

SIDE = 64
CLASSES = 7  # 0: no readable face (side, cocked, blocked, or no die at all); 1 to 6: the face


class Block(nn.Module):  # type: ignore[misc]
    """Two 3 x 3 convolutions beside a shortcut; halves the picture where `stride` is 2."""

    def __init__(self, narrow: int, wide: int, stride: int) -> None:
        """Build the block from `narrow` to `wide` channels."""
        super().__init__()
        self.one = nn.Sequential(nn.Conv2d(narrow, wide, 3, stride, 1, bias=False), nn.BatchNorm2d(wide), nn.ReLU())
        self.two = nn.Sequential(nn.Conv2d(wide, wide, 3, 1, 1, bias=False), nn.BatchNorm2d(wide))
        self.short = nn.Sequential(nn.Conv2d(narrow, wide, 1, stride, bias=False), nn.BatchNorm2d(wide))

    def forward(self, x: Any) -> Any:
        """Map N x narrow x H x W to N x wide x H/stride x W/stride."""
        return torch.relu(self.two(self.one(x)) + self.short(x))


class FaceNet(nn.Module):  # type: ignore[misc]
    """N x 3 x 64 x 64 (RGB, 0 to 1) to N x 7 logits."""

    def __init__(self, widths: list[int]) -> None:
        """Build with one residual stage a width; the picture halves from stage to stage."""
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, widths[0], 5, 2, 2, bias=False), nn.BatchNorm2d(widths[0]), nn.ReLU())
        pairs = zip([widths[0], *widths], widths, strict=False)
        self.stages = nn.Sequential(*(Block(a, b, 1 if n == 0 else 2) for n, (a, b) in enumerate(pairs)))
        self.head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1), nn.Linear(widths[-1], CLASSES)
        )

    def forward(self, x: Any) -> Any:
        """Return the logits of a batch of crops."""
        return self.head(self.stages(self.stem(x * 2 - 1)))

    def both(self, x: Any) -> tuple[Any, Any]:
        """Return the logits, and what they are computed from: N x D, D the last width."""
        seen = self.head[:-1](self.stages(self.stem(x * 2 - 1)))
        return self.head[-1](seen), seen


class Told(nn.Module):  # type: ignore[misc]
    """A trained network as it is exported: with logits and features as its outputs."""

    def __init__(self, net: FaceNet) -> None:
        """Wrap a network."""
        super().__init__()
        self.net = net

    def forward(self, x: Any) -> Any:
        """Return the logits and the features of a batch of crops."""
        return self.net.both(x)


def opened(weights: Path) -> FaceNet:
    """Return the network of a file of weights, whose widths are read from it."""
    learnt = torch.load(weights, map_location="cpu", weights_only=True)
    widths = [rows.shape[0] for name, rows in learnt.items() if re.fullmatch(r"stages\.\d+\.one\.0\.weight", name)]
    net = FaceNet(widths)
    net.load_state_dict(learnt)
    net.eval()
    return net
