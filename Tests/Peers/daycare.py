"""A daycare: fifty boxes that have each other's lines of a year, on one broker that is killed while all of them log.

    CRIBSIDE_PEERS=.build/release python3 Tests/Peers/daycare.py
    CRIBSIDE_PEERS=.build/debug python3 Tests/Peers/daycare.py --boxes 6 --days 30 --minutes 0.5 --kills 2

CRIBSIDE_PEERS is the folder of the programs. The year is not lived but written: all boxes get the same lines in the order of
their time, each in segments of its own with their heads and stops (docs/log-format.md), as if it had been connected all the
time. With `--keep DIR` the boxes stay there, and the next call continues with them. It prints what docs/performance.md has as
figures, and ends with 1 where anything acknowledged is missing, or the boxes differ at the end.
"""

import argparse
import collections
import concurrent.futures
import datetime
import hashlib
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from test_household import PROGRAMS, Box, Broker, Stranger, sealed, wait

DAY = 86_400_000
SEGMENT = 64 << 10
# Room for the line that closes a segment.
STOP = 200
# As many as a configuration may have.
BABIES = 4


def say(text):
    print(datetime.datetime.now(datetime.timezone.utc).strftime("%H:%M:%S"), text, flush=True)


def spread(values, unit):
    """The minimum, the median and the maximum of some figures."""
    return f"{min(values):.1f} / {statistics.median(values):.1f} / {max(values):.1f} {unit}"


def late(values):
    """The median and the 95th percentile of some waits."""
    values = sorted(values)
    return f"median {statistics.median(values):.0f} ms, 95 % {values[len(values) * 95 // 100]:.0f} ms, most {values[-1]:.0f} ms, of {len(values)}"


def resident(process):
    """The memory of a process, in MiB."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def processor(process):
    """The processor time of a process, in seconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The year

# `kernel` is the kernel's name for the boot.
Line = collections.namedtuple("Line", "box number count boot clock at kernel text")


def history(names, babies, days, daily, end):
    """The lines of all boxes in the order of their time. Each box starts once a month and logs at even distances; the naps of a
    baby do not overlap."""
    total, first = len(names) * days * daily, end - days * DAY
    step = days * DAY / total
    nap = min(45 * 60_000, int(0.7 * step * babies))
    starts, before = {}, {}
    for count in range(1, total + 1):
        place, number = (count - 1) % len(names), (count - 1) // len(names) + 1
        box, at = names[place], first + int(count * step)
        if (number - 1) % (30 * daily) == 0:
            boot = starts[box][0] + 1 if box in starts else 1
            starts[box] = (boot, at, uuid.uuid5(uuid.NAMESPACE_OID, f"{box} {boot}").hex)
            what = f'"op":"boot","bootId":"{starts[box][2]}"'
        boot, start, kernel = starts[box]
        clock = at - start
        identity = uuid.UUID(int=at << 80 | 7 << 76 | 2 << 62 | count)
        if clock:
            care = f'"src":"button","baby":{place % babies + 1}'
            bottle = before.get(box)
            if bottle and number % 10 == 1:
                what = f'"op":"amend","of":"{bottle}",{care},"ml":120'
            elif number % 5 == 2 and clock > nap:
                what = f'"op":"add",{care},"kind":"sleep","start":[{boot},{clock - nap}],"end":[{boot},{clock}]'
            elif number % 5 == 4:
                what, before[box] = f'"op":"add",{care},"kind":"bottle","start":[{boot},{clock}],"ml":90,"milk":"formula"', identity
            else:
                what = f'"op":"add",{care},"kind":"nappy","start":[{boot},{clock}],"nappy":"wet"'
        line = f'{{"v":1,"id":"{identity}","box":"{box}","seq":{number},"lc":{count},"boot":{boot},"bt":{clock},"wt":{at},"ws":"ntp",{what}'
        yield Line(box, number, count, boot, clock, at, kernel, sealed(line))


