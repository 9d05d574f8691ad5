"""The index that search.js reads: a script, since pages opened from files may not fetch. Words lead to sections."""

import html
import json
import re

WORD = re.compile(r"[^\W_]+(?:_[^\W_]+)*")
TAG = re.compile(r"<[^>]*>")
COMMON = set(
    """a about above all also an and are as at be been both but by can does each else first for from has have here how
    if in into is it its just may more most no not of on one only or other over same so such than that the their
    them then there these they this those to two under up use used was were what when where which while who why
    will with without would yet""".split()
)
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class SearchIndex:
    def __init__(self):
        self._pages, self._sections, self._words = [], [], {}

    def add(self, title, url, sections):
        """`sections` are (heading, anchor, text); the first may have no anchor: the page's beginning."""
        self._pages.append([title, url])
        for heading, anchor, text in sections:
            number = len(self._sections)
            self._sections.append([len(self._pages) - 1, anchor, "" if heading == title else heading])
            for word in words_of(f"{heading} {text}"):
                self._words.setdefault(word, []).append(number)

    def script(self):
        """Each word with the sections that have it, as differences in base 36."""
        words = " ".join(f"{word}:{self._postings(numbers)}" for word, numbers in sorted(self._words.items()))
        return (
            "window.attnrefIndex = "
            + json.dumps([self._pages, self._sections, words], ensure_ascii=False, separators=(",", ":"))
            + ";\n"
        )

    @staticmethod
    def _postings(numbers):
        last, out = 0, []
        for number in numbers:
            out.append(in_base_36(number - last))
            last = number
        return ",".join(out)


def words_of(text):
    """Each word that is worth finding, once. Names with underscores count whole and in parts."""
    found = set()
    for word in WORD.findall(html.unescape(TAG.sub(" ", text)).lower()):
        for part in {word, *word.split("_")}:
            if 2 <= len(part) <= 40 and part not in COMMON and not part.isdigit():
                found.add(part)
    return sorted(found)


def in_base_36(number):
    digits = ""
    while number or not digits:
        number, last = divmod(number, 36)
        digits = DIGITS[last] + digits
    return digits
