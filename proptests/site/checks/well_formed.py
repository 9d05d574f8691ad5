"""HTML that no parser has to guess about: tags closed in order, each in what may hold it; then Tidy's opinion."""

import re
import shutil
import subprocess

BLOCKS = {
    "address",
    "article",
    "aside",
    "blockquote",
    "details",
    "div",
    "dl",
    "fieldset",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "table",
    "ul",
}
INTERACTIVE = {"a", "button", "input", "select", "textarea", "label", "summary"}
PARENT = {
    "li": {"ul", "ol"},
    "dt": {"dl"},
    "dd": {"dl"},
    "tr": {"table", "thead", "tbody", "tfoot"},
    "td": {"tr"},
    "th": {"tr"},
    "summary": {"details"},
    "legend": {"fieldset"},
}
# What Tidy 5.6 does not know: newer than it, or not HTML's.
UNKNOWN_TO_TIDY = re.compile(
    r"<(?:math|svg|path|semantics|annotation|m[a-z]+|use|g|rect|output|template|wbr)\b|proprietary attribute|"
    r"discarding unexpected </?(?:math|svg|semantics|annotation|m[a-z]+)>|trimming empty|is not recognized|"
    r"not inside 'noscript'|lacks \"summary\""
)


def check(site, pages):
    for page in pages:
        if not page.source.lower().startswith("<!doctype html>"):
            yield f"{page.name}:1: expected <!doctype html>"
        yield from (f"{page.name}:{line}: {what}" for line, what in page.faults)
        for tag in page.tags:
            if what := _misplaced(tag):
                yield f"{page.name}:{tag.line}: {what}"
        if found := re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", page.source):
            yield f"{page.name}: a control character {found[0]!r}"
        yield from _tidy(page)


def _misplaced(tag):
    if tag.name in BLOCKS and "p" in tag.parents:
        return f"<{tag.name}> inside <p>"
    if tag.name in ("a", "button") and (outer := INTERACTIVE & set(tag.parents)) and tag.name != "summary":
        return f"<{tag.name}> inside <{sorted(outer)[0]}>"
    if tag.name in PARENT and (not tag.parents or tag.parents[-1] not in PARENT[tag.name]):
        return f"<{tag.name}> inside <{tag.parents[-1] if tag.parents else 'nothing'}>"
    return None


def _tidy(page):
    if not shutil.which("tidy"):
        return
    run = subprocess.run(
        ["tidy", "-e", "-q", "--show-info", "no", "--drop-empty-elements", "no", "-utf8", page.path],
        capture_output=True,
        text=True,
    )
    for line in run.stderr.splitlines():
        if ("Error:" in line or "Warning:" in line) and not UNKNOWN_TO_TIDY.search(line):
            yield f"{page.name}: tidy: {line}"
