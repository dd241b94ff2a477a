// Night: one night's sleep, wakings, feeds and the crib's movement, and what it comes to.

import { S } from "./strings.js";
import { button, h, icon, s } from "./dom.js";
import { log } from "./box.js";
import { tap } from "./queue.js";
import { clock, clockOfText, dayName, duration, minutesBetween, parse } from "./time.js";
import * as commands from "./commands.js";
import { events, span } from "./household.js";
import { tapList } from "./now.js";

/** As far back as the box sends nights with its state. */
const DAYS = 9;

let lines = [];
let shown = 0;
let again = () => {};

export async function open(render) {
  again = render;
  shown = 0;
  lines = (await log(DAYS)) ?? [];
  again();
}

export function render(baby) {
  const nights = (baby?.night?.week ?? []).filter((night) => night?.date);
  const night = nights[nights.length - 1 - shown];
  if (!night) return [h("h1", {}, S.night.title), h("p", { class: "empty" }, S.night.none)];
  const move = (by) => () => ((shown += by), again());
  return [
    h("div", { class: "days" },
      button({ class: "round", "aria-label": S.timeline.earlier, disabled: shown >= nights.length - 1, onclick: move(1) }, icon("back")),
      h("h1", {}, S.night.evening(dayName(night.date))),
      button({ class: "round", "aria-label": S.timeline.later, disabled: shown === 0, onclick: move(-1) }, icon("forward"))),
    tapList(baby, "night"),
    h("section", { class: "card" }, figures(night), picture(night, baby), reasons(night), night.source === "motion" ? h("p", { class: "hint" }, S.night.source) : null),
    rating(baby, night),
    bedtimes(nights),
  ];
}

function figures(night) {
  if (typeof night.hours !== "number") return h("p", {}, S.night.none);
  const stars = night.rating ?? night.stars;
  return [
    h("p", { class: "figure" }, h("strong", { class: "long" }, duration(night.hours * 60)), h("span", { class: "beside" }, S.night.asleep, typeof night.goal === "number" ? ` ${S.night.goal(duration(night.goal * 60))}` : "")),
    h("p", { class: "foot" }, [stars ? starText(stars) : null, h("span", {}, [stars && (night.rating ? S.night.starsByHand(stars) : S.night.stars(stars)), typeof night.wakings === "number" && S.night.wakings(night.wakings), typeof night.debt === "number" && (night.debt > 0 ? S.night.debt(duration(night.debt * 60)) : S.night.noDebt)].filter(Boolean).join(" · "))]),
  ];
}

const starText = (count) => h("span", { class: "stars", "aria-hidden": "true" }, "★".repeat(count), h("i", {}, "★".repeat(5 - count)));

/** Sleep as a band, feeds below it, the crib's movement above it. */
function picture(night, baby) {
  const segments = (night.segments ?? []).map(span).filter(Boolean);
  if (!segments.length) return null;
  const [start, end] = [segments[0].start, segments.at(-1).end];
  const length = Math.max(60, minutesBetween(start, end));
  const x = (time) => 4 + Math.max(0, Math.min(1, minutesBetween(start, time) / length)) * 332;
  const feeds = events(lines, baby?.id).filter((one) => (one.kind === "nursing" || one.kind === "bottle") && one.start.ms >= start.ms && one.start.ms <= end.ms);
  const motion = (night.motion ?? []).map((one) => ({ time: parse(one.at ?? one.start), level: Number(one.level) })).filter((one) => one.time && one.level >= 0);
  const most = Math.max(1, ...motion.map((one) => one.level));
  const gaps = segments.slice(1).map((part, index) => `${S.night.gap} ${clock(segments[index].end)}–${clock(part.start)}`);
  const said = [`${S.night.sleptFrom} ${clock(start)}–${clock(end)}`, ...gaps, ...feeds.map((one) => `${S.night.fed} ${clock(one.start)}`)];
  return h("figure", { class: "nightpicture" },
    s("svg", { viewBox: "0 0 340 96", role: "img", "aria-label": `${S.night.picture}: ${said.join(", ")}` },
      motion.map((one) => s("rect", { class: "motion", x: x(one.time), y: 42 - (one.level / most) * 36, width: Math.max(1, (332 * 5) / length), height: (one.level / most) * 36 })),
      s("rect", { class: "rail", x: 4, y: 46, width: 332, height: 18 }),
      segments.map((part) => s("rect", { class: "night", x: x(part.start), y: 46, width: x(part.end) - x(part.start), height: 18, rx: 2 })),
      feeds.map((one) => s("rect", { class: "feed", x: x(one.start) - 1.5, y: 66, width: 3, height: 8 })),
      s("text", { x: 4, y: 91 }, clock(start)), s("text", { x: 336, y: 91, "text-anchor": "end" }, clock(end))),
    motion.length ? h("p", { class: "hint" }, S.night.motion) : null,
    h("ul", { class: "nightlist" }, said.map((text) => h("li", {}, text))));
}

const reasons = (night) => (night.reasons?.length ? h("ul", { class: "reasons" }, night.reasons.map((one) => h("li", {}, S.night.reasons[one.reason] ?? one.reason))) : null);

function rating(baby, night) {
  const options = { 1: "★", 2: "★★", 3: "★★★", 4: "★★★★", 5: "★★★★★", none: S.night.rateNone };
  const rate = (value) => tap({ baby: baby.id, key: "night", label: value === "none" ? S.night.rateNone : S.night.starsByHand(value), steps: commands.rate(baby.id, night.date, value), undo: commands.rate(baby.id, night.date, night.rating ?? "none") });
  return h("section", { class: "card" }, h("h2", {}, S.night.rate), h("div", { class: "choices", role: "group", "aria-label": S.night.rate }, Object.entries(options).map(([value, text]) =>
    button({ class: "chip", "aria-pressed": String(String(night.rating ?? "none") === value), "aria-label": value === "none" ? text : S.night.stars(value), onclick: () => rate(value) }, text))));
}

function bedtimes(nights) {
  const week = nights.slice(-7).filter((night) => night.bedtimes?.length);
  if (!week.length) return null;
  return h("section", { class: "card" }, h("h2", {}, S.night.bedtimes), h("dl", { class: "facts" }, week.map((night) => [h("dt", {}, dayName(night.date)), h("dd", {}, night.bedtimes.map(clockOfText).join(", "))])));
}
