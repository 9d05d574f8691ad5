"""Editing W^Q, W^K and W^V."""
from page_in_browser import Page, main


class Projections(Page):
    def setUp(self):
        super().setUp()
        self.project(True)
        self.one("#projections summary").click()
        self.wait_for("return document.querySelectorAll('#matrices input').length > 0")

    def field(self, label):
        return f'#matrices [aria-label="{label}"]'

    def test_they_are_all_there_as_set_by_hand(self):
        self.assertEqual(16 * (4 + 4 + 3), len(self.all("#matrices input")))
        self.assertEqual("6", self.one(self.field("W Q, verb, column 1")).get_attribute("value"))
        self.assertEqual("1", self.one(self.field("W K, plural, column 4")).get_attribute("value"))
        self.assertIn("Set by hand", self.text("#projections p"))

    def test_without_its_question_for_plurals_are_ties_keys_and_car(self):
        self.type("0", self.field("W Q, plural, column 4"))
        self.assertEqual([1, 4], self.marked()[5])
        self.one("#reset").click()
        self.assertEqual([1], self.marked()[5])
        self.assertEqual("4", self.one(self.field("W Q, plural, column 4")).get_attribute("value"))

    def test_the_values_change_what_is_read_and_not_the_map(self):
        before = self.table()
        self.type("10", self.field("W V, plural, column 2"))
        self.assertEqual(before, self.table())
        self.assertIn("plural 8.661", self.text("#row-story"))

    def test_what_is_no_number_is_refused_in_one_line_and_changes_nothing(self):
        before = self.table()
        for typed in ["x", "", "1e9", "<b>"]:
            self.type(typed, self.field("W Q, verb, column 1"))
            self.assertEqual(f"W^Q: row verb, column 1: expected a number from -1000 to 1000, found '{typed}'",
                             self.text("#edit-refusal"))
            self.assertEqual("true", self.one(self.field("W Q, verb, column 1")).get_attribute("aria-invalid"))
            self.assertEqual(before, self.table())
        self.type("-0.5", self.field("W Q, verb, column 1"))
        self.assertEqual("", self.text("#edit-refusal"))
        self.assertNotEqual(before, self.table())

    def test_words_of_no_class_can_be_made_to_ask(self):
        self.type("the keys are blorp")
        self.type("5", self.field("W Q, other, column 2"))
        self.assertEqual([2], self.marked()[3])


if __name__ == "__main__":
    main()
