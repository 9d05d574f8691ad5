"""A headless Chromium that reads the site from the file system, by its own driver."""

import json
import pathlib
import shutil
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update "
    "--disable-sync --disable-dev-shm-usage --allow-file-access-from-files=false --allow-pre-commit-input"
).split()
PHONE, DESKTOP = (360, 780), (1280, 900)


class Browser:
    def __init__(self, site, requests=False):
        """`requests`: also keep what the pages ask for, which takes time."""
        self.site = pathlib.Path(site).resolve()
        self._profile = tempfile.mkdtemp(prefix="attnref-site-")
        options = Options()
        for flag in [*FLAGS, f"--user-data-dir={self._profile}"]:
            options.add_argument(flag)
        options.set_capability(
            "goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if requests else {})}
        )
        self.driver = webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)
        self.driver.get("about:blank")  # the browser's own first page is none of ours
        if requests:
            self.driver.get_log("performance")
        self.resize(DESKTOP)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()
        shutil.rmtree(self._profile, ignore_errors=True)

    def pages(self, every=1):
        """Addresses: every chapter and page of the reference; of the pages of sources one in `every`."""
        names = sorted(str(path.relative_to(self.site)) for path in self.site.rglob("*.html"))
        sources = [name for name in names if name.startswith("source/")]
        return [name for name in names if not name.startswith(("source/", "grid/"))] + sources[::every]

    def open(self, name, anchor=""):
        """Returns when the page is there, with its style, and was painted: keys that come before are lost."""
        address = f"file://{self.site}/{name}"
        self.driver.get(address + anchor)
        there = (
            "return location.href.split('#')[0] === arguments[0] && document.readyState === 'complete'"
            " && performance.getEntriesByType('paint').length"
        )
        if not self.until(there, pathlib.Path(self.site, name).as_uri()):
            raise RuntimeError(f"{address}: expected the page within 30 s, found {self.run('return location.href')}")
        return self

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def devtools(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def resize(self, size):
        self.devtools(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False
        )

    def looks(self, mode):
        self.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": mode}])

    def scripts(self, on):
        self.devtools("Emulation.setScriptExecutionDisabled", value=not on)

    def press(self, key, text=""):
        """One key: "Tab", "Enter", "/"."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, "ArrowDown": 40, "ArrowUp": 38, "Space": 32}
        name = " " if key == "Space" else key
        text = text or ("\r" if key == "Enter" else " " if key == "Space" else key if len(key) == 1 else "")
        common = {"key": name, "code": key, "windowsVirtualKeyCode": codes.get(key, 0)}
        self.devtools("Input.dispatchKeyEvent", type="keyDown", **common, **({"text": text} if text else {}))
        self.devtools("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        for letter in text:
            self.press(letter)

    def until(self, script, *arguments, seconds=30):
        """What the script returns, as soon as it is true; else its last value."""
        end = time.monotonic() + seconds
        while not (value := self.run(script, *arguments)) and time.monotonic() < end:
            time.sleep(0.02)
        return value

    def complaints(self):
        """What the console said since it was last asked."""
        return [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]

    def requests(self):
        """Addresses asked for since last asked."""
        events = (json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance"))
        return [
            event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"
        ]
