// The form of one entry: its times and details, delete, split, join. When another changes the same entry while it is
// open here, the form says what was changed before it saves.

import { S } from "./strings.js";
import { button, h, icon, update } from "./dom.js";
import { box, log, now, watch } from "./box.js";
import { tap } from "./queue.js";
import { clock, date, fieldClock, fromFields, minutesBetween } from "./time.js";
import * as commands from "./commands.js";
import { event } from "./household.js";
import { field, select } from "./forms.js";
import { detail } from "./timeline.js";

const NEW_KINDS = ["sleep", "nursing", "bottle", "nappy", "medicine"];

/** Opens the form: of `entry`, or of a new one on `day`. `all` are the events around it, oldest first. */
export function openEntry({ baby, entry, day, all, again }) {
  const opener = document.activeElement;
  const open = { baby, all, again, entry, kind: entry?.kind ?? "sleep", shown: entry, theirs: null, isGone: false, error: "", splitting: false, seq: box.state?.seq };
  open.draft = entry ? draftOf(entry) : { day: day, start: fieldClock(now()), endDay: day, end: "", side: "left", milk: "formula", nappy: "wet", amount: 120 };
  const dialog = h("dialog", { class: "entryform", "aria-label": entry ? S.timeline.edit : S.timeline.new, onclose: () => {
    open.isClosed = true;
    dialog.remove();
    opener?.focus?.();
  } });
  open.close = () => dialog.close();
  open.show = () => update(dialog, form(open));
  document.body.append(dialog);
  open.show();
  dialog.showModal();
  watch(() => !open.isClosed && open.entry && box.state?.seq !== open.seq && compare(open));
}

const draftOf = (one) => ({
  day: date(one.start), start: fieldClock(one.start), endDay: one.end ? date(one.end) : date(one.start), end: one.end ? fieldClock(one.end) : "",
  side: one.side, amount: one.amount, milk: one.milk, nappy: one.nappy, name: one.name,
});

/** Reads the entry again, and shows what differs from what was opened. */
async function compare(open) {
  open.seq = box.state?.seq;
  const days = Math.ceil((now().ms - open.entry.start.ms) / 86_400_000) + 2;
  const lines = await log(days);
  if (!lines || open.isClosed) return;
  const found = lines.find((line) => line.id === open.entry.id);
  const theirs = found && event(found);
  open.isGone = !theirs;
  open.theirs = theirs && describe(theirs) !== describe(open.shown) ? theirs : null;
  open.show();
}

const describe = (one) => [S.kinds[one.kind], one.lasts ? `${clock(one.start)}–${one.end ? clock(one.end) : S.timeline.running}` : clock(one.start), detail(one)].filter(Boolean).join(", ");

function form(open) {
  const { draft, entry, kind } = open;
  const lasts = kind === "sleep" || kind === "nursing";
  const put = (name) => (change) => (draft[name] = change.target.value);
  const input = (label, name, type, more) => field(label, { name, type, value: draft[name] ?? "", oninput: put(name), ...more });
  const version = open.version ?? 0;
  return h("form", { method: "dialog", "data-key": `form-${version}`, onsubmit: (submit) => (submit.preventDefault(), save(open)) },
    h("h2", {}, entry ? `${S.timeline.edit}: ${S.kinds[kind] ?? kind}` : S.timeline.new),
    changes(open),
    entry ? null : select(S.form.kind, "kind", Object.fromEntries(NEW_KINDS.map((one) => [one, S.kinds[one]])), kind, (change) => ((open.kind = change.target.value), open.show())),
    h("div", { class: "pair" }, input(lasts ? S.form.start : S.form.at, "start", "time", { required: true }), input(S.form.day, "day", "date", { required: true, max: date(now()) })),
    lasts ? h("div", { class: "pair" }, input(S.form.end, "end", "time"), input(S.form.day, "endDay", "date", { max: date(now()) })) : null,
    lasts && !draft.end ? h("p", { class: "hint" }, S.form.running) : null,
    kind === "nursing" ? select(S.form.side, "side", S.sides, draft.side, put("side")) : null,
    kind === "bottle" ? h("div", { class: "pair" }, input(`${S.form.amount} (${S.form.ml})`, "amount", "number", { min: 1, max: 1000, step: 1, inputmode: "numeric" }), select(S.form.milk, "milk", S.milks, draft.milk, put("milk"))) : null,
    kind === "nappy" ? select(S.form.contents, "nappy", S.nappies, draft.nappy, put("nappy")) : null,
    kind === "medicine" ? input(S.form.name, "name", "text", { maxlength: 40, required: true, autocomplete: "off" }) : null,
    open.error ? h("p", { class: "error", role: "alert" }, icon("warn"), open.error) : null,
    h("div", { class: "row actions" }, h("button", { class: "main", type: "submit" }, icon("check"), S.form.save), button({ class: "small", onclick: open.close }, S.form.cancel)),
    entry ? more(open) : null);
}

