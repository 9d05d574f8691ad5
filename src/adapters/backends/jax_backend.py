"""JAX on the CPU: jax_backend.py attention|softmax [DTYPE].

attention  jax.nn.dot_product_attention: scores in f32 at least, "softmax is always carried out in fp32", weights stored in
           the inputs' dtype. In f64 (jax_enable_x64) its softmax is in f32 all the same, as its source says. f16 it
           cannot do within jit on a CPU ("F16_F16_F32 is not supported")
softmax    matmul, jax.nn.softmax, matmul, as models write it, every step of the softmax in the inputs' dtype

XLA's CPU client runs all under tsl::port::ScopedFlushDenormal (xla/pjrt/cpu/cpu_client.cc): subnormal f32 and f64 become 0,
and bf16 with them; f16 keeps its own. It compiles for each shape, in a third of a second, so few sizes are declared.
"""
import sys

import jax
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")

import jax.numpy as jnp  # noqa: E402
from attnref_backend import serve  # noqa: E402

kernel = sys.argv[1] if len(sys.argv) > 1 else "attention"
dtypes = sys.argv[2:3] or ["f64", "f32"]


@jax.jit
def attention(q, k, v, scale):
    y, lse = jax.nn.dot_product_attention(q[None, :, None], k[None, :, None], v[None, :, None], scale=scale,
                                          return_residual=True)
    return {"output": y[0, :, 0], "lse": lse[0, :, 0]}


@jax.jit
def softmax(q, k, v, scale):
    scores = q @ k.T * jnp.asarray(scale, q.dtype)
    weights = jax.nn.softmax(scores, axis=-1)
    return {"output": weights @ v, "weights": weights, "scores": scores, "lse": jax.nn.logsumexp(scores, axis=-1)}


def attend(p):
    answer = (attention if kernel == "attention" else softmax)(p.q, p.k, p.v, p.scale)
    return {name: np.asarray(array) for name, array in answer.items()}


# attention: scores stay in f32, weights are stored; softmax: XLA may store each step
STARTS = {"attention": {"f64": "f64", "f32": "f32", "f16": "f16", "bf16": "bf16"},
          "softmax": {"f64": "f64", "f32": "f32", "f16": "f16_all", "bf16": "bf16_all"}}
profiles = [{"profile": STARTS[kernel][dtype], "flush": True} for dtype in dtypes]
for profile in profiles:
    if kernel == "attention" and profile["profile"] in ("f16", "bf16"):
        profile.update(stored_scores=None, c_s=0)
serve(attend, name=f"JAX {kernel}", version=jax.__version__, dtypes=dtypes, bfloat16=True,
      features=("lse", "scale") + (("weights", "scores") if kernel == "softmax" else ()),
      constraints={"t": {"among": [1, 2, 3, 6, 8, 17]}, "d_k": {"among": [1, 3, 8, 12, 15]},
                   "d_v": "= d_k" if kernel == "attention" else {"among": [1, 6]}},
      profile="f16_all" if (kernel, dtypes) == ("softmax", ["f16"]) else profiles)
