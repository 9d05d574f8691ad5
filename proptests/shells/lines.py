"""Lines of a shell as a reader types them, one after the other into the same bash."""
import os
import pathlib
import shlex
import subprocess
import sys


def commands(text):
    """The commands of a block: comments and the ends of lines that go on taken away."""
    joined = text.replace("\\\n", " ")
    return [" ".join(line.split()) for line in joined.splitlines() if line.strip() and not line.lstrip().startswith("#")]


def type_in(lines, folder, ends_with=lambda line: 0):
    """Runs the lines in one bash, so that what one exports or makes is there for the next. Ends the test, with what was printed, where
    one ends with another exit code than expected."""
    script = ["set -o pipefail"]
    for line in lines:
        expected = ends_with(line)
        script += [line, f"found=$?; if [ $found != {expected} ]; then "
                   f"printf '%s\\n' {shlex.quote(line)}\": expected exit code {expected}, found $found\"; exit 99; fi"]
    # python3 is the one that runs this: the system's, which has NumPy.
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(["bash", "-c", "\n".join(script)], cwd=folder, env={**os.environ, "PATH": path}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if done.returncode:
        sys.exit("\n".join(done.stdout.splitlines()[-40:]))
