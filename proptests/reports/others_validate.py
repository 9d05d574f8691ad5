"""The JSON of laws, mutants, compare and vectors validates against docs/schemas, and documents with one fault do not.

others_validate.py COMMAND SCHEMAS VECTORS; 77 (skipped) without jsonschema.
"""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)


def run(codes, *words):
    done = subprocess.run(words, capture_output=True, check=False)
    if done.returncode not in codes:
        sys.exit(f"{' '.join(words)}: expected exit code {codes}, found {done.returncode}\n{done.stderr.decode()}")
    return done


def set_first(key, value):
    """Changes `key` of the first entry of the document's first list or object of entries."""
    def change(document):
        entries = next(value for value in document.values() if isinstance(value, (list, dict)))
        (entries[0] if isinstance(entries, list) else next(iter(entries.values())))[key] = value
    return change


def main():
    command, folder, vectors = sys.argv[1:]

    def check(name, text, faults):
        document = json.loads(text)
        schema = json.loads(pathlib.Path(folder, f"{name}.schema.json").read_text(encoding="utf-8"))
        # One schema may refer to another beside it.
        beside = jsonschema.RefResolver(pathlib.Path(folder).resolve().as_uri() + "/", schema)
        validator = jsonschema.Draft202012Validator(schema, resolver=beside)
        validator.check_schema(schema)
        for error in validator.iter_errors(document):
            sys.exit(f"{name}: {error.json_path}: {error.message}")
        for fault in faults:
            wrong = copy.deepcopy(document)
            fault(wrong)
            if wrong == document or validator.is_valid(wrong):
                sys.exit(f"{name}: the schema lets through {json.dumps(wrong)[:300]}")

    check("laws", run([0], command, "laws", "--json", "-").stdout,
          [lambda d: d.pop("claims"), set_first("id", "Two Words"), set_first("exactness", "about")])
    # With one case a law mutants survive; the form is the point here.
    check("mutants", run([0, 1], command, "mutants", "--cases", "1", "--jobs", "1", "--json", "-").stdout,
          [lambda d: d.pop("control"), set_first("killed_by", "none"), set_first("mistake", "unknown key")])
    with tempfile.TemporaryDirectory() as place:
        run([1], command, "check", "--mutant", "scale_missing", "--law", "lesson_arrays_are_matched", "--save", place)
        problem, answer = f"{place}/lesson_arrays_are_matched.f64.safetensors", f"{place}/answer.safetensors"
        run([0], command, "attend", "--problem", problem, "--save", answer)
        done = run([0, 2], command, "compare", problem, answer, "--json", "-")
        if done.returncode == 2 and b"FLINT" in done.stderr:
            print("without FLINT there is no comparison")
            return
        check("comparison", done.stdout, [lambda d: d.pop("verdict"), set_first("max_ulp", "1"), set_first("judged", -1)])
    with tempfile.TemporaryDirectory() as answers:
        for vector, options in (("two_keys_share_by_the_logistic_function", ()),
                                ("the_scale_is_one_over_the_root_of_d_k", ("--scale", "1"))):
            run([0], command, "attend", "--problem", f"{vectors}/{vector}.safetensors", *options,
                "--save", f"{answers}/{vector}.answer.safetensors")
        check("verification", run([1], command, "vectors", "verify", vectors, "--answers", answers, "--json", "-").stdout,
              [lambda d: d.pop("suspects"), lambda d: d["counts"].update(holds=-1), lambda d: d["counts"].update(extra=1),
               lambda d: d["suspects"][0].update(law="Two Words"), lambda d: d["answers"][0].update(verdict="right"),
               lambda d: d["answers"][0]["comparison"].pop("profile"),
               lambda d: d["answers"][0]["comparison"]["outputs"]["output"].update(judged="many")])
    print("laws, mutants, a comparison and a verification are valid; each with a fault is not")


main()
