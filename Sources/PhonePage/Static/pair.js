// Pairing: six digits of the box and a name for the phone. It is all that an unpaired visitor sees.

import { S } from "./strings.js";
import { h, icon } from "./dom.js";
import { pair, refresh } from "./box.js";
import { field, fields } from "./forms.js";

const shown = { code: "", fault: "", isAsking: false };

/** Takes over the code of the pairing picture. */
export const offer = (code) => (shown.code = code);

export function render(_, again) {
  return h("div", { class: "pairing" },
    h("h1", {}, S.pair.title), h("p", {}, S.pair.intro), h("ol", {}, S.pair.steps.map((text) => h("li", {}, text))),
    h("form", { class: "card plainform", novalidate: true, onsubmit: (event) => (event.preventDefault(), submit(event.target, again)) },
      h("div", { "data-key": `code-${shown.code}` }, field(S.pair.code, { name: "code", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 6, value: shown.code, class: "code" })),
      field(S.pair.name, { name: "name", maxlength: 40, placeholder: S.pair.nameExample, autocomplete: "off" }),
      shown.fault ? h("p", { class: "error", role: "alert" }, icon("warn"), shown.fault) : null,
      h("button", { class: "main", type: "submit", "aria-disabled": shown.isAsking ? "true" : null }, shown.isAsking ? S.pair.asking : S.pair.submit)),
    h("p", { class: "hint" }, S.boxPage.about));
}

async function submit(form, again) {
  const { code, name } = fields(form);
  if (shown.isAsking) return;
  if (!/^\d{6}$/.test(code.trim())) return fail(S.pair.short, again);
  if (!name.trim()) return fail(S.pair.unnamed, again);
  Object.assign(shown, { fault: "", isAsking: true });
  again();
  const status = await pair(code.trim(), name.trim());
  shown.isAsking = false;
  if (status === 204) return refresh();
  fail(status === 429 ? S.pair.closed : status === 0 || status >= 500 ? S.pair.away : S.pair.wrong, again);
}

function fail(text, again) {
  shown.fault = text;
  again();
}
