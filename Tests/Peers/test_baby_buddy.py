"""The answers that the stand-in of the tests gives, asked of a real Baby Buddy.

    CRIBSIDE_BABY_BUDDY="http://127.0.0.1:18001 TOKEN" python -m unittest Tests/Peers/test_baby_buddy.py

It makes a child of its own there and deletes it at the end.
"""

import datetime
import json
import os
import pathlib
import re
import unittest
import urllib.error
import urllib.request

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


if __name__ == "__main__":
    unittest.main()
