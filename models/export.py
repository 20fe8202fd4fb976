"""Turn trained weights into the ONNX files that ship, and write their hashes and settings into `manifest.json`.

    pipsight export detector --weights RUN/detector/weights/last.pt
    pipsight export face --weights RUN/face.pt

The settings that calibration chose (`temperature`, `bar`) stay as they are in the manifest; `models.calibrate`
changes them. `python -m models.export` is the same command.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from models.device import offline
from models.graph import store_in_half, take_pictures

offline()

FOLDER = Path(__file__).parent
MANIFEST = "manifest.json"
DETECTOR_SIDE = 640
ABOUT = {
    "detector": "pipsight detector: YOLO11n, one class (die)",
    "onestage": "one plain detector of six classes, to compare with: YOLO11n",
}


def run(which: str, weights: Path, to: Path | None = None, side: int = 0) -> Path:
    """Export "detector", "face" or "onestage"; return the file, beside which the manifest tells its hash.

    Without `to` what ships goes into `models/`, and what only compares lies beside its weights.
    """
    folder = to or (weights.parent if which == "onestage" else FOLDER)
    file = folder / f"{which}.onnx"
    settings = face(weights, file) if which == "face" else detector(weights, file, side or DETECTOR_SIDE, ABOUT[which])
    note(file.name, settings, folder)
    return file


def detector(weights: Path, to: Path, side: int = DETECTOR_SIDE, about: str = ABOUT["detector"]) -> dict[str, Any]:
    """Export ultralytics weights without suppression of doubles; `side` is the longest side to be looked at, in px.

    The file takes uint8 N x height x width x 3 (BGR; both sides free, in steps of 32 px), gives N x 5 x anchors
    (centre x, y, w, h, score of each class) and is half as large as its weights, see models/graph.py.
    """
    import onnx
    from ultralytics import YOLO

    made = YOLO(str(weights)).export(format="onnx", imgsz=side, opset=17, simplify=True, dynamic=True)
    network = onnx.load(made)
    Path(made).unlink()
    take_pictures(network)
    store_in_half(network)
    _describe(network, about)
    onnx.checker.check_model(network)
    onnx.save(network, str(to))
    return {"side": side}


def _describe(network: Any, about: str) -> None:
    """Put our own words where ultralytics writes the path of the data set on the machine that trained, and the date."""
    kept = [(entry.key, entry.value) for entry in network.metadata_props if entry.key in ("author", "license", "docs")]
    del network.metadata_props[:]
    for key, value in [("description", about), *kept]:
        network.metadata_props.add(key=key, value=value)


def face(weights: Path, to: Path) -> dict[str, Any]:
    """Export the face reader with a free batch size: N x 3 x 64 x 64 to N x 7 logits and N x D features.

    Readers take the first output; the features are for what is taught later (symbols, for one).
    """
    import torch

    from models.face_net import SIDE, Told, opened

    torch.onnx.export(
        Told(opened(weights)).eval(),
        (torch.zeros(4, 3, SIDE, SIDE),),
        str(to),
        input_names=["crops"],
        output_names=["logits", "features"],
        dynamic_axes={name: {0: "n"} for name in ("crops", "logits", "features")},
        opset_version=17,
        dynamo=False,
    )
    return {}


def note(name: str, settings: dict[str, Any], folder: Path = FOLDER) -> None:
    """Write a model's hash and settings into the manifest, keeping the settings that are not named."""
    manifest = folder / MANIFEST
    told = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
    told.setdefault(name, {}).update(settings)
    if (folder / name).exists():
        told[name]["sha256"] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    manifest.write_text(json.dumps(told, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    from models.commands import export

    export(prog_name="python -m models.export")
