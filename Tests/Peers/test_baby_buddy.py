"""A real Baby Buddy: the answers that the stand-in of the tests gives are asked of it, and it is kept alike with a simulated box
through a week of edits on both sides, while the program between them is killed.

    CRIBSIDE_BABY_BUDDY="http://127.0.0.1:18001 TOKEN" CRIBSIDE_PEERS=.build/debug python -m unittest Tests/Peers/test_baby_buddy.py

Each test makes a child of its own there and deletes it at the end.
"""

import datetime
import json
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from test_household import PROGRAMS, Box, wait

FIXTURE = pathlib.Path(__file__).resolve().parents[1] / "Fixtures/household/babybuddy.jsonl"
PLACE = os.environ.get("CRIBSIDE_BABY_BUDDY", "").split()


def ask(method, path, body=None):
    url, token = PLACE
    request = urllib.request.Request(
        f"{url}/api/{path}", None if body is None else body.encode(), {"Authorization": f"Token {token}", "Content-Type": "application/json"}, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), error.headers


@unittest.skipUnless(len(PLACE) == 2, "CRIBSIDE_BABY_BUDDY names no server and token")
class BabyBuddyTests(unittest.TestCase):
    def test_it_answers_as_the_stand_in(self):
        now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        status, text, headers = ask("POST", "children/", json.dumps({"first_name": "Stand", "last_name": "In", "birth_date": "2026-01-01"}))
        self.assertEqual(status, 201, text)
        self.assertIn("Date", headers)
        child = json.loads(text)
        self.addCleanup(ask, "DELETE", f"children/{child['slug']}/")
        kept = {"child": child["id"]}

        def filled(text, is_text):
            def instant(match):
                return (now + datetime.timedelta(minutes=int(match[1]))).strftime("%Y-%m-%dT%H:%M:%SZ")

            text = re.sub(r"@(-?\d+)", instant, text)
            return re.sub(r"@(\w+)" if is_text else r'"@(\w+)"', lambda match: str(kept[match[1]]), text)

        for line in FIXTURE.read_text().splitlines():
            case = json.loads(line)
            with self.subTest(case["why"]):
                body = filled(json.dumps(case["body"]), False) if "body" in case else None
                path = filled(case["path"], True) + ("" if "?" not in case["path"] else f"&child={child['id']}")
                status, text, _ = ask(case["do"], path, body)
                self.assertEqual(status, case["status"], text)
                self.assertIn(case.get("says", ""), text)
                if "lacks" in case:
                    self.assertNotIn(case["lacks"], text)
                if "counts" in case:
                    self.assertEqual(json.loads(text)["count"], case["counts"])
                if "keep" in case:
                    kept[case["keep"]] = json.loads(text)["id"]


UTC = datetime.timezone.utc
MINUTE = datetime.timedelta(minutes=1)
COLLECTIONS = {"nap": "sleep", "feed": "feedings", "bottle": "feedings", "nappy": "changes"}


