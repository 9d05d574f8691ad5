"""A Markdown file with its markers: what the docs are made of."""
import dataclasses
import pathlib
import re

# <!--=name-->text<!--/-->   and the same with $ command, < sample, eq key, hand: reason
MARKER = re.compile(r"<!--(?P<kind>=|\$\d?|<|eq |hand:) ?(?P<what>.*?) ?-->(?P<body>.*?)<!--/-->", re.DOTALL)
FENCE = re.compile(r"^(?P<indent>[ >]*)(?P<ticks>```+)(?P<language>[^\n`]*)\n(?P<body>.*?)^(?P=indent)(?P=ticks)[ ]*$", re.DOTALL | re.MULTILINE)
CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
# Written by a command of its own that continuous integration cannot run: src/adapters/table needs other people's libraries.
NOT_WOVEN = {"docs/backends.md"}


@dataclasses.dataclass(frozen=True)
class Fault:
    place: str
    what: str

    def __str__(self):
        return f"{self.place}: {self.what}"

    def order(self):
        file, _, line = self.place.partition(":")
        return file, int(line or 0), self.what


@dataclasses.dataclass
class Document:
    path: pathlib.Path
    name: str      # from the project's root: "docs/the-divisor.md"
    text: str      # as it is
    new: str       # as it would be
    number: str    # what its equations' numbers begin with: "7", or "T"; empty for a page that is not a chapter
    woven: bool    # lies in docs/ and is held to all its rules
    filled: bool   # what stands between its markers is written: every woven one, and the project's README

    def fault(self, at, what):
        """A fault at an offset of the new text."""
        return Fault(f"{self.name}:{position(self.new, at)[0]}", what)


def position(text, at):
    """Line and column, from 1."""
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def blanked(text, pattern, replace=None):
    """The text with each match of the pattern made blank, offsets and lines kept."""
    blank = lambda match: re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(pattern, replace or blank, text)


def load(root):
    """The documents: docs/*.md, README.md, whose markers are filled too, and other .md files, of which only the links are checked."""
    numbers = chapter_numbers(root / "docs/README.md")
    documents = []
    for path in sorted([*root.glob("docs/*.md"), *root.glob("*.md"), *root.glob("src/**/README.md"), *root.glob("proptests/**/README.md")]):
        name = str(path.relative_to(root))
        text = path.read_text()
        woven = path.parent == root / "docs" and name not in NOT_WOVEN
        documents.append(Document(path, name, text, text, numbers.get(path.name, ""), woven, woven or name == "README.md"))
    return documents


def chapter_numbers(contents):
    """What the equations of each chapter are numbered by: its place in the list of docs/README.md, or the letter given there."""
    numbers = {}
    for place, name, letter in re.findall(r"^(\d+)\. \[[^\]]*\]\(([\w-]+\.md)\)(?: \((\w)\))?", contents.read_text(), re.MULTILINE):
        numbers[name] = letter or place
    return numbers
