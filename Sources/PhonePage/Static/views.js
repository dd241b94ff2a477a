import { S } from "./strings.js";
import { DAY, actions, addDays, applyAppearance, at, babies, baby, box, button, choices, clock, clockOfMinutes, clockOfText, commands, date, dayName, duration, endOf, ends, event, events, field, fieldClock, fields, fromFields, h, icon, iso, keep, list, log, minuteOfDay, minutesBetween, newID, now, parse, question, read, redraw, s, select, span, tap, tapList, ticking, update, watch } from "./page.js";

// Timeline.

let day = null;
let known = { days: 0, seq: null, lines: null };
let isReading = false;

watch(() => known.lines && box.state?.seq !== known.seq && readLog());

const daysBack = () => Math.round((Date.parse(date(now())) - Date.parse(day ?? date(now()))) / 86_400_000);

async function readLog() {
  if (isReading || box.reach !== "live") return;
  isReading = true;
  const [days, seq] = [Math.max(3, daysBack() + 3), box.state?.seq];
  const lines = await log(days);
  isReading = false;
  if (lines) known = { days, seq, lines };
  redraw();
  if (lines && box.state?.seq !== seq) readLog();
}

function show(date) {
  day = date;
  if (daysBack() + 3 > known.days) readLog();
  redraw();
}

function renderTimeline(baby) {
  const today = date(now());
  const shown = day ?? today;
  if (!baby) return h("p", { class: "empty" }, S.now.waiting);
  if (!known.lines) {
    if (box.reach === "live") readLog();
    return [heading(shown, today), h("p", { class: "empty" }, box.reach === "away" ? S.reach.away : S.timeline.loading)];
  }
  const midnight = fromFields(shown, "00:00");
  const next = fromFields(addDays(shown, 1), "00:00");
  const all = events(known.lines, baby.id);
  const ofDay = all.filter((one) => one.start.ms < next.ms && (endOf(one).ms > midnight.ms || one.start.ms >= midnight.ms));
  return [
    heading(shown, today),
    tapList(baby, "entry"),
    dayBar(ofDay, midnight, next),
    h("p", { class: "sum" }, shown === today && baby.last24h ? moving(baby.last24h) : summary(ofDay, midnight, next)),
    button({ class: "main add", onclick: () => openEntry({ baby, day: shown, all, again: readLog }) }, icon("plus"), S.timeline.add),
    ofDay.length ? h("ol", { class: "entries" }, rows(ofDay, baby, all, midnight, next)) : h("p", { class: "empty" }, S.timeline.none),
  ];
}

function heading(shown, today) {
  const name = shown === today ? S.timeline.today : shown === addDays(today, -1) ? S.timeline.yesterday : dayName(shown);
  return h("div", { class: "days" },
    button({ class: "round", "aria-label": S.timeline.earlier, onclick: () => show(addDays(shown, -1)) }, icon("back")),
    h("h1", {}, name, shown === today ? h("small", {}, dayName(shown)) : null),
    button({ class: "round", "aria-label": S.timeline.later, disabled: shown >= today, onclick: () => show(addDays(shown, 1)) }, icon("forward")));
}

const clipped = (one, from, to) => Math.max(0, minutesBetween(at(Math.max(one.start.ms, from.ms)), at(Math.min(endOf(one).ms, to.ms))));

function summary(ofDay, from, to) {
  const slept = ofDay.filter((one) => one.kind === "sleep" && !one.problem).reduce((sum, one) => sum + clipped(one, from, to), 0);
  const begun = (counts) => ofDay.filter((one) => counts(one) && one.start.ms >= from.ms && !one.problem).length;
  const [feeds, nappies] = [begun((one) => one.isFeed), begun((one) => one.kind === "nappy")];
  return S.timeline.sum(slept ? duration(slept) : "", feeds ? S.timeline.feeds(feeds) : "", nappies ? S.timeline.nappies(nappies) : "");
}

// The last 24 hours, since a day that has just begun says little.
function moving({ sleepMinutes, nursings = 0, bottles = 0 }) {
  const feeds = nursings + bottles;
  return feeds || sleepMinutes ? `${S.timeline.last24h} ${S.timeline.sum(sleepMinutes ? duration(sleepMinutes) : "", feeds ? S.timeline.feeds(feeds) : "")}` : "";
}

function dayBar(ofDay, from, to) {
  const length = to.ms - from.ms;
  const x = (ms) => (Math.max(0, Math.min(length, ms - from.ms)) / length) * 480;
  const part = (one) => s("rect", { class: "sleep", x: x(one.start.ms), y: 6, width: Math.max(1.5, x(endOf(one).ms) - x(one.start.ms)), height: 24, rx: 2 });
  const hours = [6, 12, 18];
  return h("figure", { class: "daybar" },
    s("svg", { viewBox: "0 0 480 40", preserveAspectRatio: "none", role: "img", "aria-label": `${S.timeline.bar}. ${S.timeline.key}` },
      s("rect", { class: "rail", x: 0, y: 6, width: 480, height: 24, rx: 4 }),
      hours.map((hour) => s("line", { class: "grid", x1: hour * 20, x2: hour * 20, y1: 6, y2: 30 })),
      ofDay.filter((one) => one.kind === "sleep").map(part),
      ofDay.filter((one) => one.isFeed).map((one) => s("rect", { class: "feed", x: x(one.start.ms) - 1.5, y: 31, width: 3, height: 7 })),
      from.ms < now().ms && now().ms < to.ms ? s("line", { class: "here", x1: x(now().ms), x2: x(now().ms), y1: 2, y2: 38 }) : null),
    ends(0, ...hours, 24));
}

const icons = { sleep: "crib", nursing: "feed", bottle: "bottle", nappy: "nappy", medicine: "medicine", wake: "sun" };

