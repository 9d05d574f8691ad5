"""Every link leads somewhere: to a page of the site, and to an anchor that is there, or outside by https."""

import os.path
import pathlib
import urllib.parse


def check(site, pages):
    ids = {page.path: set(page.ids) for page in pages}
    for page in pages:
        for tag in page.named("a"):
            if "href" in tag.attributes and (what := _fault(site, page, tag.attributes["href"], ids)):
                yield f"{page.name}:{tag.line}: {tag.attributes['href']}: {what}"


def _fault(site, page, address, ids):
    if address.startswith(("https://", "mailto:")):
        return None
    if urllib.parse.urlsplit(address).scheme or address.startswith("/"):
        return "expected a relative address or https"
    target, _, anchor = urllib.parse.unquote(address).partition("#")
    path = pathlib.Path(os.path.normpath(page.path.parent / target)) if target else page.path
    if not path.is_relative_to(site):
        return "leaves the site"
    if not path.is_file():
        return "no such file (from a file system, a folder is no page)"
    if anchor and path in ids and anchor not in ids[path]:
        return f"no anchor #{anchor} there"
    if not anchor and address.endswith("#"):
        return "leads nowhere"
    return None
