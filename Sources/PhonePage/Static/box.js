// The box as the page knows it: its state document, whether it answers, and the ways to ask it.

import { adopt, at, iso, parse } from "./time.js";

const REQUEST_SECONDS = 12;
/** The box speaks at least once a minute; after this silence the stream is taken for dead (phones let them die unsaid). */
const SILENCE_SECONDS = 75;

/** `reach` is "starting", "live", "away" or "unpaired". `heard` is the phone's time of the last word of the box. */
export const box = { state: null, reach: "starting", heard: 0, ahead: Number(read("ahead")) || 0 };

const watchers = [];
let stream = null;
let waiting = 0;
let failures = 0;

/** Calls back whenever the state or the reach has changed. */
export const watch = (callback) => watchers.push(callback);

const report = () => watchers.forEach((callback) => callback());

/** The box's time now: the phone's clock, corrected by what the box said last. */
export const now = () => at(Date.now() + box.ahead);

/** Keeps a word for this phone. A browser that keeps nothing is no fault. */
export function keep(name, value) {
  try {
    localStorage.setItem(`cribside-${name}`, value);
  } catch {}
}

/** Reads a word that was kept; nil when there is none. */
export function read(name) {
  try {
    return localStorage.getItem(`cribside-${name}`);
  } catch {
    return null;
  }
}

/** Asks for the state and follows it while the page is seen. */
export function start() {
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

/** Asks again, now. */
export async function refresh() {
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
    adopt(time, state.twelveHour);
    box.ahead = time.ms - Date.now();
    keep("ahead", String(box.ahead));
  }
  failures = 0;
  Object.assign(box, { state, reach: "live", heard: Date.now() });
  report();
}

function lose(reach) {
  close();
  box.reach = reach;
  failures += 1;
  if (reach === "away" && !document.hidden) waiting = setTimeout(refresh, Math.min(15, 2 ** failures) * 500);
  report();
}

function ask(path, options) {
  return fetch(path, { credentials: "same-origin", cache: "no-store", signal: limit(REQUEST_SECONDS), ...options });
}

function limit(seconds) {
  const control = new AbortController();
  setTimeout(() => control.abort(), seconds * 1000);
  return control.signal;
}

const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** Pairs this phone. Returns the status of the answer; 0 when there was none. */
export async function pair(code, name) {
  try {
    return (await post("/api/pair", { code, name })).status;
  } catch {
    return 0;
  }
}

/** Sends a command. `{answered: false}` when the box did not get to it, else its exit code and its words. */
export async function command(id, words, time) {
  try {
    const response = await post("/api/command", { id, command: words, ...(time ? { at: iso(time) } : {}) });
    if (response.status === 401) {
      lose("unpaired");
      return { answered: false };
    }
    if (response.status >= 500 || response.status === 429) return { answered: false };
    if (!response.ok) return { answered: true, exit: 65, output: await response.text() };
    const { exit, output, error } = await response.json();
    return { answered: true, exit, output: [output, error].filter(Boolean).join("\n").trim() };
  } catch {
    return { answered: false };
  }
}

/** The documents that a question of the command line prints, one a line; nil when the box does not answer it. */
export async function question(words) {
  const answer = await command(newID(), words);
  return answer.answered && answer.exit <= 1 ? documents(answer.output) : null;
}

/** The events of the last days, as they stand; nil when the box does not answer. */
export async function log(days) {
  try {
    const response = await ask(`/api/log?days=${days}`, { signal: limit(60) });
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

/** The id of a line of the log, a UUID 7. `crypto.randomUUID` is missing on plain HTTP. */
export function newID() {
  const random = [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const time = now().ms.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6, 18)}`;
}
