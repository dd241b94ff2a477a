"""A day on the real programs: the box with its buttons, the page, and two phones. Each may die and come back.

    .ci/page

The box is `cribside simulate` in a terminal of its own, whose keys are its buttons. Needs CRIBSIDE_PAGE_BOX, the program, with
cribside-page beside it.
"""

import json
import os
import pathlib
import pty
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from browser import Phone

PROGRAM = os.environ.get("CRIBSIDE_PAGE_BOX")
PORT = 18090
CONFIGURATION = """{
  // The child of the house.
  babies: [{ name: "Mia", birthdate: "2025-11-01", bedtime: "19:00" }],
  motion: { mode: "off" },
}
"""


class Programs:
    """The box and the page as processes, which are started and killed."""

    def __init__(self, folder):
        self.state = folder / "box"
        self.config = folder / "cribside.json5"
        self.config.write_text(CONFIGURATION)
        self.box = self.page = self.keys = None

    def start_box(self):
        self.box, self.keys = self.start_in_terminal([PROGRAM, "simulate", "--config", str(self.config), "--state", str(self.state)])
        self.wait(lambda: self.ask("status", check=False).returncode == 0, "the box")

    @classmethod
    def start_in_terminal(cls, words, home=None):
        """Starts a program that wants a terminal: its process, and the keys of that terminal."""
        child, keys = pty.fork()
        if child == 0:
            os.environ.update(TERM="xterm", **({"HOME": home} if home else {}))
            os.environ.pop("XDG_STATE_HOME", None)
            os.execv(words[0], words)
        threading.Thread(target=cls.drain, args=(keys,), daemon=True).start()
        return child, keys

    @staticmethod
    def drain(terminal):
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass

    def kill_box(self):
        os.kill(self.box, signal.SIGKILL)
        os.waitpid(self.box, 0)
        os.close(self.keys)
        self.box = None

    def press(self, key):
        os.write(self.keys, key.encode())

    def start_page(self):
        program = pathlib.Path(PROGRAM).with_name("cribside-page")
        self.page = subprocess.Popen([program, "--socket", self.state / "control", "--listen", f"127.0.0.1:{PORT}"], stderr=subprocess.DEVNULL)

    def kill_page(self):
        self.page.kill()
        self.page.wait()
        self.page = None

    def ask(self, *words, check=True):
        return subprocess.run([PROGRAM, *words, "--state", self.state], check=check, capture_output=True, text=True)

    def diary(self):
        return [json.loads(line) for line in self.ask("log", "list", "--json").stdout.splitlines()]

    @staticmethod
    def wait(check, what, seconds=15):
        end = time.monotonic() + seconds
        while not check():
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not come within {seconds} s")
            time.sleep(0.1)

    def stop(self):
        if self.page:
            self.kill_page()
        if self.box:
            self.kill_box()


@unittest.skipUnless(PROGRAM, "needs the real programs")
class ProgramsCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="cribside-page-")
        self.addCleanup(folder.cleanup)
        self.programs = Programs(pathlib.Path(folder.name))
        self.addCleanup(self.programs.stop)
        self.programs.start_box()
        self.programs.start_page()
        self.phones = []

    def phone(self, name):
        phone = Phone(PORT)
        self.addCleanup(phone.close)
        self.phones.append(phone)
        Programs.wait(lambda: phone.open("/") is None and phone.all(".view-pair form"), "the page")
        phone.pair(name, json.loads(self.programs.ask("phones", "pair", "--json").stdout)["code"])
        return phone

    def of(self, kind):
        return [event for event in self.programs.diary() if event["kind"] == kind]


