"""A household of real programs: simulated boxes, `cribside-link` beside each, and one mosquitto that is killed again and again.

    CRIBSIDE_PEERS=.build/debug python3 -m unittest -v Tests/Peers/test_household.py

CRIBSIDE_PEERS is the folder of the programs. CRIBSIDE_KILLS (default: 12) says how often the broker dies, and CRIBSIDE_LINES
(default: 200) what each of fifty boxes has written. The tests print what docs/performance.md has as figures.
"""

import concurrent.futures
import json
import os
import pathlib
import pty
import random
import shutil
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import unittest
import uuid

PROGRAMS = pathlib.Path(os.environ.get("CRIBSIDE_PEERS", ".build/debug"))
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")
KILLS = int(os.environ.get("CRIBSIDE_KILLS", "12"))
LINES = int(os.environ.get("CRIBSIDE_LINES", "200"))


def wait(seconds, what, condition):
    """What a condition comes to once it is true."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.05)
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Broker:
    def __init__(self, folder, name="mosquitto", more=""):
        self.port = free_port()
        self.conf = folder / f"{name}.conf"
        self.conf.write_text(f"user root\nlog_type none\npersistence false\nlistener {self.port} 127.0.0.1\nallow_anonymous true\n{more}\n")
        self.process = None

    def start(self):
        self.process = subprocess.Popen([MOSQUITTO, "-c", self.conf], stderr=subprocess.DEVNULL)
        wait(10, "the broker", self.listens)

    def listens(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


class Box:
    """A simulated box in a terminal of its own, whose keys are its buttons, and the program beside it."""

    # How long it may take to start, in seconds.
    patience = 20

    def __init__(self, folder, name, household, baby="Ada", *options):
        self.folder, self.state, self.name, self.options = folder, folder / name, name, options
        self.config = folder / f"{name}.json5"
        babies = [{"id": 1, "name": baby, "birthdate": "2026-03-01", "bedtime": "19:00"}]
        self.config.write_text(json.dumps({"babies": babies, "timeZone": "Etc/UTC", "motion": {"mode": "off"}, "household": household}))
        self.box = self.keys = self.link = None

    def start(self):
        self.start_box()
        self.start_link()

    def start_box(self):
        self.box, self.keys = pty.fork()
        if self.box == 0:
            os.environ["TERM"] = "xterm"
            os.execv(PROGRAMS / "cribside", ["cribside", "simulate", "--config", str(self.config), "--state", str(self.state)])
        threading.Thread(target=self.drain, args=(self.keys,), daemon=True).start()
        wait(self.patience, "the box", lambda: self.ask({"have": {}}) is not None)

    @staticmethod
    def drain(terminal):
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass

    def start_link(self):
        command = [PROGRAMS / "cribside-link", "--socket", self.state / "control", "--config", self.config, *self.options]
        with (self.folder / f"{self.name}.log").open("a") as log:
            self.link = subprocess.Popen(command, stderr=log)

    def kill_box(self):
        if self.box:
            os.kill(self.box, signal.SIGKILL)
            os.waitpid(self.box, 0)
            os.close(self.keys)
            self.box = None

    def kill_link(self):
        if self.link:
            self.link.kill()
            self.link.wait()
            self.link = None

    def stop(self):
        self.kill_link()
        self.kill_box()

    def press(self, key):
        os.write(self.keys, key.encode())

    def memory(self):
        """What the program beside the box takes, in KiB: now and at most."""
        status = pathlib.Path(f"/proc/{self.link.pid}/status").read_text()
        return tuple(int(status.split(f"{field}:")[1].split()[0]) for field in ("VmRSS", "VmHWM"))

    # The control socket

    def connect(self, request):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(30)
            client.connect(str(self.state / "control"))
            client.sendall(json.dumps(request).encode() + b"\n")
            return client.makefile("r")

    def ask(self, request):
        """The last line of an answer, with all of its output; None where the box does not answer."""
        output, last = "", None
        try:
            with self.connect(request) as answer:
                for line in answer:
                    last = json.loads(line)
                    output += last.get("output", "")
        except OSError:
            return None
        return last and {**last, "output": output}

    def run(self, *words, identity=None):
        return self.ask({"command": list(words), **({"id": identity} if identity else {})})

    def have(self):
        return (self.ask({"have": {}}) or {}).get("have")

    def lines(self):
        """Every line of the log as it stands, with the lines of all boxes."""
        found, after = set(), {}
        while True:
            lines = self.ask({"lines": {"after": after, "limit": 500}})["output"].splitlines()
            if not lines:
                return found
            found.update(lines)
            for line in map(json.loads, lines):
                after[line["box"]] = max(after.get(line["box"], 0), line["seq"])

    def document(self):
        with self.connect({"watch": {}}) as watch:
            return json.loads(next(watch))

    def words(self):
        """What the panel's pages say."""
        return self.document()["babies"][0]["words"]

    def is_up(self):
        household = self.document()["box"]["household"]
        return household is not None and household["since"] is not None