function changes(open) {
  if (open.isGone) return h("p", { class: "notice", role: "alert" }, S.timeline.removedMeanwhile);
  if (!open.theirs) return null;
  const take = () => {
    Object.assign(open, { entry: open.theirs, shown: open.theirs, draft: draftOf(open.theirs), theirs: null, version: (open.version ?? 0) + 1 });
    open.show();
  };
  const keepMine = () => (Object.assign(open, { entry: open.theirs, shown: open.theirs, theirs: null }), open.show());
  return h("div", { class: "notice", role: "alert" }, h("p", {}, S.timeline.changed),
    h("p", {}, h("del", {}, describe(open.shown)), " ", h("ins", {}, describe(open.theirs)), open.theirs.by ? ` ${S.timeline.by(open.theirs.by)}` : ""),
    h("div", { class: "row" }, button({ class: "small", onclick: take }, S.timeline.takeTheirs), button({ class: "small", onclick: keepMine }, S.timeline.keepMine)));
}

/** The earlier entry of the same kind that this one can be joined with. */
function before(open) {
  const earlier = open.all.filter((one) => one.kind === open.kind && one.start.ms < open.entry.start.ms && one.end && !one.problem).at(-1);
  return earlier && minutesBetween(earlier.end, open.entry.start) < 240 ? earlier : null;
}

function more(open) {
  const { entry, baby } = open;
  const earlier = entry.lasts && before(open);
  const label = S.kinds[entry.kind] ?? entry.kind;
  const done = (word, steps, undo) => (tap({ baby: baby.id, key: "entry", label: `${word}: ${label}`, steps, undo }), finish(open));
  const undoJoin = earlier && [...commands.edit({ ...earlier, end: undefined }, earlier), ...commands.restore(entry.id)];
  return h("div", { class: "moreactions" },
    entry.lasts ? button({ class: "small", "aria-expanded": String(open.splitting), onclick: () => ((open.splitting = !open.splitting), open.show()) }, S.timeline.split) : null,
    earlier ? button({ class: "small", onclick: () => done(S.timeline.join, commands.join(earlier, entry), undoJoin) }, `${S.timeline.join} (${clock(earlier.start)}–${clock(earlier.end)})`) : null,
    button({ class: "small danger", onclick: () => done(S.timeline.remove, commands.remove(entry.id), commands.restore(entry.id)) }, S.timeline.remove),
    open.splitting ? splitFields(open, done) : null);
}

function splitFields(open, done) {
  const { entry, baby } = open;
  const isSleep = entry.kind === "sleep";
  const middle = entry.start.ms + ((entry.end ?? now()).ms - entry.start.ms) / 2;
  const draft = (open.split ??= { first: fieldClock({ ...entry.start, ms: middle }), second: fieldClock({ ...entry.start, ms: middle + 10 * 60_000 }) });
  const input = (label, name) => field(label, { name: `split-${name}`, type: "time", value: draft[name], oninput: (change) => (draft[name] = change.target.value) });
  const apply = () => {
    const [first, second] = [inside(entry, draft.first), inside(entry, draft.second)];
    const until = entry.end ?? now();
    if (!first || !second || first.ms > second.ms || second.ms >= until.ms) return ((open.error = S.form.badTimes), open.show());
    const back = commands.split(baby.id, entry, first, second)[0].back;
    done(S.timeline.split, commands.split(baby.id, entry, first, second), [...commands.undoNew, { words: back }]);
  };
  return h("div", { class: "notice" }, h("div", { class: "pair" }, input(isSleep ? S.timeline.splitAt : S.timeline.splitAtFeed, "first"), input(isSleep ? S.timeline.splitTo : S.timeline.splitToFeed, "second")),
    button({ class: "main", onclick: apply }, S.timeline.split));
}

/** A clock time within an entry that may go over midnight. */
function inside(entry, text) {
  const found = fromFields(date(entry.start), text, entry.start.offset);
  return found && found.ms <= entry.start.ms ? { ...found, ms: found.ms + 86_400_000 } : found;
}

function save(open) {
  const { draft, entry, kind, baby } = open;
  const lasts = kind === "sleep" || kind === "nursing";
  const start = exact(fromFields(draft.day, draft.start, entry?.start.offset), entry?.start);
  const end = lasts && draft.end ? exact(fromFields(draft.endDay || draft.day, draft.end, entry?.end?.offset ?? entry?.start.offset), entry?.end) : null;
  const fail = (text) => ((open.error = text), open.show());
  if (!start) return fail(S.form.badTime);
  if (end && end.ms < start.ms) return fail(S.form.badTimes);
  if (start.ms > now().ms + 60_000 || (end && end.ms > now().ms + 60_000)) return fail(S.form.future);
  const fresh = { kind, start, end: lasts ? end : undefined };
  if (kind === "nursing") fresh.side = draft.side;
  if (kind === "bottle") Object.assign(fresh, { amount: draft.amount ? Number(draft.amount) : undefined, milk: draft.milk });
  if (kind === "nappy") fresh.nappy = draft.nappy;
  if (kind === "medicine") fresh.name = draft.name?.trim();
  const steps = entry ? commands.edit(entry, fresh) : commands.add(baby.id, fresh);
  const undo = entry ? commands.edit({ ...fresh, id: entry.id }, { ...entry, end: lasts ? entry.end : undefined }) : undefined;
  if (steps.length) tap({ baby: baby.id, key: "entry", label: `${S.kinds[kind]} ${clock(start)}`, steps, undo });
  finish(open);
}

/** A field has whole minutes; a time that was not touched keeps its seconds. */
const exact = (time, old) => (time && old && Math.floor(time.ms / 60_000) === Math.floor(old.ms / 60_000) ? old : time);

function finish(open) {
  open.close();
  open.again();
}
