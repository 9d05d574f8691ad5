"""What all pages have around their article."""

import html
import pathlib
import string

from making.links import relative

PAGE = pathlib.Path(__file__).resolve().parents[1] / "page.html"
# The fonts of nearly every formula come by a script that has them in it: they are there before anything is painted.
MATHS = """<link rel="stylesheet" href="{assets}/katex.css">
<script src="{assets}/formula-fonts.js"></script>
<noscript><link rel="stylesheet" href="{assets}/formula-fonts.css"></noscript>
"""


class Template:
    def __init__(self, contents, has_grid):
        """`contents` are (number, title HTML, url) of the chapters and the pages for reference, in order."""
        self._has_grid = has_grid
        self._page = string.Template(PAGE.read_text())
        self._contents = contents

    def page(
        self,
        url,
        title,
        article,
        *,
        summary="",
        headings=(),
        declarations=(),
        neighbours=(None, None),
        scripts=(),
        maths=False,
        section="chapters",
    ):
        """The whole page. `title` is plain; `declarations` are (name, anchor); `neighbours` are (label HTML,
        url) of the pages before and after."""
        here = lambda address: relative(address, url)
        return self._page.substitute(
            title=html.escape(title),
            summary=html.escape(_short(summary)),
            root=_folder(here("index.html")),
            maths=MATHS.format(assets=here("assets")) if maths else "",
            scripts="".join(f'<script src="{here(f"assets/{name}")}" defer></script>\n' for name in scripts),
            hints=self._hints(neighbours, here),
            home=here("index.html"),
            api=here("api/index.html"),
            grid=f'<a href="{here("grid/index.html")}">Grid</a>\n' if self._has_grid else "",
            at_chapters=_current(section == "chapters"),
            at_api=_current(section == "api"),
            contents=self._list_of_pages(url, here),
            sections=_sections(headings) or _names(declarations),
            article=article,
            pager=_pager(neighbours, here),
        )

    def _list_of_pages(self, url, here):
        groups = [
            [page for page in self._contents if page[0]],
            [page for page in self._contents if not page[0] and page[2] != "index.html"],
        ]
        lists = []
        for group, heading in zip(groups, ("Chapters", "Reference")):
            items = "".join(
                f'<li><a href="{here(address)}"{_current(address == url)}>'
                f'{f"<span class=number>{number}</span>" if number else ""}<span>{title}</span></a></li>\n'
                for number, title, address in group
            )
            lists.append(f'<p class="group">{heading}</p>\n<ul>\n{items}</ul>\n')
        return "".join(lists)

    @staticmethod
    def _hints(neighbours, here):
        return "".join(
            f'<link rel="{kind}" href="{here(page[1])}">\n'
            for kind, page in zip(("prev", "next"), neighbours)
            if page
        )


def _folder(home):
    return home.removesuffix("index.html")


def _current(is_here):
    return ' aria-current="page"' if is_here else ""


def _short(text, most=200):
    return text if len(text) <= most else text[:most].rsplit(" ", 1)[0] + " …"


def _sections(headings):
    """The page's own contents: headings of the second and third level."""
    shown = [heading for heading in headings if heading.level in (2, 3)]
    if len(shown) < 2:
        return ""
    if len(shown) > 40:
        shown = [heading for heading in shown if heading.level == 2]
    return _box(
        "".join(
            f'<li class="level-{heading.level}"><a href="#{heading.id}">{heading.html}</a></li>\n'
            for heading in shown
        )
    )


def _names(declarations):
    """The contents of a page of the reference."""
    items = "".join(
        f'<li><a href="#{anchor}"><code>{html.escape(name)}</code></a></li>\n' for name, anchor in declarations
    )
    return _box(items) if len(declarations) > 1 else ""


def _box(items):
    return (
        '<nav class="sections" aria-label="On this page">\n<details>\n<summary>On this page</summary>\n'
        f"<ul>\n{items}</ul>\n</details>\n</nav>\n"
    )


def _pager(neighbours, here):
    if not any(neighbours):
        return ""
    links = "".join(
        f'<a rel="{kind}" href="{here(page[1])}"><span>{word}</span> {page[0]}</a>\n' if page else "<span></span>\n"
        for kind, word, page in zip(("prev", "next"), ("Previous", "Next"), neighbours)
    )
    return f'<nav class="pager" aria-label="Previous and next">\n{links}</nav>\n'