class Days(ProgramsCase):
    def test_buttons_and_two_phones_live_one_day(self):
        anna, ben = self.phone("Anna's phone"), self.phone("Ben's phone")
        self.programs.press("n")
        anna.wait_text("End sleep")
        ben.wait_text("End sleep")
        time.sleep(1)  # A button that has just changed ignores taps.
        anna.press("End sleep")
        ben.until(lambda: "End sleep" not in ben.text(), "the end of the nap")
        anna.press("Feed L")
        ben.wait_text("End feed L")
        self.assertIn("by Anna's phone", self.seen(ben))
        # The button ends what the phone began.
        self.programs.press("f")
        for phone in (anna, ben):
            phone.until(lambda phone=phone: "End feed" not in phone.text(), "the end of the feed")
        # Both tap at once: the box decides, and both see the same.
        for phone in (anna, ben):
            phone.run("document.querySelector('[data-key=nap],[data-key=sleep]')?.click()")
        Programs.wait(lambda: len(self.of("sleep")) == 2, "the second sleep")
        time.sleep(1)
        self.assertEqual(len(self.of("sleep")), 2)
        self.assertEqual(len(self.of("nursing")), 1)
        self.assertIsNotNone(self.of("nursing")[0]["end"])

    def test_two_phones_and_the_buttons_at_once_end_with_one_true_diary(self):
        """Rounds in which everyone presses at the same moment, by a seed; the page is killed in one, the box in another. What a phone was told is in the diary once, and the diary is possible."""
        phones = [self.phone("Anna's phone"), self.phone("Ben's phone")]
        for phone in phones:
            phone.run("""
                window.answers = [];
                const ask = window.fetch;
                window.fetch = async (path, options) => {
                  const response = await ask(path, options);
                  if (path === "/api/command") answers.push({ id: JSON.parse(options.body).id, words: JSON.parse(options.body).command, ...(await response.clone().json().catch(() => ({ exit: 503 }))) });
                  return response;
                };""")
        chance = random.Random(7)
        for number in range(14):
            if number == 5:
                self.programs.kill_page()
            if number == 9:
                self.programs.kill_box()
            for phone in phones:
                phone.run("document.querySelector(`[data-key=${arguments[0]}]`)?.click()", chance.choice(["nap", "nap", "left", "right"]))
            if self.programs.box:
                self.programs.press(chance.choice("nf"))
            time.sleep(chance.uniform(0.7, 1.3))
            if number == 6:
                self.programs.start_page()
            if number == 10:
                self.programs.start_box()
        for phone in phones:
            phone.until(lambda phone=phone: "does not answer" not in phone.text() and not phone.all(".tap-saving, .tap-waiting"), "every tap at the box", 60)
        time.sleep(2)
        diary = self.programs.diary()
        self.assertGreater(len(diary), 8)
        self.assertEqual(len({event["id"] for event in diary}), len(diary))
        for phone, name in zip(phones, ("Anna's phone", "Ben's phone")):
            answers = phone.run("return answers")
            added = {answer["id"]: answer["output"] for answer in answers if answer["exit"] == 0 and answer["words"][:2] == ["log", "add"]}
            ids = [re.match(r"saved(?: before)? ([0-9a-f]+)", output)[1] for output in added.values()]
            self.assertGreater(len(ids), 1, answers)
            self.assertEqual([answer for answer in answers if "expected a time" in answer.get("error", "")], [], "an end is never before its start")
            for identity in ids:
                self.assertEqual(len([event for event in diary if event["id"].endswith(identity)]), 1, identity)
            self.assertLessEqual(len([event for event in diary if event["by"] == name and event["source"] == "command"]), len(answers))
        for kind, runs in (("sleep", ".sleep.on"), ("nursing", ".feed.on")):
            spans = sorted((event["start"], event["end"] or "9999") for event in diary if event["kind"] == kind)
            for before, after in zip(spans, spans[1:]):
                self.assertLessEqual(before[1], after[0], f"two of {kind} at once")
            for phone in phones:
                self.assertEqual(len(phone.all(runs)) > 0, bool(spans) and spans[-1][1] == "9999", kind)
        self.assertEqual(self.programs.ask("log", "verify", check=False).returncode, 0)

    @staticmethod
    def seen(phone):
        phone.go("timeline")
        phone.wait_text("Today")
        text = phone.until(lambda: "by " in phone.text() and phone.text(), "who wrote it")
        phone.go("now")
        return text

    def test_a_page_that_is_killed_comes_back_without_pairing_and_loses_no_tap(self):
        phone = self.phone("Anna's phone")
        self.programs.kill_page()
        phone.wait_text("The box does not answer", 15)
        phone.press("Nap")
        phone.wait(".tap-waiting")
        tapped = time.time()
        time.sleep(3)
        self.programs.start_page()
        phone.wait_text("End sleep", 40)
        self.assertEqual(len(self.of("sleep")), 1)
        self.assertEqual(self.of("sleep")[0]["by"], "Anna's phone")
        started = phone.run("return Date.parse(arguments[0]) / 1000", self.of("sleep")[0]["start"])
        self.assertLess(abs(started - tapped), 3)

    def test_a_box_that_is_killed_comes_back_with_its_nap_and_counts_a_tap_once(self):
        phone = self.phone("Anna's phone")
        phone.press("Nap")
        phone.wait_text("End sleep")
        phone.wait(".tap-saved")
        self.programs.kill_box()
        phone.wait_text("The box does not answer", 60)
        phone.press("Nappy")
        phone.press("wet", ".form")
        phone.wait(".tap-waiting")
        self.programs.start_box()
        Programs.wait(lambda: len(self.of("nappy")) == 1, "the nappy", 60)
        phone.wait_text("End sleep", 30)
        time.sleep(2)
        self.assertEqual((len(self.of("nappy")), len(self.of("sleep"))), (1, 1))

    def test_a_phone_that_was_out_of_reach_sends_its_taps_once(self):
        phone = self.phone("Anna's phone")
        self.reach(phone, False)
        phone.press("Feed R")
        phone.wait(".tap-waiting")
        self.programs.press("n")
        Programs.wait(lambda: len(self.of("sleep")) == 1, "the nap")
        self.assertEqual(self.of("nursing"), [])
        self.reach(phone, True)
        phone.until(lambda: len(self.of("nursing")) == 1, "the feed", 40)
        time.sleep(2)
        self.assertEqual((len(self.of("nursing")), len(self.of("sleep"))), (1, 1))

    @staticmethod
    def reach(phone, isThere):
        phone.driver.execute_cdp_cmd("Network.enable", {})
        phone.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": not isThere, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})

    def test_wishes_and_settings_of_a_phone_outlive_the_box_and_give_way_to_the_file(self):
        phone = self.phone("Anna's phone")
        self.programs.ask("log", "add", "wake")
        phone.go("plan")
        phone.press("Naps today")
        phone.press("one nap")
        phone.wait_text("1 nap")
        phone.press("Settings of the plan")
        phone.fill("bedtime", "20:15")
        phone.wait_text("Set on a phone", 15)
        self.programs.kill_box()
        self.programs.start_box()
        self.assertIn("Wished for this day: 1 nap", self.programs.ask("explain").stdout)
        self.assertRegex(self.programs.ask("status").stdout, r"bedtime +\S+T20:15")
        # An impossible value is refused on the phone with its range.
        phone.until(lambda: "does not answer" not in phone.text(), "the box", 30)
        phone.run("document.querySelector('[name=\"plan.naps\"]').removeAttribute('max')")
        phone.fill("plan.naps", "9")
        phone.wait_text("a whole number from 1 to 5", 15)
        # The file is edited, and overrides the phone's setting.
        self.programs.config.write_text(CONFIGURATION.replace("19:00", "18:30"))
        self.assertIn("in force", self.programs.ask("reload").stdout)
        self.assertRegex(self.programs.ask("status").stdout, r"bedtime +\S+T18:30")
        phone.until(lambda: "Set on a phone" not in phone.text(), "the file's bedtime")
        self.programs.config.write_text(CONFIGURATION.replace("19:00", "late"))
        refused = self.programs.ask("reload", check=False)
        self.assertEqual(refused.returncode, 78)
        self.assertRegex(refused.stderr, r"cribside\.json5:3: babies\[0\]\.bedtime: expected a time HH:MM")
        phone.go("box")
        phone.wait_text("The configuration is refused at line 3")


