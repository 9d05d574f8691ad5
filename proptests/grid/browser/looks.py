"""Light and dark, phone and desktop: contrast, width, and sizes of what is pointed at."""
from page_in_browser import Page, main

# The contrast of each piece of text with what is behind it (WCAG 2.1); colours as the browser computes them.
CONTRASTS = """
    const channel = (value) => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const numbers = (colour) => [...colour.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
    const luminance = ([r, g, b]) => 0.2126 * channel(r / 255) + 0.7152 * channel(g / 255) + 0.0722 * channel(b / 255);
    const contrast = (a, b) => {
      const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
      return (x + 0.05) / (y + 0.05);
    };
    const behind = (element) => {
      for (let at = element; at; at = at.parentElement) {
        const colour = numbers(getComputedStyle(at).backgroundColor);
        if (colour[3] === 1) return colour;
      }
      throw new Error("nothing behind");
    };
    const found = [];
    for (const element of document.querySelectorAll("body *")) {
      const has = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== "")
        || element.matches("input:not([type])");
      if (!has || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (getComputedStyle(element).fontSize === "0px") continue;
      const value = contrast(numbers(getComputedStyle(element).color), behind(element));
      found.push([value, `${element.tagName}.${element.className} ${element.textContent.slice(0, 20)}`]);
    }
    return found;"""

EDGES = """
    const style = getComputedStyle(document.documentElement);
    const probe = document.body.appendChild(document.createElement("i"));
    const rgb = (name) => {
      probe.style.color = `var(${name})`;
      return getComputedStyle(probe).color.match(/[\\d.]+/g).map(Number);
    };
    const names = ["--page", "--edge", "--mark", "--accent", "--ink"];
    const result = Object.fromEntries(names.map((name) => [name, rgb(name)]));
    probe.remove();
    return result;"""


def luminance(colour):
    channels = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    light, dark = sorted([luminance(a), luminance(b)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


class Looks(Page):
    def everything_open(self):
        self.one("#projections summary").click()
        self.wait_for("return document.querySelectorAll('#matrices input').length > 0")
        self.type("x", '#matrices [aria-label="W Q, verb, column 1"]')
        self.type("0", "#program-1 [name=t]")
        self.type("9", "#program-2 [name=t]")

    def test_text_has_contrast_aa(self):
        for dark in [False, True]:
            self.look(1200, 1000, dark=dark)
            self.load()
            self.everything_open()
            for on in [False, True]:
                self.project(on)
                found = self.driver.execute_script(CONTRASTS)
                self.assertGreater(len(found), 300)
                self.assertEqual([], [pair for pair in found if not pair[0] >= 4.5], f"dark: {dark}, on: {on}")
            self.type("")
            found = self.driver.execute_script(CONTRASTS)
            self.assertEqual([], [pair for pair in found if not pair[0] >= 4.5])

    def test_edges_and_marks_have_contrast(self):
        for dark in [False, True]:
            self.look(1200, 1000, dark=dark)
            colours = self.driver.execute_script(EDGES)
            for name in ["--edge", "--mark", "--accent", "--ink"]:
                self.assertGreaterEqual(contrast(colours[name], colours["--page"]), 3, f"{name}, dark: {dark}")

    def test_dark_is_dark(self):
        background = "return getComputedStyle(document.body).backgroundColor"
        light = self.driver.execute_script(background)
        self.look(1200, 1000, dark=True)
        self.assertNotEqual(light, self.driver.execute_script(background))
        self.look(1200, 1000, dark=True, media="print")
        self.assertEqual(light, self.driver.execute_script(background))

    def test_no_width_scrolls_sideways(self):
        for width in [320, 360, 414, 600, 768, 1024, 1600]:
            self.look(width, 740)
            self.load()
            self.everything_open()
            for sentence in ["the keys to this car are here", "w" * 300, "a " * 60]:
                self.type(sentence)
                self.assertLessEqual(self.sideways(), 0, f"{width} px, {sentence[:10]}")

    def test_without_scripts_no_width_scrolls_sideways_either(self):
        for width in [320, 360, 1200]:
            self.look(width, 740)
            self.scripts(False)
            self.load()
            self.scripts(True)
            self.assertLessEqual(self.sideways(), 0, f"{width} px")

    def test_long_maps_show_colours_in_squares(self):
        for width in [360, 1200]:
            self.look(width, 740)
            self.type("a " * 60)
            sizes = self.driver.execute_script("""
                return [...document.querySelectorAll("#scroll td[class]")].map((cell) =>
                  [cell.offsetWidth, cell.offsetHeight, getComputedStyle(cell).fontSize].join(" "));""")
            self.assertEqual({"24 24 0px"}, set(sizes))

    def test_what_is_pointed_at_is_large_enough(self):
        # WCAG 2.2, success criterion 2.5.8: 24 by 24 pixels.
        self.look(360, 740)
        for sentence in ["the keys to this car are here", "a " * 60]:
            self.type(sentence)
            sizes = self.driver.execute_script("""
                const pointed = ".map tbody td, button, summary, input:not([type=radio]), .choice label";
                return [...document.querySelectorAll(pointed)]
                  .map((element) => element.getBoundingClientRect()).filter((box) => box.width > 0)
                  .map((box) => Math.min(box.width, box.height));""")
            self.assertGreater(len(sizes), 50)
            self.assertGreaterEqual(min(sizes), 24)


if __name__ == "__main__":
    main()
