"""A household of real programs: simulated boxes, `cribside-link` beside each, and one mosquitto that is killed repeatedly.

    CRIBSIDE_PEERS=.build/debug python3 -m unittest -v Tests/Peers/test_household.py

CRIBSIDE_PEERS is the folder of the programs. CRIBSIDE_KILLS (default: 12) says how often the broker dies, and CRIBSIDE_LINES
(default: 200) what each of fifty boxes has written. The tests print what docs/performance.md has as figures.
"""

import concurrent.futures
import datetime
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
DEBIAN = pathlib.Path("/etc/mosquitto/mosquitto.conf")
KILLS = int(os.environ.get("CRIBSIDE_KILLS", "12"))
LINES = int(os.environ.get("CRIBSIDE_LINES", "200"))


def wait(seconds, what, condition):
    """The value of a condition once it is true."""
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
    def __init__(self, folder, name="mosquitto", more="", is_open=True):
        self.port = free_port()
        self.conf = folder / f"{name}.conf"
        access = f"allow_anonymous {'true' if is_open else 'false'}"
        self.conf.write_text(f"user root\nlog_type none\npersistence false\nlistener {self.port} 127.0.0.1\n{access}\n{more}\n")
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
    """A simulated box in a separate terminal, whose keys are its buttons, and the program beside it."""

    # The longest time that a start may take, in seconds.
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
        """The memory of the program beside the box, in KiB: now and at most."""
        status = pathlib.Path(f"/proc/{self.link.pid}/status").read_text()
        return tuple(int(status.split(f"{field}:")[1].split()[0]) for field in ("VmRSS", "VmHWM"))

    # The control socket

    def connect(self, request, patience=30):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(patience)
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
        """Every line of the log as it is, including those of other boxes."""
        found, after = set(), {}
        while True:
            lines = self.ask({"lines": {"after": after, "limit": 500}})["output"].splitlines()
            if not lines:
                return found
            found.update(lines)
            for line in map(json.loads, lines):
                after[line["box"]] = max(after.get(line["box"], 0), line["seq"])

    def document(self):
        """The state. A box that is kept from running for longer than a client may be silent closes the connection, so it is asked
        again."""

        def ask():
            try:
                with self.connect({"watch": {}}) as watch:
                    line = next(watch, None)
                    return line and json.loads(line)
            except OSError:
                return None

        return wait(300, "the state", ask)

    def words(self):
        """The words on the panel's pages."""
        return self.document()["babies"][0]["words"]

    def is_up(self):
        household = self.document()["box"]["household"]
        return household is not None and household["since"] is not None


class Stranger:
    """A client of the broker that is no box, with the part of MQTT 3.1.1 that this needs."""

    def __init__(self, broker, user=None, password=None):
        self.socket = socket.create_connection(("127.0.0.1", broker.port))
        self.stream = self.socket.makefile("rb")
        self.socket.settimeout(10)
        access = self.text(user) + self.text(password) if user else b""
        self.send(0x10, self.text("MQTT") + bytes([4, 0xC2 if user else 2, 0, 60]) + self.text("stranger") + access)
        if self.expect(0x20)[1][1] != 0:
            raise ConnectionError("the broker refuses")

    @staticmethod
    def text(words):
        return len(words.encode()).to_bytes(2, "big") + words.encode()

    def send(self, kind, body):
        length, size = bytearray(), len(body)
        while size > 127:
            length.append(size & 127 | 128)
            size >>= 7
        self.socket.sendall(bytes([kind]) + bytes(length) + bytes([size]) + body)

    def packet(self):
        """The next packet: its first byte and the rest."""
        kind, size, shift = self.stream.read(1), 0, 0
        while kind:
            byte = self.stream.read(1)[0]
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind[0], self.stream.read(size)
        raise ConnectionError("the broker has closed the connection")

    def expect(self, wanted):
        while (packet := self.packet())[0] & 0xF0 != wanted:
            pass
        return packet

    def publish(self, topic, text, retain=False):
        """Returns once the broker has the message, or has dropped it because this client may not write there."""
        self.send(0x33 if retain else 0x32, self.text(topic) + b"\x00\x01" + text.encode())
        self.expect(0x40)

    def subscribe(self, topic):
        self.send(0x82, b"\x00\x01" + self.text(topic) + b"\x00")

    def messages(self):
        """Yields topic, text, and whether the message was retained, without end."""
        while True:
            kind, body = self.expect(0x30)
            end = 2 + int.from_bytes(body[:2], "big")
            yield body[2:end].decode(), body[end:], kind & 1 == 1

    def close(self):
        self.stream.close()
        self.socket.close()


