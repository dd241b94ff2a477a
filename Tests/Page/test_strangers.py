"""Strangers on the network, against a real page and its box: the box answers and saves as ever, and nothing of theirs is in
its log. Runs where `.ci/page` runs the real ones; CRIBSIDE_FULL=1 sends a hundred thousand requests.
"""

import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import test_programs
from test_page import REAL, box

REQUESTS = 100_000 if os.environ.get("CRIBSIDE_FULL") else 10_000
SLOW = 300


def request(method, path, *fields, host="cribside.local", body=""):
    head = [f"{method} {path} HTTP/1.1", f"Host: {host}", *fields]
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return ("\r\n".join(head) + "\r\n\r\n" + body).encode()


FLOOD = [
    (request("GET", "/", host="evil.example"), b"421"), (request("GET", "/api/state"), b"401"),
    (request("GET", "/api/state", "Origin: http://evil.example"), b"403"), (request("GET", "/etc/passwd"), b"404"),
    (request("POST", "/api/command", body='{"id":"1","command":["log","add","nap"]}'), b"401"),
    (request("POST", "/api/pair", body='{"code":"000000","name":"Eve"}'), b"401"), (request("DELETE", "/"), b"405"),
    (request("GET", "/api/log?days=3660", "Cookie: cribside=" + "f" * 32), b"401"),
]


def connect(source, port=REAL):
    """A connection from an address of this machine: each address has eight places."""
    return socket.create_connection(("127.0.0.1", int(port)), timeout=30, source_address=(source, 0))


def answer(connection):
    """The status of an answer that is read whole."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            raise ConnectionError
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    missing = int(fields.get(b"content-length", b"0")) - len(body)
    while missing > 0:
        missing -= len(connection.recv(65536))
    return head.split()[1]


@unittest.skipUnless(REAL, "a stand-in has no limits")
class Strangers(unittest.TestCase):
    def flood(self, found):
        connection = connect("127.0.0.3")
        for number in range(REQUESTS):
            sent, expected = FLOOD[number % len(FLOOD)]
            try:
                connection.sendall(sent)
                status = answer(connection)
            except OSError:
                connection.close()
                connection = connect("127.0.0.3")
                continue
            if status != expected and status != b"429":
                found.append((sent, status))
        connection.close()

    def test_the_box_saves_as_ever_while_strangers_do_what_they_can(self):
        before = [line for line in box("log", "list", "--days", "1", "--json").splitlines()]
        found, slow, waits = [], [], []
        flood = threading.Thread(target=self.flood, args=(found,))
        started = time.monotonic()
        flood.start()
        for _ in range(SLOW):
            try:
                slow.append(connect("127.0.0.2"))
                slow[-1].sendall(b"GET / HTTP/1.1\r\nHost: crib")
            except OSError:
                pass
        saved = 0
        while flood.is_alive() or saved < 5:
            began = time.monotonic()
            box("log", "add", "nappy", "wet")
            waits.append(time.monotonic() - began)
            saved += 1
            flood.join(0.5)
        seconds = time.monotonic() - started
        after = [json.loads(line) for line in box("log", "list", "--days", "1", "--json").splitlines()]
        self.assertEqual(found, [])
        self.assertEqual(len(after), len(before) + saved, "the box has what was logged at it, and nothing else")
        self.assertLess(max(waits), 3, "the whole program that asks, on a busy machine")
        phone = connect("127.0.0.1")
        phone.sendall(request("GET", "/"))
        self.assertEqual(answer(phone), b"200")
        for connection in [*slow, phone]:
            connection.close()
        print(f"\n{REQUESTS} requests of strangers in {seconds:.0f} s; {saved} events logged meanwhile, the slowest in {max(waits) * 1000:.0f} ms")


class Intruders(test_programs.ProgramsCase):
    """A separate page, so the codes that are tried on it close no other pairing."""

    def ask(self, body, *fields, host="cribside.local"):
        connection = connect("127.0.0.1", test_programs.PORT)
        connection.sendall(request("POST", "/api/pair", *fields, host=host, body=body))
        status = answer(connection)
        connection.close()
        return int(status)

    def files(self):
        """The box's files of the diary and of phones, byte for byte."""
        return {file.name: file.read_bytes() for file in sorted(self.programs.state.rglob("*.json*")) if file.parent.name == "log" or file.name == "phones.json"}

    def test_names_origins_wrong_codes_slow_heads_and_a_killed_page_change_nothing_on_the_box(self):
        self.programs.press("n")
        test_programs.Programs.wait(lambda: len(self.of("sleep")) == 1, "the nap")
        before = self.files()
        code = json.loads(self.programs.ask("phones", "pair", "--json").stdout)["code"]
        right = json.dumps({"code": code, "name": "Eve"})
        wrong = json.dumps({"code": f"{(int(code) + 1) % 1_000_000:06}", "name": "Eve"})
        test_programs.Programs.wait(lambda: self.is_there(), "the page")
        self.assertEqual(self.ask(right, host="evil.example"), 421)
        self.assertEqual(self.ask(right, "Origin: http://evil.example"), 403)
        self.assertEqual([self.ask(wrong) for _ in range(5)], [401] * 4 + [429])
        self.assertEqual(self.ask(right), 429, "the right code after five wrong ones")
        slow = []
        for _ in range(SLOW):
            try:
                slow.append(connect("127.0.0.2", test_programs.PORT))
                self.addCleanup(slow[-1].close)
                slow[-1].sendall(b"POST /api/command HTTP/1.1\r\nHost: crib")
            except OSError:
                pass
        self.programs.kill_page()
        self.assertEqual(self.files(), before)
        began = time.monotonic()
        self.programs.press("n")
        test_programs.Programs.wait(lambda: self.of("sleep")[0]["end"], "the end of the nap")
        self.assertLess(time.monotonic() - began, 3)
        self.programs.start_page()
        test_programs.Programs.wait(lambda: self.is_there(), "the page")
        self.assertNotIn("Eve", self.programs.ask("phones", "list", "--json").stdout)

    @staticmethod
    def is_there():
        try:
            connect("127.0.0.1", test_programs.PORT).close()
            return True
        except OSError:
            return False


if __name__ == "__main__":
    unittest.main()
