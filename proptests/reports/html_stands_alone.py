"""The HTML of check is well formed, fetches and runs nothing, and its links lead somewhere.

html_stands_alone.py COMMAND
"""
import html.parser
import json
import re
import sys

import runs

VOID = {"meta"}
ELEMENTS = set("""html head meta title style body header main footer section h1 h2 h3 p ul li b bdi small code pre a div
  table caption thead tbody tr th td figure figcaption svg rect text span""".split())


class Fault(Exception):
    """What is wrong with a page."""


class Page(html.parser.HTMLParser):
    """Looks at every element: what is open, which ids there are, which links."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.maps, self.text, self.style = [], [], [], [], "", ""

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if tag not in ELEMENTS:
            raise Fault(f"element {tag}")
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "srcset", "action", "data", "style", "xlink:href"):
                raise Fault(f"{tag}: attribute {name}")
            if name == "href" and not value.startswith("#"):
                raise Fault(f"{tag}: link to {value}")
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if "href" in attributes:
            self.links.append(attributes["href"][1:])
        if tag == "svg":
            self.maps.append(attributes)
        if tag == "th" and attributes.get("scope") not in ("row", "col"):
            raise Fault("a table header without a scope")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            raise Fault(f"</{tag}> closes {self.open[-1:]}")
        self.open.pop()

    def handle_data(self, data):
        if self.open[-1:] == ["style"]:
            self.style += data
        self.text += data


def check(text):
    page = Page()
    page.feed(text)
    page.close()
    if page.open:
        raise Fault(f"left open: {page.open}")
    if len(set(page.ids)) != len(page.ids):
        raise Fault("an id twice")
    for link in page.links:
        if link not in page.ids:
            raise Fault(f"a link to #{link}, which isn't there")
    if re.search(r"url\(|@import|expression", page.style):
        raise Fault("a style that fetches")
    for one in page.maps:
        if one.get("role") != "img" or len(one.get("aria-label", "")) < 10:
            raise Fault("a map without words")
    return page


def check_checks():
    """The check itself refuses what is wrong."""
    good = "<html><body><h1 id=\"a\">a</h1><a href=\"#a\">b</a></body></html>"
    check(good)
    for wrong in ("<script>1</script>", "<a href=\"#b\">b</a>", "<a href=\"https://example.org\">b</a>", "<p>", "</p>",
                  "<p id=\"a\">x</p>", "<p onclick=\"x\">x</p>", "<img src=\"x.png\">", "<th>x</th>", "<svg></svg>",
                  "<style>a { background: url(x) }</style>"):
        try:
            check(good.replace("</body>", wrong + "</body>"))
        except Fault:
            continue
        sys.exit(f"the check lets through: {wrong}")


def main():
    command = sys.argv[1]
    check_checks()
    for (name, _, text), (_, _, same) in zip(runs.documents(command, "--html"), runs.documents(command, "--json")):
        report = json.loads(same)
        try:
            page = check(text.decode("utf-8"))
        except (Fault, UnicodeDecodeError) as error:
            sys.exit(f"{name}: {error}")
        found = [law for law in report["laws"] if law["counterexample"]]
        for law in report["laws"]:
            if law["id"] not in page.text or law["title"] not in page.text:
                sys.exit(f"{name}: no word of {law['id']}")
        for law in found:
            if law["id"] not in page.ids or law["id"] not in page.links:
                sys.exit(f"{name}: no section of {law['id']}")
            if f" --replay {law['counterexample']['replay']}" not in page.text:
                sys.exit(f"{name}: no replay line of {law['id']}")
        if name == "violated" and len(page.maps) < 3 * len(found):
            sys.exit(f"{name}: {len(page.maps)} maps of {len(found)} counterexamples")
        if name == "excepted" and "<b>known</b> & \"accepted\"" not in page.text:
            sys.exit(f"{name}: the user's reason isn't there as text")
    print(f"{len(runs.RUNS)} pages stand alone")


main()
