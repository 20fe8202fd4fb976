"""Pictures for the page: the newest of the camera, and the crop of a die that is asked about."""

from __future__ import annotations

from threading import BoundedSemaphore, Lock

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import numpy as np
from flask import Blueprint, Response, abort, current_app, request
from numpy.typing import NDArray

from vision.camera import Frame

from .live import Live
from .session import session

pictures = Blueprint("pictures", __name__)

WIDEST = 1280  # px of a picture on its way to the page; dice are read from the full one
QUALITY = 80
WAITING = 24  # pages that may wait for a picture at once
WAIT = 10.0  # s that a page may wait for a newer picture
AROUND = 0.6  # of a die's size that a crop shows on each side of it
CROP = 240  # px of a crop's longer edge

Image = NDArray[np.uint8]


class Encoded:
    """The last picture as JPEG, made once for all who look on."""

    def __init__(self) -> None:
        """Nothing yet."""
        self._lock = Lock()
        self._of: Frame | None = None
        self._jpeg = b""

    def jpeg(self, frame: Frame) -> bytes:
        """The frame as JPEG, not wider than a page needs."""
        with self._lock:
            if self._of is not frame:
                self._jpeg, self._of = jpeg(_fitting(frame.image)), frame
            return self._jpeg


def jpeg(image: Image) -> bytes:
    """A picture as JPEG."""
    fine, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not fine:
        raise ValueError(f"a picture of {image.shape} cannot be encoded")
    return data.tobytes()


def _fitting(image: Image) -> Image:
    height, width = image.shape[:2]
    if width <= WIDEST:
        return image
    return np.asarray(
        cv2.resize(image, (WIDEST, max(1, round(height * WIDEST / width))), interpolation=cv2.INTER_AREA), np.uint8
    )


@pictures.get("/frame.jpg")
def newest() -> Response:
    """The newest picture once it is newer than `after`; its number stands in X-Frame. 204 where none came."""
    live = session()
    after = request.args.get("after", "0")
    known = int(after) if after.isdecimal() and len(after) < 12 else 0
    places: BoundedSemaphore = current_app.extensions["pipsight-waiting"]
    if places.acquire(blocking=False):
        try:
            frame = live.picture(known, WAIT)
        finally:
            places.release()
    else:  # so many wait that the server's threads would run out
        frame = live.picture(known, 0.0)
    if frame is None:
        return Response(status=204)
    encoded: Encoded = current_app.extensions["pipsight-jpeg"]
    answer = Response(encoded.jpeg(frame), mimetype="image/jpeg")
    answer.headers["X-Frame"] = str(frame.number)
    return answer


@pictures.get("/crop/<int:frame>/<int:die>.jpg")
def crop(frame: int, die: int) -> Response:
    """One die, cut from the picture of that number; 404 unless it is the one that was read last."""
    cut = session().ask(lambda live: _cut(live, frame, die))
    if cut is None:
        abort(404, "another picture was read since")
    answer = Response(jpeg(cut), mimetype="image/jpeg")
    answer.headers["Cache-Control"] = "max-age=600"
    return answer


def _cut(live: Live, frame: int, die: int) -> Image | None:
    seen = live.seen
    if seen is None or seen.frame.number != frame or die >= len(seen.view.dice):
        return None
    return around(seen.frame.image, seen.view.dice[die].box)


def around(image: Image, box: tuple[float, float, float, float]) -> Image:
    """A die's box (x, y, width, height in px) with something around it, in a size to be looked at."""
    x, y, w, h = box
    height, width = image.shape[:2]
    left, right = max(0, int(x - AROUND * w)), min(width, int(x + (1 + AROUND) * w) + 1)
    top, bottom = max(0, int(y - AROUND * h)), min(height, int(y + (1 + AROUND) * h) + 1)
    cut = image[top:bottom, left:right]
    scale = CROP / max(cut.shape[:2])
    size = (max(1, round(cut.shape[1] * scale)), max(1, round(cut.shape[0] * scale)))
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_CUBIC), np.uint8)
