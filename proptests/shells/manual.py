"""The manual page says all that the command takes, and groff, where it is installed, reads it without a warning.

manual.py COMMAND
"""
import re
import shutil
import subprocess
import sys

from command import expect, options, run, verbs

# Of roff: the macros that the page may use, each at the start of a line.
MACROS = {".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi"}


def unescaped(roff):
    """The text that roff makes of it, but for where lines break."""
    for written, meant in {"\\-": "-", "\\&": "", "\\(ha": "^", "\\(ti": "~", "\\(ga": "`", "\\(aq": "'", "\\(dq": '"', "\\e": "\\"}.items():
        roff = roff.replace(written, meant)
    return re.sub(r"\\f[BIR]", "", roff)


def main():
    page = run("help", "--man").stdout
    macros = {line.split()[0] for line in page.splitlines() if line[:1] in (".", "'")}
    expect("macros", set(), macros - MACROS)
    expect("escapes", [], re.findall(r"\\(?!f[BIR]|-|&|\((?:ha|ti|ga|aq|dq)|e)..?", page))
    expect("sections", ["NAME", "SYNOPSIS", "DESCRIPTION", "VERBS"], re.findall(r"^\.SH (.*)$", page, re.MULTILINE))
    expect("verbs", verbs(), re.findall(r"^\.SS (.*)$", page, re.MULTILINE))
    for verb, text in zip(verbs(), page.split("\n.SS ")[1:]):
        text = unescaped(text)
        for option in options(verb):
            if not re.search(rf"^(?:-h,)?{option}(?: |$)", text, re.MULTILINE):
                sys.exit(f"{verb}: expected option {option} in the manual page, found none")
        # What --help ends with stands in the page line by line.
        for line in run(verb, "--help").stdout.rpartition("\n\n\n")[2].splitlines():
            if line not in text:
                sys.exit(f"{verb}: expected the line '{line}' in the manual page, found none")
    if not shutil.which("groff"):
        print("the page is whole; groff is not installed")
        return
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-rLL=100n"], input=page, capture_output=True, text=True, check=False)
    expect("groff's warnings", (0, ""), (done.returncode, done.stderr))
    shown = re.sub(r"\x1b\[[0-9;]*m|.\x08", "", done.stdout)
    for verb in verbs():
        expect(f"{verb} in what groff shows", True, f"attnref {verb} [OPTIONS]" in shown)
    print("the page is whole, and groff reads it without a warning")


main()
