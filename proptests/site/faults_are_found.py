#!/usr/bin/env python3
"""Each check can fail: a sound site passes all of them, and a site with one fault fails the check that is there for it.

    proptests/site/faults_are_found.py

The checks that need no browser; faults_are_seen.py has the others.
"""

import pathlib
import runpy
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True
CHECK = runpy.run_path(str(HERE / "check"))

PICTURE = '<p><img src="picture.svg" alt="a square" width="10" height="10"></p>'
HEADING = '<h2 id="picture">A picture</h2>'
# The check that must notice; the file, what stands there and what takes its place; a piece of what the check says.
FAULTS = [
    ("resources", "index.html", "assets/site.js", "https://cdn.example/site.js", "loads https://cdn.example/site.js"),
    ("resources", "index.html", 'src="picture.svg"', 'src="//example.org/picture.svg"', "loads //example.org"),
    ("resources", "index.html", 'src="picture.svg"', 'src="picture.png"', "no such file"),
    (
        "resources",
        "index.html",
        HEADING,
        '<h2 id="picture" style="background: url(https://example.org/x.png)">A picture</h2>',
        "loads https://example.org",
    ),
    (
        "resources",
        "index.html",
        "<title>",
        '<meta http-equiv="refresh" content="0; url=https://example.org"><title>',
        "elsewhere",
    ),
    (
        "resources",
        "assets/style.css",
        "body",
        "@import 'https://example.org/x.css'; body",
        "loads https://example.org",
    ),
    (
        "resources",
        "assets/katex.css",
        ".katex",
        "@font-face { src: url(fonts/missing.woff2) } .katex",
        "no such file",
    ),
    ("resources", "assets/site.js", "'use strict';", "fetch('https://example.org/count');", "names another host"),
    (
        "resources",
        "picture.svg",
        "<rect",
        '<image href="https://example.org/x.png"/><rect',
        "loads https://example.org",
    ),
    ("links", "index.html", "other.html#here", "missing.html", "no such file"),
    ("links", "index.html", "other.html#here", "other.html#nowhere", "no anchor"),
    ("links", "index.html", "other.html#here", "../outside.html", "leaves the site"),
    ("links", "index.html", "other.html#here", "/other.html", "relative address"),
    ("links", "index.html", "other.html#here", "file:///other.html", "relative address"),
    ("links", "index.html", "other.html#here", "assets/", "a folder is no page"),
    ("links", "index.html", "https://arxiv.org", "http://arxiv.org", "https"),
    ("structure", "index.html", ' lang="en"', "", "lang"),
    ("structure", "index.html", "<title>A sound page</title>", "<title></title>", "title"),
    ("structure", "index.html", HEADING, HEADING.replace("h2", "h1"), "one h1"),
    ("structure", "index.html", HEADING, HEADING.replace("h2", "h3"), "h3 after h1"),
    ("structure", "index.html", HEADING, '<h2 id="picture"></h2>', "empty h2"),
    ("structure", "index.html", 'alt="a square" ', 'alt="" ', "without words"),
    ("structure", "index.html", 'alt="a square" ', "", "without words"),
    ("structure", "index.html", ' width="10" height="10"', "", "without a size"),
    ("structure", "index.html", 'nav aria-label="Contents"', "nav", "label"),
    (
        "structure",
        "index.html",
        '<main id="article">',
        '<nav aria-label="Contents"></nav><main id="article">',
        "label",
    ),
    ("structure", "index.html", "main", "section", "one main"),
    ("structure", "index.html", '<a href="#article">Skip to the text</a>', "", "skip"),
    ("structure", "index.html", 'id="picture"', 'id="top"', "twice"),
    ("structure", "index.html", ">a paper<", "><", "without words"),
    ("structure", "index.html", 'th scope="col"', "th", "without scope"),
    (
        "structure",
        "index.html",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "",
        "viewport",
    ),
    ("well_formed", "index.html", "<!doctype html>", "", "doctype"),
    ("well_formed", "index.html", "</ul>", "", "</nav> where </ul>"),
    ("well_formed", "index.html", "</main>", "", "</body> where </main>"),
    ("well_formed", "index.html", PICTURE, f"<p>{PICTURE}</p>", "<p> inside <p>"),
    ("well_formed", "index.html", ">a paper<", '><a href="#top">a paper</a><', "<a> inside <a>"),
    ("well_formed", "index.html", "<li>", "<div><li>", "<li> inside <div>"),
    ("well_formed", "index.html", 'id="top"', 'id="top" id="again"', "id twice"),
    ("well_formed", "index.html", "a formula", "a \x02formula\x03", "control character"),
    ("formulas", "index.html", "a formula", "a formula $`\\alpha`$", "as it was written"),
    ("formulas", "index.html", "a formula", "a formula \\frac{1}{2}", "as it was written"),
    ("formulas", "index.html", "<math><mi>x</mi></math>", "", "for the ear"),
    ("formulas", "index.html", '<link rel="stylesheet" href="assets/katex.css">', "", "without their style"),
    ("formulas", "index.html", '"katex"', '"katex katex-error"', "refused"),
    ("weight", "index.html", "a formula", "a formula " + "x" * 1_600_000, "at most"),
    ("weight", "assets/style.css", "body", "/*" + "x" * 150_000 + "*/ body", "at most"),
    ("weight", "assets/search-index.js", '""', '"' + "x" * 150_000 + '"', "at most"),
]


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder).resolve() / "site"
        for name in CHECK["CHECKS"]:
            wrong += [
                f"{name}: a sound site is said to be faulty: {fault}"
                for fault in CHECK["faults"](name, HERE / "sound")
            ]
        for name, file, old, new, said in FAULTS:
            shutil.rmtree(site, ignore_errors=True)
            shutil.copytree(HERE / "sound", site)
            text = (site / file).read_text()
            if old not in text:
                wrong.append(f"{name}: {file} has no {old!r} to spoil")
                continue
            (site / file).write_text(text.replace(old, new))
            found = CHECK["faults"](name, site)
            if not any(said in fault for fault in found):
                wrong.append(
                    f"{name}: {old[:40]!r} -> {new[:40]!r}: expected a fault with {said!r}, found {found[:3]}"
                )
    for fault in wrong:
        print(fault, file=sys.stderr)
    print(f"{len(FAULTS)} faults, {len(wrong)} not found")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
