"""A document that can't be written doesn't cost the verdicts: the table is printed, and the exit code says what failed.

verdicts_survive.py COMMAND; 77 (skipped) where no place refuses to be written.
"""
import pathlib
import subprocess
import sys
import tempfile

FULL = pathlib.Path("/dev/full")
CHECK = ["check", "--mutant", "scale_missing", "--law", "scale_is_one_over_root_dk", "--cases", "3", "--max-length", "5"]


def run(command, *words):
    return subprocess.run([command, *CHECK, *words], capture_output=True, text=True, check=False)


def require(done, option):
    if done.returncode != 2:
        sys.exit(f"{option}: expected exit code 2, found {done.returncode}")
    if "scale_is_one_over_root_dk is violated" not in done.stdout or "replay: attnref check" not in done.stdout:
        sys.exit(f"{option}: expected the finding on stdout, found {done.stdout!r}")
    if f"attnref: {option} " not in done.stderr.splitlines()[-1]:
        sys.exit(f"{option}: expected it to be named in the last line of stderr, found {done.stderr!r}")


def main():
    command = sys.argv[1]
    if not FULL.exists():
        print("skipped: no /dev/full")
        sys.exit(77)
    for option in ("--json", "--junit", "--html"):
        require(run(command, option, str(FULL)), option)
    with tempfile.TemporaryDirectory() as folder:
        # A folder where a counterexample's file would be: seen only when there is one.
        pathlib.Path(folder, "scale_is_one_over_root_dk.f64.safetensors").mkdir()
        require(run(command, "--save", folder), "--save")
    print("the verdicts survive what can't be written")


main()
