#!/usr/bin/env python3
"""Makes power cuts from a recording of a disk's writes: the host's part of `rig cut`.

    crash.py note LOG NOTES                 copies lines, and notes the length of LOG at each acknowledgement
    crash.py build FOLDER SEED COUNT        makes crash states from the recording in a folder; prints a deed for each
    crash.py judge FOLDER NAME holds|loses  compares what the guest read with what was acknowledged

The recording is QEMU's blklogwrites, in the format of dm-log-writes (Linux, drivers/md/dm-log-writes.c). After a cut
the disk has everything written before the last flush. It had not promised to keep later writes, so any of them may be
there.
"""
import json
import os
import random
import struct
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SECTOR = 512
BLOCK = 4096  # What a file system writes at once; no flash page is smaller.
MAGIC = 0x6A736677736872
FLUSH, DISCARD, KNOWN_FLAGS = 1, 4, 15


# --- noting -----------------------------------------------------------------------------------------------------------


def note(log: str, notes: str) -> None:
    """The writes that make an event durable are in the recording before the guest acknowledges it."""
    with open(notes, "w", encoding="utf-8") as file:
        for line in sys.stdin:
            if line.startswith(("ACKNOWLEDGED ", "STARTING", "STOPPING")):
                file.write(f"{os.path.getsize(log)} {line}")
            else:
                print(line, end="", flush=True)


@dataclass(frozen=True)
class Note:
    """Words of the guest, and the length of the recording at that time."""

    length: int
    words: list[str]

    @property
    def is_acknowledgement(self) -> bool:
        return self.words[0] == "ACKNOWLEDGED"


def read_notes(folder: Path) -> list[Note]:
    lines = map(str.split, (folder / "notes").read_text(encoding="utf-8").splitlines())
    return [Note(int(length), words) for length, *words in lines]


def acknowledged(notes: list[Note], length: int) -> dict:
    """What was acknowledged before the recording exceeded a length: bottles' times, ids of buttons' lines."""
    told = [note.words for note in notes if note.is_acknowledgement and note.length <= length]
    return {
        "bottles": [int(name) for _, kind, name in told if kind == "bottle"],
        "buttons": sorted({name for _, kind, name in told if kind == "button"}),
    }


# --- the recording ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Entry:
    """An entry of the recording: a write, a discard or a flush."""

    place: int  # in the recording, in bytes
    sector: int
    sectors: int
    flags: int

    @property
    def is_flush(self) -> bool:
        return self.flags & FLUSH != 0

    @property
    def end(self) -> int:
        return self.place + SECTOR + (0 if self.flags & DISCARD else self.sectors * SECTOR)


def read_entries(recording) -> list[Entry]:
    magic, _, count, size = struct.unpack("<QQQI", recording.read(28))
    if magic != MAGIC or size != SECTOR:
        sys.exit(f"crash.py: no recording in sectors of {SECTOR} bytes")
    entries, place = [], SECTOR
    for _ in range(count):
        recording.seek(place)
        entry = Entry(place, *struct.unpack("<QQQ", recording.read(24)))
        if entry.flags & ~KNOWN_FLAGS:
            sys.exit(f"crash.py: an unknown entry at byte {place} of the recording")
        entries.append(entry)
        place = entry.end
    return entries


def carry_out(entry: Entry, image, recording, takes_block=lambda: True) -> None:
    """Applies an entry to a disk's image, except for the blocks that `takes_block` refuses."""
    for begin in range(0, entry.sectors * SECTOR, BLOCK):
        if takes_block():
            length = min(BLOCK, entry.sectors * SECTOR - begin)
            recording.seek(entry.place + SECTOR + begin)
            image.seek(entry.sector * SECTOR + begin)
            image.write(bytes(length) if entry.flags & DISCARD else recording.read(length))


# --- building ---------------------------------------------------------------------------------------------------------