@unittest.skipUnless(MOSQUITTO and (PROGRAMS / "cribside-link").exists(), "mosquitto or the programs are not there")
class HouseholdTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cribside-household-"))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.broker = Broker(self.folder)
        self.addCleanup(self.broker.kill)
        self.broker.start()
        self.boxes = []

    def add(self, name, is_started=True, broker=None, **more):
        port = (broker or self.broker).port
        box = Box(self.folder, name, {"name": "home", "broker": f"mqtt://127.0.0.1:{port}", "boxes": "open", **more})
        self.addCleanup(box.stop)
        if is_started:
            box.start()
        self.boxes.append(box)
        return box

    def until_all_are_up(self, seconds=90):
        for box in self.boxes:
            wait(seconds, f"{box.name} is connected", box.is_up)

    def expect_one_diary(self, seconds=120):
        """All boxes get the same lines, and every page of every panel shows the same."""

        def is_same():
            first = self.boxes[0].have()
            return first and len(first) == len(self.boxes) and all(box.have() == first for box in self.boxes)

        wait(seconds, "the same numbers", is_same)
        wait(60, "the same lines", lambda: len({frozenset(box.lines()) for box in self.boxes}) == 1)
        # An event of another box is shown at the foot for ten seconds, and a minute may pass between two questions.
        wait(90, "the same screens", lambda: len({json.dumps(box.words()) for box in self.boxes}) == 1)
        return self.boxes[0].lines()

    def test_a_broker_that_is_killed_again_and_again_loses_nothing(self):
        boxes = [self.add(name) for name in ("nursery", "bedroom", "grandmother")]
        self.until_all_are_up()
        chance, acknowledged, is_over = random.Random(1), [], threading.Event()

        def live(box, chance):
            """Logs without pause, with an id that is sent again until it is acknowledged. Acknowledged events must not be lost."""
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
        # A blank card with the old one's name, as docs/log-format.md describes: no log, and no other file.
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

    def test_a_clock_that_lies_moves_no_entry_of_the_others(self):
        """A simulated box continues where its log ends, so a log of the day after next week sets its clock."""
        ahead = 11 * 86_400
        liar = self.add("grandmother", is_started=False)
        (liar.state / "log").mkdir(parents=True)
        name_box(liar.state, "0badc10c0000")
        start = int((time.time() + ahead) * 1000)
        boot = f'{{"v":1,"id":"{uuid.uuid4()}","box":"0badc10c0000","seq":1,"lc":1,"boot":1,"bt":0,"wt":{start},"ws":"ntp","op":"boot","bootId":"of the future"'
        (liar.state / "log/seg-000001.jsonl").write_text(sealed(boot) + "\n")
        honest = [self.add("nursery"), self.add("bedroom")]
        liar.start()
        self.until_all_are_up()
        ids = {}
        for box in self.boxes:
            for words in (["nappy", "wet"], ["nap"]):
                ids[str(uuid.uuid4())] = box
                self.assertIn(box.run("log", "add", *words, identity=list(ids)[-1])["exit"], (0, 1))
            box.run("log", "end", "nap")
            time.sleep(1)
        wait(60, "the same lines", lambda: len({frozenset(box.lines()) for box in self.boxes}) == 1)

        def starts(box):
            rows = map(json.loads, box.run("log", "list", "--days", "30", "--json")["output"].splitlines())
            return {row["id"]: row["start"] for row in rows if row["id"] in ids}

        said = [starts(box) for box in self.boxes]
        for identity, start in said[1].items():
            error = datetime.datetime.fromisoformat(start).timestamp() - time.time()
            self.assertLess(abs(error - (ahead if ids[identity] is liar else 0)), 120, f"{ids[identity].name}: {start}")
        self.assertGreaterEqual(sum(ids[identity] is not liar for identity in said[1]), 3)
        self.assertEqual(said[0] | said[1], said[0], "the box with the lying clock shows the entries of the others at their times")
        self.assertEqual(said[1], said[2])
        wait(90, "the same screens", lambda: len({json.dumps(box.words()) for box in honest}) == 1)

    def test_a_forged_box_changes_no_diary(self):
        """A stranger has a user at the broker, but is not listed, and the example access list does not let it publish for a box."""
        ids = {"nursery": "00000000a001", "bedroom": "00000000a002", "stranger": "00000000bad0"}
        passwords = self.folder / "passwords"
        for number, user in enumerate(ids.values()):
            create = ["-c"] if number == 0 else []
            subprocess.run(["mosquitto_passwd", "-b", *create, passwords, user, "secret"], check=True)
        (self.folder / "secret").write_text("secret\n")
        example = pathlib.Path(__file__).resolve().parents[2] / "Deploy/household/mosquitto.acl"
        broker = Broker(self.folder, "guarded", f"password_file {passwords}\nacl_file {example}", is_open=False)
        self.addCleanup(broker.kill)
        broker.start()
        listed = [ids["nursery"], ids["bedroom"]]
        for name, identity in ids.items():
            boxes = "open" if name == "stranger" else listed
            box = self.add(name, False, broker, boxes=boxes, user=identity, passwordFile=str(self.folder / "secret"), homeAssistant=False)
            box.state.mkdir()
            name_box(box.state, identity)
            box.start()
        self.until_all_are_up()
        nursery, bedroom, stranger = self.boxes
        forger = Stranger(broker, ids["stranger"], "secret")
        self.addCleanup(forger.close)
        spoken = f"cribside/home/{ids['stranger']}/line"
        forger.subscribe(spoken)
        self.assertEqual(stranger.run("log", "add", "nappy", "dirty")["exit"], 0)
        self.assertIn("dirty", next(text for topic, text, _ in forger.messages() if topic == spoken).decode())
        wait(60, "the lines of both", lambda: nursery.lines() == bedroom.lines() and len({json.loads(line)["box"] for line in nursery.lines()}) == 2)
        # Forged lines in the name of a box, below the stranger's topics and below that box's.
        number = max(line["seq"] for line in map(json.loads, nursery.lines()) if line["box"] == ids["nursery"])
        now = int(time.time() * 1000)
        line = sealed(
            f'{{"v":1,"id":"{uuid.uuid4()}","box":"{ids["nursery"]}","seq":{number + 1},"lc":99,"boot":1,"bt":0,"wt":{now},"ws":"ntp",'
            f'"op":"add","src":"button","baby":1,"kind":"nappy","start":{now},"nappy":"both"'
        )
        bundle = f'{{"of":"{ids["nursery"]}","after":{number}}}\n{line}\n'
        for sender in (ids["stranger"], ids["nursery"]):
            for topic in ("line", f"line/{ids['bedroom']}"):
                forger.publish(f"cribside/home/{sender}/{topic}", bundle)
            forger.publish(f"cribside/home/{sender}/have", json.dumps({ids["nursery"]: number + 500}))
        self.assertEqual(nursery.run("log", "add", "nappy", "both")["exit"], 0)
        wait(60, "the same lines", lambda: nursery.lines() == bedroom.lines())
        self.assertEqual({json.loads(line)["box"] for line in bedroom.lines()}, set(listed))
        self.assertNotIn(line, nursery.lines() | bedroom.lines())

    @unittest.skipUnless(DEBIAN.exists(), "no mosquitto.conf of Debian")
    def test_the_example_configuration_belongs_into_debians(self):
        example = pathlib.Path(__file__).resolve().parents[2] / "Deploy/household"
        port, included = free_port(), self.folder / "conf.d"
        included.mkdir()
        subprocess.run(["mosquitto_passwd", "-b", "-c", self.folder / "cribside.passwords", "00000000a001", "secret"], check=True)
        shutil.copy(example / "mosquitto.acl", self.folder / "cribside.acl")
        moved = (example / "mosquitto.conf").read_text().replace("/etc/mosquitto", str(self.folder))
        (included / "cribside.conf").write_text(moved.replace("listener 1883", f"listener {port} 127.0.0.1"))
        debian = DEBIAN.read_text().replace("/etc/mosquitto", str(self.folder))
        for place in ("/run/mosquitto", "/var/lib/mosquitto", "/var/log/mosquitto"):
            debian = debian.replace(place, str(self.folder))
        broker = Broker(self.folder, "debian")
        broker.port = port
        broker.conf.write_text(debian + "user root\n")
        self.addCleanup(broker.kill)
        broker.start()
        Stranger(broker, "00000000a001", "secret").close()
        with self.assertRaises(ConnectionError):
            Stranger(broker, "00000000a001", "guess")

    def test_a_command_that_is_replayed_is_carried_out_once(self):
        box = self.add("nursery")
        self.until_all_are_up()
        topic = f"cribside/home/{list(box.have())[0]}/baby/1/set/"
        stranger = Stranger(self.broker)
        self.addCleanup(stranger.close)

        def wish(word, ago=0):
            at = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=ago)
            return json.dumps({"do": word, "at": at.isoformat(timespec="milliseconds")})

        def running(kind):
            return any(event["kind"] == kind for event in box.document()["babies"][0]["running"])

        nap = wish("ON")
        for _ in range(3):
            stranger.publish(topic + "asleep", nap)
        wait(20, "the nap", lambda: running("sleep"))
        self.assertEqual(box.run("log", "end", "nap")["exit"], 0)
        stranger.publish(topic + "asleep", nap)
        box.kill_link()
        stranger.publish(topic + "asleep", wish("ON"), retain=True)
        box.start_link()
        wait(20, "connected", box.is_up)
        stranger.publish(topic + "asleep", nap)
        box.kill_box()
        box.start_box()
        wait(20, "connected", box.is_up)
        stranger.publish(topic + "asleep", nap)
        stranger.publish(topic + "asleep", wish("ON", ago=120))
        # Wishes are carried out in order: once this one is, the others were handled.
        stranger.publish(topic + "feeding", wish("ON"))
        wait(20, "the feed", lambda: running("nursing"))
        naps = [line for line in map(json.loads, box.lines()) if line["op"] == "add" and line["kind"] == "sleep"]
        self.assertEqual(len(naps), 1, naps)
        self.assertFalse(running("sleep"))

    def test_a_broker_whose_queues_are_full_loses_nothing(self):
        broker = Broker(self.folder, "narrow", "max_inflight_messages 1\nmax_queued_messages 1\nsys_interval 1")
        self.addCleanup(broker.kill)
        broker.start()
        boxes = [self.add(name, broker=broker) for name in ("nursery", "bedroom", "grandmother")]
        self.until_all_are_up()
        boxes[2].link.send_signal(signal.SIGSTOP)
        for _ in range(60):
            for box in boxes:
                self.assertEqual(box.run("log", "add", "nappy", "wet")["exit"], 0)
        boxes[2].link.send_signal(signal.SIGCONT)
        lines = self.expect_one_diary()
        observer = Stranger(broker)
        self.addCleanup(observer.close)
        observer.subscribe("$SYS/broker/publish/messages/dropped")
        dropped = next(int(text) for _, text, _ in observer.messages() if int(text) > 0)
        print(f"\na broker with full queues: {dropped} messages dropped, {len(lines)} lines, the same everywhere")
        self.assertGreaterEqual(len(lines), 180)

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
    """Adds the checksum and the closing brace to a line without them."""
    check = 0xFFFFFFFF
    for byte in text.encode():
        check = CHECKSUMS[(check ^ byte) & 255] ^ check >> 8
    return f'{text},"crc":"{check ^ 0xFFFFFFFF:08x}"}}'


def name_box(state, name):
    """Gives a directory without a log the name of its box."""
    (state / "box.json").write_text(sealed(f'{{"v":1,"box":"{name}"') + "\n")


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
