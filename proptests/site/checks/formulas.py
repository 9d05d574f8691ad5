"""No formula was left as it was written, and each is there for the eye and for the ear."""

import re

LEFT = re.compile(r"\$`|`\$|\\(?:frac|sqrt|sum|mathrm|lvert|cdot|begin|tag|text)\b|\$\\|\\\(|\\\[")
AS_WRITTEN = {"code", "pre", "annotation", "script", "style", "title"}


def check(site, pages):
    for page in pages:
        for line, data, parents in page.text:
            if not AS_WRITTEN & set(parents) and (found := LEFT.search(data)):
                yield f"{page.name}:{line}: left as it was written: {data.strip()[:60]!r} ({found[0]})"
        seen = sum("katex-html" == tag.attributes.get("class") for tag in page.tags)
        heard = len(page.named("math"))
        if seen != heard:
            yield f"{page.name}: {seen} formulas for the eye, {heard} for the ear"
        if seen and not any(tag.attributes.get("href", "").endswith("katex.css") for tag in page.named("link")):
            yield f"{page.name}: formulas without their style"
        if any("katex-error" in tag.attributes.get("class", "") for tag in page.tags):
            yield f"{page.name}: a formula that KaTeX refused"
