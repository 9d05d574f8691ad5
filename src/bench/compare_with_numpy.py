"""attnref's self_attention beside the same layer in five lines of NumPy: a Markdown table, ratios first.

    python3 compare_with_numpy.py <attnref_benchmark> [rounds]

One run on one thread, OPENBLAS_* unset but for that. Rounds alternate between the two, so that a machine that slows down
slows both, and time is the processor's, which other processes do not lengthen by theirs; what is printed is the median of
the rounds' ratios and the medians of the times.
"""
import json
import math
import os
import subprocess
import sys
import time

for name in [name for name in os.environ if name.startswith("OPENBLAS_")]:
    del os.environ[name]
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy is loaded

import numpy as np  # noqa: E402

SIZES = [(6, 8, 4, 5), (128, 64, 64, 64), (512, 512, 64, 64), (2048, 512, 64, 64)]
DTYPES = {"f64": np.float64, "f32": np.float32}
SECONDS = 0.3  # spent on a measurement


def self_attention(X, Wq, Wk, Wv):
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    E = Q @ K.T / math.sqrt(Wq.shape[1])
    P = np.exp(E - E.max(axis=1, keepdims=True))
    A = P / P.sum(axis=1, keepdims=True)
    return A @ V, A


def numpy_microseconds(arguments):
    """The mean time of a call, over SECONDS."""
    calls, begin = 0, time.process_time()
    while (elapsed := time.process_time() - begin) < SECONDS or calls == 0:
        self_attention(*arguments)
        calls += 1
    return elapsed / calls * 1e6


def attnref_microseconds(program):
    """The same for every case, as Google Benchmark has it: {(dtype, size): time}."""
    command = [program, f"--benchmark_min_time={SECONDS}", "--benchmark_format=json"]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)
    names = [(result["name"].split("/"), result["cpu_time"]) for result in report["benchmarks"]]
    return {(dtype, tuple(map(int, size))): time for (dtype, *size), time in names}


def inputs(dtype, size):
    t, d_model, d_k, d_v = size
    random = np.random.default_rng(1)
    draw = lambda rows, cols, deviation: (random.standard_normal((rows, cols)) * deviation).astype(DTYPES[dtype])
    return [draw(t, d_model, 1), *(draw(d_model, d, 1 / math.sqrt(d_model)) for d in (d_k, d_k, d_v))]


def main():
    program, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9
    cases = [(dtype, size) for size in SIZES for dtype in DTYPES]
    arguments = {case: inputs(*case) for case in cases}
    times = {case: [] for case in cases}
    for round_ in range(rounds):
        mine = attnref_microseconds(program)
        theirs = {case: numpy_microseconds(arguments[case]) for case in cases}
        for case in cases:
            times[case].append((mine[case], theirs[case]))
        print(f"round {round_ + 1} of {rounds}", file=sys.stderr)

    print(f"NumPy {np.__version__}, {rounds} rounds, medians\n")
    print("| T, d_model, d_k, d_v | dtype | attnref / NumPy | attnref | NumPy |")
    print("|---|---|---:|---:|---:|")
    for (dtype, size), pairs in times.items():
        ratio = np.median([a / n for a, n in pairs])
        mine, theirs = np.median(pairs, axis=0)
        print(f"| {', '.join(map(str, size))} | {dtype} | {ratio:.2f} | {mine:,.1f} us | {theirs:,.1f} us |")


main()
