"""What a page weighs, itself and its styles and scripts: printed for each, and limited."""

import gzip
import os.path

PAGE_LIMIT = 1_600_000  # bytes as stored: a chapter of some hundred formulas, each there twice
SHARED_LIMIT = 150_000  # styles and scripts, the fonts of nearly every formula included
INDEX_LIMIT = 150_000  # the search index, which is loaded where somebody searches


def check(site, pages):
    index = site / "assets/search-index.js"
    size = index.stat().st_size if index.is_file() else 0
    print(f"search index: {size:,} bytes, {len(gzip.compress(index.read_bytes())) if size else 0:,} packed")
    if size > INDEX_LIMIT:
        yield f"assets/search-index.js: at most {INDEX_LIMIT:,} bytes expected, {size:,} found"
    print(f"{'page':<44} {'HTML':>9} {'packed':>8} {'shared':>8}")
    for page in pages:
        shared = sum(os.path.getsize(path) for path in _loaded(page))
        if page.name.count("/") < 2:
            print(
                f"{page.name:<44} {len(page.source.encode()):>9,} "
                f"{len(gzip.compress(page.source.encode())):>8,} {shared:>8,}"
            )
        if len(page.source.encode()) > PAGE_LIMIT:
            yield f"{page.name}: at most {PAGE_LIMIT:,} bytes expected, {len(page.source.encode()):,} found"
        if shared > SHARED_LIMIT:
            yield f"{page.name}: styles and scripts of at most {SHARED_LIMIT:,} bytes expected, {shared:,} found"


def _loaded(page):
    addresses = [tag.attributes["href"] for tag in page.named("link") if tag.attributes.get("rel") == "stylesheet"]
    addresses += [tag.attributes["src"] for tag in page.named("script") if "src" in tag.attributes]
    return [path for path in (page.path.parent / address for address in addresses) if path.is_file()]
