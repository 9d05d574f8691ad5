"""The shells complete what the command takes: bash is asked as it asks itself; fish is asked, and zsh reads its script, where they
are installed.

completion.py COMMAND
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from command import COMMAND, expect, options, run, verbs

# Bash calls a completion function with the words of the line in COMP_WORDS, and = between words of its own.
ASK_BASH = """
source "$1"; shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_attnref attnref "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def lines(text):
    return [line for line in text.splitlines() if line]


def expectations(folder):
    """Words that were typed, the last one not to its end, and what may follow."""
    laws = [law["id"] for law in json.loads(run("laws", "--json", "-").stdout)["laws"]]
    mutants = [mutant["name"] for mutant in json.loads(run("mutants", "--list", "--json", "-").stdout)["mutants"]]
    yield ["ch"], ["check"]
    yield ["check", "--law", ""], laws
    yield ["check", "--law", "rows"], [law for law in laws if law.startswith("rows")]
    yield ["check", "--mutant", ""], mutants
    yield ["check", "--dtype", ""], ["f64", "f32", "f16", "bf16"]
    yield ["check", "--cases", ""], []
    yield ["check", "--seed", ""], ["random"]
    yield ["check", "--jun"], ["--junit"]
    yield ["compare", "--as", "w"], ["weights"]
    yield ["help", "mut"], ["mutants"]
    yield ["completion", ""], ["bash", "zsh", "fish"]
    yield ["example", "backend", "--language", "r"], ["rust"]
    yield ["vectors", "v"], ["verify"]
    yield ["check", "--library", f"{folder}/two"], [f"{folder}/two words.so"]
    yield ["attend", "--problem", f"{folder}/a"], [f"{folder}/a.safetensors"]
    yield ["check", "--save", f"{folder}/f"], [f"{folder}/found"]
    yield ["compare", f"{folder}/a"], [f"{folder}/a.safetensors"]


def check_bash(script, folder):
    def asked(*words):
        done = subprocess.run(["bash", "-c", ASK_BASH, "bash", script, "attnref", *words], capture_output=True, text=True, check=True)
        if done.stderr:
            sys.exit(f"bash, asked for {words}: {done.stderr}")
        return lines(done.stdout)

    for words, expected in expectations(folder):
        expect(f"bash completes {words}", sorted(expected), sorted(asked(*words)))
    expect("bash completes verbs", sorted([*verbs(), "--help", "--version"]), sorted(asked("")))
    expect("bash completes --law=", ["rows_sum_to_one"], asked("check", "--law", "=", "rows_sum"))
    for verb in verbs():
        expect(f"bash completes options of {verb}", sorted(options(verb)), sorted(asked(verb, "-")))


def check_fish(script, folder):
    def asked(*words):
        line = " ".join(["attnref", *(word.replace(" ", "\\ ") for word in words)])
        done = subprocess.run(["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line], capture_output=True,
                              text=True, check=True)
        return [answer.partition("\t")[0].replace("\\ ", " ") for answer in lines(done.stdout)]

    for words, expected in expectations(folder):
        expect(f"fish completes {words}", sorted(expected), sorted(answer.rstrip("/") for answer in asked(*words)))
    expect("fish completes verbs", sorted(verbs()), sorted(asked("")))


def main():
    said = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("two words.so", "a.safetensors"):
            pathlib.Path(folder, name).touch()
        pathlib.Path(folder, "found").mkdir()
        for shell in ("bash", "zsh", "fish"):
            script = pathlib.Path(folder, f"script.{shell}")
            script.write_text(run("completion", shell).stdout, encoding="utf-8")
            if not shutil.which(shell):
                said.append(f"{shell} is not installed")
                continue
            # Each reads a script without running it with -n.
            done = subprocess.run([shell, "-n", script], capture_output=True, text=True, check=False)
            expect(f"{shell} -n", (0, ""), (done.returncode, done.stderr))
            if shell == "bash":
                check_bash(script, folder)
            elif shell == "fish":
                check_fish(script, folder)
            said.append(f"{shell} completes" if shell != "zsh" else "zsh reads its script")
    print("; ".join(said))


main()
