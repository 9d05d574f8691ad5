"""The page by keyboard alone."""
from selenium.webdriver import ActionChains
from selenium.webdriver.common.keys import Keys

from page_in_browser import Page, main


class Keyboard(Page):
    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def with_control(self, key):
        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def focused(self):
        return self.driver.execute_script(
            "const at = document.activeElement;"
            "return at.getAttribute('aria-label') || at.id || at.name || at.textContent")

    def tab_to(self, name, most=60):
        for _ in range(most):
            self.press(Keys.TAB)
            if name in self.focused():
                return
        self.fail(f"{name} is not reached by Tab; at {self.focused()}")

    def test_everything_is_reached(self):
        for name in ["Skip to the grid", "sentence", "off", "stretch", "are asks keys", "Edit", "t",
                     "What program 1 prints", "What program 2 prints"]:
            self.tab_to(name)

    def test_switching_and_stretching(self):
        self.tab_to("off")
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual("on", self.focused())
        self.assertEqual([1], self.marked()[5])
        self.tab_to("stretch")
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual("1.125", self.text("#r"))

    def test_arrows_move_among_cells_and_names(self):
        self.tab_to("are asks keys")
        self.assertEqual("0.129are → keys", self.text("#pair"))
        for key, where in [(Keys.ARROW_RIGHT, "are asks to"), (Keys.ARROW_UP, "car asks to"),
                           (Keys.ARROW_DOWN, "are asks to"),
                           (Keys.END, "are asks here"), (Keys.ARROW_RIGHT, "are asks here"), (Keys.HOME, "are")]:
            self.press(key)
            self.assertTrue(self.focused().startswith(where), f"{where}: {self.focused()}")
        self.assertEqual("are", self.text("#pair"))
        self.with_control(Keys.HOME)
        self.assertTrue(self.focused().startswith("the asks the"))
        self.with_control(Keys.END)
        self.assertTrue(self.focused().startswith("here asks here"))

    def test_one_cell_is_in_the_order_of_tabs(self):
        for sentence in ["the keys", "a " * 40]:
            self.type(sentence)
            self.assertEqual(1, len(self.all(".map [tabindex='0']")))

    def test_what_is_said_of_a_cell(self):
        self.tab_to("are asks keys")
        self.press(Keys.ARROW_DOWN, Keys.END)
        self.assertEqual("here asks here: 0.284, largest of its row", self.focused())
        described = self.driver.execute_script("return document.activeElement.getAttribute('aria-describedby')")
        self.assertEqual("terms row-story", described)
        roles = self.driver.execute_script("return document.querySelector('.map').getAttribute('role')")
        self.assertEqual("grid", roles)

    def test_a_long_sentence_is_walked_through(self):
        self.type(" ".join(f"w{i}" for i in range(120)))
        self.tab_to("asks")
        self.with_control(Keys.END)
        self.assertEqual("w119 asks w119", self.focused().split(":")[0])
        self.press(Keys.PAGE_UP)
        self.assertEqual("w109 asks w119", self.focused().split(":")[0])
        self.with_control(Keys.HOME)
        self.assertEqual("w0 asks w0", self.focused().split(":")[0])
        for i in range(1, 45):
            self.press(Keys.ARROW_DOWN)
        self.assertEqual("w44 asks w0", self.focused().split(":")[0])


if __name__ == "__main__":
    main()
