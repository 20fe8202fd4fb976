"""One thread that takes pictures from a camera and keeps only the newest.

A camera that stops or cannot be opened is named in `fault` and tried again, so nobody restarts the program. A video
file is played at its own pace and its last picture stays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Condition, Event, Thread

from vision.camera import EndOfPictures, Frame, NoPicture, Source
from vision.picture import BadPicture

RETRY = 2.0  # s between two tries to open a camera
STALLED = 4.0  # s without a picture until a camera that says nothing counts as stopped


Opener = Callable[[str], Source]


class Grabber:
    """The newest picture of one camera."""

    def __init__(self, spec: str, opener: Opener) -> None:
        """Start to grab from the camera that `spec` names."""
        self.spec = spec
        self.fault = ""
        self.ended = False
        self.live = True  # a camera, not a file: where no picture comes, something is wrong
        self._opener = opener
        self._frame: Frame | None = None
        self._count = 0
        self._came = time.monotonic()
        self._news = Condition()
        self._stop = Event()
        self._thread = Thread(target=self._run, name=f"camera {spec}", daemon=True)
        self._thread.start()

    def newest(self) -> Frame | None:
        """The newest picture, if there was one yet."""
        with self._news:
            return self._frame

    def after(self, number: int, timeout: float) -> Frame | None:
        """The newest picture once it has a higher number than `number`; None where none comes in time (s)."""
        with self._news:
            self._news.wait_for(lambda: self._stop.is_set() or self._number() > number, timeout)
            return self._frame if self._number() > number else None

    def trouble(self) -> str:
        """What is wrong with the camera now; empty while it works or its video has ended."""
        if self.ended:
            return ""
        late = time.monotonic() - self._came
        return self.fault or (f"camera {self.spec}: no picture for {late:.0f} s" if late > STALLED else "")

    def close(self) -> None:
        """Stop grabbing and let the camera go."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        self._thread.join(timeout=1.5)  # a network camera may take longer; it must not hold up the end

    def _number(self) -> int:
        return self._frame.number if self._frame else 0

    def _run(self) -> None:
        try:
            self._grab()
        finally:  # whatever ended the thread, people must not wait for it
            if not (self._stop.is_set() or self.ended):
                self.fault = f"camera {self.spec}: its reading has stopped; the error is in the terminal"

    def _grab(self) -> None:
        while not self._stop.is_set() and not self.ended:
            try:
                source = self._opener(self.spec)
            except (NoPicture, BadPicture) as why:
                self._failed(str(why))
                continue
            self.live = source.live
            try:
                self._pump(source)
            except EndOfPictures as why:
                self._over(str(why))
            except NoPicture as why:
                self._failed(str(why))
            finally:
                source.close()

    def _pump(self, source: Source) -> None:
        began = time.monotonic()
        earlier = self._frame.seconds if self._frame else 0.0
        while not self._stop.is_set():
            try:
                frame = source.read()
            except BadPicture as why:  # one of a folder; the others may be fine
                self.fault = str(why)
                continue
            early = frame.seconds - (time.monotonic() - began)
            if not source.live and early > 0 and self._stop.wait(early):
                return
            self._keep(frame, earlier)

    def _keep(self, frame: Frame, earlier: float) -> None:
        """Number and time go on where a camera that was opened again starts over."""
        with self._news:
            self._count += 1
            self._frame = replace(frame, number=self._count, seconds=earlier + frame.seconds)
            self._came = time.monotonic()
            self.fault = ""
            self._news.notify_all()

    def _over(self, why: str) -> None:
        if self._frame is not None:
            self.ended = True
        else:
            self._failed(self.fault or why)

    def _failed(self, why: str) -> None:
        self.fault = why
        self._stop.wait(RETRY)
