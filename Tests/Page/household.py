"""A household in memory: the box's answers about it, and the effects of commands.

It stands in for the box in the tests of the page. It knows the commands that the page sends and answers them in the
words and documents of the real one (docs/control.md), with rules as simple as the tests allow.
"""

import datetime
import json
import random
import threading
import time

ZONE = datetime.timezone(datetime.timedelta(hours=-5))
NOON = datetime.datetime(2026, 2, 11, 11, 5, tzinfo=ZONE)
BEDTIME = datetime.time(18, 40)
WINDOWS = [(150, 180), (180, 210), (180, 240)]
PLANS = {"buildLater": (165, 215, 215), "gentle": (175, 205, 215), "balanced": (195, 200, 200)}
MINUTE = datetime.timedelta(minutes=1)


def iso(when):
    return when.isoformat(timespec="seconds") if when else None


def clock(when):
    return when.strftime("%H:%M")


def length(minutes):
    minutes = max(0, int(minutes))
    return f"{minutes} m" if minutes < 60 else f"{minutes // 60} h {minutes % 60:02}"


def minutes(start, end):
    return (end - start).total_seconds() / 60


def wish_text(part, value):
    if part == "naps":
        return "1 nap" if value == "1" else f"{value} naps"
    return f"{part} {value.replace('-', ' to ')}"


class Refused(Exception):
    """A command that the rules refuse, with the text of the answer."""


class Baby:
    def __init__(self, number, name):
        self.number, self.name = number, name
        self.style = "buildLater"
        self.settings = {"bedtime": "18:40", "plan": {
            "naps": None, "napLengths": {"one": None, "two": [75, 60], "three": None, "four": None, "five": None},
            "wakeWindows": {"min": 150, "max": 240, "last": None, "maxFirst": None},
            "powerSleep": {"enabled": False, "targetMinutes": 180}, "awake": {"start": None, "end": None},
            "asleep": {"start": None, "end": None}, "learn": "auto", "style": None}}
        self.wishes = {}
        """The settings of the day: `naps` with its value and the phone that set it."""


