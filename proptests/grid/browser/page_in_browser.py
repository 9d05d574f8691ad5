"""The page in headless Chromium, opened from the file system; what every test of it asks of it besides."""
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

from selenium import webdriver
from selenium.webdriver import ActionChains
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

SENTENCE = "the keys to this car are here"
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-extensions", "--force-color-profile=srgb", "--hide-scrollbars", "--lang=en",
         "--allow-pre-commit-input"]


def start(profile):
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser")
    for flag in [*FLAGS, f"--user-data-dir={profile}"]:
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
    driver.get("about:blank")  # The browser's own first page asks for things of its own.
    return driver


class Page(unittest.TestCase):
    """One browser a class; no test may leave a line in the console or ask for what isn't a file of the page."""

    folder = None

    @classmethod
    def setUpClass(cls):
        cls.profile = tempfile.TemporaryDirectory(prefix="attnref-chromium-", ignore_cleanup_errors=True)
        cls.addClassCleanup(cls.profile.cleanup)
        cls.driver = start(cls.profile.name)
        cls.addClassCleanup(cls.driver.quit)
        cls.driver.set_script_timeout(60)
        cls.address = (Page.folder / "index.html").as_uri()

    def setUp(self):
        self.look(1200, 1000)
        self.scripts(True)
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.load()

    def tearDown(self):
        self.assertEqual([], self.driver.get_log("browser"), "the console")
        for url in self.requests():
            self.assertRegex(url, f"^(data:|blob:|{self.address.rsplit('/', 1)[0]}/)", "a request")

    # ---- the browser

    def load(self):
        self.driver.get(self.address)
        if self.with_scripts:
            self.wait_for("return performance.getEntriesByName('attnref-grid').length === 1")
        # Keys that come before the page was painted are lost.
        self.wait_for("return performance.getEntriesByType('paint').length > 0")

    def wait_for(self, script, seconds=30):
        wait = WebDriverWait(self.driver, seconds, poll_frequency=0.02)
        wait.until(lambda driver: driver.execute_script(script), script)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def look(self, width, height, dark=False, media=""):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=width < 500)
        self.command("Emulation.setEmulatedMedia", media=media, features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce"}])

    def scripts(self, on):
        self.with_scripts = on
        self.command("Emulation.setScriptExecutionDisabled", value=not on)

    def requests(self):
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages
                if message["method"] == "Network.requestWillBeSent"]

    # ---- the page

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.driver.execute_script("return document.querySelector(arguments[0]).textContent", selector)

    def type(self, sentence, selector="#sentence"):
        """Puts text where a reader would; keys alone cannot make every character."""
        self.driver.execute_script("""
            const field = document.querySelector(arguments[0]);
            field.focus(); field.value = arguments[1];
            field.dispatchEvent(new Event("input", { bubbles: true }));
            field.dispatchEvent(new Event("change", { bubbles: true }));
            """, selector, sentence)

    def project(self, on):
        # The radio button lies over its label, unseen.
        ActionChains(self.driver).move_to_element(self.one(f"label[for={'on' if on else 'off'}]")).click().perform()

    def stretch(self, r):
        self.driver.execute_script("""
            const field = document.querySelector("#stretch");
            field.value = arguments[0]; field.dispatchEvent(new Event("input", { bubbles: true }));""", r)

    def table(self, selector=".map"):
        """The map that is drawn: its headings, and each cell's text and classes."""
        return self.driver.execute_script("""
            const table = document.querySelector(arguments[0]);
            return {
              columns: [...table.tHead.querySelectorAll("th")].map((cell) => cell.textContent),
              rows: [...table.tBodies[0].querySelectorAll("th")].map((cell) => cell.textContent),
              cells: [...table.tBodies[0].rows].map((row) => [...row.querySelectorAll("td")].map((cell) =>
                [cell.textContent, [...cell.classList].filter((name) => name !== "at").join(" ")])),
            };""", selector)

    def marked(self):
        """Of each row the columns that are marked."""
        return [[j for j, (_, classes) in enumerate(row) if " m" in classes] for row in self.table()["cells"]]

    def sideways(self):
        """By how much the page is wider than the window. (innerWidth grows with what a phone zooms out to.)"""
        return self.driver.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth")


def main():
    Page.folder = Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=1)
