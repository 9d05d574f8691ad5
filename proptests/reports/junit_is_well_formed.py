"""The JUnit XML of check parses, has the structure that readers expect, and counts what it lists.

junit_is_well_formed.py COMMAND
"""
import json
import subprocess
import sys
import xml.etree.ElementTree as etree

import runs

CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"failure", "skipped"},
    "failure": set(),
    "skipped": set(),
}
ATTRIBUTES = {
    "testsuites": {"name", "tests", "failures", "errors", "skipped", "time"},
    "testsuite": {"name", "tests", "failures", "errors", "skipped", "time"},
    "properties": set(),
    "property": {"name", "value"},
    "testcase": {"classname", "name"},
    "failure": {"type", "message"},
    "skipped": {"message"},
}


class Malformed(Exception):
    """What is wrong with a document."""


def require(statement, what):
    if not statement:
        raise Malformed(what)


def check_element(element):
    require(element.tag in CHILDREN, f"unknown element {element.tag}")
    require(set(element.attrib) == ATTRIBUTES[element.tag], f"{element.tag}: attributes {sorted(element.attrib)}")
    require(element.tag == "failure" or not (element.text or "").strip(), f"{element.tag}: text")
    for child in element:
        require(child.tag in CHILDREN[element.tag], f"{element.tag}: child {child.tag}")
        check_element(child)


def check(text):
    root = etree.fromstring(text)
    require(root.tag == "testsuites", root.tag)
    check_element(root)
    cases = list(root.iter("testcase"))
    for element in [root, *root.iter("testsuite")]:
        for what, count in (("tests", len(cases)), ("failures", len(list(root.iter("failure")))),
                            ("skipped", len(list(root.iter("skipped")))), ("errors", 0)):
            require(int(element.get(what)) == count, f"{element.tag}: {what} is {element.get(what)}, found {count}")
        require(float(element.get("time")) >= 0, "time")
    require(len({case.get("name") for case in cases}) == len(cases), "a name twice")
    require(all(len(case) <= 1 for case in cases), "a test case with two outcomes")
    names = {one.get("name"): one.get("value") for one in root.iter("property")}
    require({"attnref", "backend", "seed", "time", "constraints", "declined", "largest", "exit_code"} <= set(names),
            f"properties {sorted(names)}")
    return root, names


def outcomes(root):
    """Of each law what its test case says of it."""
    found = {}
    for case in root.iter("testcase"):
        inside = next(iter(case), None)
        if inside is None:
            found[case.get("name")] = "holds"
        else:
            kind = inside.get("type") or inside.get("message").split(":")[0]
            found[case.get("name")] = {"exception": "holds", "not run": "not_run"}.get(kind, kind)
    return found


def check_checks():
    """The check itself refuses what is wrong."""
    good = ('<testsuites name="a" {0}><testsuite name="b" {0}><properties><property name="attnref" value="1"/>'
            '<property name="backend" value=""/><property name="seed" value="1"/><property name="time" value="0"/>'
            '<property name="constraints" value="none"/><property name="declined" value="0%"/>'
            '<property name="largest" value="none"/><property name="exit_code" value="0"/>'
            '</properties><testcase classname="b" name="l">{1}</testcase></testsuite></testsuites>')
    counts = 'tests="1" failures="{}" errors="0" skipped="0" time="0"'
    check(good.format(counts.format(0), ""))
    for wrong in (good.format(counts.format(1), ""), good.format(counts.format(0), '<error message="x"/>'),
                  good.format(counts.format(0), '<failure type="a" message="b"/>'), good.format(counts.format(0), "text"),
                  good.format(counts.format(0), "<"), good.format(counts.format(0), "\x1b"), "<testsuites/>"):
        try:
            check(wrong)
        except (Malformed, etree.ParseError):
            continue
        sys.exit(f"the check lets through: {wrong}")


def main():
    command = sys.argv[1]
    check_checks()
    for (name, verdicts, text), (_, _, same) in zip(runs.documents(command, "--junit"),
                                                    runs.documents(command, "--json")):
        report = json.loads(same)
        try:
            root, names = check(text)
        except (Malformed, etree.ParseError) as error:
            sys.exit(f"{name}: {error}")
        expected = {law["id"]: law["verdict"] for law in report["laws"]}
        if outcomes(root) != expected or not verdicts <= set(expected.values()):
            sys.exit(f"{name}: expected {expected}, found {outcomes(root)}")
        if names["seed"] != str(report["seed"]) or names["backend"] != report["backend"]["name"]:
            sys.exit(f"{name}: properties {names}")
        if names["exit_code"] != str(report["exit_code"]) or names.get("why") != report["why"]:
            sys.exit(f"{name}: properties {names}")
        replays = [law["counterexample"]["replay"] for law in report["laws"] if law["verdict"] == "violated"]
        failures = [failure for failure in root.iter("failure") if failure.get("type") == "violated"]
        for replay, failure in zip(replays, failures):
            if f" --replay {replay}\n" not in failure.text:
                sys.exit(f"{name}: no replay line in {failure.text}")
    print(f"{len(runs.RUNS)} reports are well formed")


main()
