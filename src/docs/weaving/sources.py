"""What is woven in: attnref_docs' facts and figures, and commands' outputs."""
import json
import os
import pathlib
import re
import subprocess
import sys

from weaving.document import Fault

LINES = re.compile(r"\s+# lines (\d+)-(\d+)$")


class SourceError(Exception):
    """Something to weave in cannot be had; one line."""


def computed(program):
    """Facts and figures: what the program prints, or what a .json has of it."""
    if program.suffix == ".json":
        text = program.read_text()
    else:
        try:
            done = subprocess.run([program.absolute()], capture_output=True, text=True, timeout=600, env=quiet())
        except (OSError, subprocess.TimeoutExpired) as error:
            raise SourceError(f"--docs {program}: {error}") from None
        if done.returncode:
            raise SourceError(f"--docs {program}: {done.stderr.strip() or f'exit code {done.returncode}'}")
        text = done.stdout
    found = json.loads(text)
    return found["facts"], found["figures"]


def quiet():
    return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "COLUMNS": "120", "NO_COLOR": "1"}


class Outputs:
    """What commands print, run once each at the project's root with `attnref` on the path."""

    def __init__(self, root, attnref, kept):
        if not attnref.is_file():
            raise SourceError(f"--attnref {attnref}: expected a file, found none")
        self.root, self.attnref, self.kept = root, attnref.absolute(), kept
        self.known = json.loads(kept.read_text()) if kept and kept.is_file() else {}

    def of(self, command, expected):
        """The command and its output as a fence; of one that ends with `# lines 3-9`, a comment to the shell and nothing to the reader,
        only these lines. Raises LookupError for another exit code than the expected one."""
        if command not in self.known:
            # python3 is the one that runs this: the system's, which has NumPy.
            first = [str(self.attnref.parent), str(pathlib.Path(sys.executable).parent)]
            environment = {**quiet(), "PATH": os.pathsep.join([*first, os.environ["PATH"]])}
            try:
                done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                                      capture_output=True, text=True, timeout=120)
            except subprocess.TimeoutExpired:
                raise LookupError(f"`{command}` took more than 120 s") from None
            text = re.sub(r"[ \t]+$", "", done.stdout, flags=re.MULTILINE).rstrip("\n")
            self.known[command] = [done.returncode, text, done.stderr.strip()[-200:]]
        code, text, errors = self.known[command]
        if code != expected:
            raise LookupError(f"`{command}`: expected exit code {expected}, found {code}: {(errors or text or 'nothing printed').splitlines()[-1]}")
        if slice_of := LINES.search(command):
            command = command[:slice_of.start()]
            text = "\n".join(text.splitlines()[int(slice_of[1]) - 1:int(slice_of[2])])
        return f"```console\n$ {command}\n{text}\n```"

    def keep(self):
        if self.kept:
            self.kept.write_text(json.dumps(self.known))


def figure_faults(root, figures, documents, write):
    """docs/figures/: each as computed, each shown by a chapter, and no other."""
    folder = root / "docs/figures"
    if write:
        folder.mkdir(exist_ok=True)
        for name, svg in figures.items():
            path = folder / f"{name}.svg"
            if not path.is_file() or path.read_text() != svg:
                path.write_text(svg)
                print(f"docs/figures/{name}.svg: drawn again")
    text = "\n".join(document.new for document in documents)
    for name, svg in figures.items():
        path = folder / f"{name}.svg"
        if not path.is_file() or path.read_text() != svg:
            yield Fault(f"docs/figures/{name}.svg", "stale: expected the figure that attnref_docs draws (rewrite it: target docs_update)")
        if f"figures/{name}.svg" not in text:
            yield Fault(f"docs/figures/{name}.svg", "drawn, and no chapter shows it")
    for path in sorted(folder.glob("*.svg")):
        if path.stem not in figures:
            yield Fault(f"docs/figures/{path.name}", "expected a figure that attnref_docs draws, found no such one")
