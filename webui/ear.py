"""The camera in use, and who hears what its watcher says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vision.board import Pose

from .grabber import Grabber
from .watcher import Seen, Watcher

if TYPE_CHECKING:
    from .live import Live


@dataclass
class Eye:
    """The camera in use."""

    spec: str
    grabber: Grabber
    watcher: Watcher


class Ear:
    """Hears one watcher, for as long as it is the one in use."""

    def __init__(self, live: Live) -> None:
        """An ear for a new watcher."""
        self.live = live

    def moment(self, word: str, why: str = "") -> None:
        """Pass on what the eye is doing."""
        self.live.heard(self, lambda: self.live.moment(word, why))

    def saw(self, seen: Seen) -> None:
        """Pass on a reading."""
        self.live.heard(self, lambda: self.live.saw(seen))

    def posed(self, pose: Pose, size: tuple[int, int]) -> None:
        """Pass on where the board is."""
        self.live.heard(self, lambda: self.live.posed(pose, size))
