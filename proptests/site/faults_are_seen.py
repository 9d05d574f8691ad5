#!/usr/bin/env python3
"""Each check in the browser can fail: a part of the built site passes, and with one fault put in it the check says so.

proptests/site/faults_are_seen.py build/release/site
"""

import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src/docs/site")]
sys.dont_write_bytecode = True

import in_browser
from making.questions import question_form

PARTS = ("index.html", "tolerance.html", "api/index.html")
QUESTION = {
    "id": "sum",
    "kind": "several",
    "answer": ["a", "c"],
    "why": {"b": "Rows, not columns."},
    "law": "rows_sum_to_one",
}
TITLE = "<h1"

# The check that must notice; the file, what stands there and what takes its place; a piece of what the check says.
FAULTS = [
    (
        "quiet",
        "index.html",
        TITLE,
        '<img src="http://127.0.0.1:9/x.png" alt="x">' + TITLE,
        "asks for http://127.0.0.1:9",
    ),
    ("quiet", "index.html", TITLE, "<script>console.error('broken')</script>" + TITLE, "broken"),
    ("quiet", "assets/site.js", "'use strict';", "'use strict'; null.x;", "TypeError"),
    ("phone", "index.html", TITLE, '<div style="width: 700px">wide</div>' + TITLE, "pixels wide"),
    (
        "phone",
        "assets/style.css",
        ".formula { flex: 1; min-width: 0;",
        ".formula { overflow: visible !important; flex: 1;",
        "pixels wide",
    ),
    (
        "without_scripts",
        "assets/style.css",
        "/* Questions */",
        ".katex-html { display: none; }",
        "a formula is not seen",
    ),
    ("without_scripts", "assets/style.css", "html:not(.js) :is(.search, .looks)", "html:not(.js) .search", ""),
    ("without_scripts", "index.html", TITLE, "<button>Nothing</button>" + TITLE, "does nothing without scripts"),
    ("without_scripts", "questions.html", "details>", "div>", "no answer below it"),
    (
        "still",
        "index.html",
        TITLE,
        '<div id="late"></div><script>setTimeout(() => { late.style.height = "300px"; }, 60)</script>' + TITLE,
        "moves by",
    ),
    (
        "contrast",
        "index.html",
        TITLE,
        '<p style="color: light-dark(#999, #fff)">pale</p>' + TITLE,
        "light: <p class=\"\"> \"pale\"",
    ),
    (
        "contrast",
        "index.html",
        TITLE,
        '<p style="color: light-dark(#000, #555)">pale</p>' + TITLE,
        "dark: <p class=\"\"> \"pale\"",
    ),
    ("keyboard", "index.html", '<a class="skip"', '<a tabindex="-1" class="skip"', "the first stop"),
    ("keyboard", "assets/style.css", "outline: 2px solid var(--accent)", "outline: none", "no sign of where one is"),
    ("keyboard", "index.html", 'id="article" tabindex="-1"', 'id="elsewhere"', "skipping to the text"),
    ("search", "assets/search-index.js", "softmax", "xxxxxxx", "nothing is found for 'softmax'"),
    ("search", "assets/site.js", "event.key === 'Enter'", "event.key === 'F9'", "Enter leads to"),
    ("theme", "assets/theme.js", "dataset.theme = chosen", "dataset.other = chosen", "forgets what was chosen"),
    ("theme", "assets/style.css", '[data-theme="light"] { color-scheme: light; }', "", ""),
    (
        "questions",
        "assets/questions.js",
        "given.length === expected.length && ",
        "",
        "part of the truth counts as right",
    ),
    (
        "questions",
        "assets/questions.js",
        "given.every((value) => expected.includes(value))",
        "given.some((value) => expected.includes(value))",
        "one that is false",
    ),
    ("questions", "assets/questions.js", "answer.open = true", "answer.title = ''", "does not open"),
    (
        "questions",
        "assets/questions.js",
        "event.preventDefault();",
        "event.preventDefault(); return;",
        "is not said to be right",
    ),
    (
        "questions",
        "assets/style.css",
        ", .js .options { display: none; }",
        " { display: none; }",
        "seen beside the form",
    ),
]


def copied(source, site):
    """A part of the site, with a page of questions of our own."""
    shutil.rmtree(site, ignore_errors=True)
    (site / "api").mkdir(parents=True)
    for folder in ("assets", "figures"):
        shutil.copytree(source / folder, site / folder)
    for name in PARTS:
        (site / name).write_text((source / name).read_text())
    options = ["Each row sums to 1", "Each column sums to 1", "Each weight is at least 0"]
    form = question_form(QUESTION, options, lambda text: text)
    listed = "<ul class=\"options\">" + "".join(f"<li>{option}</li>" for option in options) + "</ul>\n"
    page = (
        (site / "index.html")
        .read_text()
        .replace(
            '<script src="assets/site.js"',
            '<script src="assets/questions.js" defer></script>\n<script src="assets/site.js"',
        )
    )
    answer = "<details><summary>Answer</summary><p>The first and the last.</p></details>\n"
    (site / "questions.html").write_text(page.replace("</article>", f"{listed}{form}{answer}</article>"))


def main(source):
    source, wrong = pathlib.Path(source).resolve(), []
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder).resolve() / "site"
        copied(source, site)
        for name in in_browser.CHECKS:
            wrong += [
                f"{name}: a sound site is said to be faulty: {fault}" for fault in in_browser.faults(name, site)
            ]
        for name, file, old, new, said in FAULTS:
            copied(source, site)
            text = (site / file).read_text()
            if old not in text:
                wrong.append(f"{name}: {file} has no {old!r} to spoil")
                continue
            (site / file).write_text(text.replace(old, new))
            found = in_browser.faults(name, site)
            if not any(said in fault for fault in found):
                wrong.append(
                    f"{name}: {file}: {old[:40]!r} -> {new[:40]!r}: expected a fault with {said!r}, found {found[:3]}"
                )
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"{len(FAULTS)} faults, {len(wrong)} not seen")
    return 1 if wrong else 0


if __name__ == "__main__":
    if not shutil.which("chromedriver"):
        print("skipped: no chromedriver")
        sys.exit(77)
    sys.exit(main(*sys.argv[1:]))
