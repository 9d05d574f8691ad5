"""How far NumPy and attnref's reference are from the exact result at T = 512: a Markdown table, by `attnref compare`.

    python3 compare_numpy_at_512.py <attnref>

X is 512 x 512, the projections are 512 x 64. All inputs are integers times a power of two that f32 holds, drawn by SplitMix64:
scores have a standard deviation near 1, and f64 and f32 answer the same problem. BLAS runs on one thread; its kernels, and
with them the last digits, are those of the machine.
"""
import json
import math
import os
import struct
import subprocess
import sys
import tempfile

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is loaded

import numpy as np  # noqa: E402

T, D_MODEL, D_K, D_V = 512, 512, 64, 64
DTYPES = {"f64": np.float64, "f32": np.float32}


def mixed(counters):
    """SplitMix64's 64 bits of each counter (Steele, Lea and Flood 2014)."""
    z = (counters + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def drawn(stream, rows, columns, most, exponent):
    """Integers in [-most 2^18, most 2^18) times 2^exponent, uniform."""
    counters = np.arange(rows * columns, dtype=np.uint64) + np.uint64(stream << 32)
    integers = (mixed(counters) % np.uint64(most << 19)).astype(np.int64) - (most << 18)
    return np.ldexp(integers.astype(np.float64), exponent).reshape(rows, columns)


def inputs():
    # Uniform in 1.75 either way has a standard deviation of 1.01, in 1.25 / 16 one of 1.02 / sqrt(d_model).
    return {"x": drawn(0, T, D_MODEL, 7, -20), "wq": drawn(1, D_MODEL, D_K, 5, -24),
            "wk": drawn(2, D_MODEL, D_K, 5, -24), "wv": drawn(3, D_MODEL, D_V, 5, -24)}


def self_attention(x, wq, wk, wv):
    Q, K, V = x @ wq, x @ wk, x @ wv
    E = Q @ K.T / math.sqrt(wq.shape[1])
    P = np.exp(E - E.max(axis=1, keepdims=True))
    A = P / P.sum(axis=1, keepdims=True)
    return {"output": A @ V, "weights": A}


def save(path, kind, tensors):
    """A .safetensors file: the length of the header, the header, the data."""
    header, offset = {"__metadata__": {"attnref": "1", "kind": kind}}, 0
    for name, tensor in tensors.items():
        dtype = {8: "F64", 4: "F32"}[tensor.itemsize]
        header[name] = {"dtype": dtype, "shape": tensor.shape, "data_offsets": [offset, offset + tensor.nbytes]}
        offset += tensor.nbytes
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            file.write(np.ascontiguousarray(tensor).tobytes())


def compared(attnref, problem, answer):
    """The JSON of `attnref compare`; an answer beyond its bound, or not judged, is a finding and not an error."""
    run = subprocess.run([attnref, "compare", problem, answer, "--json", "-"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1, 3):
        sys.exit(run.stderr)
    return json.loads(run.stdout)


def lines(who, dtype, comparison):
    for name, seen in comparison["outputs"].items():
        ratio = "" if seen["max_ratio"] is None else f"{float(seen['max_ratio']):.2g}"
        kappa = "" if seen["max_kappa"] is None else f"{seen['max_kappa']:.3g}"
        yield (f"| {who} | {dtype} | {name} | {seen['max_ulp']:.3g} | {seen['mean_ulp']:.3g} "
               f"| {100 * seen['correctly_rounded']:.1f}% | {kappa} | {ratio} "
               f"| {comparison['explained_by'] or 'none'} |")


def main():
    attnref, given = sys.argv[1], inputs()
    print("| answer | dtype | output | max ulp | mean ulp | correctly rounded | kappa | error / bound | within the bounds of |")
    print("|---|---|---|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for dtype, scalar in DTYPES.items():
            arrays = {name: array.astype(scalar) for name, array in given.items()}
            assert all((arrays[name] == given[name]).all() for name in given)
            problem = os.path.join(folder, f"{dtype}.safetensors")
            save(problem, "problem", arrays)
            for who in (f"NumPy {np.__version__}", "attnref's reference"):
                answer = os.path.join(folder, "answer.safetensors")
                if who.startswith("NumPy"):
                    save(answer, "answer", self_attention(**arrays))
                else:
                    subprocess.run([attnref, "attend", "--problem", problem, "--save", answer], check=True)
                print(*lines(who, dtype, compared(attnref, problem, answer)), sep="\n")


main()