class Lived:
    """Writes the log of a box as it would be if the box had been connected all the time. Nothing in it is still in progress and
    all its clocks are known, so each head is complete."""

    def __init__(self, name):
        self.name, self.number, self.latest = name, 0, None
        # For each box: its last line, and what a head has about its numbers and its clock.
        self.last, self.accounts, self.clocks = {}, {}, {}
        self.count = 0

    def write(self, lines, folder):
        """The box has started once before it receives the first line of another box."""
        (folder / "log").mkdir(parents=True)
        first = next(line for line in lines if line.box == self.name)
        texts, size = [], SEGMENT
        for line in [first, *(line for line in lines if line is not first)]:
            is_start = line.box == self.name and line.clock == 0
            if is_start or size + len(line.text) + STOP >= SEGMENT:
                self.close(texts, folder)
                texts = [self.head(line)]
                size, mark = len(texts[0]) + 1, (dict(self.last), self.count)
            self.note(line)
            texts.append(line.text)
            size += len(line.text) + 1
        self.close(texts, folder)
        (folder / "box.json").write_text(self.mark(*mark) + "\n")

    def note(self, line):
        self.last[line.box], self.latest = line, line
        self.count = max(self.count, line.count)
        self.accounts[line.box] = f'["{line.box}",{line.number},{line.number},{line.boot}]'
        clock = f"[[{line.boot},0,{line.clock},{line.at - line.clock},null]]"
        self.clocks[line.box] = f'["{line.box}",{line.boot},"{line.kernel}",{clock},[]]'

    def close(self, texts, folder):
        if texts:
            stop = f'{{"v":1,"op":"stop",{self.moment(self.last[self.name], self.latest)},"last":{self.last[self.name].number}'
            text = "\n".join([*texts, sealed(stop), ""])
            (folder / f"log/seg-{self.number:06}.jsonl").write_text(text)

    def head(self, line):
        """Before a line of any box."""
        self.number += 1
        own = line if line.box == self.name else self.last[self.name]
        past = {
            "boxes": [self.accounts[box] for box in sorted(self.accounts)],
            "clocks": [f"[{own.boot},0,{own.clock + line.at - own.at},{own.at - own.clock},null]"],
            "shared": [],
            "others": [self.clocks[box] for box in sorted(self.clocks) if box != self.name],
            "events": [],
        }
        return sealed(
            f'{{"v":1,"op":"head","segment":{self.number},{self.moment(own, line)},"bootId":"{own.kernel}","at":{line.at},"room":{SEGMENT}'
            + (f',"lc":{self.count}' if self.count else "")
            + "".join(f',"{key}":[{",".join(values)}]' for key, values in past.items() if values or key != "others")
        )

    def moment(self, own, line):
        """The box's clocks at the time of a line of any box, by a line of its own in the same boot."""
        return f'"box":"{self.name}","boot":{own.boot},"bt":{own.clock + line.at - own.at},"wt":{line.at},"ws":"ntp"'

    def mark(self, last, count):
        """`box.json`, as it was written when the last segment was begun."""
        boxes = ",".join(f'{{"box":"{box}","last":{last[box].number}}}' for box in sorted(last))
        log = f'{{"segment":{self.number},"firstWithHead":1,"boot":{self.last[self.name].boot},"boxes":[{boxes}]'
        return sealed(f'{{"v":1,"box":"{self.name}","log":{log}' + (f',"lc":{count}' if count else "") + "}")


class Member(Box):
    """A box of the daycare."""

    patience = 600

    def __init__(self, folder, name, babies, broker, has_home_assistant=False):
        super().__init__(folder, name, None)
        self.babies, self.broker, self.has_home_assistant = babies, broker, has_home_assistant

    def configure(self, sync):
        babies = [{"id": n + 1, "name": f"Child {n + 1}", "birthdate": "2026-03-01", "bedtime": "19:00"} for n in range(self.babies)]
        household = {"name": "daycare", "broker": f"mqtt://127.0.0.1:{self.broker}", "boxes": "open", "homeAssistant": self.has_home_assistant}
        settings = {"babies": babies, "timeZone": "Etc/UTC", "motion": {"mode": "off"}, "simulation": {"syncMilliseconds": sync}}
        self.config.write_text(json.dumps(settings | {"household": household}))

    def is_up(self):
        """Asks for less than the state, which takes a box with such a log a seventh of a second."""
        return "household connected" in (self.run("status") or {}).get("output", "")

    def digest(self):
        """The lines in its segments, in any order."""
        lines = set()
        for path in (self.state / "log").glob("seg-*.jsonl"):
            lines.update(line for line in path.read_bytes().splitlines() if line and not re.match(rb'{"v":1,"op":"(head|stop)"', line))
        return len(lines), hashlib.sha256(b"\n".join(sorted(lines))).hexdigest()


