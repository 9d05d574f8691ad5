"""Numbered equations: where each stands, for the code that cites them by key."""

import html
import re

NUMBERED = re.compile(r"\\tag\{([^}]*)\}(?:(?!```).)*?```[ ]*\n[ >]*<!--eq (\S+?) ?-->", re.DOTALL)
CITATION = re.compile(r"\(eq\. ([a-z0-9_]+(?:, [a-z0-9_]+)*)\)")


class Equations:
    def __init__(self, entries):
        self.places = {}  # key: (number, address from the site's folder)
        for entry in entries:
            for number, key in NUMBERED.findall(entry.path.read_text()):
                self.places[key] = (number, f"{entry.url}#eq-{key}")

    def linked(self, text, relative):
        """HTML in which each citation is a link to the chapter. `relative` makes an address one from the page."""

        def one(match):
            return f"(eq. {', '.join(self._link(key, relative) for key in match[1].split(', '))})"

        return CITATION.sub(one, text)

    def _link(self, key, relative):
        if key not in self.places:
            return key
        number, address = self.places[key]
        return f'<a href="{html.escape(relative(address))}" title="equation {number}">{key}</a>'

    def cited_in(self, text):
        """Keys, each once, as they come."""
        keys = [key for keys in CITATION.findall(text) for key in keys.split(", ")]
        return [key for key in dict.fromkeys(keys) if key in self.places]
