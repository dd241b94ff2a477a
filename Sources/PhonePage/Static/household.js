// The state document, read with care: a field that is missing or of another form hides its line and breaks nothing.

import { box, keep, now, read } from "./box.js";
import { at, clock, minutesBetween, parse } from "./time.js";

const list = (value) => (Array.isArray(value) ? value : []);

/** The babies of the household. */
export const babies = () => list(box.state?.babies).filter((baby) => baby?.name);

/** The baby that this phone shows; the choice is kept on it. */
export function baby() {
  const kept = read("baby");
  return babies().find((one) => String(one.id) === (kept ?? String(box.state.chosen))) ?? babies()[0] ?? null;
}

/** Chooses the baby that this phone shows. */
export const choose = (id) => keep("baby", String(id));

/** What runs: `{id, kind, start, side}` of a sleep or a nursing. */
export const running = (one, kind) =>
  list(one?.running)
    .map((event) => ({ ...event, start: parse(event.start) }))
    .find((event) => event.kind === kind && event.start);

/** The side that is offered next: "left", "right" or nil. */
export function nextSide(one) {
  const side = String(one?.nextSide ?? "").toLowerCase();
  return side.startsWith("l") ? "left" : side.startsWith("r") ? "right" : null;
}

/** Whether the box takes it for night. */
export const isNight = (one) => one?.state === "nightSleep";

/** The picture of a state. */
export function pictureOf(one) {
  if (running(one, "nursing")) return "feed";
  if (isNight(one)) return "moon";
  return running(one, "sleep") ? "crib" : "sun";
}

/**
 * What the panel says of a baby: `{top, label, figure, beside, foot, more}`. The box sends the panel's texts in the order
 * in which they are drawn: state, time of day, the figure with its label, what stands beside it, the foot.
 */
export function said(one) {
  const words = list(one?.words?.now).filter((text) => typeof text === "string" && text);
  const [top, ...rest] = words.filter((text, index) => index === 0 || !isTimeOfDay(text));
  const foot = rest.length > 1 ? rest.pop() : null;
  const place = Math.max(0, rest.findIndex((text) => CLOCK.test(text)));
  const [, label, figure] = CLOCK.exec(rest[place] ?? "") ?? [null, "", rest[place]];
  const [beside, ...more] = rest.filter((_, index) => index !== place);
  return { top, label, figure, beside, foot, more };
}

const CLOCK = /^(.*?) ?(~?\d{1,2}:\d\d(?: ?[ap]m)?)$/;

const isTimeOfDay = (text) => [0, 60_000].some((back) => text === clock(at(now().ms - back)));

/** The bar of the panel: `{start, end, window, notch, segments, ticks}`; nil when there is none. */
export function bar(one) {
  const [awake, asleep, bedtime, by] = [one.awakeSince, one.asleepSince, one.bedtime, one.wakeBy].map(parse);
  const shape = { segments: [], ticks: [] };
  const of = (start, end, more) => (start && end && minutesBetween(start, end) > 0 ? { ...shape, start, end, ...more } : null);
  const night = list(one.sleeps).filter((sleep) => sleep.night).map(span).filter(Boolean);
  if (isNight(one) && night.length) {
    const [start] = night.map((part) => part.start);
    return of(start, now(), { segments: night, ticks: list(one.feeds).map((feed) => parse(feed.start)).filter((time) => time && time.ms >= start.ms) });
  }
  if (asleep) return of(asleep, by, { notch: list(one.plan?.scenarios?.[0]?.naps).map((nap) => parse(nap.end)).find((time) => time?.ms > asleep.ms) });
  const [low, high] = list(one.wakeWindow);
  if (!awake || !one.nextNap) return of(awake, bedtime);
  const after = (minutes) => at(awake.ms + minutes * 60_000);
  return typeof high === "number" ? of(awake, after(high), { window: { from: after(low), to: after(high) } }) : null;
}

/** `{start, end}` as times; an open end is now. Nil for anything else. */
export function span(value) {
  const start = parse(value?.start);
  return start && { start, end: parse(value.end) ?? now(), isOpen: !value.end };
}

/** An event of the log with its times read; nil when it has none. */
export function event(line) {
  const start = parse(line.start);
  if (!start || !line.id) return null;
  const isRough = line.exact === false;
  return {
    id: line.id, baby: line.baby, kind: line.kind, start: { ...start, isRough: start.isRough || isRough }, end: parse(line.end),
    side: line.side ?? undefined, amount: line.ml ?? undefined, milk: line.milk ?? undefined, nappy: line.nappy ?? undefined, name: line.medicine ?? line.name ?? undefined,
    by: line.by ?? undefined, source: line.source, problem: line.contradicts ? "contradicts" : line.future ? "future" : null,
    lasts: line.kind === "sleep" || line.kind === "nursing", isNight: line.night,
  };
}

/** The events of a baby, oldest first. */
export const events = (lines, id) =>
  list(lines).map(event).filter((one) => one && (one.baby === undefined || String(one.baby) === String(id))).sort((one, other) => one.start.ms - other.start.ms);

/** When an event ends: its end, now while it runs, or its start when it does not last. */
export const endOf = (one) => one.end ?? (one.lasts ? now() : one.start);