# Which writes after the last flush are on the disk. In a torn state each block is decided separately.
KINDS = {
    "none": lambda open_writes, coin: [],
    "all": lambda open_writes, coin: open_writes,
    "half": lambda open_writes, coin: [entry for entry in open_writes if coin()],
    "newest": lambda open_writes, coin: open_writes[len(open_writes) // 2 :],
    "torn": lambda open_writes, coin: open_writes,
}


def choose_cuts(entries: list[Entry], notes: list[Note], count: int, chance: random.Random) -> list[int]:
    """Cuts while the box was used, as numbers of entries: right after a write, one in six before the first
    acknowledgement, and one after the last. Most flushes flush a single write, so of four cuts the one with the most
    unflushed writes is chosen."""
    begin, stop = (next(note.length for note in notes if note.words == [word]) for word in ("STARTING", "STOPPING"))
    first = next((note.length for note in notes if note.is_acknowledgement), None)
    if first is None:
        sys.exit("crash.py: nothing was acknowledged")
    last = sum(entry.end <= stop for entry in entries)
    open_writes, is_early, count_open = {}, {}, 0
    for number, entry in enumerate(entries[: last - 1], 1):
        count_open = 0 if entry.is_flush else count_open + 1
        if count_open and entry.place >= begin:
            open_writes[number], is_early[number] = count_open, entry.place < first
    cuts = [last]
    for place in range(min(count - 1, len(open_writes))):
        left = [number for number in open_writes if number not in cuts]
        wanted = [number for number in left if is_early[number] == (place < count // 6)] or left
        cuts.append(max(chance.sample(wanted, min(4, len(wanted))), key=open_writes.get))
    return sorted(cuts)


def build(folder: Path, seed: int, count: int) -> None:
    entries_of, notes = folder / "writes", read_notes(folder)
    with open(entries_of, "rb") as recording:
        entries = read_entries(recording)
        chance = random.Random(seed)
        cuts = choose_cuts(entries, notes, count, chance)
        states = make_states(folder, recording, entries, cuts, lambda: chance.random() < 0.5)
    for state in states:
        state.update(acknowledged(notes, entries[state["cut"] - 1].end))
    forge(folder, states)
    figures = {
        "writes": sum(not entry.is_flush for entry in entries), "flushes": sum(entry.is_flush for entry in entries),
        "acknowledgements": sum(note.is_acknowledgement for note in notes),
    }
    (folder / "states.json").write_text(json.dumps({"figures": figures, "states": states}), encoding="utf-8")
    print(*(state["deed"] for state in states))


def make_states(folder: Path, recording, entries: list[Entry], cuts: list[int], coin) -> list[dict]:
    """Makes an image for each cut: everything up to the last flush, and some of the later writes."""
    flushed_image, flushed, states = folder / "flushed", 0, []
    copy(folder / "base", flushed_image)
    for number, cut in enumerate(cuts):
        last_flush = max((place for place in range(cut) if entries[place].is_flush), default=0)
        with open(flushed_image, "r+b") as image:
            for entry in entries[flushed:last_flush]:
                carry_out(entry, image, recording)
        flushed = last_flush
        open_writes = [entry for entry in entries[flushed:cut] if not entry.is_flush]
        kind = list(KINDS)[number % len(KINDS)]
        copy(flushed_image, image_of(folder, number))
        with open(image_of(folder, number), "r+b") as image:
            for entry in KINDS[kind](open_writes, coin):
                carry_out(entry, image, recording, coin if kind == "torn" else lambda: True)
        deed = "start" if number % 3 == 2 else "read"
        states.append({"kind": kind, "cut": cut, "open": len(open_writes), "deed": deed})
    return states


def forge(folder: Path, states: list[dict]) -> None:
    """Copies the last state, for the guest to remove a line from."""
    copy(image_of(folder, len(states) - 1), image_of(folder, len(states)))
    states.append({**states[-1], "kind": "forged", "deed": "forge"})


def image_of(folder: Path, number: int) -> Path:
    return folder / f"image-{number:02d}"


def copy(source: Path, target: Path) -> None:
    subprocess.run(["cp", "--sparse=always", source, target], check=True)


# --- judging ----------------------------------------------------------------------------------------------------------


class Reading:
    """What the guest wrote about a state, by file name."""

    def __init__(self, folder: Path, number: int):
        self.prefix = str(folder / f"state-{number:02d}.")

    def text(self, name: str) -> str:
        path = Path(self.prefix + name)
        return path.read_text(encoding="utf-8").strip() if path.exists() else ""

    def lines(self, name: str) -> list[str]:
        return self.text(name).splitlines()


def lost(state: dict, reading: Reading) -> list[str]:
    """The acknowledged entries that are missing, in words."""
    events = [json.loads(line) for line in reading.lines("export")]
    starts = {event["start"] for event in events if event.get("kind") == "bottle" and event["op"] == "add"}
    words = [f"the bottle of {start}" for start in state["bottles"] if start not in starts]
    ids = {event["id"] for event in events}
    return words + [f"the button's line {name}" for name in state["buttons"] if name not in ids]


def other_faults(state: dict, reading: Reading, offered: set[str]) -> list[str]:
    """Other faults of a state, in words."""
    if reading.text("mount") != "yes":
        return [f"it could not be mounted: {reading.text('mount')}"]
    words = []
    # 1 means damage. A line that was never flushed may be damaged; a damaged acknowledged line counts as missing.
    for name in ("export", "verify"):
        if reading.text(f"{name}-status") not in ("0", "1"):
            words.append(f"{name} ended with '{reading.text(f'{name}-status')}': {reading.text(f'{name}-errors')}")
    strangers = [line for line in reading.lines("export") if line not in offered]
    if strangers:
        words.append(f"{len(strangers)} lines that no one wrote: {strangers[0]}")
    if state["deed"] == "start":
        if reading.text("started") != "yes":
            words.append(f"the box did not start and take a press: {reading.text('started')}")
        elif gone := set(reading.lines("export")) - set(reading.lines("after")):
            words.append(f"{len(gone)} lines were gone after the start")
    return words


def check(name: str, wrong: list[str]) -> bool:
    print(f"FAILED {name} {'; '.join(wrong)[:400]}" if wrong else f"ok {name}")
    return not wrong


def judge(folder: Path, name: str, expectation: str) -> bool:
    document = json.loads((folder / "states.json").read_text(encoding="utf-8"))
    *states, forged = document["states"]
    readings = [Reading(folder, number) for number in range(len(states) + 1)]
    tell_figures(name, document["figures"], states, readings)
    if expectation == "loses":
        return judge_counter_test(name, states, readings)
    offered = set((folder / "offered.jsonl").read_text(encoding="utf-8").splitlines())
    results = [judge_forged(name, forged, readings[-1])]
    for number, (state, reading) in enumerate(zip(states, readings)):
        missing = lost(state, reading)
        wrong = [f"{len(missing)} lost: {', '.join(missing[:3])}"] if missing else []
        results.append(check(f"{name}-{number:02d}-{state['kind']}", wrong + other_faults(state, reading, offered)))
    return all(results)


def judge_counter_test(name: str, states: list[dict], readings: list[Reading]) -> bool:
    """Without the sync something must be lost, or the states prove nothing."""
    count = sum(bool(lost(state, reading)) for state, reading in zip(states, readings))
    print(f"figure {name}: acknowledged events were lost in {count} of {len(states)} states")
    return check(f"{name}-is-noticed", [] if count else ["nothing was lost, so these states prove nothing"])


def judge_forged(name: str, state: dict, reading: Reading) -> bool:
    """Both this test and the box must notice the removed line."""
    missing, status = lost(state, reading), reading.text("verify-status")
    wrong = [] if len(missing) == 1 and status == "1" else [f"lost: {missing}; verify ended with '{status}'"]
    return check(f"{name}-line-removed-by-hand-is-noticed", wrong)


def tell_figures(name: str, figures: dict, states: list[dict], readings: list[Reading]) -> None:
    open_writes = sorted(state["open"] for state in states)
    lines = [len(state["bottles"]) + len(state["buttons"]) for state in states]
    torn = sum(": torn" in reading.text("verify") for reading in readings)
    started = sum(state["deed"] == "start" for state in states)
    print(f"figure {name}:", ", ".join(f"{count} {what}" for what, count in figures.items()))
    print(
        f"figure {name}: {len(states)} states, {min(lines)} to {max(lines)} acknowledged lines in each, "
        f"{open_writes[len(states) // 2]} writes open (at most {open_writes[-1]}), {torn} with a torn line, {started} started")


# ----------------------------------------------------------------------------------------------------------------------


def main() -> bool:
    verb, *words = sys.argv[1:]
    if verb == "note":
        note(*words)
    elif verb == "build":
        build(Path(words[0]), seed=int(words[1]), count=int(words[2]))
    elif verb == "judge":
        return judge(Path(words[0]), name=words[1], expectation=words[2])
    return True


sys.exit(0 if main() else 1)
