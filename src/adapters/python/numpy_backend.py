"""Attention in NumPy, as one writes it: attnref check --command "python3 numpy_backend.py"."""
import numpy as np
from attnref_backend import serve

np.seterr(invalid="ignore")  # NaN and infinity are among the problems


def attend(p):
    q, k, v = (p.q, p.k, p.v) if p.x is None else (p.x @ p.wq, p.x @ p.wk, p.x @ p.wv)
    scores = q @ k.T * q.dtype.type(p.scale)
    largest = scores.max(axis=1, keepdims=True)
    exponentials = np.exp(scores - largest)
    total = exponentials.sum(axis=1, keepdims=True)
    weights = exponentials / total
    return {"output": weights @ v, "weights": weights, "scores": scores, "lse": (largest + np.log(total))[:, 0],
            "queries": q, "keys": k, "values": v}


serve(attend, name="NumPy", version=np.__version__, dtypes=("f64", "f32"), constraints={"t": {"least": 1}},
      features=("projections", "queries_keys_values", "weights", "lse", "scores", "scale"))
