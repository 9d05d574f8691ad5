"""The last exercise: write the layer, and have attnref judge it.

    attnref check --command "python3 docs/examples/self_attention.py"
"""
# [skeleton]
import numpy as np
from attnref_backend import serve  # attnref puts this module on Python's path


def self_attention(X, Wq, Wk, Wv):
    """X is T x d_model, Wq and Wk are d_model x d_k, Wv is d_model x d_v. Returns (Y, A): T x d_v, and T x T.

    d_k is read from Wq's shape. Matrix products, no loops over pairs of positions. The arrays are not written to.
    """
    raise NotImplementedError("self_attention is still to be written")


def attend(problem):
    Y, A = self_attention(problem.x, problem.wq, problem.wk, problem.wv)
    return {"output": Y, "weights": A}


serve(attend, name="mine", features=("projections", "weights"), constraints={"only_projected": True})
# [/skeleton]
