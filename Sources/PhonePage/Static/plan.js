// Plan: the day drawn to scale in each style, today's wishes, the settings, and what was learned.

import { S } from "./strings.js";
import { button, h, icon } from "./dom.js";
import { now, question } from "./box.js";
import { tap } from "./queue.js";
import { clockOfMinutes, clockOfText, duration, minuteOfDay, minutesBetween, parse } from "./time.js";
import * as commands from "./commands.js";
import { actions, choices, field, fields, select } from "./forms.js";
import { tapList } from "./now.js";

/** An em of the drawing is so many minutes. */
const MINUTES_PER_EM = 20;
const list = (value) => (Array.isArray(value) ? value : []);

let style = null;
let wishing = null;
let copied = "";
let learned = null;
let again = () => {};

export async function open(render) {
  again = render;
  learned = null;
  learned = (await question(["learn", "--json"]))?.[0] ?? null;
  again();
}

export function render(baby) {
  const plan = baby?.plan;
  const scenarios = list(plan?.scenarios);
  const chosen = scenarios.find((one) => one.style === (style ?? plan?.style)) ?? scenarios[0];
  return [
    h("h1", {}, S.plan.title),
    tapList(baby, "plan"),
    chosen ? day(baby, plan, scenarios, chosen) : h("section", { class: "card" }, h("p", {}, S.plan.none), plan?.failure ? h("p", {}, plan.failure) : null),
    baby ? wishes(baby) : null,
    insights(list(plan?.insights?.naps)),
    learnedWindows(),
    baby?.settings ? settings(baby) : null,
  ];
}

/** Wake-up, naps and bedtime of a scenario, in minutes since the wake day's midnight. */
function itemsOf(scenario) {
  const wake = parse(scenario.wake);
  const minutes = (value) => (parse(value) && wake ? minuteOfDay(wake) + Math.round(minutesBetween(wake, parse(value))) : null);
  const naps = list(scenario.naps).map((nap, index) => ({ isNap: true, number: nap.number ?? index + 1, start: minutes(nap.start), end: minutes(nap.end), actual: nap.actual }));
  const edge = (kind, value) => ({ kind, start: minutes(value), end: minutes(value) });
  return [edge("wake", scenario.wake), ...naps, edge("bedtime", scenario.bedtime)].filter((item) => item.start !== null);
}

function day(baby, plan, scenarios, chosen) {
  const items = itemsOf(chosen);
  const names = Object.fromEntries(scenarios.map((one) => [one.style, S.plan.styles[one.style] ?? one.title ?? one.style]));
  const text = copyText(items);
  return h("section", { class: "card plan" },
    scenarios.length > 1 ? choices(S.plan.tabs, names, chosen.style, (value) => ((style = value), (copied = ""), again())) : null,
    S.plan.about[chosen.style] ? h("p", { class: "hint" }, S.plan.about[chosen.style]) : null,
    chosen.message ? h("p", { class: "cue" }, chosen.message) : null,
    drawing(items),
    broken(list(chosen.violations)),
    h("div", { class: "row actions" },
      scenarios.length > 1 && plan.style && chosen.style !== plan.style ? button({ class: "main", onclick: () => tap({ baby: baby.id, key: "plan", label: names[chosen.style], steps: commands.set(baby.id, "plan.style", chosen.style), undo: commands.set(baby.id, "plan.style", plan.style) }) }, icon("check"), S.plan.use) : null,
      button({ class: "small", onclick: () => copy(text) }, S.plan.copy)),
    copied ? h("div", { class: "copied", "aria-live": "polite" }, h("p", {}, copied), h("p", { class: "selectable", id: "plan-text" }, text)) : null);
}

const copyText = (items) => items.map((item) =>
  item.isNap ? `Nap ${item.number} ${clockOfMinutes(item.start)}–${clockOfMinutes(item.end)} (${item.end - item.start}m)` : `${item.kind === "wake" ? "Wake" : "Bed"} ${clockOfMinutes(item.start)}`).join(", ");

/** Plain HTTP has no clipboard, so the text is also shown to be copied by hand. */
function copy(text) {
  copied = S.plan.copyBy;
  again();
  const target = document.getElementById("plan-text");
  const selection = getSelection();
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(target);
  selection.addRange(range);
  try {
    if (document.execCommand("copy")) copied = S.plan.copied;
  } catch {}
  again();
}

