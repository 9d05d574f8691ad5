"""The command under test, and what a test of it says when something is not as expected."""
import subprocess
import sys

COMMAND = sys.argv[1]


def run(*words, **options):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False, **options)


def expect(what, expected, found):
    if found != expected:
        sys.exit(f"{what}: expected {expected!r}, found {found!r}")


def verbs():
    """The names of the verbs, as --help lists them."""
    lines = run("--help").stdout.partition("Subcommands:\n")[2].splitlines()
    return [line.split()[0] for line in lines[:next(n for n, line in enumerate(lines) if not line)]]


def options(verb):
    """The options of a verb, as its --help lists them."""
    return [line.split()[0].split(",")[-1] for line in run(verb, "--help").stdout.splitlines() if line.startswith("  -")]
