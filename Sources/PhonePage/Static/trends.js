// Trends: 7, 30 or 90 days as pictures, each with its table; printed as one page.

import { S } from "./strings.js";
import { button, h } from "./dom.js";
import { box, log, now, question } from "./box.js";
import { date, dayName, duration } from "./time.js";
import { baby as current, events } from "./household.js";
import { choices } from "./forms.js";
import { columns, figure, raster, strips } from "./charts.js";
import { days as daysOf, middle } from "./history.js";

const RANGES = [7, 30, 90];

let count = 7;
let data = null;
let pictures = null;
let again = () => {};

export function open(render) {
  again = render;
  read();
}

/** Reads log, nights and the table of the age; draws once. */
async function read() {
  const baby = current();
  if (!baby) return;
  const asked = count;
  const lines = await log(count + 2);
  const [learned, nights] = await Promise.all([question(["learn", "--json"]), readNights(baby, count)]);
  if (asked !== count) return;
  data = lines && { baby: baby.id, days: daysOf(events(lines, baby.id), baby, count, now()), nights, bands: learned?.[0]?.windows ?? [] };
  pictures = data && draw(data);
  again();
}

/** Nights as far back as the box tells them; the last seven come with its state. */
async function readNights(baby, count) {
  const found = count > 7 ? await question(["nights", "--json", "--days", String(count), "--baby", String(baby.id)]) : null;
  return (found ?? baby.night?.week ?? []).filter((night) => night?.date);
}

export function render(baby, render) {
  again = render;
  const pick = (value) => ((count = Number(value)), (data = null), (pictures = null), again(), read());
  const isEmpty = data && data.days.every((day) => !day.segments.length && !day.feeds);
  return [
    h("div", { class: "heading" }, h("h1", {}, S.trends.title), button({ class: "small", onclick: () => print() }, S.trends.print)),
    h("p", { class: "printed" }, baby ? S.trends.printed(baby.name, count, dayName(date(now()))) : "", ` · ${S.trends.disclaimer}`),
    choices(S.trends.range, Object.fromEntries(RANGES.map((range) => [range, S.trends.days(range)])), count, pick),
    !data ? h("p", { class: "empty" }, box.reach === "away" ? S.timeline.away : S.trends.loading) : isEmpty ? h("p", { class: "empty" }, S.trends.none) : h("div", { class: "charts", "data-own": true, "data-key": `${data.baby}-${count}-${box.state?.seq}` }, pictures),
    h("p", { class: "hint screenonly" }, S.trends.disclaimer),
  ];
}

/** The words below or beside a day: each one of a week, else the first of some. */
function label(day, index, all) {
  const name = dayName(day.date);
  if (all <= 7) return name.slice(0, 3);
  const every = all <= 30 ? 7 : 14;
  return (all - 1 - index) % every === 0 ? name.slice(5) : null;
}

function draw({ days, nights, bands }) {
  const labelled = days.map((day, index) => ({ ...day, label: label(day, index, days.length) }));
  const whole = days.slice(0, -1).filter((day) => day.night + day.nap > 0);
  const average = middle(whole.map((day) => day.night + day.nap));
  return [sleepPicture(labelled), totalsPicture(labelled, average), windowsPicture(days, bands), feedsPicture(labelled), nightsPicture(labelled, nights)];
}

const hours = (minutes) => minutes / 60;
const span = (minutes) => (minutes ? duration(minutes) : "–");

const sleepPicture = (days) => figure(S.trends.raster, S.trends.rasterAbout, raster(days, `${S.trends.raster}. ${S.trends.rasterAbout}`),
  [S.trends.day, S.trends.night, S.trends.naps, S.trends.count], days.map((day) => [dayName(day.date), span(day.night), span(day.nap), String(day.naps)]));

