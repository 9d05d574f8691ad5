"""Attention in NumPy, put before attnref's laws:  attnref check --command "python3 docs/examples/backend.py"."""
# [whole]
import numpy as np
from attnref_backend import serve


def attend(p):  # NumPy arrays p.q, p.k, p.v, and p.scale
    scores = p.q @ p.k.T * p.q.dtype.type(p.scale)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return {"output": weights @ p.v, "weights": weights}


serve(attend, name="mine", dtypes=("f64", "f32"), features=("weights", "scale"), constraints={"t": {"least": 1}})
# [/whole]
