"""Writes what a real box needs for the page's tests: a configuration in whose zone it is late in the morning now, and the
last ninety days as a table for `cribside log import`.

    /usr/bin/python3 Tests/Page/history.py FOLDER
"""

import csv
import datetime
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from household import Household

HOUR = 11
NAMES = ("Mia", "Theo")
COLUMNS = ("id", "baby", "kind", "start", "end", "side", "source", "exact", "ml", "milk", "nappy", "medicine")


def zone():
    """The offset from UTC, in whole hours, where it is nearest to HOUR now. Zones reach from -12 to +14."""
    hour = datetime.datetime.now(datetime.timezone.utc).hour
    return min(14, max(-12, HOUR - hour))


def configuration(offset):
    """POSIX reverses the sign in a zone's name: Etc/GMT+5 is five hours behind."""
    birthdate = datetime.date.today() - datetime.timedelta(days=270)
    babies = [{"name": name, "birthdate": birthdate.isoformat(), "bedtime": "18:40"} for name in NAMES]
    return json.dumps({"babies": babies, "timeZone": f"Etc/GMT{-offset:+d}" if offset else "Etc/UTC"}, indent=2)


def rows(offset):
    now = datetime.datetime.now(datetime.timezone(datetime.timedelta(hours=offset))).replace(microsecond=0)
    for event in Household(at=now, names=NAMES).events.values():
        times = {name: event[name].isoformat() if event[name] else "" for name in ("start", "end")}
        yield {**event, **times, "source": "command", "exact": "yes"}


def main():
    folder, offset = pathlib.Path(sys.argv[1]), zone()
    (folder / "cribside.json5").write_text(configuration(offset))
    with (folder / "history.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS, restval="")
        table.writeheader()
        table.writerows(rows(offset))


if __name__ == "__main__":
    main()
