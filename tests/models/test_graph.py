"""A network that takes pictures and is stored in half tells what it told before."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnxruntime
import pytest

from models.graph import store_in_half, take_pictures

onnx = pytest.importorskip("onnx", reason="the extra `train` is not installed")


def convolutions(first: int = 3) -> Any:
    """Two convolutions with padding over N x 3 x free sides."""
    rng = np.random.default_rng(2)
    shapes = {"a": (16, first, 3, 3), "b": (16, 16, 3, 3)}
    constants = [onnx.numpy_helper.from_array(rng.normal(0, 0.1, s).astype(np.float32), n) for n, s in shapes.items()]
    steps = [
        onnx.helper.make_node("Conv", ["images", "a"], ["seen"], pads=[1, 1, 1, 1], strides=[2, 2]),
        onnx.helper.make_node("Conv", ["seen", "b"], ["told"], pads=[1, 1, 1, 1]),
    ]
    real, free = onnx.TensorProto.FLOAT, ["n", first, "height", "width"]
    images = onnx.helper.make_tensor_value_info("images", real, free)
    told = onnx.helper.make_tensor_value_info("told", real, ["n", 16, "high", "wide"])
    graph = onnx.helper.make_graph(steps, "small", [images], [told], constants)
    return onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)], ir_version=8)


def run(network: Any, batch: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(network.SerializeToString(), providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {session.get_inputs()[0].name: batch})[0])


def test_bytes_in_bgr_are_as_good_as_rgb_from_0_to_1() -> None:
    network = convolutions()
    pictures = np.random.default_rng(3).integers(0, 256, (2, 32, 64, 3), np.uint8)
    wanted = run(network, np.ascontiguousarray(pictures[..., ::-1].transpose(0, 3, 1, 2)).astype(np.float32) / 255)
    take_pictures(network)
    onnx.checker.check_model(network)
    assert np.abs(run(network, pictures) - wanted).max() < 1e-5


def test_half_as_large_and_nearly_the_same() -> None:
    network = convolutions()
    size = len(network.SerializeToString())
    batch = np.random.default_rng(3).random((1, 3, 32, 32), np.float32)
    wanted = run(network, batch)
    store_in_half(network)
    onnx.checker.check_model(network)
    assert len(network.SerializeToString()) < 0.7 * size
    assert 0 < np.abs(run(network, batch) - wanted).max() < 1e-2 * np.abs(wanted).max()


def test_a_network_that_begins_otherwise_is_left_alone() -> None:
    network = convolutions(4)
    before = network.SerializeToString()
    with pytest.raises(ValueError, match="does not begin with one convolution"):
        take_pictures(network)
    assert network.SerializeToString() == before
