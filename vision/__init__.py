"""From pictures to dice: camera, board pose, finding dice, reading faces, colour, towers, steadiness, overlays.

Knows no game. Start with `reader.Reader`, whose `look` is the whole path from a picture to what lies on it;
`see` is the short form that gives what the rules read.

The two switches below have to be set before OpenCV is imported for the first time, so import `vision` first.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

MOST_PIXELS = 64_000_000  # a picture larger than this is refused before it is decoded (about 190 MB decoded)

os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
# Windows: Media Foundation's hardware transforms make a camera take up to 20 s to open.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")

if TYPE_CHECKING:
    from rules.reading import Sighting
    from rules.sheet import Sheet
    from vision.board import Pose
    from vision.camera import Frame


def see(frame: Frame, pose: Pose, sheet: Sheet) -> Sighting:
    """Return what lies on `sheet` in one frame: dice with colour, face, millimetres and certainty."""
    from vision.reader import shared

    return shared().look(frame.image, pose, sheet).sighting(frame.number)
