"""Code with its parts marked, by Pygments. The colours are in style.css."""

import pygments
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name, get_lexer_for_filename
from pygments.util import ClassNotFound

KEEP = {"stripnl": False, "ensurenl": False}  # the code's own lines, no more and no fewer
LANGUAGES = {"": "text", "hpp": "cpp", "mjs": "js", "sh": "bash"}


def highlighted(code, language):
    """HTML of a fence's code."""
    try:
        return _html(code, get_lexer_by_name(LANGUAGES.get(language, language), **KEEP))
    except ClassNotFound:
        return _html(code, get_lexer_by_name("text", **KEEP))


def highlighted_file(code, name):
    """HTML of a file's code, told by its name or its first line. No span crosses a line's end."""
    first = code.split("\n", 1)[0]
    script = "python" if "python" in first else "bash" if first.startswith("#!") else "text"
    try:
        return _html(code, get_lexer_for_filename("x.cpp" if name.endswith((".hpp", ".h")) else name, **KEEP))
    except ClassNotFound:
        return _html(code, get_lexer_by_name(script, **KEEP))


def _html(code, lexer):
    return pygments.highlight(code, lexer, HtmlFormatter(nowrap=True))
