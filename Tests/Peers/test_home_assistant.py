"""A real Home Assistant beside a simulated box, the program that connects it, and a real mosquitto.

    CRIBSIDE_PEERS=.build/debug HASS=.build-peers/2025.4/bin/hass python -m unittest discover -s Tests/Peers -v

CRIBSIDE_PEERS is the folder of the programs, HASS the program of Home Assistant. Needs PyJWT for the token. Nothing of it
leaves the machine but what Home Assistant installs at its first start.
"""

import datetime
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

PROGRAMS = pathlib.Path(os.environ.get("CRIBSIDE_PEERS", ".build/debug"))
HASS = os.environ.get("HASS")
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/bin:/usr/local/sbin")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait(seconds, what, condition):
    """The value of a condition once it is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what}: not within {seconds} s")


class House:
    """Processes and their files, ended and removed together."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cribside-peers-"))
        self.processes = {}
        self.broker_port, self.hass_port = free_port(), free_port()

    def start(self, name, *command, **options):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen(
                [str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **options
            )

    def stop(self, name, how=signal.SIGTERM):
        process = self.processes.pop(name)
        os.killpg(process.pid, how)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def close(self):
        for name in list(self.processes):
            self.stop(name)
        shutil.rmtree(self.folder, ignore_errors=True)

    # The programs

    def start_broker(self):
        conf = self.folder / "mosquitto.conf"
        conf.write_text(f"listener {self.broker_port} 127.0.0.1\nallow_anonymous true\nuser root\npersistence false\n")
        self.start("mosquitto", MOSQUITTO, "-c", conf)
        wait(10, "the broker", lambda: self.listens(self.broker_port))

    def listens(self, port):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    def start_box(self, *babies, sync=8):
        """`sync`: how long the simulated card takes to sync, in milliseconds."""
        config = {
            "babies": [{"id": n + 1, "name": name, "birthdate": "2026-03-01", "bedtime": "19:00"} for n, name in enumerate(babies)],
            "timeZone": "Etc/UTC", "simulation": {"syncMilliseconds": sync},
        }
        path = self.folder / "cribside.json5"
        path.write_text(json.dumps(config))
        # The simulated box needs a terminal, which `script` provides.
        command = f"{PROGRAMS}/cribside simulate --config {path} --state {self.folder}/box"
        self.start("box", "script", "-qfc", f"exec {command}", "/dev/null")
        wait(20, "the box", (self.folder / "box/control").exists)

    def start_link(self):
        self.start(
            "link", PROGRAMS / "cribside-link", "--socket", self.folder / "box/control", "--household", "home",
            "--broker", f"mqtt://127.0.0.1:{self.broker_port}",
        )

    def box(self, *words):
        command = [PROGRAMS / "cribside", *words, "--state", self.folder / "box"]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def diary(self):
        return [json.loads(line) for line in self.box("log", "list", "--json").splitlines()]

    # Home Assistant

    def start_hass(self):
        """Sets up Home Assistant without a person: an owner, a permanent token and MQTT, in the form of its own files."""
        import jwt

        config = self.folder / "hass"
        storage = config / ".storage"
        if not config.exists():
            storage.mkdir(parents=True)
            now = datetime.datetime.now(datetime.timezone.utc)
            self.token = write_storage(storage, now, self.broker_port, self.version() >= (2026, 1), jwt)
            (config / "configuration.yaml").write_text(
                f"http:\n  server_host: 127.0.0.1\n  server_port: {self.hass_port}\napi:\nmqtt:\nconfig:\n"
            )
        self.start("hass", HASS, "-c", config)
        wait(400, "Home Assistant", lambda: self.ask("/api/config") and self.ask("/api/config")["state"] == "RUNNING")

    def version(self):
        text = subprocess.run([HASS, "--version"], check=True, capture_output=True, text=True).stdout
        return tuple(int(number) for number in re.findall(r"\d+", text)[:2])

    def ask(self, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.hass_port}{path}", None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return None

    def entity(self, name):
        """The state of the entity with a visible name. Its id differs between versions."""
        found = [one for one in self.ask("/api/states") or [] if one["attributes"].get("friendly_name") == name]
        return found[0] if found else None

    def state(self, name):
        found = self.entity(name)
        return found and found["state"]

    def call(self, service, name, **data):
        self.ask(f"/api/services/{service}", {"entity_id": self.entity(name)["entity_id"], **data})


def write_storage(storage, now, broker_port, is_new, jwt):
    user, refresh, key = secrets.token_hex(16), secrets.token_hex(16), secrets.token_hex(64)
    token = {
        "id": refresh, "user_id": user, "client_id": None, "client_name": "test", "client_icon": None,
        "token_type": "long_lived_access_token", "created_at": now.isoformat(), "access_token_expiration": 315360000.0,
        "token": secrets.token_hex(64), "jwt_key": key, "last_used_at": None, "last_used_ip": None, "expire_at": None,
        "credential_id": None, "version": None,
    }
    owner = {
        "id": user, "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "test",
        "system_generated": False, "local_only": False,
    }
    groups = [{"id": "system-admin", "name": "Administrators"}, {"id": "system-users", "name": "Users"}, {"id": "system-read-only", "name": "Read Only"}]
    entry = {
        "entry_id": "cribside0000000000000000000000001", "version": 2 if is_new else 1, "minor_version": 1 if is_new else 2,
        "domain": "mqtt", "title": "127.0.0.1", "data": {"broker": "127.0.0.1", "port": broker_port} | ({"protocol": "5"} if is_new else {}),
        "options": {"discovery": True, "discovery_prefix": "homeassistant"}, "pref_disable_new_entities": False,
        "pref_disable_polling": False, "source": "user", "unique_id": None, "disabled_by": None,
        "created_at": now.isoformat(), "modified_at": now.isoformat(), "discovery_keys": {},
    }
    files = {
        "auth": {"version": 1, "minor_version": 1, "key": "auth", "data": {"users": [owner], "groups": groups, "credentials": [], "refresh_tokens": [token]}},
        "onboarding": {"version": 4, "minor_version": 1, "key": "onboarding", "data": {"done": ["user", "core_config", "analytics", "integration"]}},
        "core.config_entries": {"version": 1, "minor_version": 4, "key": "core.config_entries", "data": {"entries": [entry]}},
    }
    for name, content in files.items():
        (storage / name).write_text(json.dumps(content))
    claims = {"iss": refresh, "iat": now, "exp": now + datetime.timedelta(days=3650)}
    return jwt.encode(claims, key, algorithm="HS256")


@unittest.skipUnless(HASS and MOSQUITTO, "HASS names no Home Assistant, or mosquitto is not installed")
class HomeAssistantTests(unittest.TestCase):
    """The tests share one house, because Home Assistant takes long to start."""

    @classmethod
    def setUpClass(cls):
        cls.house = House()
        cls.addClassCleanup(cls.house.close)
        cls.house.start_broker()
        cls.house.start_box("Ada", "Ben")
        cls.house.start_link()
        cls.house.start_hass()
        print("Home Assistant", ".".join(map(str, cls.house.version())))

    def test_1_entities_appear(self):
        house = self.house
        names = [
            "Day state", "Asleep", "Feeding", "Next nap", "Wake by", "Bedtime", "Last sleep", "Last feed", "Sleep in 24 h",
            "Intake in 24 h", "Next side", "Plan style", "Diary", "Button", "Alert",
        ]
        for baby in ("Ada", "Ben"):
            for name in names:
                wait(30, f"{baby} {name}", lambda: house.entity(f"{baby} {name}"))
        # An entity appears before its state.
        wait(30, "its state", lambda: house.state("Ada Asleep") == "off")
        log = (house.folder / "hass.log").read_text()
        self.assertNotRegex(log, r"(?i)(error|warning).*(mqtt|cribside)")

    def test_2_the_switch_ends_a_nap_and_the_log_has_it(self):
        house = self.house
        house.call("switch/turn_on", "Ada Asleep")
        wait(20, "asleep", lambda: house.state("Ada Asleep") == "on")
        running = [row for row in house.diary() if row["kind"] == "sleep" and row["end"] is None]
        self.assertEqual([(row["by"], row["baby"]) for row in running], [("Home Assistant", 1)])
        house.call("switch/turn_off", "Ada Asleep")
        wait(20, "awake", lambda: house.state("Ada Asleep") == "off")
        self.assertEqual([row for row in house.diary() if row["kind"] == "sleep" and row["end"] is None], [])

    def test_3_a_press_at_the_box_is_an_event(self):
        house = self.house
        before = house.state("Ben Diary")
        house.box("log", "add", "nappy", "wet", "--baby", "2")
        wait(20, "the event", lambda: house.state("Ben Diary") not in (before, "unknown", None))
        self.assertEqual(house.entity("Ben Diary")["attributes"]["event_type"], "nappy")

    def test_4_a_broker_that_is_killed_and_comes_back(self):
        house = self.house
        house.stop("mosquitto", signal.SIGKILL)
        wait(30, "unavailable", lambda: house.state("Ada Asleep") == "unavailable")
        house.box("log", "add", "nap")
        house.start_broker()
        wait(60, "the nap of the time between", lambda: house.state("Ada Asleep") == "on")
        house.box("log", "end", "nap")
        wait(20, "its end", lambda: house.state("Ada Asleep") == "off")

    def test_5_a_box_that_is_away(self):
        house = self.house
        house.stop("box")
        wait(30, "unavailable", lambda: house.state("Ada Asleep") == "unavailable")
        house.start_box("Ada", "Ben")
        wait(60, "available", lambda: house.state("Ada Asleep") == "off")

    def test_6_a_baby_is_renamed_and_one_is_removed(self):
        house = self.house
        entity = house.entity("Ada Asleep")["entity_id"]
        house.stop("box")
        house.start_box("Eve")
        wait(60, "the new name", lambda: house.state("Eve Asleep") == "off")
        self.assertEqual(house.entity("Eve Asleep")["entity_id"], entity)
        wait(30, "Ben is gone", lambda: house.entity("Ben Asleep") is None)

    def test_7_home_assistant_starts_again(self):
        house = self.house
        house.stop("hass")
        house.start_hass()
        wait(60, "the entity", lambda: house.state("Eve Asleep") == "off")

    def test_8_the_switch_changes_when_a_slow_card_has_synced_and_not_before(self):
        house = self.house
        house.stop("box")
        house.start_box("Eve", sync=3000)
        wait(90, "available", lambda: house.state("Eve Asleep") == "off")
        for service, state in (("switch/turn_on", "on"), ("switch/turn_off", "off")):
            start = time.monotonic()
            house.call(service, "Eve Asleep")
            wait(30, state, lambda: house.state("Eve Asleep") == state)
            self.assertGreaterEqual(time.monotonic() - start, 3)
        self.assertEqual([row["end"] is None for row in house.diary() if row["kind"] == "sleep"].count(True), 0)


if __name__ == "__main__":
    unittest.main()
