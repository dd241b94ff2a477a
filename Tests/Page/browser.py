"""A phone for the tests: headless Chromium that opens the page by name, since plain HTTP by name lacks what 127.0.0.1 has."""

import json
import pathlib
import shutil
import tempfile
import time

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException, StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

BINARY = "/usr/lib/chromium/chromium"
PHONE = (390, 844)


class Phone:
    """One browser with separate storage."""

    def __init__(self, port, size=PHONE, scheme="light"):
        self.directory = tempfile.mkdtemp(prefix="cribside-phone-")
        options = webdriver.ChromeOptions()
        options.binary_location = BINARY
        for argument in (
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,OptimizationHints", "--host-resolver-rules=MAP cribside.local 127.0.0.1",
            f"--user-data-dir={self.directory}", "--force-prefers-reduced-motion",
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.base = f"http://cribside.local:{port}"
        self.console, self.requests = [], []
        self.resize(*size)
        self.scheme(scheme)

    def close(self):
        self.driver.quit()
        shutil.rmtree(self.directory, ignore_errors=True)

    def resize(self, width, height):
        self.size = (width, height)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True})

    def scheme(self, name):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": name}]})

    def open(self, path="/"):
        self.driver.get(self.base + path)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def go(self, view):
        self.run("location.hash = arguments[0]", f"#/{view}")
        self.wait(f"main.view-{view}")

    def pair(self, name="Anna's phone", code="123456"):
        self.open(f"/#{code}")
        self.wait(".view-pair form")
        self.find('input[name="name"]').send_keys(name)
        self.press("Pair this phone")
        self.wait("main.view-now")

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def find(self, selector):
        return self.wait(selector)

    def wait(self, selector, seconds=8):
        return self.until(lambda: next(iter(self.all(selector)), None), f"an element {selector}", seconds)

    def until(self, check, what, seconds=8):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                found = check()
            except (StaleElementReferenceException, ElementClickInterceptedException):  # It was replaced or moved meanwhile.
                found = None
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"{what} did not come within {seconds} s; the page says:\n{self.text()}")

    def wait_text(self, text, seconds=8):
        return self.until(lambda: text in self.text(), f'"{text}"', seconds)

    def text(self):
        return self.run("return document.body.innerText")

    def press(self, words, within="body"):
        """Presses the first visible button whose name begins with the words."""
        self.until(lambda: self.press_once(words, within), f"a press of {words}")

    def press_once(self, words, within):
        found = self.until(lambda: self.run("""
            const named = (e) => (e.getAttribute("aria-label") || e.innerText || "").replace(/\\s+/g, " ").trim();
            const e = [...document.querySelectorAll(arguments[1] + " button, " + arguments[1] + " a, " + arguments[1] + " summary")].find((e) => e.checkVisibility() && named(e).startsWith(arguments[0]));
            e && e.scrollIntoView({ block: "center" });
            return e;""", words, within), f"a button {words}")
        if "act" in (found.get_attribute("class") or "").split():
            time.sleep(0.6)  # As long as a thumb takes: a button that has just changed ignores taps.
        self.until(lambda: self.stands_still(found), f"a button {words} that stands still")
        found.click()
        return True

    def stands_still(self, element):
        """Whether an element stays in its place for three frames, as a person would wait for it to."""
        return self.driver.execute_async_script("""
            const [element, done] = arguments;
            const place = () => { const box = element.getBoundingClientRect(); return [box.top, box.left, box.width].join(); };
            const before = place();
            let frames = 3;
            const look = () => place() !== before ? done(false) : --frames ? requestAnimationFrame(look) : done(element.isConnected);
            requestAnimationFrame(look);""", element)

    def fill(self, name, value):
        self.run("""
            const e = document.querySelector(`[name="${arguments[0]}"]`);
            e.value = arguments[1];
            e.dispatchEvent(new Event("input", { bubbles: true }));
            e.dispatchEvent(new Event("change", { bubbles: true }));""", name, value)

    def shoot(self, path, whole=True):
        """A picture of the view; `whole` includes what does not fit the screen."""
        path = pathlib.Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        width, height = self.size
        if whole:
            tall = self.run("return Math.ceil(document.documentElement.scrollHeight)")
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": max(height, tall), "deviceScaleFactor": 1, "mobile": True})
            time.sleep(0.1)
        self.driver.save_screenshot(str(path))
        if whole:
            self.resize(width, height)

    def listen(self):
        """Collects the browser's messages and requests since the last time."""
        self.console += [entry for entry in self.driver.get_log("browser")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.requests.append(message["params"]["request"]["url"])
