"""Puts a Python function before attnref's laws, as a child process: `attnref check --command "python3 mine.py"`.

    from attnref_backend import serve

    def attend(problem):                  # NumPy arrays in, an array or a dict of arrays out
        ...
        return {"output": y, "weights": a}

    serve(attend, name="mine", features=("weights", "scale"))

Documents (.safetensors, one after the other) come on standard input and go to standard output; docs/documents.md has them.
From the import on, everything that is printed goes to standard error. NumPy is all that is needed. This is not a reader of
.safetensors in general: it trusts what attnref writes.
"""
import io
import json
import math
import os
import re
import struct
import traceback

import numpy as np

__all__ = ["serve", "Problem"]

_OF_NAME = {"F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_NAME_OF = {dtype: name for name, dtype in _OF_NAME.items()}
_KNOWN_TENSORS = frozenset(("q", "k", "v", "x", "wq", "wk", "wv"))
_DEFAULTS = {"causal": "none", "window": "none", "softcap": "none", "empty_row": "zero"}
_PLAIN_KEYS = frozenset(("attnref", "kind", "scale", "outputs"))


class Problem:
    """One attention to compute: Y = A V, A = softmax by rows of scale Q K^T.

    q, k, v         (T x d_k), (S x d_k), (S x d_v); None where x is given
    x, wq, wk, wv   (T x d_model), (d_model x d_k) twice, (d_model x d_v): Q = X W^Q and so on; None where q is given
    scale           a float: as given, or 1/sqrt(d_k) where scale_is_default
    outputs         names asked for, of: output, weights, lse, scores, queries, keys, values
    dtype           "f64", "f32", "f16" or "bf16"

    Arrays are read-only. bf16 has no NumPy type: its numbers come as float32, exactly, or as ml_dtypes.bfloat16 where
    serve was given bfloat16=True.
    """

    __slots__ = ("q", "k", "v", "x", "wq", "wk", "wv", "scale", "scale_is_default", "outputs", "dtype")


class _Cannot(Exception):
    """What a problem asks that this module does not read."""


class _Wrong(Exception):
    """What attend returned that this module cannot send."""


def serve(attend, *, name, version=None, dtypes=("f64", "f32"), features=("weights", "scale"),
          constraints=None, deterministic=False, profile=None, bfloat16=False):
    """Answers problems with attend(problem) until the input ends; then returns.

    attend returns a dict of outputs (those not asked for are left out), or the output's array alone. An exception is the
    answer `failed`, but NotImplementedError and a lack of memory (MemoryError, torch.OutOfMemoryError, ...) are the answer
    `unsupported`. After `failed` attnref starts the program again. An array is sent in its own dtype, right or wrong, but
    that float32 is rounded to bf16 (to nearest, ties to even) where the problem is bf16.

    dtypes             what attend takes: problems are drawn inside it; several, or one as a string
    features           of: projections (takes x and its projections too), weights, lse, scores, queries_keys_values (what it
                       can return beside the output), scale (takes one that isn't the default)
    constraints        sizes, as {"d_k": {"among": [64, 128]}, "t": {"multiple_of": 16, "least": 16}, "d_v": "= d_k"}, and
                       {"only_projected": True} where attend never takes q, k, v
    deterministic      True: the same call gives the same bits
    profile            how it rounds: a name, as "fp32_online", or a dict, as {"profile": "f32", "exp_ulp": 2}, or a list
                       of dicts, one a format
    """
    metadata = {"name": name, "dtypes": _listed(dtypes), "features": _listed(features),
                "deterministic": "true" if deterministic else "false"}
    if version is not None:
        metadata["version"] = str(version)
    if constraints:
        metadata["constraints"] = json.dumps(constraints)
    if profile:
        metadata["profile"] = profile if isinstance(profile, str) else json.dumps(profile)
    bfloat = _ml_dtypes_bfloat16() if bfloat16 else None
    for header, data in _documents(_take_standard_input()):
        kind = header.get("__metadata__", {}).get("kind")
        if kind == "hello":
            _send(_answers, _empty("hello", metadata))
        elif kind == "problem":
            _send(_answers, _answer(attend, header, data, bfloat))
        else:
            _send(_answers, _empty("answer", {"failed": f"kind: expected hello or problem, found {kind!r}"}))


def _listed(names):
    return names if isinstance(names, str) else ",".join(names)


def _answer(attend, header, data, bfloat):
    try:
        problem = _problem(header, data, bfloat)
        reply = attend(problem)
        if reply is None:
            raise _Wrong("attend: expected an array, or a dict of arrays, found None")
        return _document(reply if isinstance(reply, dict) else {"output": reply}, problem)
    except (NotImplementedError, _Cannot) as error:
        return _empty("answer", {"unsupported": _words(error) or "not implemented"})
    except _Wrong as error:
        return _empty("answer", {"failed": str(error)})
    except Exception as error:
        if _is_out_of_memory(error):
            return _empty("answer", {"unsupported": f"out of memory: {_words(error)}"})
        where = _place(error, attend)
        return _empty("answer", {"failed": f"{type(error).__name__}: {_words(error)} "
                                           f"({os.path.basename(where.filename)}, line {where.lineno})"})


def _words(error):
    try:
        return str(error)
    except Exception as second:
        return f"its words raised {type(second).__name__}"


def _is_out_of_memory(error):
    """True for the exceptions of Python and NumPy, PyTorch, CuPy, TensorFlow and JAX."""
    names = {kind.__name__ for kind in type(error).__mro__}
    words = "out of memory|not enough memory|can't allocate memory|RESOURCE_EXHAUSTED"
    return bool(names & {"MemoryError", "OutOfMemoryError", "ResourceExhaustedError"}
                or re.search(words, _words(error), re.IGNORECASE))


def _place(error, attend):
    """Where it was raised: the innermost line of the file that attend is in, if there is one."""
    frames = traceback.extract_tb(error.__traceback__)
    own = getattr(getattr(attend, "__code__", None), "co_filename", None)
    return ([frame for frame in frames if frame.filename == own] or frames)[-1]


def _problem(header, data, bfloat):
    metadata = header.pop("__metadata__")
    if not _PLAIN_KEYS.issuperset(metadata):
        for key, value in metadata.items():
            if key not in _PLAIN_KEYS and value != _DEFAULTS.get(key):
                raise _Cannot(f"{key} = {value}")
    problem = Problem()
    problem.q = problem.k = problem.v = problem.x = problem.wq = problem.wk = problem.wv = None
    dtype = None
    for name, entry in header.items():
        if name not in _KNOWN_TENSORS:
            raise _Cannot(f"tensor {name}")
        dtype = entry["dtype"]
        setattr(problem, name, _array(dtype, entry["shape"], entry["data_offsets"], data, bfloat))
    problem.dtype = dtype.lower()
    problem.outputs = tuple(metadata.get("outputs", "output,weights").split(","))
    scale = metadata.get("scale", "default")
    problem.scale_is_default = scale == "default"
    if problem.scale_is_default:
        width = (problem.q if problem.x is None else problem.wq).shape[1]
        problem.scale = 1 / math.sqrt(width) if width else math.inf
    else:
        problem.scale = float.fromhex(scale) if "x" in scale else float(scale)
    return problem


def _array(dtype, shape, offsets, data, bfloat):
    begin, end = offsets
    numpy_dtype = _OF_NAME.get(dtype)
    if numpy_dtype is not None:
        return np.ndarray(shape, numpy_dtype, data, begin) if end > begin else np.zeros(shape, numpy_dtype)
    if dtype != "BF16":
        raise _Cannot(f"dtype {dtype}")
    halves = np.frombuffer(data, "<u2", (end - begin) // 2, begin)
    if bfloat is not None:
        return halves.view(bfloat).reshape(shape)
    array = (halves.astype("<u4") << 16).view("<f4").reshape(shape)
    array.flags.writeable = False
    return array


# Sending. The head of an answer (length and JSON) depends on names, dtypes and shapes alone, which repeat.

_heads = {}


def _document(outputs, problem):
    key, arrays = [], []
    for name in problem.outputs:
        if name not in outputs:
            continue  # attnref says what is missing
        array = _array_of(name, outputs[name])
        stored = _NAME_OF.get(array.dtype)
        if problem.dtype == "bf16" and stored == "F32":
            array, stored = _rounded_to_bf16(array), "BF16"
        elif stored is None:
            if array.dtype.name != "bfloat16":
                raise _Wrong(f"{name}: expected floats, found {array.dtype}")
            array, stored = array.view(np.uint16), "BF16"
        key += (name, stored, array.shape)
        arrays.append(array)
    key = tuple(key)
    head = _heads.get(key)
    if head is None:
        if len(_heads) > 10000:
            _heads.clear()
        head = _heads[key] = _head("answer", {}, key, arrays)
    return b"".join([head, *(array.tobytes() for array in arrays)])


def _array_of(name, output):
    expected = f"{name}: expected an array of floats, found {type(output).__name__}"
    try:
        array = np.asarray(output)
    except Exception as error:  # which may say what to do, as of a tensor on another device
        raise _Wrong(f"{expected}: {error}") from error
    if array.dtype == object:
        raise _Wrong(expected)
    return array


def _text(words):
    """Words as UTF-8 can have them: a lone surrogate, as of a file's name that is no UTF-8, becomes its escape."""
    return str(words).encode("utf-8", "backslashreplace").decode("utf-8")


def _head(kind, metadata, key, arrays):
    said = {name: _text(words) for name, words in metadata.items()}
    header, end = {"__metadata__": {"attnref": "1", "kind": kind, **said}}, 0
    for i, array in enumerate(arrays):
        name, stored, shape = key[3 * i:3 * i + 3]
        begin, end = end, end + array.nbytes
        header[name] = {"dtype": stored, "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text


def _empty(kind, metadata):
    return _head(kind, metadata, (), ())


def _rounded_to_bf16(array):
    """The upper halves of float32, after rounding to nearest, ties to even; a NaN stays one."""
    bits = np.ascontiguousarray(array).view(np.uint32)
    rounded = ((bits + np.uint32(0x7FFF) + ((bits >> 16) & 1)) >> 16).astype("<u2")
    nan = np.isnan(array)
    return np.where(nan, ((bits >> 16) | 0x40).astype("<u2"), rounded) if nan.any() else rounded


def _ml_dtypes_bfloat16():
    import ml_dtypes
    return ml_dtypes.bfloat16


# The streams.

def _binary(stream):
    if os.name == "nt":
        import msvcrt
        msvcrt.setmode(stream, os.O_BINARY)
    return stream


def _take_standard_output():
    """Standard output for documents alone: what anybody else writes to it goes to standard error."""
    answers = _binary(os.dup(1))
    os.dup2(2, 1)
    return answers


def _take_standard_input():
    documents = _binary(os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return io.BufferedReader(io.FileIO(documents), 1 << 16)


_answers = _take_standard_output()


_MOST_HEADER = 4 << 20


def _documents(stream):
    """(header, data) of each document until the input ends. Data is bytes, so arrays in it are read-only."""
    read, loads, length_of = stream.read, json.loads, struct.Struct("<Q").unpack
    while len(begin := read(8)) == 8:
        try:
            header = loads(read(length_of(begin)[0])) if length_of(begin)[0] <= _MOST_HEADER else None
            end = max((entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"), default=0)
        except (ValueError, RecursionError, AttributeError, LookupError, TypeError):
            raise SystemExit("attnref_backend: standard input: expected documents, as attnref check sends them, "
                             f"found {begin!r}") from None
        data = read(end) if end else b""
        if len(data) < end:
            return
        yield header, data


def _send(stream, document):
    sent = os.write(stream, document)
    while sent < len(document):
        document = document[sent:]
        sent = os.write(stream, document)
