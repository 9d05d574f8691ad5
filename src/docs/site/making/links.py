"""Every address of a page, made one that works inside the site."""

import html
import html.parser
import os.path
import pathlib
import re
import struct
import urllib.parse

OUTSIDE = ("https://", "http://", "mailto:")
PICTURES = {".png", ".svg", ".jpg"}
LINES = re.compile(r"L(\d+)(?:-L\d+)?")


class LinkWriter(html.parser.HTMLParser):
    """Copies an article and changes the addresses in it: `href` of links, `src` of images."""

    def __init__(self, resolve, picture):
        super().__init__(convert_charrefs=False)
        self._resolve, self._picture = resolve, picture
        self._out = []

    def written(self, article):
        self.feed(article)
        self.close()
        return "".join(self._out)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and "href" in attributes:
            attributes["href"] = self._resolve(attributes["href"])
        elif tag == "img":
            attributes.update(self._picture(attributes.get("src", "")))
        elif tag == "source" and "srcset" in attributes:  # of a picture: another one where it is dark
            attributes["srcset"] = self._picture(attributes["srcset"])["src"]
        else:
            self._out.append(self.get_starttag_text())
            return
        written = "".join(
            f' {name}="{html.escape(value)}"' if value is not None else f" {name}"
            for name, value in attributes.items()
        )
        self._out.append(f"<{tag}{written}>")

    handle_startendtag = handle_starttag

    def handle_endtag(self, tag):
        self._out.append(f"</{tag}>")

    def handle_data(self, data):
        self._out.append(data)

    def handle_entityref(self, name):
        self._out.append(f"&{name};")

    def handle_charref(self, name):
        self._out.append(f"&#{name};")


class Addresses:
    """Where a file of the project is in the site. Files that are linked to are remembered: they become pages."""

    def __init__(self, root, entries, api_pages, faults):
        self.root, self.faults = root, faults
        self.pages = {entry.path: entry.url for entry in entries}
        self.api_pages = api_pages  # {path of a public header: its page}
        self.wanted = {}  # path: who asked for it
        self.pictures = {}  # path: where it goes

    def of(self, address, page, source):
        """What an address in the file `source` is in the site's page `page`; both say where it is relative to."""
        if address.startswith(OUTSIDE) or address.startswith("#"):
            return address
        target, _, anchor = urllib.parse.unquote(address).partition("#")
        path = pathlib.Path(os.path.normpath(source.parent / target))
        url = self._url(path, anchor, source)
        if url is None:
            return "#"
        anchor = self._anchor(path, anchor)
        return relative(url, page) + (f"#{urllib.parse.quote(anchor)}" if anchor else "")

    def _url(self, path, anchor, source):
        if path in self.pages:
            return self.pages[path]
        grid = self.root / "docs/grid"
        if path == grid or path.is_relative_to(grid):
            inside = path.relative_to(grid)
            return f"grid/{inside if inside.suffix else 'index.html'}"
        if not path.exists() or not path.is_relative_to(self.root):
            self.faults.add(source.relative_to(self.root), f"a link that leads nowhere: {path.name}")
            return None
        if path in self.api_pages and not anchor:
            return self.api_pages[path]
        if path.suffix in PICTURES:
            return self._copy_of(path)
        self.wanted.setdefault(path, source)
        return source_url(path, self.root)

    @staticmethod
    def _anchor(path, anchor):
        lines = LINES.fullmatch(anchor)
        return f"L{lines[1]}" if lines else anchor

    def picture(self, address, page, source):
        """Attributes of an image: where its copy is, and its size, so that nothing moves when it arrives."""
        path = pathlib.Path(os.path.normpath(source.parent / urllib.parse.unquote(address)))
        if address.startswith(OUTSIDE) or not path.is_file():
            self.faults.add(source.relative_to(self.root), f"an image that is not in the project: {address}")
            return {"src": ""}
        width, height = size_of(path)
        sizes = {"width": f"{width:.0f}", "height": f"{height:.0f}"} if width else {}
        return {"src": relative(self._copy_of(path), page), **sizes}

    def _copy_of(self, picture):
        docs = self.root / "docs"
        self.pictures[picture] = str(picture.relative_to(docs if picture.is_relative_to(docs) else self.root))
        return self.pictures[picture]


def relative(url, page):
    return os.path.relpath(url, os.path.dirname(page) or ".")


def source_url(path, root):
    """The page of a file that is none of docs/, or of a folder."""
    inside = path.relative_to(root)
    return f"source/{inside}/index.html" if path.is_dir() else f"source/{inside}.html"


def size_of(path):
    """Width and height of a PNG or an SVG, or zeros."""
    if path.suffix == ".png":
        return struct.unpack(">II", path.read_bytes()[16:24])
    box = re.search(
        r'viewBox="\s*[-\d.]+[ ,]+[-\d.]+[ ,]+([\d.]+)[ ,]+([\d.]+)', path.read_text(errors="replace")[:4000]
    )
    return (float(box[1]), float(box[2])) if box else (0, 0)
