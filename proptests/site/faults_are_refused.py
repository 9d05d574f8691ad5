#!/usr/bin/env python3
"""make_site makes a site of sound Markdown, and refuses each fault in words: file, line, what is wrong.

proptests/site/faults_are_refused.py [--katex FOLDER] [--node NODE]
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MAKE_SITE = pathlib.Path(__file__).resolve().parents[2] / "src/docs/site/make_site"
README = """# Contents

First words.

1. [One](one.md): a chapter
2. [Two](two.md) (T): another

Also [for reference](laws.md).
"""
ONE = """# One

A formula, $`\\alpha_1`$ and $x_1$, and a number <!--=one.half-->1/2<!--/-->.

```math
a = \\frac{b}{c} \\tag{1.1}
```
<!--eq ratio-->
<a id="eq-ratio"></a>*(1.1) in code: [code.cpp](../src/code.cpp#L2); held by: [two](two.md#the-end)*
<!--/-->

![a square](figures/square.svg)

- Each row
- Each column

<!--question {"id": "sum", "kind": "one", "answer": "a", "why": {"b": "Rows."}, "law": "rows_sum_to_one"}-->

<details>
<summary>Answer</summary>

The first.

</details>
"""
TWO = """# Two

Back to [(1.1)](one.md#eq-ratio), and to [one](one.md).

## The end

| a | b |
|---|---|
| 1 | `x` |
"""
OTHER = (
    "# Other\n\nA [folder](../src/), a [page of the project](../README.md#here), a footnote[^1].\n\n[^1]: Small.\n"
)
SOUND = {
    "docs/README.md": README,
    "docs/one.md": ONE,
    "docs/two.md": TWO,
    "docs/laws.md": OTHER,
    "README.md": "# Project\n\n## Here\n\n<picture><source srcset='docs/figures/square.svg'></picture>\n",
    "docs/figures/square.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="9"/></svg>\n',
    "src/code.cpp": "// Divides (eq" ". ratio).\ndouble ratio(double b, double c) { return b / c; }\n",
}

# The file, what stands there and what takes its place; what is said.
FAULTS = [
    ("docs/README.md", "(two.md) (T)", "(three.md) (T)", "lists three.md, and there is no such file"),
    ("docs/README.md", "Also [for reference](laws.md).", "", "docs/laws.md: is not in the reading order"),
    ("docs/one.md", "\\alpha_1", "\\alphaa_1", "docs/one.md: a formula that KaTeX refuses"),
    ("docs/one.md", "\\frac{b}{c}", "\\frac{b}", "docs/one.md:5: a formula that KaTeX refuses"),
    ("docs/one.md", "figures/square.svg", "figures/circle.svg", "an image that is not in the project"),
    ("docs/one.md", "../src/code.cpp", "../src/gone.cpp", "a link that leads nowhere"),
    ("docs/one.md", "../src/code.cpp", "../../outside.cpp", "a link that leads nowhere"),
    ("docs/one.md", "# One", "One", "expected one heading of the first level, found 0"),
    ("docs/one.md", "A formula", "# Again\n\nA formula", "expected one heading of the first level, found 2"),
    ("docs/two.md", "## The end", "#### The end", "docs/two.md:5: a heading of level 4 below one of level 1"),
    ("docs/one.md", "and a number <!--=", "and a number\n<!--=", "docs/one.md:4: a marker begins a line"),
    (
        "docs/one.md",
        "```\n<!--eq ratio-->",
        "```\n\nWords.\n\n<!--eq ratio-->",
        "equation ratio: expected a math fence above it",
    ),
    ("docs/one.md", '"answer": "a"', '"answer": "c"', "question 1: answer: expected letters from a to b, found c"),
    ("docs/one.md", '"kind": "one"', '"kind": "any"', "question 1: kind"),
    ("docs/one.md", '"kind": "one", ', "", "question 1: 'kind'"),
    ("docs/one.md", '{"id"', '{id', "question 1: "),
    ("docs/one.md", '"kind": "one"', '"kind": "number"', "expected no list above it"),
]
# Of the sound site: the file and what must stand in it.
MADE = [
    ("index.html", r'<a href="one\.html">One</a>'),
    ("one.html", r'<span class="number">1</span> One'),
    ("one.html", r'<div class="display" id="eq-ratio"><div class="formula"><span class="katex-display">'),
    ("one.html", r'<a class="tag" href="#eq-ratio">\(1\.1\)</a>'),
    ("one.html", r'<math xmlns="http://www\.w3\.org/1998/Math/MathML">.*?α'),
    ("one.html", r"a number 1/2\."),
    ("one.html", r'<a href="source/src/code\.cpp\.html#L2">'),
    ("one.html", r'<img src="figures/square\.svg" alt="a square" width="10" height="20">'),
    ("one.html", r'<form class="question" id="question-sum" data-kind="one" data-answer="a">'),
    ("one.html", r'<input type="radio" name="sum" value="b"> <span>Each column</span>'),
    ("one.html", r'<a rel="next" href="two\.html"><span>Next</span> 2 Two</a>'),
    ("two.html", r'<a href="one\.html#eq-ratio">\(1\.1\)</a>'),
    ("two.html", r'<th scope="col">a</th>'),
    ("laws.html", r'<a href="source/README\.md\.html#here">'),
    ("source/src/code.cpp.html", r'\(eq\. <a href="\.\./\.\./one\.html#eq-ratio" title="equation 1\.1">ratio</a>\)'),
    ("source/README.md.html", r'<h2 id="here">'),
    ("source/README.md.html", r'<source srcset="../figures/square.svg">'),
    ("source/src/index.html", r'<a href="code\.cpp\.html">code\.cpp</a>'),
    ("assets/search-index.js", r"project|chapter"),
]


def make(folder, files, options):
    for name, text in files.items():
        (folder / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "project" / name).write_text(text)
    return subprocess.run(
        [sys.executable, MAKE_SITE, "--root", folder / "project", "--out", folder / "site", *options],
        capture_output=True,
        text=True,
    )


def main(options):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        run = make(pathlib.Path(folder), SOUND, options)
        if run.returncode or run.stderr:
            wrong.append(f"the sound docs: exit code {run.returncode}: {run.stderr[:300]}")
        for name, expected in MADE:
            path = pathlib.Path(folder) / "site" / name
            if not path.is_file() or not re.search(expected, path.read_text(), re.DOTALL):
                wrong.append(f"{name}: expected {expected}{'' if path.is_file() else ', found no file'}")
    for name, old, new, said in FAULTS:
        with tempfile.TemporaryDirectory() as folder:
            if old not in SOUND[name]:
                wrong.append(f"{name} has no {old!r} to spoil")
            run = make(pathlib.Path(folder), {**SOUND, name: SOUND[name].replace(old, new)}, options)
            if run.returncode != 1 or said not in run.stderr or (pathlib.Path(folder) / "site").exists():
                wrong.append(
                    f"{name}: {old!r} -> {new!r}: expected exit code 1 and {said!r}, "
                    f"found {run.returncode} and {run.stderr.strip()[-300:]!r}"
                )
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"{len(MADE)} things made, {len(FAULTS)} faults, {len(wrong)} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
