"""What may not be typed by hand: decimals and code."""
import re

from weaving.document import FENCE, MARKER, blanked

NUMBER = re.compile(r"(?<![\w.:/-])\d+\.\d+(?!\.?\d|\w)|(?<![\w.])\d+(?:\.\d+)?e[+-]?\d+\b")
INDENTED = re.compile(r"^[ ]*\n(?P<code>    +\S[^\n]*)", re.MULTILINE)
IN_LIST = re.compile(r"^(?: *(?:[-*+]|\d+\.) )", re.MULTILINE)
LINK_TARGET = re.compile(r"\]\([^)\s]*\)|<https?://[^>]*>")
REFERENCE_TEXT = re.compile(r"\[\([\w.]+\)\](?=\([^)]*#eq-)")
# "section 3.2" of a paper, and what the tag of an equation says, are names and no measurements.
NAME = re.compile(r"\b[Ss]ections? \d+(\.\d+)+|\barXiv:\d+\.\d+|\\tag\{[^}]*\}|\b[Dd]OI:? ?10\.\S+")


def begins_a_line_of_text(text, match):
    """A comment that begins a line ends the paragraph there: it must stand between blank lines, or below an equation."""
    begin = text.rfind("\n", 0, match.start()) + 1
    before = re.sub(r"[ >]|[-*+] |\d+\. ", "", text[begin:match.start()])
    if before or match["kind"] == "eq ":
        return False
    above = text[:max(begin - 1, 0)].rpartition("\n")[2].strip(" >")
    after = text[match.end():].partition("\n")[0].strip()
    return bool(above or after or "\n" not in match.group(0))


def faults(document):
    if not document.woven:
        return
    text = document.new
    for match in MARKER.finditer(text):
        if begins_a_line_of_text(text, match):
            yield document.fault(match.start(), f"the marker of {match['what']} begins a line, and would end its paragraph: expected a word before it")
    rest = blanked(text, MARKER)
    rest = blanked(rest, re.compile(r"<!--.*?-->", re.DOTALL))
    for match in FENCE.finditer(rest):
        if match["language"].strip() != "math":
            yield document.fault(match.start(), f"code typed by hand: expected a marker around it, found ```{match['language'].strip()}")
    for match in INDENTED.finditer(blanked(rest, FENCE)):
        if not IN_LIST.search(rest[:match.start()].rstrip().rpartition("\n\n")[2]):
            yield document.fault(match.start("code"), f"code typed by hand: expected a marker and a fence, found '{match['code'].strip()[:40]}'")
    for pattern in (REFERENCE_TEXT, LINK_TARGET, NAME):
        rest = blanked(rest, pattern)
    rest = blanked(rest, FENCE, lambda m: m.group(0) if m["language"].strip() == "math" else re.sub(r"[^\n]", " ", m.group(0)))
    for match in NUMBER.finditer(rest):
        yield document.fault(match.start(), f"a decimal typed by hand: expected a fact's marker, found {match.group(0)}")
