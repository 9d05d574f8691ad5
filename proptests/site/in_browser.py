#!/usr/bin/env python3
"""Reads the built site in a browser and checks one respect of it.

    proptests/site/in_browser.py contrast build/docs/site

A fault is one line; exit code 1 if there is one, 77 (skipped) where there is no browser, 2 where there is no site.
"""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

SCRIPTS = pathlib.Path(__file__).resolve().parent / "in_page"
EVERY = 12  # of the pages of sources, which are all made alike


def quiet(browser):
    """No error in the console, and nothing asked of any other host, by any page."""
    for name in browser.pages(EVERY):
        browser.open(name)
        yield from (f"{name}: {complaint}" for complaint in browser.complaints())
        yield from (
            f"{name}: asks for {url}" for url in browser.requests() if not url.startswith(("file://", "data:"))
        )


def phone(browser):
    """At 360 pixels no page scrolls sideways; what is wide scrolls by itself."""
    from browser import PHONE

    browser.resize(PHONE)
    for name in browser.pages():
        browser.open(name)
        if wide := browser.run((SCRIPTS / "too_wide.js").read_text()):
            yield f"{name}: {wide}"


def without_scripts(browser):
    """All that is to be read is there without JavaScript, formulas and answers included, and nothing that fails."""
    browser.scripts(False)
    for name in browser.pages(EVERY):
        browser.open(name)
        yield from (f"{name}: {what}" for what in browser.run((SCRIPTS / "readable.js").read_text()))


def still(browser):
    """Nothing moves while a page loads (cumulative layout shift). What moves by itself does so at each load; a font that
    came late on a busy machine does not, so the least of three loads counts."""
    from browser import DESKTOP, PHONE

    watch = (
        "window.moved = 0;"
        "new PerformanceObserver(list => { for (const entry of list.getEntries()) moved += entry.value; })"
        ".observe({type: 'layout-shift', buffered: true});"
    )
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", source=watch)
    worst = (0, "")
    for size in (DESKTOP, PHONE):
        browser.resize(size)
        for name in browser.pages(EVERY):
            for _ in range(3):
                browser.open(name)
                moved = browser.driver.execute_async_script(
                    "const done = arguments[0]; document.fonts.ready.then(() => setTimeout(() => done(moved), 120))"
                )
                if moved <= 0.01:
                    break
            worst = max(worst, (moved, name))
            if moved > 0.01:
                yield f"{name}: moves by {moved:.3f} at {size[0]} pixels: expected at most 0.01"
    print(f"largest shift: {worst[0]:.4f} {worst[1]}")


def contrast(browser):
    """Text and what is behind it differ by WCAG's AA: 4.5, or 3 for large text."""
    script = (SCRIPTS / "contrast.js").read_text()
    least = (99, "")
    for mode in ("light", "dark"):
        browser.looks(mode)
        for name in browser.pages(EVERY):
            browser.open(name)
            for pair in browser.run(script):
                least = min(least, (pair["ratio"], f"{name} {mode} {pair['what']}"))
                if pair["ratio"] < pair["least"]:
                    yield f"{name}, {mode}: {pair['what']}: {pair['ratio']:.2f}, expected at least {pair['least']}"
    print(f"least contrast: {least[0]:.2f} {least[1]}")


def keyboard(browser):
    """Everything can be reached and used by keys, and it is seen where one is."""
    focused = (SCRIPTS / "focused.js").read_text()
    for name in ("index.html", "tolerance.html", "api/index.html"):
        browser.open(name)
        parts = {"skip", "brand", "places", "search", "looks", "book", "article"}
        for stop in range(120):
            browser.press("Tab")
            at = browser.run(focused)
            if stop == 0 and at["what"] != "skip":
                yield f"{name}: the first stop is {at['what']}: expected the link that skips to the text"
            if not at["visible"]:
                yield f"{name}: no sign of where one is: {at['what']}"
            parts.discard(at["part"])
            if not parts:
                break
        yield from (f"{name}: {part} is not reached by 120 times Tab" for part in sorted(parts))
        browser.open(name)
        browser.press("Tab")
        browser.press("Enter")
        if browser.run("return document.activeElement.id") != "article":
            found = browser.run("return document.activeElement.outerHTML.slice(0, 60)")
            yield f"{name}: skipping to the text leads to {found}"


