"""Packs the golden vectors for release: FOLDER -> DIR/attnref-vectors-VERSION.tar.gz, and its .sha256 beside it.

    python3 pack_vectors.py FOLDER DIR

What the manifest names and its companions, nothing else that may lie there, and SHA256SUMS of all of them. The bytes
depend on the files alone: order, owners, times and modes are fixed. (zlib's versions may compress differently; the tar
inside is the same.)
"""
import gzip
import hashlib
import io
import json
import pathlib
import sys
import tarfile

COMPANIONS = ("LICENSE", "README.md", "manifest.json", "manifest.schema.json", "verify.py")


def content(folder):
    """(the vectors' version, {name: bytes})."""
    vectors = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["vectors"]
    files = {name: (folder / name).read_bytes() for name in sorted([*COMPANIONS, *(vector["file"] for vector in vectors)])}
    for vector in vectors:
        found = hashlib.sha256(files[vector["file"]]).hexdigest()
        if found != vector["sha256"]:
            sys.exit(f"{vector['file']}: sha256: expected {vector['sha256']} as manifest.json says, found {found}")
    versions = {vector["source"]["version"] for vector in vectors}
    if len(versions) != 1:
        sys.exit(f"manifest.json: expected vectors of one version, found {sorted(versions)}")
    files["SHA256SUMS"] = sums(files)
    return versions.pop(), files


def sums(files):
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items())).encode()


def packed(top, files):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{top}/{name}")
            entry.size, entry.mtime, entry.mode = len(data), 0, 0o755 if name.endswith(".py") else 0o644
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(out.getvalue(), compresslevel=9, mtime=0)


def main():
    folder, target = map(pathlib.Path, sys.argv[1:])
    version, files = content(folder)
    top = f"attnref-vectors-{version}"
    archive = packed(top, files)
    target.mkdir(parents=True, exist_ok=True)
    (target / f"{top}.tar.gz").write_bytes(archive)
    (target / f"{top}.tar.gz.sha256").write_bytes(sums({f"{top}.tar.gz": archive}))
    print(f"{target / top}.tar.gz: {len(files)} files, {len(archive)} bytes")


main()
