"""Markdown as GitHub reads it, made into the article of a page."""

import copy
import dataclasses
import html
import json
import re

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from making.highlight import highlighted
from making.questions import question_form
from making.slugs import Slugs

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
EQUATION = re.compile(r"\s*<!--eq (\S+?) ?-->\s*")
QUESTION = re.compile(r"\s*<!--question (\{.*?\})\s*-->\s*", re.DOTALL)
TAG = re.compile(r"\\tag\{([^}]*)\}")
SHORT = 32  # characters of LaTeX: such a formula keeps to one line with its comma, a longer one may be broken
OPENING, CLOSING = re.compile(r"[(\[]+$"), re.compile(r"^[,.;:!?)\]’-]+")
WIDE_FROM = 6  # columns: such a table may leave the text's measure


@dataclasses.dataclass
class Heading:
    level: int
    id: str
    html: str  # without links
    words: list = dataclasses.field(default_factory=list)  # the text of its section, for search


@dataclasses.dataclass
class Article:
    title: str  # HTML
    html: str
    headings: list  # from the second level on
    summary: str  # the first paragraph, plain
    has_questions: bool


class Converter:
    """Of all pages: one grammar, one collection of formulas."""

    def __init__(self, formulas, faults):
        self.formulas, self.faults = formulas, faults
        self.grammar = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
        self.grammar.use(footnote_plugin).use(
            dollarmath_plugin, allow_labels=False, allow_space=False, allow_digits=False
        )
        for rule in (
            "math_inline",
            "math_block",
            "fence",
            "html_block",
            "html_inline",
            "heading_open",
            "heading_close",
            "table_open",
            "table_close",
            "th_open",
            "footnote_block_open",
        ):
            self.grammar.renderer.rules[rule] = getattr(self, f"_{rule}")

    def article(self, text, name, number=""):
        """`name` is the file's, from the project's folder; `number` the chapter's."""
        env = {"name": name, "number": number, "line": 1, "questions": 0}
        tokens = self.grammar.parse(text, env)
        self._mark_equations(tokens, name)
        self._give_options(tokens)
        for token in tokens:
            self._keep_punctuation(token.children or [])
        headings = self._read_headings(tokens, env)
        body = self.grammar.renderer.render(tokens, self.grammar.options, env)
        titles = [heading for heading in headings if heading.level == 1]
        if len(titles) != 1:
            self.faults.add(name, f"expected one heading of the first level, found {len(titles)}")
        return Article(
            titles[0].html if titles else name, body, headings, self._summary(tokens), env["questions"] > 0
        )

    def inline(self, text, name):
        """One line of Markdown, without a paragraph around it."""
        return self.grammar.renderInline(text, {"name": name, "line": 1, "questions": 0})

    # Reading.

    def _mark_equations(self, tokens, name):
        """Gives each numbered display its anchor, which Markdown has below it, and its links' paragraph a class."""
        for at, token in enumerate(tokens):
            if (
                token.type == "html_block"
                and token.level == 0
                and not COMMENT.sub("", token.content).strip() == ""
                and token.content.lstrip().startswith("<!--")
            ):
                self.faults.add(
                    f"{name}:{token.map[0] + 1}",
                    "a marker begins a line, which ends the paragraph: expected it inside the line",
                )
            if token.type != "html_block" or not (match := EQUATION.fullmatch(token.content.split("-->")[0] + "-->")):
                continue
            before = tokens[at - 1] if at else None
            if before is None or before.type != "fence" or before.info.strip() != "math":
                self.faults.add(f"{name}:{token.map[0] + 1}", f"equation {match[1]}: expected a math fence above it")
                continue
            before.meta["id"] = f"eq-{match[1]}"
            if at + 2 < len(tokens) and f'<a id="{before.meta["id"]}">' in tokens[at + 2].content:
                tokens[at + 1].attrSet("class", "held")
                tokens[at + 2].children = self._without_anchor(tokens[at + 2].children, before.meta["id"])

    @staticmethod
    def _without_anchor(children, name):
        """Without `<a id="name"></a>`, which the display has as its own."""
        begin = next(
            (n for n, part in enumerate(children) if part.type == "html_inline" and f'"{name}"' in part.content), None
        )
        return children if begin is None else children[:begin] + children[begin + 2 :]

    @staticmethod
    def _keep_punctuation(children):
        """Moves what stands close to a short formula to it, so that no line begins with its comma."""
        for before, formula, after in zip([None, *children], children, [*children[1:], None]):
            if formula.type != "math_inline" or len(formula.content) > SHORT:
                continue
            if before and before.type == "text" and (match := OPENING.search(before.content)):
                formula.meta["before"], before.content = match[0], before.content[: match.start()]
            if after and after.type == "text" and (match := CLOSING.search(after.content)):
                formula.meta["after"], after.content = match[0], after.content[match.end() :]

    @staticmethod
    def _give_options(tokens):
        """A question's options are the items of the list above it, which its form takes the place of."""
        for at, token in enumerate(tokens):
            if (
                token.type != "html_block"
                or not QUESTION.fullmatch(token.content)
                or not tokens[at - 1].type.endswith("_list_close")
            ):
                continue
            begin = next(
                n
                for n in range(at - 1, -1, -1)
                if tokens[n].level == token.level and tokens[n].type.endswith("_list_open")
            )
            tokens[begin].attrSet("class", "options")
            items = [
                n
                for n in range(begin, at)
                if tokens[n].level == token.level + 1 and tokens[n].type == "list_item_open"
            ]
            ends = [
                n
                for n in range(begin, at)
                if tokens[n].level == token.level + 1 and tokens[n].type == "list_item_close"
            ]
            token.meta["options"] = [[copy.copy(part) for part in tokens[n + 1 : end]] for n, end in zip(items, ends)]
            for item in token.meta["options"]:
                for part in item:
                    part.hidden = part.hidden or part.type.startswith("paragraph")

    def _read_headings(self, tokens, env):
        slugs, headings, last = Slugs(), [], 0
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                inline, level = tokens[at + 1], int(token.tag[1])
                plain = "".join(
                    part.content for part in inline.children if part.type in ("text", "code_inline", "math_inline")
                )
                heading = Heading(level, slugs.of(plain), self._without_links(inline.children, env))
                token.attrSet("id", heading.id)
                token.meta["plain"] = plain
                headings.append(heading)
                if level > last + 1 and last:
                    self.faults.add(
                        f"{env['name']}:{token.map[0] + 1}", f"a heading of level {level} below one of level {last}"
                    )
                last = level
            elif token.type == "inline" and headings:
                headings[-1].words.append(self._text(token.children))
            elif token.type == "fence" and token.info.strip() != "math" and headings:
                headings[-1].words.append(token.content)
        return headings

    def _without_links(self, children, env):
        kept = [part for part in children if part.type not in ("link_open", "link_close", "html_inline")]
        return self.grammar.renderer.renderInline(kept, self.grammar.options, env)

    @staticmethod
    def _text(children):
        return "".join(part.content if part.type in ("text", "code_inline") else " " for part in children)

    @staticmethod
    def _summary(tokens):
        """The first paragraph in plain words."""
        for at, token in enumerate(tokens):
            if token.type == "paragraph_open" and token.level == 0 and "class" not in token.attrs:
                shown = [
                    part
                    for part in tokens[at + 1].children
                    if part.type in ("text", "code_inline", "math_inline", "softbreak")
                ]
                return " ".join("".join(part.content or " " for part in shown).split())
        return ""

    # Writing: one function for each kind of token that is not written as markdown-it would.

    def _math_inline(self, tokens, at, options, env):
        latex = tokens[at].content
        if latex.startswith("`") and latex.endswith("`"):  # GitHub's other form: $`...`$
            latex = latex[1:-1]
        formula = self.formulas.place(latex, False, env["name"])
        before, after = tokens[at].meta.get("before", ""), tokens[at].meta.get("after", "")
        return f'<span class="one-line">{before}{formula}{after}</span>' if before or after else formula

    def _math_block(self, tokens, at, options, env):
        return self._display(tokens[at], env)

    def _fence(self, tokens, at, options, env):
        token = tokens[at]
        language = token.info.strip().split(" ")[0]
        if language == "math":
            return self._display(token, env)
        kind = f' class="language-{html.escape(language)}"' if language else ""
        return f"<pre><code{kind}>{highlighted(token.content, language)}</code></pre>\n"

    def _display(self, token, env):
        origin = f"{env['name']}:{token.map[0] + 1}" if token.map else env["name"]
        latex, number = token.content, TAG.search(token.content)
        anchor = token.meta.get("id", "")
        tag = ""
        if number:  # beside the formula, so that it stays in sight where the formula is wider than the page
            latex = TAG.sub("", latex)
            label = html.escape(f"({number[1]})")
            tag = f'<a class="tag" href="#{anchor}">{label}</a>' if anchor else f'<span class="tag">{label}</span>'
        opening = f'<div class="display" id="{anchor}">' if anchor else '<div class="display">'
        return f'{opening}<div class="formula">{self.formulas.place(latex, True, origin)}</div>{tag}</div>\n'

    def _html_block(self, tokens, at, options, env):
        if form := self._question(tokens[at], options, env):
            return form
        return self._raw(tokens[at].content)

    def _html_inline(self, tokens, at, options, env):
        return self._raw(tokens[at].content)

    @staticmethod
    def _raw(content):
        """HTML as it was written, without the markers."""
        return COMMENT.sub("", content)

    def _question(self, token, options, env):
        content = token.content
        if match := QUESTION.fullmatch(content):
            env["questions"] += 1
            try:
                items = [
                    self.grammar.renderer.render(item, options, env).strip() for item in token.meta.get("options", [])
                ]
                return question_form(json.loads(match[1]), items, lambda text: self.inline(text, env["name"]))
            except (KeyError, ValueError) as error:
                self.faults.add(f"{env['name']}:{token.map[0] + 1}", f"question {env['questions']}: {error}")
        return ""

    def _heading_open(self, tokens, at, options, env):
        token = tokens[at]
        number = f'<span class="number">{env["number"]}</span> ' if token.tag == "h1" and env["number"] else ""
        return f'<{token.tag} id="{token.attrs["id"]}">{number}'

    def _heading_close(self, tokens, at, options, env):
        token, opening = tokens[at], tokens[at - 2]
        link = (
            ""
            if token.tag == "h1"
            else f' <a class="anchor" href="#{opening.attrs["id"]}" aria-hidden="true" tabindex="-1">#</a>'
        )
        return f"{link}</{token.tag}>\n"

    def _table_open(self, tokens, at, options, env):
        columns = sum(token.type == "th_open" for token in tokens[at : self._end(tokens, at)])
        return f'<div class="table{" wide" if columns >= WIDE_FROM else ""}"><table>\n'

    @staticmethod
    def _end(tokens, at):
        return next(n for n in range(at, len(tokens)) if tokens[n].type == "thead_close")

    def _table_close(self, tokens, at, options, env):
        return "</table></div>\n"

    def _th_open(self, tokens, at, options, env):
        style = tokens[at].attrs.get("style")
        return f'<th scope="col" style="{style}">' if style else '<th scope="col">'

    def _footnote_block_open(self, tokens, at, options, env):
        return '<section class="footnotes" aria-label="Footnotes">\n<ol>\n'
