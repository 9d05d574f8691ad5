"""page.py PAGE WEIGH: in the page's folder is nothing but the page, light enough, and asking for nothing else."""
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

FILES = {"index.html", "grid.css", "colours.css", "grid.js", "native.js", "module.js"}


class References(HTMLParser):
    """What the page loads, and where it links to."""

    def __init__(self):
        super().__init__()
        self.loaded, self.linked = set(), set()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            if name in attributes:
                (self.linked if tag == "a" else self.loaded).add(attributes[name])


def faults(page, weigh):
    found = {path.name for path in page.iterdir()}
    if found != FILES:
        yield f"{page}: expected {sorted(FILES)}, found {sorted(found)}"
    references = References()
    references.feed((page / "index.html").read_text())
    for target in references.loaded:
        if not target.startswith("data:") and target not in FILES:
            yield f"index.html: loads {target}, which is not of the page"
    for target in references.linked:
        if not re.match(r"#|index\.html$|\.\./index\.html$", target):
            yield f"index.html: links to {target}"
    if "<!-- attnref:" in (page / "index.html").read_text():
        yield "index.html: a marker is left"
    for name in ("grid.css", "colours.css"):
        if re.search(r"url\(|@import", (page / name).read_text()):
            yield f"{name}: loads something"
    script = (page / "grid.js").read_text()
    for word in ("innerHTML", "insertAdjacentHTML", "document.write", "eval(", "Math.exp", "Math.sqrt", "fetch(",
                 "XMLHttpRequest"):
        if word in script:
            yield f"grid.js: {word}"
    if subprocess.run([sys.executable, weigh, page], check=False).returncode != 0:
        yield "the page is too heavy"


def main():
    found = list(faults(Path(sys.argv[1]), sys.argv[2]))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
