// Run in the page by the tests: what a screen reader, a keyboard or a low contrast would stumble over.
// Returns a list of sentences; an empty one is good.
const faults = [];
const seen = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
const name = (e) => {
  const labelled = e.getAttribute("aria-label");
  if (labelled) return labelled;
  if (e.labels?.length) return e.labels[0].innerText;
  return (e.innerText || e.title || "").trim();
};
const what = (e) => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} "${name(e).slice(0, 30)}"`;

for (const e of document.querySelectorAll("button, a[href], input, select, summary, [role=img]")) {
  if (!seen(e)) continue;
  if (!name(e)) faults.push(`no name: ${what(e)}`);
  if (e.matches("[role=img]")) continue;
  const box = (e.matches("input[type=checkbox], input[type=radio]") ? e.closest("label") : e).getBoundingClientRect();
  if (box.width < 44 - 0.5 || box.height < 44 - 0.5) faults.push(`smaller than 44 px: ${what(e)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  if (e.tabIndex < 0 && !e.disabled) faults.push(`not reached by the keyboard: ${what(e)}`);
}

for (const e of document.querySelectorAll("*")) if (e.tabIndex > 0) faults.push(`its own place in the tab order: ${what(e)}`);
const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
for (const id of new Set(ids)) if (ids.filter((other) => other === id).length > 1) faults.push(`the id ${id} is used twice`);
if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
if (!document.documentElement.lang) faults.push("no language");
if (/user-scalable=no|maximum-scale/.test(document.querySelector("meta[name=viewport]").content)) faults.push("zoom is forbidden");

const parts = (text) => {
  const numbers = text.match(/[\d.]+/g).map(Number);
  return { r: numbers[0], g: numbers[1], b: numbers[2], a: numbers[3] ?? 1 };
};
const over = (top, under) => ({ r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a), b: top.b * top.a + under.b * (1 - top.a), a: 1 });
const channel = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const light = (c) => 0.2126 * channel(c.r) + 0.7152 * channel(c.g) + 0.0722 * channel(c.b);
const behind = (e) => {
  const layers = [];
  for (let at = e; at; at = at.parentElement) layers.push(parts(getComputedStyle(at).backgroundColor));
  return layers.reverse().reduce((under, top) => over(top, under), { r: 255, g: 255, b: 255, a: 1 });
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const e = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !seen(e) || e.closest("[aria-hidden=true], :disabled, script, style, noscript, option")) continue;
  const style = getComputedStyle(e);
  const under = behind(e);
  const ink = over(parts(e.closest("svg") ? style.fill : style.color), under);
  const [one, other] = [light(ink), light(under)].sort((a, b) => b - a);
  const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = (one + 0.05) / (other + 0.05);
  if (ratio < (isLarge ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)}: ${what(e)}`);
}

const width = document.documentElement.clientWidth;
if (document.documentElement.scrollWidth > width) {
  const wide = [...document.querySelectorAll("main *, header *, nav *, dialog *")].filter((e) => seen(e) && e.getBoundingClientRect().right > width + 1 && !e.closest(".wide"));
  faults.push(`wider than the screen (${document.documentElement.scrollWidth} of ${width}): ${wide.slice(0, 3).map(what).join("; ")}`);
}
for (const e of document.querySelectorAll("button, .figure strong, h1, h2, nav a")) {
  if (seen(e) && e.scrollWidth > e.clientWidth + 2 && getComputedStyle(e).display !== "inline") faults.push(`cut: ${what(e)}`);
}
return faults;
