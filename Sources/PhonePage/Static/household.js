// The state document, read with care: a field that is missing or of another form hides its line and breaks nothing.

import { box, keep, now, read } from "./box.js";
import { minutesBetween, parse } from "./time.js";

const list = (value) => (Array.isArray(value) ? value : []);

/** The babies of the household. */
export const babies = () => list(box.state?.babies).filter((baby) => baby?.name);

/** The baby that this phone shows; the choice is kept on it. */
export function baby() {
  const kept = read("baby");
  return babies().find((one) => String(one.id) === kept) ?? babies()[0] ?? null;
}

/** Chooses the baby that this phone shows. */
export const choose = (id) => keep("baby", String(id));

/** What runs: `{id, kind, start, side}` of a sleep or a nursing. */
export const running = (one, kind) =>
  list(one?.running)
    .map((event) => ({ ...event, kind: event.kind === "nap" ? "sleep" : event.kind === "feed" ? "nursing" : event.kind, start: parse(event.start) }))
    .find((event) => event.kind === kind && event.start);

/** The side that is offered next: "left", "right" or nil. */
export function nextSide(one) {
  const side = String(one?.nextSide ?? "").toLowerCase();
  return side.startsWith("l") ? "left" : side.startsWith("r") ? "right" : null;
}

/** Whether the box takes it for night. */
export const isNight = (one) => one?.state === "nightSleep" || one?.isNight === true;

/** The picture of a state. */
export function pictureOf(one) {
  if (running(one, "nursing")) return "feed";
  if (isNight(one)) return "moon";
  return running(one, "sleep") ? "crib" : "sun";
}

/** The bar of the panel: `{start, end, window, notch, segments}`; nil when there is none. */
export function bar(one) {
  const given = one?.bar;
  const [start, end] = [parse(given?.start), parse(given?.end)];
  if (!start || !end || minutesBetween(start, end) <= 0) return null;
  const [from, to] = [parse(given.window?.start), parse(given.window?.end)];
  return {
    start, end, window: from && to ? { from, to } : null, notch: parse(given.notch),
    segments: list(given.segments).map(span).filter(Boolean), ticks: list(given.feeds).map(parse).filter(Boolean),
  };
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
