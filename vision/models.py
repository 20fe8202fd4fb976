"""Open the shipped models: `models/manifest.json` names each file with its hash and its settings.

onnxruntime runs them; where OpenVINO is installed (extra `fast`) it is taken instead, as it is faster on CPUs.
`PIPSIGHT_ENGINE=onnxruntime` or `openvino` decides otherwise.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tensor = NDArray[np.float32]
Batch = NDArray[np.float32] | NDArray[np.uint8]
Run = Callable[[Batch, int], Tensor]  # the batch, and which output is wanted
SHAPES = 4  # how many shapes of pictures OpenVINO keeps ready; each costs about 20 MB


class BadModel(RuntimeError):
    """A model file that is missing or not the one that was shipped; names the file."""


@cache
def manifest() -> dict[str, Any]:
    """Return what `models/manifest.json` tells: file name to hash and settings."""
    told: dict[str, Any] = json.loads((resources.files("models") / "manifest.json").read_text(encoding="utf-8"))
    return told


def content(name: str) -> bytes:
    """Return the bytes of a model after checking its hash; raises BadModel."""
    file = resources.files("models") / name
    if not file.is_file():
        raise BadModel(f"models/{name}: missing; install pipsight again")
    data = file.read_bytes()
    if hashlib.sha256(data).hexdigest() != manifest()[name]["sha256"]:
        raise BadModel(f"models/{name}: not the file that was shipped (its hash differs); install pipsight again")
    return data


def engine() -> str:
    """Name the program that runs the networks here."""
    wanted = os.environ.get("PIPSIGHT_ENGINE", "")
    if wanted in ("onnxruntime", "openvino"):
        return wanted
    return "openvino" if importlib.util.find_spec("openvino") else "onnxruntime"


class Model:
    """One network with one input and one or more outputs, whose names are `outputs`."""

    def __init__(self, name: str, threads: int = 2) -> None:
        """Load the network `name`; raises BadModel."""
        self.settings: dict[str, Any] = manifest()[name]
        opened = (_openvino if engine() == "openvino" else _onnxruntime)(content(name), threads)
        self.outputs, self._run = opened

    def __call__(self, batch: Batch, output: str = "") -> Tensor:
        """Run the network on what its file takes; return the output of that name, the first without one.

        The detector takes uint8 N x H x W x 3 (BGR), the face reader float32 N x 3 x 64 x 64 (RGB, 0 to 1).
        """
        return self._run(batch, self.outputs.index(output) if output else 0)


def _onnxruntime(network: bytes, threads: int) -> tuple[tuple[str, ...], Run]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # idle threads must not burn a core
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name
    outputs = tuple(output.name for output in session.get_outputs())
    return outputs, lambda batch, n: np.asarray(session.run([outputs[n]], {name: batch})[0], np.float32)


def _openvino(network: bytes, threads: int) -> tuple[tuple[str, ...], Run]:
    """Compile at once what has one shape but for the number of crops, and other shapes when they first come."""
    import openvino

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "PERFORMANCE_HINT": "LATENCY"}

    @lru_cache(SHAPES)
    def compiled(shape: tuple[int, ...]) -> Callable[..., Any]:
        model = core.read_model(network, b"")
        if shape:
            model.reshape(shape)
        return core.compile_model(model, "CPU", settings)  # type: ignore[no-any-return]

    told = core.read_model(network, b"")
    free = [side.is_dynamic for side in told.inputs[0].partial_shape]
    outputs = tuple(output.get_any_name() for output in told.outputs)
    if not any(free[1:]):
        compiled(())
    return outputs, lambda batch, n: np.asarray(compiled(batch.shape if any(free[1:]) else ())([batch])[n], np.float32)
