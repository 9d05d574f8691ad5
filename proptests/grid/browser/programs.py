"""The lesson's two programs in the page, against what attnref's lesson prints of them."""
from page_in_browser import Page, main


class Programs(Page):
    def setUp(self):
        super().setUp()
        self.lines = self.text("#program-1 pre").splitlines()

    def run_with(self, number, **fields):
        for name, value in fields.items():
            self.type(value, f"#program-{number} [name={name}]")
        return self.text(f"#program-{number} pre").splitlines()

    def changed(self, number):
        return [element.text for element in self.all(f"#program-{number} .changed")]

    def test_nine_positions_grow_the_map_and_not_the_parameters(self):
        nine = self.run_with(1, t="9")
        self.assertIn("A 9 x 9", "".join(nine))
        row = next(line for line in nine if line.startswith("row 0 of A:"))
        self.assertEqual("row 0 of A: 0.003 0.007 0.002 0.896 0.018 0.034 0.003 0.018 0.019", row)
        parameters = [line for line in self.lines if line.startswith("parameters: 104")]
        self.assertEqual(parameters, [line for line in nine if line.startswith("parameters")])
        self.assertNotIn(parameters[0], self.changed(1))
        self.assertIn(row, self.changed(1))
        self.assertEqual(self.lines, self.run_with(1, t=""))

    def test_widths_and_seeds(self):
        text = "\n".join(self.run_with(1, t="9", d_model="12", d_k="3", d_v="7", seed="1"))
        self.assertIn("drawn at T = 9, seed 1", text)
        self.assertIn("parameters: 156 = d_model (2 d_k + d_v) = 12 (2 * 3 + 7)", text)

    def test_program_2(self):
        self.assertIn("512      0.983    0.486", self.text("#program-2 pre"))
        self.assertIn("drawn at T = 6, seed 7", "\n".join(self.run_with(2, seed="7")))
        self.assertIn("512      0.983    0.486", "\n".join(self.run_with(2, seed="")))

    def test_enter_runs_once(self):
        self.one("#program-1 [name=t]").send_keys("9\n")
        self.assertIn("A 9 x 9", self.text("#program-1 pre"))
        self.assertTrue(self.changed(1))

    def test_nonsense_is_refused_in_one_line_and_the_last_answer_stands(self):
        for typed, why in [("0", "T: expected 1 to 512, found 0"), ("513", "T: expected 1 to 512, found 513"),
                           ("<b>", "T: expected a whole number, found '<b>'"),
                           ("-1", "T: expected a whole number, found '-1'")]:
            self.assertEqual(self.lines, self.run_with(1, t=typed))
            self.assertEqual(why, self.text("#program-1 .refusal"))
        self.run_with(1, t="7")
        self.assertEqual("", self.text("#program-1 .refusal"))


if __name__ == "__main__":
    main()
