"""What is wrong with the docs, collected: a reader of the list mends all of it at once."""


class Faults:
    def __init__(self):
        self._found = set()

    def add(self, place, what):
        """`place` is file or file:line."""
        self._found.add(f"{place}: {what}")

    def sorted(self):
        return sorted(self._found)

    def __bool__(self):
        return bool(self._found)
