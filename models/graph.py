"""Changes to an exported network that make it smaller and quicker to feed, without changing what it tells.

Works on ONNX graphs whose first step is a convolution over RGB from 0 to 1, as ultralytics exports them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

SMALLEST = 1024  # figures: smaller constants stay as they are: biases, and the first convolution (its weights are tiny)


def take_pictures(network: Any) -> None:
    """Let an ONNX model take pictures as cameras give them: uint8, N x height x width x 3, BGR.

    The first convolution's weights take over the exchange of channels and the division by 255, so neither costs
    time; its padding is zero on both scales. Raises ValueError where the first step is no convolution of 3 channels.
    """
    from onnx import TensorProto, helper, numpy_helper

    graph = network.graph
    images = graph.input[0]
    users = [node for node in graph.node if images.name in node.input]
    weights = {w.name: w for w in graph.initializer}
    if len(users) != 1 or users[0].op_type != "Conv" or weights[users[0].input[1]].dims[1] != 3:
        raise ValueError("the network does not begin with one convolution over three channels")
    first = weights[users[0].input[1]]
    told = numpy_helper.to_array(first)
    first.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(told[:, ::-1] / np.float32(255)), first.name))
    batch, _, height, width = (d.dim_param or d.dim_value for d in images.type.tensor_type.shape.dim)
    users[0].input[0] = "planes"
    turned = helper.make_node("Transpose", ["picture"], ["planes_of_bytes"], perm=[0, 3, 1, 2])
    whole = helper.make_node("Cast", ["planes_of_bytes"], ["planes"], to=TensorProto.FLOAT)
    graph.node.insert(0, whole)
    graph.node.insert(0, turned)
    images.CopyFrom(helper.make_tensor_value_info("picture", TensorProto.UINT8, [batch, height, width, 3]))


def store_in_half(network: Any) -> None:
    """Store an ONNX model's float32 constants as float16, each made wide again by a cast when the file is opened.

    Runtimes fold these casts, so the network computes in float32 as before, with weights rounded to 11 bits.
    """
    from onnx import TensorProto, helper, numpy_helper

    graph = network.graph
    del graph.value_info[:]  # shapes between the steps: every runtime works them out
    for constant in list(graph.initializer):
        if constant.data_type != TensorProto.FLOAT or np.prod(constant.dims) < SMALLEST:
            continue
        name, small = constant.name, f"{constant.name}.half"
        half = numpy_helper.to_array(constant).astype(np.float16)
        constant.CopyFrom(numpy_helper.from_array(half, small))
        graph.node.insert(0, helper.make_node("Cast", [small], [name], to=TensorProto.FLOAT))
