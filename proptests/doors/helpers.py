"""The modules that make a backend a few lines, and the examples beside them: right ones hold, and what goes wrong in one
is said with the line of the user's own file.

helpers.py COMMAND SHARE; without node its part is left out, and said to be.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

COMMAND, SHARE = sys.argv[1], pathlib.Path(sys.argv[2])

PYTHON = """import numpy as np
from attnref_backend import serve
def attend(p):
    {body}
serve(attend, name="mine", dtypes="f32")
"""
NODE = """import { serve } from "./attnref_backend.mjs";
function attend({ q, t, s, dv }) {
  BODY
}
serve(attend, { name: "mine", dtypes: "f32" });
"""

# What attend does, and how the reason that is reported begins or ends.
PYTHON_MISTAKES = {
    "raise ValueError('no such width')": "ValueError: no such width (mine.py, line 4)",
    "raise OSError('no file \\udcff there')": "OSError: no file \\udcff there (mine.py, line 4)",
    "raise NotImplementedError('not \\ud800')": "not \\ud800",
    "raise type('Mute', (Exception,), {'__str__': lambda self: None})()": "Mute: its words raised TypeError (mine.py, line 4)",
    "return np.linalg.inv(np.zeros((2, 2)))": "(mine.py, line 4)",
    "return None": "attend: expected an array, or a dict of arrays, found None",
    "return {'output': p.q.astype(int)}": "output: expected floats, found int64",
    "return {'output': [[1.0], [1.0, 2.0]]}": "output: expected an array of floats, found list",
    "return {'output': None}": "output: expected an array of floats, found NoneType",
}
NODE_MISTAKES = {
    "throw new RangeError('no such width');": "RangeError: no such width (mine.mjs, line 3)",
    "throw new Error('no file \\udcff there');": "Error: no file \\udcff there (mine.mjs, line 3)",
    "return new Float32Array(-1);": "(mine.mjs, line 3)",
    "return;": "attend: expected a typed array, or an object of them, found undefined",
    "return { output: [1, 2] };": "output: expected Float64Array or Float32Array, found Array",
    "return { output: new Int32Array(t * dv) };": "output: expected Float64Array or Float32Array, found Int32Array",
    "return { output: null };": "output: expected Float64Array or Float32Array, found null",
}

# Lacks of memory: what NumPy, PyTorch, JAX and V8 say. They violate nothing.
PYTHON_LACKS = (
    "return np.zeros((1 << 50,))",
    "raise type('OutOfMemoryError', (RuntimeError,), {})('no room')",
    "raise RuntimeError('CUDA out of memory. Tried to allocate 2.00 GiB')",
    "raise RuntimeError('RESOURCE_EXHAUSTED: failed to allocate request for 2.0GiB')",
)
NODE_LACKS = ("throw new RangeError('Array buffer allocation failed');", "throw new Error('Out of memory');")


def check(door, line, *options):
    done = subprocess.run([COMMAND, "check", door, line, "--json", "-", *options], capture_output=True, text=True, check=False)
    if not done.stdout:
        sys.exit(f"{line}: exit code {done.returncode}: {done.stderr}")
    return done.returncode, json.loads(done.stdout)


def holds(door, line):
    code, report = check(door, line, "--cases", "10", "--max-length", "17")
    violated = [(law["id"], law["reason"]) for law in report["laws"] if law["verdict"] == "violated"]
    if code != 0 or report["counts"]["holds"] < 30:
        sys.exit(f"{line}: expected exit code 0 and most laws to hold, found {code}, {report['counts']}, {violated}")


def is_said(line, expected):
    code, report = check("--command", line, "--law", "rows_sum_to_one", "--cases", "1")
    reason = report["laws"][0]["reason"]
    if code not in (1, 3) or expected not in reason:  # 3: unsupported
        sys.exit(f"{line}: expected exit code 1 or 3 and '{expected}', found {code} and '{reason}'")


# What is no document, and no traceback either.
NO_DOCUMENTS = {
    "text": b"attnref check --command ...\n",
    "deep JSON": (400000).to_bytes(8, "little") + b"[" * 200000 + b"]" * 200000,
    "deep JSON in a document": (200007).to_bytes(8, "little") + b'{"a":' + b"[" * 100000 + b"]" * 100000 + b"}" + b" ",
    "no JSON": (4).to_bytes(8, "little") + b"nul!",
    "another object": (8).to_bytes(8, "little") + b'{"a": 1}',
}


def refuses_other_input(command):
    for what, given in NO_DOCUMENTS.items():
        done = subprocess.run(command, input=given, capture_output=True, check=False)
        said = done.stderr.decode()
        if done.returncode != 1 or done.stdout or len(said.splitlines()) != 1 or "expected documents" not in said:
            sys.exit(f"{command}: {what}: expected exit code 1 and one line, found {done.returncode} and {said[-400:]}")


def is_declined(line):
    code, report = check("--command", line, "--law", "rows_sum_to_one", "--cases", "1")
    law = report["laws"][0]
    if code != 3 or law["verdict"] != "unsupported" or not law["reason"].startswith("out of memory"):
        sys.exit(f"{line}: expected exit code 3 and 'out of memory', found {code}, {law['verdict']} and '{law['reason']}'")


def main():
    with tempfile.TemporaryDirectory() as place:
        python = f"'{sys.executable}' -W ignore"
        holds("--command", f"{python} '{SHARE}/python/numpy_backend.py'")
        for body, expected in PYTHON_MISTAKES.items():
            pathlib.Path(place, "mine.py").write_text(PYTHON.format(body=body), encoding="utf-8")
            is_said(f"{python} '{place}/mine.py'", expected)
        refuses_other_input([sys.executable, f"{SHARE}/python/numpy_backend.py"])
        for body in PYTHON_LACKS:
            pathlib.Path(place, "mine.py").write_text(PYTHON.format(body=body), encoding="utf-8")
            is_declined(f"{python} '{place}/mine.py'")
        library = f"{place}/libplain.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", f"{SHARE}/c", f"{SHARE}/c/plain_backend.c", "-o", library, "-lm"],
                       check=True)
        holds("--library", library)
        said = "the examples in Python and C hold"
        if node := shutil.which("node"):
            shutil.copy(SHARE / "node" / "attnref_backend.mjs", place)
            holds("--command", f"'{node}' '{SHARE}/node/plain_backend.mjs'")
            refuses_other_input([node, f"{SHARE}/node/plain_backend.mjs"])
            for body, expected in NODE_MISTAKES.items():
                pathlib.Path(place, "mine.mjs").write_text(NODE.replace("BODY", body), encoding="utf-8")
                is_said(f"'{node}' '{place}/mine.mjs'", expected)
            for body in NODE_LACKS:
                pathlib.Path(place, "mine.mjs").write_text(NODE.replace("BODY", body), encoding="utf-8")
                is_declined(f"'{node}' '{place}/mine.mjs'")
            said = "the examples in Python, C and JavaScript hold"
        print(f"{said}; {len(PYTHON_MISTAKES) + len(NODE_MISTAKES) * bool(node)} mistakes are said in a line"
              + ("" if node else "; no node, so nothing of JavaScript was run"))


main()
