// The diary by days, for Trends: a day runs from 6 to 6, so that a night is whole. Pure; times are minutes.

import { DAY, addDays, date, minuteOfDay, minutesBetween } from "./time.js";
import { endOf } from "./household.js";

const MORNING = 6 * 60;
/** A sleep that begins before this is the night going on. */
const NIGHT_ENDS = 5 * 60;
/** A sleep that begins so long before bedtime, or later, is the night. */
const EARLY = 30;
/** A longer time awake is a gap in the diary. */
const LONGEST_WINDOW = 8 * 60;

function bedtimeOf(baby) {
  const match = /^(\d\d):(\d\d)$/.exec(baby.settings?.bedtime ?? baby.bedtime ?? "");
  return match ? Number(match[1]) * 60 + Number(match[2]) : 19 * 60;
}

/** Whether a sleep is the night's. The box may say so; else the bedtime decides. */
function isNight(one, bedtime) {
  if (typeof one.isNight === "boolean") return one.isNight;
  const start = minuteOfDay(one.start);
  return start >= bedtime - EARLY || start < NIGHT_ENDS;
}

/** The date on which the day of a time began, and the minutes since its 6:00. */
function place(time) {
  const minute = minuteOfDay(time) - MORNING;
  return minute < 0 ? { day: addDays(date(time), -1), minute: minute + DAY } : { day: date(time), minute };
}

/** The last `count` days up to the one that `now` belongs to, oldest first. */
export function days(events, baby, count, now) {
  const last = place(now).day;
  const found = new Map();
  for (let back = count - 1; back >= 0; back -= 1) {
    found.set(addDays(last, -back), { date: addDays(last, -back), segments: [], night: 0, nap: 0, naps: 0, feeds: 0, bottles: 0, ml: 0, nursed: 0, windows: [] });
  }
  const bedtime = bedtimeOf(baby);
  const good = events.filter((one) => !one.problem);
  for (const one of good) one.kind === "sleep" ? addSleep(found, one, isNight(one, bedtime)) : addFeed(found, one);
  addWindows(found, good.filter((one) => one.kind === "sleep"), bedtime);
  return [...found.values()];
}

function addSleep(found, one, atNight) {
  let { day, minute } = place(one.start);
  let rest = minutesBetween(one.start, endOf(one));
  if (!atNight && found.has(day)) found.get(day).naps += 1;
  while (rest > 0) {
    const length = Math.min(rest, DAY - minute);
    const row = found.get(day);
    if (row) {
      row.segments.push({ from: minute, to: minute + length, isNight: atNight });
      row[atNight ? "night" : "nap"] += length;
    }
    [day, minute, rest] = [addDays(day, 1), 0, rest - length];
  }
}

function addFeed(found, one) {
  const row = found.get(place(one.start).day);
  if (!row || (one.kind !== "nursing" && one.kind !== "bottle")) return;
  row.feeds += 1;
  if (one.kind === "nursing") row.nursed += minutesBetween(one.start, endOf(one));
  else {
    row.bottles += 1;
    row.ml += Number(one.amount) || 0;
  }
}

/** The times awake before each nap and before bed; the first begins at the end of the night. */
function addWindows(found, sleeps, bedtime) {
  let number = 0;
  for (let index = 1; index < sleeps.length; index += 1) {
    const [before, one] = [sleeps[index - 1], sleeps[index]];
    const [wasNight, isBed] = [isNight(before, bedtime), isNight(one, bedtime)];
    number = wasNight ? 1 : number + 1;
    const length = before.end ? minutesBetween(before.end, one.start) : 0;
    const row = found.get(place(one.start).day);
    if (!row || (wasNight && isBed) || length < 5 || length > LONGEST_WINDOW) continue;
    row.windows.push({ number, isBed, minutes: length });
  }
}

/** The one in the middle; nil of nothing. */
export function middle(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : null;
}
