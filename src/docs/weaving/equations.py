"""Equations: numbered by chapter, each with the code that carries it out and what holds it."""
import os.path
import re

from weaving.document import Fault, position

# A display with its marker below it. The tag's number is written by us.
DISPLAY = re.compile(r"^(?P<indent>[ >]*)```math\n(?P<maths>.*?)^(?P=indent)```[ ]*\n(?P<eq>(?P=indent)<!--eq (?P<key>[a-z0-9_]+) ?-->.*?<!--/-->)?",
                     re.DOTALL | re.MULTILINE)
TAG = re.compile(r"\\tag\{([^}]*)\}")
REFERENCE = re.compile(r"\[\([^()\]]*\)\]\((?:eq:|[\w./-]*#eq-)(?P<key>[a-z0-9_]+)\)")
HEADING = re.compile(r"^#{2,6} (.+)$", re.MULTILINE)


class Equations:
    def __init__(self, documents, citations, faults):
        self.citations = citations
        self.faults = faults
        self.numbers, self.places, self.titles = {}, {}, {}
        self.homes = {}  # key: the document that has it
        for document in documents:
            if document.woven:
                self._find(document)

    def _find(self, document):
        count = 0
        for match in DISPLAY.finditer(document.text):
            tag, key = TAG.search(match["maths"]), match["key"]
            at = document.fault(match.start(), "").place
            if key is None:
                if tag:
                    self.faults.append(Fault(at, f"a numbered equation without a key: expected <!--eq key--><!--/--> below it, found \\tag{{{tag[1]}}} alone"))
                continue
            if not tag:
                self.faults.append(Fault(at, f"equation {key}: expected \\tag{{?}} in it, found none"))
            if not document.number:
                self.faults.append(Fault(at, f"equation {key}: {document.name} is not in the list of docs/README.md, which numbers equations"))
            if key in self.numbers:
                self.faults.append(Fault(at, f"equation {key} is there twice, first at {self.places[key]}"))
                continue
            count += 1
            self.numbers[key] = f"{document.number}.{count}"
            self.places[key] = at
            self.homes[key] = document
            above = HEADING.findall(document.text, 0, match.start())
            self.titles[key] = above[-1] if above else ""

    def caption(self, key):
        """What stands below an equation: its anchor, its code, and what holds it."""
        code = ", ".join(citation.link() for citation in self.citations.code[key])
        laws = [f"[`{law}`](laws.md#{law})" for law in sorted(self.citations.laws[key])]
        held = ", ".join(laws + [citation.link() for citation in self.citations.tests[key]])
        return f'<a id="eq-{key}"></a>*({self.numbers[key]}) in code: {code or "nowhere"}; held by: {held or "nothing"}*'

    def numbered(self, document, text):
        """The text with its equations' numbers and captions, and every reference's number and address."""
        def display(match):
            whole = match.group(0)
            if match["key"] is None or match["key"] not in self.numbers:
                return whole
            key, indent = match["key"], match["indent"]
            maths = TAG.sub(rf"\\tag{{{self.numbers[key]}}}", match["maths"])
            below = "\n".join(indent + line for line in (f"<!--eq {key}-->", self.caption(key), "<!--/-->"))
            return f"{indent}```math\n{maths}{indent}```\n{below}"

        def reference(match):
            key = match["key"]
            if key not in self.numbers:
                line = position(text, match.start())[0]
                self.faults.append(Fault(f"{document.name}:{line}", f"a reference to equation {key}, which no chapter has"))
                return match.group(0)
            home = self.homes[key].path
            address = "" if home == document.path else os.path.relpath(home, document.path.parent)
            return f"[({self.numbers[key]})]({address}#eq-{key})"

        return REFERENCE.sub(reference, DISPLAY.sub(display, text))

    def gaps(self):
        """Equations without code or without what holds them, citations and laws without an equation."""
        for key, place in self.places.items():
            if not self.citations.code[key]:
                yield Fault(place, f"equation {key} has no code: expected (eq. {key}) in a comment of include/ or src/, found none")
            if not self.citations.laws[key] and not self.citations.tests[key]:
                yield Fault(place, f"equation {key} is held by nothing: expected a law with this key or (eq. {key}) in proptests/, found none")
        for key, place in self.citations.keys().items():
            if key not in self.numbers:
                yield Fault(place, f"a citation of equation {key}, which no chapter has")
        for key, laws in list(self.citations.laws.items()):
            if laws and key not in self.numbers:
                yield Fault(f"src/laws/{laws[0]}.cpp:1", f"a law with the equation {key}, which no chapter has")

    def list(self):
        """The table of docs/equations.md."""
        rows = ["| | equation | in code | held by |", "|---|---|---|---|"]
        for key, number in self.numbers.items():
            home = self.homes[key].path.name
            code = ", ".join(citation.link() for citation in self.citations.code[key])
            held = ", ".join([f"[`{law}`](laws.md#{law})" for law in sorted(self.citations.laws[key])] +
                             [citation.link() for citation in self.citations.tests[key]])
            rows.append(f"| [({number})]({home}#eq-{key}) | `{key}`: {self.titles[key]} | {code} | {held} |")
        return "\n".join(rows)
