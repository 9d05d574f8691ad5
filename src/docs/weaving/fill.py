"""What stands between markers: facts, outputs of commands, code samples."""
import re
import textwrap

from weaving.document import Fault, MARKER, position

LANGUAGES = {".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".mjs": "js", ".rs": "rust", ".txt": "text"}


# A line of text, then one that a fact begins with text behind it: the comment would end the paragraph there.
BROKEN = re.compile(r"(?<=\S) (?P<word>[^\s|`]+)\n(?P<marker><!--=[\w.]+-->[^\n]*?<!--/-->(?=[^\n]*\S))")


class Filler:
    def __init__(self, root, facts, outputs, equations, faults):
        self.root, self.facts, self.outputs, self.faults = root, facts, outputs, faults
        self.own = {"equations.list": equations.list}  # what only the weaver knows
        self.used = set()

    def filled(self, document):
        def one(match):
            try:
                text = self._text(match["kind"].strip(), match["what"].strip())
            except LookupError as error:
                line = position(document.text, match.start())[0]
                self.faults.append(Fault(f"{document.name}:{line}", error.args[0]))
                return match.group(0)
            if text is None:  # an equation's, or by hand
                return match.group(0)
            opening = f"<!--{match['kind']}{' ' if match['kind'] != '=' else ''}{match['what'].strip()}-->"
            begin = document.text.rfind("\n", 0, match.start()) + 1
            before = document.text[begin:match.start()]
            after = document.text[match.end():].partition("\n")[0]
            above = document.text[:max(begin - 1, 0)].rpartition("\n")[2]
            alone = not before.strip(" >") and not after.strip() and not above.strip(" >")
            if not alone:
                if "\n" in text:
                    line = position(document.text, match.start())[0]
                    self.faults.append(Fault(f"{document.name}:{line}", f"{match['what']} has many lines: expected its marker alone on a line"))
                return f"{opening}{text}<!--/-->"
            return f"\n{before}".join([opening, *text.splitlines(), "<!--/-->"])

        return MARKER.sub(one, BROKEN.sub(r"\n\g<word> \g<marker>", document.text))

    def _text(self, kind, what):
        if kind == "=":
            if what in self.own:
                return self.own[what]()
            if what not in self.facts:
                raise LookupError(f"no fact is named {what}: expected one that attnref_docs computes")
            self.used.add(what)
            return self.facts[what]
        if kind.startswith("$"):
            return self.outputs.of(what, int(kind[1:] or 0))
        if kind == "<":
            return self._sample(what)
        return None

    def _sample(self, what):
        path, _, region = what.partition(" ")
        file = self.root / path
        if not file.is_file():
            raise LookupError(f"no file {path} to take a sample from")
        found = re.search(rf"^[ \t]*(?://|#) \[{re.escape(region)}\]\n(.*?)^[ \t]*(?://|#) \[/{re.escape(region)}\]", file.read_text(),
                          re.DOTALL | re.MULTILINE) if region else None
        if region and not found:
            raise LookupError(f"{path} has no part [{region}]")
        code = textwrap.dedent(found[1] if found else file.read_text()).rstrip("\n")
        return f"```{LANGUAGES.get(file.suffix, '')}\n{code}\n```"

    def unused(self):
        """Facts that no chapter shows: a number that nobody reads is a number that nobody checks."""
        for name in sorted(self.facts.keys() - self.used):
            yield Fault("src/docs/chapters", f"the fact {name} is computed, and no chapter shows it")