def search(browser):
    """Search finds sections, by keys alone, from a file."""
    for query, expected in (("softmax", "softmax"), ("row sums", "row"), ("error_bound", "error")):
        browser.open("index.html")
        browser.press("/")
        if browser.run("return document.activeElement.type") != "search":
            yield "the key / does not lead to the search"
        browser.type(query)
        browser.until("return document.querySelectorAll('#found li').length")
        found = browser.run(
            "return [...document.querySelectorAll('#found a')].map(link => [link.textContent, link.href])"
        )
        if not found:
            yield f"nothing is found for {query!r}"
            continue
        if expected not in " ".join(text for text, _ in found[:3]).lower():
            yield f"{query!r}: expected {expected} among the first, found {[text for text, _ in found[:3]]}"
        browser.press("ArrowDown")
        if browser.run("return document.querySelector('#found [aria-selected=true]')?.id") != "found-0":
            yield "the arrow down marks nothing"
        browser.run(
            "addEventListener('click', event => {"
            " window.went = event.target.closest('a').href; event.preventDefault(); }, true)"
        )
        browser.press("Enter")
        target = browser.run("return window.went")
        if target != found[0][1]:
            yield f"{query!r}: Enter leads to {target}, expected {found[0][1]}"
    browser.open("index.html")
    browser.press("/")
    browser.type("zzxqj")
    if browser.until("return document.querySelector('.search .count').textContent") != "0 sections":
        yield "nothing found is not said"
    browser.press("Escape")
    if browser.run("return document.querySelector('.search input').value"):
        yield "Escape does not clear the search"


def theme(browser):
    """The button changes light and dark, the next page keeps it, and pictures go with it."""
    background = "return getComputedStyle(document.body).backgroundColor"
    browser.looks("light")
    browser.open("index.html")
    light = browser.run(background)
    browser.run("document.querySelector('.looks button').click()")
    dark = browser.run(background)
    if light == dark:
        yield "the button changes nothing"
    browser.open("tolerance.html")
    if browser.run(background) != dark:
        yield "the next page forgets what was chosen"
    browser.looks("dark")
    browser.run("document.querySelector('.looks button').click()")
    if browser.run(background) != light:
        yield "chosen light looks dark where the system is dark"


def questions(browser):
    """Questions grade themselves: wrong is told why, right opens the answer, several are all or nothing."""
    forms = 0
    for name in browser.pages():
        if "<form class=\"question\"" not in (browser.site / name).read_text():
            continue
        browser.open(name)
        for found in browser.run((SCRIPTS / "answer_questions.js").read_text()):
            forms += 1
            yield from (f"{name}: {found['id']}: {fault}" for fault in found["faults"])
    print(f"{forms} questions answered")
    if (browser.site / "questions.html").is_file() and not forms:
        yield "questions.html: no question grades itself"


CHECKS = {
    check.__name__: check
    for check in (quiet, phone, without_scripts, still, contrast, keyboard, search, theme, questions)
}


def faults(name, site):
    from browser import Browser

    with Browser(site, requests=name == "quiet") as browser:
        return list(CHECKS[name](browser))


def main(name, site):
    if not (pathlib.Path(site) / "index.html").is_file():
        print(f"no site in {site}: expected index.html, which the target docs makes", file=sys.stderr)
        return 2
    try:
        import selenium  # noqa: F401
    except ImportError:
        print("skipped: no python3-selenium")
        return 77
    if not shutil.which("chromedriver"):
        print("skipped: no chromedriver")
        return 77
    found = faults(name, site)
    for fault in found:
        print(fault, file=sys.stderr)
    print(f"{name}: {len(found)} faults")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
