"""PyTorch on the CPU: torch_backend.py math|flash|default|multihead [DTYPE].

math       scaled_dot_product_attention by its math kernel. f16 and bf16 are computed in f32 and rounded at the end. The
           root of the scale is put on q and on k; in f64 that root is itself rounded twice (c = 6)
flash      by its flash kernel: online softmax in blocks of 512 keys, accumulated in f32 (f64 in f64); weights of f16 and
           bf16 are stored narrow before they meet the values. Its log-sum-exp is read off the operator beneath,
           _scaled_dot_product_flash_attention_for_cpu. Values as wide as keys. Its exponential: aten/src/ATen/cpu/vec/
           vec512/vec512_float.h, exp_u20, "ULP=20", 0 where the argument is below log(FLT_MIN) or 2^(n-1), of an
           exponent field, is 0; all else keeps subnormal numbers, but products of bf16 by VDPBF16PS and TDPBF16PS, which
           flush. In f64 exp_u20 is the plain exponential (vec512_double.h)
default    by whatever scaled_dot_product_attention chooses
multihead  nn.MultiheadAttention, one head: no biases, identity as its output projection
"""
import sys
import warnings

import torch
from attnref_backend import serve
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.nn.functional import scaled_dot_product_attention

TORCH = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
KERNEL = {"math": [SDPBackend.MATH], "flash": [SDPBackend.FLASH_ATTENTION],
          "default": [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]}
SIZES = {"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}, "d_model": {"least": 1}}

kernel = sys.argv[1] if len(sys.argv) > 1 else "default"
dtypes = sys.argv[2:3] or ["f64", "f32"]

FLASH = {"f64": {"profile": "f64", "block": 512},
         "f32": {"profile": "fp32_online", "block": 512, "c_sub": 1, "exp_ulp": 20, "exp_flush": True},
         "f16": {"profile": "flash_f16", "block": 512, "c_sub": 1, "exp_ulp": 20, "exp_flush": True},
         "bf16": {"profile": "flash_bf16", "block": 512, "c_sub": 1, "exp_ulp": 20, "exp_flush": True, "flush": True}}
MATH = {"f64": {"profile": "f64", "c": 6}, "f32": "f32",
        "f16": {"profile": "flash_f16", "block": 0, "c_sub": 1, "stored_qkv": None, "stored_weights": None},
        "bf16": {"profile": "flash_bf16", "block": 0, "c_sub": 1, "stored_qkv": None, "stored_weights": None}}
# chosen by the library for each problem: whichever of the two is coarser
PROFILES = {"math": MATH, "flash": FLASH, "default": {**FLASH, "f64": {**FLASH["f64"], "c": 6}},
            "multihead": {"f64": {"profile": "f64", "c": 6}}}
profile = PROFILES[kernel].get(dtypes[0]) if len(dtypes) == 1 else None


def tensor(array, dtype):
    return None if array is None else torch.from_numpy(array).to(TORCH[dtype])  # of bf16, what comes is float32


def numpy(result):
    return (result.float() if result.dtype is torch.bfloat16 else result).numpy()


def attend(p):
    q, k, v = (tensor(a, p.dtype)[None, None] for a in (p.q, p.k, p.v))  # batch, head
    scale = None if p.scale_is_default else p.scale
    outputs = {}
    with sdpa_kernel(KERNEL[kernel]):
        outputs["output"] = numpy(scaled_dot_product_attention(q, k, v, scale=scale)[0, 0])
    if "lse" in p.outputs:
        lse = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu(q, k, v, scale=scale)[1]
        outputs["lse"] = numpy(lse.to(TORCH[p.dtype])[0, 0])  # of f16 and bf16 the operator gives float32
    return outputs


# d_model = d_k = d_v: one head is as wide as the model
modules = {}


def multihead(p):
    width = p.x.shape[1]
    key = width, p.dtype
    if key not in modules:
        modules.clear()
        modules[key] = torch.nn.MultiheadAttention(width, 1, bias=False, dtype=TORCH[p.dtype]).eval()
        modules[key].out_proj.weight.copy_(torch.eye(width))
    module = modules[key]
    module.in_proj_weight.copy_(torch.cat([tensor(w, p.dtype).T for w in (p.wq, p.wk, p.wv)]))
    x = tensor(p.x, p.dtype)
    output, weights = module(x, x, x, need_weights="weights" in p.outputs)
    outputs = {"output": numpy(output)}
    if weights is not None:
        outputs["weights"] = numpy(weights)
    return outputs


torch.set_grad_enabled(False)
torch.set_num_threads(1)  # small problems: threads cost more than they bring
torch.use_deterministic_algorithms(True)
warnings.simplefilter("ignore")  # of arrays that are read-only: nothing writes to them
if kernel == "multihead":
    serve(multihead, name="PyTorch MultiheadAttention", version=torch.__version__, dtypes=dtypes,
          features=("projections", "weights"), profile=profile, deterministic=True,
          constraints={"t": {"least": 1}, "d_model": {"among": [8]}, "d_k": {"among": [8]}, "d_v": {"among": [8]},
                       "only_projected": True})
else:
    constraints = {**SIZES, "d_v": "= d_k"} if kernel == "flash" else SIZES
    features = ("scale",) + (("lse",) if kernel == "flash" else ())
    serve(attend, name=f"PyTorch sdpa {kernel}", version=torch.__version__, dtypes=dtypes, features=features,
          profile=profile, constraints=constraints, deterministic=True)
