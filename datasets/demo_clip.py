"""Films the demo's game: renders each table at rest and in motion once, then adds noise and encodes the clip.

`python -m datasets.demo_clip` needs the extra `render` (with PyAV for H.264) and goes on where it was stopped;
`--width 320 --samples 4` gives a quick look at the play.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import board_file, demo_game, demo_motion, print_board, sensor, truth
from datasets.board_file import Board
from datasets.camera import watching, world
from datasets.demo_game import Step, Table
from datasets.demo_motion import Moment
from datasets.scene import Lamp, Scene, Sheet

HOUSE = Path(__file__).resolve().parent.parent
BOARD = HOUSE / "rules" / "die_die_die" / "data" / "boards" / "world-war.toml"

FPS = 10
STILL, FIRST, LAST = 16, 20, 40  # frames at rest: after a step, at the start, at the end
SHUTTER = 0.5  # share of a frame's time that the shutter is open
BLUR = ((30.0, 8), (8.0, 5), (1.0, 3), (0.0, 1))  # mm that a thing moves in one frame: rendered moments
EXPOSURE = 1.62
NOISE = 1.6  # levels of 255
QUALITY = 23  # x264's constant rate factor


@dataclass(frozen=True)
class Shot:
    """One picture to render (several moments make a motion blur) and for how many frames it is shown."""

    name: str
    moments: tuple[Moment, ...]
    frames: int


def shots() -> Iterator[Shot]:
    """Yield the clip's pictures in order: `still-NN` after step NN, `move-NN-FF` on the way to it."""
    tables = list(demo_game.tables())
    yield Shot("still-00", (demo_motion.at_rest(tables[0]),), FIRST)
    for number, (step, before, after) in enumerate(zip(demo_game.STEPS, tables, tables[1:], strict=False), 1):
        count = demo_motion.frames(step)
        for frame in range(count):
            yield Shot(f"move-{number:02}-{frame:02}", exposed(before, after, step, frame / count), 1)
        last = number == len(demo_game.STEPS)
        yield Shot(f"still-{number:02}", (demo_motion.at_rest(after),), LAST if last else STILL)


def exposed(before: Table, after: Table, step: Step, share: float) -> tuple[Moment, ...]:
    """Return the moments that an open shutter sees from a share of a step on: the more, the faster things move."""
    length = SHUTTER / demo_motion.frames(step)
    share += length / SHUTTER / 2
    first, last = (demo_motion.moment(before, after, step, s) for s in (share, share + length))
    count = next(moments for least, moments in BLUR if travel(first, last) >= least)
    return tuple(demo_motion.moment(before, after, step, share + length * k / count) for k in range(count))


def travel(first: Moment, last: Moment) -> float:
    """Return how far the quickest die or hand moves between two moments, in mm."""
    places = [[*(d.centre for d in m.dice), *(h.pinch for h in m.hands)] for m in (first, last)]
    return max(float(np.linalg.norm(np.subtract(a, b))) for a, b in zip(*places, strict=True))


