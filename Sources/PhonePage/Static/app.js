// The frame of every view: which one is shown, the babies, the theme, what waits.

import { S } from "./strings.js";
import { button, h, icon, update } from "./dom.js";
import { box, keep, read, refresh, start, watch } from "./box.js";
import { start as startTaps, taps } from "./queue.js";
import { at, clock } from "./time.js";
import { babies, baby, choose } from "./household.js";
import * as nowView from "./now.js";

const load = {
  now: async () => nowView,
  timeline: () => import("./timeline.js"),
  plan: () => import("./plan.js"),
  trends: () => import("./trends.js"),
  night: () => import("./night.js"),
  quiet: () => import("./quiet.js"),
  box: () => import("./box-view.js"),
  pair: () => import("./pair.js"),
};
const icons = { now: "sun", timeline: "list", plan: "plan", trends: "trends", night: "moon", quiet: "quiet", box: "box" };
const themes = ["auto", "light", "dark", "red"];
const page = document.getElementById("page");

let shown = { name: "now", view: nowView };
let isMoreOpen = false;

/** The view that the address names. */
function wanted() {
  if (box.reach === "unpaired") return "pair";
  const name = location.hash.slice(2);
  return location.hash.startsWith("#/") && name in icons ? name : "now";
}

async function route() {
  const name = wanted();
  if (name !== shown.name) {
    isMoreOpen = false;
    const view = await load[name]();
    if (name !== wanted()) return;
    shown = { name, view };
    view.open?.(render);
    render();
    scrollTo(0, 0);
    document.getElementById("main")?.focus({ preventScroll: true });
  } else render();
}

function render() {
  document.title = shown.name === "now" || shown.name === "pair" ? S.title : `${S.nav[shown.name]} · ${S.title}`;
  const main = h("main", { id: "main", tabindex: "-1", "data-key": shown.name, class: `view view-${shown.name}` }, shown.view.render(baby(), render));
  if (shown.name === "pair") return update(page, main);
  update(page, header(), main, navigation());
}

function header() {
  const all = babies();
  return h("header", { class: "top" },
    all.length > 1
      ? h("div", { class: "babies", role: "group", "aria-label": S.babies }, all.map((one) =>
          button({ class: "chip", "aria-pressed": String(one === baby()), onclick: () => (choose(one.id), shown.view.open?.(render), render()) }, one.name)))
      : h("p", { class: "who" }, all[0]?.name ?? S.title),
    reach(),
    button({ class: "plain", "aria-label": S.theme.next(S.theme[theme()]), title: S.theme.title, onclick: nextTheme }, icon("theme")),
    box.reach === "away" && box.state ? h("div", { class: "away", role: "status" }, icon("warn"),
      h("p", {}, S.reach.awayLong(clock(at(box.heard + box.ahead)))), button({ class: "small", onclick: refresh }, S.reach.again)) : null);
}

function reach() {
  const waiting = taps.filter((tap) => tap.state === "waiting").length;
  const word = box.reach === "live" ? "" : S.reach[box.reach];
  return h("p", { class: `reach reach-${box.reach}`, role: "status" }, word && !(box.reach === "away" && box.state) ? word : "", waiting ? ` ${S.tap.list(waiting)}` : "");
}

function navigation() {
  const link = (name, extra) => h("a", { href: `#/${name}`, class: extra, "aria-current": shown.name === name ? "page" : null }, icon(icons[name]), h("span", {}, S.nav[name]));
  const inMore = ["night", "quiet", "box"];
  return h("nav", { "aria-label": S.title },
    ["now", "timeline", "plan", "trends"].map((name) => link(name)),
    inMore.map((name) => link(name, isMoreOpen ? "rare open" : "rare")),
    button({ class: `more${inMore.includes(shown.name) ? " here" : ""}`, "aria-expanded": String(isMoreOpen), onclick: () => ((isMoreOpen = !isMoreOpen), render()) }, icon("more"), h("span", {}, S.nav.more)));
}

const theme = () => (themes.includes(read("theme")) ? read("theme") : "auto");

function nextTheme() {
  keep("theme", themes[(themes.indexOf(theme()) + 1) % themes.length]);
  applyAppearance();
}

/** Shows the colours and the text size that this phone keeps. */
export function applyAppearance() {
  document.documentElement.dataset.theme = theme();
  document.documentElement.dataset.scale = read("scale") ?? "100";
  render();
}

/** A code in the address is the pairing picture's. It is read once and taken out, so that no history keeps it. */
async function readCode() {
  const code = /^#(\d{6})$/.exec(location.hash)?.[1];
  if (!code) return;
  history.replaceState(null, "", "/");
  (await load.pair()).offer(code);
}

addEventListener("hashchange", () => readCode().then(route));
readCode().then(route);
applyAppearance();
watch(route);
setInterval(() => !document.hidden && shown.view.ticks && render(), 1000);
start().then(() => {
  startTaps(render);
  // What is not needed for the first view is read while there is time, and is there when the box is not.
  for (const view of Object.values(load)) view();
});
