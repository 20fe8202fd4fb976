"""Find pictures that show the same, within a set and across sets, also turned or mirrored.

    python -m datasets.duplicates FOLDER... [--bar 0.12]

A perceptual hash: the signs of the 255 lowest waves (cosine transform, as in "pHash" by E. Klinger and D. Starkweather)
of the grey picture at 64 x 64 px. To mirror a picture changes the sign of its odd waves, to turn it exchanges across
and down, so the hashes of all 8 turns and mirror images follow from one transform; that, and no further library, is why
it is not `imagehash`. Two pictures whose hashes differ in a share of bits under the bar are looked at again: their
thumbnails, laid over each other that way, have to agree (correlation), as pictures of one desk have like hashes.

The exit status is 1 where a picture of a test set has a twin in another set. Pictures with one source name (the
file's name without what Roboflow adds) in two sets are told too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

import vision  # noqa: F401  (first: sets OpenCV's limits)

import cv2  # isort: skip
import json  # isort: skip

import numpy as np
from numpy.typing import NDArray

from datasets.photos import TEST, BadLabels, read
from vision.picture import BadPicture, load

SIDE, WAVES = 64, 16
BAR, ALIKE = 0.12, 0.96  # share of bits that differ at most; least correlation of the thumbnails
CHUNK = 256
LONG = 12  # letters of a name that no two cameras give by chance (IMG_20191208_112104, not dice_12)
LARGE = 300_000  # bytes of a file from which it is read at a quarter of its size
TURNS = tuple((across, down, turned) for turned in (False, True) for across in (False, True) for down in (False, True))
"""Mirrored across, mirrored down, then transposed: the 8 ways to lay a picture."""

Bits = NDArray[np.uint8]


@dataclass(frozen=True)
class Shot:
    """A picture with its set, its source's name for it, its thumbnail and its hash."""

    source: str
    path: Path
    original: str
    thumbnail: NDArray[np.float32]
    bits: Bits


def waves(thumbnail: NDArray[np.float32]) -> NDArray[np.float32]:
    """The lowest waves (WAVES x WAVES) of a grey picture (SIDE x SIDE)."""
    return np.asarray(cv2.dct(thumbnail)[:WAVES, :WAVES], np.float32)


def laid(block: NDArray[Any], way: tuple[bool, bool, bool]) -> NDArray[Any]:
    """The waves of the picture laid that way, from those of the picture as it is."""
    odd = np.where(np.arange(WAVES) % 2, -1, 1)
    across, down, turned = way
    block = block * (odd[None, :] if across else 1) * (odd[:, None] if down else 1)
    return block.T if turned else block


def lay(picture: NDArray[Any], way: tuple[bool, bool, bool]) -> NDArray[Any]:
    """A picture (square) laid that way."""
    across, down, turned = way
    picture = picture[:, ::-1] if across else picture
    picture = picture[::-1] if down else picture
    return picture.T if turned else picture


def bits_of(block: NDArray[Any]) -> Bits:
    """The hash (32 bytes) of waves: the sign of each but the mean."""
    signs = block.ravel() > 0
    signs[0] = False
    return np.packbits(signs)


