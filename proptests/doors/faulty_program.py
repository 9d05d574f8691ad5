"""A backend over pipes that says hello and then does what its argument says; standard library only."""
import fcntl
import json
import os
import select
import signal
import struct
import sys
import time


def document(metadata, tensors=None):
    header, data = {"__metadata__": metadata}, b""
    for name, (dtype, shape, values) in (tensors or {}).items():
        raw = struct.pack("<%d%s" % (len(values), {"F64": "d", "F32": "f"}[dtype]), *values)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def read(stream):
    length = stream.read(8)
    if not length:
        sys.stderr.write("the input ended\n")
        sys.exit(3 if mode == "ends_badly" else 0)
    header = json.loads(stream.read(struct.unpack("<Q", length)[0]))
    entries = {name: entry for name, entry in header.items() if name != "__metadata__"}
    stream.read(max((entry["data_offsets"][1] for entry in entries.values()), default=0))
    return header.get("__metadata__", {}), {name: entry["shape"] for name, entry in entries.items()}


def write(raw):
    sys.stdout.buffer.write(raw)
    sys.stdout.buffer.flush()


def zeros(shapes, dtype="F64", extra=0):
    rows, columns = shapes["q"][0], shapes["v"][1]
    keys = shapes["k"][0]
    return {"output": (dtype, [rows + extra, columns], [0.0] * ((rows + extra) * columns)),
            "weights": (dtype, [rows, keys], [0.0] * (rows * keys))}


mode = sys.argv[1]
answered = 0
if mode == "alone":  # as what needs a device that only one process may have
    claimed = open(sys.argv[2], "w")
    try:
        fcntl.flock(claimed, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        sys.exit("the device is another's")
if mode == "killed_once_for_ever":
    if os.path.exists(sys.argv[2]):
        sys.exit("no memory to start in")
    open(sys.argv[2], "w").close()
if mode == "no_hello":
    time.sleep(1000)
if mode == "prints_first":
    print("Welcome to my kernel!", flush=True)
read(sys.stdin.buffer)
hello = {"attnref": "1", "kind": "hello", "name": "faulty", "dtypes": "F64", "features": "weights,scale"}
if mode == "unknown_feature":
    hello["features"] = "telepathy"
if mode == "no_dtypes":
    del hello["dtypes"]
if mode == "bad_constraints":
    hello["constraints"] = '{"d_k": {"among": [64, "lots"]}}'
if mode == "bad_profile":
    hello["profile"] = '{"profile": "f64", "sum": "by magic"}'
if mode == "wide_profile":
    hello["profile"] = '{"profile": "f64", "input_roundoff": 0.9}'
if mode.startswith("{"):
    hello["constraints"] = mode
if mode == "floods_unread":  # questions larger than a pipe holds
    hello["constraints"] = '{"t": {"least": 120}, "d_k": {"least": 100}, "d_v": {"least": 100}}'
if mode == "obeyed_name":
    hello["name"] = "a\u009b31mb\u202ec\u2028d\u2066e\u00e9"
if mode == "long_name":
    hello["name"] = "n" * (5 << 20)
write(document(hello))
is_poisoned = False
if mode == "floods_unread":
    select.select([0], [], [])
    while True:
        os.write(1, bytes(1 << 16))
while True:
    _, shapes = read(sys.stdin.buffer)
    answer = {"attnref": "1", "kind": "answer"}
    if mode == "closes_pipe":
        os.close(1)
        time.sleep(1000)
    if mode == "poisoned":
        is_poisoned = is_poisoned or shapes["q"][0] > 8
        if is_poisoned:
            write(document({**answer, "failed": "an illegal memory access was encountered"}))
            continue
    if mode == "crashes_at_second" and answered == 1:
        os.kill(os.getpid(), signal.SIGSEGV)
    if mode == "hangs_at_second" and answered == 1:
        time.sleep(1000)
    if mode in ("killed", "killed_once_for_ever"):
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "exits":
        sys.exit(3)
    if mode == "hangs" or mode == "hangs_after_ten" and answered == 10:
        sys.stderr.write("now it hangs\n")
        sys.stderr.flush()
        time.sleep(1000)
    answered += 1
    if mode == "looks_into_its_judge":
        try:
            open("/proc/%d/mem" % os.getppid(), "r+b")
            seen = "memory can be written"
        except OSError:
            seen = "memory is closed"
        write(document({**answer, "unsupported": seen}))
        continue
    if mode == "tells_what_it_was_given":
        given = ["%s=%s" % item for item in sorted(os.environ.items())] + sys.argv
        write(document({**answer, "unsupported": " ".join(word for word in given if sys.argv[2] in word) or "nothing"}))
        continue
    if mode == "garbage":
        write(b"Traceback (most recent call last): it went wrong")
    elif mode == "short":
        write(document(answer, zeros(shapes))[:-1] if shapes["v"][1] else b"\1")
        sys.exit(0)
    elif mode == "wrong_shape":
        write(document(answer, zeros(shapes, extra=1)))
    elif mode == "wrong_dtype":
        write(document(answer, zeros(shapes, dtype="F32")))
    elif mode == "huge":
        write(struct.pack("<Q", 100) + (b'{"output":{"dtype":"F64","shape":[1099511627776],"data_offsets":[0,8796093022208]}}').ljust(100))
    elif mode == "twice":
        write(2 * document(answer, zeros(shapes)))
    elif mode == "no_output":
        write(document(answer))
    elif mode == "floods":
        write(b"\0" * (1 << 22))
    elif mode == "chatters":
        sys.stderr.write("a word on standard error\n")
        write(document({**answer, "unsupported": "only chats"}))
    elif mode in ("all_unsupported", "hangs_after_ten", "ends_badly"):
        write(document({**answer, "unsupported": "nothing is built yet"}))
    else:
        write(document(answer, zeros(shapes)))