function drawing(items) {
  const current = minuteOfDay(now());
  const height = (length) => ({ minHeight: `${Math.max(1.5, length / MINUTES_PER_EM)}em` });
  const rows = [];
  items.forEach((item, index) => {
    const before = items[index - 1];
    const gap = before ? item.start - before.end : 0;
    if (gap > 0) rows.push(h("li", { class: `awake${isNow(before.end, item.start, current) ? " current" : ""}`, style: height(gap) }, h("span", {}, S.plan.awake(duration(gap)), isNow(before.end, item.start, current) ? ` · ${S.plan.now}` : "")));
    if (item.isNap) rows.push(h("li", { class: `nap${item.actual ? " done" : ""}${isNow(item.start, item.end, current) ? " current" : ""}`, style: height(item.end - item.start) },
      h("b", {}, S.plan.nap(item.number)), h("span", {}, `${clockOfMinutes(item.start)}–${clockOfMinutes(item.end)}`), h("span", {}, duration(item.end - item.start)), item.actual ? h("span", { class: "wasdone" }, icon("check"), S.plan.was) : null));
    else rows.push(h("li", { class: `edge ${item.kind}` }, icon(item.kind === "wake" ? "sun" : "moon"), h("b", {}, item.kind === "wake" ? S.plan.wake : S.plan.bed), h("span", {}, clockOfMinutes(item.start))));
  });
  return h("ol", { class: "scale", "aria-label": S.plan.drawing }, rows);
}

const isNow = (from, to, current) => from <= current && current < to;

const broken = (violations) => violations.length
  ? h("div", { class: "broken" }, h("h2", {}, icon("warn"), S.plan.broken), h("ul", {}, violations.map((one) => h("li", {}, one.message ?? String(one), one.suggestion ? h("small", {}, one.suggestion) : null))))
  : h("p", { class: "kept" }, icon("check"), S.plan.kept);

function wishes(baby) {
  const kept = list(baby.plan?.wishes ?? baby.wishes).map((one) => (typeof one === "string" ? one : one.text)).filter(Boolean);
  const words = { asleep: S.plan.asleep, awake: S.plan.awakeBetween, naps: S.plan.naps, bedtime: S.plan.bedToday };
  const send = (label, ...rest) => ((wishing = null), tap({ baby: baby.id, key: "plan", label, steps: commands.wish(baby.id, ...rest), undo: commands.wish(baby.id, "none") }), again());
  return h("section", { class: "card" }, h("h2", {}, S.plan.wishes),
    kept.length ? h("ul", { class: "wishes" }, kept.map((text) => h("li", {}, text))) : h("p", { class: "hint" }, S.plan.noWishes),
    choices(S.plan.wishes, words, wishing, (value) => ((wishing = wishing === value ? null : value), again())),
    wishing === "naps" ? choices(S.plan.naps, Object.fromEntries([1, 2, 3, 4, 5].map((count) => [count, S.plan.napCount(count)])), null, (count, word) => send(word, "naps", count)) : null,
    wishing && wishing !== "naps" ? wishForm(wishing, words[wishing], send) : null,
    kept.length ? button({ class: "small", onclick: () => send(S.plan.clear, "none") }, S.plan.clear) : null);
}

function wishForm(kind, word, send) {
  const isBed = kind === "bedtime";
  return h("form", { class: "plainform", "data-key": kind, onsubmit: (event) => {
    event.preventDefault();
    const { from, to } = fields(event.target);
    const value = isBed ? from : `${from}-${to}`;
    send(`${word} ${isBed ? clockOfText(from) : `${clockOfText(from)}–${clockOfText(to)}`}`, kind, value);
  } },
  h("div", { class: "pair" }, field(isBed ? S.plan.bedToday : S.plan.from, { name: "from", type: "time", required: true }), isBed ? null : field(S.plan.to, { name: "to", type: "time", required: true })),
  actions(true, () => ((wishing = null), again())));
}

function insights(naps) {
  if (!naps.length) return null;
  const cell = (planned, real) => [h("td", {}, planned === undefined || planned === null ? "" : duration(planned)), h("td", {}, real === undefined || real === null ? "" : duration(real)), h("td", {}, typeof planned === "number" && typeof real === "number" ? S.plan.difference(Math.round(real - planned)) : "")];
  const head = (text) => h("th", { scope: "col" }, text);
  return h("section", { class: "card" }, h("h2", {}, S.plan.insights), h("div", { class: "wide" }, h("table", {},
    h("thead", {}, h("tr", {}, ["", S.plan.planned, S.plan.real, ""].map(head))),
    h("tbody", {}, naps.flatMap((nap) => [
      h("tr", {}, h("th", { scope: "row" }, `${S.plan.nap(nap.number)}, ${S.plan.before}`), cell(nap.plannedWakeWindow, nap.wakeWindow)),
      h("tr", {}, h("th", { scope: "row" }, `${S.plan.nap(nap.number)}, ${S.plan.length}`), cell(nap.plannedMinutes, nap.minutes)),
    ])))));
}

