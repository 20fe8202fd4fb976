"""The session: ties camera, vision, rules and log together, and is the one lock around them.

Threads: the grabber and the watcher of the camera in use, and the server's. Whoever changes something does it in `act`
or in one of the listener's methods, and so everybody who waits is told. desk.py decides, this file only carries.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from threading import Condition, Event, Lock, RLock
from typing import Any

from rules import game
from rules.core import Setup, begin
from vision.board import Pose
from vision.camera import Frame

from .boards import sheet_of
from .desk import MODES, Desk
from .ear import Ear, Eye
from .grabber import Grabber, Opener
from .match import Match
from .profiles import Profiles, read_with
from .spots import desk_file, restore, spoken
from .store import BadStore, LogFile, Store
from .watcher import Corners, Learns, Seen, Watcher

BLIND = ("no camera", "no board", "broken", "starting")  # moments in which no camera sees the table


class NoMatch(LookupError):
    """Nothing is being played."""


class Live:
    """What is being played now."""

    def __init__(self, store: Store, opener: Opener, reader: Callable[[], Learns], clip: str = "") -> None:
        """Nothing is being played yet; `clip` is the demo video, offered as a camera."""
        self.store = store
        self.clip = clip
        self.stop = Event()
        self.started = secrets.token_hex(4)  # versions count from one start of the program to its end
        self.version = 0
        self.desk: Desk | None = None
        self.seen: Seen | None = None
        self.until: int | None = None  # the picture from which on the last reading no longer holds
        self.pose: Pose | None = None
        self.size = (0, 0)
        self.pose_version = 0
        self.word, self.why = "waiting", ""
        self.paused = False
        self.trouble = ""
        self.corners: Corners | None = None
        self.profiles = Profiles(store.folder)
        self.opener, self._reader = opener, reader
        self._eye: Eye | None = None
        self._ear: Ear | None = None
        self._lock = RLock()
        self._switch = Lock()  # one match or camera is changed at a time; never taken while `_lock` is held
        self._news = Condition(self._lock)

    # matches and cameras

    def new(self, setup: Setup, camera: str = "", mode: str = "ask", dice: str = "") -> str:
        """Begin a match, with a profile of dice ("" for none); its id.

        Raises BadSetup, sheet.BadSheet, BadStore and BadProfiles, and then nothing was begun.
        """
        if dice:
            self.profiles.get(dice)
        begin(game(setup.game), setup)
        sheet_of(setup)
        with self._switch:
            log = self.store.create(setup)
            log.keep_desk({"camera": camera, "mode": mode, "dice": dice})
            self._start(log)
        return log.id

    def open(self, match: str) -> None:
        """Go on with a match of the store; raises BadStore, BadSetup and sheet.BadSheet."""
        with self._switch:
            self._start(self.store.open(match))

    def look_through(self, camera: str) -> None:
        """Use another camera for this match, or none (""); raises NoMatch."""
        with self._switch:
            self._no_eye()
            with self._lock:
                desk = self.playing()
                desk.blind = True
                desk.follow()
            self._see_through(camera)

    def wear(self, dice: str) -> None:
        """Read this match with a profile of dice, or none (""); raises NoMatch and BadProfiles."""
        if dice:
            self.profiles.get(dice)
        with self._switch:
            with self._lock:
                self.playing().dice = dice
            camera = self.camera
            self._no_eye()
            self._see_through(camera)

    def set_corners(self, corners: Corners | None) -> None:
        """Where the board's corners are (shares of the picture); None looks for the markers. Raises NoMatch."""
        with self._lock:
            self.playing()
            self.corners = corners
            if self._eye:
                self._eye.watcher.corners(corners)
            self._tell()

    def pause(self, paused: bool) -> None:
        """Stop reading the table for a while, or go on; raises NoMatch."""
        with self._lock:
            desk = self.playing()
            self.paused = paused
            if self._eye:
                (self._eye.watcher.paused.set if paused else self._eye.watcher.paused.clear)()
                desk.blind = desk.blind or paused
            self._tell()

    def set_mode(self, mode: str) -> None:
        """Ask never, when unsure, or always (one of desk.MODES); raises NoMatch."""
        self.act(lambda desk: setattr(desk, "mode", mode))

    def close(self) -> None:
        """End the session: streams, threads, camera and store."""
        self.stop.set()
        with self._lock:
            self._news.notify_all()
        with self._switch:
            self._no_eye()
        self.store.close()

    # what pages do and ask

    def playing(self) -> Desk:
        """The desk of the match that is played; raises NoMatch."""
        if self.desk is None:
            raise NoMatch("no match is being played: begin one, or open one from the list")
        return self.desk

    def act(self, what: Callable[[Desk], None]) -> None:
        """Do something at the desk and tell everybody; raises NoMatch and what `what` raises."""
        with self._lock:
            desk = self.playing()
            try:
                what(desk)
                self.trouble = ""
            finally:
                self._keep()
                self._tell()

    def ask(self, what: Callable[[Live], Any]) -> Any:
        """An answer about the session, while nothing moves."""
        with self._lock:
            return what(self)

    def wait(self, version: int, timeout: float) -> int:
        """The version of the state once it differs from `version`, or after `timeout` s."""
        with self._news:
            self._news.wait_for(lambda: self.version != version or self.stop.is_set(), timeout)
            return self.version

    def picture(self, after: int, timeout: float) -> Frame | None:
        """The newest picture once it is newer than number `after`; None where none comes in time (s)."""
        eye = self._eye
        return eye.grabber.after(after, timeout) if eye else None

    @property
    def camera(self) -> str:
        """The camera in use; empty without one."""
        return self._eye.spec if self._eye else ""

    @property
    def ended(self) -> bool:
        """Has the video come to its end?"""
        return self._eye is not None and self._eye.grabber.ended

    def reader(self, dice: str = "") -> Learns:
        """The reader, with a profile of dice in mind; one that cannot be used is named on the page and left out."""
        found, trouble = read_with(self._reader(), self.profiles, dice)
        if trouble:
            with self._lock:
                self.trouble = trouble
                self._tell()
        return found

    # what the eye says

    def heard(self, ear: Ear, what: Callable[[], None]) -> None:
        """Let the watcher in use say something; one of an earlier camera is not heard any more."""
        with self._lock:
            if ear is self._ear:
                what()

    def moment(self, word: str, why: str) -> None:
        """The eye does something else now."""
        if (word, why) == (self.word, self.why):
            return
        self.word, self.why = word, why
        if word == "hand in view" and self.seen and self.until is None and self._eye:
            newest = self._eye.grabber.newest()
            self.until = newest.number if newest else None
        if self.desk and word in BLIND:
            self.desk.blind = True
        self._tell()

    def saw(self, seen: Seen) -> None:
        """The table was read."""
        desk = self.playing()
        self.seen, self.until = seen, None
        self.word, self.why = "read", ""
        desk.blind = False
        try:
            desk.see(seen.view.sighting(seen.frame.number))
            self.trouble = ""
        except BadStore as why:
            self.trouble = str(why)
        self._keep()
        self._tell()

    def posed(self, pose: Pose, size: tuple[int, int]) -> None:
        """The board was found."""
        self.pose, self.size = pose, size
        self.pose_version += 1
        self._tell()

    # inside

    def _start(self, log: LogFile) -> None:
        match = Match(log)
        kept = log.desk()
        desk = Desk(match, sheet_of(log.setup), spoken(kept, "mode", MODES, "ask"))
        desk.dice = str(kept.get("dice", ""))[:80]
        self._no_eye()
        with self._lock:
            self.desk, self.seen, self.until, self.paused = desk, None, None, False
            self.trouble, self.corners = log.repaired, restore(desk, kept)
            self._tell()
        self._see_through(str(kept.get("camera", "")))

    def _see_through(self, spec: str) -> None:
        with self._lock:
            desk = self.playing()
            self.pose, self.seen, self.until, self.paused = None, None, None, False
            self.pose_version += 1
            self.word, self.why = ("starting", "") if spec else ("by hand", "")
            if spec:
                self._open_eye(spec, desk)
            self._keep()
            self._tell()

    def _open_eye(self, spec: str, desk: Desk) -> None:
        grabber = Grabber(spec, self.opener)
        self._ear = Ear(self)
        reads = partial(self.reader, desk.dice)
        watcher = Watcher(grabber, desk.sheet, desk.colours, reads, self._ear)
        watcher.corners(self.corners)
        self._eye = Eye(spec, grabber, watcher)
        watcher.start()

    def _no_eye(self) -> None:
        with self._lock:
            eye, self._eye, self._ear = self._eye, None, None
        if eye:  # outside the lock: the watcher may be waiting for it
            eye.watcher.close()
            eye.grabber.close()

    def _keep(self) -> None:
        if self.desk is None:
            return
        try:
            self.desk.match.log.keep_desk(desk_file(self.desk, self.camera, self.corners))
        except BadStore as why:
            self.trouble = str(why)

    def _tell(self) -> None:
        self.version += 1
        self._news.notify_all()
