"""tinygrad on the CPU: tinygrad_backend.py [DTYPE]. Tensor.scaled_dot_product_attention.

Scores in f32 at least, then cast to the inputs' dtype; its softmax adds in f32 at least and stores each step in the dtype. It
compiles kernels for each shape, in half a second, and schedules again each time, so few sizes are declared. There is no scale to
give.
"""
import sys

import numpy as np
from attnref_backend import serve
from tinygrad import Tensor, dtypes as types

KIND = {"f64": types.float64, "f32": types.float32, "f16": types.float16}
dtypes = sys.argv[1:2] or ["f64", "f32"]


def attend(p):
    q, k, v = (Tensor(np.array(a), dtype=KIND[p.dtype])[None, None] for a in (p.q, p.k, p.v))
    return q.scaled_dot_product_attention(k, v)[0, 0].numpy()


import importlib.metadata  # noqa: E402

serve(attend, name="tinygrad", version=importlib.metadata.version("tinygrad"), dtypes=dtypes, features=(),
      constraints={"t": {"among": [1, 2, 3, 6, 8]}, "d_k": {"among": [1, 2, 8]}, "d_v": {"among": [1, 6]}},
      profile={"f16": "f16_all"}.get(dtypes[0]))
