"""The eye on the table: waits until hands are out and dice lie still, then reads several pictures and lets them vote.

One thread. It knows the camera, the board's pose and the reader, and tells a Listener what it saw; it knows no rules.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.sheet import Sheet
from vision.board import NoBoard, Pose, outline, pose_from_corners, pose_from_markers
from vision.camera import Frame
from vision.face import FaceReader
from vision.models import BadModel
from vision.profile import Profile
from vision.steady import Steady, vote
from vision.view import View

from .grabber import Grabber

VOTES = 3  # still pictures that are read before anything is believed
LONGEST = 0.7  # s after which those read so far have to do: a slow machine must not miss a short rest
RECHECK = 2.0  # s between two looks at a table that lies still
TICK = 0.25  # s to wait for a picture before looking at the camera's health
LOOK_FOR_BOARD = 0.5  # s between two searches for the markers
PUSHED = 4.0  # px by which a corner of the board moves when somebody pushes it or the camera

Known = tuple[tuple[str, int | None], ...]
Corners = tuple[tuple[float, float], ...]


class Reads(Protocol):
    """What reads dice: vision.reader.Reader, or a fake in tests."""

    def look(
        self,
        image: NDArray[np.uint8],
        pose: Pose | None = None,
        sheet: Sheet | None = None,
        colours: Collection[str] | None = None,
    ) -> View:
        """The dice in a picture."""


class Learns(Reads, Protocol):
    """What also learns: it knows a player's dice once it was taught them."""

    faces: FaceReader

    def taught(self, profile: Profile | None) -> Learns:
        """The same reader with a profile of dice in mind."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What several still pictures agreed on, with the last of them, its number and the pose that held."""

    view: View
    frame: Frame
    pose: Pose


class Listener(Protocol):
    """Who is told what the eye sees."""

    def moment(self, word: str, why: str = "") -> None:
        """What the eye is doing."""

    def saw(self, seen: Seen) -> None:
        """A reading of the table."""

    def posed(self, pose: Pose, size: tuple[int, int]) -> None:
        """The board was found in pictures of this size (width, height)."""


class Watcher:
    """Reads the table when it lies still."""

    def __init__(
        self, grabber: Grabber, sheet: Sheet, colours: Collection[str], reader: Callable[[], Reads], listener: Listener
    ) -> None:
        """Start to watch; `reader` is called once, in the watcher's own thread, as it takes a moment to load."""
        self.grabber = grabber
        self.sheet = sheet
        self.colours = colours
        self.paused = Event()
        self._load = reader
        self._listener = listener
        self._pose: Pose | None = None
        self._steady: Steady | None = None
        self._corners: Corners | None = None
        self._searched = 0.0
        self._views: list[View] = []
        self._began = 0.0
        self._done = False
        self._read: Known = ()
        self._other: Known | None = None
        self._checked = 0.0
        self._again = Event()
        self._stop = Event()
        self._thread = Thread(target=self._run, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def close(self) -> None:
        """Stop watching; the camera stays open."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=3)

    def corners(self, corners: Corners | None) -> None:
        """Take the board to lie between these four points (shares of width and height); None looks for its markers."""
        self._corners = corners
        self._pose = None
        self._searched = 0.0
        self._again.set()

    def again(self) -> None:
        """Read the table once more although nothing moved."""
        self._again.set()

    def _run(self) -> None:
        told = "the reader has stopped; its error is in the terminal"
        try:
            self._listener.moment("starting", "the reader is loading")
            self._watch(self._load())
        except BadModel as why:
            told = str(why)
        finally:  # whatever ended the thread, people must not wait for it
            if not self._stop.is_set():
                self._listener.moment("broken", told)

    def _watch(self, reader: Reads) -> None:
        last: Frame | None = None
        while not self._stop.is_set():
            frame = self.grabber.after(last.number if last else 0, TICK)
            if trouble := self.grabber.trouble():
                self._start_over()  # the table may be another one when the camera is back
                self._listener.moment("no camera", trouble)
            fresh = frame is not None
            if frame is None and last is not None and not self.grabber.live:
                frame = Frame(last.image, last.number, last.seconds + TICK)  # a file shows its picture until the next
            if frame is None:
                continue
            if self.paused.is_set():
                self._start_over()
            elif self._posed(frame):
                self._feed(reader, frame, fresh)
            last = frame

    def _start_over(self) -> None:
        self._done, self._views = False, []

    def _feed(self, reader: Reads, frame: Frame, fresh: bool) -> None:
        assert self._pose is not None and self._steady is not None
        now = self._steady.feed(frame.image, frame.seconds)
        if self._again.is_set():
            self._again.clear()
            self._start_over()
        if now != "still":
            self._start_over()
            self._listener.moment("hand in view" if now == "motion" else "settling")
            return
        if self._done:
            return self._check(reader, frame, fresh)
        if not self._views and self._moved(frame):
            return
        self._listener.moment("reading")
        self._began = self._began if self._views else time.monotonic()
        self._views.append(reader.look(frame.image, self._pose, self.sheet, self.colours))
        late = time.monotonic() - self._began > LONGEST
        if len(self._views) >= VOTES or late or not fresh:  # the same picture need not be asked twice
            view, self._views, self._done = vote(self._views), [], True
            self._read, self._other, self._checked = _told(view), None, time.monotonic()
            self._listener.saw(Seen(view, frame, self._pose))

    def _check(self, reader: Reads, frame: Frame, fresh: bool) -> None:
        """Look again now and then: what came without a motion that was noticed is read when it is seen twice."""
        if not fresh or time.monotonic() - self._checked < RECHECK:
            return
        self._checked = time.monotonic()
        now = _told(reader.look(frame.image, self._pose, self.sheet, self.colours))
        if now == self._read:
            self._other = None
        elif now == self._other:
            self._start_over()
        else:
            self._other = now

    def _posed(self, frame: Frame) -> bool:
        height, width = frame.image.shape[:2]
        if self._pose is not None and self._pose.size == (width, height):
            return True
        if time.monotonic() - self._searched < LOOK_FOR_BOARD:
            return False
        self._searched = time.monotonic()
        try:
            pose = self._find(frame, width, height)
        except NoBoard as why:
            self._listener.moment("no board", str(why))
            return False
        self._take(pose, (width, height))
        self._start_over()
        return True

    def _take(self, pose: Pose, size: tuple[int, int]) -> None:
        self._pose, self._steady = pose, Steady(pose.to_px(outline(self.sheet)))
        self._listener.posed(pose, size)

    def _moved(self, frame: Frame) -> bool:
        """Was the camera or the board pushed? Then the pose is found anew; covered markers tell nothing."""
        if self._corners is not None or self._pose is None:
            return False
        try:
            pose = pose_from_markers(frame.image, self.sheet, self._pose)
        except NoBoard:
            return False
        edge = outline(self.sheet)
        if float(np.abs(pose.to_px(edge) - self._pose.to_px(edge)).max()) < PUSHED:
            return False
        height, width = frame.image.shape[:2]
        self._take(pose, (width, height))
        return True

    def _find(self, frame: Frame, width: int, height: int) -> Pose:
        corners = self._corners
        if corners is None:
            return pose_from_markers(frame.image, self.sheet)
        return pose_from_corners([(x * width, y * height) for x, y in corners], self.sheet, (width, height))


def _told(view: View) -> Known:
    """What a view is sure of, in any order."""
    return tuple(sorted((die.colour, die.value) for die in view.dice if die.accepted))
