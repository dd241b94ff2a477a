#!/usr/bin/env python3
"""Uses the box in the guest of `rig cut`: presses NAP and FEED, and enters bottles on the command line.

    hand.py SECONDS FIRST SOCKET LOG CHIPS NAP FEED

SECONDS is how long; FIRST is the number of the first bottle, each a second after the one before; SOCKET is the box's
socket; LOG is the folder of its segments; CHIPS is the folder of the chip models; NAP and FEED are the files that pull
the wires.

Prints a line for each acknowledgement at once:

    ACKNOWLEDGED bottle N      the command line confirmed it; N is its time in milliseconds since 1970
    ACKNOWLEDGED button ID     the panel shows a new tick, and the log already has this line of a button
"""
import glob
import json
import socket
import sys
import threading
import time

FIRST_BOTTLE = 1_785_542_400  # 2026-08-01, ten days before the time that every box starts at
PEOPLE = 3


class Box:
    """The box by its socket and its panel."""

    def __init__(self, path: str, log: str, chips: str):
        self.path, self.log, self.chips = path, log, chips

    def ask(self, *words: str) -> dict:
        """The answer to a command; an exit of 75 if there is none."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(10)
            try:
                connection.connect(self.path)
                connection.sendall(json.dumps({"command": words}).encode() + b"\n")
                return json.loads(b"".join(iter(lambda: connection.recv(65536), b"")))
            except (OSError, ValueError):
                return {"exit": 75, "output": ""}

    def tick(self) -> str | None:
        """The words with a tick in the panel's own memory; None if there are none."""
        answer = self.ask("status", "--json")
        if answer["exit"] != 0:
            return None
        status = json.loads(answer["output"])
        said = [text for text in status["texts"] if "✓" in text]
        return said[0] if said and self.pixels() == status["pixels"] else None

    def pixels(self) -> str:
        """What the panel visibly shows, by the chip's model."""
        with open(f"{self.chips}/orders", "w", encoding="utf-8") as orders:
            orders.write("dump\n")
        with open(f"{self.chips}/answers", encoding="utf-8") as answers:
            return json.loads(answers.readline())["pixels"]

    def button_lines(self) -> set[str]:
        """The ids of the buttons' lines in the log's files."""
        ids = set()
        for path in glob.glob(f"{self.log}/*.jsonl"):
            with open(path, "rb") as segment:
                ids.update(identifier for identifier in map(button_id, segment) if identifier)
        return ids


def button_id(line: bytes) -> str | None:
    """The id of a button's line; None for any other line, and for a line that a killed box left torn."""
    if b'"src":"button"' not in line:
        return None
    try:
        return json.loads(line)["id"]
    except (ValueError, KeyError):
        return None


def tell(what: str, number: int | str) -> None:
    print(f"ACKNOWLEDGED {what} {number}\n", end="", flush=True)


def pull(wire: str, where: str) -> None:
    with open(wire, "w", encoding="utf-8") as file:
        file.write(where)


def tap(wire: str) -> None:
    pull(wire, "pull-down")
    time.sleep(0.1)
    pull(wire, "pull-up")


def press_in_turn(box: Box, wires: list[str], end: float) -> None:
    """Presses NAP and FEED in turn, so that each tick has other words than the one before."""
    before, turn, told = box.tick(), 0, set()
    while time.monotonic() < end:
        tap(wires[turn % len(wires)])
        turn += 1
        now, patience = None, time.monotonic() + 3
        while now in (None, before) and time.monotonic() < min(end, patience):
            time.sleep(0.1)
            now = box.tick()
        if now not in (None, before):
            before = now
            for identifier in sorted(box.button_lines() - told):
                told.add(identifier)
                tell("button", identifier)


def add_bottles(box: Box, numbers: range, end: float) -> None:
    for number in numbers:
        if time.monotonic() >= end:
            return
        second = FIRST_BOTTLE + number
        start = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(second))
        if box.ask("log", "add", "bottle", "--start", start)["exit"] == 0:
            tell("bottle", second * 1000)


def main() -> None:
    seconds, first, path, log, chips, *wires = sys.argv[1:]
    box, end = Box(path, log, chips), time.monotonic() + float(seconds)
    people = [
        threading.Thread(target=add_bottles, args=(box, range(int(first) + place, int(first) + 100_000, PEOPLE), end))
        for place in range(PEOPLE)
    ]
    for person in people:
        person.start()
    press_in_turn(box, wires, end)
    for person in people:
        person.join()


main()
