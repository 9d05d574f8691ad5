"""The API reference: a page for each public header, with links to its chapters and from them."""

import html
import re

from making.declarations import read_headers
from making.links import relative, source_url

NAME = re.compile(r"_|[a-z][A-Z]|::")
BREAK_FROM = 74  # characters: a longer list of parameters has one a line


class ApiReference:
    """Pages by header. Doxygen reads the declarations; their looks and their links are made here."""

    def __init__(self, xml, root, equations, faults):
        self.root, self.equations = root, equations
        self.headers = read_headers(xml) if xml else {}
        if xml and not self.headers:
            faults.add(str(xml), "no header in Doxygen's XML")
        self.pages = {root / "include" / name: page_of(name) for name in self.headers}
        self._places = {}  # Doxygen's id: address from the site's folder
        for name, header in self.headers.items():
            for declaration in header.declarations:
                self._places[declaration.id] = f"{page_of(name)}#{declaration.anchor}"
                for member in declaration.members:
                    self._places[member.id] = f"{page_of(name)}#{member.anchor}"

    def overview(self):
        """The article of api/index.html."""
        typed = self._below("attnref/attention.hpp") | self._below("attnref/static_attention.hpp")
        return (
            '<h1 id="api">API reference</h1>\n<p>The public headers, each after those that it stands on.</p>\n'
            '<h2 id="typed">The typed layer</h2>\n<p>Header-only: shapes are types.</p>\n'
            f"{self._table(name for name in self.headers if name in typed)}"
            '<h2 id="judging">Judging backends</h2>\n'
            "<p>Shapes are numbers here. A backend of any kind is asked and judged.</p>\n"
            f"{self._table(name for name in self.headers if name not in typed)}"
        )

    def _below(self, name):
        """The header and what it stands on."""
        return (
            {name}.union(
                *(self._below(include) for include in self.headers[name].includes if include in self.headers)
            )
            if name in self.headers
            else set()
        )

    def _table(self, names):
        rows = "".join(
            f'<tr><td><a href="{relative(page_of(name), "api/index.html")}"><code>{name.split("/")[-1]}</code></a></td>'
            f"<td>{self._introduction(name, 'api/index.html', first=True)}</td></tr>\n"
            for name in names
        )
        return (
            '<div class="table"><table class="headers">\n'
            '<thead><tr><th scope="col">header</th><th scope="col">what it is</th></tr></thead>\n'
            f"<tbody>\n{rows}</tbody></table></div>\n"
        )

    def article(self, name, chapters):
        """The article of a header's page. `chapters` are (title HTML, url) of those that link to it."""
        page, header = page_of(name), self.headers[name]
        cited = self._citations_by_declaration(name)
        source = relative(source_url(self.root / "include" / name, self.root), page)
        parts = [
            f'<h1 id="header"><code>{name}</code></h1>\n<p>{self._introduction(name, page)}</p>\n',
            f'<pre class="signature"><code>#include &lt;{name}&gt;</code></pre>\n',
            f'<p class="held"><a href="{source}">Source</a>'
            f"{self._stands_on(header, page)}{_in_chapters(chapters, page)}</p>\n",
        ]
        for declaration in header.declarations:
            parts.append(self._section(declaration, page, cited.get(declaration.id, [])))
        return "".join(parts)

    def headings(self, name):
        """(name, anchor, comment) of what the header declares, for search and the page's contents."""
        return [
            (
                declaration.name,
                declaration.anchor,
                " ".join(
                    "".join(part.element.itertext())
                    for part in [declaration, *declaration.members]
                    if part.has_comment()
                ),
            )
            for declaration in self.headers[name].declarations
        ]

    def _introduction(self, name, page, first=False):
        """The comment that the header begins with."""
        lines = []
        for line in (self.root / "include" / name).read_text().splitlines():
            if not line.startswith(("//", " *", "/*")):
                break
            lines.append(line.lstrip("/* ").rstrip("*/ "))
        text = " ".join(" ".join(lines).split())
        if first:
            text = re.split(r"(?<=[.;]) ", text, maxsplit=1)[0].rstrip(";.") + "."
        return self.equations.linked(_with_code(text), lambda url: relative(url, page))

    def _stands_on(self, header, page):
        known = [include for include in header.includes if include in self.headers]
        links = ", ".join(
            f'<a href="{relative(page_of(include), page)}"><code>{include.split("/")[-1]}</code></a>'
            for include in known
        )
        return f" · stands on {links}" if links else ""

    def _citations_by_declaration(self, name):
        """Equations that the header's comments cite, by the declaration in which or above which the comment stands."""
        cited, declarations = {}, self.headers[name].declarations
        for number, line in enumerate((self.root / "include" / name).read_text().splitlines(), 1):
            for key in self.equations.cited_in(line):
                owner = next((d for d in declarations if max(d.line, d.last_line) >= number), None)
                if owner and key not in cited.setdefault(owner.id, []):
                    cited[owner.id].append(key)
        return cited

    def _section(self, declaration, page, keys):
        source = relative(source_url(self.root / "include" / declaration.header, self.root), page)
        places = [self.equations.places[key] for key in keys]
        equations = "".join(f' · <a href="{relative(address, page)}">({number})</a>' for number, address in places)
        parts = [
            f'<section class="declaration" aria-labelledby="{declaration.anchor}">\n'
            f'<h2 id="{declaration.anchor}"><code>{html.escape(declaration.name)}</code> '
            f'<span class="kind">{declaration.kind}</span></h2>\n',
            self._signature(declaration, page),
            self._comment(declaration, page),
        ]
        if declaration.kind == "enum":
            parts.append(self._values(declaration, page))
        if declaration.members:
            parts.append(self._members(declaration, page))
        parts.append(
            f'<p class="held"><a href="{source}#L{declaration.line}">Source</a>{equations}</p>\n</section>\n'
        )
        return "".join(parts)

    def _members(self, declaration, page):
        return (
            '<dl class="members">\n'
            + "".join(
                f'<dt id="{member.anchor}"><code>{self._declared(member, page)}</code></dt>\n'
                f"<dd>{self._comment(member, page)}</dd>\n"
                for member in declaration.members
            )
            + "</dl>\n"
        )

    def _values(self, declaration, page):
        return (
            '<dl class="members">\n'
            + "".join(
                f"<dt><code>{value.findtext('name')}</code></dt>\n"
                f"<dd>{self._description(value.find('briefdescription'), page)}"
                f"{self._description(value.find('detaileddescription'), page)}</dd>\n"
                for value in declaration.element.findall("enumvalue")
            )
            + "</dl>\n"
        )

    # Declarations in C++.

    def _signature(self, declaration, page):
        return f'<pre class="signature"><code>{self._declared(declaration, page)}</code></pre>\n'

    def _declared(self, declaration, page):
        element, kind = declaration.element, declaration.kind
        name = f"<b>{html.escape(declaration.name)}</b>"
        template = self._template(element, page)
        if kind in ("class", "struct", "union"):
            bases = ", ".join(self._code(base, page) for base in element.findall("basecompoundref"))
            return f"{template}{kind} {name}" + (f" : public {bases}" if bases else "")
        if kind == "concept":
            return (
                self._code(element.find("initializer"), page)
                .strip()
                .replace("attnref::", "")
                .replace("=  ", "= ")
                .replace("template&lt;", "template &lt;")
            )
        if kind == "enum":
            return f"enum {'class ' if element.get('strong') == 'yes' else ''}{name}"
        if kind == "define":
            return f"#define {name} {html.escape(element.findtext('initializer') or '')}".rstrip()
        if kind == "typedef":
            return f"{template}using {name} = {self._code(element.find('type'), page)}"
        if kind == "variable":
            start = element.find("initializer")
            long = start is not None and len("".join(start.itertext())) > 60
            value = " = …" if long else f" {self._code(start, page)}" if start is not None else ""
            kind = self._code(element.find("type"), page)
            return f"{template}{self._qualifiers(element)}{kind} {name}{value}".replace("  ", " ")
        return template + self._function(declaration, name, page)

    @staticmethod
    def _qualifiers(element):
        return "".join(
            f"{word} "
            for word in ("constexpr", "static")
            if element.get(word) == "yes" and word not in (element.findtext("type") or "")
        )

    def _template(self, element, page):
        parameters = element.find("templateparamlist")
        if parameters is None:
            return ""
        inner = ", ".join(self._parameter(parameter, page) for parameter in parameters.findall("param"))
        requires = (element.findtext("requiresclause") or "").strip()
        return f"template &lt;{inner}&gt;\n" + (f"  requires {html.escape(requires)}\n" if requires else "")

    def _parameter(self, parameter, page):
        name = parameter.findtext("declname") or ""
        type_html = self._code(parameter.find("type"), page)
        array = html.escape(parameter.findtext("array") or "")
        default = parameter.find("defval")
        shown = f" = {self._code(default, page)}" if default is not None else ""
        between = " " if name and name not in (parameter.findtext("type") or "").split() else ""
        return f"{type_html}{between}{html.escape(name) if between else ''}{array}{shown}"

    def _function(self, declaration, name, page):
        element = declaration.element
        parameters = [self._parameter(parameter, page) for parameter in element.findall("param")]
        arguments = element.findtext("argsstring") or ""
        suffix = re.sub(r" ?= ?", " = ", html.escape(arguments[arguments.rfind(")") + 1 :]))
        before = " ".join(
            part for part in (self._qualifiers(element).strip(), self._code(element.find("type"), page)) if part
        )
        plain = len(re.sub(r"<[^>]*>", "", f"{before} {name}({', '.join(parameters)}){suffix}"))
        inner = ", ".join(parameters) if plain <= BREAK_FROM else "\n    " + ",\n    ".join(parameters)
        return f"{before} {name}({inner}){suffix}".strip()

    def _code(self, element, page):
        """A piece of C++ in which names of the reference are links."""
        if element is None:
            return ""
        out = html.escape(element.text or "")
        for child in element:
            out += self._link(child, html.escape("".join(child.itertext())), page) + html.escape(child.tail or "")
        return _tight(out)

    def _link(self, reference, label, page):
        address = self._places.get(reference.get("refid"))
        return f'<a href="{html.escape(relative(address, page))}">{label}</a>' if address else label

    # Comments.

    def _comment(self, declaration, page):
        return "".join(
            self._description(declaration.element.find(part), page)
            for part in ("briefdescription", "detaileddescription")
        )

    def _description(self, element, page):
        if element is None:
            return ""
        return self.equations.linked(
            "".join(self._block(child, page) for child in element), lambda url: relative(url, page)
        )

    def _block(self, element, page):
        blocks = {"parameterlist", "itemizedlist", "orderedlist", "simplesect", "programlisting", "verbatim"}
        if element.tag == "para":
            out, inline = "", self._text(element.text)
            for child in element:
                if child.tag in blocks:
                    out += (f"<p>{inline.strip()}</p>\n" if inline.strip() else "") + self._block(child, page)
                    inline = ""
                else:
                    inline += self._inline(child, page)
                inline += self._text(child.tail)
            return out + (f"<p>{inline.strip()}</p>\n" if inline.strip() else "")
        if element.tag in ("itemizedlist", "orderedlist"):
            kind = "ul" if element.tag == "itemizedlist" else "ol"
            return (
                f"<{kind}>"
                + "".join(f"<li>{self._block_children(item, page)}</li>\n" for item in element)
                + f"</{kind}>\n"
            )
        if element.tag == "programlisting":
            lines = [
                "".join(
                    "".join(
                        [
                            part.text or "",
                            *(" " if inner.tag == "sp" else "".join(inner.itertext()) for inner in part),
                        ]
                    )
                    for part in line
                )
                for line in element
            ]
            return f"<pre><code>{html.escape(chr(10).join(lines))}</code></pre>\n"
        if element.tag == "verbatim":
            return f"<pre><code>{html.escape(element.text or '')}</code></pre>\n"
        return self._block_children(element, page)

    def _block_children(self, element, page):
        return "".join(self._block(child, page) for child in element)

    def _inline(self, element, page):
        inner = self._text(element.text) + "".join(
            self._inline(child, page) + self._text(child.tail) for child in element
        )
        if element.tag == "ref":  # Doxygen also takes plain words for names: "One layer" is no struct One
            return self._link(element, inner, page) if NAME.search(inner) else inner
        if element.tag == "ulink":
            return f'<a href="{html.escape(element.get("url"))}">{inner}</a>'
        tags = {
            "computeroutput": "code",
            "bold": "strong",
            "emphasis": "em",
            "superscript": "sup",
            "subscript": "sub",
        }
        if element.tag in tags:
            return f"<{tags[element.tag]}>{inner}</{tags[element.tag]}>"
        return {"linebreak": "<br>", "sp": " ", "ndash": "–", "mdash": "—", "nonbreakablespace": " "}.get(
            element.tag, inner
        )

    @staticmethod
    def _text(text):
        return html.escape(text or "", quote=False)


def page_of(header):
    return f"api/{header.split('/')[-1].replace('.', '-')}.html"


def _tight(code):
    """`const Matrix<S, R>&` instead of Doxygen's `const Matrix< S, R > &`."""
    return re.sub(r" (?=&amp;|&gt;|\*)", "", code.replace("&lt; ", "&lt;"))


def _with_code(text):
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def _in_chapters(chapters, page):
    links = ", ".join(f'<a href="{relative(url, page)}">{title}</a>' for title, url in chapters)
    return f" · in {links}" if links else ""
