"""ONNX Runtime on the CPU: onnxruntime_backend.py [DTYPE]. The operator Attention of opset 23, a model per scale.

Scores are its fourth output in mode 0, weights in mode 3. The attribute `scale` is a float32 that must be positive. f16:
products in f32, scores and weights stored in f16. f64: no kernel; the operator is expanded into its own definition, which
computes the default scale in f32 and puts its root on q and on k (c = 6); no scale is declared, as f64 would meet a float32.
bf16: no kernel.
"""
import sys

import numpy as np
import onnxruntime
from attnref_backend import serve
from onnx import TensorProto, helper

ONNX = {"f64": TensorProto.DOUBLE, "f32": TensorProto.FLOAT, "f16": TensorProto.FLOAT16}
MODE = {"scores": 0, "weights": 3}
dtypes = sys.argv[1:2] or ["f64", "f32"]
options = onnxruntime.SessionOptions()
options.log_severity_level = 3  # of shapes that the model leaves open
options.intra_op_num_threads = 1
sessions = {}


def session(dtype, scale, mode):
    key = dtype, scale, mode
    if key not in sessions:
        if len(sessions) > 200:
            sessions.clear()
        attributes = {} if scale is None else {"scale": scale}
        names = ["Y"] if mode is None else ["Y", "", "", "S"]
        if mode is not None:
            attributes["qk_matmul_output_mode"] = mode
        info = lambda name: helper.make_tensor_value_info(name, ONNX[dtype], ["b", "h", None, None])
        graph = helper.make_graph([helper.make_node("Attention", ["Q", "K", "V"], names, **attributes)], "attention",
                                  [info(name) for name in "QKV"], [info(name) for name in names if name])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 23)], ir_version=10)
        sessions[key] = onnxruntime.InferenceSession(model.SerializeToString(), options,
                                                     providers=["CPUExecutionProvider"])
    return sessions[key]


def attend(p):
    if not p.scale_is_default and np.float32(p.scale) <= 0:
        raise NotImplementedError("the operator's scale must be greater than 0")
    scale = None if p.scale_is_default else p.scale
    inputs = {"Q": p.q[None, None], "K": p.k[None, None], "V": p.v[None, None]}
    outputs = {}
    for mode in [MODE[name] for name in p.outputs if name in MODE] or [None]:
        answers = session(p.dtype, scale, mode).run(None, inputs)
        outputs["output"] = answers[0][0, 0]
        if mode is not None:
            outputs["scores" if mode == 0 else "weights"] = answers[1][0, 0]
    return outputs


serve(attend, name="ONNX Runtime Attention", version=onnxruntime.__version__, dtypes=dtypes,
      features=("weights", "scores") + (() if "f64" in dtypes else ("scale",)),
      constraints={"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}},
      profile={"profile": "f64", "c": 6} if dtypes == ["f64"] else None)
