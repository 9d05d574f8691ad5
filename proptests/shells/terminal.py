"""What the command does on a terminal: bytes that no terminal shows are refused.

terminal.py COMMAND
"""
import os
import pty
import subprocess
import sys

from command import COMMAND, expect


def on_terminal(*words):
    """Exit code, what the terminal was sent, and stderr."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([COMMAND, *words], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        shown = b""
        try:
            while part := os.read(ours, 65536):
                shown += part
        except OSError:  # the other end is closed
            pass
        errors = process.stderr.read().decode()
    os.close(ours)
    return process.returncode, shown.decode(), errors


def main():
    for what in ("problem", "answer"):
        expect(f"example {what} on a terminal",
               (2, "", f"attnref: example {what}: expected a file for its bytes, found a terminal; add > {what}.safetensors\n"),
               on_terminal("example", what))
    code, shown, errors = on_terminal("example", "backend")
    expect("example backend on a terminal", (0, True, ""), (code, "serve(attend" in shown, errors))
    print("bytes that no terminal shows are refused there")


main()
