#!/usr/bin/env python3
"""Judges stored answers to the golden vectors in this folder, where neither a compiler nor attnref is at hand.

    python3 verify.py [FOLDER] [--answers DIR] [--profile f64|f32|f16|bf16]

FOLDER holds manifest.json and the vectors (default: where this file is); DIR the answers (default: FOLDER):
ID.answer.safetensors with the outputs by name, or ID.answer.npy (the output) and ID.OUTPUT.npy, as ID.weights.npy.
An answer holds if every number is as near to OUTPUT.f64 as the manifest's bound for its dtype (or the profile given)
says, and is NaN or infinite where that is. Where the manifest has no bound nobody is held to one: only the correctly
rounded answer holds, others are not run.
One bound serves a whole output: `attnref vectors verify` has one for each number, and sees more.

Exit codes: 0 an answer holds and none is violated, 1 one is violated (or can't be read), 2 bad usage, or a vector that is
not as the manifest says, 3 nothing was judged. Python 3.8 or later, and nothing but its standard library. CC0.
"""
import argparse
import ast
import hashlib
import json
import math
import pathlib
import re
import struct
import sys

OUTPUTS = ("output", "weights", "lse", "scores", "queries", "keys", "values")
BYTES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "BOOL": 1, "I64": 8, "U8": 1}
DTYPES = {"F64": "f64", "F32": "f32", "F16": "f16", "BF16": "bf16"}
# Bits, and the exponents of the smallest and the largest spacing.
SPACING = {"f64": (53, -1074, 971), "f32": (24, -149, 104), "f16": (11, -24, 5), "bf16": (8, -133, 120)}
MOST_HEADER, MOST_BYTES = 4 << 20, 1 << 30


class Bad(Exception):
    """A file that is not what it should be: one line."""


def short(text, most=200):
    """Somebody else's words, fit for a line of a terminal."""
    line = ascii(str(text))[1:-1]
    return line if len(line) <= most else line[:most] + "..."


def need(condition, what):
    if not condition:
        raise Bad(what)


