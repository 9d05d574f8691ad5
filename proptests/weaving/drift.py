"""Each way in which docs and code can part is noticed by src/docs/weave: a small project is woven and found current, then one thing is
changed, and the check must fail with the words that say what and where."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

WEAVE = pathlib.Path(sys.argv.pop(1))

CHAPTER = r"""# Sums

The mean of the weights is <!--=sums.mean-->?<!--/--> of one, by [(?)](eq:row_sum), as `rows_sum_to_one` has it.

```math
\sum_j A_{ij} = 1 \tag{?}
```
<!--eq row_sum--><!--/-->

## Second

```math
\lim_{n \to \infty} 1/n = 0 \tag{?}
```
<!--eq proved--><!--/-->

<!--=sums.table-->
<!--/-->

<!--$ echo one; echo two-->
<!--/-->

<!--< docs/examples/sample.cpp part-->
<!--/-->

![A line that rises](figures/line.svg)

See [the first](#sums), [softmax](../include/attnref/softmax.hpp#L2) and [`rows_sum_to_one`](laws.md#rows_sum_to_one).
"""
FILES = {
    "README.md": "# Project\n\nThe mean is <!--=sums.mean-->?<!--/-->.\n\n<!--$ seq 9 # lines 4-5-->\n<!--/-->\n\n```sh\ntyped by hand, as 0.5 is\n```\n",
    "docs/README.md": "# Docs\n\n1. [Sums](sums.md): of rows\n2. [Laws](laws.md)\n3. [Equations](equations.md)\n",
    "docs/sums.md": CHAPTER,
    "docs/laws.md": "# Laws\n\n### rows_sum_to_one\n\nRows sum to one.\n",
    "docs/equations.md": "# Equations\n\n<!--=equations.list-->\n<!--/-->\n",
    "docs/examples/sample.cpp": "// [part]\nint x = 1;\n// [/part]\n",
    "include/attnref/softmax.hpp": "// Softmax, by rows.\n// The weights of a row sum to 1 (eq. row_sum), and their limit is 0 (eq. proved).\nint softmax();\n",
    "src/laws/rows_sum_to_one.cpp": 'Law{.id = "rows_sum_to_one", .equation = "row_sum"};\n',
    "proptests/limits.cpp": "// (eq. proved)\nTEST_CASE();\n",
}
COMPUTED = {"facts": {"sums.mean": "0.25", "sums.table": "| a | b |\n|---|---|\n| 0.5 | 1 |"},
            "figures": {"line": "<svg xmlns='http://www.w3.org/2000/svg'/>\n"}}


class Drift(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "project"
        for name, text in FILES.items():
            self.write(name, text)
        self.computed = self.root.parent / "computed.json"
        self.computed.write_text(json.dumps(COMPUTED))
        self.command = self.root.parent / "attnref"
        self.command.write_text("#!/bin/sh\n")
        self.command.chmod(0o755)
        code, errors = self.weave()
        self.assertEqual(code, 0, errors)
        code, errors = self.weave("--check")
        self.assertEqual(code, 0, errors)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def change(self, name, old, new):
        text = (self.root / name).read_text()
        self.assertIn(old, text)
        self.write(name, text.replace(old, new, 1))

    def weave(self, *options):
        done = subprocess.run([sys.executable, WEAVE, "--root", self.root, "--attnref", self.command, "--docs", self.computed, *options],
                              capture_output=True, text=True)
        return done.returncode, done.stderr

    def noticed(self, *words):
        before = {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}
        code, errors = self.weave("--check")
        self.assertEqual(code, 1, errors)
        for word in words:
            self.assertIn(word, errors)
        self.assertEqual(before, {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}, "a check that writes")

    def test_what_is_woven(self):
        text = (self.root / "docs/sums.md").read_text()
        for part in ("is <!--=sums.mean-->0.25<!--/--> of one, by [(1.1)](#eq-row_sum)", r"\sum_j A_{ij} = 1 \tag{1.1}", r"\tag{1.2}",
                     "held by: [`rows_sum_to_one`](laws.md#rows_sum_to_one)*", "[softmax.hpp](../include/attnref/softmax.hpp#L2)",
                     "held by: [limits.cpp](../proptests/limits.cpp#L1)*", "<!--=sums.table-->\n| a | b |\n|---|---|\n| 0.5 | 1 |\n<!--/-->",
                     "```console\n$ echo one; echo two\none\ntwo\n```", "```cpp\nint x = 1;\n```"):
            self.assertIn(part, text)
        self.assertIn("| [(1.2)](sums.md#eq-proved) | `proved`: Second |", (self.root / "docs/equations.md").read_text())

    def test_what_is_filled_in_the_readme(self):
        text = (self.root / "README.md").read_text()
        for part in ("is <!--=sums.mean-->0.25<!--/-->.", "<!--$ seq 9 # lines 4-5-->\n```console\n$ seq 9\n4\n5\n```\n"):
            self.assertIn(part, text)
        self.change("README.md", "4\n5\n```", "4\n6\n```")
        self.noticed("README.md:9: stale: expected '5', found '6'")

    def test_a_stale_number(self):
        self.change("docs/sums.md", "-->0.25<!--", "-->0.26<!--")
        self.noticed("docs/sums.md:3: stale", "0.25", "0.26")

    def test_a_stale_table(self):
        self.change("docs/sums.md", "| 0.5 | 1 |", "| 0.5 | 2 |")
        self.noticed("stale: expected '| 0.5 | 1 |', found '| 0.5 | 2 |'")

    def test_a_stale_output(self):
        self.change("docs/sums.md", "two\n```", "three\n```")
        self.noticed("stale: expected 'two', found 'three'")

    def test_a_stale_sample(self):
        self.change("docs/examples/sample.cpp", "x = 1", "x = 2")
        self.noticed("stale: expected 'int x = 2;', found 'int x = 1;'")

    def test_a_stale_figure(self):
        self.change("docs/figures/line.svg", "svg'", "svg' id='x'")
        self.noticed("docs/figures/line.svg: stale")

    def test_a_figure_that_nobody_draws(self):
        self.write("docs/figures/other.svg", "<svg/>")
        self.noticed("docs/figures/other.svg: expected a figure that attnref_docs draws")

    def test_a_figure_that_nobody_shows(self):
        self.change("docs/sums.md", "![A line that rises](figures/line.svg)", "")
        self.noticed("docs/figures/line.svg: drawn, and no chapter shows it")

    def test_a_fact_that_is_not_computed(self):
        self.change("docs/sums.md", "=sums.mean", "=sums.median")
        self.noticed("docs/sums.md:3: no fact is named sums.median")

    def test_a_fact_that_nobody_shows(self):
        self.computed.write_text(json.dumps({**COMPUTED, "facts": {**COMPUTED["facts"], "sums.idle": "1"}}))
        self.noticed("the fact sums.idle is computed, and no chapter shows it")

    def test_a_command_that_fails(self):
        self.change("docs/sums.md", "<!--$ echo one; echo two-->", "<!--$ echo one; exit 3-->")
        self.noticed("expected exit code 0, found 3")

    def test_a_moved_code_link(self):
        self.change("include/attnref/softmax.hpp", "// Softmax", "// More.\n// Softmax")
        self.noticed("docs/sums.md:", "stale", "softmax.hpp#L3")

    def test_a_wrong_number_of_an_equation(self):
        self.change("docs/sums.md", r"\tag{1.2}", r"\tag{1.3}")
        self.noticed("stale", r"\tag{1.2}")

    def test_a_wrong_number_of_a_reference(self):
        self.change("docs/sums.md", "[(1.1)]", "[(1.2)]")
        self.noticed("docs/sums.md:3: stale")

    def test_a_reference_to_no_equation(self):
        self.change("docs/sums.md", "(#eq-row_sum)", "(#eq-row_product)")
        self.noticed("a reference to equation row_product, which no chapter has")

    def test_an_equation_without_code(self):
        self.change("include/attnref/softmax.hpp", " (eq. proved)", "")
        self.noticed("equation proved has no code")

    def test_an_equation_without_a_law_or_test(self):
        self.change("proptests/limits.cpp", "// (eq. proved)\n", "")
        self.noticed("equation proved is held by nothing")

    def test_an_equation_without_a_key(self):
        self.change("docs/sums.md", "## Second\n", "## Second\n\n```math\na = b \\tag{1.7}\n```\n")
        self.noticed("a numbered equation without a key")

    def test_an_equation_that_is_there_twice(self):
        self.change("docs/laws.md", "Rows sum", "```math\n1 \\tag{?}\n```\n<!--eq proved--><!--/-->\n\nRows sum")
        self.noticed("equation proved is there twice")

    def test_a_citation_of_no_equation(self):
        self.change("proptests/limits.cpp", "TEST_CASE();", "TEST_CASE();  // (eq. unknown)")
        self.noticed("proptests/limits.cpp:2: a citation of equation unknown, which no chapter has")

    def test_a_law_without_an_equation(self):
        self.write("src/laws/other.cpp", 'Law{.id = "other", .equation = "another"};\n')
        self.noticed("a law with the equation another, which no chapter has")

    def test_a_hand_typed_decimal(self):
        for typed in ("about 0.25 of it", "about `0.25` of it", r"about $`0.25`$ of it", "about 1e-9 of it", "- 3.14"):
            with self.subTest(typed):
                self.write("docs/laws.md", FILES["docs/laws.md"] + f"\n{typed}\n")
                self.noticed("docs/laws.md:7: a decimal typed by hand")
        self.write("docs/laws.md", FILES["docs/laws.md"] + "\n```math\nx = 0.5\n```\n")
        self.noticed("docs/laws.md:8: a decimal typed by hand")

    def test_what_is_no_measurement(self):
        self.write("docs/laws.md", FILES["docs/laws.md"] + "\nSection 3.2 of arXiv:1706.03762, version 1.2.3, <!--hand: a version-->0.24<!--/-->.\n")
        self.assertEqual(self.weave("--check"), (0, ""))

    def test_code_typed_by_hand(self):
        self.write("docs/laws.md", FILES["docs/laws.md"] + "\n```cpp\nint x;\n```\n")
        self.noticed("docs/laws.md:7: code typed by hand")
        self.write("docs/laws.md", FILES["docs/laws.md"] + "\nSo:\n\n    int x;\n")
        self.noticed("docs/laws.md:9: code typed by hand")

    def test_a_broken_link(self):
        for link, what in {"[x](nowhere.md)": "no such file", "[x](sums.md#nowhere)": "no heading or anchor",
                           "[x](../include/attnref/softmax.hpp#L99)": "the file has", "[x](../../outside.md)": "leaves the project",
                           "[x](#third)": "no heading or anchor", "![a picture](figures/none.svg)": "no such file"}.items():
            with self.subTest(link):
                self.write("docs/laws.md", FILES["docs/laws.md"] + f"\nA {link}.\n")
                self.noticed("docs/laws.md:7: a link that leads nowhere", what)

    def test_an_image_without_words(self):
        self.change("docs/sums.md", "![A line that rises]", "![]")
        self.noticed("an image without words")

    def test_a_macro_that_github_refuses(self):
        for macro in (r"$`\operatorname{x}`$", r"$\mbox{x}$", "```math\n\\phantom{x}\n```"):
            with self.subTest(macro):
                self.write("docs/laws.md", FILES["docs/laws.md"] + f"\nA {macro}\n" if "```" not in macro else FILES["docs/laws.md"] + f"\n{macro}\n")
                self.noticed("a macro that GitHub may refuse")

    def test_a_marker_that_ends_its_paragraph(self):
        self.change("docs/sums.md", "The mean of the weights is <!--", "The mean of the weights is\n<!--")
        self.noticed("docs/sums.md:3: stale: expected 'The mean of the weights', found 'The mean of the weights is'")
        self.assertEqual(self.weave(), (0, ""))
        self.assertIn("The mean of the weights\nis <!--=sums.mean", (self.root / "docs/sums.md").read_text())
        self.change("docs/sums.md", "weights\nis <!--", "weights `is`\n<!--")
        self.noticed("begins a line, and would end its paragraph")


if __name__ == "__main__":
    unittest.main(verbosity=1)