@unittest.skipUnless(len(PLACE) == 2 and (PROGRAMS / "cribside-link").exists(), "no server and token, or no programs")
class AgreementTests(unittest.TestCase):
    """Each entry has a separate hour of the week, because Baby Buddy refuses overlaps."""

    ROUNDS = min(13, int(os.environ.get("CRIBSIDE_ROUNDS", "4")))

    def setUp(self):
        name = f"Ada{random.getrandbits(32)}"
        status, text, _ = ask("POST", "children/", json.dumps({"first_name": name, "last_name": "Test", "birth_date": "2026-03-01"}))
        self.assertEqual(status, 201, text)
        child = json.loads(text)
        self.addCleanup(ask, "DELETE", f"children/{child['slug']}/")
        self.child, self.chance = child["id"], random.Random(7)
        folder = pathlib.Path(tempfile.mkdtemp(prefix="cribside-buddy-"))
        self.addCleanup(shutil.rmtree, folder, True)
        (folder / "token").write_text(PLACE[1] + "\n")
        (folder / "kept").mkdir()
        household = {"babyBuddy": {"url": PLACE[0], "tokenFile": str(folder / "token")}}
        self.box = Box(folder, "nursery", household, name, "--state", folder / "kept")
        self.addCleanup(self.box.stop)
        self.box.start()
        hour = datetime.datetime.now(UTC).replace(minute=0, second=0, microsecond=0)
        self.hours = [hour - datetime.timedelta(hours=n) for n in range(3, 7 * 24)]
        self.chance.shuffle(self.hours)

    # The entries of both, in the same form

    def diary(self):
        rows = map(json.loads, self.box.run("log", "list", "--days", "10", "--json")["output"].splitlines())
        return {row["id"]: row for row in rows if row["kind"] in ("sleep", "nursing", "bottle", "nappy")}

    def remote(self):
        found = {}
        for name in ("sleep", "feedings", "changes"):
            status, text, _ = ask("GET", f"{name}/?limit=1000&child={self.child}")
            self.assertEqual(status, 200, text)
            found |= {f"{name}/{row['id']}/": row for row in json.loads(text)["results"]}
        return found

    def both(self):
        def second(text):
            return text and datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC).replace(microsecond=0).isoformat()

        ours = []
        for row in self.diary().values():
            what = {"bottle": row.get("ml"), "nappy": row.get("nappy"), "nursing": row.get("side")}.get(row["kind"])
            ours.append((row["kind"], second(row["start"]), second(row["end"]) if row["kind"] in ("sleep", "nursing") else None, what))
        theirs = []
        for path, row in self.remote().items():
            if path.startswith("changes"):
                contents = {(True, False): "wet", (False, True): "dirty", (True, True): "both"}[row["wet"], row["solid"]]
                theirs.append(("nappy", second(row["time"]), None, contents))
            elif path.startswith("sleep"):
                theirs.append(("sleep", second(row["start"]), second(row["end"]), None))
            elif row["method"] == "bottle":
                theirs.append(("bottle", second(row["start"]), None, int(row["amount"]) if row["amount"] else None))
            else:
                side = {"left breast": "left", "right breast": "right", "both breasts": "both"}[row["method"]]
                theirs.append(("nursing", second(row["start"]), second(row["end"]), side))
        return sorted(ours, key=str), sorted(theirs, key=str)

    # Edits

    def edit_diary(self):
        start, rows = self.hours.pop(), list(self.diary().values())
        at, end = start.isoformat(), (start + self.chance.randint(5, 50) * MINUTE).isoformat()
        lasting = [row for row in rows if row["kind"] in ("sleep", "nursing")]
        action = self.chance.randrange(7)
        if action == 0 and rows:
            words = ["delete", self.chance.choice(rows)["id"]]
        elif action <= 2 and lasting:
            row = self.chance.choice(lasting)
            begin = datetime.datetime.fromisoformat(row["start"])
            words = ["edit", row["id"], "--end", (begin + self.chance.randint(5, 55) * MINUTE).isoformat()]
        else:
            words = ["add", *self.chance.choice([["nap", "--end", end], ["feed", "--end", end], ["bottle", "90ml"], ["nappy", "both"]]), "--start", at]
        answer = self.box.run("log", *words)
        # 65: the end has not changed.
        self.assertIn(answer["exit"], (0, 1, 65), answer)

    def edit_remote(self):
        start, rows = self.hours.pop(), list(self.remote().items())
        at, end = start.isoformat(), (start + self.chance.randint(5, 50) * MINUTE).isoformat()
        lasting = [(path, row) for path, row in rows if path.startswith("sleep") or row.get("method", "").endswith("breast")]
        action = self.chance.randrange(7)
        if action == 0 and rows:
            answer = ask("DELETE", self.chance.choice(rows)[0])
        elif action <= 2 and lasting:
            path, row = self.chance.choice(lasting)
            begin = datetime.datetime.fromisoformat(row["start"])
            answer = ask("PATCH", path, json.dumps({"end": (begin + self.chance.randint(5, 55) * MINUTE).isoformat()}))
        else:
            path, body = self.chance.choice([
                ("sleep/", {"start": at, "end": end}),
                ("feedings/", {"start": at, "end": end, "type": "breast milk", "method": "left breast"}),
                ("feedings/", {"start": at, "end": end, "type": "formula", "method": "bottle", "amount": 120}),
                ("changes/", {"time": at, "wet": True, "solid": False}),
            ])
            answer = ask("POST", path, json.dumps({"child": self.child, **body}))
        self.assertIn(answer[0], (200, 201, 204, 404), answer)

    def test_they_agree_after_a_week_of_edits_on_both_sides_with_kills_between(self):
        edits = kills = 0
        for _ in range(self.ROUNDS):
            for _ in range(6):
                self.edit_diary()
                self.edit_remote()
                edits += 2
                if self.chance.random() < 0.5:
                    time.sleep(self.chance.uniform(0, 4))
                    self.box.kill_link()
                    self.box.start_link()
                    kills += 1
            if self.chance.random() < 0.5:
                self.box.kill_box()
                self.box.start_box()
                kills += 1

            def is_same():
                ours, theirs = self.both()
                return ours == theirs

            try:
                wait(200, "the same on both sides", is_same)
            except AssertionError:
                ours, theirs = self.both()
                self.fail(f"only here: {sorted(set(ours) - set(theirs), key=str)}; only there: {sorted(set(theirs) - set(ours), key=str)}")
        ours, theirs = self.both()
        print(f"\n{edits} edits on both sides, {kills} kills: {len(ours)} entries, the same on both")


if __name__ == "__main__":
    unittest.main()