const detail = (one) =>
  [one.side && S.sides[one.side], one.amount && `${one.amount} ${S.form.ml}`, one.milk && S.milks[one.milk], one.nappy && S.nappies[one.nappy], one.name].filter(Boolean).join(", ");

function rows(ofDay, baby, all, from, to) {
  const items = [];
  let awakeFrom = null;
  for (const one of ofDay) {
    if (one.kind === "sleep" && !one.problem) {
      const length = awakeFrom && minutesBetween(awakeFrom, one.start);
      if (length >= 10) items.push(h("li", { class: "gap", "data-key": `gap-${one.id}` }, S.timeline.awake(duration(length))));
      awakeFrom = one.end;
    }
    items.push(row(one, baby, all, from, to));
  }
  return items.reverse();
}

function row(one, baby, all, from, to) {
  const isOpen = one.lasts && !one.end;
  const times = one.lasts ? `${clock(one.start)}–${isOpen ? "" : clock(one.end)}` : clock(one.start);
  const notes = [
    detail(one), isOpen && S.timeline.running, one.source === "motion" && S.timeline.motion, one.by && S.timeline.by(one.by),
    one.start.ms < from.ms && S.timeline.before, one.end && one.end.ms > to.ms && S.timeline.after, one.problem && S.timeline.leftOut[one.problem],
  ].filter(Boolean);
  return h("li", { "data-key": one.id },
    button({ class: `entry entry-${one.kind}`, onclick: () => openEntry({ baby, entry: one, all, again: readLog }) },
      icon(icons[one.kind] ?? "list"),
      h("span", { class: "when" }, times),
      h("span", { class: "what" }, S.kinds[one.kind] ?? one.kind, notes.length ? h("small", {}, notes.join(" · ")) : null),
      one.lasts ? h("span", { class: "length" }, duration(minutesBetween(one.start, endOf(one)))) : null));
}

// The form of one entry. It shows what another user changed meanwhile.

const NEW_KINDS = ["sleep", "nursing", "bottle", "nappy", "medicine"];

