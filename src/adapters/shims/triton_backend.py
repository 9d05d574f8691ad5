"""Where a Triton kernel plugs in: flash below is to be replaced by it. Not run on a GPU here, only by Triton's interpreter
(TRITON_INTERPRET=1), which computes with NumPy on the CPU and takes a second for two cases.

    attnref check --command "python3 triton_backend.py" --timeout 60

attnref's guard bytes don't see device memory: problems come as documents. What writes outside its device buffer is found by

    attnref check --command "compute-sanitizer --tool memcheck python3 triton_backend.py"

(its findings are on standard error). Compiling for each shape takes long; --max-length keeps shapes few.
"""
import torch
import triton
import triton.language as tl
from attnref_backend import serve

BLOCK = 32
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"  # cpu: under the interpreter


@triton.jit
def flash(q, k, v, y, lse, t_k, d_k, d_v, scale, width_k: tl.constexpr, width_v: tl.constexpr, block: tl.constexpr):
    """One program a query: an online softmax in blocks of keys."""
    i = tl.program_id(0)
    c, e, keys = tl.arange(0, width_k), tl.arange(0, width_v), tl.arange(0, block)
    query = tl.load(q + i * d_k + c, mask=c < d_k, other=0.0)
    largest, total, sums = float("-inf"), 0.0, tl.zeros([width_v], tl.float32)
    for begin in range(0, t_k, block):
        there = begin + keys < t_k
        key = tl.load(k + (begin + keys)[:, None] * d_k + c[None, :], mask=there[:, None] & (c < d_k)[None, :], other=0.0)
        scores = tl.where(there, tl.sum(key * query[None, :], axis=1) * scale, float("-inf"))
        higher = tl.maximum(largest, tl.max(scores, axis=0))
        rescale, weights = tl.exp(largest - higher), tl.exp(scores - higher)
        value = tl.load(v + (begin + keys)[:, None] * d_v + e[None, :], mask=there[:, None] & (e < d_v)[None, :], other=0.0)
        sums = sums * rescale + tl.sum(weights[:, None] * value, axis=0)
        total = total * rescale + tl.sum(weights, axis=0)
        largest = higher
    tl.store(y + i * d_v + e, sums / total, mask=e < d_v)
    tl.store(lse + i, largest + tl.log(total))


def attend(p):
    q, k, v = (torch.tensor(a, device=DEVICE) for a in (p.q, p.k, p.v))
    (t, d_k), (t_k, d_v) = q.shape, v.shape
    y, lse = torch.empty((t, d_v), device=DEVICE), torch.empty(t, device=DEVICE)
    flash[(t,)](q, k, v, y, lse, t_k, d_k, d_v, p.scale, triton.next_power_of_2(d_k), triton.next_power_of_2(d_v), BLOCK)
    return {"output": y.cpu().numpy(), "lse": lse.cpu().numpy()}


serve(attend, name="a Triton kernel", version=triton.__version__, dtypes=("f32",), features=("lse", "scale"),
      constraints={"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}},
      profile={"profile": "fp32_online", "block": BLOCK})