class FirstTime(unittest.TestCase):
    @unittest.skipUnless(PROGRAM, "needs the real programs")
    def test_who_does_what_the_readme_says_is_paired_at_the_first_try(self):
        """The README's three commands, each in a separate terminal; only `swift run` has run already."""
        readme = (pathlib.Path(__file__).resolve().parents[2] / "README.md").read_text()
        text, block = re.search(r"\*\*The page on a phone\*\*:(.*?)```sh\n(.*?)```", readme, re.S).groups()
        address = re.search(r"<(http://127\.0\.0\.1:(\d+))>", text)
        with socket.socket() as other:
            if other.connect_ex(("127.0.0.1", int(address[2]))) == 0:
                self.skipTest(f"another program listens on port {address[2]}")
        folder = tempfile.TemporaryDirectory(prefix="cribside-page-")
        self.addCleanup(folder.cleanup)
        place = pathlib.Path(PROGRAM).parent
        words = [[str(place / word) if index == 0 else word.replace("~", folder.name) for index, word in enumerate(line.removeprefix("swift run ").split())] for line in block.strip().splitlines()]
        self.assertEqual(len(words), 3)
        for command in words[:2]:
            process, keys = Programs.start_in_terminal(command, home=folder.name)
            self.addCleanup(os.close, keys)
            self.addCleanup(os.waitpid, process, 0)
            self.addCleanup(os.kill, process, signal.SIGKILL)
        control = pathlib.Path(folder.name) / ".local/state/cribside/simulate/control"
        Programs.wait(control.exists, "the box")
        said = subprocess.run(words[2], capture_output=True, text=True, check=True).stdout
        code = re.search(r"\b\d{3} ?\d{3}\b", said)[0].replace(" ", "")
        phone = Phone(int(address[2]))
        self.addCleanup(phone.close)
        phone.base = address[1]
        phone.open("/")
        phone.find('input[name="code"]').send_keys(code)
        phone.find('input[name="name"]').send_keys("Anna")
        phone.press("Pair this phone")
        phone.wait("main.view-now")
        phone.press("Nap")
        phone.wait(".tap-saved")


if __name__ == "__main__":
    unittest.main()