function openEntry({ baby, entry, day, all, again }) {
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
    actions(true, open.close),
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

function before(open) {
  const earlier = open.all.filter((one) => one.kind === open.kind && one.start.ms < open.entry.start.ms && one.end && !one.problem).at(-1);
  return earlier && minutesBetween(earlier.end, open.entry.start) < 90 ? earlier : null;
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

function inside(entry, text) {
  const found = fromFields(date(entry.start), text, entry.start.offset);
  return found && found.ms <= entry.start.ms ? fromFields(addDays(date(entry.start), 1), text, entry.start.offset) : found;
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
  const undo = entry && commands.edit({ ...fresh, id: entry.id }, entry);
  if (steps.length) tap({ baby: baby.id, key: "entry", label: `${S.kinds[kind]} ${clock(start)}`, steps, undo });
  finish(open);
}

// A field has whole minutes. An untouched time keeps its seconds.
const exact = (time, old) => (time && old && Math.floor(time.ms / 60_000) === Math.floor(old.ms / 60_000) ? old : time);

function finish(open) {
  open.close();
  open.again();
}

const MINUTES_PER_EM = 20;

let style = null;
let wishing = null;
let copied = "";
let learned = null;

async function openPlan() {
  learned = null;
  learned = await question(["learn", "--json"]);
  redraw();
}

function renderPlan(baby) {
  const plan = baby?.plan;
  const scenarios = list(plan?.scenarios);
  const chosen = scenarios.find((one) => one.style === (style ?? plan?.style)) ?? scenarios[0];
  return [
    h("h1", {}, S.plan.title),
    tapList(baby, "plan"),
    chosen ? scenarioCard(baby, plan, scenarios, chosen) : h("section", { class: "card" }, h("p", {}, S.plan.none), plan?.failure ? h("p", {}, plan.failure) : null),
    baby?.wishes ? wishes(baby) : null,
    insights(list(plan?.insights?.naps)),
    learnedWindows(learnedOf(learned, baby)),
    baby?.settings ? settings(baby) : null,
  ];
}

function itemsOf(scenario) {
  const wake = parse(scenario.wake);
  const minutes = (value) => (parse(value) && wake ? minuteOfDay(wake) + Math.round(minutesBetween(wake, parse(value))) : null);
  const naps = list(scenario.naps).map((nap, index) => ({ isNap: true, number: nap.number ?? index + 1, start: minutes(nap.start), end: minutes(nap.end), actual: nap.actual }));
  const edge = (kind, value) => ({ kind, start: minutes(value), end: minutes(value) });
  return [edge("wake", scenario.wake), ...naps, edge("bedtime", scenario.bedtime)].filter((item) => item.start !== null);
}

function scenarioCard(baby, plan, scenarios, chosen) {
  const items = itemsOf(chosen);
  const names = Object.fromEntries(scenarios.map((one) => [one.style, S.plan.styles[one.style] ?? one.title ?? one.style]));
  const text = copyText(items);
  return h("section", { class: "card plan" },
    scenarios.length > 1 ? choices(S.plan.tabs, names, chosen.style, (value) => ((style = value), (copied = ""), redraw())) : null,
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

// Plain HTTP has no clipboard, so the text is shown too.
function copy(text) {
  copied = S.plan.copyBy;
  redraw();
  const target = document.getElementById("plan-text");
  const selection = getSelection();
  selection.removeAllRanges();
  const range = document.createRange();
  range.selectNodeContents(target);
  selection.addRange(range);
  try {
    if (document.execCommand("copy")) copied = S.plan.copied;
  } catch {}
  redraw();
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

const by = (name) => (name ? h("small", {}, ` ${S.timeline.by(name)}`) : null);

function wishes(baby) {
  const kept = list(baby.wishes);
  const words = { asleep: S.plan.asleep, awake: S.plan.awakeBetween, naps: S.plan.naps, bed: S.plan.bedToday };
  // `asleep 12:30 to 14:00`, `1 nap` and `bed 18:45` in the words of a command.
  const before = (kind) => [kind, kept.find((text) => text.startsWith(kind) || (kind === "naps" && / nap/.test(text)))?.match(/\d+(:\d+)?/g).join("-") ?? "none"];
  const undo = (kind) => commands.wish(baby.id, ...(kind === "none" ? Object.keys(words).flatMap(before) : before(kind)));
  const send = (label, kind, ...rest) => ((wishing = null), tap({ baby: baby.id, key: "plan", label, steps: commands.wish(baby.id, kind, ...rest), undo: undo(kind) }), redraw());
  return h("section", { class: "card" }, h("h2", {}, S.plan.wishes),
    kept.length ? h("ul", { class: "wishes" }, kept.map((text, index) => h("li", {}, text, by(baby.wishesBy?.[index])))) : h("p", { class: "hint" }, S.plan.noWishes),
    choices(S.plan.wishes, words, wishing, (value) => ((wishing = wishing === value ? null : value), redraw())),
    wishing === "naps" ? choices(S.plan.naps, Object.fromEntries([1, 2, 3, 4, 5].map((count) => [count, S.plan.napCount(count)])), null, (count, word) => send(word, "naps", count)) : null,
    wishing && wishing !== "naps" ? wishForm(wishing, words[wishing], send) : null,
    kept.length ? button({ class: "small", onclick: () => send(S.plan.clear, "none") }, S.plan.clear) : null);
}

function wishForm(kind, word, send) {
  const isBed = kind === "bed";
  return h("form", { class: "plainform", "data-key": kind, onsubmit: (event) => {
    event.preventDefault();
    const { from, to } = fields(event.target);
    const value = isBed ? from : `${from}-${to}`;
    send(`${word} ${isBed ? clockOfText(from) : `${clockOfText(from)}–${clockOfText(to)}`}`, kind, value);
  } },
  h("div", { class: "pair" }, field(isBed ? S.plan.bedToday : S.plan.from, { name: "from", type: "time", required: true }), isBed ? null : field(S.plan.to, { name: "to", type: "time", required: true })),
  actions(true, () => ((wishing = null), redraw())));
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

const learnedOf = (all, baby) => list(all).find((one) => one.baby === baby?.name);

function learnedWindows(learned) {
  const windows = list(learned?.windows);
  if (!windows.length) return null;
  const { backTest } = learned;
  return h("section", { class: "card" }, h("h2", {}, S.plan.learned),
    h("p", { class: "hint" }, learned.naps ? S.plan.learnedFrom(learned.naps, learned.days) : S.plan.learnedNone, backTest?.windows ? ` ${S.plan.learnedError(backTest.learned, backTest.ageTable)}` : "", ` ${learned.used ? S.plan.learnedUsed : S.plan.learnedUnused}`),
    h("div", { class: "wide" }, h("table", {}, h("thead", {}, h("tr", {}, ["", S.plan.own, S.plan.byAge].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, windows.map((one) => h("tr", {}, h("th", { scope: "row" }, one.napsDone ? S.plan.afterNap(one.napsDone) : S.plan.afterWaking),
        h("td", {}, one.isLearned ? [duration(one.learned), h("small", {}, ` ${duration(one.low)}–${duration(one.high)}`)] : "–"),
        h("td", {}, one.ageTable ? one.ageTable.map(duration).join("–") : "")))))));
}

const minutesField = (low, high) => ({ type: "number", min: low, max: high, step: 5, inputmode: "numeric", note: S.plan.range2(low, high) });
const lengthsField = (count) => ({ pattern: `\\d{2,3}(, ?\\d{2,3}){${count - 1}}`, inputmode: "numeric", count, note: S.plan.range2(10, 240) });
const yesNo = { options: ["true", "false"] };
const forms = {
  bedtime: { type: "time" },
  "plan.naps": { type: "number", min: 1, max: 5, inputmode: "numeric", note: "1–5" },
  "plan.napLengths.one": lengthsField(1), "plan.napLengths.two": lengthsField(2), "plan.napLengths.three": lengthsField(3), "plan.napLengths.four": lengthsField(4), "plan.napLengths.five": lengthsField(5),
  "plan.wakeWindows.min": minutesField(30, 360), "plan.wakeWindows.max": minutesField(30, 360), "plan.wakeWindows.last": minutesField(30, 360), "plan.wakeWindows.maxFirst": minutesField(30, 360),
  "plan.powerSleep.enabled": yesNo, "plan.powerSleep.targetMinutes": { ...minutesField(60, 300), step: 15 },
  "plan.awake": null, "plan.asleep": null,
  "plan.learn": { options: ["auto", "show", "off"] }, "plan.style": { options: ["", "buildLater", "gentle", "balanced"] },
};

const valueOf = (settings, name) => settings[name] ?? name.split(".").reduce((value, part) => value?.[part], settings);

function settings(baby) {
  return h("details", { class: "card settings" }, h("summary", {}, S.plan.settings), h("p", { class: "hint" }, S.plan.settingsAbout),
    list(baby.wished).length ? h("p", {}, S.settings.wished(baby.wished.map((name) => S.settings.by(labelOf(name), baby.wishedBy?.[name])).join(", ")), " ", button({ class: "small", onclick: () => giveBack(baby) }, S.settings.giveBack)) : null,
    Object.entries(forms).map(([name, form]) => (form ? setting(baby, name, form) : stretch(baby, name))));
}

const giveBack = (baby) => tap({ baby: baby.id, key: "plan", label: S.settings.giveBack, steps: baby.wished.flatMap((name) => commands.set(baby.id, name, "configured")) });

function stretch(baby, name) {
  const { start, end } = valueOf(baby.settings, name) ?? {};
  const known = [start ?? "", end ?? ""];
  const written = ([from, to]) => (from ? `${from}-${to}` : "none");
  const save = (change) => {
    const entered = [...change.target.closest(".pair").querySelectorAll("input")].map((input) => input.value);
    if (String(entered) === String(known) || entered.filter(Boolean).length === 1) return;
    tap({ baby: baby.id, key: "plan", label: labelOf(name), steps: commands.set(baby.id, name, written(entered)), undo: commands.set(baby.id, name, written(known)) });
  };
  return h("div", { class: "pair", "data-key": `${name}-${known}` }, known.map((value, index) => field(`${labelOf(name)}, ${index ? S.plan.to : S.plan.from}`, { name: `${name}.${index ? "end" : "start"}`, type: "time", value, onchange: save })));
}

function labelOf(name) {
  if (forms[name]?.count) return S.settings.lengths(forms[name].count);
  return S.settings[name] ?? S.settings[name.replace(/\.\w+$/, "")];
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

export const timeline = { open: readLog, render: renderTimeline };
export const plan = { open: openPlan, render: renderPlan };

// Trends: pictures of 7, 30 or 90 days, each with its table.

const RANGES = [7, 30, 90];

let count = 7;
let data = null;
let pictures = null;
let drawn = "";

async function readTrends() {
  const one = baby();
  if (!one) return;
  const asked = count;
  const lines = await log(count + 2);
  const [learned, nights] = await Promise.all([question(["learn", "--json"]), readNights(one, count)]);
  if (asked !== count) return;
  data = lines && { baby: one.id, days: daysOf(events(lines, one.id), one, count, now()), nights, bands: learnedOf(learned, one)?.windows ?? [] };
  pictures = data && draw(data);
  drawn = newID();
  redraw();
}

async function readNights(baby, count) {
  const found = count > 7 ? await question(["nights", "--json", "--days", String(count), "--baby", String(baby.id)]) : null;
  return (found ?? baby.night?.week ?? []).filter((night) => night?.date);
}

function renderTrends(baby) {
  const pick = (value) => ((count = Number(value)), (data = null), (pictures = null), redraw(), readTrends());
  const isEmpty = data && data.days.every((day) => !day.segments.length && !day.feeds);
  return [
    h("div", { class: "heading" }, h("h1", {}, S.trends.title), button({ class: "small", onclick: () => print() }, S.trends.print)),
    h("p", { class: "printed" }, baby ? S.trends.printed(baby.name, count, dayName(date(now()))) : "", ` · ${S.trends.disclaimer}`),
    choices(S.trends.range, Object.fromEntries(RANGES.map((range) => [range, S.trends.days(range)])), count, pick),
    !data ? h("p", { class: "empty" }, box.reach === "away" ? S.reach.away : S.timeline.loading) : isEmpty ? h("p", { class: "empty" }, S.timeline.none) : h("div", { class: "charts", "data-own": true, "data-key": drawn }, document.querySelector(`[data-key="${drawn}"]`) ? null : pictures),
    h("p", { class: "hint screenonly" }, S.trends.disclaimer),
  ];
}

function label(day, index, all) {
  const name = dayName(day.date);
  if (all <= 7) return name.slice(0, 3);
  const every = all <= 30 ? 7 : 14;
  return (all - 1 - index) % every === 0 ? name.split(" ").slice(1).join(" ") : null;
}

function draw({ days, nights, bands }) {
  const labelled = days.map((day, index) => ({ ...day, label: label(day, index, days.length) }));
  const whole = days.slice(0, -1).filter((day) => day.night + day.nap > 0);
  const average = middle(whole.map((day) => day.night + day.nap));
  return [sleepPicture(labelled), totalsPicture(labelled, average), windowsPicture(days, bands), feedsPicture(labelled), nightsPicture(labelled, nights)];
}

const hours = (minutes) => minutes / 60;
const lengthOf = (minutes) => (minutes ? duration(minutes) : "–");

const sleepPicture = (days) => figure(S.trends.raster, S.trends.rasterAbout, raster(days, `${S.trends.raster}. ${S.trends.rasterAbout}`),
  [S.trends.day, S.trends.night, S.trends.count, S.trends.many], days.map((day) => [dayName(day.date), lengthOf(day.night), lengthOf(day.nap), String(day.naps)]));

function totalsPicture(days, average) {
  const about = [S.trends.totalsAbout, average ? S.trends.averageSleep(duration(average)) : ""].filter(Boolean).join(" ");
  const parts = days.map((day) => ({ label: day.label, parts: [{ name: "night", value: hours(day.night) }, { name: "sleep", value: hours(day.nap) }] }));
  return figure(S.trends.totals, about, columns(parts, { label: `${S.trends.totals}. ${about}`, unit: S.trends.hours, step: 4 }),
    [S.trends.day, S.trends.total, S.trends.night, S.trends.count], days.map((day) => [dayName(day.date), lengthOf(day.night + day.nap), lengthOf(day.night), lengthOf(day.nap)]));
}

function windowsPicture(days, bands) {
  const all = days.flatMap((day) => day.windows);
  const most = Math.min(6, Math.max(0, ...all.filter((one) => !one.isBed).map((one) => one.number)));
  const group = (values, band, name) => ({ label: name, values: values.map((one) => one.minutes), band: band?.ageTable, middle: middle(values.map((one) => one.minutes)) });
  const groups = Array.from({ length: most }, (_, index) => group(all.filter((one) => !one.isBed && one.number === index + 1), bands[Math.min(index, bands.length - 1)], S.trends.before(index + 1)));
  groups.push(group(all.filter((one) => one.isBed), bands.at(-1), S.trends.before(0, true)));
  const filled = groups.filter((one) => one.values.length);
  if (!filled.length) return null;
  return figure(S.trends.windows, S.trends.windowsAbout, strips(filled, `${S.trends.windows}. ${S.trends.windowsAbout}`), [S.trends.number, S.trends.middle, S.trends.band, S.trends.days(days.length)],
    filled.map((one) => [one.label, duration(one.middle), one.band ? one.band.map(duration).join("–") : "–", String(one.values.length)]));
}

function feedsPicture(days) {
  const total = Math.max(...days.map((day) => day.ml));
  const series = (name, value) => days.map((day) => ({ label: day.label, parts: [{ name, value: value(day) }] }));
  return figure(S.trends.feeds, total ? S.trends.feedsAbout : S.trends.feedsOnly, [
    columns(series("feed", (day) => day.feeds), { label: S.trends.feedCount, height: 100, step: 4 }),
    total ? columns(series("milk", (day) => day.ml), { label: S.trends.ml, unit: "", height: 120, step: 100 }) : null,
  ], [S.trends.day, S.trends.feedCount, S.trends.ml, S.trends.nursed], days.map((day) => [dayName(day.date), String(day.feeds), day.ml ? `${day.ml} ${S.form.ml}` : "–", lengthOf(day.nursed)]));
}

function nightsPicture(days, nights) {
  const known = new Map(nights.map((night) => [night.date, night]));
  const of = (day) => known.get(day.date) ?? (day.night ? { hours: hours(day.night) } : {});
  const shown = days.slice(0, -1).filter((day) => known.size === 0 || known.has(day.date) || day.night);
  if (!shown.length) return null;
  const stars = (night) => night.rating ?? night.stars;
  const parts = shown.map((day) => ({ label: day.label, parts: [{ name: "night", value: of(day).hours ?? 0 }], goal: of(day).goal, dots: shown.length <= 31 ? stars(of(day)) : null }));
  const debt = nights.at(-1)?.debt;
  const about = [S.trends.nightsAbout, typeof debt === "number" ? (debt > 0 ? `${S.night.debt(duration(debt * 60))}.` : `${S.night.noDebt}.`) : ""].join(" ");
  return figure(S.trends.nights, about, columns(parts, { label: `${S.trends.nights}. ${about}`, unit: S.trends.hours, step: 2, height: 160 }),
    [S.trends.day, S.night.sleptFrom, S.trends.goal, S.trends.wakings, S.trends.stars, S.trends.debt],
    shown.map((day) => {
      const night = of(day);
      const length = (value) => (typeof value === "number" ? duration(value * 60) : "–");
      return [dayName(day.date), length(night.hours), length(night.goal), String(night.wakings ?? "–"), String(stars(night) ?? "–"), length(night.debt)];
    }));
}

const WIDTH = 340;
const LEFT = 34;
const PLOT = WIDTH - LEFT - 4;

function figure(title, about, picture, head, rows) {
  return h("figure", { class: "card chart" }, h("figcaption", {}, h("h2", {}, title), h("p", { class: "hint" }, about)), picture,
    h("details", { class: "table" }, h("summary", {}, S.trends.table, h("span", { class: "unseen" }, `: ${title}`)), h("div", { class: "wide" }, table(head, rows))));
}

const table = (head, rows) =>
  h("table", {}, h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((text) => h("td", {}, text))))));

const picture = (height, label, ...children) => s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label, class: "picture" }, ...children);
const text = (x, y, words, anchor = "middle") => s("text", { x, y, "text-anchor": anchor }, words);
const line = (name, x1, y1, x2, y2) => s("line", { class: name, x1, y1, x2, y2 });

function raster(days, label) {
  const row = Math.max(3.2, Math.min(16, 230 / days.length));
  const top = 4;
  const bottom = top + row * days.length;
  const x = (minute) => LEFT + (minute / 1440) * PLOT;
  return picture(bottom + 18, label,
    s("rect", { class: "rail", x: LEFT, y: top, width: PLOT, height: bottom - top }),
    days.map((day, index) => day.segments.map((part) => s("rect", { class: part.isNight ? "night" : "sleep", x: x(part.from), y: top + index * row + row * 0.08, width: Math.max(0.8, x(part.to) - x(part.from)), height: row * 0.84, rx: row > 8 ? 2 : 0.5 }))),
    [6, 12, 18, 24, 30].map((hour) => [line("grid", x((hour - 6) * 60), top, x((hour - 6) * 60), bottom), text(x((hour - 6) * 60), bottom + 13, String(hour > 24 ? hour - 24 : hour), hour === 6 ? "start" : hour === 30 ? "end" : "middle")]),
    days.map((day, index) => (day.label ? text(LEFT - 4, top + index * row + Math.max(row / 2 + 4, 7), day.label, "end") : null)));
}

function columns(days, { label, unit, height = 150, step }) {
  const most = Math.max(step, ...days.map((day) => Math.max(day.goal ?? 0, day.parts.reduce((sum, part) => sum + (part.value ?? 0), 0))));
  const top = Math.ceil(most / step) * step;
  const hasDots = days.some((day) => day.dots);
  const [ceiling, floor] = [8, height - 20 - (hasDots ? 26 : 0)];
  const y = (value) => floor - (value / top) * (floor - ceiling);
  const slot = PLOT / days.length;
  const width = Math.min(26, slot * 0.72);
  const every = Math.ceil(top / step / 5) * step;
  const marks = Array.from({ length: Math.floor(top / every) + 1 }, (_, index) => index * every);
  return picture(height, label,
    marks.map((value) => [line("grid", LEFT, y(value), LEFT + PLOT, y(value)), text(LEFT - 4, y(value) + 4, `${value}${value === marks.at(-1) && unit ? ` ${unit}` : ""}`, "end")]),
    days.map((day, index) => {
      const x = LEFT + slot * (index + 0.5);
      let sum = 0;
      return [
        day.parts.map((part) => {
          const from = sum;
          sum += part.value ?? 0;
          return part.value ? s("rect", { class: part.name, x: x - width / 2, y: y(sum), width, height: y(from) - y(sum) }) : null;
        }),
        day.goal ? line("goal", x - slot / 2, y(day.goal), x + slot / 2, y(day.goal)) : null,
        day.dots ? Array.from({ length: day.dots }, (_, dot) => s("circle", { class: "dot", cx: x, cy: floor + 7 + dot * 5, r: Math.min(2, slot / 3) })) : null,
        day.label ? text(x, height - 3, day.label, x > 320 ? "end" : undefined) : null,
      ];
    }));
}

function strips(groups, label) {
  const [ceiling, floor, height] = [8, 150, 172];
  const most = Math.max(120, ...groups.flatMap((group) => [...group.values, group.band?.[1] ?? 0]));
  const top = Math.ceil(most / 60) * 60;
  const y = (value) => floor - (value / top) * (floor - ceiling);
  const slot = PLOT / groups.length;
  const hours = Array.from({ length: top / 60 + 1 }, (_, index) => index);
  return picture(height, label,
    hours.map((hour) => [line("grid", LEFT, y(hour * 60), LEFT + PLOT, y(hour * 60)), text(LEFT - 4, y(hour * 60) + 4, `${hour}${hour === hours.length - 1 ? ` ${S.trends.hours}` : ""}`, "end")]),
    groups.map((group, index) => {
      const x = LEFT + slot * (index + 0.5);
      const wide = slot * 0.76;
      return [
        group.band ? s("rect", { class: "band", x: x - wide / 2, y: y(group.band[1]), width: wide, height: y(group.band[0]) - y(group.band[1]), rx: 3 }) : null,
        group.values.map((value, order) => s("circle", { class: "dot", cx: x - wide / 2 + wide * ((order + 0.5) / group.values.length), cy: y(value), r: group.values.length > 40 ? 1.6 : 2.4 })),
        group.middle ? line("middle", x - wide / 2, y(group.middle), x + wide / 2, y(group.middle)) : null,
        text(x, height - 6, group.label),
      ];
    }));
}

// The diary by days from 6 to 6, in minutes.

const MORNING = 6 * 60;
const NIGHT_ENDS = 5 * 60;
const EARLY = 30;
const LONGEST_WINDOW = 8 * 60;

function bedtimeOf(baby) {
  const match = /^(\d\d):(\d\d)$/.exec(baby.settings?.bedtime ?? baby.bedtime ?? "");
  return match ? Number(match[1]) * 60 + Number(match[2]) : 19 * 60;
}

function isNight(one, bedtime) {
  const start = minuteOfDay(one.start);
  return start >= bedtime - EARLY || start < NIGHT_ENDS;
}

function place(time) {
  const minute = minuteOfDay(time) - MORNING;
  return minute < 0 ? { day: addDays(date(time), -1), minute: minute + DAY } : { day: date(time), minute };
}

function daysOf(events, baby, count, now) {
  const last = place(now).day;
  const found = new Map();
  for (let back = count - 1; back >= 0; back -= 1) {
    found.set(addDays(last, -back), { date: addDays(last, -back), segments: [], night: 0, nap: 0, naps: 0, feeds: 0, ml: 0, nursed: 0, windows: [] });
  }
  const bedtime = bedtimeOf(baby);
  const good = events.filter((one) => !one.problem);
  for (const one of good) one.kind === "sleep" ? addSleep(found, one, isNight(one, bedtime)) : addFeed(found, one);
  addWindows(found, good.filter((one) => one.kind === "sleep"), bedtime);
  return [...found.values()];
}

function addSleep(found, one, atNight) {
  let { day, minute } = place(one.start);
  let rest = minutesBetween(one.start, endOf(one));
  if (!atNight && found.has(day)) found.get(day).naps += 1;
  while (rest > 0) {
    const length = Math.min(rest, DAY - minute);
    const row = found.get(day);
    if (row) {
      row.segments.push({ from: minute, to: minute + length, isNight: atNight });
      row[atNight ? "night" : "nap"] += length;
    }
    [day, minute, rest] = [addDays(day, 1), 0, rest - length];
  }
}

function addFeed(found, one) {
  const row = found.get(place(one.start).day);
  if (!row || (one.kind !== "nursing" && one.kind !== "bottle")) return;
  if (one.isFeed) row.feeds += 1;
  if (one.kind === "nursing") row.nursed += minutesBetween(one.start, endOf(one));
  else row.ml += Number(one.amount) || 0;
}

function addWindows(found, sleeps, bedtime) {
  let number = 0;
  for (let index = 1; index < sleeps.length; index += 1) {
    const [before, one] = [sleeps[index - 1], sleeps[index]];
    const [wasNight, isBed] = [isNight(before, bedtime), isNight(one, bedtime)];
    number = wasNight ? 1 : number + 1;
    const length = before.end ? minutesBetween(before.end, one.start) : 0;
    const row = found.get(place(one.start).day);
    if (!row || (wasNight && isBed) || length < 5 || length > LONGEST_WINDOW) continue;
    row.windows.push({ number, isBed, minutes: length });
  }
}

function middle(values) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : null;
}

const DAYS = 9;

let lines = [];
let nightsBack = 0;

async function openNight() {
  nightsBack = 0;
  lines = (await log(DAYS)) ?? [];
  redraw();
}

function renderNight(baby) {
  const nights = (baby?.night?.week ?? []).filter((night) => night?.date);
  const night = nights[nights.length - 1 - nightsBack];
  if (!night) return [h("h1", {}, S.night.title), h("p", { class: "empty" }, S.night.none)];
  const move = (by) => () => ((nightsBack += by), redraw());
  return [
    h("div", { class: "days" },
      button({ class: "round", "aria-label": S.timeline.earlier, disabled: nightsBack >= nights.length - 1, onclick: move(1) }, icon("back")),
      h("h1", {}, S.night.title, h("small", {}, S.night.evening(dayName(night.date)))),
      button({ class: "round", "aria-label": S.timeline.later, disabled: nightsBack === 0, onclick: move(-1) }, icon("forward"))),
    tapList(baby, "night"),
    h("section", { class: "card" }, figures(night), nightPicture(night, baby), reasons(night), night.source === "motion" ? h("p", { class: "hint" }, S.night.source) : null),
    rating(baby, night),
    bedtimes(nights),
  ];
}

function figures(night) {
  if (typeof night.hours !== "number") return h("p", {}, S.night.none);
  const stars = night.rating ?? night.stars;
  return [
    h("p", { class: "figure" }, h("strong", { class: "long" }, (night.estimated ? "~" : "") + duration(night.hours * 60)), h("span", { class: "beside" }, S.night.asleep, typeof night.goal === "number" ? ` ${S.night.goal(duration(night.goal * 60))}` : "")),
    h("p", { class: "foot" }, [stars ? starText(stars) : null, h("span", {}, [stars && (night.rating ? S.night.starsByHand(stars) : S.night.stars(stars)), typeof night.wakings === "number" && S.night.wakings(night.wakings), typeof night.debt === "number" && (night.debt > 0 ? S.night.debt(duration(night.debt * 60)) : S.night.noDebt)].filter(Boolean).join(" · "))]),
  ];
}

const starText = (count) => h("span", { class: "stars", "aria-hidden": "true" }, "★".repeat(count), h("i", {}, "★".repeat(5 - count)));

function nightPicture(night, baby) {
  const segments = (night.segments ?? []).map(span).filter(Boolean);
  if (!segments.length) return null;
  const [start, end] = [segments[0].start, segments.at(-1).end];
  const length = Math.max(60, minutesBetween(start, end));
  const x = (time) => 4 + Math.max(0, Math.min(1, minutesBetween(start, time) / length)) * 332;
  const feeds = events(lines, baby?.id).filter((one) => one.isFeed && one.start.ms >= start.ms && one.start.ms <= end.ms);
  const { from, minutes, levels } = (night.date === baby.night.evening && baby.night.motion) || {};
  // Settling moves the crib thirty times as much as sleep does.
  const most = Math.max(1, ...list(levels));
  const motion = list(levels).map((level) => Math.sqrt(level / most) * 36);
  const gaps = segments.slice(1).map((part, index) => `${S.night.gap} ${clock(segments[index].end)}–${clock(part.start)}`);
  const said = [`${S.night.sleptFrom} ${clock(start)}–${clock(end)}`, ...gaps, ...feeds.map((one) => `${S.night.fed} ${clock(one.start)}`)];
  return h("figure", { class: "nightpicture" },
    s("svg", { viewBox: motion.length ? "0 0 340 76" : "0 42 340 34", role: "img", "aria-label": `${S.night.picture}: ${said.join(", ")}` },
      motion.map((height, index) => s("rect", { class: "motion", x: x(at(parse(from).ms + index * minutes * 60_000)), y: 42 - height, width: Math.max(1, (332 * minutes) / length), height })),
      s("rect", { class: "rail", x: 4, y: 46, width: 332, height: 18 }),
      segments.map((part) => s("rect", { class: "night", x: x(part.start), y: 46, width: x(part.end) - x(part.start), height: 18, rx: 2 })),
      feeds.map((one) => s("rect", { class: "feed", x: x(one.start) - 1.5, y: 66, width: 3, height: 8 }))),
    ends(clock(start), clock(end)),
    motion.length ? h("p", { class: "hint" }, S.night.motion) : null,
    h("ul", { class: "nightlist" }, said.map((text) => h("li", {}, text))));
}

function reasons(night) {
  const names = [night.forgottenNap && "forgottenNap", night.estimated && "estimated", ...list(night.reasons).map((one) => one.reason)].filter(Boolean);
  return names.length ? h("ul", {}, names.map((name) => h("li", {}, S.night.reasons[name] ?? name))) : null;
}

function rating(baby, night) {
  const options = { 1: "★", 2: "★★", 3: "★★★", 4: "★★★★", 5: "★★★★★", none: S.night.rateNone };
  const rate = (value) => tap({ baby: baby.id, key: "night", label: value === "none" ? S.night.rateNone : S.night.starsByHand(value), steps: commands.rate(baby.id, night.date, value), undo: commands.rate(baby.id, night.date, night.rating ?? "none") });
  return h("section", { class: "card" }, h("h2", {}, S.night.rate), h("div", { class: "choices", role: "group", "aria-label": S.night.rate }, Object.entries(options).map(([value, text]) =>
    button({ class: "chip", "aria-pressed": String(String(night.rating ?? "none") === value), "aria-label": value === "none" ? text : S.night.stars(value), onclick: () => rate(value) }, text))));
}

function bedtimes(nights) {
  const week = nights.slice(-7).filter((night) => night.bedtimes?.length);
  if (!week.length) return null;
  return h("section", { class: "card" }, h("h2", {}, S.night.bedtimes), h("dl", { class: "facts" }, week.map((night) => fact(dayName(night.date), clockOfText(night.bedtimes[0])))));
}

const fact = (name, text) => (text ? h("div", {}, h("dt", {}, name), h("dd", {}, text)) : null);

export const trends = { open: readTrends, render: renderTrends };
export const night = { open: openNight, render: renderNight };

// Quiet sessions, and the box.

const LENGTHS = [30, 60, 120, 240, 360, 480];
const chosen = { minutes: 60, strictness: null };

const send = (label, ...words) => tap({ key: "quiet", label, steps: commands.quiet(...words), undo: [] });

function renderQuiet() {
  const quiet = box.state?.box?.quiet ?? {};
  return [
    h("h1", {}, S.quiet.title), h("p", { class: "hint" }, S.quiet.about), tapList(null, "quiet"),
    quiet.session ? runningSession(quiet.session) : start(quiet),
    schedule(quiet.schedule),
    allowed(quiet.allowed),
  ];
}

function runningSession(session) {
  const end = parse(session.endsAt);
  return h("section", { class: "card", "data-key": "running" }, h("p", { class: "topline" }, icon("moon"), h("span", { class: "state" }, S.quiet.runs)),
    h("p", { class: "figure" }, h("strong", { class: "long timer" }, end ? ticking(end.ms - now().ms) : duration(session.durationMinutes ?? 0)), h("span", { class: "beside" }, end ? S.quiet.until(clock(end)) : "")),
    session.isCancelling
      ? [h("p", { class: "cue" }, S.quiet.cancelling), button({ class: "main", onclick: () => send(S.quiet.keep, "keep") }, S.quiet.keep)]
      : session.strictness === "strict" ? h("p", { class: "hint" }, S.quiet.cannot) : button({ class: "main", onclick: () => send(S.quiet.cancel, "cancel") }, S.quiet.cancel));
}

const kinds = () => ({ flexible: S.quiet.flexible, strict: S.quiet.strict });

function start(quiet) {
  const strictness = chosen.strictness ?? quiet.strictness ?? "flexible";
  return h("section", { class: "card", "data-key": "start" }, h("p", {}, S.quiet.none), h("h2", {}, S.quiet.length),
    choices(S.quiet.length, Object.fromEntries(LENGTHS.map((minutes) => [minutes, duration(minutes)])), chosen.minutes, (value) => ((chosen.minutes = Number(value)), redraw())),
    h("h2", {}, S.quiet.mode), choices(S.quiet.mode, kinds(), strictness, (value) => ((chosen.strictness = value), redraw())),
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
  h("div", { class: "pair" }, field(S.plan.from, { name: "from", type: "time", value: plan.start, required: true }), field(S.plan.to, { name: "to", type: "time", value: plan.end, required: true })),
  h("div", { class: "choices" }, Object.entries(kinds()).map(([value, word]) => h("label", { class: "check" }, h("input", { type: "radio", name: "strictness", value, checked: plan.strictness === value, "data-own": true }), h("span", {}, word)))),
  h("button", { class: "main", type: "submit" }, S.form.save));
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

const WHOLE_DIARY_DAYS = 36_500;

let exporting = "";

function renderBox() {
  const state = box.state?.box ?? {};
  return [
    h("h1", {}, S.boxPage.title), tapList(null, "box"),
    condition(state), phoneList(Array.isArray(state.phones) ? state.phones : []), exports(), appearance(),
    h("p", { class: "hint" }, S.boxPage.about),
  ];
}

function condition(state) {
  const { storage = {}, parts = {} } = state;
  const found = list(state.findings);
  const words = { works: S.boxPage.works, missing: S.boxPage.missing, "not configured": S.boxPage.absent, absent: S.boxPage.absent };
  const copied = parse(storage.copied);
  return h("section", { class: "card" },
    found.length ? [h("ul", { class: "faults" }, found.map(({ what, fix }) => h("li", {}, icon("warn"), h("span", {}, what, fix ? [" ", h("code", {}, fix)] : null)))), h("p", { class: "hint" }, S.boxPage.doctor)] : box.state ? h("p", { class: "well" }, icon("check"), S.boxPage.well) : null,
    h("dl", { class: "facts" },
      Object.entries(S.boxPage.partNames).map(([name, word]) => fact(word, words[parts[name]])),
      fact(S.boxPage.storage, storage.works && S.boxPage.works),
      fact(S.boxPage.space, typeof storage.freeMebibytes === "number" && S.boxPage.free(storage.freeMebibytes)),
      fact(S.boxPage.copied, copied && `${dayName(date(copied))} ${clock(copied)}`),
      fact(S.boxPage.clock, S.boxPage.clocks[box.state?.clock]),
      fact(S.boxPage.version, state.version)));
}

function phoneList(phones) {
  const row = (phone) => {
    const since = parse(phone.since);
    return h("li", {}, h("span", { class: "what" }, phone.name, since ? h("small", {}, S.boxPage.since(`${dayName(date(since))} ${clock(since)}`)) : null),
      button({ class: "small danger", "aria-label": S.boxPage.removeSure(phone.name), onclick: () => confirm(`${S.boxPage.removeSure(phone.name)}? ${S.boxPage.sureAbout}`) && tap({ key: "box", label: S.boxPage.removeSure(phone.name), steps: commands.removePhone(phone.name), undo: [] }) }, S.boxPage.remove));
  };
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.phones), phones.length ? h("ul", { class: "phones" }, phones.filter((one) => one.name).map(row)) : h("p", { class: "hint" }, S.boxPage.noPhones));
}

function exports() {
  const save = (kind) => async () => {
    exporting = S.timeline.loading;
    redraw();
    const lines = await log(WHOLE_DIARY_DAYS);
    exporting = lines ? "" : S.reach.away;
    if (lines) offer(`cribside.${kind}`, kind === "csv" ? csv(lines) : lines.map((line) => JSON.stringify(line)).join("\n") + "\n");
    redraw();
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

function appearance() {
  const theme = (value) => (keep("theme", value), applyAppearance());
  const scale = (value) => (keep("scale", value), applyAppearance());
  const { auto, light, dark, red } = S.theme;
  return h("section", { class: "card" }, h("h2", {}, S.boxPage.here),
    h("h3", {}, S.theme.title), choices(S.theme.title, { auto, light, dark, red }, read("theme") ?? "auto", theme),
    h("h3", {}, S.scale.title), choices(S.scale.title, Object.fromEntries([100, 125, 150, 200].map((value) => [value, S.scale.percent(value)])), read("scale") ?? "100", scale));
}

export const quiet = { ticks: true, render: renderQuiet };
const boxView = { render: renderBox };
export { boxView as box };
