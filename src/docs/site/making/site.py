"""The whole site: what is read, in which order pages are made, and what is written."""

import pathlib
import re
import shutil

from making import katex
from making.api import ApiReference, page_of
from making.equations import Equations
from making.formulas import Formulas, PLACE
from making.links import Addresses, LinkWriter, source_url
from making.markdown import Converter
from making.reading_order import reading_order
from making.search import SearchIndex
from making.sources import folder_article, source_article
from making.template import Template

ASSETS = pathlib.Path(__file__).resolve().parents[1] / "assets"
NAME = "attnref"


class Site:
    def __init__(self, options, faults):
        self.root, self.out, self.katex, self.faults = options.root.resolve(), options.out, options.katex, faults
        self.formulas = Formulas(options.node, options.katex)
        self.converter = Converter(self.formulas, faults)
        self.entries = reading_order(self.root / "docs", faults)
        self.equations = Equations(self.entries)
        self.api = ApiReference(options.xml, self.root, self.equations, faults)
        self.addresses = Addresses(self.root, self.entries, self.api.pages, faults)
        self.search = SearchIndex()
        self.pages = {}  # url: HTML
        self.mentions = {}  # path of a header: urls of the chapters that link to it

    def make(self):
        articles = {entry: self._article(entry.path, entry.url, entry.number) for entry in self.entries}
        contents = [(entry.number, articles[entry].title, entry.url) for entry in self.entries]
        self.template = Template(contents, (self.root / "docs/grid").is_dir())
        for place, entry in enumerate(self.entries):
            self._make_chapter(entry, articles[entry], self._neighbours(contents, place))
        self._make_api({url: (f"{number} {title}" if number else title) for number, title, url in contents})
        self._make_sources()
        self.formulas.typeset(self.faults)
        self.pages = {url: self._with_maths(page) for url, page in self.pages.items()}

    def write(self):
        """Writes the pages and what they need. What the grid has put there stays. Returns how many files, and bytes."""
        if self.out.is_dir():
            for old in self.out.iterdir():
                if old.name != "grid":
                    shutil.rmtree(old) if old.is_dir() else old.unlink()
        for url, page in self.pages.items():
            self._put(url, page)
        for path in sorted(ASSETS.iterdir()):
            self._put(f"assets/{path.name}", path.read_text())
        self._put("assets/search-index.js", self.search.script())
        self._put_formulas()
        for path, url in self.addresses.pictures.items():
            (self.out / url).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, self.out / url)
        files = [path for path in self.out.rglob("*") if path.is_file()]
        return len(files), sum(path.stat().st_size for path in files)

    # Pages.

    def _article(self, path, url, number=""):
        name = str(path.relative_to(self.root))
        article = self.converter.article(path.read_text(), name, number)
        article.html = LinkWriter(
            lambda address: self._address(address, url, path),
            lambda address: self.addresses.picture(address, url, path),
        ).written(article.html)
        return article

    def _address(self, address, page, source):
        target = (source.parent / address.partition("#")[0]).resolve()
        if target in self.api.pages and source.parent == self.root / "docs":
            self.mentions.setdefault(target, {})[page] = True
        return self.addresses.of(address, page, source)

    def _make_chapter(self, entry, article, neighbours):
        title = self.formulas.latex(_plain(article.title))
        self.pages[entry.url] = self.template.page(
            entry.url,
            f"{entry.number} {title} · {NAME}".strip() if entry.url != "index.html" else title,
            article.html,
            summary=article.summary,
            headings=article.headings,
            neighbours=neighbours,
            scripts=["questions.js"] if article.has_questions else [],
            maths=bool(PLACE.search(article.html)),
        )
        self.search.add(
            f"{entry.number} {title}".strip(),
            entry.url,
            [
                (
                    self.formulas.latex(_plain(heading.html)),
                    "" if heading.level == 1 else heading.id,
                    " ".join(heading.words),
                )
                for heading in article.headings
            ],
        )

    @staticmethod
    def _neighbours(contents, place):
        label = lambda page: (f"{page[0]} {page[1]}".strip(), page[2])
        return (
            label(contents[place - 1]) if place else None,
            label(contents[place + 1]) if place + 1 < len(contents) else None,
        )

    def _make_api(self, titles):
        if not self.api.headers:
            return
        self.pages["api/index.html"] = self.template.page(
            "api/index.html", f"API reference · {NAME}", self.api.overview(), section="api"
        )
        names = list(self.api.headers)
        for place, name in enumerate(names):
            path, url = self.root / "include" / name, page_of(name)
            chapters = [(titles[chapter], chapter) for chapter in self.mentions.get(path, {})]
            around = [
                (f"<code>{names[n].split('/')[-1]}</code>", page_of(names[n])) if 0 <= n < len(names) else None
                for n in (place - 1, place + 1)
            ]
            headings = self.api.headings(name)
            self.pages[url] = self.template.page(
                url,
                f"{name} · {NAME}",
                self.api.article(name, chapters),
                section="api",
                declarations=[(shown, anchor) for shown, anchor, _ in headings],
                neighbours=around,
            )
            self.search.add(name, url, headings)
            self.addresses.wanted.setdefault(path, path)

    def _make_sources(self):
        """Pages of the files that pages link to, and of what those link to in turn."""
        while missing := [path for path in self.addresses.wanted if source_url(path, self.root) not in self.pages]:
            for path in missing:
                self._make_source(path, source_url(path, self.root))

    def _make_source(self, path, url):
        name = str(path.relative_to(self.root))
        headings, maths = (), False
        if path.is_dir():
            article = folder_article(path, self.root, url, self.addresses.wanted)
        elif path.suffix == ".md":
            converted = self._article(path, url)
            article, headings, maths = converted.html, converted.headings, bool(PLACE.search(converted.html))
        elif path.suffix in (".npy", ".safetensors"):
            self.faults.add(
                str(self.addresses.wanted[path].relative_to(self.root)), f"a link to a file that is not text: {name}"
            )
            return self.pages.setdefault(url, "")
        else:
            api_page = self.api.pages.get(path)
            article = source_article(path, self.root, self.equations, url, api_page)
        self.pages[url] = self.template.page(
            url, f"{name} · {NAME}", article, headings=headings, maths=maths, section="source"
        )

    def _with_maths(self, page):
        return self.formulas.put(page) if PLACE.search(page) else page

    # Files.

    def _put(self, url, text):
        path = self.out / url
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def _put_formulas(self):
        """KaTeX's style and its fonts, woff2 alone: every browser of the last ten years reads it."""
        style, at_once = katex.style_and_first_fonts(self.katex)
        self._put("assets/katex.css", style)
        self._put("assets/formula-fonts.css", at_once)
        self._put("assets/formula-fonts.js", katex.fonts_as_script(at_once, self.katex))
        (self.out / "assets/fonts").mkdir(exist_ok=True)
        for font in katex.fonts_named_in(style + at_once):
            shutil.copyfile(self.katex / "dist/fonts" / font, self.out / "assets/fonts" / font)


def _plain(html_text):
    return re.sub(r"<[^>]*>", "", html_text)
