"""Turn trained weights into the ONNX files that ship, and write their hashes and settings into `manifest.json`.

    python -m models.export detector --weights RUN/detector/weights/last.pt
    python -m models.export face --weights RUN/face.pt

The settings that calibration chose (`temperature`, `bar`) stay as they are in the manifest; `models.calibrate`
changes them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

os.environ.update(YOLO_OFFLINE="1", YOLO_AUTOINSTALL="false")  # no calls home, no installing by itself

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "manifest.json"
DETECTOR_SIDE = 640


def main() -> None:
    """Export one of the two networks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("which", choices=["detector", "face"])
    parser.add_argument("--weights", type=Path, required=True)
    asked = parser.parse_args()
    if asked.which == "detector":
        settings = detector(asked.weights, FOLDER / "detector.onnx")
    else:
        settings = face(asked.weights, FOLDER / "face.onnx")
    note(f"{asked.which}.onnx", settings)


def detector(weights: Path, to: Path) -> dict[str, Any]:
    """Export ultralytics weights with a fixed input of 1 x 3 x 640 x 640 and without suppression of doubles."""
    from ultralytics import YOLO

    made = YOLO(str(weights)).export(format="onnx", imgsz=DETECTOR_SIDE, opset=17, simplify=True, dynamic=False)
    shutil.move(made, to)
    _describe(to)
    return {"side": DETECTOR_SIDE}


def _describe(file: Path) -> None:
    """Put our own words where ultralytics writes the path of the data set on the machine that trained."""
    import onnx

    network = onnx.load(str(file))
    for entry in network.metadata_props:
        if entry.key == "description":
            entry.value = "pipsight detector: YOLO11n, one class (die)"
    onnx.save(network, str(file))


def face(weights: Path, to: Path) -> dict[str, Any]:
    """Export the face reader with a free batch size: N x 3 x 64 x 64 to N x 7."""
    import tomllib

    import torch

    from models.face_net import SIDE, FaceNet

    config = tomllib.loads((FOLDER / "face.toml").read_text(encoding="utf-8"))
    net = FaceNet(config["train"]["widths"])
    net.load_state_dict(torch.load(weights, weights_only=True))
    example = torch.zeros(4, 3, SIDE, SIDE)
    torch.onnx.export(
        net.eval(),
        (example,),
        str(to),
        input_names=["crops"],
        output_names=["logits"],
        dynamic_axes={"crops": {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )
    return {}


def note(name: str, settings: dict[str, Any]) -> None:
    """Write a model's hash and settings into the manifest, keeping the settings that are not named."""
    told = json.loads(MANIFEST.read_text(encoding="utf-8")) if MANIFEST.exists() else {}
    told.setdefault(name, {}).update(settings)
    if (FOLDER / name).exists():
        told[name]["sha256"] = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
    MANIFEST.write_text(json.dumps(told, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
