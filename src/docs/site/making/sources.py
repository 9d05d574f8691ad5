"""Files that the pages link to, as pages with numbered lines; folders as lists of their files."""

import html

from making.highlight import highlighted_file
from making.links import relative, source_url


def source_article(path, root, equations, page, api_page):
    """HTML of a file: a line is `#L7`. Where the code cites an equation it links to it."""
    name = path.relative_to(root)
    code = equations.linked(
        highlighted_file(path.read_text(errors="replace"), path.name), lambda url: relative(url, page)
    )
    lines = code.removesuffix("\n").split("\n")
    numbered = "\n".join(f'<span class="line" id="L{number}">{line}</span>' for number, line in enumerate(lines, 1))
    reference = f'<p>Its <a href="{relative(api_page, page)}">reference page</a>.</p>\n' if api_page else ""
    return (
        f'<h1 class="path" id="file">{_trail(name)}</h1>\n{reference}'
        f'<pre class="source wide"><code>{numbered}</code></pre>\n'
    )


def folder_article(path, root, page, linked):
    """HTML of a folder's list; files that are pages of the site are links."""
    name = path.relative_to(root)
    items = []
    for entry in sorted(path.iterdir(), key=lambda entry: (entry.is_file(), entry.name)):
        if entry.name.startswith((".", "__pycache__")):
            continue
        label = html.escape(entry.name) + ("/" if entry.is_dir() else "")
        items.append(
            f'<li><a href="{relative(source_url(entry, root), page)}">{label}</a></li>'
            if entry in linked
            else f"<li>{label}</li>"
        )
    return f'<h1 class="path" id="file">{_trail(name)}/</h1>\n<ul class="folder">\n' + "\n".join(items) + "\n</ul>\n"


def _trail(name):
    return "/<wbr>".join(html.escape(part) for part in name.parts)
