"""TensorFlow and Keras on the CPU: tensorflow_backend.py softmax|keras [DTYPE].

softmax  tf.matmul, tf.nn.softmax, tf.matmul, as models write it
keras    keras.ops.dot_product_attention (backend tensorflow): softmax in f32 at least; the default scale is computed in f32
         even of f64

Each operation runs under port::ScopedFlushDenormal (tensorflow/core/common_runtime/eager/kernel_and_device.cc): subnormal f32
and f64 become 0, and bf16 with them. Of f16 the processor's flags say nothing, and its subnormal numbers are kept.
Products and softmax of bf16 are oneDNN's, in f32, stored in the dtype. Those of f16 are too where the processor has
AVX512-FP16 or its like (tensorflow/core/util/util.cc, IsDataTypeSupportedByOneDNNOnThisCPU); elsewhere they are Eigen's, which
adds in f16. Keras: keras/src/backend/tensorflow/nn.py, _dot_product_attention_xla.
"""
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["KERAS_BACKEND"] = "tensorflow"

import numpy as np  # noqa: E402
from attnref_backend import serve  # noqa: E402
import tensorflow as tf  # noqa: E402

kernel = sys.argv[1] if len(sys.argv) > 1 else "softmax"
dtypes = sys.argv[2:3] or ["f64", "f32"]


def softmax(p):
    scores = tf.matmul(p.q, p.k, transpose_b=True) * tf.constant(p.scale, p.q.dtype)
    weights = tf.nn.softmax(scores, axis=-1)
    return {"output": tf.matmul(weights, p.v).numpy(), "weights": weights.numpy(), "scores": scores.numpy()}


def dot_product_attention(p):
    q, k, v = (a[None, :, None] for a in (p.q, p.k, p.v))  # batch, sequence, head, width
    scale = None if p.scale_is_default else p.scale
    return keras.ops.dot_product_attention(q, k, v, scale=scale).numpy()[0, :, 0]


def wide_f16():
    """Whether f16 goes to oneDNN."""
    try:
        with open("/proc/cpuinfo") as cpu:
            return not {"avx512_fp16", "amx_fp16", "avx_ne_convert"}.isdisjoint(cpu.read().split())
    except OSError:
        return False


START = {"f64": "f64", "f32": "f32", "f16": "f16" if wide_f16() else "f16_all", "bf16": "bf16"}
FLUSHES = {"f64": {"flush": True}, "f32": {"flush": True, "exp_flush": True}, "f16": {},
           "bf16": {"flush": True, "exp_flush": True}}  # exp_flush: oneDNN's exponential, see backends.json
profile = [{"profile": START[dtype], **FLUSHES[dtype]} for dtype in dtypes] if dtypes != ["f16"] else START["f16"]
constraints = {"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}}
if kernel == "keras":
    import keras
    serve(dot_product_attention, name="Keras dot_product_attention", version=keras.__version__ + ", TensorFlow " +
          tf.__version__, dtypes=dtypes, features=("scale",), constraints=constraints, bfloat16=True,
          profile=profile)
else:
    serve(softmax, name="TensorFlow softmax", version=tf.__version__, dtypes=dtypes, constraints=constraints, bfloat16=True,
          features=("weights", "scores", "scale"), profile=profile)