@unittest.skipUnless(MOSQUITTO and (PROGRAMS / "cribside-link").exists(), "mosquitto or the programs are not there")
class HouseholdTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cribside-household-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.broker = Broker(self.folder)
        self.addCleanup(self.broker.kill)
        self.broker.start()
        self.boxes = []

    def add(self, name, is_started=True, broker=None):
        port = (broker or self.broker).port
        box = Box(self.folder, name, {"name": "home", "broker": f"mqtt://127.0.0.1:{port}", "boxes": "open"})
        self.addCleanup(box.stop)
        if is_started:
            box.start()
        self.boxes.append(box)
        return box

    def until_all_are_up(self, seconds=90):
        for box in self.boxes:
            wait(seconds, f"{box.name} is connected", box.is_up)

    def expect_one_diary(self, seconds=120):
        """All boxes come to have the same lines, and every page of every panel says the same."""

        def is_same():
            first = self.boxes[0].have()
            return first and len(first) == len(self.boxes) and all(box.have() == first for box in self.boxes)

        wait(seconds, "the same numbers", is_same)
        wait(60, "the same lines", lambda: len({frozenset(box.lines()) for box in self.boxes}) == 1)
        # What another box logged stands at the foot for ten seconds, and a minute may pass between two questions.
        wait(90, "the same screens", lambda: len({json.dumps(box.words()) for box in self.boxes}) == 1)
        return self.boxes[0].lines()

    def test_a_broker_that_is_killed_again_and_again_loses_nothing(self):
        boxes = [self.add(name) for name in ("nursery", "bedroom", "grandmother")]
        self.until_all_are_up()
        chance, acknowledged, is_over = random.Random(1), [], threading.Event()

        def live(box, chance):
            """Logs without pause, under an id that is tried again until it is acknowledged; what was acknowledged must not be lost."""
            while not is_over.is_set():
                words = chance.choice([("nappy", "wet"), ("bottle", "90ml"), ("nappy", "dirty")])
                identity = str(uuid.UUID(int=chance.getrandbits(128), version=4))
                while not is_over.is_set():
                    answer = box.run("log", "add", *words, identity=identity)
                    if answer and answer.get("exit") == 0:
                        acknowledged.append(identity)
                        break
                    time.sleep(0.1)
                time.sleep(chance.uniform(0, 0.6))

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            lives = [pool.submit(live, box, random.Random(number)) for number, box in enumerate(boxes)]
            try:
                for kill in range(KILLS):
                    time.sleep(chance.uniform(0, 1.5))
                    self.broker.kill()
                    victim = chance.choice(boxes)
                    if kill % 4 == 1:
                        victim.kill_link()
                        victim.start_link()
                    if kill % 8 == 3:
                        victim.kill_box()
                        victim.start_box()
                    time.sleep(chance.uniform(0, 0.3))
                    self.broker.start()
                    self.until_all_are_up()
            finally:
                is_over.set()
            for life in lives:
                life.result()
        lines = self.expect_one_diary()
        ids = [json.loads(line)["id"] for line in lines]
        missing = set(acknowledged) - set(ids)
        doubled = len(ids) - len(set(ids))
        print(f"\n{KILLS} kills of the broker: {len(acknowledged)} acknowledged, {len(missing)} missing, {doubled} twice, {len(lines)} lines")
        print("memory of the links, now and at most, in KiB:", [box.memory() for box in boxes])
        self.assertEqual((missing, doubled), (set(), 0))

    def test_a_blank_card_under_its_old_name_gets_its_history_back(self):
        boxes = [self.add(name) for name in ("nursery", "bedroom", "grandmother")]
        self.until_all_are_up()
        for _ in range(60):
            for box in boxes:
                self.assertEqual(box.run("log", "add", "nappy", "wet")["exit"], 0)
        before = self.expect_one_diary()
        boxes[0].stop()
        # A blank card that has been given the old one's name, as docs/log-format.md says: no log, and no other file.
        kept = (boxes[0].state / "box.json").read_bytes()
        shutil.rmtree(boxes[0].state)
        boxes[0].state.mkdir()
        (boxes[0].state / "box.json").write_bytes(kept)
        start = time.monotonic()
        boxes[0].start()
        wait(60, "its history", lambda: before <= boxes[0].lines())
        print(f"\na blank card has {len(before)} lines back {time.monotonic() - start:.1f} s after its start")
        boxes[0].run("log", "add", "nappy", "dirty")
        after = self.expect_one_diary()
        numbers = [(line["box"], line["seq"]) for line in map(json.loads, after)]
        self.assertEqual(len(numbers), len(set(numbers)), "no number is used twice")
        self.assertEqual(before - after, set())

    def test_two_sites_are_joined_by_the_example_bridge(self):
        (self.folder / "keys").write_text("grandmother:00112233445566778899aabbccddeeff\n")
        port = free_port()
        key = f"listener {port} 127.0.0.1\npsk_hint cribside\npsk_file {self.folder}/keys\nuse_identity_as_username true\ntls_version tlsv1.2\nallow_anonymous true"
        home = Broker(self.folder, "home", key)
        self.addCleanup(home.kill)
        home.start()
        example = (pathlib.Path(__file__).resolve().parents[2] / "Deploy/household/mosquitto-bridge.conf").read_text()
        site = Broker(self.folder, "site", example.replace("broker.example:8883", f"127.0.0.1:{port}"))
        self.addCleanup(site.kill)
        site.start()
        boxes = [self.add("nursery", broker=home), self.add("bedroom", broker=home), self.add("grandmother", broker=site)]
        self.until_all_are_up()
        for broker in (None, home, site, home):
            if broker:
                broker.kill()
            for box in boxes:
                self.assertEqual(box.run("log", "add", "nappy", "wet")["exit"], 0)
            if broker:
                broker.start()
            self.until_all_are_up()
            self.expect_one_diary()

    def test_a_press_is_on_the_other_box_at_once(self):
        one, other = self.add("nursery"), self.add("bedroom")
        self.until_all_are_up()
        watch = other.connect({"watch": {}})
        self.addCleanup(watch.close)
        waits = []

        def is_asleep(line):
            document = json.loads(line)
            return "babies" in document and any(event["kind"] == "sleep" for event in document["babies"][0]["running"])

        for press in range(40):
            time.sleep(1.2)
            start = time.monotonic()
            one.press("n")
            while is_asleep(next(watch)) != (press % 2 == 0):
                pass
            waits.append((time.monotonic() - start) * 1000)
        middle = statistics.median(waits)
        print(f"\na press is in the other box's state after {middle:.0f} ms in the median, {max(waits):.0f} ms at most, of {len(waits)}")
        self.assertLess(middle, 300)

    def test_ten_thousand_lines_come_to_a_new_box(self):
        old = self.add("nursery", is_started=False)
        table = self.folder / "history.csv"
        rows = [f"1,2026-{1 + n // 672:02}-{1 + n // 24 % 28:02} {n % 24:02}:00:00,2026-{1 + n // 672:02}-{1 + n // 24 % 28:02} {n % 24:02}:10:00" for n in range(6000)]
        table.write_text("\n".join(["child_id,start,end", *rows]) + "\n")
        subprocess.run([PROGRAMS / "cribside", "log", "import", table, "--config", old.config, "--state", old.state, "--create"], check=True, stdout=subprocess.DEVNULL)
        old.start()
        new = self.add("bedroom")
        wait(30, "the old box is connected", old.is_up)
        start, (name, number) = time.monotonic(), max(old.have().items(), key=lambda item: item[1])
        wait(120, "the lines", lambda: (new.have() or {}).get(name, 0) >= number)
        print(f"\n{number} lines are on the card of a new box after {time.monotonic() - start:.1f} s")
        print("memory of the links, now and at most, in KiB:", [box.memory() for box in self.boxes])
        self.expect_one_diary()

    def test_a_new_box_gets_what_fifty_boxes_wrote(self):
        old = self.add("nursery", is_started=False)
        (old.state / "peers").mkdir(parents=True)
        for number in range(50):
            write_log(old.state / "peers" / f"box{number:02}.jsonl", f"box{number:02}", LINES)
        old.start()
        want = {f"box{number:02}": LINES for number in range(50)}

        def has_all(box):
            have = box.have() or {}
            return all(have.get(name, 0) >= number for name, number in want.items())

        wait(1800, "what the others wrote", lambda: has_all(old))
        start, new = time.monotonic(), self.add("bedroom")
        wait(1800, "the lines", lambda: has_all(new))
        print(f"\n{50 * LINES} lines of fifty boxes are on the card of a new box after {time.monotonic() - start:.0f} s")
        print("memory of the links, now and at most, in KiB:", [box.memory() for box in self.boxes])
        wait(60, "the same lines", lambda: old.have() == new.have())


def checksums():
    """The table of CRC-32C."""
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        yield byte


CHECKSUMS = tuple(checksums())


def sealed(text):
    """A line that lacks its checksum and its closing brace, with both."""
    check = 0xFFFFFFFF
    for byte in text.encode():
        check = CHECKSUMS[(check ^ byte) & 255] ^ check >> 8
    return f'{text},"crc":"{check ^ 0xFFFFFFFF:08x}"}}'


def write_log(path, box, count):
    """A log of a box that ran for a year: its start, and nappies at even distances."""
    first, step = 1_760_000_000_000, 365 * 86_400_000 // count
    with path.open("w") as file:
        for number in range(1, count + 1):
            at = number * step
            what = '"op":"boot","bootId":"' + box + '"' if number == 1 else f'"op":"add","src":"button","baby":1,"kind":"nappy","start":[1,{at}],"nappy":"wet"'
            identity = uuid.uuid5(uuid.NAMESPACE_OID, f"{box} {number}")
            line = f'{{"v":1,"id":"{identity}","box":"{box}","seq":{number},"lc":{number},"boot":1,"bt":{at},"wt":{first + at},"ws":"ntp",{what}'
            file.write(sealed(line) + "\n")


if __name__ == "__main__":
    unittest.main()
