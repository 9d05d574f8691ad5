"""Formulas: collected from all pages, typeset by one run of KaTeX, put in their places."""

import json
import os
import pathlib
import re
import subprocess

TYPESET = pathlib.Path(__file__).with_name("typeset.cjs")
PLACE = re.compile("\x02(\\d+)\x03")  # control characters, which no Markdown file holds


class Formulas:
    def __init__(self, node, katex):
        self._node, self._katex = node, katex
        self._numbers = {}  # (LaTeX, display): its place
        self._origins = []  # where each was met first
        self._html = []

    def place(self, latex, display, origin):
        """What stands for the formula until it is typeset."""
        key = (latex.strip(), display)
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self._origins.append(origin)
        return f"\x02{self._numbers[key]}\x03"

    def typeset(self, faults):
        request = json.dumps([{"latex": latex, "display": display} for latex, display in self._numbers])
        environment = {**os.environ, "NODE_PATH": str(self._katex.parent)}
        run = subprocess.run([self._node, TYPESET], input=request, capture_output=True, text=True, env=environment)
        if run.returncode:
            reason = next((line for line in run.stderr.splitlines() if "Error" in line), run.stderr[:200])
            faults.add("KaTeX", f"did not run: {reason}")
            return
        self._html = json.loads(run.stdout)
        for result, origin in zip(self._html, self._origins):
            if "error" in result:
                faults.add(origin, f"a formula that KaTeX refuses: {result['error']}")

    def put(self, html):
        """The page with its formulas."""
        return PLACE.sub(lambda match: self._html[int(match[1])].get("html", ""), html)

    def latex(self, html):
        """Text with each formula as it was written."""
        written = list(self._numbers)
        return PLACE.sub(lambda match: written[int(match[1])][0], html)