class Watcher:
    """Knows since when the first baby has been fed, or not fed, by a box's state."""

    def __init__(self, box):
        self.changes, self.lock = [], threading.Condition()
        self.stream = box.connect({"watch": {}}, patience=600)
        self.stream_lines = iter(self.stream)
        self.note(next(self.stream_lines))
        threading.Thread(target=self.follow, daemon=True).start()

    def note(self, line):
        document = json.loads(line)
        if "babies" not in document:
            return
        is_fed = any(event["kind"] == "nursing" for event in document["babies"][0]["running"])
        with self.lock:
            if not self.changes or self.changes[-1][1] != is_fed:
                self.changes.append((time.monotonic(), is_fed))
                self.lock.notify_all()

    def follow(self):
        try:
            for line in self.stream_lines:
                self.note(line)
        except (OSError, ValueError):
            pass

    def close(self):
        """Shuts the connection down first: a stream that another thread reads cannot be closed before its next line."""
        with socket.socket(fileno=os.dup(self.stream.fileno())) as connection:
            connection.shutdown(socket.SHUT_RDWR)
        self.stream.close()

    @property
    def is_fed(self):
        return self.changes[-1][1]

    def until(self, is_fed, seconds=60):
        """The time at which it became true, or the end of the wait."""
        with self.lock:
            is_so = self.lock.wait_for(lambda: self.is_fed == is_fed, seconds)
            return self.changes[-1][0] if is_so else time.monotonic()


class Load:
    """All boxes log, with a total of so many entries a second, each with an id that is sent again until it is acknowledged."""

    def __init__(self, boxes, rate):
        self.acknowledged, self.waits, self.is_over = [], [], threading.Event()
        self.lives = [threading.Thread(target=self.live, args=(box, len(boxes) / rate, random.Random(n))) for n, box in enumerate(boxes)]

    def __enter__(self):
        for life in self.lives:
            life.start()
        return self

    def __exit__(self, *_):
        self.is_over.set()
        for life in self.lives:
            life.join()

    def live(self, box, pause, chance):
        while not self.is_over.wait(chance.expovariate(1 / pause)):
            words = [*chance.choice([("nappy", "wet"), ("bottle", "90ml"), ("nappy", "dirty")]), "--baby", str(chance.randint(1, box.babies))]
            identity = str(uuid.UUID(int=chance.getrandbits(128), version=4))
            start = time.monotonic()
            while not self.is_over.is_set():
                answer = box.run("log", "add", *words, identity=identity)
                if answer and answer.get("exit") == 0:
                    self.acknowledged.append(identity)
                    self.waits.append((time.monotonic() - start) * 1000)
                    break
                time.sleep(0.2)


def retained(broker):
    """The number of messages that a broker retains, and their bytes. A new client receives all of them at once."""
    client, sizes, end = Stranger(broker), {}, time.monotonic() + 5
    client.subscribe("cribside/#")
    client.subscribe("homeassistant/#")
    client.socket.settimeout(2)
    try:
        for topic, text, is_kept in client.messages():
            if is_kept:
                sizes[topic] = len(text)
            if time.monotonic() > end:
                break
    except TimeoutError:
        pass
    client.close()
    return len(sizes), sum(sizes.values())


# Trials


