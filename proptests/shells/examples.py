"""The commands that `attnref example --help` names run as they stand, for the languages that are installed.

examples.py COMMAND
"""
import os
import pathlib
import re
import shutil
import sys
import tempfile

from command import COMMAND, run
from lines import commands, type_in

NEEDS = {"node": "node", "rust": "rustc", "./mine": "rustc", "mine.rs": "rustc"}


def main():
    help_text = run("example", "--help").stdout
    lines = commands("\n".join(re.findall(r"^  ((?:attnref|cp|cc|rustc) .*)$", help_text, re.MULTILINE)))
    if len(lines) < 12:
        sys.exit(f"expected at least 12 commands in `attnref example --help`, found {len(lines)}")
    missing = sorted({tool for tool in NEEDS.values() if not shutil.which(tool)})
    chosen = [line for line in lines if not any(word in line and tool in missing for word, tool in NEEDS.items())]
    os.environ["PATH"] = os.pathsep.join([str(pathlib.Path(COMMAND).parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as folder:
        type_in(chosen, folder)
    print(f"{len(chosen)} of {len(lines)} commands run" + (f"; not installed: {', '.join(missing)}" if missing else ""))


main()
