"""The JSON of check validates against docs/schemas/report.schema.json, and documents with one fault do not.

json_validates.py COMMAND SCHEMA; 77 (skipped) without jsonschema.
"""
import copy
import json
import sys

import runs

try:
    import jsonschema
except ImportError:
    print("skipped: no jsonschema (Debian: python3-jsonschema)")
    sys.exit(77)


def faults(report):
    """The report with one thing wrong, each named."""
    law = next(i for i, one in enumerate(report["laws"]) if one["verdict"] == "violated")
    changes = {
        "a key is missing": lambda r: r.pop("seed"),
        "an unknown key": lambda r: r.update(extra=1),
        "a verdict misspelled": lambda r: r["laws"][law].update(verdict="violates"),
        "a violation without a counterexample": lambda r: r["laws"][law].update(counterexample=None),
        "a law that holds with a counterexample": lambda r: r["laws"][law].update(verdict="holds"),
        "excepted without the user's reason": lambda r: r["laws"][law].update(verdict="excepted"),
        "a count below zero": lambda r: r["counts"].update(holds=-1),
        "a number as text": lambda r: r["laws"][law].update(worst_ratio="1.5"),
        "another infinity": lambda r: r["laws"][law].update(worst_ratio="Infinity"),
        "a replay that is no Spec": lambda r: r["laws"][law]["counterexample"].update(replay="rows_sum_to_one"),
        "inputs of another name": lambda r: r["laws"][law]["counterexample"]["inputs"].update(y={}),
        "a share above 1": lambda r: r.update(declined=1.5),
        "an exit code that there isn't": lambda r: r.update(exit_code=2),
        "sizes without the keys": lambda r: r["largest"].pop("t_k"),
        "two lines as a reason": lambda r: r["laws"][law].update(reason="a\nb"),
    }
    for name, change in changes.items():
        wrong = copy.deepcopy(report)
        change(wrong)
        yield name, wrong


def main():
    command, path = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    refused = 0
    for name, verdicts, text in runs.documents(command, "--json"):
        report = json.loads(text)
        for error in validator.iter_errors(report):
            sys.exit(f"{name}: {error.json_path}: {error.message}")
        found = {law["verdict"] for law in report["laws"]}
        if not verdicts <= found:
            sys.exit(f"{name}: expected verdicts {verdicts}, found {found}")
        if name != "violated":
            continue
        for fault, wrong in faults(report):
            if validator.is_valid(wrong):
                sys.exit(f"the schema lets through: {fault}")
            refused += 1
    print(f"{len(runs.RUNS)} reports are valid; {refused} with a fault are not")


main()
