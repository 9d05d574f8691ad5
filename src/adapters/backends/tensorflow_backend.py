"""TensorFlow and Keras on the CPU: tensorflow_backend.py softmax|keras [DTYPE].

softmax  tf.matmul, tf.nn.softmax, tf.matmul, as models write it
keras    keras.ops.dot_product_attention (backend tensorflow): softmax in f32 at least; the default scale is computed in f32
         even of f64

Products of f16 accumulate in f16 (Eigen), those of bf16 in f32 (oneDNN). TensorFlow's threads flush subnormal numbers
(port::ScopedFlushDenormal).
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


START = {"f64": "f64", "f32": "f32", "f16": "f16_all", "bf16": "bf16_all" if kernel == "softmax" else "bf16"}
profile = [{"profile": START[dtype], "flush": True} for dtype in dtypes]
constraints = {"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}}
if kernel == "keras":
    import keras
    serve(dot_product_attention, name="Keras dot_product_attention", version=keras.__version__ + ", TensorFlow " +
          tf.__version__, dtypes=dtypes, features=("scale",), constraints=constraints, bfloat16=True,
          profile=profile)
else:
    serve(softmax, name="TensorFlow softmax", version=tf.__version__, dtypes=dtypes, constraints=constraints, bfloat16=True,
          features=("weights", "scores", "scale"), profile=profile)
