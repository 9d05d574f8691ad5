"""Links that lead somewhere: the file is there, and so is the heading, the anchor or the line."""
import functools
import os.path
import re
import urllib.parse

from weaving.document import CODE_SPAN, FENCE, blanked

LINK = re.compile(r"!?\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^()\s]*(?:\([^()]*\)[^()\s]*)*)(?: \"[^\"]*\")?\)")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")


def slug(heading):
    """GitHub's anchor of a heading."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = re.sub(r"<[^>]+>", "", heading)
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


@functools.lru_cache(maxsize=None)
def anchors(text):
    found, seen = set(ANCHOR.findall(text)), {}
    for heading in HEADING.findall(blanked(text, FENCE)):
        name = slug(heading)
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(name if not count else f"{name}-{count}")
    return found


def faults(document, documents, root):
    texts = {other.path: other.new for other in documents}
    rest = blanked(blanked(document.new, FENCE), CODE_SPAN) if not document.woven else blanked(document.new, FENCE)
    for match in LINK.finditer(rest):
        what = fault_of(document, match["target"], texts, root)
        if what:
            yield document.fault(match.start(), f"a link that leads nowhere: {match['target']}: {what}")
        if match.group(0).startswith("!") and not match["text"].strip():
            yield document.fault(match.start(), f"an image without words: {match['target']}: expected what is to be seen")


def fault_of(document, target, texts, root):
    """Why a link's target is none, or nothing."""
    if target.startswith(("https://", "mailto:")):
        return None
    if target.startswith("http://"):
        return "expected https"
    address, _, anchor = urllib.parse.unquote(target).partition("#")
    path = document.path if not address else document.path.parent / address
    path = type(path)(os.path.normpath(path))
    if not path.is_relative_to(root):
        return "it leaves the project"
    if not path.exists():
        return "no such file"
    if not anchor:
        return None
    if path.suffix == ".md":
        text = texts.get(path)
        return None if anchor in anchors(text if text is not None else path.read_text()) else f"no heading or anchor #{anchor}"
    line = re.fullmatch(r"L(\d+)(?:-L(\d+))?", anchor)
    if not line:
        return f"expected #L and a line, found #{anchor}"
    lines = path.read_text(errors="replace").count("\n") + 1
    return None if int(line[2] or line[1]) <= lines else f"the file has {lines} lines"
