// The first view; the others are in views.js. docs/page.md explains the parts.

import { S } from "./strings.js";

// Elements.

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onclose"];

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child);
  }
  return element;
}

export const h = (tag, attributes, ...children) => build(document.createElement(tag), attributes, children);

export const s = (tag, attributes, ...children) => build(document.createElementNS(SVG, tag), attributes, children);

export const icon = (name) =>
  s("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, s("use", { href: `#i-${name}` }));

export const button = (attributes, ...children) => h("button", { type: "button", ...attributes }, ...children);

export function update(parent, ...children) {
  const wanted = children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false && child !== "");
  const fresh = document.createDocumentFragment();
  fresh.append(...wanted);
  reconcile(parent, fresh);
}

function reconcile(old, fresh) {
  const incoming = [...fresh.childNodes];
  incoming.forEach((node, index) => {
    const standing = old.childNodes[index];
    if (!standing) old.append(node);
    else if (isAlike(standing, node)) merge(standing, node);
    else standing.replaceWith(node);
  });
  while (old.childNodes.length > incoming.length) old.lastChild.remove();
}

function isAlike(one, other) {
  if (one.nodeType !== other.nodeType || one.nodeName !== other.nodeName) return false;
  return one.nodeType !== 1 || one.getAttribute("data-key") === other.getAttribute("data-key");
}

function merge(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.hasAttribute("data-own")) return;
  const kept = old.nodeName === "DETAILS" || old.nodeName === "DIALOG" ? ["open"] : [];
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !kept.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) {
    if (old.getAttribute(name) === value || kept.includes(name)) continue;
    // The policy lets only scripts set a style.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  for (const name of HANDLERS) if (old[name] !== fresh[name]) old[name] = fresh[name];
  reconcile(old, fresh);
}

// Times.

const FORM = /^(~?)(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)$/;
const MINUTE = 60_000;

export const DAY = 1440;
const zone = { offset: -new Date().getTimezoneOffset(), isTwelveHour: false };

function offsetAt(ms) {
  try {
    const text = new Date(ms).toLocaleString("sv", { timeZone: zone.name }).replace(" ", "T");
    return Math.round((Date.parse(text + "Z") - ms) / MINUTE);
  } catch {
    return zone.offset;
  }
}

export function parse(value) {
  const match = FORM.exec(value);
  if (!match) return null;
  const [, rough, text, shift] = match;
  const ms = Date.parse(text + shift);
  return Number.isNaN(ms) ? null : { ms, offset: (Date.parse(text + "Z") - ms) / MINUTE, isRough: rough === "~" };
}

export const at = (ms, offset = zone.offset) => ({ ms, offset, isRough: false });

const local = (time) => new Date(time.ms + time.offset * MINUTE);
const two = (number) => String(number).padStart(2, "0");

export const date = (time) => local(time).toISOString().slice(0, 10);

export const minuteOfDay = (time) => local(time).getUTCHours() * 60 + local(time).getUTCMinutes();

export function clockOfMinutes(minutes) {
  const [hour, minute] = [Math.floor((((minutes % DAY) + DAY) % DAY) / 60), ((minutes % 60) + 60) % 60];
  if (!zone.isTwelveHour) return `${two(hour)}:${two(minute)}`;
  return `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "am" : "pm"}`;
}

export const clock = (time) => (time ? (time.isRough ? "~" : "") + clockOfMinutes(minuteOfDay(time)) : "");

export function clockOfText(text) {
  const match = /^(\d\d):(\d\d)$/.exec(text ?? "");
  return match ? clockOfMinutes(Number(match[1]) * 60 + Number(match[2])) : text;
}

export function duration(minutes) {
  const whole = Math.max(0, Math.floor(minutes));
  return whole < 60 ? `${whole}\u00a0m` : `${Math.floor(whole / 60)}\u00a0h\u00a0${two(whole % 60)}`;
}

export const minutesBetween = (from, to) => (to.ms - from.ms) / MINUTE;

