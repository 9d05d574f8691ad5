"""What a reader who listens, or goes by keys, needs of a page."""


def check(site, pages):
    for page in pages:
        yield from (
            f"{page.name}: {fault}"
            for fault in [*_head(page), *_headings(page), *_images(page), *_landmarks(page), *_controls(page)]
        )


def _head(page):
    if [tag.attributes.get("lang") for tag in page.named("html")] != ["en"]:
        yield "expected <html lang=\"en\">"
    titles = [tag for tag in page.named("title") if "svg" not in tag.parents]
    if len(titles) != 1 or not titles[0].text.strip():
        yield "expected one title with words in it"
    if not any(tag.attributes.get("name") == "viewport" for tag in page.named("meta")):
        yield "no viewport: a phone would show the page small"


def _headings(page):
    headings = page.named("h1", "h2", "h3", "h4", "h5", "h6")
    if (count := len([tag for tag in headings if tag.name == "h1"])) != 1:
        yield f"expected one h1, found {count}"
    last = 0
    for tag in headings:
        level = int(tag.name[1])
        if level > last + 1:
            yield f"line {tag.line}: {tag.name} after {f'h{last}' if last else 'nothing'}"
        if not tag.text.strip():
            yield f"line {tag.line}: an empty {tag.name}"
        last = level


def _images(page):
    for tag in page.named("img"):
        if not tag.attributes.get("alt", "").strip():
            yield f"line {tag.line}: an image without words: {tag.attributes.get('src')}"
        if not (tag.attributes.get("width") and tag.attributes.get("height")):
            yield f"line {tag.line}: an image without a size moves the text when it comes: {tag.attributes.get('src')}"


def _landmarks(page):
    mains = page.named("main")
    if len(mains) != 1:
        yield f"expected one main, found {len(mains)}"
    labels = [tag.attributes.get("aria-label", "") for tag in page.named("nav")]
    if "" in labels or len(set(labels)) != len(labels):
        yield f"each nav needs a label of its own, found {labels}"
    links = page.named("a")
    if mains and (not links or links[0].attributes.get("href") != f"#{mains[0].attributes.get('id')}"):
        yield "expected the first link to skip to main"
    for name in sorted({name for name in page.ids if page.ids.count(name) > 1}):
        yield f"the id {name} is there twice"


def _controls(page):
    for tag in page.named("a", "button", "summary"):
        if "href" in tag.attributes or tag.name != "a":
            if not tag.text.strip() and not tag.attributes.get("aria-label"):
                yield f"line {tag.line}: <{tag.name}> without words"
    for tag in page.named("th"):
        if tag.attributes.get("scope") not in ("col", "row"):
            yield f"line {tag.line}: a heading of a table without scope"
    for tag in page.tags:
        for reference in ("aria-labelledby", "aria-describedby", "aria-controls"):
            if (name := tag.attributes.get(reference)) and name not in page.ids:
                yield f"line {tag.line}: {reference} names {name}, which is not there"
