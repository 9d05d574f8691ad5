"""Where the code cites an equation: `(eq. row_sum)` in a comment; and the law that carries its key."""
import collections
import dataclasses
import re

CITATION = re.compile(r"\(eq\. ([a-z0-9_]+(?:, [a-z0-9_]+)*)\)")
LAW_EQUATION = re.compile(r"\.equation\s*=\s*\"([a-z0-9_]+)\"")
SOURCES = {".hpp", ".h", ".cpp", ".py", ".c", ".mjs", ".rs"}


@dataclasses.dataclass(frozen=True)
class Citation:
    path: str  # from the project's root
    line: int

    def link(self):
        folder, _, file = self.path.rpartition("/")
        return f"[{file}](../{self.path}#L{self.line})"


class Citations:
    """code[key] and tests[key]: where each is carried out and where it is held; laws[key]: ids."""

    def __init__(self, root):
        self.code, self.tests, self.laws = (collections.defaultdict(list) for _ in range(3))
        for folder in ("include", "src", "proptests"):
            for path in sorted((root / folder).rglob("*")):
                if path.suffix in SOURCES and not {"weaving", "__pycache__"} & set(path.parts):
                    self._read(root, path)

    def _read(self, root, path):
        name = str(path.relative_to(root))
        text = path.read_text(errors="replace")
        if name.startswith("src/laws/"):
            for key in LAW_EQUATION.findall(text):
                self.laws[key].append(path.stem)
            return
        into = self.tests if name.startswith("proptests/") else self.code
        for number, line in enumerate(text.splitlines(), 1):
            for keys in CITATION.findall(line):
                for key in keys.split(", "):
                    into[key].append(Citation(name, number))

    def keys(self):
        """Every key that is cited, with one of its places."""
        return {key: f"{places[0].path}:{places[0].line}" for group in (self.code, self.tests) for key, places in group.items() if places}
