"""OpenVINO on the CPU: openvino_backend.py f32|default [DTYPE]. The operation ScaledDotProductAttention.

f32      INFERENCE_PRECISION_HINT f32
default  no hint, as most users run it: on processors with bf16 units the CPU plugin then computes f32 models in bf16, which
         its documentation says. It is held to f32 all the same, since that is the type of the answer

Inside it is f32 in either dtype. Its exponential is 0 where the argument is below log(FLT_MIN) (intel_cpu/src/nodes/kernels/
scaled_attn/softmax_kernel.hpp, exp_ps_avx2 and its AVX-512 twin); all else keeps subnormal numbers. f64 models are
computed in f32 by the plugin; f64 isn't declared.
"""
import sys

import numpy as np
import openvino
from attnref_backend import serve
from openvino import opset13

TYPE = {"f32": (openvino.Type.f32, np.float32), "f16": (openvino.Type.f16, np.float16)}
hint = sys.argv[1] if len(sys.argv) > 1 else "f32"
dtypes = sys.argv[2:3] or ["f32"]
core = openvino.Core()
compiled = {}


def model(dtype, with_scale):
    key = dtype, with_scale
    if key not in compiled:
        element = TYPE[dtype][0]
        inputs = [opset13.parameter(openvino.PartialShape([1, 1, -1, -1]), element, name) for name in "qkv"]
        scale = [opset13.parameter(openvino.PartialShape([]), element, "scale")] if with_scale else []
        node = opset13.scaled_dot_product_attention(*inputs, scale=scale[0] if scale else None)
        properties = {"INFERENCE_PRECISION_HINT": "f32"} if hint == "f32" else {}
        compiled[key] = core.compile_model(openvino.Model([node], inputs + scale), "CPU", properties)
    return compiled[key]


def attend(p):
    inputs = [np.array(a[None, None]) for a in (p.q, p.k, p.v)]  # it refuses arrays that are read-only
    if not p.scale_is_default:
        inputs.append(np.array(p.scale, TYPE[p.dtype][1]))
    return model(p.dtype, not p.scale_is_default)(inputs)[0][0, 0].copy()


serve(attend, name=f"OpenVINO {hint}", version=openvino.__version__.split("-")[0], dtypes=dtypes,
      features=("scale",), profile=[{"profile": dtype, "exp_flush": True} for dtype in dtypes],
      constraints={"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}})