export function ticking(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${duration(seconds / 60)}${seconds < 3600 ? "" : "\u00a0m"}\u00a0${two(seconds % 60)}\u00a0s`;
}

export function iso(time) {
  const size = Math.abs(time.offset);
  const offset = `${time.offset < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return local(time).toISOString().slice(0, 19) + offset;
}

// In the hour that the clocks repeat, the given offset counts.
export function fromFields(day, text, offset = zone.offset) {
  const wall = Date.parse(`${day}T${text}:00Z`);
  offset = offsetAt(wall - offsetAt(wall - offset * MINUTE) * MINUTE);
  return Number.isNaN(wall) ? null : { ms: wall - offset * MINUTE, offset, isRough: false };
}

export const fieldClock = (time) => local(time).toISOString().slice(11, 16);

export const addDays = (day, count) => new Date(Date.parse(`${day}T12:00Z`) + count * DAY * MINUTE).toISOString().slice(0, 10);

export const dayName = (day) =>
  new Date(`${day}T12:00Z`).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" });

// The box.

const REQUEST_SECONDS = 12;
const SILENCE_SECONDS = 75;

export const box = { state: null, reach: "starting", heard: 0, ahead: Number(read("ahead")) || 0 };

const watchers = [];
let stream = null;
let waiting = 0;
let failures = 0;

export const watch = (callback) => watchers.push(callback);

export const now = () => at(Date.now() + box.ahead);

export function keep(name, value) {
  try {
    localStorage.setItem(`cribside-${name}`, value);
  } catch {}
}

export function read(name) {
  try {
    return localStorage.getItem(`cribside-${name}`);
  } catch {
    return null;
  }
}

function start() {
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : refresh()));
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => event.persisted && refresh());
  addEventListener("online", refresh);
  setInterval(() => !document.hidden && box.reach === "live" && Date.now() - box.heard > SILENCE_SECONDS * 1000 && refresh(), 5000);
  return refresh();
}

function close() {
  stream?.close();
  stream = null;
  clearTimeout(waiting);
}

async function refresh() {
  close();
  try {
    const response = await ask("/api/state");
    if (response.status === 401) return lose("unpaired");
    if (!response.ok) return lose("away");
    accept(await response.json());
    if (!document.hidden) follow();
  } catch {
    lose("away");
  }
}

function follow() {
  close();
  stream = new EventSource("/api/events");
  stream.addEventListener("state", (event) => {
    try {
      accept(JSON.parse(event.data));
    } catch {
      lose("away");
    }
  });
  stream.addEventListener("error", () => {
    close();
    waiting = setTimeout(refresh, 300);
  });
}

function accept(state) {
  const time = parse(state.now);
  if (time) {
    Object.assign(zone, { offset: time.offset, name: state.zone, isTwelveHour: state.twelveHour === true });
    box.ahead = time.ms - Date.now();
    keep("ahead", String(box.ahead));
  }
  failures = 0;
  offerClock(state);
  Object.assign(box, { state, reach: "live", heard: Date.now() });
  watchers.forEach((callback) => callback());
}

function offerClock({ boot, clock }) {
  if (clock === "synced" || box.offered === boot) return;
  box.offered = boot;
  command(newID(), ["clock", "set", new Date().toISOString()]);
}

function lose(reach) {
  close();
  box.reach = reach;
  failures += 1;
  if (reach === "away" && !document.hidden) waiting = setTimeout(refresh, Math.min(15, 2 ** failures) * 500);
  watchers.forEach((callback) => callback());
}

function ask(path, options) {
  return fetch(path, { credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(REQUEST_SECONDS * 1000), ...options });
}

const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function pair(code, name) {
  try {
    return (await post("/api/pair", { code, name })).status;
  } catch {
    return 0;
  }
}

async function command(id, words) {
  try {
    const response = await post("/api/command", { id, command: words });
    if (response.status === 401) lose("unpaired");
    if (response.status >= 500 || [401, 429].includes(response.status)) return { answered: false };
    if (!response.ok) return { answered: true, exit: 65, output: await response.text() };
    const { exit, output, error } = await response.json();
    return { answered: true, exit, output: [output, error].filter(Boolean).join("\n").trim() };
  } catch {
    return { answered: false };
  }
}

export async function question(words) {
  const answer = await command(newID(), words);
  return answer.answered && answer.exit <= 1 ? documents(answer.output) : null;
}

export async function log(days) {
  try {
    const response = await ask(`/api/log?days=${days}`, { signal: AbortSignal.timeout(60_000) });
    return response.ok ? documents(await response.text()) : null;
  } catch {
    return null;
  }
}

function documents(text) {
  const found = [];
  for (const line of text.split("\n")) {
    try {
      if (line.startsWith("{")) found.push(JSON.parse(line));
    } catch {}
  }
  return found;
}

// A UUID 7. `crypto.randomUUID` is missing on plain HTTP.
export function newID() {
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const time = now().ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}

// The state document. A field that is missing hides its line and breaks nothing.

export const list = (value) => (Array.isArray(value) ? value : []);

export const babies = () => list(box.state?.babies).filter((baby) => baby?.name);

export function baby() {
  const kept = read("baby");
  return babies().find((one) => String(one.id) === (kept ?? String(box.state.chosen))) ?? babies()[0] ?? null;
}

const choose = (id) => keep("baby", String(id));

const running = (one, kind) =>
  list(one?.running)
    .map((event) => ({ ...event, start: parse(event.start) }))
    .find((event) => event.kind === kind && event.start);

