// Timeline: a day as a bar and as a list, newest first.

import { S } from "./strings.js";
import { button, h, icon, s } from "./dom.js";
import { box, log, now, watch } from "./box.js";
import { addDays, at, clock, date, dayName, duration, fromFields, minutesBetween } from "./time.js";
import { endOf, events } from "./household.js";
import { openEntry } from "./entry.js";
import { tapList } from "./now.js";

let day = null;
let known = { days: 0, seq: null, lines: null };
let again = () => {};
let isReading = false;

export function open(render) {
  again = render;
  read();
}

watch(() => known.lines && box.state?.seq !== known.seq && read());

const daysBack = () => Math.round((Date.parse(date(now())) - Date.parse(day ?? date(now()))) / 86_400_000);

/** Reads the log as far back as the day that is shown. */
async function read() {
  if (isReading || box.reach !== "live") return;
  isReading = true;
  const [days, seq] = [Math.max(3, daysBack() + 3), box.state?.seq];
  const lines = await log(days);
  isReading = false;
  if (lines) known = { days, seq, lines };
  again();
}

function show(date) {
  day = date;
  if (daysBack() + 3 > known.days) read();
  again();
}

export function render(baby) {
  const today = date(now());
  const shown = day ?? today;
  if (!baby) return h("p", { class: "empty" }, S.now.waiting);
  if (!known.lines) {
    if (box.reach === "live") read();
    return [heading(shown, today), h("p", { class: "empty" }, box.reach === "away" ? S.timeline.away : S.timeline.loading)];
  }
  const midnight = fromFields(shown, "00:00");
  const next = fromFields(addDays(shown, 1), "00:00");
  const all = events(known.lines, baby.id);
  const ofDay = all.filter((one) => one.start.ms < next.ms && (endOf(one).ms > midnight.ms || one.start.ms >= midnight.ms));
  return [
    heading(shown, today),
    tapList(baby, "entry"),
    dayBar(ofDay, midnight, next),
    h("p", { class: "sum" }, shown === today && baby.last24h ? moving(baby.last24h) : summary(ofDay, midnight, next)),
    button({ class: "main add", onclick: () => openEntry({ baby, day: shown, all, again: read }) }, icon("plus"), S.timeline.add),
    ofDay.length ? h("ol", { class: "entries" }, rows(ofDay, baby, all, midnight, next)) : h("p", { class: "empty" }, S.timeline.none),
  ];
}

function heading(shown, today) {
  const name = shown === today ? S.timeline.today : shown === addDays(today, -1) ? S.timeline.yesterday : dayName(shown);
  return h("div", { class: "days" },
    button({ class: "round", "aria-label": S.timeline.earlier, onclick: () => show(addDays(shown, -1)) }, icon("back")),
    h("h1", {}, name, shown === today ? h("small", {}, dayName(shown)) : null),
    button({ class: "round", "aria-label": S.timeline.later, disabled: shown >= today, onclick: () => show(addDays(shown, 1)) }, icon("forward")));
}

const clipped = (one, from, to) => Math.max(0, minutesBetween(at(Math.max(one.start.ms, from.ms)), at(Math.min(endOf(one).ms, to.ms))));

function summary(ofDay, from, to) {
  const slept = ofDay.filter((one) => one.kind === "sleep" && !one.problem).reduce((sum, one) => sum + clipped(one, from, to), 0);
  const begun = (kinds) => ofDay.filter((one) => kinds.includes(one.kind) && one.start.ms >= from.ms && !one.problem).length;
  const [feeds, nappies] = [begun(["nursing", "bottle"]), begun(["nappy"])];
  return S.timeline.sum(slept ? duration(slept) : "", feeds ? S.timeline.feeds(feeds) : "", nappies ? S.timeline.nappies(nappies) : "");
}