def thumb(path: Path) -> NDArray[np.float32]:
    """The grey picture at SIDE x SIDE px, of mean 0 and spread 1; raises BadPicture."""
    large = path.stat().st_size > LARGE
    image = cv2.imread(str(path), cv2.IMREAD_REDUCED_COLOR_4) if large else None  # four times as quick
    small = cv2.resize(load(path) if image is None else image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray((grey - grey.mean()) / max(1e-3, float(grey.std())), np.float32)


def shots(folder: Path) -> list[Shot]:
    """All pictures of a set, or of a folder without labels; raises BadPicture, BadLabels."""
    names: dict[Path, str] = {}
    if (folder / "labels.jsonl").exists():
        for picture in read(folder):
            names[picture.path] = picture.path.name
        for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
            told = json.loads(line)
            names[folder / told["image"]] = told.get("original", Path(told["image"]).name)
    else:
        names = {p: p.name for p in sorted(folder.rglob("*")) if p.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp")}
    found = []
    with click.progressbar(names.items(), label=folder.name) as shown:
        for path, original in shown:
            thumbnail = thumb(path)
            found.append(Shot(folder.name, path, original, thumbnail, bits_of(waves(thumbnail))))
    return found


def twins(found: Sequence[Shot], bar: float = BAR) -> list[tuple[int, int]]:
    """Pairs of pictures that show the same, laid in any of the 8 ways."""
    if not found:
        return []
    plain = np.stack([shot.bits for shot in found])
    most = int(bar * (WAVES * WAVES - 1))
    pairs = set()
    for way in TURNS:
        turned = np.stack([bits_of(laid(waves(shot.thumbnail), way)) for shot in found])
        for start in range(0, len(found), CHUNK):
            apart = np.bitwise_count(plain[start : start + CHUNK, None] ^ turned[None]).sum(axis=2, dtype=np.int32)
            for n, m in zip(*np.nonzero(apart <= most), strict=True):
                one, two = start + int(n), int(m)
                if one < two and (one, two) not in pairs and _agree(found[one], found[two], way):
                    pairs.add((one, two))
    return sorted(pairs)


def _agree(one: Shot, two: Shot, way: tuple[bool, bool, bool]) -> bool:
    return float((one.thumbnail * lay(two.thumbnail, way)).mean()) >= ALIKE


def groups(count: int, pairs: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Join pairs into groups of two and more, each sorted."""
    of = list(range(count))

    def root(n: int) -> int:
        while of[n] != n:
            of[n] = of[of[n]]
            n = of[n]
        return n

    for one, two in pairs:
        of[root(two)] = root(one)
    found: dict[int, list[int]] = defaultdict(list)
    for n in range(count):
        found[root(n)].append(n)
    return [group for group in found.values() if len(group) > 1]


def source_name(original: str) -> str:
    """A file's name at its first source: without Roboflow's addition and without endings, also doubled ones."""
    name = re.sub(r"\.(jpe?g|png|webp)$", "", original.split(".rf.")[0], flags=re.IGNORECASE)
    return re.sub(r"(_(jpe?g|png|webp))+$", "", name, flags=re.IGNORECASE)


def named_alike(found: Sequence[Shot]) -> dict[str, list[str]]:
    """Source names long enough to be of one picture only that stand in more than one set, with those sets."""
    places: dict[str, set[str]] = defaultdict(set)
    for shot in found:
        name = source_name(shot.original)
        if len(name) >= LONG:
            places[name].add(shot.source)
    return {name: sorted(sets) for name, sets in sorted(places.items()) if len(sets) > 1}


def report(found: Sequence[Shot], together: Sequence[Sequence[int]]) -> tuple[list[str], int]:
    """Tell the groups in words, those across sets first; and how many of them join a test set with another set."""
    lines, leaks = [], 0
    for group in sorted(together, key=lambda g: -len({found[n].source for n in g})):
        sources = {found[n].source for n in group}
        leak = len(sources) > 1 and bool(sources & set(TEST))
        leaks += leak
        word = "TEST PICTURE WITH A TWIN" if leak else "across sets" if len(sources) > 1 else "same"
        lines.append(f"{word}: " + ", ".join(f"{found[n].source}/{found[n].path.name}" for n in group))
    return lines, leaks


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--bar", default=BAR, show_default=True, help="Share of the hash's bits that may differ.")
@click.pass_context
def main(context: click.Context, folders: tuple[Path, ...], bar: float) -> None:
    """Tell which pictures of the FOLDERS show the same."""
    try:
        found = [shot for folder in folders for shot in shots(folder)]
    except (BadLabels, BadPicture) as why:
        raise click.ClickException(str(why)) from None
    together = groups(len(found), twins(found, bar))
    lines, leaks = report(found, together)
    for line in lines:
        click.echo(line)
    for name, places in named_alike(found).items():
        click.echo(f"one source name in {' and '.join(places)}: {name}")
    spare = sum(len(group) - 1 for group in together)
    click.echo(f"{len(found)} pictures, {len(together)} groups that show the same, {spare} pictures more than needed")
    click.echo(f"test pictures with a twin in another set: {leaks or 'none'}")
    context.exit(1 if leaks else 0)


if __name__ == "__main__":
    main()
