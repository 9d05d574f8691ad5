"""pack_module.py MODULE.wasm MODULE.js: WebAssembly as a script, in which pages opened from the file system find it."""
import base64
import gzip
import sys
from pathlib import Path


def main():
    source, target = map(Path, sys.argv[1:])
    # No time and no name in the header: equal modules give equal scripts.
    packed = gzip.compress(source.read_bytes(), compresslevel=9, mtime=0)
    text = base64.b64encode(packed).decode("ascii")
    target.write_text("// Generated: src/grid and src/lesson as WebAssembly, gzip in base64.\n"
                      f'const attnrefModule = "{text}";\n')


if __name__ == "__main__":
    main()