class Household:
    """Events, babies, a quiet session and phones, protected by one lock."""

    def __init__(self, at=NOON, names=("Mia",), days=90, speed=1.0, seed=1):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.seq = 1
        self.told = []
        self.base, self.began, self.speed = at, time.monotonic(), speed
        self.babies = [Baby(index + 1, name) for index, name in enumerate(names)]
        self.events, self.deleted = {}, {}
        self.answers = {}
        self.phones = {}
        self.code, self.wrong, self.closed_until = "123456", 0, 0
        self.session = None
        self.schedule = {"enabled": False, "start": "22:00", "end": "07:00", "strictness": "flexible"}
        self.allowed, self.strictness = ["nap", "feed"], "flexible"
        self.ratings = {}
        self.fault = None
        self.counter = 0
        self.log = []
        self.clock_known = True
        chance = random.Random(seed)
        for baby in self.babies:
            self.live(baby, days, chance)

    # Time and changes

    def now(self):
        return (self.base + datetime.timedelta(seconds=(time.monotonic() - self.began) * self.speed)).replace(microsecond=0)

    def advance(self, minutes):
        """Lets time pass at once."""
        with self.lock:
            self.base += minutes * MINUTE
            self.touch()

    def touch(self):
        with self.lock:
            self.seq += 1
            self.changed.notify_all()

    # The past

    def add(self, baby, kind, start, end=None, **more):
        self.counter += 1
        identity = f"019c4bc0-{self.counter:04x}-7000-8000-{self.counter:012x}"
        event = {"id": identity, "baby": baby.number, "kind": kind, "start": start, "end": end, "source": "button", **more}
        self.events[identity] = event
        return event

    def live(self, baby, days, chance):
        """Makes up the last days: two naps, a night with a waking, feeds, bottles, nappies."""
        today = self.now().date()
        side = 0
        for back in range(days, -1, -1):
            day = today - datetime.timedelta(days=back)
            at = lambda hour, minute: datetime.datetime.combine(day, datetime.time(0), self.base.tzinfo) + datetime.timedelta(hours=hour, minutes=minute + chance.gauss(0, 12))
            wake = at(6, 25 - (days - back) * 0.2)
            first = at(9, 15)
            second = at(13, 50)
            bed = at(18, 50)
            plans = [("sleep", first, first + chance.gauss(70, 16) * MINUTE, {}), ("sleep", second, second + chance.gauss(62, 18) * MINUTE, {}),
                     ("sleep", bed, bed + chance.gauss(330, 40) * MINUTE, {})]
            waking = plans[-1][2]
            again = waking + chance.uniform(12, 30) * MINUTE
            morning = datetime.datetime.combine(day, datetime.time(0), self.base.tzinfo) + datetime.timedelta(days=1, hours=6, minutes=22 + chance.gauss(0, 14))
            plans += [("nursing", waking + 3 * MINUTE, waking + 11 * MINUTE, {"side": ["left", "right"][side % 2]}), ("sleep", again, morning, {})]
            for hour in (6.7, 10.6, 16.4):
                side += 1
                start = at(0, hour * 60)
                plans.append(("nursing", start, start + chance.uniform(9, 19) * MINUTE, {"side": ["left", "right"][side % 2]}))
            for hour in (14.6, 18.3):
                plans.append(("bottle", at(0, hour * 60), None, {"ml": chance.choice([90, 110, 120, 140, 150]), "milk": "formula"}))
            for hour in (6.9, 12.4, 17.2):
                plans.append(("nappy", at(0, hour * 60), None, {"nappy": chance.choice(["wet", "wet", "both", "dirty"])}))
            if back % 9 == 1:
                plans.append(("medicine", at(17, 40), None, {"medicine": "Vitamin D"}))
            for kind, start, end, more in plans:
                if start < self.now() - 20 * MINUTE:
                    self.add(baby, kind, start.replace(second=0, microsecond=0), end.replace(second=0, microsecond=0) if end and end < self.now() else None, **more)

    # Questions

    def of(self, baby, *kinds):
        found = [event for event in self.events.values() if event["baby"] == baby.number and (not kinds or event["kind"] in kinds)]
        return sorted(found, key=lambda event: event["start"])

    def running(self, baby, kind):
        return next((event for event in self.of(baby, kind) if event["end"] is None), None)

    def lines(self, days):
        with self.lock:
            since = self.now() - datetime.timedelta(days=days)
            found = [event for event in self.events.values() if (event["end"] or event["start"]) >= since or event["end"] is None]
            for event in sorted(found, key=lambda event: event["start"]):
                yield json.dumps({**event, "start": iso(event["start"]), "end": iso(event["end"]), "exact": event.get("exact", True), "contradicts": False, "future": False}, ensure_ascii=False)

    def state(self, phone=None):
        with self.lock:
            now = self.now()
            return {
                "v": 1, "boot": 1, "seq": self.seq, "now": iso(now), "clock": "synced" if self.clock_known else "unknown", "zone": "America/New_York", "twelveHour": False, "chosen": 1,
                "babies": [self.baby_state(baby, now) for baby in self.babies],
                "box": {
                    "parts": {"panel": "works", "accelerometer": "works", "buttons": "works", "stuckButton": None},
                    "storage": {"works": self.fault is None, "fault": None, "unsaved": 1 if self.fault else 0, "damagedLines": 0, "rotten": 0, "copied": iso(now - 9 * 60 * MINUTE), "checked": None, "freeMebibytes": 13648},
                    "crib": "awake", "quiet": self.quiet(now), "phones": [{"name": name, "since": iso(self.base)} for name in self.phones.values()],
                    "safeMode": False, "attention": False, "version": "0.1.0",
                    "findings": [{"what": "Not saved yet: 1", "fix": "sudo cribside doctor"}] if self.fault else [],
                },
            }

    def quiet(self, now):
        session = None
        if self.session:
            if now >= self.session.get("cancel", self.session["end"]):
                self.session = None
            else:
                session = {"mode": "manual", "strictness": self.session["strictness"], "startedAt": iso(self.session["start"]), "endsAt": iso(self.session["end"]), "durationMinutes": int(minutes(self.session["start"], self.session["end"])), "isCancelling": "cancel" in self.session}
        return {"session": session, "shield": session is not None, "allowed": self.allowed, "strictness": self.strictness, "schedule": self.schedule}

    def baby_state(self, baby, now):
        sleep, feed = self.running(baby, "sleep"), self.running(baby, "nursing")
        bed = datetime.datetime.combine(now.date(), BEDTIME, ZONE)
        recent = [event for event in self.of(baby, "sleep") if now - (event["end"] or now) < datetime.timedelta(hours=20)]
        night = lambda event: event["start"].hour >= 18 or event["start"].hour < 5
        ended = [event for event in recent if event["end"]]
        woke = ended[-1]["end"] if ended else now
        naps = [event for event in ended if not night(event) and event["start"].date() == now.date()]
        window = WINDOWS[min(len(naps), 2)]
        feeds = self.of(baby, "nursing", "bottle")[-8:]
        last_side = next((event["side"] for event in reversed(feeds) if event["kind"] == "nursing"), "right")
        side = "right" if last_side == "left" else "left"
        is_night = bool(sleep) and night(sleep)
        by = sleep["start"] + 95 * MINUTE if sleep and not is_night else None
        has_nap = len(naps) < 2 and not sleep
        at = lambda event: {name: iso(event[name]) for name in ("start", "end")}
        nights = [record for record in self.nights(baby, 7) if "hours" in record]
        day = [event for event in self.of(baby) if event["start"] > now - datetime.timedelta(days=1)]
        document = {
            "id": baby.number, "name": baby.name, "birthdate": "2025-05-14", "state": self.state_name(now, sleep, is_night, by, woke, window), "wakeWindow": window, "awakeSince": iso(woke), "asleepSince": iso(sleep["start"]) if sleep else None,
            "bedtime": iso(bed), "nextNap": {"earliest": iso(woke + window[0] * MINUTE), "latest": iso(woke + window[1] * MINUTE)} if has_nap else None, "wakeBy": iso(by),
            "sleeps": [at(event) | {"night": night(event)} for event in recent if event["start"] > now - datetime.timedelta(hours=14)], "feeds": [at(event) for event in feeds if event["start"] > now - datetime.timedelta(hours=14)],
            "running": [{"id": event["id"], "kind": event["kind"], "start": iso(event["start"]), "exact": True, "side": event.get("side"), "source": "button", "by": None} for event in (sleep, feed) if event], "nextSide": side,
            "last24h": {"sleepMinutes": int(sum(minutes(max(event["start"], now - datetime.timedelta(days=1)), event["end"] or now) for event in recent)), "nursings": len([event for event in day if event["kind"] == "nursing"]), "bottles": len([event for event in day if event["kind"] == "bottle"]), "nursingMinutes": 61},
            "plan": self.plan(baby, now, bed), "night": {"evening": nights[-1]["date"], "night": nights[-1], "week": [None] * (7 - len(nights)) + nights, "debtMinutes": int(nights[-1]["debt"] * 60), "motion": self.motion(nights[-1])} if nights else None,
            "reasons": [f"Up since {clock(woke)}; at this age the next window is {length(window[0])} to {length(window[1])}."], "settings": baby.settings,
            "wishes": [wish_text(part, value) for part, (value, _) in sorted(baby.wishes.items())], "wishesBy": [by for _, (_, by) in sorted(baby.wishes.items())],
        }
        words = self.words(baby, now, sleep, feed, woke, window, by, is_night, has_nap, bed, feeds, side)
        # The panel draws the time of day first, and with several babies the name below the figure.
        timed = [clock(now)] + [text for text in words if text != clock(now)] if clock(now) in words else words
        document["words"] = {"now": timed[:3] + ([baby.name] if len(self.babies) > 1 else []) + timed[3:]}
        return document

    @staticmethod
    def state_name(now, sleep, is_night, by, woke, window):
        if sleep:
            return "nightSleep" if is_night else "sleepingMustEnd" if now > by else "sleepingApproachingCutoff"
        awake = minutes(woke, now)
        return "awakeEarly" if awake < window[0] else "awakeApproaching" if awake <= window[1] else "awakeBeyond"

    def words(self, baby, now, sleep, feed, woke, window, by, is_night, has_nap, bed, feeds, side):
        """The panel's texts in the order in which they are drawn (spec/screen.md)."""
        foot = f"fed {length(minutes(feeds[-1]['start'], now))} ago · next {side[0].upper()}" if feeds else "no feeds yet"
        if not self.clock_known:
            return ["Awake", "~1 h 40", "clock not set", "fed ~2 h ago"]
        if feed:
            return [f"Feeding {feed['side'][0].upper()}", clock(now), f"{int(minutes(feed['start'], now))} m", "last L 23:12, 14 m", f"nap {clock(woke + window[0] * MINUTE)}"]
        if is_night:
            return [f"asleep {length(minutes(sleep['start'], now))}", clock(now), "~06:30", foot]
        if sleep and now > by:
            return [f"Nap {length(minutes(sleep['start'], now))}", clock(now), f"wake {baby.name}", f"since {clock(by)}", foot]
        if sleep:
            return [f"Nap {length(minutes(sleep['start'], now))}", clock(now), f"wake by {clock(by)}", f"in {length(minutes(now, by))}", foot]
        top = f"Awake {length(minutes(woke, now))}"
        low, high = woke + window[0] * MINUTE, woke + window[1] * MINUTE
        if not has_nap:
            return [top, clock(now), f"bed {clock(bed)}", f"in {length(minutes(now, bed))}", foot]
        if now > high:
            return [top, clock(now), "nap now", f"since {clock(high)}", foot]
        return [top, clock(now), f"nap {clock(low)}", f"in {length(minutes(now, low))}" if now < low else "now", foot]

    def plan(self, baby, now, bed):
        today = [event for event in self.of(baby, "sleep") if event["start"].date() == now.date() and event["end"] and 6 <= event["start"].hour < 18]
        morning = next((event["end"] for event in self.of(baby, "sleep") if event["end"] and event["end"].date() == now.date() and 4 <= event["end"].hour < 9), bed - 730 * MINUTE)
        scenarios = []
        for style, windows in PLANS.items():
            naps, cursor = [], morning
            for index, nap in enumerate((75, 60)):
                actual = today[index] if index < len(today) else None
                start = actual["start"] if actual else cursor + windows[index] * MINUTE
                end = actual["end"] if actual else start + nap * MINUTE
                naps.append({"number": index + 1, "start": iso(start), "end": iso(end), "wakeWindow": int(minutes(cursor, start)), "actual": bool(actual)})
                cursor = end
            last = int(minutes(cursor, bed))
            broken = [{"message": f"Wake window 3 is {last} min, above 240 min", "suggestion": "Offer a nap more, or an earlier bedtime"}] if last > 240 else []
            scenarios.append({"style": style, "title": style, "message": "", "wake": iso(morning), "bedtime": iso(bed), "naps": naps, "bedtimeWakeWindow": last, "violations": broken})
        cursor, insights = morning, []
        for index, (event, planned) in enumerate(zip(today, (75, 60))):
            insights.append({"number": index + 1, "start": iso(event["start"]), "end": iso(event["end"]), "minutes": int(minutes(event["start"], event["end"])), "plannedMinutes": planned, "wakeWindow": int(minutes(cursor, event["start"])), "plannedWakeWindow": PLANS[baby.style][index]})
            cursor = event["end"]
        return {"style": baby.style, "styles": list(PLANS), "isOver": False, "wantedNaps": 2, "bedtimeChange": 0, "nextNap": None, "failure": None, "scenarios": scenarios, "insights": {"naps": insights}}

    def nights(self, baby, days):
        today, found, debt = self.now().date(), [], 0
        for back in range(days, 0, -1):
            evening = today - datetime.timedelta(days=back)
            start = datetime.datetime.combine(evening, datetime.time(18), ZONE)
            parts = [event for event in self.of(baby, "sleep") if event["end"] and start <= event["start"] < start + datetime.timedelta(hours=11)]
            if not parts:
                continue
            hours = sum(minutes(event["start"], event["end"]) for event in parts) / 60
            debt = max(0, debt * 0.8 + 11 - hours)
            found.append({
                "date": evening.isoformat(), "hours": round(hours, 4), "bedtimes": [clock(event["start"]) for event in parts], "segments": [{"start": iso(event["start"]), "end": iso(event["end"])} for event in parts],
                "wakings": len(parts) - 1, "goal": 11, "bedtime": "18:40", "steps": None, "rating": self.ratings.get(evening.isoformat()), "source": "button",
                "stars": 5 if hours > 10.9 else 4 if hours > 10.4 else 3, "reasons": [] if hours > 10.9 else [{"reason": "underGoal", "stars": -1}], "debt": round(debt, 2), "forgottenNap": False})
        return found

    @staticmethod
    def motion(night):
        chance, first, last = random.Random(7), night["segments"][0]["start"], night["segments"][-1]["end"]
        length = minutes(datetime.datetime.fromisoformat(first), datetime.datetime.fromisoformat(last))
        return {"from": first, "minutes": 5, "levels": [None if place == 40 else round(max(0, chance.gauss(1, 25))) for place in range(int(length / 5))]}

    # Commands

    def command(self, identity, words, at, by):
        """Performs a command once. The same id gets the same answer again."""
        with self.lock:
            if identity in self.answers:
                return self.answers[identity]
            self.log.append((identity, words, at, by))
            if self.fault == "card":
                return {"exit": 75, "output": "", "error": "the card is busy"}
            try:
                answer = {"exit": 0, "output": self.do(words, at, by)}
            except Refused as refusal:
                answer = {"exit": 65, "output": "", "error": str(refusal)}
            except (KeyError, ValueError, IndexError) as fault:
                answer = {"exit": 64, "output": "", "error": f"usage: {fault!r}"}
            self.answers[identity] = answer
            return answer

    def do(self, words, at, by):
        head, options = [], {}
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if not word.startswith("--"):
                head.append(word)
            elif word[2:] in ("json", "running", "on", "off", "strict", "flexible", "nothing"):
                options[word[2:]] = True
            else:
                options[word[2:]] = rest.pop(0)
        baby = next(one for one in self.babies if str(one.number) == options.get("baby", "1"))
        answer = getattr(self, "do_" + head[0])(head[1:], options, baby, at, by)
        if "json" not in options:
            self.touch()
        return answer

    def do_log(self, head, options, baby, at, by):
        moment = datetime.datetime.fromisoformat(at) if at else self.now()
        if head[0] == "add":
            return self.log_add(head[1], head[2:], options, baby, moment, by)
        if head[0] == "undo":
            raise Refused("Nothing to undo")
        event = self.events.get(head[1]) or next((one for one in self.events.values() if one["id"].endswith(head[1])), None)
        if head[0] == "delete":
            if not event:
                raise Refused("Already deleted")
            self.deleted[event["id"]] = self.events.pop(event["id"])
            return f"saved: {event['id'][-6:]} deleted\n"
        if not event:
            event = next((one for key, one in self.deleted.items() if key == head[1] or key.endswith(head[1])), None)
            if not event:
                raise Refused("Older than 62 days")
            self.events[event["id"]] = self.deleted.pop(event["id"])
        return self.log_edit(event, options, by)

    def log_add(self, kind, what, options, baby, moment, by):
        kind = {"nap": "sleep", "feed": "nursing"}.get(kind, kind)
        start = self.time(options["start"]) if "start" in options else moment
        end = self.time(options["end"]) if "end" in options else None
        self.check(baby, kind, start, end, None)
        more = {name: options[name] for name in ("side", "milk") if name in options}
        if "amount" in options:
            more["ml"] = int(options["amount"].removesuffix("ml"))
        if kind == "medicine":
            more["medicine"] = what[0]
        if kind == "nappy":
            more["nappy"] = what[0]
        event = self.add(baby, kind, start, end, by=by, **more)
        event["source"] = "command"
        return f"saved {event['id'][-12:]}: {kind} from {iso(start)}\n"

    def log_edit(self, event, options, by):
        start = self.time(options["start"]) if "start" in options else event["start"]
        end = None if "running" in options else self.time(options["end"]) if "end" in options else event["end"]
        baby = next(one for one in self.babies if one.number == event["baby"])
        self.check(baby, event["kind"], start, end, event)
        event.update(start=start, end=end, by=by)
        for name in ("side", "milk"):
            if name in options:
                event[name] = options[name]
        for name in ("nappy", "medicine"):
            if name in options:
                event[name] = options[name]
        if "amount" in options:
            event["ml"] = int(options["amount"].removesuffix("ml"))
        return f"saved: {event['id'][-6:]} amended\n"

    def time(self, text):
        return self.now() if text == "now" else datetime.datetime.fromisoformat(text)

    def check(self, baby, kind, start, end, own):
        now = self.now()
        if start > now + 2 * MINUTE or (end and end > now + 2 * MINUTE):
            raise Refused("Start is in the future")
        if end and end < start:
            raise Refused("Ends before it starts")
        if kind not in ("sleep", "nursing"):
            return
        for other in self.of(baby, kind):
            if other is own or other.get("exact") is False:
                continue
            if end is None and other["end"] is None:
                raise Refused("Already asleep" if kind == "sleep" else "Already feeding")
            if start < (other["end"] or now) and other["start"] < (end or now):
                raise Refused("Overlaps a sleep" if kind == "sleep" else "Overlaps a feed")

    def do_set(self, head, options, baby, at, by):
        name, *values = head
        if name == "today":
            if values == ["none"]:
                baby.wishes = {}
            for part, value in zip(values[::2], values[1::2]):
                baby.wishes.pop(part, None)
                if value != "none":
                    baby.wishes[part] = value, by
            return "saved\n"
        target, (*path, leaf) = baby.settings, name.split(".")
        for part in path:
            target = target[part]
        if leaf not in target:
            raise Refused(f"{name}: no such setting")
        if isinstance(target[leaf], dict):
            ends = values[0].split("-") if values[0] != "none" else [None, None]
            target[leaf] = dict(zip(("start", "end"), ends))
        else:
            target[leaf] = values[0] if ":" in values[0] else _literal(values[0])
        if name == "plan.style":
            baby.style = values[0] if values[0] != "null" else "buildLater"
        return "saved\n"

    def do_clock(self, head, options, baby, at, by):
        self.told.append(head)
        return "saved\n"

    def do_quiet(self, head, options, baby, at, by):
        now = self.now()
        if head[0] == "start":
            self.session = {"start": now, "end": now + int(options["minutes"]) * MINUTE, "strictness": "strict" if "strict" in options else "flexible"}
        elif head[0] == "cancel":
            self.session["cancel"] = now + datetime.timedelta(seconds=30)
        elif head[0] == "keep":
            self.session.pop("cancel", None)
        elif head[0] == "schedule":
            self.schedule = {"enabled": "on" in options, "start": options["start"], "end": options["end"], "strictness": "strict" if "strict" in options else "flexible"}
        elif head[0] == "allow":
            self.allowed = head[1:]
        return "ok\n"

    def do_nights(self, head, options, baby, at, by):
        if "rate" in options:
            date, stars = options["rate"].split("=")
            self.ratings[date] = None if stars == "none" else int(stars)
        if "json" not in options:
            return "saved\n"
        return "".join(json.dumps(night) + "\n" for night in self.nights(baby, int(options.get("days", 7))))

    def do_learn(self, head, options, baby, at, by):
        windows = [{"napsDone": index, "isLearned": True, "learned": low + 18, "low": low - 8, "high": low + 41, "ageTable": [low, high]} for index, (low, high) in enumerate(WINDOWS)]
        return json.dumps({"baby": baby.name, "naps": 41, "days": 18, "used": True, "why": "used: at least a tenth better than the age table over the last 21 days", "windows": windows, "backTest": {"windows": 41, "learned": 14, "ageTable": 24}}) + "\n"

    def do_phones(self, head, options, baby, at, by):
        if head[0] == "remove":
            self.phones = {token: name for token, name in self.phones.items() if name != head[1]}
        return json.dumps({"phones": [{"name": name} for name in self.phones.values()]}) + "\n"


def _literal(text):
    try:
        return json.loads(text)
    except ValueError:
        return text
