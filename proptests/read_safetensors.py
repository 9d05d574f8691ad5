"""Reads a .safetensors file with nothing but the standard library and prints all that it holds, a line each.

A second reader of the format for the test of attnref's writer: metadata as KEY=TEXT, then of each array its name, dtype,
shape and numbers as hexadecimal floats.
"""
import json
import struct
import sys

FORMATS = {"F64": "d", "F32": "f", "F16": "e", "BF16": "H", "BOOL": "B", "I64": "q", "U8": "B"}


def number(dtype, value):
    if dtype == "BF16":
        value = struct.unpack("<f", struct.pack("<I", value << 16))[0]
    return float(value).hex()


with open(sys.argv[1], "rb") as file:
    raw = file.read()
length = struct.unpack("<Q", raw[:8])[0]
header = json.loads(raw[8 : 8 + length])
data = raw[8 + length :]
assert (8 + length) % 8 == 0, "the data is not aligned to 8 bytes"
for key, text in sorted(header.pop("__metadata__", {}).items()):
    print(f"{key}={text}")
for name, entry in sorted(header.items()):
    begin, end = entry["data_offsets"]
    form = FORMATS[entry["dtype"]]
    assert begin % struct.calcsize("<" + form) == 0, "an array does not begin at a multiple of its element's size"
    count = (end - begin) // struct.calcsize("<" + form)
    values = struct.unpack(f"<{count}{form}", data[begin:end])
    print(name, entry["dtype"], entry["shape"], *(number(entry["dtype"], value) for value in values))
