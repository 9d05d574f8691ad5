"""The pages of a site, read once: their tags in order, ids, text."""

import dataclasses
import html.parser
import pathlib

WITH_TEXT = {"a", "button", "summary", "title", "h1", "h2", "h3", "h4", "h5", "h6"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclasses.dataclass
class Tag:
    name: str
    attributes: dict
    line: int
    parents: tuple  # names, outermost first
    text: str = ""


class Page(html.parser.HTMLParser):
    """One .html file. `faults` are what a parser would have to guess about."""

    def __init__(self, path, site):
        super().__init__(convert_charrefs=True)
        self.path, self.name = path, str(path.relative_to(site))
        self.source = path.read_text()
        self.tags, self.faults, self.text = [], [], []
        self._open = []
        self.feed(self.source)
        self.close()
        self.faults += [(tag.line, f"<{tag.name}> is not closed") for tag in self._open]
        self.ids = [tag.attributes["id"] for tag in self.tags if "id" in tag.attributes]

    def handle_starttag(self, name, attributes):
        line = self.getpos()[0]
        names = [key for key, _ in attributes]
        self.faults += [(line, f"<{name}> has {key} twice") for key in sorted(set(names)) if names.count(key) > 1]
        tag = Tag(
            name, {key: value or "" for key, value in attributes}, line, tuple(parent.name for parent in self._open)
        )
        self.tags.append(tag)
        if name not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, name, attributes):
        self.handle_starttag(name, attributes)
        if name not in VOID:
            self._open.pop()

    def handle_endtag(self, name):
        if name in VOID:
            return
        if not self._open or self._open[-1].name != name:
            self.faults.append(
                (
                    self.getpos()[0],
                    f"</{name}> where {f'</{self._open[-1].name}>' if self._open else 'nothing'} is expected",
                )
            )
            while self._open and name in [tag.name for tag in self._open] and self._open[-1].name != name:
                self._open.pop()
        if self._open and self._open[-1].name == name:
            self._open.pop()

    def handle_data(self, data):
        for tag in self._open:
            if tag.name in WITH_TEXT:
                tag.text += data
        if data.strip():
            self.text.append(
                (self.getpos()[0], data, (*self._open[-1].parents, self._open[-1].name) if self._open else ())
            )

    def named(self, *names):
        return [tag for tag in self.tags if tag.name in names]


def pages_of(site):
    """All pages but the grid's, which has tests of its own."""
    return [
        Page(path, site)
        for path in sorted(pathlib.Path(site).rglob("*.html"))
        if path.relative_to(site).parts[0] != "grid"
    ]
