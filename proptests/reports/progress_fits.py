"""Progress on a terminal: one line that never fills a row, however narrow the terminal is, also after it was made
narrower, and nothing of it is left at the end.

progress_fits.py COMMAND
"""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

NARROW, WIDE = 30, 60
CHECK = ["check", "--cases", "30", "--max-length", "17", "--jobs", "1", "--mutant", "scale_missing"]
CLEAR = "\r\x1b[K"


def set_columns(terminal, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))


def progress(command, columns, later):
    """What a check prints on a terminal as its stderr, which gets `later` columns once something was printed."""
    ours, theirs = pty.openpty()
    set_columns(theirs, columns)
    # COLUMNS says more than the terminal has.
    environment = {**os.environ, "COLUMNS": "200"}
    process = subprocess.Popen([command, *CHECK], stdout=subprocess.DEVNULL, stderr=theirs, env=environment)
    os.close(theirs)
    text = b""
    while True:
        try:
            read = os.read(ours, 4096)
        except OSError:  # Linux: the other end is closed
            break
        if not read:
            break
        text += read
        set_columns(ours, later)
    if process.wait() != 1:
        sys.exit(f"expected exit code 1, found {process.returncode}")
    return text.decode()


def lines_of(text):
    """The lines that were shown, each in place of the one before."""
    parts = text.split(CLEAR)
    if parts[0] or parts[-1]:
        sys.exit(f"something is left beside the line of progress: {parts[0]!r} {parts[-1]!r}")
    return [part for part in parts if part]


def main():
    command = sys.argv[1]
    for columns, later in ((WIDE, WIDE), (NARROW, NARROW), (WIDE, NARROW)):
        lines = lines_of(progress(command, columns, later))
        # The first lines may be printed before the terminal is made narrower.
        settled = lines[len(lines) // 2:]
        if len(lines) < 10 or not all(re.match(r"\d+ of \d+", line) for line in lines):
            sys.exit(f"{columns} columns: expected lines of progress, found {lines}")
        for line in settled:
            if len(line) >= later or "\n" in line:
                sys.exit(f"{later} columns: a line of {len(line)}: {line!r}")
        if later == WIDE and not any("violated" in line for line in settled):
            sys.exit(f"no word of violations: {settled}")
    print("progress keeps to one line")


main()
