"""Nothing is loaded from another host: without a network the pages are the same, and nobody learns what is read."""

import re

LOADING = {
    "script": ("src",),
    "link": ("href",),
    "img": ("src", "srcset"),
    "iframe": ("src",),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "object": ("data",),
    "embed": ("src",),
    "form": ("action",),
    "input": ("src",),
    "use": ("href", "xlink:href"),
    "image": ("href", "xlink:href"),
    "base": ("href",),
    "track": ("src",),
}
ELSEWHERE = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
STYLE_LOADS = re.compile(r"url\(\s*['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)")
SCRIPT_LOADS = re.compile(r"['\"`](?:https?|wss?):?//[^'\"`]*")


def check(site, pages):
    for page in pages:
        for tag in page.tags:
            if tag.name == "meta" and tag.attributes.get("http-equiv", "").lower() == "refresh":
                yield f"{page.name}:{tag.line}: the page sends its reader elsewhere"
            for address in (tag.attributes.get(name, "") for name in LOADING.get(tag.name, ())):
                yield from _fault(site, page.path, page.name, tag.line, address)
            yield from _style(site, page.path, page.name, tag.attributes.get("style", ""))
        for line, data, parents in page.text:
            if parents[-1:] == ("style",):
                yield from _style(site, page.path, page.name, data)
    for path in sorted(site.rglob("*")):
        name = str(path.relative_to(site))
        if path.suffix == ".css":
            yield from _style(site, path, name, path.read_text())
        elif path.suffix == ".js":
            yield from (
                f"{name}: a script names another host: {found}" for found in SCRIPT_LOADS.findall(path.read_text())
            )
        elif path.suffix == ".svg":
            yield from _style(site, path, name, path.read_text())
            yield from (
                f"{name}: loads {found}" for found in re.findall(r"href=\"((?:https?:)?//[^\"]*)", path.read_text())
            )


def _style(site, path, name, style):
    for match in STYLE_LOADS.finditer(style):
        yield from _fault(site, path, name, 0, match[1] or match[2])


def _fault(site, path, name, line, address):
    place = f"{name}:{line}" if line else name
    if not address or address.startswith(("data:", "#")):
        return
    if ELSEWHERE.match(address):
        yield f"{place}: loads {address}"
    elif not (path.parent / address.split("#")[0].split("?")[0]).is_file():
        yield f"{place}: loads {address}, and there is no such file"
