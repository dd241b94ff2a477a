"""A stand-in for cribside-page: the page's files, and its interface over a household in memory.

    python3 Tests/Page/mock.py [--port 8080] [--names Mia,Theo] [--at 2026-02-11T11:05:00-05:00] [--speed 60]
"""

import argparse
import datetime
import http.server
import json
import pathlib
import secrets
import socket
import threading
import time
import urllib.parse

from household import NOON, Household

STATIC = pathlib.Path(__file__).resolve().parents[2] / "Sources/PhonePage/Static"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
HEARTBEAT_SECONDS = 15


class Server(http.server.ThreadingHTTPServer):
    """Serves a household. With `is_away` it answers as the page does when the box is gone."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, household, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.household = household
        self.is_away = False
        self.open_sockets = set()
        self.delay = 0
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        threading.Thread(target=self.tick, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    def tick(self):
        """The panel's words change with every minute."""
        last = None
        while not getattr(self, "is_closed", False):
            minute = self.household.now().replace(second=0)
            if minute != last:
                last = minute
                self.household.touch()
            time.sleep(0.2)

    def leave(self):
        """The box is gone: open streams end, questions get 503."""
        self.is_away = True
        self.household.touch()

    def come_back(self):
        self.is_away = False

    def kill(self):
        """The program ends at once: no request is answered, and every connection is cut."""
        self.is_closed = True
        self.shutdown()
        self.server_close()
        for connection in list(self.open_sockets):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def setup(self):
        super().setup()
        self.server.open_sockets.add(self.connection)

    def finish(self):
        self.server.open_sockets.discard(self.connection)
        try:
            super().finish()
        except OSError:
            pass

    def log_message(self, *_):
        pass

    def handle_error(self, *_):
        pass

    def answer(self, status, body=b"", kind="text/plain; charset=utf-8", **headers):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    @property
    def token(self):
        cookies = dict(part.strip().partition("=")[::2] for part in self.headers.get("Cookie", "").split(";"))
        return cookies.get("cribside") if cookies.get("cribside") in self.server.household.phones else None

    def is_welcome(self):
        host = self.headers.get("Host", "").rpartition(":")[0]
        if not (host.endswith(".local") or host.replace(".", "").isdigit()):
            return self.answer(421)
        origin = self.headers.get("Origin")
        if origin and urllib.parse.urlsplit(origin).netloc != self.headers["Host"]:
            return self.answer(403)
        return True

    def do_GET(self):
        if not self.is_welcome():
            return
        path, _, query = self.path.partition("?")
        if path == "/":
            path = "/static/index.html"
        if path.startswith("/static/"):
            file = STATIC / pathlib.PurePosixPath(path).name
            return self.answer(200, file.read_bytes(), TYPES[file.suffix], Cache_Control="no-cache") if file.is_file() else self.answer(404)
        if not self.token:
            return self.answer(401)
        if self.server.is_away:
            return self.answer(503, Retry_After="2")
        if path == "/api/state":
            return self.json(self.server.household.state(self.token))
        if path == "/api/log":
            days = int(urllib.parse.parse_qs(query).get("days", ["2"])[0])
            return self.answer(200, "".join(line + "\n" for line in self.server.household.lines(days)).encode(), "application/jsonl")
        if path == "/api/events":
            return self.events()
        self.answer(404)

    def json(self, document):
        self.answer(200, json.dumps(document).encode(), "application/json")

    def events(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        household, sent = self.server.household, None
        try:
            while not self.server.is_away and not getattr(self.server, "is_closed", False) and self.token:
                with household.lock:
                    if household.seq == sent:
                        household.changed.wait(HEARTBEAT_SECONDS)
                    isNew, sent = household.seq != sent, household.seq
                    text = f"event: state\nid: {sent}\ndata: {json.dumps(household.state(self.token))}\n\n" if isNew else ": beat\n\n"
                self.wfile.write(text.encode())
                self.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass

    def do_POST(self):
        if not self.is_welcome():
            return
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        household = self.server.household
        if self.path == "/api/pair":
            return self.pair(household, body)
        if self.path != "/api/command":
            return self.answer(404)
        if not self.token:
            return self.answer(401)
        if self.server.is_away:
            return self.answer(503, Retry_After="2")
        time.sleep(self.server.delay)
        self.json(household.command(body["id"], body["command"], body.get("at"), household.phones[self.token]))

    def pair(self, household, body):
        if time.monotonic() < household.closed_until:
            return self.answer(429, Retry_After="600")
        if body.get("code") != household.code:
            household.wrong += 1
            if household.wrong >= 5:
                household.wrong, household.closed_until = 0, time.monotonic() + 600
            return self.answer(401)
        token = secrets.token_hex(16)
        household.phones[token] = body["name"]
        self.answer(204, Set_Cookie=f"cribside={token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8080)
    parser.add_argument("--names", default="Mia")
    parser.add_argument("--at", default=NOON.isoformat())
    parser.add_argument("--speed", type=float, default=1)
    options = parser.parse_args()
    household = Household(datetime.datetime.fromisoformat(options.at), options.names.split(","), speed=options.speed)
    server = Server(household, options.port)
    print(f"http://127.0.0.1:{server.port}/#{household.code}", flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        server.kill()


if __name__ == "__main__":
    main()
