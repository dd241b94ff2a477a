// Quiet sessions: what runs, start, cancel, keep, every night.

import { S } from "./strings.js";
import { button, h, icon } from "./dom.js";
import { box, now } from "./box.js";
import { tap } from "./queue.js";
import { clock, duration, parse, ticking } from "./time.js";
import * as commands from "./commands.js";
import { choices, field, fields } from "./forms.js";
import { tapList } from "./now.js";

/** The time that is left ticks. */
export const ticks = true;

const LENGTHS = [30, 60, 120, 240, 360, 480];
const chosen = { minutes: 60, strictness: null };

const send = (label, ...words) => tap({ key: "quiet", label, steps: commands.quiet(...words), undo: [] });

export function render(_, again) {
  const quiet = box.state?.box?.quiet ?? {};
  return [
    h("h1", {}, S.quiet.title), h("p", { class: "hint" }, S.quiet.about), tapList(null, "quiet"),
    quiet.session ? running(quiet.session) : start(quiet, again),
    schedule(quiet.schedule),
    allowed(quiet.allowed),
  ];
}

function running(session) {
  const end = parse(session.endsAt);
  return h("section", { class: "card", "data-key": "running" }, h("p", { class: "topline" }, icon("moon"), h("span", { class: "state" }, S.quiet.runs)),
    h("p", { class: "figure" }, h("strong", { class: "long timer" }, end ? ticking(end.ms - now().ms) : duration(session.durationMinutes ?? 0)), h("span", { class: "beside" }, end ? S.quiet.until(clock(end)) : "")),
    session.isCancelling
      ? [h("p", { class: "cue" }, S.quiet.cancelling), button({ class: "main", onclick: () => send(S.quiet.keep, "keep") }, S.quiet.keep)]
      : session.strictness === "strict" ? h("p", { class: "hint" }, S.quiet.cannot) : button({ class: "main", onclick: () => send(S.quiet.cancel, "cancel") }, S.quiet.cancel));
}

const kinds = () => ({ flexible: S.quiet.flexible, strict: S.quiet.strict });

function start(quiet, again) {
  const strictness = chosen.strictness ?? quiet.strictness ?? "flexible";
  return h("section", { class: "card", "data-key": "start" }, h("p", {}, S.quiet.none), h("h2", {}, S.quiet.length),
    choices(S.quiet.length, Object.fromEntries(LENGTHS.map((minutes) => [minutes, duration(minutes)])), chosen.minutes, (value) => ((chosen.minutes = Number(value)), again())),
    h("h2", {}, S.quiet.mode), choices(S.quiet.mode, kinds(), strictness, (value) => ((chosen.strictness = value), again())),
    h("p", { class: "hint" }, strictness === "strict" ? S.quiet.strictAbout : S.quiet.flexibleAbout),
    button({ class: "main", onclick: () => send(`${S.quiet.title} ${duration(chosen.minutes)}`, "start", "--minutes", String(chosen.minutes), `--${strictness}`) }, icon("moon"), S.quiet.start));
}

function schedule(plan) {
  if (!plan) return null;
  return h("form", { class: "card plainform", "data-key": `${plan.enabled}-${plan.start}-${plan.end}-${plan.strictness}`, onsubmit: (event) => {
    event.preventDefault();
    const { on, from, to, strictness } = fields(event.target);
    send(S.quiet.schedule, "schedule", on ? "--on" : "--off", "--start", from, "--end", to, `--${strictness ?? "flexible"}`);
  } },
  h("h2", {}, S.quiet.schedule),
  h("label", { class: "check" }, h("input", { type: "checkbox", name: "on", checked: plan.enabled === true, "data-own": true }), h("span", {}, S.quiet.on)),
  h("div", { class: "pair" }, field(S.quiet.from, { name: "from", type: "time", value: plan.start, required: true }), field(S.quiet.to, { name: "to", type: "time", value: plan.end, required: true })),
  h("div", { class: "choices" }, Object.entries(kinds()).map(([value, word]) => h("label", { class: "check" }, h("input", { type: "radio", name: "strictness", value, checked: plan.strictness === value, "data-own": true }), h("span", {}, word)))),
  h("button", { class: "main", type: "submit" }, S.quiet.save));
}

function allowed(actions) {
  if (!Array.isArray(actions)) return null;
  const change = (event) => {
    const boxes = [...event.currentTarget.closest("form").querySelectorAll("input:checked")].map((input) => input.name);
    send(S.quiet.allowed, "allow", ...(boxes.length ? boxes : ["--nothing"]));
  };
  return h("form", { class: "card plainform", "data-key": actions.join("-") || "nothing" }, h("h2", {}, S.quiet.allowed),
    Object.entries(S.quiet.actions).map(([name, word]) => h("label", { class: "check" }, h("input", { type: "checkbox", name, checked: actions.includes(name), onchange: change, "data-own": true }), h("span", {}, word))));
}
