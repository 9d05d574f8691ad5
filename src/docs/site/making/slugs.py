"""Anchors of headings, as GitHub makes them."""

import re


class Slugs:
    """One page's: a heading that is there twice gets a number."""

    def __init__(self):
        self._seen = {}

    def of(self, text):
        slug = re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")
        count = self._seen.get(slug, 0)
        self._seen[slug] = count + 1
        return f"{slug}-{count}" if count else slug