const isNight = (one) => one?.state === "nightSleep";

function pictureOf(one) {
  if (running(one, "nursing")) return "feed";
  if (isNight(one)) return "moon";
  return running(one, "sleep") ? "crib" : "sun";
}

function said(one) {
  const time = clock(parse(box.state.now));
  const [top, ...rest] = list(one?.words?.now).filter((text) => text && text !== time && text !== one.name);
  const foot = rest.length > 1 ? rest.pop() : null;
  const [large, beside, ...more] = rest;
  const [, label, figure] = CLOCK.exec(large ?? "") ?? [null, "", large];
  return { top, label, figure, beside, foot, more };
}

const CLOCK = /^(.*?) ?(~?\d{1,2}:\d\d(?: ?[ap]m)?)$/;

function bar(one) {
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

export function span(value) {
  const start = parse(value?.start);
  return start && { start, end: parse(value.end) ?? now(), isOpen: !value.end };
}

export function event(line) {
  const start = parse(line.start);
  if (!start || !line.id) return null;
  return {
    id: line.id, baby: line.baby, kind: line.kind, start: { ...start, isRough: start.isRough || line.exact === false }, end: parse(line.end),
    side: line.side ?? undefined, amount: line.ml ?? undefined, milk: line.milk ?? undefined, nappy: line.nappy ?? undefined, name: line.medicine ?? undefined,
    by: line.by ?? undefined, source: line.source, problem: line.contradicts ? "contradicts" : line.future ? "future" : null,
    lasts: line.kind === "sleep" || line.kind === "nursing",
  };
}

// A change of side ends one nursing and begins the next within a minute; both are one feed.
export function events(lines, id) {
  const found = list(lines).map(event).filter((one) => one && one.baby === id).sort((one, other) => one.start.ms - other.start.ms);
  let end;
  for (const one of found) {
    const nursing = one.kind === "nursing";
    one.isFeed = one.kind === "bottle" || (nursing && !(Math.abs(one.start.ms - end) <= 60_000));
    if (nursing) end = one.end?.ms;
  }
  return found;
}

export const endOf = (one) => one.end ?? (one.lasts ? now() : one.start);

// Taps on their way to the box.

const PROMPT_MILLISECONDS = 5000;
const RETRIED = [74, 75];
const SHOWN_MILLISECONDS = 120_000;

const taps = [];

let store = null;
let isSending = false;

async function startTaps() {
  store = await openStore();
  for (const tap of await all()) if (!taps.some((known) => known.id === tap.id)) taps.push({ ...tap, state: tap.state === "refused" ? "refused" : "waiting" });
  watch(() => box.reach === "live" && send());
  send();
}

export async function tap({ label, key, baby, steps, undo, isUndo }) {
  const entry = { id: newID(), label, key, baby, undo, isUndo, time: Date.now(), done: 0, state: "saving" };
  entry.steps = steps.map((step) => ({ ...step, id: newID() }));
  taps.push(entry);
  redraw();
  await write(entry);
  send();
  return entry;
}

function undo(entry) {
  entry.isUndone = true;
  return tap({ label: entry.label, key: entry.key, baby: entry.baby, steps: undoSteps(entry), isUndo: true });
}

const canUndo = (entry) => entry.state === "saved" && !entry.isUndo && !entry.isUndone && undoSteps(entry).length > 0;

// `$id` in an undo is the event that the box has named.
function undoSteps(entry) {
  const id = /^saved(?: before)?:? ([0-9a-f]{4,})/m.exec(entry.output ?? "")?.[1];
  const steps = entry.undo ?? [{ words: ["log", "delete", "$id"] }];
  if (!id && steps.some(({ words }) => words.includes("$id"))) return [];
  return steps.map(({ words }) => ({ words: words.map((word) => (word === "$id" ? id : word)) }));
}

function dismiss(entry) {
  taps.splice(taps.indexOf(entry), 1);
  forget(entry);
  redraw();
}

async function send() {
  if (isSending) return;
  isSending = true;
  try {
    for (let next; (next = taps.find((tap) => tap.state === "saving" || tap.state === "waiting")); ) {
      if (await deliver(next)) continue;
      clearTimeout(send.retry);
      send.retry = setTimeout(() => box.reach === "live" && send(), 2000);
      break;
    }
  } finally {
    isSending = false;
  }
}

async function deliver(entry) {
  while (entry.done < entry.steps.length) {
    const { id, words } = entry.steps[entry.done];
    const time = lateTime(entry);
    const answer = await command(id, time ? dated(words, time) : words);
    if (!answer.answered || RETRIED.includes(answer.exit)) {
      entry.state = "waiting";
      redraw();
      return false;
    }
    if (answer.exit !== 0) {
      await revert(entry);
      settle(entry, "refused", answer.output);
      return true;
    }
    entry.output = answer.output;
    entry.done += 1;
    if (!time) entry.time = Math.ceil(now().ms / 1000) * 1000 - box.ahead;
    if (entry.done < entry.steps.length) await write(entry);
  }
  settle(entry, "saved", entry.output);
  setTimeout(() => taps.includes(entry) && dismiss(entry), SHOWN_MILLISECONDS);
  return true;
}

// A box without the network’s time gets an age.
const lateTime = (entry, age = Date.now() - entry.time) =>
  age > PROMPT_MILLISECONDS && (box.state?.clock === "synced" ? iso(timeOf(entry)) : `${Math.round(age / MINUTE) || 1}m ago`);

const dated = (words, time) => [...words.map((word) => (word === "now" ? time : word)), ...(words[1] === "add" && !words.includes("--start") ? ["--start", time] : [])];

async function revert(entry) {
  for (let index = entry.done - 1; index >= 0; index -= 1) {
    const { back } = entry.steps[index];
    if (back) await command(newID(), back);
  }
}

function settle(entry, state, output) {
  Object.assign(entry, { state, output });
  if (state === "saved") forget(entry);
  else write(entry);
  redraw();
}

const timeOf = (entry) => at(entry.time + box.ahead);

// Private windows have no store: taps live as long as the page.

function openStore() {
  return new Promise((resolve) => {
    let request;
    try {
      request = indexedDB.open("cribside", 1);
    } catch {
      return resolve(null);
    }
    request.onupgradeneeded = () => request.result.createObjectStore("taps", { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => resolve(null);
  });
}

function change(mode, work) {
  return new Promise((resolve) => {
    if (!store) return resolve(undefined);
    const transaction = store.transaction("taps", mode);
    const request = work(transaction.objectStore("taps"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = transaction.onabort = () => resolve(undefined);
  });
}

const all = async () => ((await change("readonly", (taps) => taps.getAll())) ?? []).sort((one, other) => one.time - other.time);
const write = (entry) => change("readwrite", (taps) => taps.put({ ...entry }));
const forget = (entry) => change("readwrite", (taps) => taps.delete(entry.id));

// The commands for the box. A step’s `back` takes it back.

const option = (name, value) => (value === undefined || value === null || value === "" ? [] : [`--${name}`, String(value)]);
const ofBaby = (id) => option("baby", id);
const endOption = ({ end }) => (end ? ["--end", iso(end)] : ["--running"]);
const what = ({ nappy, name }) => (nappy ? [nappy] : name ? [name] : []);

const details = ({ side, amount, milk }) => [
  ...option("side", side),
  ...option("amount", amount === undefined || amount === null ? null : amount ? `${amount}ml` : 0),
  ...option("milk", milk),
];

const times = ({ start, end }) => [...option("start", start && iso(start)), ...option("end", end && iso(end))];

export const commands = {
  undoNew: [{ words: ["log", "delete", "$id"] }],
  begin: (id, kind, more = {}) => [{ words: ["log", "add", kind, ...what(more), ...details(more), ...ofBaby(id)] }],
  end: (event) => [{ words: ["log", "edit", event, "--end", "now"], back: ["log", "edit", event, "--running"] }],
  resume: (event) => [{ words: ["log", "edit", event, "--running"] }],
  otherSide: (event, id, side) => [...commands.end(event), ...commands.begin(id, "feed", { side })],
  add: (id, entry) => [{ words: ["log", "add", entry.kind, ...what(entry), ...times(entry), ...details(entry), ...ofBaby(id)] }],
  edit(old, entry) {
    const changed = (name) => entry[name] !== undefined && entry[name] !== old[name];
    const words = [
      ...option("start", entry.start?.ms !== old.start?.ms ? iso(entry.start) : null),
      ...(entry.end !== undefined && entry.end?.ms !== old.end?.ms ? endOption(entry) : []),
      ...details(Object.fromEntries(["side", "amount", "milk"].filter(changed).map((name) => [name, entry[name]]))),
      ...(changed("nappy") ? ["--nappy", entry.nappy] : []),
      ...(changed("name") ? ["--medicine", entry.name] : []),
    ];
    return words.length ? [{ words: ["log", "edit", old.id, ...words] }] : [];
  },
  remove: (event) => [{ words: ["log", "delete", event], back: ["log", "edit", event] }],
  restore: (event) => [{ words: ["log", "edit", event] }],
  split: (id, entry, first, second) => [
    { words: ["log", "edit", entry.id, "--end", iso(first)], back: ["log", "edit", entry.id, ...endOption(entry)] },
    ...commands.add(id, { kind: entry.kind, start: second, end: entry.end, side: entry.side }),
  ],
  join: (earlier, later) => [...commands.remove(later.id), { words: ["log", "edit", earlier.id, ...endOption(later)] }],
  set: (id, name, value) => [{ words: ["set", name, String(value), ...ofBaby(id)] }],
  wish: (id, ...words) => [{ words: ["set", "today", ...words, ...ofBaby(id)] }],
  rate: (id, date, stars) => [{ words: ["nights", "--rate", `${date}=${stars}`, ...ofBaby(id)] }],
  quiet: (...words) => [{ words: ["quiet", ...words] }],
  removePhone: (name) => [{ words: ["phones", "remove", name] }],
};

// Now: the words of the panel, and the buttons.

let openForm = null;

function renderNow(baby) {
  if (!baby) return h("p", { class: "empty" }, S.now.waiting);
  return h("div", { class: "now" }, words(baby), latest(baby), buttons(baby));
}

function words(baby) {
  const { top, label, figure, beside, foot, more } = said(baby);
  const isFresh = box.reach === "live";
  const isKnown = box.state.clock !== "unknown";
  return h("section", { class: "card words", "aria-label": S.nav.now },
    h("p", { class: "topline" }, icon(pictureOf(baby)), h("span", { class: "state" }, top), h("span", { class: "time" }, isKnown && isFresh ? clock(now()) : "")),
    figure ? h("p", { class: "figure" }, label ? h("span", { class: "label" }, label) : null, h("strong", { class: figure.length > 6 ? "long" : "" }, figure), beside && isFresh ? h("span", { class: "beside" }, beside) : null) : null,
    isKnown ? barPicture(bar(baby), baby) : null,
    foot ? h("p", { class: "foot" }, foot) : null,
    more.map((text) => h("p", { class: "cue" }, text)),
    isKnown ? null : h("p", { class: "cue" }, S.now.timeUnknown),
    quietLine(),
    baby.reasons?.length ? h("details", { class: "why" }, h("summary", {}, S.now.why), h("ul", {}, baby.reasons.map((text) => h("li", {}, text)))) : null);
}

function quietLine() {
  const session = box.state.box?.quiet?.session;
  return session?.endsAt ? h("p", { class: "cue" }, S.now.quiet(clock(parse(session.endsAt)))) : null;
}

function barPicture(shape, baby) {
  if (!shape) return null;
  const length = minutesBetween(shape.start, shape.end);
  const x = (time) => Math.max(0, Math.min(300, (minutesBetween(shape.start, time) / length) * 300));
  const box = (from, to, name) => s("rect", { class: name, x: x(from), y: 4, width: Math.max(0, x(to) - x(from)), height: 12 });
  const filled = shape.segments.length ? shape.segments.map((part) => box(part.start, part.end, "full")) : box(shape.start, now(), "full");
  return h("div", { class: "bar", "aria-hidden": "true" },
    s("svg", { viewBox: "0 0 300 20", preserveAspectRatio: "none", class: pictureOf(baby) },
      s("rect", { class: "rail", x: 0, y: 4, width: 300, height: 12 }),
      shape.window ? box(shape.window.from, shape.window.to, "window") : null,
      filled,
      shape.ticks.map((time) => s("rect", { class: "tick", x: x(time), y: 0, width: 2, height: 20 })),
      shape.notch ? s("rect", { class: "notch", x: x(shape.notch) - 1, y: 0, width: 2, height: 20 }) : null),
    ends(clock(shape.start), clock(shape.end)));
}

export const ends = (...words) => h("p", { class: "ends" }, words.map((word) => h("span", {}, word)));

// Always there, so that no button moves under a thumb.
function latest(baby) {
  const own = taps.filter((entry) => entry.baby === undefined || entry.baby === baby.id);
  const shown = own.slice(-3).reverse();
  const waiting = own.filter((entry) => entry.state === "waiting").length;
  return h("section", { class: "latest", "aria-live": "polite" },
    shown.length ? h("ul", {}, shown.map(tapLine)) : null,
    waiting ? h("p", { class: "hint" }, `${S.tap.list(waiting)}. ${S.tap.kept}`) : null);
}

export function tapList(baby, ...keys) {
  const shown = taps.filter((entry) => keys.includes(entry.key) && (entry.baby === undefined || entry.baby === baby?.id)).slice(-3).reverse();
  return h("ul", { class: "latest", "aria-live": "polite", hidden: !shown.length }, shown.map(tapLine));
}

function tapLine(entry) {
  const label = entry.isUndo ? S.tap.undone(entry.label) : entry.label;
  const sign = { saving: "wait", waiting: "wait", saved: "check", refused: "warn" }[entry.state];
  return h("li", { class: `tap tap-${entry.state}`, "data-key": entry.id },
    icon(sign),
    h("span", { class: "what" }, `${label} ${clock(timeOf(entry))} `, h("b", {}, S.tap[entry.state]), entry.state === "refused" && entry.output ? h("span", { class: "why" }, entry.output) : null),
    canUndo(entry) ? button({ class: "small", onclick: () => undo(entry), "aria-label": `${S.tap.undo}: ${entry.label}` }, S.tap.undo) : null,
    entry.state === "refused" ? button({ class: "small", onclick: () => dismiss(entry) }, S.tap.dismiss) : null);
}

const tapFor = (baby, key, label, steps, undoSteps) => tap({ baby: baby.id, key, label, steps, undo: undoSteps });

function buttons(baby) {
  const toggle = (form) => () => ((openForm = openForm === form ? null : form), redraw());
  const save = (key, label, steps) => ((openForm = null), tapFor(baby, key, label, steps));
  const forms = {
    bottle: () => amountForm((more, label) => save("bottle", `${S.kinds.bottle} ${label}`, commands.begin(baby.id, "bottle", more)), toggle(null)),
    nappy: () => choiceForm(S.nappies, (value, label) => save("nappy", `${S.kinds.nappy} ${label}`, commands.begin(baby.id, "nappy", { nappy: value })), toggle(null)),
    medicine: () => nameForm((name) => save("medicine", name, commands.begin(baby.id, "medicine", { name })), toggle(null)),
  };
  const opener = (name) =>
    button({ class: "act", "data-key": name, "aria-expanded": String(openForm === name), onclick: toggle(name) }, icon(name), h("span", {}, S.now[name]));
  return h("section", { class: "acts", "aria-label": S.diary }, napButton(baby), feedButtons(baby),
    h("div", { class: "row" }, opener("bottle"), opener("nappy"), opener("medicine")),
    openForm ? h("div", { class: "card form", "data-key": openForm }, forms[openForm]()) : null);
}

const isBusy = (baby, key) => taps.some((entry) => entry.baby === baby.id && entry.key === key && entry.state === "saving");

// A tap on a button that has just changed its meaning was meant for the old one.
const meanings = {};

function act({ onclick, ...attributes }, picture, word, hint) {
  const key = attributes["data-key"];
  if (meanings[key]?.word !== word) meanings[key] = { word, since: meanings[key] ? Date.now() : 0 };
  const { since } = meanings[key];
  return button({ ...attributes, onclick: () => Date.now() - since > 500 && onclick(), class: `act ${attributes.class ?? ""}` }, icon(picture), h("span", {}, word), hint ? h("small", {}, hint) : null);
}

function napButton(baby) {
  const sleep = running(baby, "sleep");
  const busy = isBusy(baby, "nap");
  const timer = sleep && h("span", { class: "timer" }, `${S.now.running.sleep} ${clock(sleep.start)} · ${ticking(now().ms - sleep.start.ms)}`);
  return act(
    { class: `wide sleep ${sleep ? "on" : ""}`, "aria-disabled": busy ? "true" : null, "data-key": "nap", onclick: () => busy || (sleep
      ? tapFor(baby, "nap", S.now.napEnd, commands.end(sleep.id), commands.resume(sleep.id))
      : tapFor(baby, "nap", S.now.nap, commands.begin(baby.id, "nap"))) },
    sleep ? "sun" : "crib", sleep ? S.now.napEnd : S.now.nap, busy ? S.tap.saving : timer || S.now.napStart);
}

function feedButtons(baby) {
  const feed = running(baby, "nursing");
  const busy = isBusy(baby, "feed");
  return h("div", { class: "row" }, ["left", "right"].map((side) => {
    const isOn = feed && (feed.side ?? side) === side;
    const letter = S.sideLetters[side];
    const start = () => (feed ? commands.otherSide(feed.id, baby.id, side) : commands.begin(baby.id, "feed", { side }));
    const undoStart = feed ? [...commands.undoNew, ...commands.resume(feed.id)] : commands.undoNew;
    const hint = isOn ? h("span", { class: "timer" }, ticking(now().ms - feed.start.ms)) : !feed && baby.nextSide === side ? S.now.next : "";
    return act(
      { class: `feed ${isOn ? "on" : ""} ${hint === S.now.next ? "next" : ""}`, "aria-disabled": busy ? "true" : null, "data-key": side, onclick: () => busy || (isOn
        ? tapFor(baby, "feed", S.now.feedEnd(letter), commands.end(feed.id), commands.resume(feed.id))
        : tapFor(baby, "feed", S.now.feed(letter), start(), undoStart)) },
      "feed", isOn ? S.now.feedEnd(letter) : S.now.feed(letter), busy ? S.tap.saving : hint);
  }));
}

const STEP_MILLILITRES = 10;
const amount = { value: null, milk: null };

export const fields = (form) => Object.fromEntries(new FormData(form));

export const field = (label, attributes, note) =>
  h("label", { class: "field", "data-key": attributes.name }, h("span", {}, label), h("input", { "data-own": true, ...attributes }), note ? h("small", {}, note) : null);

export const select = (label, name, options, chosen, onchange) =>
  h("label", { class: "field", "data-key": name }, h("span", {}, label),
    h("select", { name, onchange, "data-own": true }, Object.entries(options).map(([value, word]) => h("option", { value, selected: value === String(chosen ?? "") }, word))));

export const choices = (label, options, chosen, choose) =>
  h("div", { class: "choices", role: "group", "aria-label": label }, Object.entries(options).map(([value, word]) =>
    button({ class: "chip", "aria-pressed": String(value === String(chosen)), onclick: () => choose(value, word) }, word)));

function amountForm(save, cancel) {
  amount.value ??= Number(read("bottle")) || 120;
  amount.milk ??= read("milk") ?? "formula";
  const figure = h("output", { class: "amount" }, `${amount.value} ${S.form.ml}`);
  const step = (by) => () => {
    amount.value = Math.max(STEP_MILLILITRES, Math.min(1000, amount.value + by));
    document.querySelector("output.amount").textContent = `${amount.value} ${S.form.ml}`;
  };
  const milk = (value) => {
    amount.milk = value;
    for (const chip of document.querySelectorAll(".milks .chip")) chip.setAttribute("aria-pressed", String(chip.textContent === S.milks[value]));
  };
  return [
    h("div", { class: "stepper", role: "group", "aria-label": S.form.amount },
      button({ class: "round", "aria-label": S.form.less(STEP_MILLILITRES), onclick: step(-STEP_MILLILITRES) }, "−"), figure,
      button({ class: "round", "aria-label": S.form.more(STEP_MILLILITRES), onclick: step(STEP_MILLILITRES) }, "+")),
    h("div", { class: "milks" }, choices(S.form.milk, S.milks, amount.milk, milk)),
    actions(() => {
      keep("bottle", String(amount.value));
      keep("milk", amount.milk);
      save({ amount: amount.value, milk: amount.milk }, `${amount.value} ${S.form.ml}`);
    }, cancel),
  ];
}

const choiceForm = (options, save, cancel) => [choices(S.form.contents, options, null, save), actions(null, cancel)];

function nameForm(give, cancel) {
  const names = (read("medicines") ?? "").split("\n").filter(Boolean);
  const save = (name) => {
    keep("medicines", [name, ...names.filter((one) => one !== name)].slice(0, 4).join("\n"));
    give(name);
  };
  return h("form", { class: "plainform", onsubmit: (event) => {
    event.preventDefault();
    const name = fields(event.target).name.trim();
    if (name) save(name);
  } },
  names.length ? choices(S.form.name, Object.fromEntries(names.map((name) => [name, name])), null, save) : null,
  field(S.form.name, { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
  actions(true, cancel));
}

export const actions = (save, cancel) =>
  h("div", { class: "row actions" },
    save ? h("button", { type: save === true ? "submit" : "button", class: "main", onclick: save === true ? null : save }, icon("check"), S.form.save) : null,
    button({ class: "small", onclick: cancel }, S.form.cancel));

const pairing = { code: "", fault: "", isAsking: false };

function renderPair() {
  return h("div", { class: "pairing" },
    h("h1", {}, S.pair.title), h("p", {}, S.pair.intro), h("ol", {}, S.pair.steps.map((text) => h("li", {}, text))),
    h("form", { class: "card plainform", novalidate: true, onsubmit: (event) => (event.preventDefault(), submit(event.target)) },
      h("div", { "data-key": `code-${pairing.code}` }, field(S.pair.code, { name: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, value: pairing.code, class: "code" })),
      field(S.pair.name, { name: "name", maxlength: 40, placeholder: S.pair.nameExample, autocomplete: "off" }),
      pairing.fault ? h("p", { class: "error", role: "alert" }, icon("warn"), pairing.fault) : null,
      h("button", { class: "main", type: "submit", "aria-disabled": pairing.isAsking ? "true" : null }, pairing.isAsking ? S.pair.asking : S.pair.submit)),
    h("p", { class: "hint" }, S.boxPage.about));
}

async function submit(form) {
  const { code, name } = fields(form);
  if (pairing.isAsking) return;
  if (!/^\d{6}$/.test(code.trim())) return fail(S.pair.short);
  if (!name.trim()) return fail(S.pair.unnamed);
  Object.assign(pairing, { fault: "", isAsking: true });
  redraw();
  const status = await pair(code.trim(), name.trim());
  pairing.isAsking = false;
  if (status === 204) return refresh();
  fail(status === 429 ? S.pair.closed : status === 0 || status >= 500 ? S.pair.away : S.pair.wrong);
}

function fail(text) {
  pairing.fault = text;
  redraw();
}

const nowView = { ticks: true, render: renderNow };
const pairView = { render: renderPair };

let views = null;

// A failed read may be kept for its address.
async function load(name) {
  if (name === "now") return nowView;
  if (name === "pair") return pairView;
  views ??= await import(`./views.js?${failures}`);
  return views[name];
}

const icons = { now: "sun", timeline: "list", plan: "plan", trends: "trends", night: "moon", quiet: "quiet", box: "box" };
const themes = ["auto", "light", "dark", "red"];
const page = document.getElementById("page");

let shown = { name: "now", view: nowView };
let isMoreOpen = false;

function wanted() {
  if (box.reach === "unpaired") return "pair";
  const name = location.hash.slice(2);
  return location.hash.startsWith("#/") && name in icons ? name : "now";
}

async function route() {
  const name = wanted();
  if (name !== shown.name) {
    isMoreOpen = false;
    const view = await load(name).catch(() => null);
    if (!view || name !== wanted()) return redraw();
    shown = { name, view };
    view.open?.();
    redraw();
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  } else redraw();
}

export function redraw() {
  document.title = shown.name === "now" || shown.name === "pair" ? S.title : `${S.nav[shown.name]} · ${S.title}`;
  const ems = innerWidth / parseFloat(getComputedStyle(page).fontSize);
  page.dataset.room = ems < 17 ? "tiny" : ems < 21 ? "narrow" : ems < 46 ? "" : "wide";
  const main = h("main", { id: "main", tabindex: "-1", "data-key": shown.name, class: `view view-${shown.name}` }, shown.view.render(baby()));
  if (shown.name === "pair") return update(page, main);
  update(page, header(), main, navigation());
}

function header() {
  const all = babies();
  return h("header", { class: "top" },
    all.length > 1
      ? h("div", { class: "babies", role: "group", "aria-label": S.babies }, all.map((one) =>
          button({ class: "chip", "aria-pressed": String(one === baby()), onclick: () => (choose(one.id), shown.view.open?.(), redraw()) }, one.name)))
      : h("p", { class: "who" }, all[0]?.name ?? S.title),
    reach(),
    button({ class: "plain", "aria-label": S.theme.next(S.theme[theme()]), title: S.theme.title, onclick: nextTheme }, icon("theme")),
    box.reach === "away" && box.state ? h("div", { class: "away", role: "status" }, icon("warn"),
      h("p", {}, S.reach.awayLong(clock(at(box.heard + box.ahead)))), button({ class: "small", onclick: refresh }, S.reach.again)) : null);
}

function reach() {
  const waiting = taps.filter((tap) => tap.state === "waiting").length;
  const word = box.reach === "live" ? "" : S.reach[box.reach];
  return h("p", { class: `reach reach-${box.reach}`, role: "status" }, word && !(box.reach === "away" && box.state) ? word : "", waiting ? ` ${S.tap.list(waiting)}` : "");
}

function navigation() {
  const link = (name, extra) => h("a", { href: `#/${name}`, class: extra, "aria-current": shown.name === name ? "page" : null }, icon(icons[name]), h("span", {}, S.nav[name]));
  const inMore = ["night", "quiet", "box"];
  return h("nav", { "aria-label": S.title },
    ["now", "timeline", "plan", "trends"].map((name) => link(name)),
    inMore.map((name) => link(name, isMoreOpen ? "rare open" : "rare")),
    button({ class: `more${inMore.includes(shown.name) ? " here" : ""}`, "aria-expanded": String(isMoreOpen), onclick: () => ((isMoreOpen = !isMoreOpen), redraw()) }, icon("more"), h("span", {}, S.nav.more)));
}

const theme = () => (themes.includes(read("theme")) ? read("theme") : "auto");

function nextTheme() {
  keep("theme", themes[(themes.indexOf(theme()) + 1) % themes.length]);
  applyAppearance();
}

export function applyAppearance() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.scale = read("scale") ?? "100";
  redraw();
}

// No history keeps the code of the pairing picture.
function readCode() {
  const code = /^#(\d{6})$/.exec(location.hash)?.[1];
  if (!code) return;
  history.replaceState(null, "", "/");
  pairing.code = code;
}

addEventListener("hashchange", () => (readCode(), route()));
readCode();
applyAppearance();
watch(route);
addEventListener("resize", redraw);
setInterval(() => !document.hidden && shown.view.ticks && redraw(), 1000);
start().then(() => {
  startTaps();
  // The other views are read before the box is away.
  setTimeout(() => load("plan").catch(() => null), 1000);
});