def read(path, most=MOST_BYTES):
    try:
        with open(path, "rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Bad(f"{short(path)}: {error.strerror}")
    need(len(data) <= most, f"{short(path)}: expected at most {most} bytes, found more")
    return data


def numbers(data, dtype, order="<"):
    """The elements of a safetensors dtype, as floats; each is exact."""
    if dtype == "BF16":  # the upper half of a float32
        data, dtype = b"".join(b"\0\0" + data[i:i + 2] for i in range(0, len(data), 2)), "F32"
    code = {"F64": "d", "F32": "f", "F16": "e"}[dtype]
    return struct.unpack(f"{order}{len(data) // BYTES[dtype]}{code}", data)


def parse_json(data, what):
    def once(pairs):
        need(len({key for key, _ in pairs}) == len(pairs), f"{what}: expected each key once")
        return dict(pairs)

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Bad(f"{what}: expected JSON")


def is_count(value):
    return type(value) is int and 0 <= value <= MOST_BYTES


def parse_safetensors(data):
    """(metadata, {name: (dtype, shape, bytes)}). Every offset is checked against the data before it is used."""
    need(len(data) >= 8, "expected the length of a header in 8 bytes")
    length = struct.unpack("<Q", data[:8])[0]
    need(length <= min(MOST_HEADER, len(data) - 8), "expected a header no longer than the file")
    header, body = parse_json(data[8:8 + length], "header"), data[8 + length:]
    need(isinstance(header, dict), "header: expected an object")
    metadata = header.pop("__metadata__", {})
    need(isinstance(metadata, dict) and all(isinstance(text, str) for text in metadata.values()), "metadata: expected text")
    spans, tensors = [], {}
    for name, entry in header.items():
        what = f"'{short(name, 80)}'"
        need(isinstance(entry, dict) and set(entry) == {"dtype", "shape", "data_offsets"}, f"{what}: expected an entry")
        dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
        need(isinstance(dtype, str) and dtype in BYTES, f"{what}: expected a dtype among {', '.join(BYTES)}")
        need(isinstance(shape, list) and len(shape) <= 32 and all(map(is_count, shape)), f"{what}: expected a shape")
        need(isinstance(offsets, list) and len(offsets) == 2 and all(map(is_count, offsets)),
             f"{what}: expected two offsets")
        begin, end = offsets
        need(begin <= end <= len(body), f"{what}: expected offsets within the data")
        need(math.prod(shape) * BYTES[dtype] == end - begin, f"{what}: expected as many bytes as its shape takes")
        spans.append((begin, end))
        tensors[name] = dtype, shape, body[begin:end]
    covered = 0
    for begin, end in sorted(spans):
        need(begin == covered, "expected data without gap or overlap")
        covered = end
    need(covered == len(body), "expected no bytes beyond the data")
    return metadata, tensors


def array(tensor):
    """(dtype, shape, numbers) of a tensor of floating-point numbers."""
    dtype, shape, data = tensor
    need(dtype in DTYPES, f"expected a dtype among {', '.join(DTYPES)}, found {dtype}")
    return DTYPES[dtype], shape, numbers(data, dtype)


def parse_npy(data):
    """(dtype, shape, numbers) of a .npy file of float64, float32 or float16, in C order or Fortran's."""
    need(data[:6] == b"\x93NUMPY" and len(data) >= 12 and data[6] in (1, 2, 3), "expected a .npy file of version 1 to 3")
    begin, code = (10, "<H") if data[6] == 1 else (12, "<I")
    length = struct.unpack(code, data[8:begin])[0]
    need(length <= min(1 << 16, len(data) - begin), "header: expected one no longer than the file")
    try:
        text = data[begin:begin + length].decode("utf-8").strip()
        # Python 2, which wrote versions 1 and 2, put an L behind long integers.
        header = ast.literal_eval(re.sub(r"(?<=\d)\s*L(?=\s*[,)])", "", text) if data[6] < 3 else text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise Bad("header: expected a dictionary")
    need(isinstance(header, dict) and set(header) == {"descr", "fortran_order", "shape"}, "header: expected its three keys")
    descr, shape, data = header["descr"], header["shape"], data[begin + length:]
    kinds = {"f8": "F64", "d": "F64", "f4": "F32", "f": "F32", "f2": "F16", "e": "F16"}
    need(isinstance(descr, str), "descr: expected f8, f4 or f2")
    order, kind = (descr[:1], descr[1:]) if descr[:1] in tuple("<>=|") else ("=", descr)
    need(kind in kinds, "descr: expected f8, f4 or f2")
    need(isinstance(shape, tuple) and len(shape) <= 32 and all(map(is_count, shape)), "shape: expected one")
    need(isinstance(header["fortran_order"], bool), "fortran_order: expected True or False")
    dtype = kinds[kind]
    need(math.prod(shape) * BYTES[dtype] == len(data), "data: expected as many bytes as its shape takes")
    values = numbers(data, dtype, order if order in tuple("<>") else "=")  # this machine's
    if header["fortran_order"] and len(shape) > 1:
        need(len(shape) == 2, "fortran_order: expected at most two axes")
        values = tuple(values[j * shape[0] + i] for i in range(shape[0]) for j in range(shape[1]))
    return DTYPES[dtype], list(shape), values


def ulp(exact, dtype):
    """The spacing of a format in the binade of a finite number, a power of two with the numbers above it."""
    bits, least, most = SPACING[dtype]
    return math.ldexp(1.0, min(max(math.frexp(exact)[1] - bits, least), most) if exact else least)


def same(a, b):
    return a == b or (a != a and b != b)


class Output:
    """One output of an answer beside the exact one: the verdict, and the number that tells."""

    def __init__(self, name, seen, exact, rounded, bound, dtype):
        self.name, self.ulps, self.ratio, self.worst = name, 0.0, None if bound is None else 0.0, None
        wrong_infinity = open_infinity = False
        for n, (a, b) in enumerate(zip(seen, exact)):
            if not math.isfinite(b) or not math.isfinite(a):
                if same(a, b) or wrong_infinity:
                    continue
                if bound is None and b == b:
                    open_infinity = True  # something may overflow on the way, or the exact number does
                else:
                    wrong_infinity, self.ratio, self.worst = True, math.inf, n
                continue
            error = abs(a - b)
            self.ulps = max(self.ulps, error / ulp(b, dtype))
            if bound is None or wrong_infinity:
                continue
            ratio = error / bound if bound else math.inf if error else 0.0
            if ratio > self.ratio:
                self.ratio, self.worst = ratio, n
        is_rounded = rounded is not None and all(map(same, seen, rounded))
        if self.ratio is not None and not self.ratio <= 1:
            self.verdict = "violated"
        else:
            self.verdict = "holds" if is_rounded or (bound is not None and not open_infinity) else "not run"
        self.where = ""
        if self.verdict == "violated":
            self.where = (f"{name} number {self.worst} (row by row): {seen[self.worst]!r}, "
                          f"expected {exact[self.worst]!r}, bound {bound}")
        elif self.verdict == "not run":
            self.where = f"no bound says anything of {name}"


def read_answer(files):
    """{output: (dtype, shape, numbers)}, or the reason for which the program gives none."""
    answer = {}
    for part, path in files:
        try:
            if part is not None:
                found = {part: parse_npy(read(path))}
            else:
                metadata, tensors = parse_safetensors(read(path))
                need(metadata.get("attnref") == "1" and metadata.get("kind") == "answer",
                     "expected metadata attnref 1, kind answer")
                need("failed" not in metadata, "failed: " + short(metadata.get("failed", "")))
                if "unsupported" in metadata:
                    need(not tensors, "unsupported: expected a reason and no tensors")
                    return short(metadata["unsupported"])
                found = {name: array(tensor) for name, tensor in tensors.items() if not name.endswith(".undecided")}
        except Bad as error:
            raise Bad(f"{short(path.name)}: {error}")
        for name, tensor in found.items():
            need(name in OUTPUTS,
                 f"{short(path.name)}: expected outputs among {', '.join(OUTPUTS)}, found '{short(name, 80)}'")
            need(name not in answer, f"{short(path.name)}: expected {name} once")
            answer[name] = tensor
    need(answer, "expected an output, found none")
    need(len({dtype for dtype, _, _ in answer.values()}) == 1, "expected outputs of one dtype")
    return answer


def judge(vector, tensors, files, profile):
    """(verdict, outputs, words) of one answer."""
    try:
        answer = read_answer(files)  # or why there is none
        if isinstance(answer, str):
            return "unsupported", [], [answer]
        outputs = []
        for name, (dtype, shape, seen) in sorted(answer.items()):
            if name + ".f64" not in tensors:
                continue
            _, expected, exact = array(tensors[name + ".f64"])
            need(shape == expected, f"{name}: expected shape {expected}, found {shape}")
            bound = vector["bounds"].get(name, {}).get(profile or dtype)
            golden = tensors.get(f"{name}.{dtype}")
            outputs.append(Output(name, seen, exact, golden and array(golden)[2], bound, dtype))
    except Bad as error:
        return "violated", [], [str(error)]
    verdicts = {output.verdict for output in outputs}
    verdict = next((one for one in ("violated", "not run") if one in verdicts), "holds" if outputs else "not run")
    return verdict, outputs, [output.where for output in outputs if output.where]


def is_entry(vector):
    """What is used of a manifest's entry."""
    if not isinstance(vector, dict) or not isinstance(vector.get("id"), str):
        return False
    if not re.fullmatch("[a-z0-9_]+", vector["id"]):
        return False
    notes, bounds = vector.get("notes"), vector.get("bounds")
    if vector.get("file") != vector["id"] + ".safetensors" or not isinstance(vector.get("sha256"), str):
        return False
    if not isinstance(notes, list) or not isinstance(bounds, dict):
        return False

    def is_bound(bound):
        return bound is None or (type(bound) in (int, float) and 0 <= bound < math.inf)

    return (all(isinstance(note, dict) and all(isinstance(note.get(key), str) for key in ("flag", "mistake", "law"))
                for note in notes)
            and all(isinstance(of, dict) and all(map(is_bound, of.values())) for of in bounds.values()))


def read_vectors(folder):
    """[(the manifest's entry, the vector's tensors)]; each file is the one that the manifest digests."""
    manifest = parse_json(read(folder / "manifest.json", 16 << 20), "manifest.json")
    need(isinstance(manifest, dict) and manifest.get("attnref") == "1" and isinstance(manifest.get("vectors"), list),
         "manifest.json: expected attnref 1 and a list of vectors")
    vectors = []
    for n, vector in enumerate(manifest["vectors"]):
        need(is_entry(vector), f"manifest.json: vectors[{n}]: expected an entry of manifest.schema.json")
        data = read(folder / vector["file"])
        digest = hashlib.sha256(data).hexdigest()
        need(digest == vector["sha256"], f"{vector['file']}: sha256: expected {short(vector['sha256'])}, found {digest}")
        try:
            tensors = parse_safetensors(data)[1]
            for name, tensor in tensors.items():
                if name.split(".")[0] in OUTPUTS and not name.endswith(".undecided"):
                    need(tensor[0] in DTYPES, f"{short(name, 80)}: expected floating-point numbers")
        except Bad as error:
            raise Bad(f"{vector['file']}: {error}")
        vectors.append((vector, tensors))
    need(len({vector["id"] for vector, _ in vectors}) == len(vectors), "manifest.json: expected each id once")
    return vectors


def find_answers(folder, ids):
    """{id: [(output, or None of a document; file)]}. A name that is nearly an answer's would be one never judged."""
    answers = {}
    try:
        paths = sorted(folder.iterdir())
    except OSError as error:
        raise Bad(f"{short(folder)}: {error.strerror}")
    for path in paths:
        name = path.name
        if name.endswith(".answer.safetensors"):
            stem, part = name[:-len(".answer.safetensors")], None
        elif name.endswith(".npy") and "." in name[:-4]:
            stem, part = name[:-4].rsplit(".", 1)
            part = "output" if part == "answer" else part
        else:
            continue
        if part is not None and part not in OUTPUTS and stem not in ids:
            continue  # somebody's own array
        need(stem in ids, f"{short(name)}: expected the id of a vector before the first dot")
        need(part is None or part in OUTPUTS, f"{short(name)}: expected answer, or one of {', '.join(OUTPUTS)}, before .npy")
        answers.setdefault(stem, []).append((part, path))
    return answers


def report(vectors, answers, profile, wants_all):
    """Prints a line an answer and a summary; returns the exit code."""
    row = "{:<11}  {:>13}  {:>9}  {}".format
    print(row("verdict", "error / bound", "max ulp", "vector"))
    counts, flags = {}, {}
    for vector, tensors in vectors:
        if vector["id"] not in answers:
            continue
        verdict, outputs, words = judge(vector, tensors, answers[vector["id"]], profile)
        counts[verdict] = counts.get(verdict, 0) + 1
        ratios = [output.ratio for output in outputs if output.ratio is not None]
        print(row(verdict, f"{max(ratios):.3g}" if ratios else "-",
                  f"{max(output.ulps for output in outputs):.3g}" if outputs else "-", vector["id"]))
        for line in words:
            print("    " + line)
        for note in vector["notes"]:
            text = short(f"{note['flag']}: {note['mistake']} (law {note['law']})", 400)
            of_flag = flags.setdefault(note["flag"], [0, 0, text])
            of_flag[0] += verdict == "violated"
            of_flag[1] += 1
            if verdict == "violated":
                print("    shows " + text)
    verdicts = ("holds", "violated", "unsupported", "not run")
    said = "".join(f"{counts[verdict]} {verdict}, " for verdict in verdicts if verdict in counts)
    print(f"\n{said}{len(vectors) - sum(counts.values())} without an answer; {len(vectors)} vectors")
    missing = len(vectors) - sum(counts.values()) + counts.get("unsupported", 0)
    if missing:
        print(f"missing: {missing} of {len(vectors)} vectors, without an answer or unsupported; with --all that is exit code 3")
    suspects = sorted((one for one in flags.values() if one[0]), key=lambda one: (-one[0] / one[1], -one[0]))
    if suspects:
        print("\nmistakes, by how many of the answered vectors that show them are violated:")
    for violated, answered, text in suspects:
        print(f"  {violated:>3} of {answered:<3}  {text}")
    if "violated" in counts:
        return 1
    return 0 if "holds" in counts and not (wants_all and missing) else 3


def main():
    parser = argparse.ArgumentParser(description="Judges stored answers to the golden vectors.", allow_abbrev=False)
    parser.add_argument("folder", nargs="?", metavar="FOLDER", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent,
                        help="of manifest.json and the vectors (default: this file's)")
    parser.add_argument("--answers", metavar="DIR", type=pathlib.Path, help="of the answers (default: FOLDER)")
    parser.add_argument("--profile", choices=tuple(SPACING), help="whose bounds to judge by (default: the answer's dtype)")
    parser.add_argument("--all", action="store_true", help="exit code 3 where an answer is missing")
    arguments = parser.parse_args()
    try:
        vectors = read_vectors(arguments.folder)
        answers = find_answers(arguments.answers or arguments.folder, {vector["id"] for vector, _ in vectors})
        return report(vectors, answers, arguments.profile, arguments.all)
    except Bad as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
