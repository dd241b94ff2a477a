// What the page asks of the box, in the words of the command line. Every step may have a `back`, the command that
// takes it back.

import { iso } from "./page.js";

const option = (name, value) => (value === undefined || value === null || value === "" ? [] : [`--${name}`, String(value)]);
const baby = (id) => option("baby", id);

const what = ({ nappy, name }) => (nappy ? [nappy] : name ? [name] : []);

const details = ({ side, amount, milk }) => [
  ...option("side", side),
  ...option("amount", amount === undefined || amount === null ? null : amount ? `${amount}ml` : 0),
  ...option("milk", milk),
];

export const begin = (id, kind, more = {}) => [{ words: ["log", "add", kind, ...what(more), ...details(more), ...baby(id)] }];

export const undoNew = [{ words: ["log", "delete", "$id"] }];

export const end = (event, time) => [
  { words: ["log", "edit", event, "--end", iso(time)], back: ["log", "edit", event, "--running"] },
];

export const resume = (event) => [{ words: ["log", "edit", event, "--running"] }];

export const otherSide = (event, id, side, time) => [...end(event, time), ...begin(id, "feed", { side })];

export const add = (id, entry) => [{ words: ["log", "add", entry.kind, ...what(entry), ...times(entry), ...details(entry), ...baby(id)] }];

const times = ({ start, end }) => [...option("start", start && iso(start)), ...option("end", end && iso(end))];

// A change of an event: the fields of `entry` that are no longer those of `old`. A nappy's contents and a medicine's
// name cannot be changed, so the event is written again.
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

export const remove = (event) => [{ words: ["log", "delete", event], back: restore(event)[0].words }];

export const restore = (event) => [{ words: ["log", "edit", event] }];

export const split = (id, entry, first, second) => [
  {
    words: ["log", "edit", entry.id, "--end", iso(first)],
    back: ["log", "edit", entry.id, ...(entry.end ? ["--end", iso(entry.end)] : ["--running"])],
  },
  ...add(id, { kind: entry.kind, start: second, end: entry.end, side: entry.side }),
];

export const join = (earlier, later) => [
  ...remove(later.id),
  { words: ["log", "edit", earlier.id, ...(later.end ? ["--end", iso(later.end)] : ["--running"])] },
];

export const set = (id, name, value) => [{ words: ["set", name, String(value), ...baby(id)] }];

export const wish = (id, ...words) => [{ words: ["set", "today", ...words, ...baby(id)] }];

export const rate = (id, date, stars) => [{ words: ["nights", "--rate", `${date}=${stars}`, ...baby(id)] }];

export const quiet = (...words) => [{ words: ["quiet", ...words] }];

export const removePhone = (name) => [{ words: ["phones", "remove", name] }];
