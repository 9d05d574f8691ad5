"""Writes a problem, has attnref answer it exactly, reads the answer:  python3 documents.py ATTNREF FOLDER."""
# [whole]
import json, struct, subprocess, sys
import numpy as np

TYPES = {"<f8": "F64", "<f4": "F32", "<f2": "F16"}          # BF16: the upper halves of float32, as "<u2"

def save(path, arrays, **metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, a in arrays.items():
        begin, data = len(data), data + np.ascontiguousarray(a).tobytes()
        header[name] = {"dtype": TYPES[a.dtype.str], "shape": a.shape, "data_offsets": [begin, len(data)]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    open(path, "wb").write(struct.pack("<Q", len(text)) + text + data)

def load(path):
    raw = open(path, "rb").read()
    end = 8 + struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:end])
    metadata = header.pop("__metadata__", {})
    return metadata, {name: np.frombuffer(raw[end + e["data_offsets"][0] : end + e["data_offsets"][1]],
                                          {t: s for s, t in TYPES.items()}[e["dtype"]]).reshape(e["shape"])
                      for name, e in header.items()}

attnref, folder = sys.argv[1:]
q, k, v = np.float32([[1]]), np.float32([[1], [0]]), np.float32([[1], [0]])
save(f"{folder}/p.safetensors", {"q": q, "k": k, "v": v}, attnref="1", kind="problem", scale="1", outputs="output,lse")
subprocess.run([attnref, "attend", "--problem", f"{folder}/p.safetensors", "--exact", "--save", f"{folder}/a.safetensors"],
               check=True, stdout=subprocess.DEVNULL)
metadata, answer = load(f"{folder}/a.safetensors")
print(metadata["kind"], metadata["settled"], answer["output"], answer["lse"])
# [/whole]
