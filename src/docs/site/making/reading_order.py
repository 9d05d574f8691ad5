"""The chapters and the pages for reference, in the order of docs/README.md."""

import dataclasses
import pathlib
import re

# "7. [The divisor](the-divisor.md) (T): ..." is a chapter. Any other link to a page of docs/ is for reference.
ENTRY = re.compile(
    r"^(?P<number>\d+)\. \[(?P<chapter>[^\]]*)\]\((?P<file>[\w-]+\.md)\)|\[[^\]]*\]\((?P<other>[\w-]+\.md)\)",
    re.MULTILINE,
)


@dataclasses.dataclass(frozen=True)
class Entry:
    path: pathlib.Path
    number: str  # of the chapter, by its position; empty for a page that is not a chapter
    url: str  # from the site's folder


def reading_order(docs, faults):
    """Entries: README.md, which becomes index.html, then every page that it lists."""
    contents = docs / "README.md"
    entries = [Entry(contents, "", "index.html")]
    links = list(ENTRY.finditer(contents.read_text()))
    chapters = list(dict.fromkeys(link["file"] for link in links if link["file"]))
    others = list(dict.fromkeys(link["other"] for link in links if link["other"] and link["other"] not in chapters))
    for place, name in enumerate(chapters, 1):
        entries.append(Entry(docs / name, str(place), f"{name[:-3]}.html"))
    entries += [Entry(docs / name, "", f"{name[:-3]}.html") for name in others]
    for entry in entries:
        if not entry.path.is_file():
            faults.add("docs/README.md", f"lists {entry.path.name}, and there is no such file")
    for path in sorted(docs.glob("*.md")):
        if path not in {entry.path for entry in entries}:
            faults.add(
                f"docs/{path.name}", "is not in the reading order: expected a link in docs/README.md, found none"
            )
    return [entry for entry in entries if entry.path.is_file()]