function learnedWindows() {
  const windows = list(learned?.windows);
  if (!windows.length) return null;
  const { backTest } = learned;
  return h("section", { class: "card" }, h("h2", {}, S.plan.learned),
    h("p", { class: "hint" }, learned.naps ? S.plan.learnedFrom(learned.naps, learned.days) : S.plan.learnedNone, backTest?.windows ? ` ${S.plan.learnedError(backTest.learned, backTest.ageTable)}` : "", learned.why ? ` (${learned.why})` : ""),
    h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ["", S.plan.own, S.plan.range, S.plan.byAge].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, windows.map((one) => h("tr", {}, h("th", { scope: "row" }, one.napsDone ? S.plan.afterNap(one.napsDone) : S.plan.afterWaking),
        h("td", {}, one.isLearned ? duration(one.learned) : "–"), h("td", {}, one.isLearned ? `${duration(one.low)}–${duration(one.high)}` : "–"),
        h("td", {}, one.ageTable ? one.ageTable.map(duration).join("–") : "")))))));
}

// The settings, with their ranges as the box checks them.

const minutesField = (low, high) => ({ type: "number", min: low, max: high, step: 5, inputmode: "numeric", note: S.plan.range2(low, high) });
const lengthsField = (count) => ({ pattern: `\\d{2,3}(, ?\\d{2,3}){${count - 1}}`, inputmode: "numeric", count, note: S.plan.range2(10, 240) });
const yesNo = { options: ["true", "false"] };
const forms = {
  bedtime: { type: "time" },
  "plan.naps": { type: "number", min: 1, max: 5, inputmode: "numeric", note: "1–5" },
  "plan.napLengths.one": lengthsField(1), "plan.napLengths.two": lengthsField(2), "plan.napLengths.three": lengthsField(3), "plan.napLengths.four": lengthsField(4), "plan.napLengths.five": lengthsField(5),
  "plan.wakeWindows.min": minutesField(30, 360), "plan.wakeWindows.max": minutesField(30, 360), "plan.wakeWindows.last": minutesField(30, 360), "plan.wakeWindows.maxFirst": minutesField(30, 360),
  "plan.powerSleep.enabled": yesNo, "plan.powerSleep.targetMinutes": { ...minutesField(60, 300), step: 15 },
  "plan.awake.start": { type: "time" }, "plan.awake.end": { type: "time" },
  "plan.asleep.start": { type: "time" }, "plan.asleep.end": { type: "time" },
  "plan.learn": { options: ["auto", "show", "off"] }, "plan.style": { options: ["", "buildLater", "gentle", "balanced"] },
};

const valueOf = (settings, name) => settings[name] ?? name.split(".").reduce((value, part) => value?.[part], settings);

function settings(baby) {
  return h("details", { class: "card settings" }, h("summary", {}, S.plan.settings), h("p", { class: "hint" }, S.plan.settingsAbout),
    Object.entries(forms).map(([name, form]) => setting(baby, name, form)));
}

function labelOf(name) {
  if (S.settings[name]) return S.settings[name];
  const [whole, edge] = [name.slice(0, name.lastIndexOf(".")), name.endsWith("start") ? S.plan.from : S.plan.to];
  return `${S.settings[whole]}, ${edge}`;
}

function setting(baby, name, { options, note, count, ...attributes }) {
  const value = valueOf(baby.settings, name);
  const text = Array.isArray(value) ? S.plan.lengths(value) : value === null || value === undefined ? "" : String(value);
  const save = (change) => {
    const entered = change.target.value.trim();
    if (!change.target.reportValidity() || entered === text) return;
    const written = (one) => (one === "" ? "null" : count ? `[${one}]` : one);
    tap({ baby: baby.id, key: "plan", label: labelOf(name), steps: commands.set(baby.id, name, written(entered)), undo: commands.set(baby.id, name, written(text)) });
  };
  const keyed = { name, "data-key": `${name}-${text}`, onchange: save };
  if (!options) return h("div", { "data-key": keyed["data-key"] }, field(labelOf(name), { ...attributes, ...keyed, value: text, placeholder: S.settings.values[""] }, note));
  const words = Object.fromEntries(options.map((one) => [one, one === "" ? S.settings.values.styleNone : S.settings.values[one] ?? S.plan.styles[one] ?? one]));
  return h("div", { "data-key": keyed["data-key"] }, select(labelOf(name), name, words, text, save));
}
