"""README's commands run as they stand, its programs compile and run, and what it quotes is so.

readme.py COMMAND SOURCE CXX FLAGS; the build is the folder of the command.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from command import COMMAND, options, run, verbs
from lines import commands, type_in

SOURCE, CXX, FLAGS = pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WOVEN = re.compile(r"<!--[$<=].*?<!--/-->", re.DOTALL)
LANGUAGES = {"sh", "console", "python", "cmake", "cpp", "text"}

# Commands that are not run, by name, and why; what can be checked of them is (check_exempt).
EXEMPT = {
    "bash .ci/setup": "installs packages",
    "cmake --workflow --preset check": "builds everything again",
    "bash .ci/setup docs && cmake --workflow --preset docs": "installs packages and builds the site",
    "attnref mutants": "takes minutes; unit.mutants_die runs what it runs",
}
# A backend with a mistake is found out.
ENDS_WITH = {"attnref check --mutant": 1}


def blocks(text):
    """Language and body of each fence, in their order."""
    found = FENCE.findall(text)
    if strange := {language for language, _ in found} - LANGUAGES:
        sys.exit(f"README.md: expected code of {sorted(LANGUAGES)}, found {sorted(strange)}")
    if indented := re.search(r"\n\n    +\S.*", FENCE.sub("", text)):
        sys.exit(f"README.md: expected code in fences alone, found '{indented[0].strip()}'")
    # A command with its output: weave writes it, and docs.current compares it.
    by_hand = FENCE.findall(WOVEN.sub("", text))
    if any(language == "console" for language, _ in by_hand):
        sys.exit("README.md: expected outputs of commands between markers, found one that was typed by hand")
    return found


def code_of(found, language):
    bodies = [body for name, body in found if name == language]
    if len(bodies) != 1:
        sys.exit(f"README.md: expected one block of {language}, found {len(bodies)}")
    return bodies[0]


def check_exempt(line):
    """The presets are there, the groups of packages are, and the verbs."""
    presets = {preset["name"] for preset in json.loads((SOURCE / "CMakePresets.json").read_text())["workflowPresets"]}
    for preset in re.findall(r"--workflow --preset (\S+)", line):
        if preset not in presets:
            sys.exit(f"README.md: expected a workflow preset among {sorted(presets)}, found {preset}")
    for group in re.findall(r"bash \.ci/setup (\w+)", line):
        if not re.search(rf"^  {group}\) packages=", (SOURCE / ".ci/setup").read_text(), re.MULTILINE):
            sys.exit(f"README.md: expected a group of packages that .ci/setup knows, found {group}")
    for verb in re.findall(r"^attnref (\S+)", line):
        if verb not in verbs():
            sys.exit(f"README.md: expected a verb, found {verb}")


def check_inline(text):
    """What the prose names of the command is there: verbs, and options of some verb."""
    known = {option for verb in verbs() for option in options(verb)} | {"--version"}
    prose = FENCE.sub("", text)
    for span in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose):
        for verb in re.findall(r"\battnref ([a-z]\w*)", span):
            if verb not in verbs():
                sys.exit(f"README.md: `{span}`: expected a verb, found {verb}")
        named = re.findall(r"(?:^|(?<= ))--[a-z][\w-]*", span)
        for option in named if span.startswith(("attnref", "--")) else []:
            if option not in known:
                sys.exit(f"README.md: `{span}`: expected an option of a verb, found {option}")
        check_exempt(span)


def clone(folder):
    """The project's folder as the reader has it, with what was built."""
    for entry in SOURCE.iterdir():
        if entry.name not in ("build", ".git"):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").mkdir()
    (folder / "build/release").symlink_to(pathlib.Path(COMMAND).parent)


def compile_typed_layer(code, quoted, folder):
    """The lines compile, run, and with K not transposed are refused in the words that README quotes."""
    project = folder / "typed"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(typed LANGUAGES CXX)\nfind_package(attnref REQUIRED)\n"
        "add_executable(typed typed.cpp)\ntarget_link_libraries(typed PRIVATE attnref::attnref)\n"
        "add_executable(refused EXCLUDE_FROM_ALL refused.cpp)\ntarget_link_libraries(refused PRIVATE attnref::attnref)\n", encoding="utf-8")
    (project / "typed.cpp").write_text(code + "int main() { return output.cols() == 3 && weights.rows() == weights.cols() ? 0 : 1; }\n",
                                       encoding="utf-8")
    (project / "refused.cpp").write_text(
        code + "const auto q = matmul(x, wq);\nconst auto k = matmul(x, wk);\nconst auto product = matmul(q, k);\nint main() {}\n",
        encoding="utf-8")
    type_in(["cmake -S typed -B typed/build -DCMAKE_PREFIX_PATH=\"$PWD/installed\"",
             "cmake --build typed/build", "typed/build/typed"], folder)
    done = subprocess.run(["cmake", "--build", folder / "typed/build", "--target", "refused"], capture_output=True, text=True,
                          env={**os.environ, "LC_ALL": "C"}, check=False)
    said = re.sub("[\u2018\u2019]", "'", done.stdout + done.stderr)
    # Compilers part closing brackets or don't, and clang says it in other words.
    is_quoted = "".join(quoted.split()) in "".join(said.split()) or "clang" in CXX
    if done.returncode == 0 or not is_quoted:
        sys.exit(f"README.md: expected the compiler to say '{quoted.strip()}', found exit code {done.returncode}:\n{said[:2000]}")


def main():
    text = (SOURCE / "README.md").read_text(encoding="utf-8")
    found = blocks(text)
    check_inline(text)
    lines = [line for language, body in found if language == "sh" for line in commands(body)]
    if stale := EXEMPT.keys() - set(lines):
        sys.exit(f"README.md: expected the commands that are not run, found none of {sorted(stale)}")
    for line in EXEMPT:
        check_exempt(line)
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        clone(folder)
        (folder / "mine.py").write_text(code_of(found, "python"), encoding="utf-8")
        (folder / "mine").mkdir()
        (folder / "mine/CMakeLists.txt").write_text(code_of(found, "cmake"), encoding="utf-8")
        os.environ.update(CXX=CXX, CXXFLAGS=FLAGS)
        type_in([line for line in lines if line not in EXEMPT], folder,
                lambda line: next((code for start, code in ENDS_WITH.items() if line.startswith(start)), 0))
        compile_typed_layer(code_of(found, "cpp"), code_of(found, "text"), folder)
    print(f"{len(lines) - len(EXEMPT)} commands ran; {len(EXEMPT)} are not run")


main()
