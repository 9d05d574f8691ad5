"""KaTeX's style and fonts, made fit for pages that are opened from files."""

import base64
import re

FACE = re.compile(r"@font-face\{[^}]*\}")
SOURCES = re.compile(r"src:(url\(fonts/[\w-]+\.woff2\) format\([\"']woff2[\"']\))[^;}]*")
FAMILY, NAME = re.compile(r"font-family:[\"']?([\w-]+)"), re.compile(r"fonts/([\w-]+\.woff2)")
STYLE, WEIGHT = re.compile(r"font-style:(\w+)"), re.compile(r"font-weight:(\w+)")
# Fonts of nearly every formula. Where such a one comes later than the text, lines move.
FIRST = {
    f"KaTeX_{name}.woff2"
    for name in ("Main-Regular", "Math-Italic", "Size1-Regular", "Size2-Regular", "Size3-Regular", "Size4-Regular")
}


def style_and_first_fonts(folder):
    """The style sheet with woff2 alone, and apart from it the faces of the fonts that come first."""
    style = SOURCES.sub(r"src:\1", (folder / "dist/katex.min.css").read_text())
    first = [face for face in FACE.findall(style) if fonts_named_in(face) & FIRST]
    if len(first) != len(FIRST):
        raise SystemExit(
            f"make_site: {folder}/dist/katex.min.css: expected {len(FIRST)} fonts that come first, found {len(first)}"
        )
    return FACE.sub(lambda match: "" if match[0] in first else match[0], style), "\n".join(first)


def fonts_named_in(style):
    return set(NAME.findall(style))


def fonts_as_script(faces, folder):
    """The same faces as a script with the fonts in it. A font that is made from its bytes is there at once."""
    made = []
    for face in FACE.findall(faces):
        data = base64.b64encode((folder / "dist/fonts" / NAME.search(face)[1]).read_bytes()).decode()
        made.append(f"['{FAMILY.search(face)[1]}', '{STYLE.search(face)[1]}', '{WEIGHT.search(face)[1]}', '{data}']")
    return (
        "// KaTeX's fonts (MIT licence), as KaTeX has them in its folder of fonts.\n"
        "for (const [family, style, weight, data] of [\n"
        + ",\n".join(made)
        + "]) {\n  const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));\n"
        "  document.fonts.add(new FontFace(family, bytes, {style, weight}));\n}\n"
    )
