"""Attention in NumPy with a mistake: the softmax doesn't subtract the row's maximum. The laws find it."""
import numpy as np
from attnref_backend import serve


# [mistake]
def attend(p):
    weights = np.exp(p.q @ p.k.T * p.q.dtype.type(p.scale))  # overflows from scores of 710 on, in f32 from 89 on
    weights /= weights.sum(axis=1, keepdims=True)
    return {"output": weights @ p.v, "weights": weights}
# [/mistake]


serve(attend, name="without maximum", dtypes=("f64", "f32"), features=("weights", "scale"),
      constraints={"t": {"least": 1}})
