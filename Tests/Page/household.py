"""A household in memory: what the box would say about it, and what it does with a command.

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
PLANS = {"buildLater": (155, 185, 215), "gentle": (165, 185, 205), "balanced": (185, 185, 185)}
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


class Refused(Exception):
    """A command that the rules refuse; the text is the answer's."""


class Baby:
    def __init__(self, number, name):
        self.number, self.name = number, name
        self.style = "buildLater"
        self.settings = {"bedtime": "18:40", "plan": {
            "naps": None, "napLengths": {"one": None, "two": [75, 60], "three": None, "four": None, "five": None},
            "wakeWindows": {"min": 150, "max": 240, "last": None, "maxFirst": None},
            "powerSleep": {"enabled": False, "targetMinutes": 180}, "awake": {"start": None, "end": None},
            "asleep": {"start": None, "end": None}, "learn": "auto", "style": None}}
        self.wishes = []


class Household:
    """Events, babies, a quiet session and phones, behind one lock."""

    def __init__(self, at=NOON, names=("Mia",), days=90, speed=1.0, seed=1):
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.seq = 1
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
            at = lambda hour, minute: datetime.datetime.combine(day, datetime.time(0), ZONE) + datetime.timedelta(hours=hour, minutes=minute + chance.gauss(0, 12))
            wake = at(6, 25 - (days - back) * 0.2)
            first = at(9, 5)
            second = at(13, 0)
            bed = at(18, 50)
            plans = [("sleep", first, first + chance.gauss(70, 16) * MINUTE, {}), ("sleep", second, second + chance.gauss(62, 18) * MINUTE, {}),
                     ("sleep", bed, bed + chance.gauss(330, 40) * MINUTE, {})]
            waking = plans[-1][2]
            again = waking + chance.uniform(12, 30) * MINUTE
            morning = datetime.datetime.combine(day, datetime.time(0), ZONE) + datetime.timedelta(days=1, hours=6, minutes=22 + chance.gauss(0, 14))
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

    # What is asked

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
                "v": 1, "seq": self.seq, "now": iso(now), "clock": {"known": self.clock_known, "source": "ntp" if self.clock_known else "unknown"},
                "babies": [self.baby_state(baby, now) for baby in self.babies],
                "box": {
                    "parts": {"panel": "works", "accelerometer": "works", "buttons": "works", "stuckButton": None},
                    "storage": {"works": self.fault is None, "lines": len(self.events) + 40, "damagedLines": 0, "unsaved": 1 if self.fault else 0, "freeBytes": 14_312_000_000, "copied": iso(now - 9 * 60 * MINUTE)},
                    "quiet": self.quiet(now), "version": "0.1.0",
                    "phones": [{"name": name, "isThis": token == phone, "seen": iso(now)} for token, name in self.phones.items()],
                },
            }

    def quiet(self, now):
        session = None
        if self.session:
            left = int((self.session["end"] - now).total_seconds())
            if left <= 0:
                self.session = None
            else:
                cancel = self.session.get("cancel")
                session = {"id": "1", "mode": "manual", "strictness": self.session["strictness"], "startedAt": iso(self.session["start"]), "endsAt": iso(self.session["end"]), "isActive": True, "remainingSeconds": left, "cancelSeconds": int((cancel - now).total_seconds()) if cancel else None}
        return {"session": session, "shield": session is not None, "allowed": self.allowed, "strictness": self.strictness, "schedule": self.schedule}

    def baby_state(self, baby, now):
        sleep, feed = self.running(baby, "sleep"), self.running(baby, "nursing")
        sleeps = [event for event in self.of(baby, "sleep") if event["end"]]
        woke = sleeps[-1]["end"] if sleeps else now
        bed = datetime.datetime.combine(now.date(), BEDTIME, ZONE)
        is_night = bool(sleep) and (now.hour < 5 or now >= bed - 30 * MINUTE or sleep["start"].hour >= 18 or sleep["start"].hour < 5)
        feeds = self.of(baby, "nursing", "bottle")
        last = feeds[-1] if feeds else None
        next_side = "L" if last and last.get("side") == "right" else "R"
        foot = f"fed {length(minutes(last['start'], now))} ago · next {next_side}" if last else "no feeds yet"
        words, bar, name = self.words(baby, now, sleep, feed, woke, bed, is_night, foot)
        plan = self.plan(baby, now, bed)
        entries = [event for event in self.of(baby) if event["end"] or event["kind"] not in ("sleep", "nursing")]
        return {
            "id": baby.number, "name": baby.name, "birthdate": "2025-09-14", "state": name, "words": words, "bar": bar,
            "outlook": {"bedtime": iso(bed)}, "running": [{"id": event["id"], "kind": event["kind"], "start": iso(event["start"]), "side": event.get("side")} for event in (sleep, feed) if event],
            "feed": {"last": iso(last["start"]) if last else None}, "nextSide": next_side, "plan": plan, "insights": plan.pop("insights"),
            "totals24h": {}, "settings": baby.settings, "wishes": baby.wishes, "medicines": ["Vitamin D"], "bottle": {"ml": 120, "milk": "formula"},
            "last": f"{entries[-1]['kind']} {clock(entries[-1]['start'])}" if entries else None, "night": self.nights(baby, 1)[-1] | {"motion": self.motion(baby)},
        }

    def words(self, baby, now, sleep, feed, woke, bed, is_night, foot):
        if not self.clock_known:
            return {"top": "Awake ~1 h 40", "figure": "~1 h 40", "label": "clock not set", "foot": "fed ~2 h"}, None, "awakeEarly"
        if feed:
            fed = int(minutes(feed["start"], now))
            return {"top": f"Feeding {feed.get('side', 'left')[0].upper()}", "figure": f"{fed} m", "label": f"feeding {feed.get('side', 'left')[0].upper()}", "beside": "", "foot": f"last {foot[4:]}"}, None, "awakeEarly"
        if is_night:
            start = next((event["start"] for event in self.of(baby, "sleep") if event["start"].hour >= 18 and now - event["start"] < datetime.timedelta(hours=13)), sleep["start"])
            parts = [{"start": iso(event["start"]), "end": iso(event["end"])} for event in self.of(baby, "sleep") if event["start"] >= start]
            ticks = [iso(event["start"]) for event in self.of(baby, "nursing", "bottle") if event["start"] >= start]
            morning = (start + datetime.timedelta(hours=12)).replace(hour=6, minute=30)
            return {"top": f"Asleep {length(minutes(sleep['start'], now))}", "figure": "~06:30", "label": "wakes", "beside": "", "foot": foot}, {"start": iso(start), "end": iso(morning), "segments": parts, "feeds": ticks}, "nightSleep"
        if sleep:
            by = sleep["start"] + 95 * MINUTE
            late = now > by
            words = {"top": f"Nap {length(minutes(sleep['start'], now))}", "figure": f"wake {baby.name}" if late else clock(by), "label": "" if late else "wake by", "beside": f"since {clock(by)}" if late else f"in {length(minutes(now, by))}", "foot": foot}
            return words, {"start": iso(sleep["start"]), "end": iso(by), "notch": iso(sleep["start"] + 60 * MINUTE)}, "sleepingApproachingCutoff"
        window = WINDOWS[min(len([event for event in self.of(baby, "sleep") if event["start"].date() == now.date() and 6 < event["start"].hour < 18]), 2)]
        low, high = woke + window[0] * MINUTE, woke + window[1] * MINUTE
        top = f"Awake {length(minutes(woke, now))}"
        shape = {"start": iso(woke), "end": iso(high), "window": {"start": iso(low), "end": iso(high)}}
        if now > high:
            return {"top": top, "figure": "nap now", "label": "", "beside": f"since {clock(high)}", "foot": foot, "cue": "wind down"}, shape, "awakeBeyond"
        return {"top": top, "figure": clock(low), "label": "nap", "beside": f"in {length(minutes(now, low))}" if now < low else "now", "foot": foot}, shape, "awakeEarly" if now < low else "awakeApproaching"

    def plan(self, baby, now, bed):
        today = [event for event in self.of(baby, "sleep") if event["start"].date() == now.date() and event["end"] and 6 <= event["start"].hour < 18]
        morning = next((event["end"] for event in self.of(baby, "sleep") if event["end"] and event["end"].date() == now.date() and event["end"].hour < 9), bed - 730 * MINUTE)
        scenarios = []
        for style, windows in PLANS.items():
            items, cursor = [{"kind": "wake", "start": iso(morning), "end": iso(morning)}], morning
            for index, nap in enumerate((75, 60)):
                actual = today[index] if index < len(today) else None
                start = actual["start"] if actual else cursor + windows[index] * MINUTE
                end = actual["end"] if actual else start + nap * MINUTE
                items.append({"kind": "nap", "number": index + 1, "start": iso(start), "end": iso(end), "wakeWindow": int(minutes(cursor, start)), "actual": bool(actual)})
                cursor = end
            items.append({"kind": "bedtime", "start": iso(bed), "end": iso(bed), "wakeWindow": int(minutes(cursor, bed))})
            over = int(minutes(cursor, bed)) - 240
            broken = [{"type": "limit", "message": f"Wake window 3 is {over + 240} min, above 240 min", "suggestion": "Offer a nap more, or an earlier bedtime"}] if over > 0 else []
            scenarios.append({"style": style, "napCount": 2, "items": items, "violations": broken, "message": None})
        planned, cursor, insights = (75, 60), morning, []
        for index, event in enumerate(today[:2]):
            insights.append({"number": index + 1, "minutes": int(minutes(event["start"], event["end"])), "plannedMinutes": planned[index], "wakeWindow": int(minutes(cursor, event["start"])), "plannedWakeWindow": PLANS[baby.style][index]})
            cursor = event["end"]
        return {"style": baby.style, "scenarios": scenarios, "wishes": baby.wishes, "insights": insights}

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
                "date": evening.isoformat(), "hours": round(hours, 4), "bedtimes": [clock(parts[0]["start"])], "segments": [{"start": iso(event["start"]), "end": iso(event["end"])} for event in parts],
                "wakings": len(parts) - 1, "goal": 11, "bedtime": "18:40", "steps": None, "rating": self.ratings.get(evening.isoformat()), "source": "button",
                "stars": 5 if hours > 10.9 else 4 if hours > 10.4 else 3, "reasons": [] if hours > 10.9 else [{"reason": "tooShort", "stars": -1}], "debt": round(debt, 2)})
        return found or [{"date": (today - datetime.timedelta(days=1)).isoformat()}]

    def motion(self, baby):
        night = self.nights(baby, 1)[-1]
        chance, found = random.Random(7), []
        for part in night.get("segments", []):
            start, end = (datetime.datetime.fromisoformat(part[name]) for name in ("start", "end"))
            while start < end:
                found.append({"at": iso(start), "level": round(max(0, chance.gauss(0.1, 0.25)), 2)})
                start += 5 * MINUTE
        return found

    # What is done

    def command(self, identity, words, at, by):
        """Does a command once; the same id again gets the same answer."""
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
            elif word[2:] in ("json", "running", "wet", "dirty", "both", "on", "off", "strict", "flexible", "nothing"):
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
            return self.log_add(head[1], options, baby, moment, by)
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

    def log_add(self, kind, options, baby, moment, by):
        kind = {"nap": "sleep", "feed": "nursing"}.get(kind, kind)
        start = self.time(options["start"]) if "start" in options else moment
        end = self.time(options["end"]) if "end" in options else None
        self.check(baby, kind, start, end, None)
        more = {name: options[name] for name in ("side", "milk") if name in options}
        if "amount" in options:
            more["ml"] = int(options["amount"].removesuffix("ml"))
        if kind == "medicine":
            more["medicine"] = options["name"]
        if kind == "nappy":
            more["nappy"] = next(name for name in ("wet", "dirty", "both") if name in options)
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
        if "amount" in options:
            event["ml"] = int(options["amount"].removesuffix("ml"))
        return f"saved: {event['id'][-6:]} amended\n"

    @staticmethod
    def time(text):
        return datetime.datetime.fromisoformat(text)

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
            baby.wishes = [] if values == ["none"] else baby.wishes + [{"text": " ".join(values)}]
            return "saved\n"
        target, (*path, leaf) = baby.settings, name.split(".")
        for part in path:
            target = target[part]
        if leaf not in target:
            raise Refused(f"{name}: no such setting")
        target[leaf] = values[0] if ":" in values[0] else _literal(values[0])
        if name == "plan.style":
            baby.style = values[0] if values[0] != "null" else "buildLater"
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
        return json.dumps({"baby": baby.name, "naps": 41, "days": 18, "used": True, "why": "used: at least a tenth better than the age table for 21 days", "windows": windows, "backTest": {"windows": 41, "learned": 14, "ageTable": 24}}) + "\n"

    def do_phones(self, head, options, baby, at, by):
        if head[0] == "remove":
            self.phones = {token: name for token, name in self.phones.items() if name != head[1]}
        return json.dumps({"phones": [{"name": name} for name in self.phones.values()]}) + "\n"

    def do_doctor(self, head, options, baby, at, by):
        return json.dumps({"checks": [{"name": "bus", "ok": True}, {"name": "clock", "ok": False, "message": "No battery clock.", "fix": "Fit a DS3231, and add dtoverlay=i2c-rtc,ds3231."}]}) + "\n"


def _literal(text):
    try:
        return json.loads(text)
    except ValueError:
        return text