class Daycare:
    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.broker = Broker(folder, more="message_size_limit 262144")
        self.names = [f"{0xca1e00000000 + n:012x}" for n in range(options.boxes)]
        self.boxes = [self.member(name, name == self.names[0]) for name in self.names]
        self.newcomer = self.member(f"{0xca1eff000000:012x}")
        self.failures = []
        self.started, self.spent = time.monotonic(), collections.Counter()

    def member(self, name, has_home_assistant=False):
        return Member(self.folder, name, min(BABIES, self.options.boxes), self.broker.port, has_home_assistant)

    def every(self, work, boxes=None, at_once=8):
        """Does the same to every box, a few at a time."""
        with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
            return list(pool.map(work, boxes or self.boxes))

    def expect(self, what, is_so):
        if not is_so:
            self.failures.append(what)
            say(f"FAILED: {what}")

    def fill(self):
        missing = [box for box in self.boxes if not (box.state / "filled").exists()]
        if not missing:
            return
        kept = self.folder / "end"
        if not kept.exists():
            kept.write_text(str(int(time.time() * 1000) - 3_600_000))
        start = time.monotonic()
        lines = list(history(self.names, min(BABIES, len(self.names)), self.options.days, self.options.daily, int(kept.read_text())))

        def fill(box):
            shutil.rmtree(box.state, ignore_errors=True)
            Lived(box.name).write(lines, box.state)
            (box.state / "filled").touch()

        def fill_in_process(box):
            """Threads would share one processor."""
            process = multiprocessing.get_context("fork").Process(target=fill, args=(box,))
            process.start()
            process.join()

        self.every(fill_in_process, missing, at_once=os.cpu_count())
        self.expect("the logs are written", all((box.state / "filled").exists() for box in missing))
        say(f"{len(lines)} lines of {len(self.names)} boxes in {self.options.days} days, written {len(missing)} times in {time.monotonic() - start:.0f} s")

    def start(self):
        for box in [*self.boxes, self.newcomer]:
            box.configure(sync=8)
        start = time.monotonic()
        self.boxes[0].start_box()
        say(f"one box alone has started after {time.monotonic() - start:.1f} s")
        start = time.monotonic()
        self.every(lambda box: box.start_box(), self.boxes[1:], at_once=2)
        say(f"the others, two at a time: after {time.monotonic() - start:.0f} s")
        self.work("starts")
        self.broker.start()
        start = time.monotonic()
        for box in self.boxes:
            box.start_link()
        for box in self.boxes:
            wait(900, f"{box.name} is connected", box.is_up)
        say(f"all are connected after {time.monotonic() - start:.0f} s")
        self.until_equal()
        self.work("connecting")

    def until_equal(self, seconds=900):
        """All boxes have the lines of all boxes up to the same numbers."""
        start = time.monotonic()

        def is_equal():
            first = self.boxes[0].have()
            return first and set(self.names) <= set(first) and all(box.have() == first for box in self.boxes)

        wait(seconds, "the same numbers", is_equal)
        say(f"all have the same numbers after {time.monotonic() - start:.1f} s")

    def work(self, what):
        """Prints the processor time since the last time."""
        processes = {"boxes": [box.box for box in self.boxes], "links": [box.link and box.link.pid for box in self.boxes]}
        processes["broker"] = [self.broker.process and self.broker.process.pid]
        texts = []
        for kind, numbers in processes.items():
            now = {number: processor(number) for number in numbers if number}
            texts.append(f"{sum(seconds - self.spent[number] for number, seconds in now.items()):.1f} s the {kind}")
            self.spent.update({number: seconds - self.spent[number] for number, seconds in now.items()})
        say(f"{what}: processors worked {', '.join(texts)}; {time.monotonic() - self.started:.0f} s by the clock")
        self.started = time.monotonic()

    def memory(self):
        say(f"memory of the broker: {resident(self.broker.process.pid):.1f} MiB")
        say(f"memory of the links, least, median, most: {spread([resident(box.link.pid) for box in self.boxes], 'MiB')}")
        say(f"memory of the boxes, least, median, most: {spread([resident(box.box) for box in self.boxes], 'MiB')}")
        say("retained messages: {} with {} bytes".format(*retained(self.broker)))

    def press(self, count):
        """Presses FEED at boxes in turn, and waits for it at the others that are watched. NAP may answer a question about the morning."""
        watched = self.boxes[:: max(1, len(self.boxes) // 6)][:6]
        watchers = [Watcher(box) for box in watched]
        own, others = [], []
        try:
            for number in range(count):
                time.sleep(1.5)
                place = number % len(watched)
                wanted = not watchers[place].is_fed
                for watcher in watchers:
                    watcher.until(not wanted)
                start = time.monotonic()
                watched[place].press("f")
                waits = [(watcher.until(wanted) - start) * 1000 for watcher in watchers]
                own.append(waits.pop(place))
                others += waits
        finally:
            for watcher in watchers:
                watcher.close()
        say(f"a press to the state of its own box: {late(own)}")
        say(f"a press to the state of {len(watched) - 1} others: {late(others)}")

    def kill(self):
        """The broker dies, sometimes with a box or its link. Afterwards all boxes get what the others had by then."""
        chance, waits = random.Random(2), []
        for number in range(self.options.kills):
            time.sleep(chance.uniform(3, 8))
            self.broker.kill()
            victims = chance.sample(self.boxes, 2)
            victims[0].kill_link()
            if number % 2:
                victims[1].kill_box()
            time.sleep(3)
            if number % 2:
                victims[1].start_box()
            victims[0].start_link()
            self.broker.start()
            start = time.monotonic()
            wanted = {box.name: wait(300, "its numbers", box.have)[box.name] for box in self.boxes}
            missing = set(self.boxes)

            def have_all():
                for box in list(missing):
                    have = box.have() or {}
                    if all(have.get(name, 0) >= number for name, number in wanted.items()):
                        missing.discard(box)
                return not missing

            wait(900, "what the others had", have_all)
            waits.append(time.monotonic() - start)
            say(f"after kill {number + 1}: {waits[-1]:.1f} s")
        if waits:
            say(f"after each of {len(waits)} kills of the broker all have what the others had, least, median, most: {spread(waits, 's')}")

    def compare(self, acknowledged):
        self.until_equal()
        digests = self.every(lambda box: box.digest(), at_once=2)
        say(f"{digests[0][0]} lines, {len(set(digests))} different sets of them")
        self.expect("the boxes have the same lines", len(set(digests)) == 1)
        text = subprocess.run([PROGRAMS / "cribside", "log", "export", "--state", self.boxes[-1].state], check=True, stdout=subprocess.PIPE, text=True).stdout
        ids = [json.loads(line)["id"] for line in text.splitlines()[-200_000:]]
        missing, doubled = set(acknowledged) - set(ids), len(ids) - len(set(ids))
        say(f"{len(acknowledged)} acknowledged entries: {len(missing)} missing, {doubled} twice")
        self.expect("nothing is missing or there twice", not missing and not doubled)

        def screens():
            return set(self.every(lambda box: json.dumps([baby["words"] for baby in box.document()["babies"]])))

        # An event of another box is shown at the foot for ten seconds, and a minute may pass between two questions.
        start = time.monotonic()
        wait(900, "the same screens", lambda: len(screens()) == 1)
        say(f"every page of all panels says the same, found after {time.monotonic() - start:.0f} s")

    def join(self):
        """A blank box joins."""
        wanted = wait(60, "its numbers", self.boxes[0].have)
        start = time.monotonic()
        self.newcomer.start()
        half = None

        def has_all():
            nonlocal half
            have = self.newcomer.have() or {}
            if half is None and sum(have.values()) >= sum(wanted.values()) / 2:
                half = time.monotonic() - start
            return all(have.get(name, 0) >= number for name, number in wanted.items())

        try:
            wait(self.options.patience, "everything on the new box", has_all)
            say(f"a blank box has {sum(wanted.values())} lines after {time.monotonic() - start:.0f} s, half of them after {half:.0f} s")
        except AssertionError:
            have = self.newcomer.have() or {}
            say(f"a blank box has {sum(have.values())} of {sum(wanted.values())} lines after {self.options.patience} s")
            self.expect("a blank box gets everything in time", False)
        say(f"memory of its link: {resident(self.newcomer.link.pid):.1f} MiB, of the box: {resident(self.newcomer.box):.1f} MiB")

    def run(self):
        self.fill()
        self.start()
        time.sleep(20)
        self.memory()
        say("calm:")
        self.press(self.options.presses)
        self.work("calm")
        with Load(self.boxes, self.options.rate) as load:
            say(f"{self.options.rate:g} entries a second:")
            end = time.monotonic() + 60 * self.options.minutes
            self.press(self.options.presses)
            while time.monotonic() < end:
                time.sleep(1)
            self.work(f"{len(load.acknowledged)} entries")
            self.kill()
            self.memory()
        self.work("kills")
        say(f"an entry to its acknowledgement: {late(load.waits)}")
        self.compare(load.acknowledged)
        self.work("comparing")
        self.join()
        self.work("a blank box, without its own work")
        say(f"the blank box worked {processor(self.newcomer.box):.0f} s, its link {processor(self.newcomer.link.pid):.0f} s")

    def stop(self):
        for box in [*self.boxes, self.newcomer]:
            box.stop()
        self.broker.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boxes", type=int, default=50)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--daily", type=int, default=20, help="lines of a box a day")
    parser.add_argument("--minutes", type=float, default=4, help="of entries at all boxes before the first kill")
    parser.add_argument("--rate", type=float, default=2, help="entries a second, of all boxes together")
    parser.add_argument("--presses", type=int, default=24, help="presses that are timed, in calm and under load")
    parser.add_argument("--kills", type=int, default=6, help="how often the broker dies")
    parser.add_argument("--patience", type=float, default=1800, help="seconds that a blank box may take")
    parser.add_argument("--keep", type=pathlib.Path, help="the folder of the boxes, which stays")
    options = parser.parse_args()
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="cribside-daycare-"))
    folder.mkdir(parents=True, exist_ok=True)
    daycare = Daycare(folder, options)
    try:
        daycare.run()
    finally:
        daycare.stop()
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if daycare.failures else 0)


if __name__ == "__main__":
    main()
