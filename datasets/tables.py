"""Renders training pictures of dice on printed boards, seen from anywhere, with the truth beside them.

`python -m datasets.tables OUT --count 120` writes `OUT/images` and `OUT/labels.jsonl` in the form of the photographs'
labels. The print's tints, numbers and names change from picture to picture, so that what is learnt is "dice", not
this board. Seeded by picture and resumable: pictures that exist are kept.
"""

import colorsys
import json
import math
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import print_board, sensor, truth
from datasets.board_file import Board, load
from datasets.camera import watching, world
from datasets.scene import Die, Lamp, Look, Rgb, Scene, Sheet, flat

BOARDS = Path(__file__).resolve().parent.parent / "rules" / "die_die_die" / "data" / "boards"
SIZE = (640, 400)
APART = 17.5  # mm between two dice's middles: touching ones included
LETTERS = np.array(list("ABCDEFGHIKLMNOPRSTUVW"))


def print_of(board: Board, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Draw the board with other numbers, names and tints."""
    others = tuple(
        replace(t, points=int(rng.integers(0, 10)), title="".join(rng.choice(LETTERS, rng.integers(3, 9))))
        for t in board.territories
    )
    drawn = print_board.draw(replace(board, territories=others), 4)
    hsv = cv2.cvtColor(drawn, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + rng.uniform(0, 180)) % 180
    hsv[..., 1] *= rng.uniform(0.3, 2.2)
    hsv[..., 2] = 255 * (hsv[..., 2] / 255) ** math.exp(rng.normal(0, 0.5))
    return np.asarray(cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)


def look(rng: np.random.Generator) -> Look:
    """Draw a die's colours: any hue, or white, ivory, grey, black; pips light or dark, sometimes red."""
    if rng.random() < 0.35:
        grey = float(rng.choice([0.02, 0.08, 0.3, 0.7, 0.85]))
        body: Rgb = (grey, grey * float(rng.uniform(0.85, 1)), grey * float(rng.uniform(0.7, 1)))
    else:
        hue, full, light = rng.random(), rng.uniform(0.5, 1.0), rng.uniform(0.08, 0.75)
        body = colorsys.hsv_to_rgb(float(hue), float(full), float(light))
    pale = max(body) < 0.45 or rng.random() < 0.25
    pips: Rgb = (0.86, 0.86, 0.83) if pale else (0.02, 0.02, 0.02)
    if rng.random() < 0.08:
        pips = (0.6, 0.02, 0.02)
    return Look("any", body, pips, float(rng.uniform(0.06, 0.3)))


def dice(board: Board, rng: np.random.Generator) -> tuple[Die, ...]:
    """Lay up to 18 dice flat on the board, some touching, some as towers; now and then none."""
    count = 0 if rng.random() < 0.12 else int(rng.integers(1, 19))
    army = [look(rng) for _ in range(int(rng.integers(1, 6)))]
    laid: list[Die] = []
    places: list[NDArray[np.float64]] = []
    for _ in range(count * 3):
        at = rng.uniform((10, 10), (board.width - 10, board.height - 10))
        if places and rng.random() < 0.2:
            at = places[-1] + APART * np.array([math.cos(a := rng.uniform(0, 2 * math.pi)), math.sin(a)]) * 1.3
        if len(laid) >= count or any(math.dist(at, p) < APART * 1.3 for p in places):
            continue
        places.append(at)
        one = army[int(rng.integers(len(army)))]
        laid.append(flat(one, int(rng.integers(1, 7)), at[0], at[1], float(rng.uniform(0, 6.28))))
        if rng.random() < 0.15:
            x, y = at + rng.normal(0, 1, 2)
            laid.append(flat(one, int(rng.integers(1, 7)), x, y, float(rng.uniform(0, 6.28)), 1, len(laid) - 1))
    return tuple(laid)


def scene(board: Board, rng: np.random.Generator) -> Scene:
    """Draw a whole table: print, dice, lamps and a camera at 30 to 88 degrees, from any side."""
    corners = np.array([world(x, y) for x in (0, board.width) for y in (0, board.height)])
    closer = rng.uniform(0.45, 1.1)
    middle = corners.mean(axis=0) + np.array([*rng.uniform(-0.35, 0.35, 2) * (board.width, board.height), 0])
    seen = middle + (corners - corners.mean(axis=0)) * closer
    camera = watching(seen, rng.uniform(30, 88), rng.uniform(28, 60), SIZE, 4, rng.uniform(-180, 180))
    centre = (board.width / 2, -board.height / 2, 0.0)
    lamps = tuple(
        Lamp(
            (float(rng.uniform(-1200, 1600)), float(rng.uniform(-1200, 1200)), float(rng.uniform(500, 1200))),
            centre,
            float(rng.uniform(80, 600)),
            colorsys.hsv_to_rgb(float(rng.uniform(0, 0.7)), float(rng.uniform(0, 0.25)), float(rng.uniform(0.4, 2.2))),
        )
        for _ in range(int(rng.integers(1, 3)))
    )
    sheet = Sheet(print_of(board, rng), board.width, board.height)
    return Scene(camera, sheet, dice(board, rng), (), lamps, float(rng.uniform(0.2, 0.8)), int(rng.integers(4)))


def shoot(board: Board, number: int, file: Path, samples: int) -> dict[str, object]:
    """Render picture `number` unless it is there, and return its line of truth."""
    rng = np.random.default_rng((77, number))
    drawn = scene(board, rng)
    if not file.exists():
        from datasets import render

        light = render.picture(drawn, samples, number)
        level = float(np.percentile(light, 70))
        developed = sensor.developed(light, float(rng.uniform(0.3, 0.65)) / max(0.02, level), rng.uniform(0.4, 1.2))
        picture = sensor.noisy(developed, rng, float(rng.uniform(0.5, 6)))
        cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))])
    return {"image": f"images/{file.name}", "width": SIZE[0], "height": SIZE[1], "dice": truth.tell(drawn)}


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--count", default=120, help="How many pictures.")
@click.option("--first", default=0, help="The first picture's number, which is its seed.")
@click.option("--samples", default=8, help="Light paths a pixel.")
def main(out: Path, count: int, first: int, samples: int) -> None:
    """Render training pictures of dice on printed boards into OUT."""
    board = load(BOARDS / "world-war.toml")
    (out / "images").mkdir(parents=True, exist_ok=True)
    with click.progressbar(range(first, first + count)) as numbers:
        lines = [shoot(board, n, out / "images" / f"{n:06}.jpg", samples) for n in numbers]
    (out / "labels.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
