"""Typing, toggling, stretching; sentences that are long, empty, hostile, or written from right to left."""
from selenium.webdriver import ActionChains

from page_in_browser import SENTENCE, Page, main


class Sentences(Page):
    def test_off_every_row_looks_at_itself(self):
        self.assertEqual([[i] for i in range(7)], self.marked())
        self.assertEqual("7 of 7 rows look at themselves most.", self.text("#summary"))

    def test_on_are_looks_at_keys(self):
        self.project(True)
        table = self.table()
        self.assertEqual(SENTENCE.split(), table["rows"])
        self.assertEqual("0.825", table["cells"][5][1][0])
        self.assertEqual([1], self.marked()[5])
        self.assertEqual("0 of 7 rows look at themselves most.", self.text("#summary"))
        self.project(False)
        self.assertEqual([[i] for i in range(7)], self.marked())

    def test_ties_are_all_marked(self):
        self.project(True)
        self.type("the keys to the cars are here")
        self.assertEqual([1, 4], self.marked()[5])
        self.assertEqual([["0.482", "0.482"]], [[row[1][0], row[4][0]] for row in [self.table()["cells"][5]]])

    def test_a_row_that_looks_at_every_word_alike_is_told_apart(self):
        self.project(True)
        self.type("the keys are blorp")
        row = self.table()["cells"][3]
        self.assertEqual([["0.250", True]] * 4, [[number, "alike" in classes] for number, classes in row])

    def test_stretching_tightens_the_diagonal(self):
        diagonal = []
        for r in ["0", "0.5", "1", "2.5", "4"]:
            self.stretch(r)
            self.assertEqual(r, self.text("#r"))
            diagonal.append(float(self.table()["cells"][5][5][0]))
        self.assertEqual(sorted(set(diagonal)), diagonal)
        self.assertEqual(0.143, diagonal[0])

    def test_each_key_is_followed(self):
        field = self.one("#sentence")
        field.clear()
        for typed, words in [("the", ["the"]), (" keys", ["the", "keys"]), (" are!", ["the", "keys", "are"])]:
            field.send_keys(typed)
            self.assertEqual(words, self.table()["rows"])

    def test_no_words_are_refused_in_one_line_and_nothing_stale_is_shown(self):
        for nothing in ["", "   ", "... -- !"]:
            self.type(nothing)
            self.assertEqual("sentence: words: expected at least 1, found none", self.text("#refusal"))
            self.assertFalse(self.one(".map").is_displayed())
            self.assertEqual("true", self.one("#sentence").get_attribute("aria-invalid"))
        self.type("keys")
        self.assertEqual("", self.text("#refusal"))
        self.assertTrue(self.one(".map").is_displayed())

    def test_markup_stays_text(self):
        self.type("<script>alert(1)</script> <img/src=x/onerror=alert(2)> \"a\" &amp; 'b' </table>")
        rows = self.table()["rows"]
        self.assertIn("script>alert(1)</script", rows)
        self.assertIn("amp", rows)
        self.assertEqual(0, len(self.all("main img, #the-grid script")))
        self.one(".map td").click()
        self.assertEqual(1, len(self.all("#scroll .map")))

    def test_any_writing(self):
        typed = "naïve 猫が 🔑👩‍🚀 été Z̵̧̛a̶l̷g̸o כלב שלום مفتاح".split(" ")
        self.type(" ".join(typed))
        table = self.table()
        self.assertEqual(8, len(table["rows"]))
        self.assertEqual("שלום", table["rows"][6])
        direction = "return getComputedStyle(document.querySelectorAll('.map tbody th')[arguments[0]]).direction"
        self.assertEqual(["ltr", "rtl", "rtl", "rtl"], [self.driver.execute_script(direction, i) for i in [0, 5, 6, 7]])
        direction = "return getComputedStyle(document.querySelector('.map')).direction"
        self.assertEqual("ltr", self.driver.execute_script(direction))

    def test_half_a_character_becomes_the_replacement_character(self):
        self.driver.execute_script("""
            document.querySelector("#sentence").value = "keys " + String.fromCharCode(0xd800);
            document.querySelector("#sentence").dispatchEvent(new Event("input"));""")
        self.assertEqual(["keys", "\ufffd"], self.table()["rows"])

    def test_a_sentence_from_right_to_left(self):
        self.type("הכלב רץ אל הבית")
        direction = "return getComputedStyle(document.querySelector('#sentence')).direction"
        self.assertEqual("rtl", self.driver.execute_script(direction))
        self.assertEqual("הכלב", self.table()["rows"][0])

    def test_long_words_and_sentences_never_widen_the_page(self):
        many = [" ".join("w" * 200 for _ in range(14)), " ".join(f"word{i}" for i in range(40)), "a " * 512]
        for sentence in ["w" * 5000, *many]:
            self.type(sentence)
            self.assertEqual("", self.text("#refusal"))
            self.assertLessEqual(self.sideways(), 0, sentence[:20])

    def test_the_longest_sentence_scrolls_inside_the_figure(self):
        self.type(" ".join(f"w{i}" for i in range(512)))
        self.assertLess(len(self.all(".map td")), 3000)
        self.driver.execute_script("document.querySelector('#scroll').scrollTo(1e6, 1e6)")
        self.wait_for("return document.querySelector('.map tbody tr:last-child th').textContent === 'w511'")
        table = self.table()
        self.assertEqual("w511", table["columns"][-1])
        self.assertTrue(table["cells"][-1][-1][1].endswith(" m"))
        self.type("a " * 513)
        self.assertEqual("sentence: words: expected at most 512, found 513", self.text("#refusal"))
        self.type(SENTENCE)
        self.assertEqual([[i] for i in range(7)], self.marked())

    def test_pointing_tells_where_a_score_comes_from(self):
        self.project(True)
        cell = self.all(".map tbody tr")[5].find_elements("css selector", "td")[1]
        ActionChains(self.driver).move_to_element(cell).perform()
        self.assertEqual("0.825are → keys", self.text("#pair"))
        terms = self.text("#terms")
        for part in ["verb asks noun6 × 1 = 6", "plural asks plural4 × 1 = 4", "score 5", "= 0.825"]:
            self.assertIn(part, terms)
        self.assertIn("keys\u2069 0.825", self.text("#row-story"))
        ActionChains(self.driver).move_to_element(self.all(".map tbody th")[0]).perform()
        self.assertEqual("the", self.text("#pair"))
        self.assertEqual("", self.text("#terms"))


if __name__ == "__main__":
    main()
