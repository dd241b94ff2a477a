// Now: the words of the panel, and the buttons.

import { S } from "./strings.js";
import { button, h, icon, s } from "./dom.js";
import { box, now } from "./box.js";
import { canUndo, dismiss, tap, taps, timeOf, undo } from "./queue.js";
import { clock, minutesBetween, parse, ticking } from "./time.js";
import { begin, end, otherSide, resume, undoNew } from "./commands.js";
import { bar, nextSide, pictureOf, running, said } from "./household.js";
import { amountForm, choiceForm, nameForm } from "./forms.js";

/** The form that is open in place of a button: "bottle", "nappy", "medicine" or nil. */
let open = null;

/** Timers run in this view. */
export const ticks = true;

export function render(baby, again) {
  if (!baby) return h("p", { class: "empty" }, S.now.waiting);
  return h("div", { class: "now" }, words(baby), latest(baby), buttons(baby, again));
}

function words(baby) {
  const { top, label, figure, beside, foot, more } = said(baby);
  const isFresh = box.reach === "live";
  const isKnown = box.state.clock !== "unknown";
  return h("section", { class: "card words", "aria-label": S.nav.now },
    h("p", { class: "topline" }, icon(pictureOf(baby)), h("span", { class: "state" }, top), h("span", { class: "time" }, isKnown && isFresh ? clock(now()) : "")),
    figure ? h("p", { class: "figure" }, label ? h("span", { class: "label" }, label) : null, h("strong", { class: figure.length > 6 ? "long" : "" }, figure), beside && isFresh ? h("span", { class: "beside" }, beside) : null) : null,
    barPicture(bar(baby), baby),
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
    h("p", {}, h("span", {}, clock(shape.start)), h("span", {}, clock(shape.end))));
}

/** What was last done here and how far it is: always there, so that no button moves under a thumb. */
function latest(baby) {
  const own = taps.filter((entry) => entry.baby === undefined || entry.baby === baby.id);
  const shown = own.slice(-3).reverse();
  const waiting = own.filter((entry) => entry.state === "waiting").length;
  return h("section", { class: "latest", "aria-live": "polite" },
    shown.length ? h("ul", {}, shown.map(tapLine)) : null,
    waiting ? h("p", { class: "hint" }, `${S.tap.list(waiting)}. ${S.tap.kept}`) : null);
}

/** The newest taps of some keys, for the views beside Now. */
export function tapList(baby, ...keys) {
  const shown = taps.filter((entry) => keys.includes(entry.key) && (entry.baby === undefined || entry.baby === baby?.id)).slice(-3).reverse();
  return h("ul", { class: "latest", "aria-live": "polite", hidden: !shown.length }, shown.map(tapLine));
}

/** A tap with its state, in a word and a sign. */
export function tapLine(entry) {
  const label = entry.isUndo ? S.tap.undone(entry.label) : entry.label;
  const sign = { saving: "wait", waiting: "wait", saved: "check", refused: "warn" }[entry.state];
  return h("li", { class: `tap tap-${entry.state}`, "data-key": entry.id },
    icon(sign),
    h("span", { class: "what" }, `${label} ${clock(timeOf(entry))} `, h("b", {}, S.tap[entry.state]), entry.state === "refused" && entry.output ? h("span", { class: "why" }, entry.output) : null),
    canUndo(entry) ? button({ class: "small", onclick: () => undo(entry), "aria-label": `${S.tap.undo}: ${entry.label}` }, S.tap.undo) : null,
    entry.state === "refused" ? button({ class: "small", onclick: () => dismiss(entry) }, S.tap.dismiss) : null);
}

const send = (baby, key, label, steps, undoSteps) => tap({ baby: baby.id, key, label, steps, undo: undoSteps });

function buttons(baby, again) {
  const toggle = (form) => () => ((open = open === form ? null : form), again());
  const save = (key, label, steps) => ((open = null), send(baby, key, label, steps));
  const forms = {
    bottle: () => amountForm((more, label) => save("bottle", `${S.kinds.bottle} ${label}`, begin(baby.id, "bottle", more)), toggle(null)),
    nappy: () => choiceForm(S.nappies, (value, label) => save("nappy", `${S.kinds.nappy} ${label}`, begin(baby.id, "nappy", { nappy: value })), toggle(null)),
    medicine: () => nameForm((name) => save("medicine", name, begin(baby.id, "medicine", { name })), toggle(null)),
  };
  const opener = (name) =>
    button({ class: "act", "data-key": name, "aria-expanded": String(open === name), onclick: toggle(name) }, icon(name), h("span", {}, S.now[name]));
  return h("section", { class: "acts", "aria-label": S.diary }, napButton(baby), feedButtons(baby),
    h("div", { class: "row" }, opener("bottle"), opener("nappy"), opener("medicine")),
    open ? h("div", { class: "card form", "data-key": open }, forms[open]()) : null);
}

const isBusy = (baby, key) => taps.some((entry) => entry.baby === baby.id && entry.key === key && entry.state === "saving");

function act(attributes, picture, word, hint) {
  return button({ ...attributes, class: `act ${attributes.class ?? ""}` }, icon(picture), h("span", {}, word), hint ? h("small", {}, hint) : null);
}

function napButton(baby) {
  const sleep = running(baby, "sleep");
  const busy = isBusy(baby, "nap");
  const timer = sleep && h("span", { class: "timer" }, `${S.now.running.sleep} ${clock(sleep.start)} · ${ticking(now().ms - sleep.start.ms)}`);
  return act(
    { class: `wide sleep ${sleep ? "on" : ""}`, "aria-disabled": busy ? "true" : null, "data-key": "nap", onclick: () => busy || (sleep
      ? send(baby, "nap", S.now.napEnd, end(sleep.id, now()), resume(sleep.id))
      : send(baby, "nap", S.now.nap, begin(baby.id, "nap"))) },
    sleep ? "sun" : "crib", sleep ? S.now.napEnd : S.now.nap, busy ? S.tap.saving : timer || S.now.napStart);
}

function feedButtons(baby) {
  const feed = running(baby, "nursing");
  const busy = isBusy(baby, "feed");
  const next = nextSide(baby);
  return h("div", { class: "row" }, ["left", "right"].map((side) => {
    const isOn = feed && (feed.side ?? side) === side;
    const letter = S.sideLetters[side];
    const start = () => (feed ? otherSide(feed.id, baby.id, side, now()) : begin(baby.id, "feed", { side }));
    const undoStart = feed ? [...undoNew, ...resume(feed.id)] : undoNew;
    const hint = isOn ? h("span", { class: "timer" }, ticking(now().ms - feed.start.ms)) : !feed && next === side ? S.now.next : "";
    return act(
      { class: `feed ${isOn ? "on" : ""} ${hint === S.now.next ? "next" : ""}`, "aria-disabled": busy ? "true" : null, "data-key": side, onclick: () => busy || (isOn
        ? send(baby, "feed", S.now.feedEnd(letter), end(feed.id, now()), resume(feed.id))
        : send(baby, "feed", S.now.feed(letter), start(), undoStart)) },
      "feed", isOn ? S.now.feedEnd(letter) : S.now.feed(letter), busy ? S.tap.saving : hint);
  }));
}
