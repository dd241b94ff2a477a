// Taps on their way to the box. A tap is kept on the phone before it is sent and leaves when the box has answered,
// so that a page that is closed, a phone that is locked or a box that is away loses none and doubles none: every
// command has an id, and the box carries out an id once.

import { at, iso } from "./time.js";
import { box, command, newID, now, watch } from "./box.js";

/** A tap that is sent later than this carries its time. */
const PROMPT_MILLISECONDS = 5000;
/** The card refuses, or the box is not ready: the same command with the same id is tried again. */
const RETRIED = [74, 75];
/** How long a saved tap stays on the screen, with its undo. */
const SHOWN_MILLISECONDS = 120_000;

/** The taps, oldest first; `state` is "saving", "waiting", "saved" or "refused". */
export const taps = [];

let store = null;
let isSending = false;
let report = () => {};

/** Opens the store, reads what waits there and sends it. Calls back whenever a tap has changed. */
export async function start(callback) {
  report = callback;
  store = await open();
  for (const tap of await all()) if (!taps.some((known) => known.id === tap.id)) taps.push({ ...tap, state: tap.state === "refused" ? "refused" : "waiting" });
  watch(() => box.reach === "live" && send());
  send();
}

/**
 * Keeps a tap and sends it. `steps` are commands in their order; when one of them is refused, the `back` of those
 * before it is sent, so that either all of them hold or none.
 */
export async function tap({ label, key, baby, steps, undo, isUndo }) {
  const entry = { id: newID(), label, key, baby, undo, isUndo, time: now().ms, done: 0, state: "saving" };
  entry.steps = steps.map((step) => ({ ...step, id: newID() }));
  taps.push(entry);
  report();
  await write(entry);
  send();
  return entry;
}

/** Takes back what a saved tap did, by commands of its own. */
export function undo(entry) {
  entry.isUndone = true;
  return tap({ label: entry.label, key: entry.key, baby: entry.baby, steps: undoSteps(entry), isUndo: true });
}

/** Whether a saved tap can be taken back. */
export const canUndo = (entry) => entry.state === "saved" && !entry.isUndo && !entry.isUndone && undoSteps(entry).length > 0;

/** `$id` in an undo stands for the event that the box has named in its answer. */
function undoSteps(entry) {
  const id = /^saved(?: before)?:? ([0-9a-f]{4,})/m.exec(entry.output ?? "")?.[1];
  const steps = entry.undo ?? [{ words: ["log", "delete", "$id"] }];
  if (!id && steps.some(({ words }) => words.includes("$id"))) return [];
  return steps.map(({ words }) => ({ words: words.map((word) => (word === "$id" ? id : word)) }));
}

/** Removes a refused tap from the list, once it was read. */
export function dismiss(entry) {
  taps.splice(taps.indexOf(entry), 1);
  remove(entry);
  report();
}

async function send() {
  if (isSending) return;
  isSending = true;
  try {
    for (let next; (next = taps.find((tap) => tap.state === "saving" || tap.state === "waiting")); ) {
      if (!(await deliver(next))) break;
    }
  } finally {
    isSending = false;
  }
}

/** Sends what is left of a tap. False when the box did not answer. */
async function deliver(entry) {
  while (entry.done < entry.steps.length) {
    const { id, words } = entry.steps[entry.done];
    const time = now().ms - entry.time > PROMPT_MILLISECONDS ? at(entry.time) : null;
    const answer = await command(id, time ? dated(words, time) : words, time);
    if (!answer.answered || RETRIED.includes(answer.exit)) {
      entry.state = "waiting";
      report();
      return false;
    }
    if (answer.exit !== 0) {
      await revert(entry);
      settle(entry, "refused", answer.output);
      return true;
    }
    entry.output = answer.output;
    entry.done += 1;
    if (entry.done < entry.steps.length) await write(entry);
  }
  settle(entry, "saved", entry.output);
  setTimeout(() => taps.includes(entry) && dismiss(entry), SHOWN_MILLISECONDS);
  return true;
}

/** What begins at the tap and says no time of its own gets the tap's. */
const dated = (words, time) => (words[0] === "log" && words[1] === "add" && !words.includes("--start") ? [...words, "--start", iso(time)] : words);

async function revert(entry) {
  for (let index = entry.done - 1; index >= 0; index -= 1) {
    const { back } = entry.steps[index];
    if (back) await command(newID(), back);
  }
}

function settle(entry, state, output) {
  Object.assign(entry, { state, output });
  if (state === "saved") remove(entry);
  else write(entry);
  report();
}

/** When a tap happened, by the box's clock. */
export const timeOf = (entry) => at(entry.time);

// The store. Where the browser has none (private windows), taps live as long as the page.

function open() {
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
const remove = (entry) => change("readwrite", (taps) => taps.delete(entry.id));
