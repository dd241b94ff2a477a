// Pictures of numbers, as SVG. A chart is 340 units wide; what it says stands in a table behind it.

import { h, s } from "./dom.js";
import { S } from "./strings.js";

const WIDTH = 340;
const LEFT = 34;
const PLOT = WIDTH - LEFT - 4;

/** A picture with its title, a sentence and its table. */
export function figure(title, about, picture, head, rows) {
  return h("figure", { class: "card chart" }, h("figcaption", {}, h("h2", {}, title), h("p", { class: "hint" }, about)), picture,
    h("details", { class: "table" }, h("summary", {}, S.trends.table, h("span", { class: "unseen" }, `: ${title}`)), h("div", { class: "wide" }, table(head, rows))));
}

/** A table; the first cell of a row is its head. */
export const table = (head, rows) =>
  h("table", {}, h("thead", {}, h("tr", {}, head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, rows.map(([first, ...rest]) => h("tr", {}, h("th", { scope: "row" }, first), rest.map((text) => h("td", {}, text))))));

const picture = (height, label, ...children) => s("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label, class: "picture" }, ...children);
const text = (x, y, words, anchor = "middle", extra = "") => s("text", { x, y, "text-anchor": anchor, class: extra }, words);
const line = (name, x1, y1, x2, y2) => s("line", { class: name, x1, y1, x2, y2 });

/** A row for each day from 6 to 6; `days` are `{label, segments: [{from, to, isNight}]}`, minutes from 6:00. */
export function raster(days, label) {
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

/** Columns of stacked `parts` for each day; `goal` draws a line across a column, `dots` stand below it. */
export function columns(days, { label, unit, height = 150, step, digits = 0 }) {
  const most = Math.max(step, ...days.map((day) => Math.max(day.goal ?? 0, day.parts.reduce((sum, part) => sum + (part.value ?? 0), 0))));
  const top = Math.ceil(most / step) * step;
  const hasDots = days.some((day) => day.dots);
  const [ceiling, floor] = [8, height - 20 - (hasDots ? 18 : 0)];
  const y = (value) => floor - (value / top) * (floor - ceiling);
  const slot = PLOT / days.length;
  const width = Math.min(26, slot * 0.72);
  const every = Math.ceil(top / step / 5) * step;
  const marks = Array.from({ length: Math.floor(top / every) + 1 }, (_, index) => index * every);
  return picture(height, label,
    marks.map((value) => [line("grid", LEFT, y(value), LEFT + PLOT, y(value)), text(LEFT - 4, y(value) + 4, `${value.toFixed(digits)}${value === marks.at(-1) && unit ? ` ${unit}` : ""}`, "end")]),
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
        day.dots ? Array.from({ length: day.dots }, (_, dot) => s("circle", { class: "dot", cx: x, cy: floor + 6 + dot * 3.6, r: Math.min(1.5, slot / 3) })) : null,
        day.label ? text(x, height - 3, day.label) : null,
      ];
    }));
}

/** A column of dots for each group: `{label, values, band: [low, high], middle}`, in minutes. */
export function strips(groups, label) {
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
