// The box: how it is, its phones, the diary as a file, and what this phone keeps.

import { S } from "./strings.js";
import { button, h, icon } from "./dom.js";
import { box, keep, log, question, read } from "./box.js";
import { tap } from "./queue.js";
import { clock, dayName, date, iso, minutesBetween, parse } from "./time.js";
import * as commands from "./commands.js";
import { babies, events } from "./household.js";
import { choices } from "./forms.js";
import { tapList } from "./now.js";
import { applyAppearance } from "./app.js";

const WHOLE_DIARY_DAYS = 36_500;

let again = () => {};
let findings = null;
let exporting = "";

export function open(render) {
  again = render;
  findings = null;
}

export function render() {
  const state = box.state?.box ?? {};
  return [
    h("h1", {}, S.boxPage.title), tapList(null, "box"),
    condition(state), phoneList(Array.isArray(state.phones) ? state.phones : []), exports(), checkUp(), appearance(),
    h("p", { class: "hint" }, S.boxPage.about),
  ];
}

function faults(state) {
  const parts = Object.entries(state.parts ?? {}).filter(([, value]) => value === "missing").map(([name]) => `${S.boxPage.partNames[name] ?? name}: ${S.boxPage.missing}`);
  const { storage = {} } = state;
  return [
    storage.works === false && S.boxPage.storageFails, storage.unsaved > 0 && S.boxPage.unsaved(storage.unsaved),
    ...parts, state.parts?.stuckButton && S.boxPage.stuck(state.parts.stuckButton), storage.damagedLines > 0 && S.boxPage.damaged(storage.damagedLines), state.safeMode && S.boxPage.safe,
  ].filter(Boolean);
}

function condition(state) {
  const { storage = {}, parts = {} } = state;
  const wrong = faults(state);
  const fact = (name, ...texts) => (texts.filter(Boolean).length ? [h("dt", {}, name), h("dd", {}, texts.filter(Boolean).join(" · "))] : null);
  const words = { works: S.boxPage.works, missing: S.boxPage.missing, "not configured": S.boxPage.absent, absent: S.boxPage.absent };
  const copied = parse(storage.copied);
  return h("section", { class: "card" },
    wrong.length ? h("ul", { class: "faults" }, wrong.map((text) => h("li", {}, icon("warn"), text))) : box.state ? h("p", { class: "well" }, icon("check"), S.boxPage.well) : null,
    h("dl", { class: "facts" },
      Object.entries(S.boxPage.partNames).map(([name, word]) => (words[parts[name]] ? fact(word, words[parts[name]]) : null)),
      fact(S.boxPage.storage, storage.works && S.boxPage.storageWorks, typeof storage.freeMebibytes === "number" && S.boxPage.free(storage.freeMebibytes), copied && S.boxPage.copied(`${dayName(date(copied))} ${clock(copied)}`)),
      fact(S.boxPage.clock, S.boxPage.clocks[box.state?.clock]),
      fact(S.boxPage.version, state.version)));
}

function phoneList(phones) {
  const row = (phone) => {
    const since = parse(phone.since);
    return h("li", {}, h("span", { class: "what" }, phone.name, since ? h("small", {}, S.boxPage.since(`${dayName(date(since))} ${clock(since)}`)) : null),
      button({ class: "small danger", "aria-label": S.boxPage.removeSure(phone.name), onclick: () => tap({ key: "box", label: S.boxPage.removeSure(phone.name), steps: commands.removePhone(phone.name), undo: [] }) }, S.boxPage.remove));
  };
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.phones), phones.length ? h("ul", { class: "phones" }, phones.filter((one) => one.name).map(row)) : h("p", { class: "hint" }, S.boxPage.noPhones));
}

function exports() {
  const save = (kind) => async () => {
    exporting = S.boxPage.exporting;
    again();
    const lines = await log(WHOLE_DIARY_DAYS);
    exporting = lines ? "" : S.boxPage.exportAway;
    if (lines) offer(`cribside.${kind}`, kind === "csv" ? csv(lines) : lines.map((line) => JSON.stringify(line)).join("\n") + "\n");
    again();
  };
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.export), h("div", { class: "row" }, button({ class: "small", onclick: save("csv") }, S.boxPage.csv), button({ class: "small", onclick: save("jsonl") }, S.boxPage.json)), exporting ? h("p", { class: "hint", role: "status" }, exporting) : null);
}

function csv(lines) {
  const quoted = (value) => (/[",\n]/.test(String(value ?? "")) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ""));
  const rows = babies().flatMap((baby) => events(lines, baby.id).map((one) =>
    [baby.name, one.kind, iso(one.start), one.end ? iso(one.end) : "", one.end ? Math.round(minutesBetween(one.start, one.end)) : "", one.side, one.amount, one.milk, one.nappy, one.name, one.source, one.by]));
  return [["baby", "kind", "start", "end", "minutes", "side", "ml", "milk", "nappy", "medicine", "source", "by"], ...rows].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
}

function offer(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function checkUp() {
  const ask = async () => {
    findings = "asking";
    again();
    findings = (await question(["doctor", "--json"])) ?? "none";
    again();
  };
  const rows = Array.isArray(findings) ? findings.flatMap((one) => one.findings ?? one.checks ?? one) : [];
  const bad = rows.filter((one) => one.ok === false || ["fault", "warning", "fails"].includes(one.result ?? one.status));
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.doctor),
    findings === "asking" ? h("p", { class: "hint", role: "status" }, S.boxPage.checking)
      : findings === "none" ? h("p", { class: "hint" }, S.boxPage.noAnswer)
      : Array.isArray(findings) ? (bad.length ? h("ul", { class: "faults" }, bad.map((one) => h("li", {}, icon("warn"), [one.message ?? one.what ?? one.name, one.fix].filter(Boolean).join(" ")))) : h("p", { class: "well" }, icon("check"), S.boxPage.noFindings)) : null,
    button({ class: "small", onclick: ask }, S.boxPage.ask));
}

function appearance() {
  const theme = (value) => (keep("theme", value), applyAppearance());
  const scale = (value) => (keep("scale", value), applyAppearance());
  const { auto, light, dark, red } = S.theme;
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.here),
    h("h3", {}, S.theme.title), choices(S.theme.title, { auto, light, dark, red }, read("theme") ?? "auto", theme),
    h("h3", {}, S.scale.title), choices(S.scale.title, Object.fromEntries([100, 125, 150, 200].map((value) => [value, S.scale.percent(value)])), read("scale") ?? "100", scale));
}
