"""Runs of the command that between them have every verdict, for the tests of their documents."""
import json
import pathlib
import subprocess
import tempfile

LAWS = ["rows_sum_to_one", "scale_is_one_over_root_dk", "quadrupling_dk", "outputs_have_their_shapes"]
QUICK = ["--cases", "20", "--max-length", "17", "--jobs", "1"] + [word for law in LAWS for word in ("--law", law)]

# Of each run its name, the exit code, the verdicts that must be in it, the exceptions and the options.
RUNS = [
    ("holds", 0, {"holds"}, None, QUICK),
    ("violated", 1, {"holds", "violated"}, None, QUICK + ["--mutant", "scale_missing"]),
    ("excepted", 1, {"holds", "violated", "excepted"}, {"quadrupling_dk": "<b>known</b> & \"accepted\""},
     QUICK + ["--mutant", "scale_missing"]),
    ("needless", 1, {"holds"}, {"rows_sum_to_one": "no longer"}, QUICK),
    ("wrong_shape", 1, {"violated"}, None, QUICK + ["--mutant", "output_transposed"]),
    ("not_run", 3, {"not_run"}, None,
     ["--replay", "v=2,law=queries_and_keys_exchange,regime=shifted,t_q=5,t_k=5,d_model=3,d_k=4,d_v=3,seed=2"]),
    ("all_laws", 1, {"holds", "violated"}, None, ["--cases", "4", "--max-length", "9", "--mutant", "infinity_clamped"]),
]


def documents(command, option):
    """Yields name, exit code, verdicts expected and the bytes of the document that `option` writes, for each run."""
    for name, code, verdicts, exceptions, words in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            line = [command, "check", *words, option, "-"]
            if exceptions is not None:
                path = pathlib.Path(folder, "exceptions.json")
                path.write_text(json.dumps(exceptions))
                line += ["--exceptions", str(path)]
            done = subprocess.run(line, capture_output=True, check=False)
        if done.returncode != code:
            raise SystemExit(f"{name}: expected exit code {code}, found {done.returncode}\n{done.stderr.decode()}")
        yield name, verdicts, done.stdout
