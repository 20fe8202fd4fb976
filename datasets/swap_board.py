"""Lays the dice of a picture on another board of the same size: for pictures of boards that nobody has printed yet.

`python -m datasets.swap_board STILL OUT --to krakatoa --move red4:200,160` keeps dice, light and shadow of STILL, whose
board is the World War, and prints another board under them; `--move` cuts a die out and sets it at that point (mm).
"""

from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import board_file, print_board
from datasets.world_war import BOARDS
from rules.sheet import shipped
from vision.board import Pose, pose_from_markers
from vision.picture import load
from vision.reader import Reader
from vision.view import DieView

Picture = NDArray[np.float32]
SCALE = 4.0  # px a mm of the printed boards
SHADE = (0.25, 1.6)  # least and most light on the paper, as a share of its own tone


def printed(name: str, pose: Pose, size: tuple[int, int]) -> Picture:
    """Return a printed board as the camera would see it, without light, as BGR."""
    board = board_file.load(BOARDS / f"{name}.toml")
    corners = [(0.0, 0.0), (board.width, 0.0), (board.width, board.height), (0.0, board.height)]
    flat = print_board.draw(board, SCALE)
    height, width = flat.shape[:2]
    there = np.asarray(pose.to_px(corners), np.float32)
    here = np.asarray([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = cv2.warpPerspective(flat, cv2.getPerspectiveTransform(here, there), size, flags=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), np.float32)


def outline(die: DieView) -> NDArray[np.int32]:
    """Return the hull of a die in the picture, in px: its box, whose lower corners are cut as a cube's are."""
    x, y, w, h = die.box
    cut = [(0.02, 0.2), (0.5, 0.0), (0.98, 0.2), (0.97, 0.82), (0.5, 1.0), (0.04, 0.82)]
    return np.round(np.array([(x + a * w, y + b * h) for a, b in cut])).astype(np.int32)


def laid(image: NDArray[np.uint8], to: str, moves: dict[str, tuple[float, float]]) -> NDArray[np.uint8]:
    """Return the picture with another board under its dice, some of them moved to points of the board (mm)."""
    pose, reader = pose_from_markers(image, shipped("world-war")), Reader()
    dice = reader.look(image, pose, shipped("world-war")).dice
    size = (image.shape[1], image.shape[0])
    old, new = printed("world-war", pose, size), printed(to, pose, size)
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline(d) for d in dice], 255)
    light = np.clip(image / np.maximum(old, 8), *SHADE).astype(np.float32)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 7.0))  # the old print must not show through
    bare = cv2.inpaint(np.clip(light * 100, 0, 255).astype(np.uint8), mask, 5, cv2.INPAINT_TELEA)
    light[mask > 0] = bare[mask > 0] / 100
    paper = np.where(new.sum(axis=2, keepdims=True) > 0, np.clip(new * light, 0, 255), image)
    board = np.asarray(cv2.GaussianBlur(paper.astype(np.float32), (0, 0), 0.5), np.float32)
    for die in dice:
        board = set_down(
            np.asarray(board, np.float32), image, die, offset(die, moves.get(f"{die.colour}{die.value}"), pose)
        )
    return np.clip(board, 0, 255).astype(np.uint8)


def offset(die: DieView, to: tuple[float, float] | None, pose: Pose) -> tuple[int, int]:
    """Return how far a die is moved in the picture, in px."""
    if to is None or die.mm is None:
        return 0, 0
    (x0, y0), (x1, y1) = pose.to_px([die.mm, to])
    return round(float(x1 - x0)), round(float(y1 - y0))


def set_down(board: Picture, image: NDArray[np.uint8], die: DieView, move: tuple[int, int]) -> Picture:
    """Return the board with one die of the picture on it, its edge softened."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline(die)], 255)
    shift = np.array([[1, 0, move[0]], [0, 1, move[1]]], np.float32)
    size = (image.shape[1], image.shape[0])
    soft = cv2.warpAffine(cv2.GaussianBlur(mask, (0, 0), 0.8), shift, size).astype(np.float32)[..., None] / 255
    top = cv2.warpAffine(image, shift, size).astype(np.float32)
    return np.asarray(board * (1 - soft) + top * soft, np.float32)


@click.command()
@click.argument("still", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--to", required=True, help="The other board's id.")
@click.option("--move", "moves", multiple=True, help="red4:X,Y: set the red 4 at X, Y mm.")
def main(still: Path, out: Path, to: str, moves: tuple[str, ...]) -> None:
    """Lay the dice of STILL on another board, into the picture OUT."""
    wanted = {}
    for move in moves:
        n, _, at = move.partition(":")
        x, y = at.split(",")
        wanted[n] = (float(x), float(y))
    cv2.imwrite(str(out), laid(load(still), to, wanted), [cv2.IMWRITE_JPEG_QUALITY, 88])


if __name__ == "__main__":
    main()
