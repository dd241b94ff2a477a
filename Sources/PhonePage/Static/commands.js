// What the page asks of the box, in the words of the command line. Every step may have a `back`, the command that
// takes it back.

import { iso } from "./time.js";

const option = (name, value) => (value === undefined || value === null || value === "" ? [] : [`--${name}`, String(value)]);
const baby = (id) => option("baby", id);

/** What a nappy had in it, or a medicine's name. */
const what = ({ nappy, name }) => (nappy ? [nappy] : name ? [name] : []);

const details = ({ side, amount, milk }) => [
  ...option("side", side),
  ...option("amount", amount === undefined || amount === null ? null : amount ? `${amount}ml` : 0),
  ...option("milk", milk),
];

/** Something that begins or happens now. `kind` is nap, feed, bottle, nappy or medicine. */
export const begin = (id, kind, more = {}) => [{ words: ["log", "add", kind, ...what(more), ...details(more), ...baby(id)] }];

/** Takes back the event that the box named in its answer; see `queue.js`. */
export const undoNew = [{ words: ["log", "delete", "$id"] }];

/** The end of what runs. */
export const end = (event, time) => [
  { words: ["log", "edit", event, "--end", iso(time)], back: ["log", "edit", event, "--running"] },
];

/** What lets it run again. */
export const resume = (event) => [{ words: ["log", "edit", event, "--running"] }];

/** The other breast: one feed ends and the next begins. */
export const otherSide = (event, id, side, time) => [...end(event, time), ...begin(id, "feed", { side })];

/** An event of the past. */
export const add = (id, entry) => [{ words: ["log", "add", entry.kind, ...what(entry), ...times(entry), ...details(entry), ...baby(id)] }];

const times = ({ start, end }) => [...option("start", start && iso(start)), ...option("end", end && iso(end))];

/**
 * A change of an event: the fields of `entry` that are no longer those of `old`. A nappy's contents and a medicine's
 * name cannot be changed, so the event is written again.
 */
export function edit(old, entry) {
  if (what(old).join() !== what(entry).join()) return [...remove(old.id), ...add(old.baby, { ...old, ...entry })];
  const changed = (name) => entry[name] !== undefined && entry[name] !== old[name];
  const words = [
    ...option("start", entry.start?.ms !== old.start?.ms ? iso(entry.start) : null),
    ...option("end", entry.end && entry.end.ms !== old.end?.ms ? iso(entry.end) : null),
    ...(old.end && entry.end === null ? ["--running"] : []),
    ...details(Object.fromEntries(["side", "amount", "milk"].filter(changed).map((name) => [name, entry[name]]))),
  ];
  return words.length ? [{ words: ["log", "edit", old.id, ...words] }] : [];
}

/** An event is taken out of the diary; the log keeps it and `restore` brings it back. */
export const remove = (event) => [{ words: ["log", "delete", event], back: restore(event)[0].words }];

/** Brings a deleted event back. */
export const restore = (event) => [{ words: ["log", "edit", event] }];

/** One event becomes two, with a gap between `first` and `second`. */
export const split = (id, entry, first, second) => [
  {
    words: ["log", "edit", entry.id, "--end", iso(first)],
    back: ["log", "edit", entry.id, ...(entry.end ? ["--end", iso(entry.end)] : ["--running"])],
  },
  ...add(id, { kind: entry.kind, start: second, end: entry.end, side: entry.side }),
];

/** Two events become one, from the start of the earlier to the end of the later. */
export const join = (earlier, later) => [
  ...remove(later.id),
  { words: ["log", "edit", earlier.id, ...(later.end ? ["--end", iso(later.end)] : ["--running"])] },
];

/** A setting of the configuration. */
export const set = (id, name, value) => [{ words: ["set", name, String(value), ...baby(id)] }];

/** A wish for this waking day only. */
export const wish = (id, ...words) => [{ words: ["set", "today", ...words, ...baby(id)] }];

/** A night's rating by its parents, 1 to 5, or "none". */
export const rate = (id, date, stars) => [{ words: ["nights", "--rate", `${date}=${stars}`, ...baby(id)] }];

/** A quiet session or its schedule. */
export const quiet = (...words) => [{ words: ["quiet", ...words] }];

/** A phone is no longer let in. */
export const removePhone = (name) => [{ words: ["phones", "remove", name] }];