function totalsPicture(days, average) {
  const about = [S.trends.totalsAbout, average ? S.trends.averageSleep(duration(average)) : ""].filter(Boolean).join(" ");
  const parts = days.map((day) => ({ label: day.label, parts: [{ name: "night", value: hours(day.night) }, { name: "sleep", value: hours(day.nap) }] }));
  return figure(S.trends.totals, about, columns(parts, { label: `${S.trends.totals}. ${about}`, unit: S.trends.hours, step: 4 }),
    [S.trends.day, S.trends.total, S.trends.night, S.trends.naps], days.map((day) => [dayName(day.date), span(day.night + day.nap), span(day.night), span(day.nap)]));
}

function windowsPicture(days, bands) {
  const all = days.flatMap((day) => day.windows);
  const most = Math.min(6, Math.max(0, ...all.filter((one) => !one.isBed).map((one) => one.number)));
  const group = (values, band, name) => ({ label: name, values: values.map((one) => one.minutes), band: band?.ageTable, middle: middle(values.map((one) => one.minutes)) });
  const groups = Array.from({ length: most }, (_, index) => group(all.filter((one) => !one.isBed && one.number === index + 1), bands[Math.min(index, bands.length - 1)], S.trends.before(index + 1)));
  groups.push(group(all.filter((one) => one.isBed), bands.at(-1), S.trends.before(0, true)));
  const filled = groups.filter((one) => one.values.length);
  if (!filled.length) return null;
  return figure(S.trends.windows, S.trends.windowsAbout, strips(filled, `${S.trends.windows}. ${S.trends.windowsAbout}`), [S.trends.number, S.trends.middle, S.trends.band, S.trends.days(days.length)],
    filled.map((one) => [one.label, duration(one.middle), one.band ? one.band.map(duration).join("–") : "–", String(one.values.length)]));
}

function feedsPicture(days) {
  const total = Math.max(...days.map((day) => day.ml));
  const series = (name, value) => days.map((day) => ({ label: day.label, parts: [{ name, value: value(day) }] }));
  return figure(S.trends.feeds, total ? S.trends.feedsAbout : S.trends.feedsOnly, [
    columns(series("feed", (day) => day.feeds), { label: S.trends.feedCount, height: 100, step: 4 }),
    total ? columns(series("milk", (day) => day.ml), { label: S.trends.ml, unit: "", height: 120, step: 100 }) : null,
  ], [S.trends.day, S.trends.feedCount, S.trends.ml, S.trends.nursed], days.map((day) => [dayName(day.date), String(day.feeds), day.ml ? `${day.ml} ${S.form.ml}` : "–", span(day.nursed)]));
}

function nightsPicture(days, nights) {
  const known = new Map(nights.map((night) => [night.date, night]));
  const of = (day) => known.get(day.date) ?? (day.night ? { hours: hours(day.night) } : {});
  const shown = days.slice(0, -1).filter((day) => known.size === 0 || known.has(day.date) || day.night);
  if (!shown.length) return null;
  const stars = (night) => night.rating ?? night.stars;
  const parts = shown.map((day) => ({ label: day.label, parts: [{ name: "night", value: of(day).hours ?? 0 }], goal: of(day).goal, dots: shown.length <= 31 ? stars(of(day)) : null }));
  const debt = nights.at(-1)?.debt;
  const about = [S.trends.nightsAbout, typeof debt === "number" ? (debt > 0 ? `${S.night.debt(duration(debt * 60))}.` : `${S.night.noDebt}.`) : ""].join(" ");
  return figure(S.trends.nights, about, columns(parts, { label: `${S.trends.nights}. ${about}`, unit: S.trends.hours, step: 2, height: 150 }),
    [S.trends.day, S.trends.asleep, S.trends.goal, S.trends.wakings, S.trends.stars, S.trends.debt],
    shown.map((day) => {
      const night = of(day);
      const length = (value) => (typeof value === "number" ? duration(value * 60) : "–");
      return [dayName(day.date), length(night.hours), length(night.goal), String(night.wakings ?? "–"), String(stars(night) ?? "–"), length(night.debt)];
    }));
}
