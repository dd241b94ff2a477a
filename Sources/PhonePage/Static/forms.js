// Small forms that several views use.

import { S } from "./strings.js";
import { button, h, icon } from "./dom.js";
import { keep, read } from "./box.js";

const STEP_MILLILITRES = 10;
const amount = { value: null, milk: null };

/** Text fields of a form by their names. */
export const fields = (form) => Object.fromEntries(new FormData(form));

/** A labelled field. */
export const field = (label, attributes, note) =>
  h("label", { class: "field", "data-key": attributes.name }, h("span", {}, label), h("input", { "data-own": true, ...attributes }), note ? h("small", {}, note) : null);

/** A labelled choice of `options`, a table from value to word. */
export const select = (label, name, options, chosen, onchange) =>
  h("label", { class: "field", "data-key": name }, h("span", {}, label),
    h("select", { name, onchange, "data-own": true }, Object.entries(options).map(([value, word]) => h("option", { value, selected: value === String(chosen ?? "") }, word))));

/** Buttons of which one is chosen. */
export const choices = (label, options, chosen, choose) =>
  h("div", { class: "choices", role: "group", "aria-label": label }, Object.entries(options).map(([value, word]) =>
    button({ class: "chip", "aria-pressed": String(value === String(chosen)), onclick: () => choose(value, word) }, word)));

/** A bottle's amount and milk. The last ones are offered first. */
export function amountForm(save, cancel) {
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

/** One of a few words; the choice saves. */
export const choiceForm = (options, save, cancel) => [choices(S.form.contents, options, null, save), actions(null, cancel)];

/** A name, with those of before to choose from. */
export function nameForm(give, cancel) {
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

/** Save and Cancel. `save` is a function, true for a form's own button, or nil. */
export const actions = (save, cancel) =>
  h("div", { class: "row actions" },
    save ? h("button", { type: save === true ? "submit" : "button", class: "main", onclick: save === true ? null : save }, icon("check"), S.form.save) : null,
    button({ class: "small", onclick: cancel }, S.form.cancel));
