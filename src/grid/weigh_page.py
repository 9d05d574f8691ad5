"""weigh_page.py FOLDER: the bytes of each file of the page; fails beyond 200 KB all told."""
import sys
from pathlib import Path

MOST = 200_000


def main():
    files = sorted(path for path in Path(sys.argv[1]).rglob("*") if path.is_file())
    for path in files:
        print(f"{path.stat().st_size:8,}  {path.name}")
    total = sum(path.stat().st_size for path in files)
    print(f"{total:8,}  bytes in all, at most {MOST:,}")
    if total > MOST:
        sys.exit(f"{sys.argv[1]}: expected at most {MOST:,} bytes, found {total:,}")


if __name__ == "__main__":
    main()