def staged(board: Board, width: int) -> Scene:
    """Return the empty table: the printed board, two lamps, and a camera that has all of the sheet in view."""
    corners = np.array([world(x, y) for x in (0, board.width) for y in (0, board.height)])
    camera = watching(corners, 62, 36, (width, width * 9 // 16), width / 110)
    middle = (board.width / 2, -board.height / 2, 0.0)
    # Both stand where their mirror images miss the sheet: glare on a die's top would hide its pips.
    warm = Lamp((-800, 200, 900), middle, 220, (1.6, 1.47, 1.26))
    window = Lamp((1300, 250, 800), middle, 420, (0.5, 0.56, 0.66))
    sheet = Sheet(print_board.draw(board, 5), board.width, board.height)
    return Scene(camera, sheet, lamps=(warm, window), room=0.45, seed=3)


def setting(stage: Scene, moment: Moment) -> Scene:
    """Return the stage with a moment's dice and hands."""
    return Scene(stage.camera, stage.sheet, moment.dice, moment.hands, stage.lamps, stage.room, stage.seed)


def shoot(stage: Scene, shot: Shot, samples: int, folder: Path) -> None:
    """Render one picture into the folder as a 16-bit PNG, unless it is there already."""
    from datasets import render

    path = folder / f"{shot.name}.png"
    if path.exists():
        return
    each = samples if shot.name.startswith("still") else max(2, samples // 2 // len(shot.moments))
    light = render.blurred([setting(stage, m) for m in shot.moments], each)
    picture = sensor.developed(light, EXPOSURE)
    draft = path.with_suffix(".part.png")
    cv2.imwrite(str(draft), np.round(picture * 65535).astype(np.uint16))
    draft.replace(path)


def developed(folder: Path, shot: Shot) -> NDArray[np.float32]:
    """Return a rendered picture as BGR from 0 to 1.

    Raises FileNotFoundError where it was not rendered.
    """
    picture = cv2.imread(str(folder / f"{shot.name}.png"), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(folder / f"{shot.name}.png")
    return np.asarray(picture / 65535, np.float32)


def encode(folder: Path, out: Path) -> int:
    """Write the clip with each frame's own noise and return its number of frames."""
    import av

    rng = np.random.default_rng(7)
    count = 0
    with av.open(str(out), "w", options={"movflags": "faststart"}) as container:
        stream = container.add_stream("libx264", rate=Fraction(FPS), options={"crf": str(QUALITY), "preset": "medium"})
        stream.height, stream.width = developed(folder, next(shots())).shape[:2]
        stream.pix_fmt = "yuv420p"
        for shot in shots():
            picture = developed(folder, shot)
            for _ in range(shot.frames):
                frame = av.VideoFrame.from_ndarray(sensor.noisy(picture, rng, NOISE), format="bgr24")
                container.mux(stream.encode(frame))
                count += 1
        container.mux(stream.encode())
    return count


def script(board: Board, stage: Scene) -> dict[str, Any]:
    """Return what happens in the clip: players, tables at rest with their frames, and the score to expect."""
    tables, events, frame = list(demo_game.tables()), [], 0
    for shot in shots():
        kind, number, *_ = shot.name.split("-")
        if kind == "still":
            step = int(number)
            what = demo_game.told(demo_game.STEPS[step - 1]) if step else "the board is empty"
            table = demo_game.text(board, tables[step])
            events.append({"frame": frame, "last": frame + shot.frames - 1, "what": what, "table": table})
        frame += shot.frames
    players = [{"name": name, "colours": [colour]} for name, colour in demo_game.PLAYERS.items()]
    size = {"fps": FPS, "frames": frame, "width": stage.camera.width, "height": stage.camera.height}
    return {
        "board": board.id,
        "players": players,
        **size,
        "events": events,
        "score": demo_game.score(board, tables[-1]),
    }


def stills(stage: Scene, folder: Path, out: Path) -> None:
    """Write each table at rest as a noisy picture, with `truth.jsonl` beside them."""
    out.mkdir(parents=True, exist_ok=True)
    rng, lines = np.random.default_rng(11), []
    for shot in shots():
        if not shot.name.startswith("still") or not (folder / f"{shot.name}.png").exists():
            continue
        cv2.imwrite(str(out / f"{shot.name}.png"), sensor.noisy(developed(folder, shot), rng, NOISE))
        size = {"width": stage.camera.width, "height": stage.camera.height}
        lines.append(
            json.dumps({"image": f"{shot.name}.png", **size, "dice": truth.tell(setting(stage, shot.moments[0]))})
        )
    (out / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


@click.command()
@click.option("--out", type=click.Path(path_type=Path), default=HOUSE / "webui" / "data" / "demo.mp4")
@click.option("--folder", type=click.Path(path_type=Path), default=HOUSE / "runs" / "demo", help="Rendered pictures.")
@click.option("--width", default=1280, help="Pixels; the height follows at 16:9.")
@click.option("--samples", default=16, help="Light paths a pixel in pictures at rest.")
@click.option("--truth", "told", type=click.Path(path_type=Path), help="Also write stills and their truth here.")
@click.option("--only", default="", help="Render only pictures whose name starts like this, and encode nothing.")
def main(out: Path, folder: Path, width: int, samples: int, told: Path | None, only: str) -> None:
    """Render and encode the demo's clip, and write its script beside it as JSON."""
    board = board_file.load(BOARD)
    stage = staged(board, width)
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in shots() if shot.name.startswith(only)]
    with click.progressbar(wanted, label="Rendering") as bar:
        for shot in bar:
            shoot(stage, shot, samples, folder)
    if told:
        stills(stage, folder, told)
    if not only:
        encode(folder, out)
        out.with_suffix(".json").write_text(json.dumps(script(board, stage), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