/** The last 24 hours: a day that has just begun would say little. */
function moving({ sleepMinutes, nursings = 0, bottles = 0 }) {
  const feeds = nursings + bottles;
  return `${S.timeline.last24h} ${S.timeline.sum(sleepMinutes ? duration(sleepMinutes) : "", feeds ? S.timeline.feeds(feeds) : "")}`;
}

/** The day from midnight to midnight; what it shows is said by the list below. */
function dayBar(ofDay, from, to) {
  const length = to.ms - from.ms;
  const x = (ms) => (Math.max(0, Math.min(length, ms - from.ms)) / length) * 480;
  const part = (one) => s("rect", { class: "sleep", x: x(one.start.ms), y: 6, width: Math.max(1.5, x(endOf(one).ms) - x(one.start.ms)), height: 24, rx: 2 });
  const hours = [6, 12, 18];
  return h("figure", { class: "daybar" },
    s("svg", { viewBox: "0 0 480 52", role: "img", "aria-label": `${S.timeline.bar}. ${S.timeline.key}` },
      s("rect", { class: "rail", x: 0, y: 6, width: 480, height: 24, rx: 4 }),
      hours.map((hour) => s("line", { class: "grid", x1: hour * 20, x2: hour * 20, y1: 6, y2: 30 })),
      ofDay.filter((one) => one.kind === "sleep").map(part),
      ofDay.filter((one) => one.kind === "nursing" || one.kind === "bottle").map((one) => s("rect", { class: "feed", x: x(one.start.ms) - 1.5, y: 31, width: 3, height: 7 })),
      from.ms < now().ms && now().ms < to.ms ? s("line", { class: "here", x1: x(now().ms), x2: x(now().ms), y1: 2, y2: 38 }) : null,
      [0, ...hours, 24].map((hour) => s("text", { x: hour * 20, y: 50, "text-anchor": hour === 0 ? "start" : hour === 24 ? "end" : "middle" }, String(hour)))));
}

const icons = { sleep: "crib", nursing: "feed", bottle: "bottle", nappy: "nappy", medicine: "medicine", wake: "sun" };

/** The words of an entry beside its kind. */
export const detail = (one) =>
  [one.side && S.sides[one.side], one.amount && `${one.amount} ${S.form.ml}`, one.milk && S.milks[one.milk], one.nappy && S.nappies[one.nappy], one.name].filter(Boolean).join(", ");

function rows(ofDay, baby, all, from, to) {
  const items = [];
  let awakeFrom = null;
  for (const one of ofDay) {
    if (one.kind === "sleep" && !one.problem) {
      const length = awakeFrom && minutesBetween(awakeFrom, one.start);
      if (length >= 10) items.push(h("li", { class: "gap", "data-key": `gap-${one.id}` }, S.timeline.awake(duration(length))));
      awakeFrom = one.end;
    }
    items.push(row(one, baby, all, from, to));
  }
  return items.reverse();
}

function row(one, baby, all, from, to) {
  const isOpen = one.lasts && !one.end;
  const times = one.lasts ? `${clock(one.start)}–${isOpen ? "" : clock(one.end)}` : clock(one.start);
  const notes = [
    detail(one), isOpen && S.timeline.running, one.source === "motion" && S.timeline.motion, one.by && S.timeline.by(one.by),
    one.start.ms < from.ms && S.timeline.before, one.end && one.end.ms > to.ms && S.timeline.after, one.problem && S.timeline.leftOut[one.problem],
  ].filter(Boolean);
  return h("li", { "data-key": one.id },
    button({ class: `entry entry-${one.kind}`, onclick: () => openEntry({ baby, entry: one, all, again: read }) },
      icon(icons[one.kind] ?? "list"),
      h("span", { class: "when" }, times),
      h("span", { class: "what" }, S.kinds[one.kind] ?? one.kind, notes.length ? h("small", {}, notes.join(" · ")) : null),
      one.lasts ? h("span", { class: "length" }, duration(minutesBetween(one.start, endOf(one)))) : null));
}
